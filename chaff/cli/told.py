"""What there is to tell of the files that were linted so far."""

from __future__ import annotations

from chaff.lint.baseline import Entry
from chaff.lint.engine import Reported
from chaff.lint.output.report import FixedReport, Remark


class Told:
    """Gathers file by file; two can be joined."""

    def __init__(self) -> None:
        self.texts: dict[str, bytes] = {}
        """The linted bytes of files with fixes, for a report that quotes them."""
        self.findings: list[Reported] = []
        self.entries: list[Entry] = []
        self.errors: list[Remark] = []
        self.notes: list[Remark] = []
        self.not_covered: list[str] = []
        self.fixed: list[FixedReport] = []
        self.linted: dict[str, frozenset[str]] = {}
        """The files that were linted, as the baseline names them, with the rules applied."""
        self.known: set[str] = set()
        self.n_suppressed = 0

    def add(self, later: Told) -> None:
        """Take in what there is to tell of files that come behind these."""
        self.texts |= later.texts
        self.findings += later.findings
        self.entries += later.entries
        self.errors += later.errors
        self.notes += later.notes
        self.not_covered += later.not_covered
        self.fixed += later.fixed
        self.linted |= later.linted
        self.known |= later.known
        self.n_suppressed += later.n_suppressed
