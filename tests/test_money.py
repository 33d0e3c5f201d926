import genai_prices
import pytest
from genai_prices import Usage as PeerUsage
from hypothesis import given
from hypothesis import strategies as st

from chaff.errors import BadInputError
from chaff.money import cost_nano_usd, format_usd, nano_usd, prices_of, worst_case_nano_usd
from chaff.shapes.program import ModelPrice
from chaff.shapes.record import Usage

HAIKU = ModelPrice(
    input=1,
    output=5,
    cache_write_5m=1.25,
    cache_write_1h=2,
    cache_read=0.1,
    batch_factor=0.5,
    min_cacheable_tokens=4096,
    source="a test",
)
PRICES = prices_of(HAIKU, where="a test")
tokens = st.integers(0, 100_000)


def test_prices_are_exact_integers_a_token():
    assert (PRICES.input, PRICES.output, PRICES.cache_read) == (1000, 5000, 100)
    assert (PRICES.cache_write_5m, PRICES.cache_write_1h) == (1250, 2000)
    assert PRICES.batch_permille == 500


def test_a_price_finer_than_a_nano_dollar_a_token_is_refused():
    finer = ModelPrice(
        input=0.0001,
        output=5,
        cache_write_5m=1,
        cache_write_1h=1,
        cache_read=1,
        batch_factor=1,
        min_cacheable_tokens=0,
        source="a test",
    )
    with pytest.raises(BadInputError, match=r"pricing: input: 0\.0001"):
        prices_of(finer, where="pricing")


def test_nano_usd_is_exact_where_floats_are_not():
    assert nano_usd(0.1) + nano_usd(0.2) == nano_usd(0.3) == 300_000_000
    assert nano_usd(2) == 2_000_000_000
    with pytest.raises(BadInputError, match="finer"):
        nano_usd(1e-10)


@given(tokens, tokens, tokens, tokens)
def test_costs_agree_with_genai_prices(plain, output, write, read):
    """Against another implementation: genai-prices 0.2.3, 5-minute cache writes."""
    ours = cost_nano_usd(
        Usage(input=plain, output=output, cache_write_5m=write, cache_read=read), PRICES
    )
    peer = genai_prices.calc_price(
        PeerUsage(
            input_tokens=plain + write + read,
            output_tokens=output,
            cache_write_tokens=write,
            cache_read_tokens=read,
        ),
        model_ref="claude-haiku-4-5",
        provider_id="anthropic",
    )
    assert ours == peer.total_price * 10**9


@given(tokens, tokens)
def test_no_bill_exceeds_the_worst_case(prompt, output):
    worst = worst_case_nano_usd(prompt, output, PRICES)
    for field in ("input", "cache_write_5m", "cache_write_1h", "cache_read"):
        usage = Usage(**{"input": 0, "output": output, field: prompt})
        assert cost_nano_usd(usage, PRICES) <= worst
        assert cost_nano_usd(usage, PRICES, batch=True) <= worst


def test_a_batch_costs_half_rounded_up():
    odd = Usage(input=0, output=0, cache_read=1)
    assert cost_nano_usd(odd, PRICES, batch=True) == 50
    thirds = PRICES.__class__(
        **{name: 1 for name in PRICES.__struct_fields__ if name != "batch_permille"},
        batch_permille=500,
    )
    assert cost_nano_usd(Usage(input=3, output=0), thirds, batch=True) == 2


@pytest.mark.parametrize(
    ("nano", "text"),
    [(0, "$0"), (1, "$0.000000001"), (123_400_000, "$0.1234"), (2_000_000_000, "$2.00")],
)
def test_format_never_shows_something_as_nothing(nano, text):
    assert format_usd(nano) == text
