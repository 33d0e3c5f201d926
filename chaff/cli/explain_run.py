"""A rule's runs in a terminal: the verdict, a picture, conditions, and what stands beside them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from chaff.check.render import run_lines
from chaff.check.report import RunRow
from chaff.cli.verdict_text import picture
from chaff.site.verdicts import Beside, adjusted, beside, conditions, guards, headline

_INDENT: Final = "    "


def explained(rule: str, library: Sequence[RunRow], *, width: int) -> Iterator[str]:
    """Yield the lines about a rule's runs; `library` are all runs, for Holm and other models."""
    p_values = adjusted(library)
    own = [run for run in library if (run.is_of or run.rule) == rule]
    for run in own:
        yield from (line.text for line in run_lines(run))
        if run.verdict is None:
            continue
        drawn = [
            *textwrap.wrap(f"{headline(run)}.", width - len(_INDENT)),
            "",
            *picture(run.verdict, width=width - len(_INDENT)),
            "",
            *_held(run, width - len(_INDENT)),
            "",
            *_listed(beside(run, own, p_values), width - len(_INDENT)),
        ]
        yield ""
        yield from (f"{_INDENT}{line}".rstrip() for line in drawn)
        yield ""


def _held(run: RunRow, width: int) -> list[str]:
    facts = run.verdict or {}
    rows = [
        *conditions(facts),
        *(one._replace(name=f"guard: {one.name}") for one in guards(facts)),
    ]
    return _listed(
        [Beside(one.name, f"{'yes' if one.holds else 'no '}  {one.text}") for one in rows], width
    )


def _listed(rows: Sequence[Beside], width: int) -> list[str]:
    """Return names and texts in two columns."""
    column = max(len(row.name) for row in rows) + 2
    lines: list[str] = []
    for row in rows:
        lines += textwrap.wrap(
            row.text,
            width,
            initial_indent=f"{row.name:{column}}",
            subsequent_indent=" " * column,
            break_long_words=False,
            break_on_hyphens=False,
        )
    return lines
