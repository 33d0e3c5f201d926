"""A report as GitHub's workflow commands: an error for each fault, a notice for each note."""

from __future__ import annotations

from collections.abc import Iterator

from chaff.annotations import command
from chaff.check.faults import CODES
from chaff.check.render import outcome, visible
from chaff.check.report import Report


def as_github(report: Report) -> Iterator[str]:
    """Yield one workflow command a line, and the outcome as plain text at the end."""
    for one in report.faults:
        text = f"{one.message}\n{CODES[one.code].what}\n{one.remedy}"
        yield command(
            "error",
            visible_lines(text),
            file=one.file,
            line=one.line,
            title=f"chaff check: {one.code}",
        )
    for note in report.notes:
        text = visible_lines(f"{note.message}\n{note.remedy}")
        yield command("notice", text, file=note.file, title=f"chaff check: {note.code}")
    yield outcome(report).text


def visible_lines(text: str) -> str:
    """Return text in which nothing but line ends is invisible."""
    return "\n".join(visible(line) for line in text.split("\n"))
