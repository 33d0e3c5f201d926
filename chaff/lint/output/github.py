"""The report as GitHub's workflow commands: an annotation for each finding, error and note."""

from __future__ import annotations

from collections.abc import Iterator

from chaff.annotations import command
from chaff.lint.engine import Reported
from chaff.lint.output.report import NOT_COVERED_TEXT, Remark, Result
from chaff.lint.output.text import what_to_do


def as_github(result: Result) -> Iterator[str]:
    """Yield one workflow command a line."""
    for error in result.errors:
        yield command("error", error.text, file=error.path, line=error.line)
    for one in result.findings:
        yield _finding(one)
    for path in result.not_covered:
        yield command("warning", NOT_COVERED_TEXT, file=path)
    for note in result.notes:
        yield _note(note)


def _finding(one: Reported) -> str:
    text = f"{one.message}\n{one.finding.excerpt}\n{one.label}; {what_to_do(one)}"
    return command(
        "error" if one.fails else "notice",
        text,
        file=one.path,
        line=one.finding.line,
        endLine=one.finding.end_line,
        col=one.finding.column,
        title=f"chaff {one.rule}",
    )


def _note(note: Remark) -> str:
    return command("notice", note.text, file=note.path, line=note.line)
