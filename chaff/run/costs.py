"""Puts money into words: estimates, the caps, and what was billed beside what was expected."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from chaff.money import format_usd
from chaff.run.budget import Room
from chaff.run.estimate import Estimate
from chaff.run.expectation import mean_output
from chaff.shapes.record import Transport, Turn


def cost_rows(figures: Estimate, max_tokens: int, *, free: bool) -> dict[str, str]:
    """Return the four figures, the most that it can be, and what they assume of the cache."""
    if free:
        return {"estimate": "free"}
    ways = {
        "plain": figures.plain_nano_usd,
        "cached": figures.cached_nano_usd,
        "batch": figures.batch_nano_usd,
        "both": figures.both_nano_usd,
    }
    told = [f"{way} {format_usd(cost)}" for way, cost in ways.items() if cost is not None]
    return {
        "estimate": ", ".join(told),
        "at most": f"{format_usd(figures.most_nano_usd)}, asked plain, if every answer used all "
        f"{max_tokens} tokens",
        "cache": cache_text(figures),
    }


def cache_text(figures: Estimate) -> str:
    """Return what caching is assumed to do, or why it can do nothing."""
    sizes = f"{figures.shortest_prefix:,} to {figures.longest_prefix:,} tokens"
    if figures.min_cacheable is None:
        return "this model has none"
    if not figures.prefixes_cached:
        return (
            f"impossible: the {figures.prefixes} shared prefixes (tools and file) have {sizes}, "
            f"this model caches from {figures.min_cacheable:,}"
        )
    some = "" if figures.prefixes_cached == figures.prefixes else f"{figures.prefixes_cached} of "
    return (
        f"{some}{figures.prefixes} shared prefixes of {sizes}, each warmed by one call; "
        f"{100 * figures.cached_share:.0f} % of the tokens in are taken to be read from it"
    )


def settlement_lines(
    figures: Estimate, again: Callable[[int], Estimate], turns: Sequence[Turn], transport: Transport
) -> list[str]:
    """Return estimate and bill side by side, for the turns that were asked.

    `again` makes the estimate anew for another number of output tokens a call.
    """
    if not turns:
        return []
    billed = sum(turn.cost_nano_usd for turn in turns)
    mean = mean_output([turn.usage.output for turn in turns])
    cached, batch = transport.cache is not None, transport.batch

    def cost(figure: Estimate) -> int:
        # Items that may take several turns need not.
        return figure.way(cached=cached, batch=batch) * len(turns) // max(1, figure.calls)

    expected, fair = cost(figures), cost(again(mean))
    off = f" ({100 * (billed - fair) / fair:+.1f} %)" if fair else ""
    prompt = sum(turn.usage.prompt for turn in turns)
    read = sum(turn.usage.cache_read for turn in turns)
    share = f"; {100 * read / prompt:.0f} % of the tokens in came from the cache" if read else ""
    return [
        (
            f"  estimated {format_usd(expected)} for these {len(turns)} calls, "
            f"at {figures.output_each} tokens out each"
        ),
        (
            f"  billed    {format_usd(billed)} at {mean} out each, for which the estimate is "
            f"{format_usd(fair)}{off}{share}"
        ),
    ]


def room_lines(rooms: Sequence[Room], most: int) -> list[str]:
    """Return what is left under the caps, and whether `most` nano-USD could be too much."""
    lines = [
        f"{room.name}: {format_usd(room.cap)}, {format_usd(room.held)} taken, "
        f"{format_usd(room.left)} left"
        for room in rooms
    ]
    if any(most > room.left for room in rooms):
        lines.append(
            f"note: this may need up to {format_usd(most)}, more than is left; the run would stop "
            "at the cap, keep every answer, and carry on once the cap allows it"
        )
    return lines
