"""Gathers specs, runs, ledger and history of a project, and derives the whole report from them.

The only part of the checker that reads files. It executes nothing that it reads, follows no link,
opens no socket, needs no key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

from chaff.canonical import parse
from chaff.check.assess import assess
from chaff.check.claims import claim_faults
from chaff.check.compiled import (
    Compiled,
    compiled_faults,
    program_of,
    recompile,
)
from chaff.check.configs import Configs, read_config
from chaff.check.deletions import deletion_faults
from chaff.check.faults import Fault, Note, fault, note
from chaff.check.graves import grave_faults
from chaff.check.ledger import (
    FOLDER,
    Starts,
    by_start,
    cap_faults,
    entry_faults,
    ledger_notes,
    read_entry,
    rewritten_faults,
    unledgered_faults,
)
from chaff.check.registration import history_faults
from chaff.check.report import Report, RunRow, make_report
from chaff.check.rows import Evidence, Index, responses_scored, rule_rows, run_rows
from chaff.check.runs import (
    RUN_PATH,
    copied_answers,
    second_run_faults,
    second_runs,
)
from chaff.check.standing import RuleFacts, due_notes, tier_faults
from chaff.check.together import judge_together
from chaff.check.tree import LARGEST_RUN, list_files, read_file
from chaff.errors import BadInputError, UsageError
from chaff.history import History
from chaff.shapes.base import convert
from chaff.shapes.compiled import CompiledRule
from chaff.shapes.ledger import SpendEntry
from chaff.shapes.program import CompiledProgram

KEYS: Final = (
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "ANTHROPIC_CUSTOM_HEADERS",
    "ANTHROPIC_FEDERATION_RULE_ID",
    "ANTHROPIC_PROFILE",
)
"""Whatever the runner could pay with; headers of one's own may carry a key, too."""
_SAID: Final = 1


def check(
    root: Path,
    *,
    now: datetime,
    environment: Mapping[str, str] | None = None,
    compiler: Callable[[Path], Compiled] = recompile,
) -> Report:
    """Return everything that is wrong with the project at `root`, and what its evidence shows.

    Raises UsageError if there is no project, HistoryError if git refuses to answer.
    """
    root = root.resolve()
    if not (root / "specs").is_dir():
        raise UsageError(
            "there is no rule library here: no folder specs/",
            where=str(root),
            remedy="name its folder with --root",
        )
    compiled = compiler(root)
    faults = [*_key_faults(environment or {}), *compiled_faults(root, compiled)]
    program = program_of(root, compiled.outputs)
    if program is None:
        return make_report(faults, [], now=now)
    return _Project(root, compiled, program, now).report(faults)


