"""Compares the spend ledger with the runs it paid for, and adds it up against the caps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final

from chaff.canonical import parse
from chaff.check.faults import Fault, Note, fault, note
from chaff.check.lines import read_instant
from chaff.check.runs import Assessed, expected_path, run_path, stamp
from chaff.errors import BadInputError
from chaff.money import format_usd
from chaff.shapes.base import convert
from chaff.shapes.ledger import SpendEntry
from chaff.shapes.program import CompiledProgram
from chaff.shapes.record import Header

FOLDER: Final = "runs/spend"
_START: Final = ("rule", "practice", "pilot", "config_hash", "model", "endpoint", "started_at")
"""Which start an entry is of; its run follows from these."""
Entries = Mapping[str, SpendEntry]
"""Ledger entries by path."""


def read_entry(data: bytes, path: str) -> SpendEntry:
    """Return a ledger entry, or raise BadInputError."""
    entry = convert(parse(data, where=path), SpendEntry, where=path)
    try:
        read_instant(entry.started_at)
    except ValueError:
        raise BadInputError(f"{entry.started_at!r} is no date", where=path) from None
    return entry


def by_start(runs: Iterable[Assessed]) -> dict[str, Assessed]:
    """Return runs by the path that their start was entered with, wherever they lie now."""
    return {expected_path(run.header) if run.header else run.path: run for run in runs}


def entry_faults(entries: Entries, runs: Mapping[str, Assessed]) -> Iterator[Fault]:
    """Yield what is wrong with each entry, by itself and against its run (see `by_start`)."""
    for path, entry in entries.items():
        if message := _misnamed(path, entry):
            yield fault("ledger-misnamed", path, message)
        elif entry.state != "open" and entry.reserved_nano_usd:
            message = f"{entry.state}, but still reserves {format_usd(entry.reserved_nano_usd)}"
            yield fault("ledger-billed", path, message)
        elif entry.run in runs:
            yield from _against_run(path, entry, runs[entry.run])
        elif not entry.pilot and entry.state != "abandoned":
            yield fault("run-gone", path, f"{entry.state}, but {entry.run} is not there")


def rewritten_faults(
    entries: Entries, versions: Callable[[str], Iterable[bytes]]
) -> Iterator[Fault]:
    """Yield each entry that takes back what a committed version of it said.

    Its state may change; which start it is may not, and what was spent only grows.
    """
    for path, entry in entries.items():
        for data in versions(path):
            try:
                before = read_entry(data, path)
            except BadInputError:
                continue
            if message := _taken_back(before, entry):
                yield fault("ledger-rewritten", path, message)
                break


def unledgered_faults(entries: Entries, runs: Mapping[str, Assessed]) -> Iterator[Fault]:
    """Yield each run that no entry names, pilots aside."""
    named = {entry.run for entry in entries.values()}
    for start, run in runs.items():
        is_pilot = run.header is not None and run.header.pilot
        if start not in named and not is_pilot:
            yield fault("run-unledgered", run.path, f"no entry in {FOLDER} names {start}")


def cap_faults(entries: Entries, program: CompiledProgram) -> Iterator[Fault]:
    """Yield if what was billed, reserved or lost exceeds a cap; pilots count too."""
    held: dict[str, int] = {}
    rules: dict[str, str] = {}
    for entry in entries.values():
        held[entry.config_hash] = held.get(entry.config_hash, 0) + entry.held_nano_usd
        rules[entry.config_hash] = entry.rule
    for config_hash, amount in held.items():
        if amount > program.rule_cap_nano_usd:
            message = f"{rules[config_hash]} ({config_hash}) holds " + _over(
                amount, program.rule_cap_nano_usd
            )
            yield fault("over-rule-cap", FOLDER, message)
    since = program.program.caps.budget_from
    spent = sum(e.held_nano_usd for e in entries.values() if e.started_at[:10] >= since)
    if spent > program.program_cap_nano_usd:
        message = f"since {since} all rules hold " + _over(spent, program.program_cap_nano_usd)
        yield fault("over-program-cap", FOLDER, message)


def ledger_notes(entries: Entries, runs: Mapping[str, Assessed]) -> Iterator[Note]:
    """Yield the starts that have no complete run."""
    for entry in entries.values():
        run = runs.get(entry.run)
        if entry.pilot or (run is not None and run.examined.complete):
            continue
        if entry.state == "abandoned":
            yield note("abandoned", entry.run, f"started at {entry.started_at} and given up")
        elif run is not None:
            answers = run.examined.n_answers
            yield note("incomplete", entry.run, f"{answers} answers so far")


class Starts:
    """Counts the starts of every rule. A rule keeps its attempts when it is renamed.

    Two names that started the same config hash are one rule; so is a name that now compiles to a
    hash which another name started (`current`: rule to its config hashes).
    """

    def __init__(self, entries: Entries, current: Mapping[str, Collection[str]]) -> None:
        self._family: dict[str, str] = {}
        for rule, hashes in current.items():
            for config_hash in hashes:
                self._join(rule, config_hash)
        for entry in entries.values():
            self._join(entry.rule, entry.config_hash)
        self._names: dict[str, set[str]] = {}
        for rule in {*current, *(entry.rule for entry in entries.values())}:
            self._names.setdefault(self._head(rule), set()).add(rule)
        self._starts: dict[tuple[str, str, bool], list[str]] = {}
        for entry in sorted(entries.values(), key=lambda one: one.started_at):
            if not entry.pilot:
                key = (self._head(entry.rule), entry.model, entry.practice)
                self._starts.setdefault(key, []).append(entry.started_at)

    def names(self, rule: str) -> frozenset[str]:
        """Return every name under which a rule was started, its own included."""
        return frozenset(self._names.get(self._head(rule), ())) | {rule}

    def of(self, rule: str, model: str, *, practice: bool) -> tuple[str, ...]:
        """Return when a rule was started on a model, pilots aside: each start is an attempt."""
        return tuple(self._starts.get((self._head(rule), model, practice), ()))

    def _join(self, one: str, other: str) -> None:
        self._family[self._head(one)] = self._head(other)

    def _head(self, name: str) -> str:
        while (above := self._family.get(name, name)) != name:
            self._family[name] = self._family.get(above, above)
            name = above
        return name


def _misnamed(path: str, entry: SpendEntry) -> str:
    practice = "-practice" if entry.practice else ""
    name = f"{FOLDER}/{stamp(entry.started_at)}-{entry.rule}{practice}-{entry.model}.json"
    if path != name:
        return f"its fields make it {name}"
    run = run_path(entry.rule, entry.model, entry.started_at, pilot=entry.pilot)
    return "" if entry.run == run else f"its fields make its run {run}"


def _against_run(path: str, entry: SpendEntry, run: Assessed) -> Iterator[Fault]:
    header = run.header
    if header is None:
        return
    if differing := _differing(entry, header):
        yield fault("ledger-mismatch", path, f"differs from the header in {differing}")
        return
    fits = entry.state == "closed" if run.examined.complete else entry.state != "closed"
    if not fits and run.is_sound:
        is_complete = "complete" if run.examined.complete else "incomplete"
        yield fault("ledger-state", path, f"{entry.state}, but its run is {is_complete}")
    cost = run.examined.cost_nano_usd
    if entry.state != "open" and entry.billed_nano_usd != cost:
        message = (
            f"billed {format_usd(entry.billed_nano_usd)}, "
            f"but the answers of {entry.run} cost {format_usd(cost)}"
        )
        yield fault("ledger-billed", path, message)


def _differing(entry: SpendEntry, other: SpendEntry | Header) -> str:
    return ", ".join(f for f in _START if getattr(entry, f) != getattr(other, f))


def _taken_back(before: SpendEntry, entry: SpendEntry) -> str:
    if differing := _differing(entry, before):
        return f"differs from a committed version in {differing}"
    for field in ("billed_nano_usd", "lost_nano_usd"):
        was, now = getattr(before, field), getattr(entry, field)
        if now < was:
            return f"{field} was {was} in a committed version, and is {now}"
    return ""


def _over(amount: int, cap: int) -> str:
    return f"{format_usd(amount)}; the cap is {format_usd(cap)}"
