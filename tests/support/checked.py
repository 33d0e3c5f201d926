"""A rule library in a real git repository, with one rule whose specs "compile" to a tiny config.

Only the Jsonnet is left out: `generated/` is written from the shapes, and the compiler handed to
the check answers with the same bytes.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from chaff.canonical import readable_bytes
from chaff.check.check import check
from chaff.check.claims import claims_bytes, claims_path, standing_of
from chaff.check.compiled import Compiled
from chaff.check.measured import identity_lines, measured_lines
from chaff.check.report import Report
from chaff.shapes.base import to_json
from chaff.shapes.config import EvalConfig
from chaff.shapes.program import CompiledProgram
from tests.support.configs import RULE, tiny_config, tiny_program
from tests.support.evidence import Lines, honest_run, seal, turns_of
from tests.support.repos import Repo

NOW = datetime(2027, 3, 1, tzinfo=UTC)


@dataclass
class Library:
    """One project. Attributes may be changed before `write_generated`."""

    repo: Repo
    tier: str = "heuristic"
    buried: bool = False
    config: EvalConfig = field(default_factory=tiny_config)
    practice: EvalConfig | None = None
    program: CompiledProgram = field(default_factory=tiny_program)
    refused: dict[str, str] = field(default_factory=dict)
    rule: str = RULE

    @property
    def root(self) -> Path:
        return self.repo.root

    def outputs(self) -> dict[str, bytes]:
        folder = f"generated/{self.rule}"
        values: dict[str, Any] = {
            "generated/program.json": to_json(self.program),
            f"{folder}/eval.config.json": to_json(self.config),
            f"{folder}/rule.json": rule_json(
                self.config, rule=self.rule, tier=self.tier, buried=self.buried
            ),
        }
        if self.practice is not None:
            values[f"{folder}/practice/eval.config.json"] = to_json(self.practice)
        return {path: readable_bytes(value) for path, value in values.items()}

    def write_generated(self) -> None:
        shutil.rmtree(self.root / "generated", ignore_errors=True)
        self.repo.write({"specs/program.jsonnet": "{}", **self.outputs()})

    def register(self) -> str:
        """Commit the config on the branch at hand; return the commit."""
        self.write_generated()
        return self.repo.commit()

    def add_run(self, lines: Lines | None = None, *, entry: Mapping[str, Any] | None = None,
                **how: Any) -> str:  # fmt: skip
        """Write a run file with its ledger entry; `entry` overrides the entry's fields."""
        lines = honest_run(self.config, commit=self.repo.head) if lines is None else lines
        self.write_run(lines, seal(lines, **how))
        self.write_entry(lines, **(entry or {}))
        return run_path(lines)

    def write_run(self, lines: Lines, data: bytes) -> None:
        # What is committed was started before.
        with suppress(ValueError):
            start = datetime.fromisoformat(lines[0]["started_at"])
            self.repo.clock = max(self.repo.clock, start)
        self.repo.write({run_path(lines): data})

    def write_entry(self, lines: Lines, **fields: Any) -> str:
        """Write the ledger entry that the runner would have left for a run."""
        value = ledger_entry(lines) | fields
        path = entry_path(value)
        self.repo.write({path: readable_bytes(value)})
        return path

    def check(self, *, now: datetime = NOW, environment: Mapping[str, str] | None = None) -> Report:
        return check(self.root, now=now, environment=environment or {}, compiler=self._compile)

    def claim(self, *, now: datetime = NOW) -> str:
        """Commit what the runs allow the rule to claim; return the path."""
        path = claims_path(self.rule)
        report = self.check(now=now)
        standing = standing_of(next(row for row in report.rules if row.rule == self.rule))
        self.repo.commit({path: claims_bytes(self.rule, standing, report.runs) or b""})
        return path

    def write_grave(self, *, now: datetime = NOW, old: str = "", new: str = "") -> None:
        """Commit a page about the newest run; `old` in its numbers is forged to `new`."""
        run = self.check(now=now).runs[-1]
        assert run.verdict is not None
        lines = (*measured_lines(run, run.verdict), "", *identity_lines(run, run.verdict))
        page = "\n".join(["# A page", "", *lines, "- and so on", ""])
        assert old in page
        self.repo.commit({f"graveyard/{self.rule}.md": page.replace(old, new)})

    def copy(self, path: Path) -> Library:
        """Return a copy of this library in another folder."""
        shutil.copytree(self.repo.path, path)
        repo = Repo(path, project=self.root.relative_to(self.repo.path).as_posix())
        repo.clock = self.repo.clock
        return replace(self, repo=repo, refused={})

    def _compile(self, _: Path) -> Compiled:
        outputs = {p: d for p, d in self.outputs().items() if p.split("/")[1] not in self.refused}
        if "program" in self.refused:
            outputs = {}
        return Compiled(outputs=outputs, rules=(self.rule,), refused=self.refused)


def rule_json(config: EvalConfig, **fields: Any) -> dict[str, Any]:
    """Return `rule.json` of a config; `fields` (rule, tier, buried) differ from the plain ones."""
    claim = {"claim": "c", "source": "s"}
    example = {"title": "t", "text": "- ~~x~~\n", "path": "CLAUDE.md", "repository": {}}
    notes = {item.id: {"misled": "m", "required": "r"} for item in config.battery.items}
    return {
        "schema": "chaff.rule/1",
        "id": fields.get("rule", config.rule),
        "title": "A superseded line",
        "rationale": {"hypothesis": "h", "supports": [claim], "against": [claim]},
        "tier": fields.get("tier", "heuristic"),
        "buried": fields.get("buried", False),
        "detect": to_json(config.detect),
        "fix": to_json(config.fix),
        "valid": [{**example, "text": "x\n"}],
        "invalid": [{**example, "findings": [{"line": 1}], "fixed": "", "fixed_files": {}}],
        "items": notes,
        "practice_items": {},
    }


def ledger_entry(lines: Lines) -> dict[str, Any]:
    """Return the ledger entry that the runner would have left for a run."""
    header = lines[0]
    return {
        "schema": "chaff.spend/1",
        **{f: header[f] for f in ("rule", "practice", "pilot", "config_hash", "model")},
        **{f: header[f] for f in ("endpoint", "started_at")},
        "run": run_path(lines),
        "state": "closed" if lines[-1]["kind"] == "footer" else "open",
        "billed_nano_usd": sum(turn.get("cost_nano_usd", 0) for turn in turns_of(lines)),
        "reserved_nano_usd": 0,
        "lost_nano_usd": 0,
    }


def run_path(lines: Lines) -> str:
    header = lines[0]
    return f"runs/{header['rule']}/{header['model']}/{stamp(header['started_at'])}.jsonl"


def entry_path(entry: Mapping[str, Any]) -> str:
    practice = "-practice" if entry["practice"] else ""
    name = f"{stamp(entry['started_at'])}-{entry['rule']}{practice}-{entry['model']}"
    return f"runs/spend/{name}.json"


def stamp(started_at: str) -> str:
    return started_at.replace("-", "").replace(":", "")


def codes(report: Report) -> list[str]:
    return [fault.code for fault in report.faults]


def note_codes(report: Report) -> list[str]:
    return [note.code for note in report.notes]
