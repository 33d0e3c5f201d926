"""Puts findings into words: for people, for programs, for GitHub's annotations."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator
from typing import Any, Final, Literal

from chaff.lint.engine import FixedFile, Reported
from chaff.shapes.base import Shape

Format = Literal["text", "json", "github"]
FORMATS: Final[tuple[Format, ...]] = ("text", "json", "github")
Style = Literal["", "bold", "red", "yellow", "dim"]


class Result(Shape, frozen=True, kw_only=True):
    """One run of the linter."""

    n_files: int
    findings: tuple[Reported, ...]
    errors: tuple[str, ...]
    """Files that could not be read, each with its reason."""

    @property
    def exit_status(self) -> int:
        """2 if something could not be read, 1 if a finding fails, else 0."""
        if self.errors:
            return 2
        return int(any(one.fails for one in self.findings))


def styled_lines(result: Result) -> Iterator[tuple[str, Style]]:
    """Yield the report for people, line by line, each with its style."""
    for one in result.findings:
        place = f"{printable(one.path)}:{one.finding.line}"
        yield f"{place}: {one.rule}: {one.title}", "red" if one.fails else "yellow"
        yield f"    {printable(one.finding.excerpt)}", ""
        remedy = "--fix mends it" if one.fixable else "no safe fix here, `chaff explain` says why"
        yield f"    {one.label}; {remedy}", "dim"
    yield summary(result), "bold"


def summary(result: Result) -> str:
    """Return the report's last line."""
    n_findings = len(result.findings)
    unread = f"; {_count(len(result.errors), 'error')}" if result.errors else ""
    if not n_findings:
        return f"{_count(result.n_files, 'file')}, nothing found{unread}"
    touched = len({one.path for one in result.findings})
    failing = sum(one.fails for one in result.findings)
    fixable = sum(one.fixable for one in result.findings)
    files = f"{touched} of {_count(result.n_files, 'file')}"
    fail = f"{failing} {'fails' if failing == 1 else 'fail'}"
    found = f"{_count(n_findings, 'finding')} in {files}: {fail}"
    return f"{found}, {fixable} can be fixed with --fix{unread}"


def as_json(result: Result) -> str:
    """Return the report for programs: ASCII, so that any path can be written."""
    value = {
        "schema": "chaff.lint/1",
        "n_files": result.n_files,
        "findings": [_json_finding(one) for one in result.findings],
        "errors": list(result.errors),
    }
    return json.dumps(value, indent=2)


def as_github(result: Result) -> Iterator[str]:
    """Yield workflow commands, one annotation a finding."""
    for one in result.findings:
        fields = {
            "file": one.path,
            "line": one.finding.line,
            "endLine": one.finding.end_line,
            "title": f"chaff {one.rule}",
        }
        properties = ",".join(f"{name}={_property(str(v))}" for name, v in fields.items())
        text = f"{one.title} ({one.label}): {one.finding.excerpt}"
        yield f"::{'error' if one.fails else 'notice'} {properties}::{_data(text)}"
    for error in result.errors:
        yield f"::error::{_data(error)}"


def as_diff(path: str, folder: str, before: bytes, after: FixedFile) -> Iterator[str]:
    """Yield the lines of a unified diff of a fixed file and of the files written beside it."""
    pairs = [(path, before.decode(), after.data.decode())]
    pairs += [(f"{folder}{name}", "", text) for name, text in sorted(after.files.items())]
    for name, old, new in pairs:
        source = printable(name) if old else "/dev/null"
        for line in difflib.unified_diff(
            old.splitlines(keepends=True),
            new.splitlines(keepends=True),
            fromfile=source,
            tofile=printable(name),
        ):
            yield line.rstrip("\r\n")
            if not line.endswith(("\n", "\r")):
                yield "\\ No newline at end of file"


def printable(text: str) -> str:
    """Return text that cannot steer a terminal."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


def _json_finding(one: Reported) -> dict[str, Any]:
    return {
        "path": one.path,
        "line": one.finding.line,
        "end_line": one.finding.end_line,
        "rule": one.rule,
        "title": one.title,
        "tier": one.tier,
        "label": one.label,
        "fails": one.fails,
        "fixable": one.fixable,
        "excerpt": one.finding.excerpt,
    }


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
