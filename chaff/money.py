"""Money as integers: prices in nano-USD a token, costs of answers, worst cases of calls."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from chaff.errors import BadInputError
from chaff.shapes.program import ModelPrice, Prices
from chaff.shapes.record import Usage

NANO: Final = 10**9

PRICED_TOKENS: Final = 100_000
"""The manifest's prices are those of prompts up to here; some models charge longer ones more."""


def nano_usd(usd: float) -> int:
    """Return an amount in USD as nano-USD, exactly.

    Raises BadInputError if it is finer than a nano-USD.
    """
    exact = Decimal(repr(usd)) * NANO
    if exact != exact.to_integral_value():
        raise BadInputError(f"{usd} USD is finer than a nano-USD")
    return int(exact)


def prices_of(price: ModelPrice, *, where: str) -> Prices:
    """Return USD per million tokens as integer nano-USD per token.

    Raises BadInputError where a price has more than three decimals.
    """

    def scaled(field: str) -> int:
        exact = Decimal(repr(getattr(price, field))) * 1000
        if exact < 0 or exact != exact.to_integral_value():
            problem = f"{field}: {getattr(price, field)} is not a whole number of thousandths"
            raise BadInputError(problem, where=where)
        return int(exact)

    return Prices(
        input=scaled("input"),
        output=scaled("output"),
        cache_write_5m=scaled("cache_write_5m"),
        cache_write_1h=scaled("cache_write_1h"),
        cache_read=scaled("cache_read"),
        batch_permille=scaled("batch_factor"),
    )


def cost_nano_usd(usage: Usage, prices: Prices, *, batch: bool = False) -> int:
    """Return what an answer costs; a batch's discount applies to every token, rounded up."""
    plain = (
        usage.input * prices.input
        + usage.output * prices.output
        + usage.cache_write_5m * prices.cache_write_5m
        + usage.cache_write_1h * prices.cache_write_1h
        + usage.cache_read * prices.cache_read
    )
    return -(-plain * prices.batch_permille // 1000) if batch else plain


def worst_case_nano_usd(prompt_tokens: int, max_tokens: int, prices: Prices) -> int:
    """Return the most that one call can cost: the dearest kind of input, all output used.

    A prompt may be billed as a cache write, which costs more than plain input.
    """
    dearest = max(prices.input, prices.cache_write_5m, prices.cache_write_1h, prices.cache_read)
    return prompt_tokens * dearest + max_tokens * prices.output


def format_usd(nano: int) -> str:
    """Return an amount for people, e.g. `$0.0123`; never rounded down to nothing."""
    usd = Decimal(nano) / NANO
    if nano == 0:
        return "$0"
    return f"${usd:.2f}" if usd >= 1 else f"${usd:.4f}" if nano >= 100_000 else f"${usd:.9f}"
