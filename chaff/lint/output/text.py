"""The report for people: each finding with its lines, what is known of it, and what to do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from chaff.label import UNMEASURED
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
    yield from ((Span(line, "quiet"),) for line in legend(result))
    yield (Span(summary(result), "strong"),)


def legend(result: Result) -> Iterator[str]:
    """Yield what a reader who sees findings for the first time must know of them."""
    if not result.findings:
        return
    if any(one.label == UNMEASURED for one in result.findings):
        yield (
            "heuristic: not measured = no experiment has shown yet that an agent does better "
            "without it, so it fails only with --fail-on."
        )
    rules = {one.rule for one in result.findings}
    which = next(iter(rules)) if len(rules) == 1 else "RULE"
    yield f"`chaff explain {which}` says why, what speaks against it, and what was measured."


def finding_lines(one: Reported, *, width: int = WIDTH) -> Iterator[Line]:
    """Yield the lines of one finding."""
    found = one.finding
    place = f"{printable(one.path)}:{found.line}:{found.column}"
    style: Style = "failing" if one.fails else "informing"
    yield (
        Span(place, "strong"),
        Span(": "),
        Span(one.rule, style),
        Span(f": {printable(_said(one))}"),
    )
    yield from _source(one, width)
    yield (Span(f"    {printable(one.label)}; {what_to_do(one)}", "quiet"),)


def what_to_do(one: Reported) -> str:
    """Return how a finding can be mended."""
    if one.fix is None:
        by_hand = f"move it to {one.fix_to}" if one.fix_to else "edit it"
        because = f" ({one.why_left})" if one.why_left else ""
        return f"no fix is made here{because}: {by_hand} by hand"
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


def _said(one: Reported) -> str:
    """Return the message without what is said of this finding alone: that stands at its caret."""
    detail = one.finding.detail
    return one.message.replace(f" ({detail})", "", 1) if detail else one.message


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
        yield from _marked(marks.rstrip(), "" if index else printable(found.detail), width)
    more = found.end_line - found.line + 1 - len(one.source)
    if more > 0:
        yield (Span(f"      | … {count(more, 'more line')}", "quiet"),)


def _marked(marks: str, detail: str, width: int) -> Iterator[Line]:
    """Yield the underline with what is said of the finding: behind it, or if it is long, below."""
    fits = _GUTTER + len(marks) + 1 + len(detail) <= width
    lines = [f"{marks} {detail}" if detail and fits else marks, "" if fits else detail]
    for line in filter(str.strip, lines):
        yield Span("      | ", "quiet"), Span(line, "mark")


def _stop(found: Finding, line: str, start: int) -> int | None:
    """Return where the underline of the first line ends, if that is before the line does.

    A finding that is about one name in a line quotes it in its detail.
    """
    quoted = found.detail.split("`")[1:2]
    if not quoted or not quoted[0]:
        return None
    at = line.find(quoted[0], start)
    return at + len(quoted[0]) if at >= 0 else None
