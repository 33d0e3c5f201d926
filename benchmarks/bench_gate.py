"""How often the gate errs in a year, and what it finds: simulated years of its own decisions.

`python benchmarks/bench_gate.py [YEARS]` takes minutes at 6,000 years a row. Scores are AR(1) with
SD 0.6 around 7.0 and weekdays that differ; 84 days were scored before the first edit. A REVERT of
the queue takes the edit out. Errors are Monte Carlo standard errors over years.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.gate_years import (
    ARTICLE,
    ARTICLE_REVERTS,
    QUEUE,
    Rates,
    Rule,
    World,
    Years,
    attributable,
    power,
    rates,
)

RHOS = (0.0, 0.3, 0.6)
LIFTS = (5.0, 10.0, 15.0)
STEP = replace(attributable(), name="queue, the step at 0.05", alpha=0.05)
RULES = (ARTICLE, QUEUE, STEP, attributable())
_BLOCK = 1500
"""Years at a time: 20 MB or so."""


def main() -> None:
    """Print the tables."""
    n_years = int(sys.argv[1]) if len(sys.argv) > 1 else 6000
    begun = time.monotonic()
    tables = (
        nothing(n_years),
        powers(3 * n_years),
        beginnings(n_years),
        causes(n_years),
        weeks(n_years),
        streams(n_years // 2),
    )
    for table in tables:
        for line in table:
            print(line, flush=True)
        print(flush=True)
        print(f"\n({time.monotonic() - begun:.0f} s)\n", file=sys.stderr, flush=True)


def nothing(n_years: int) -> Iterator[str]:
    """Yield the table of years in which no edit does anything."""
    yield "False verdicts a year, KEPT + REVERT, no edit doing anything\n"
    yield "| rule | verdicts | ρ 0 | ρ 0.3 | ρ 0.6 | a year with one, ρ 0.3 |"
    yield "|---|---|---|---|---|---|"
    for rule in RULES:
        found = [year_of(rule, World(rho=rho), n_years) for rho in RHOS]
        cells = " | ".join(map(both, found))
        yield f"| {rule.name} | {found[0].verdicts:.0f} | {cells} | {found[1].any:.2f} |"


def powers(n_trials: int) -> Iterator[str]:
    """Yield the chance that the first edit is KEPT, by what it does."""
    yield "The chance that one edit is KEPT, by its true lift\n"
    yield "| rule | " + " | ".join(f"ρ {rho:g}: 5 / 10 / 15 %" for rho in RHOS) + " |"
    yield "|---|---|---|---|"
    for rule in (QUEUE, STEP, attributable()):
        cells = []
        for rho in RHOS:
            worlds = [World(rho=rho, effect_percent=lift) for lift in LIFTS]
            found = [power(rule, world, n_trials, seed_of(world)) for world in worlds]
            cells.append(" / ".join(f"{chance:.2f}" for chance in found))
        name = "the article's test" if rule is QUEUE else rule.name
        yield f"| {name} | " + " | ".join(cells) + " |"


def beginnings(n_years: int) -> Iterator[str]:
    """Yield what a shorter history and a later year change."""
    yield "Attributable: all false verdicts a year, no edit doing anything\n"
    yield "| | ρ 0 | ρ 0.3 | ρ 0.6 | ρ 0.75 |"
    yield "|---|---|---|---|---|"
    rhos = (*RHOS, 0.75)
    for name, history, years in (
        ("first year, 14 days scored before it", 14, 1),
        ("first year, 84 days", 84, 1),
        ("second year", 84, 2),
    ):
        worlds = [World(rho=rho, history=history, years=years) for rho in rhos]
        found = [year_of(attributable(), world, n_years, year=years - 1) for world in worlds]
        yield f"| {name} | " + " | ".join(total(each) for each in found) + " |"


def causes(n_years: int) -> Iterator[str]:
    """Yield what the attributable preset's errors come from, a cause a line."""
    yield "Attributable: false KEPT + REVERT a year, no edit doing anything, by cause\n"
    yield "| | ρ 0 | ρ 0.3 | ρ 0.6 |"
    yield "|---|---|---|---|"
    base = attributable()
    for name, rule in (
        ("autocorrelation known, no edit taken out", replace(base, knows_rho=True, reverts=False)),
        ("autocorrelation known", replace(base, knows_rho=True)),
        ("no edit taken out", replace(base, reverts=False)),
        ("15 days' rest after a REVERT", replace(base, rest_days=15)),
        ("as built", base),
    ):
        found = [year_of(rule, World(rho=rho), n_years) for rho in RHOS]
        yield f"| {name} | " + " | ".join(map(both, found)) + " |"


