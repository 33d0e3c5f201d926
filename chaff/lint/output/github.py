"""The report as GitHub's workflow commands: an annotation for each finding, error and note."""

from __future__ import annotations

from collections.abc import Iterator

from chaff.lint.engine import Reported
from chaff.lint.output.report import NOT_COVERED_TEXT, Remark, Result
from chaff.lint.output.text import what_to_do


def as_github(result: Result) -> Iterator[str]:
    """Yield one workflow command a line."""
    for error in result.errors:
        yield _command("error", error.text, file=error.path, line=error.line)
    for one in result.findings:
        yield _finding(one)
    for path in result.not_covered:
        yield _command("warning", NOT_COVERED_TEXT, file=path)
    for note in result.notes:
        yield _note(note)


def _finding(one: Reported) -> str:
    text = f"{one.message}\n{one.finding.excerpt}\n{one.label}; {what_to_do(one)}"
    return _command(
        "error" if one.fails else "notice",
        text,
        file=one.path,
        line=one.finding.line,
        endLine=one.finding.end_line,
        col=one.finding.column,
        title=f"chaff {one.rule}",
    )


def _note(note: Remark) -> str:
    return _command("notice", note.text, file=note.path, line=note.line)


def _command(kind: str, text: str, **fields: str | int | None) -> str:
    properties = ",".join(f"{name}={_property(str(v))}" for name, v in fields.items() if v)
    return f"::{kind} {properties}::{_data(text)}" if properties else f"::{kind}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
