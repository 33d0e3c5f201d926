"""The report for programs: one JSON object in ASCII, so that any path can be written."""

from __future__ import annotations

import json
from typing import Any

from chaff import __version__
from chaff.lint.engine import Reported
from chaff.lint.output.report import Result


def as_json(result: Result) -> str:
    """Return the report; `files` is the number of files that were linted."""
    value = {
        "version": __version__,
        "files": result.n_files,
        "not_covered": list(result.not_covered),
        "findings": [_finding(one) for one in result.findings],
        "fixed": [
            {"path": one.path, "fixes": dict(one.fixes), "moved_to": list(one.moved_to)}
            for one in result.fixed
        ],
        "notes": [str(one) for one in result.notes],
        "errors": [str(one) for one in result.errors],
        "suppressed": result.n_suppressed,
        "in_baseline": result.n_known,
    }
    return json.dumps(value, indent=2)


def _finding(one: Reported) -> dict[str, Any]:
    return {
        "rule": one.rule,
        "path": one.path,
        "line": one.finding.line,
        "column": one.finding.column,
        "end_line": one.finding.end_line,
        "tier": one.tier,
        "label": one.label,
        "message": one.message,
        "fix": one.fix,
        "fails": one.fails,
    }