def weeks(n_years: int) -> Iterator[str]:
    """Yield years in which edits follow bad weeks, and do nothing."""
    yield "Edits after a week in the lowest tenth, doing nothing: false KEPT + REVERT a year\n"
    yield "| rule | the three worst days are | ρ 0 | ρ 0.3 | ρ 0.6 | verdicts, ρ 0.3 |"
    yield "|---|---|---|---|---|---|"
    for rule in (ARTICLE, QUEUE, attributable()):
        for leave_out in (False, True):
            worlds = [World(rho=rho, trigger="bad week", leave_out=leave_out) for rho in RHOS]
            found = [year_of(rule, world, n_years) for world in worlds]
            cells = " | ".join(map(both, found))
            named = "named" if leave_out else "not named"
            yield f"| {rule.name} | {named} | {cells} | {found[1].verdicts:.1f} |"


def streams(n_years: int) -> Iterator[str]:
    """Yield years in which 15 % of the edits help by 10 % and as many harm as much."""
    yield "15 % of the edits at +10 %, 15 % at −10 %: a year's verdicts\n"
    yield "| rule | ρ | verdicts | false | right / edits with an effect | share false |"
    yield "|---|---|---|---|---|---|"
    for rule in (ARTICLE, ARTICLE_REVERTS, QUEUE, STEP, attributable()):
        for rho in RHOS:
            world = World(rho=rho, good=0.15, bad=0.15, effect_percent=10)
            found = year_of(rule, world, n_years)
            false = found.kept + found.revert
            share = false / (false + found.found)
            yield (
                f"| {rule.name} | {rho:g} | {found.verdicts:.0f} | {total(found)} | "
                f"{found.found:.1f} / {found.existing:.1f} | {share:.2f} |"
            )


def year_of(rule: Rule, world: World, n_years: int, *, year: int = 0) -> Rates:
    """Return what a year holds, on average over so many."""
    blocks = []
    for number, start in enumerate(range(0, n_years, _BLOCK)):
        n_rows = min(_BLOCK, n_years - start)
        verdicts = Years(rule, world, n_rows, seed_of(world) + number).run()
        blocks.append((n_rows, rates(verdicts, world, n_rows, year=year)))
        print(".", end="", file=sys.stderr, flush=True)
    mean = {
        name: sum(n * getattr(found, name) for n, found in blocks) / n_years
        for name in Rates.__dataclass_fields__
    }
    mean["error"] = sum((n * found.error) ** 2 for n, found in blocks) ** 0.5 / n_years
    return Rates(**mean)


def seed_of(world: World) -> int:
    """Return a seed that depends on the world alone, so that rules meet the same years."""
    return 20261130 + round(1000 * world.rho)


def both(found: Rates) -> str:
    """Return false KEPT and REVERT, with the error of their sum."""
    return f"{found.kept:.2f} + {found.revert:.2f} ± {found.error:.2f}"


def total(found: Rates) -> str:
    """Return all false verdicts, with their error."""
    return f"{found.kept + found.revert:.2f} ± {found.error:.2f}"


if __name__ == "__main__":
    main()
