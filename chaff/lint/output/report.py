"""What a run of the linter found, as one value that every format is made from."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal

from chaff.errors import ChaffError
from chaff.lint.engine import NOT_COVERED, Reported
from chaff.lint.output.screen import printable
from chaff.shapes.base import Shape

Format = Literal["text", "json", "sarif", "github"]
FORMATS: Final[tuple[Format, ...]] = ("text", "json", "sarif", "github")
NOT_COVERED_TEXT: Final = (
    "not covered: mostly in a language that the rules' patterns do not read, so nothing found here "
    "does not mean clean"
)


class Remark(Shape, frozen=True, kw_only=True):
    """Something to tell beside the findings: a fault, or a note; where, and one sentence."""

    text: str
    path: str = ""
    line: int | None = None

    @classmethod
    def of(cls, error: ChaffError, *, then: str = "") -> Remark:
        """Return what an error says, its next step in brackets, and what was done all the same."""
        text = f"{error.problem} ({error.remedy})" if error.remedy else error.problem
        return cls(path=error.where, text=f"{text}; {then}" if then else text)

    def __str__(self) -> str:
        """One line that no path in it can break."""
        place = f"{self.path}:{self.line}" if self.line else self.path
        return printable(f"{place}: {self.text}" if place else self.text)


class FixedReport(Shape, frozen=True, kw_only=True):
    """A file that was fixed."""

    path: str
    fixes: Mapping[str, int]
    """Findings mended, by rule."""
    moved_to: tuple[str, ...] = ()


class Result(Shape, frozen=True, kw_only=True):
    """One run of the linter."""

    n_files: int
    """Files that were read and linted."""
    findings: tuple[Reported, ...]
    errors: tuple[Remark, ...] = ()
    """What could not be read or written, each with its reason."""
    notes: tuple[Remark, ...] = ()
    not_covered: tuple[str, ...] = ()
    fixed: tuple[FixedReport, ...] = ()
    n_suppressed: int = 0
    n_known: int = 0
    """Findings that the baseline holds."""
    fail_on: Collection[str] = ()

    @property
    def exit_status(self) -> int:
        """2 if something could not be read, 1 if a finding fails, else 0."""
        if self.errors:
            return 2
        uncovered = self.not_covered and NOT_COVERED in self.fail_on
        return int(bool(uncovered) or any(one.fails for one in self.findings))


def summary(result: Result) -> str:
    """Return the report's last line."""
    parts = [_found(result)]
    if result.n_suppressed:
        parts.append(f"{result.n_suppressed} suppressed")
    if result.n_known:
        parts.append(f"{result.n_known} in the baseline")
    if result.not_covered:
        parts.append(f"{count(len(result.not_covered), 'file')} not covered")
    if result.errors:
        parts.append(count(len(result.errors), "error"))
    return "; ".join(parts)


def _found(result: Result) -> str:
    n_findings = len(result.findings)
    if not n_findings:
        return f"{count(result.n_files, 'file')}, nothing found"
    touched = len({one.path for one in result.findings})
    failing = sum(one.fails for one in result.findings)
    files = f"{touched} of {count(result.n_files, 'file')}"
    fail = f"{failing} {'fails' if failing == 1 else 'fail'}"
    return f"{count(n_findings, 'finding')} in {files}: {fail}, {_fixable(result.findings)}"


def _fixable(findings: Sequence[Reported]) -> str:
    safe = sum(one.fix == "safe" for one in findings)
    unsafe = sum(one.fix == "unsafe" for one in findings)
    more = f", {unsafe} more with --unsafe-fixes" if unsafe else ""
    return f"{safe} can be fixed with --fix{more}"


def count(number: int, noun: str) -> str:
    """Return a number of things."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
