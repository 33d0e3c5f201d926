"""The pricing manifest against another implementation: genai-prices 0.2.3, to the nano-dollar."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from pathlib import Path

import genai_prices
import pytest
from genai_prices import Usage as PeerUsage
from genai_prices.data import providers
from hypothesis import given
from hypothesis import strategies as st

from chaff.canonical import parse
from chaff.money import PRICED_TOKENS, cost_nano_usd, worst_case_nano_usd
from chaff.shapes.answer import usage_of
from chaff.shapes.base import convert
from chaff.shapes.program import CompiledProgram, Prices

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = "generated/program.json"
PRICES = convert(
    parse((ROOT / PROGRAM).read_bytes(), where=PROGRAM), CompiledProgram, where=PROGRAM
).prices
(VENDOR,) = (provider for provider in providers if provider.id == "anthropic")
KNOWN = sorted(model.id for model in VENDOR.models if model.id in PRICES)
WHEN = datetime(2026, 11, 30, tzinfo=UTC)
tokens = st.integers(0, PRICED_TOKENS // 4)


def test_the_peer_knows_every_model_that_costs_something():
    assert sorted(model for model, price in PRICES.items() if price.output) == KNOWN


@pytest.mark.parametrize("batch", [False, True], ids=["alone", "in a batch"])
@pytest.mark.parametrize("model", KNOWN)
@given(plain=tokens, write_5m=tokens, write_1h=tokens, read=tokens, output=tokens, thought=tokens)
def test_bills_agree_to_the_nano_dollar(
    model, batch, plain, write_5m, write_1h, read, output, thought
):
    """Thinking is part of the output, and billed once."""
    usage = usage_of(
        {
            "usage": {
                "input_tokens": plain,
                "cache_creation_input_tokens": write_5m + write_1h,
                "cache_creation": {
                    "ephemeral_5m_input_tokens": write_5m,
                    "ephemeral_1h_input_tokens": write_1h,
                },
                "cache_read_input_tokens": read,
                "output_tokens": output + thought,
                "output_tokens_details": {"thinking_tokens": thought},
            }
        }
    )
    peer = genai_prices.calc_price(
        PeerUsage(
            input_tokens=plain + write_5m + write_1h + read,
            cache_write_tokens=write_5m + write_1h,
            cache_write_1h_tokens=write_1h,
            cache_read_tokens=read,
            output_tokens=output + thought,
        ),
        model_ref=model,
        provider_id="anthropic",
        genai_request_timestamp=WHEN,
        price_context={"processing": "batch"} if batch else None,
    ).total_price
    ours = cost_nano_usd(usage, PRICES[model], batch=batch)
    assert ours == math.ceil(peer * 10**9)
    assert ours <= worst_case_nano_usd(usage.prompt, usage.output, PRICES[model])


def test_the_worst_case_is_the_dearest_kind_of_input_whichever_that_is():
    for dearest in ("input", "cache_write_5m", "cache_write_1h", "cache_read"):
        ones = dict.fromkeys(PRICES[KNOWN[0]].__struct_fields__, 1)
        odd = Prices(**{**ones, dearest: 9})
        assert worst_case_nano_usd(10, 5, odd) == 95
