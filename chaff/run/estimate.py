"""What a run will cost in each of the four ways to ask it, before the first dollar is spent."""

from __future__ import annotations

from collections.abc import Sequence

from chaff.run.caching import Caching, Prefix, plan_caching, prefix_of
from chaff.run.plan import Job
from chaff.run.sizes import Place, Sizes
from chaff.shapes.base import Shape
from chaff.shapes.program import Prices


class Estimate(Shape, frozen=True, kw_only=True):
    """Figures for the cells still owed. Costs are at `output_each`, `most` at all output allowed.

    The two cached figures are None where no prefix is long enough to be cached.
    """

    owed: int
    """Cells that are still to be asked or finished."""
    calls: int
    prompt_tokens: int
    output_each: int
    """Output tokens that a call is taken to have."""
    plain_nano_usd: int
    cached_nano_usd: int | None
    batch_nano_usd: int
    both_nano_usd: int | None
    most_nano_usd: int
    """Asked plain, with all the output that a call may have."""
    cached_share: float
    """Part of the prompt tokens that caching reads instead of paying in full."""
    min_cacheable: int | None
    """Tokens from which the model caches; None where it never does."""
    prefixes: int
    """Distinct shared prefixes, each warmed by one call."""
    prefixes_cached: int
    shortest_prefix: int
    longest_prefix: int

    def way(self, *, cached: bool, batch: bool) -> int:
        """Return the figure for one way of asking; uncached where caching is impossible."""
        both, cache = self.both_nano_usd, self.cached_nano_usd
        if batch:
            return both if cached and both is not None else self.batch_nano_usd
        return cache if cached and cache is not None else self.plain_nano_usd


def estimate(
    jobs: Sequence[Job],
    sizes: Sizes,
    prices: Prices,
    *,
    max_tokens: int,
    output_each: int,
    min_cacheable: int | None,
) -> Estimate:
    """Return what the owed cells cost.

    An item of several turns is taken to use all of them, each prompt as long as the first and the
    answers before it. Cached: one call for each prefix writes it (for five minutes, in a batch for
    an hour) and all others read it; whatever follows the prefix is plain input.
    """
    turns = [turn for job in jobs for turn in _turns_of(job, sizes, output_each)]
    prompt = sum(tokens for _, tokens in turns)
    output = len(turns) * output_each * prices.output
    caching = plan_caching(sizes.prefixes, min_cacheable, "5m")
    reads, writes = _shared(turns, sizes, caching)
    rest = (prompt - reads - writes) * prices.input + reads * prices.cache_read + output
    cached = rest + writes * prices.cache_write_5m
    both = rest + writes * prices.cache_write_1h
    plain = prompt * prices.input + output
    possible = bool(caching.cached)
    return Estimate(
        owed=len(jobs),
        calls=len(turns),
        prompt_tokens=prompt,
        output_each=output_each,
        plain_nano_usd=plain,
        cached_nano_usd=cached if possible else None,
        batch_nano_usd=discounted(plain, prices),
        both_nano_usd=discounted(both, prices) if possible else None,
        most_nano_usd=prompt * prices.input + len(turns) * max_tokens * prices.output,
        cached_share=reads / prompt if prompt else 0.0,
        min_cacheable=min_cacheable,
        prefixes=len(sizes.prefixes),
        prefixes_cached=len(caching.cached),
        shortest_prefix=min(sizes.prefixes.values(), default=0),
        longest_prefix=max(sizes.prefixes.values(), default=0),
    )


def discounted(nano_usd: int, prices: Prices) -> int:
    """Return an amount at the batch price, rounded up."""
    return -(-nano_usd * prices.batch_permille // 1000)


def _turns_of(job: Job, sizes: Sizes, output_each: int) -> list[tuple[Prefix, int]]:
    first = sizes.prompts[Place(job.cell.arm, job.cell.item)]
    prefix = prefix_of(job.cell.arm, job.item)
    return [
        (prefix, first + (turn - 1) * output_each)
        for turn in range(job.turn, job.item.max_turns + 1)
    ]


def _shared(turns: Sequence[tuple[Prefix, int]], sizes: Sizes, caching: Caching) -> tuple[int, int]:
    """Return the prompt tokens that are read from the cache, and those that are written to it."""
    reads = writes = 0
    seen: set[Prefix] = set()
    for prefix, _ in turns:
        if not caching.marks(prefix):
            continue
        if prefix in seen:
            reads += sizes.prefixes[prefix]
        else:
            writes += sizes.prefixes[prefix]
            seen.add(prefix)
    return reads, writes
