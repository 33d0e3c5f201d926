"""The report for people: each finding with its lines, what is known of it, and what to do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from chaff.lint.engine import Reported
from chaff.lint.finding import Finding
from chaff.lint.output.report import NOT_COVERED_TEXT, FixedReport, Result, count, summary
from chaff.lint.output.screen import printable, underlined

Style = Literal["plain", "failing", "informing", "mark", "quiet", "strong", "added", "removed"]
WIDTH: Final = 100
_GUTTER: Final = 8


class Span(NamedTuple):
    """A part of a line, and how a terminal may show it."""

    text: str
    style: Style = "plain"


Line = tuple[Span, ...]


def report_lines(result: Result, *, width: int = WIDTH) -> Iterator[Line]:
    """Yield the report line by line; no line holds what could steer a terminal."""
    for fixed in result.fixed:
        yield (Span(fixed_line(fixed)),)
    for one in result.findings:
        yield from finding_lines(one, width=width)
    for path in result.not_covered:
        yield (Span(f"{printable(path)}: {NOT_COVERED_TEXT}", "informing"),)
    for note in result.notes:
        yield (Span(f"note: {note}", "quiet"),)
    yield (Span(summary(result), "strong"),)


def finding_lines(one: Reported, *, width: int = WIDTH) -> Iterator[Line]:
    """Yield the lines of one finding."""
    found = one.finding
    place = f"{printable(one.path)}:{found.line}:{found.column}"
    style: Style = "failing" if one.fails else "informing"
    yield (
        Span(place, "strong"),
        Span(": "),
        Span(one.rule, style),
        Span(f": {printable(one.message)}"),
    )
    yield from _source(one, width)
    yield (Span(f"    {printable(one.label)}; {what_to_do(one)}", "quiet"),)


def what_to_do(one: Reported) -> str:
    """Return how a finding can be mended."""
    if one.fix is None:
        if one.fix_to:
            why = f"`chaff explain {one.rule}` says when"
            return f"no fix moves it to {one.fix_to} here ({why}), move it by hand"
        return f"no fix is made here, edit it by hand (`chaff explain {one.rule}`)"
    does = f"moves it to {one.fix_to}" if one.fix_to else "deletes it"
    if one.fix == "safe":
        return f"--fix {does}"
    return f"--fix --unsafe-fixes {does}: see it with --diff first"


def fixed_line(fixed: FixedReport) -> str:
    """Return the line that says what was written to a file."""
    rules = ", ".join(f"{rule} {number}" for rule, number in sorted(fixed.fixes.items()))
    moved = "".join(f"; moved text to {to}" for to in fixed.moved_to)
    n_fixes = count(sum(fixed.fixes.values()), "finding")
    return printable(f"{fixed.path}: fixed {n_fixes} ({rules}){moved}")


def _source(one: Reported, width: int) -> Iterator[Line]:
    """Yield the flagged lines, each underlined where it is flagged."""
    found = one.finding
    for index, line in enumerate(one.source):
        if index and not line.strip():
            continue
        cut = one.n_cut if index == 0 else 0
        text = f"…{line[1:]}" if cut else line
        start = len(line) - len(line.lstrip()) if index else found.column - 1 - cut
        stop = None if index else _stop(found, text, start)
        shown, marks = underlined(text, start, width - _GUTTER, stop)
        yield Span(f"{found.line + index:>5} | ", "quiet"), Span(shown)
        if marks.strip():
            yield Span("      | ", "quiet"), Span(marks.rstrip(), "mark")
    more = found.end_line - found.line + 1 - len(one.source)
    if more > 0:
        yield (Span(f"      | … {count(more, 'more line')}", "quiet"),)


def _stop(found: Finding, line: str, start: int) -> int | None:
    """Return where the underline of the first line ends, if that is before the line does.

    A finding that is about one name in a line quotes it in its detail.
    """
    quoted = found.detail.split("`")[1:2]
    if not quoted or not quoted[0]:
        return None
    at = line.find(quoted[0], start)
    return at + len(quoted[0]) if at >= 0 else None