class _Project:
    """One project while it is checked."""

    def __init__(
        self, root: Path, compiled: Compiled, program: CompiledProgram, now: datetime
    ) -> None:
        self.root, self.now, self.program = root, now, program
        self.paths = list_files(root, "runs")
        self.entries, self.ledger_faults = _read_ledger(root, self.paths)
        self.history = History.open(root, program.program.main_branch)
        outputs = compiled.outputs
        configs = {
            path: read_config(data, where=path)
            for path, data in outputs.items()
            if path.endswith("/eval.config.json")
        }
        contents = {outputs[path]: config for path, config in configs.items()}
        known_configs = Configs(self.history, configs.values(), contents)
        self.assess = partial(assess, history=self.history, configs=known_configs, now=now)
        paths = [path for path in self.paths if _is_run(path)]
        judged = judge_together(root, paths, known_configs, now)
        runs = tuple(
            self.assess(path, partial(_read_run, root, path), judged=judged) for path in paths
        )
        hashes: dict[str, list[str]] = {name: [] for name in compiled.rules}
        for path, config in configs.items():
            hashes.setdefault(path.split("/")[1], []).append(config.config_hash)
        starts = Starts(self.entries, hashes)
        rules = tuple(
            RuleFacts(
                id=rule.id,
                title=rule.title,
                tier=rule.tier,
                config=configs[f"generated/{rule.id}/eval.config.json"],
                practice=configs.get(f"generated/{rule.id}/practice/eval.config.json"),
                names=starts.names(rule.id),
                buried=rule.buried,
                grave=_grave(root, rule.id),
            )
            for rule in _rules(outputs)
        )
        self.evidence = Evidence(
            index=Index.of(rules, runs),
            program=program,
            rules=rules,
            runs=runs,
            seconds=second_runs(
                runs, program.program.max_age_days, came_before=self.history.came_before
            ),
            starts=starts,
        )

    def report(self, faults: list[Fault]) -> Report:
        evidence = self.evidence
        bases = {rule.id: evidence.basis_of(rule) for rule in evidence.rules}
        notes = list(self._notes())
        faults = [*faults, *self._run_faults(), *self._ledger_faults()]
        rules = rule_rows(evidence, bases, self.now)
        runs = run_rows(evidence, bases)
        rows = {row.rule: row for row in rules}
        own: dict[str | None, list[RunRow]] = {}
        for row in runs:
            own.setdefault(row.is_of, []).append(row)
        for rule in evidence.rules:
            if evidence.has_faulty_run(rule) or self._history_is_blind:
                # What follows from a fault is no second fault.
                continue
            standing = list(tier_faults(rule, bases[rule.id], self.program, self.now))
            measured = own.get(rule.id, [])
            faults.extend(standing or claim_faults(self.root, rows[rule.id], measured))
            faults.extend([] if standing else grave_faults(rule, measured))
            notes.extend(due_notes(rule, bases[rule.id], self.program, self.now))
        return make_report(
            faults,
            notes,
            now=self.now,
            commit=self.history.head,
            primary=self.program.program.models.primary,
            rules=rules,
            runs=runs,
            n_responses=responses_scored(evidence.runs),
        )

    @property
    def _history_is_blind(self) -> bool:
        needed = bool(self.evidence.runs)
        return bool(list(history_faults(self.history, needed=needed)))

    def _run_faults(self) -> Iterator[Fault]:
        runs = self.evidence.runs
        yield from history_faults(self.history, needed=bool(runs))
        for path in self.paths:
            if path.endswith(".jsonl") and not _is_known(path):
                message = "runs lie at runs/<rule>/<model>/<start>.jsonl"
                yield fault("misplaced-run", path, message, _SAID)
            elif not (_is_run(path) or _is_entry(path)) and (self.root / path).is_symlink():
                yield fault("misplaced-run", path, "is a link, which is not followed")
        for run in runs:
            yield from run.faults
        yield from second_run_faults(self.evidence.seconds)
        yield from copied_answers(runs)
        if not self.history.is_shallow:
            yield from deletion_faults(
                self.history,
                self.paths,
                runs,
                self.entries,
                assess=lambda path, data: self.assess(path, lambda: data, deleted=True),
                max_age_days=self.program.program.max_age_days,
            )

    def _ledger_faults(self) -> Iterator[Fault]:
        runs = by_start(self.evidence.runs)
        yield from self.ledger_faults
        yield from entry_faults(self.entries, runs)
        yield from rewritten_faults(self.entries, self.history.versions)
        # An entry that cannot be read may be the one that is missing.
        if not self.ledger_faults:
            yield from unledgered_faults(self.entries, runs)
        yield from cap_faults(self.entries, self.program)

    def _notes(self) -> Iterator[Note]:
        if not self.history.is_repository:
            yield note("no-git", ".", "there is no git repository: no run is registered")
        for run in self.evidence.runs:
            if run.registration.state == "not-committed":
                yield note("not-committed", run.path, "not in git yet, so not registered")
        yield from ledger_notes(self.entries, by_start(self.evidence.runs))


def is_ci(environment: Mapping[str, str]) -> bool:
    """Tell whether this is a job of a continuous integration, by what all of them set."""
    return environment.get("CI", "").lower() in ("true", "1")


def _key_faults(environment: Mapping[str, str]) -> Iterator[Fault]:
    if not is_ci(environment):
        return
    found = [name for name in KEYS if environment.get(name)]
    if found and environment.get("CHAFF_ALLOW_KEY") != "1":
        yield fault("key-in-ci", "environment", f"{', '.join(found)} is set")


def _read_run(root: Path, path: str) -> bytes:
    data = read_file(root, path, largest=LARGEST_RUN)
    if data is None:
        raise BadInputError("is gone", where=path)
    return data


def _is_run(path: str) -> bool:
    return RUN_PATH.fullmatch(path) is not None


def _is_entry(path: str) -> bool:
    return path.startswith(f"{FOLDER}/") and path.endswith(".json")


def _is_known(path: str) -> bool:
    return _is_run(path) or path.startswith(("runs/gates/", f"{FOLDER}/"))


def _read_ledger(root: Path, paths: list[str]) -> tuple[dict[str, SpendEntry], list[Fault]]:
    entries: dict[str, SpendEntry] = {}
    faults: list[Fault] = []
    for path in paths:
        if not _is_entry(path):
            continue
        try:
            entries[path] = read_entry(read_file(root, path) or b"", path)
        except BadInputError as error:
            faults.append(fault("ledger-unreadable", path, error.problem))
    return entries, faults


def _rules(outputs: Mapping[str, bytes]) -> Iterator[CompiledRule]:
    for path, data in outputs.items():
        if path.endswith("/rule.json"):
            yield convert(parse(data, where=path), CompiledRule, where=path)


def _grave(root: Path, rule: str) -> str | None:
    try:
        data = read_file(root, f"graveyard/{rule}.md")
    except BadInputError:
        return None
    return None if data is None else data.decode("utf-8", "replace")
