"""A report as Markdown: the summary that a CI job shows on its page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chaff.check.render import outcome, visible
from chaff.check.report import Report, RuleRow, RunRow

_SPECIAL = str.maketrans({char: f"\\{char}" for char in "\\`*_[]<>|~#"})


def as_markdown(report: Report) -> Iterator[str]:
    """Yield the lines of the summary: outcome, faults, rules, runs."""
    yield "## chaff check"
    yield ""
    yield f"**{'Passed' if report.ok else 'Failed'}**: {outcome(report).text}"
    if report.commit:
        yield f"at commit `{report.commit[:12]}`, {report.checked_at}"
    if report.faults:
        yield from _table(
            "Faults",
            ("where", "code", "what", "next step"),
            (
                (
                    _place(one.file, one.line),
                    f"`{one.code}`",
                    _cell(one.message),
                    one.remedy.replace("|", "\\|"),
                )
                for one in report.faults
            ),
        )
    if report.notes:
        yield from _table(
            "Notes",
            ("where", "code", "what"),
            ((_cell(n.file), f"`{n.code}`", _cell(n.message)) for n in report.notes),
        )
    if report.rules:
        about_rules = ("rule", "tier", "evidence", "due")
        yield from _table("Rules", about_rules, map(_rule, report.rules))
    if report.runs:
        about_runs = ("rule", "model", "present", "removed", "control", "evidence", "counts")
        yield from _table("Runs", about_runs, map(_run, report.runs))


def _rule(row: RuleRow) -> tuple[str, ...]:
    tier = f"{row.tier}, in the graveyard" if row.buried else row.tier
    return (_code(row.rule), tier, _cell(row.label), row.due)


def _run(row: RunRow) -> tuple[str, ...]:
    arms: tuple[str, ...] = ("", "", "")
    if row.verdict is not None:
        cells, passes = row.verdict["cells"], row.verdict["passes"]
        arms = tuple(f"{passes[arm]}/{cells}" for arm in ("present", "removed", "control"))
    counts = "yes" if row.counts else f"no: {row.why_not}"
    return (_code(row.rule), _code(row.model), *arms, _cell(row.label), _cell(counts))


def _table(title: str, columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield ""
    yield f"### {title}"
    yield ""
    yield f"| {' | '.join(columns)} |"
    yield f"|{'---|' * len(columns)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _place(file: str, line: int | None) -> str:
    return _cell(file if line is None else f"{file}:{line}")


def _code(text: str) -> str:
    """Return a stranger's name as a code span of one table cell."""
    return f"`{visible(text).replace('`', chr(39)).replace('|', chr(39))}`"


def _cell(text: str) -> str:
    """Return a stranger's words as plain text of one table cell."""
    return visible(text.replace("\n", " ")).translate(_SPECIAL)
