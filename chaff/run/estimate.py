"""What a run will cost: calls, tokens and dollars, before the first of them is spent."""

from __future__ import annotations

from collections.abc import Sequence

from chaff.run.plan import Job
from chaff.shapes.base import Shape
from chaff.shapes.config import ARMS
from chaff.shapes.program import Prices
from chaff.shapes.record import TokenCounts


class Estimate(Shape, frozen=True, kw_only=True):
    """Figures for the cells still owed, at the most output that a call may give."""

    calls: int
    prompt_tokens: int
    output_tokens: int
    plain_nano_usd: int
    owed: int
    """Cells that are still to be asked or finished."""
    cached_nano_usd: int | None
    """With prompt caching; None where the prompt is too short to be cached."""
    batch_nano_usd: int
    both_nano_usd: int | None


def estimate(
    jobs: Sequence[Job],
    counts: TokenCounts,
    prices: Prices,
    *,
    max_tokens: int,
    min_cacheable: int | None,
) -> Estimate:
    """Return what the owed cells cost if every prompt is as long as the first item's.

    An item of several turns is taken to use all of them. Cached: one call per arm writes the
    prompt for five minutes, the others read it. That over-states a little, as the item's own words
    are not shared.
    """
    prompts = dict(
        zip(ARMS, (counts.present, counts.removed, counts.controls[-1].tokens), strict=True)
    )
    turns = [(prompts[job.cell.arm], job.item.max_turns - job.turn + 1) for job in jobs]
    calls = sum(count for _, count in turns)
    prompt_tokens = sum(tokens * count for tokens, count in turns)
    output = calls * max_tokens * prices.output
    plain = prompt_tokens * prices.input + output
    cached = None
    if turns and min_cacheable is not None and min(prompts.values()) >= min_cacheable:
        written = sum(prompts.values())
        read = max(0, prompt_tokens - written)
        cached = written * prices.cache_write_5m + read * prices.cache_read + output
    return Estimate(
        calls=calls,
        prompt_tokens=prompt_tokens,
        output_tokens=calls * max_tokens,
        plain_nano_usd=plain,
        owed=len(jobs),
        cached_nano_usd=cached,
        batch_nano_usd=_discounted(plain, prices),
        both_nano_usd=None if cached is None else _discounted(cached, prices),
    )


def _discounted(nano_usd: int, prices: Prices) -> int:
    return -(-nano_usd * prices.batch_permille // 1000)
