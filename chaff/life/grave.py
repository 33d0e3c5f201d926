"""The page of a buried rule: what was believed, what was measured, how to repeat it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from chaff.check.measured import identity_lines, measured_lines, repeat_command
from chaff.check.report import RunRow
from chaff.shapes.compiled import CompiledRule
from chaff.shapes.rule import Claim
from chaff.stats.item_models import MODEL_TEXTS
from chaff.stats.power import Power

FOLDER: Final = "graveyard"
_MADE: Final = "<!-- made by `doit bury:{rule}`: what is written here by hand is lost -->"


def grave_path(rule: str) -> str:
    """Return where the page of a buried rule lies."""
    return f"{FOLDER}/{rule}.md"


def grave_page(rule: CompiledRule, run: RunRow, power: Power) -> str:
    """Return the page of a rule whose run did not let it be enforced.

    `power` is what an experiment of this size could have shown. The page names the run's config
    hash: by that `chaff check` knows what lies here.
    """
    assert run.verdict is not None  # noqa: S101 - who buries has looked
    return "\n".join(_lines(rule, run, run.verdict, power)) + "\n"


def _lines(rule: CompiledRule, run: RunRow, verdict: dict[str, Any], power: Power) -> Iterator[str]:
    yield f"# {rule.title}"
    yield ""
    yield _MADE.format(rule=rule.id)
    yield ""
    yield f"`{rule.id}`: measured on {run.model}, {run.started_at[:10]}, and not enforced."
    yield "What follows was measured on that model, on one file and these prompts, and says nothing"
    yield "about any other."
    yield ""
    yield "## What was believed"
    yield ""
    yield rule.rationale.hypothesis.strip()
    yield ""
    for title, claims in (("For it", rule.rationale.supports), ("Against", rule.rationale.against)):
        yield f"{title}:"
        yield ""
        yield from map(_claim, claims)
        yield ""
    yield "## What was measured"
    yield ""
    yield from measured_lines(run, verdict)
    yield ""
    yield "## What this experiment could have shown"
    yield ""
    yield from _power(power)
    yield ""
    yield "## The run"
    yield ""
    yield from identity_lines(run, verdict)
    yield f"- repeat it: `{repeat_command(run)}`"


def _claim(claim: Claim) -> str:
    return f"- {' '.join(claim.claim.split())} ({' '.join(claim.source.split())})"


def _power(power: Power) -> Iterator[str]:
    least, guarded = map(_effect, (power.detectable_80, power.guarded_detectable_80))
    yield f"With {power.n_items} prompts and {power.repeats} repeats, by {power.simulations:,}"
    yield f"simulated experiments (standard error at most {100 * power.monte_carlo_se:.1f} points;"
    yield f"{MODEL_TEXTS[power.model]}), which real prompts need not resemble:"
    yield f"the effect found 80 % of the time is {least}, with the guards {guarded};"
    yield f"a rule that does nothing is admitted in {100 * power.useless_admitted:.1f} % of them."


def _effect(found: float | None) -> str:
    return f"+{100 * found:.0f} points" if found else "none of those that were simulated"


def index_page(titles: dict[str, str]) -> str:
    """Return the page that lists the buried rules; `titles` are theirs by id."""
    lines = [
        "# Graveyard",
        "",
        "<!-- made by `doit bury:RULE` -->",
        "",
        "What was believed about instruction files and could not be shown, each with the",
        "experiment that failed. A rule that lies here is off unless it is selected by name.",
        "",
    ]
    lines += [f"- [{title}]({rule}.md) (`{rule}`)" for rule, title in sorted(titles.items())]
    if not titles:
        lines.append("Nobody lies here yet.")
    return "\n".join(lines) + "\n"
