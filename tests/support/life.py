"""A really compiled rule in a real git repository, with runs that a test may add."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copytree
from typing import Any

from chaff.canonical import parse, readable_bytes
from chaff.check.check import check
from chaff.check.report import Report
from chaff.compile.project import compile_into
from chaff.shapes.base import convert
from chaff.shapes.config import EvalConfig
from tests.support.checked import entry_path, ledger_entry, run_path
from tests.support.evidence import Passes, helps, honest_run, seal
from tests.support.project import GOOD, make_project
from tests.support.repos import Repo

RULE = "example"
SPEC = f"specs/rules/{RULE}.jsonnet"
NOW = datetime(2027, 3, 1, tzinfo=UTC)
CHANGELOG = "# Changelog\n\n## Unreleased\n\n- Something else.\n\n## 0.1.0\n\n- The beginning.\n"


class Project:
    """One rule library whose only rule, `example`, is registered on main."""

    def __init__(self, repo: Repo) -> None:
        self.repo = repo

    @property
    def root(self) -> Path:
        return self.repo.root

    @classmethod
    def make(cls, path: Path) -> Project:
        """Compile the good rule, and register it."""
        repo = Repo(path)
        repo.commit({"README.md": "x\n", ".gitignore": ".chaff/\n"})
        rule = (GOOD / "rule.libsonnet").read_text()
        make_project(path, rule.replace("importstr 'CLAUDE.md'", "importstr '../good/CLAUDE.md'"))
        compile_into(path, "program")
        compile_into(path, RULE)
        repo.commit({"CHANGELOG.md": CHANGELOG})
        return cls(repo)

    def copy(self, path: Path) -> Project:
        copytree(self.root, path)
        repo = Repo(path)
        repo.clock = self.repo.clock
        return Project(repo)

    @property
    def config(self) -> EvalConfig:
        data = (self.root / f"generated/{RULE}/eval.config.json").read_bytes()
        return convert(parse(data, where=RULE), EvalConfig, where=RULE)

    def add_run(self, *, passes: Passes = helps, commit: bool = True, **header: Any) -> str:
        """Add a complete run of the rule as it is registered, and commit it."""
        lines = honest_run(self.config, passes=passes, commit=self.repo.head, **header)
        lines[-1]["finished_at"] = lines[0]["started_at"].replace(":15:", ":45:")
        data = seal(lines)
        entry = ledger_entry(lines)
        self.repo.write({run_path(lines): data, entry_path(entry): readable_bytes(entry)})
        if commit:
            start = datetime.fromisoformat(lines[0]["started_at"])
            self.repo.commit(at=max(start, self.repo.clock) + timedelta(hours=1))
        return run_path(lines)

    def edit(self, old: str, new: str) -> None:
        """Change the spec, compile, commit."""
        assert old in self.spec()
        self.repo.write({SPEC: self.spec().replace(old, new)})
        compile_into(self.root, RULE)
        self.repo.commit()

    def check(self, *, now: datetime = NOW) -> Report:
        return check(self.root, now=now)

    def spec(self) -> str:
        return (self.root / SPEC).read_text()

    def tree(self) -> Mapping[str, bytes]:
        """Return every file, git's own and caches aside."""
        return {
            path.relative_to(self.root).as_posix(): path.read_bytes()
            for path in sorted(self.root.rglob("*"))
            if path.is_file() and path.relative_to(self.root).parts[0] not in (".git", ".chaff")
        }
