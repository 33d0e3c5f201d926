"""The caps against a model of everything that can happen to them (Hypothesis, stateful).

Real budgets, ledger entries, run files and locks in a temporary folder; only the server is a model:
it bills what it answered, whether or not the answer arrived, also for calls whose process has died.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

import chaff.run.budget
from chaff.errors import OverCap
from chaff.money import cost_nano_usd, worst_case_nano_usd
from chaff.run.budget import Budget, Caps
from chaff.run.closing import abandon
from chaff.run.journal import Journal
from chaff.run.ledger import entry_path, new_entry, read_entry, write_entry
from chaff.run.locks import running
from chaff.shapes.program import Prices
from chaff.shapes.record import Header, Usage
from tests.support.dying_disk import Died, dying_disk
from tests.support.records import header, turn

BUDGET_FROM = "2026-12-01"
CONFIGS = ("sha256:" + "1" * 64, "sha256:" + "2" * 64)

price = st.integers(0, 9)
prices = st.builds(
    Prices,
    input=price,
    output=price,
    cache_write_5m=price,
    cache_write_1h=price,
    cache_read=price,
    batch_permille=st.integers(0, 1000),
)
tokens = st.integers(0, 20)


@dataclass
class Call:
    """A call that was reserved and sent: what it may cost, and what decides what it will."""

    worst: int
    prompt: int
    most: int
    batch: bool = False

    def usage(self, draw: st.DataObject) -> Usage:
        """Return what the server did: any use of the cache, any length up to the bound."""
        left, parts = self.prompt, []
        for _ in range(3):
            parts.append(draw.draw(st.integers(0, left)))
            left -= parts[-1]
        return Usage(
            input=left,
            cache_write_5m=parts[0],
            cache_write_1h=parts[1],
            cache_read=parts[2],
            output=draw.draw(st.integers(0, self.most)),
        )


@dataclass
class Start:
    """One start as the model knows it; `budget` and `journal` are the real ones of its process."""

    header: Header = field(repr=False)
    run: str
    place: Path
    budget: Budget | None = None
    journal: Journal | None = None
    lock: ExitStack = field(default_factory=ExitStack)
    flying: list[Call] = field(default_factory=list)
    orphans: list[Call] = field(default_factory=list)
    """Calls of a process that died: the server may answer, and bill, them all the same."""
    unsettled: list[tuple[Call, int]] = field(default_factory=list)
    """Recorded with their cost, but the process died before it could settle them."""
    batch: list[Call] = field(default_factory=list)
    """What the server works on for a day; it outlives the process that sent it."""
    really_billed: int = 0
    billed: int = 0
    lost: int = 0
    ended: bool = False

    @property
    def reserved(self) -> int:
        calls = [*self.flying, *self.orphans, *self.batch, *(call for call, _ in self.unsettled)]
        return sum(call.worst for call in calls)

    @property
    def held(self) -> int:
        return self.billed + self.lost + self.reserved

    @property
    def exposed(self) -> int:
        """What the server has billed, and what it still may."""
        return self.really_billed + sum(
            call.worst for call in (*self.flying, *self.orphans, *self.batch)
        )

    @property
    def may_shrink_to(self) -> int:
        """What it may come to hold: a live process gives reservations back, a dead one does not."""
        return self.held - (self.reserved if self.budget else 0)


class CapsMachine(RuleBasedStateMachine):
    """Whatever happens, no more is billed than the caps allow; and what fits is let through."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Path(tempfile.mkdtemp())
        self.starts: list[Start] = []
        self.caps: Caps | None = None
        self.old = (0, 0)
        self.asked = 0
        self.patches = ExitStack()
        self.patches.enter_context(dying_disk())
        self.patches.enter_context(patch.object(chaff.run.budget, "_POLL_SECONDS", 0))

    def teardown(self) -> None:
        for start in self.starts:
            self._drop(start)
        self.patches.close()
        shutil.rmtree(self.root)

    # --- what is there ---------------------------------------------------------------------------

    def _caps(self, draw: st.DataObject) -> Caps:
        if self.caps is None:
            self.caps = Caps(
                rule_nano_usd=draw.draw(st.integers(0, 3000), label="rule cap"),
                program_nano_usd=draw.draw(st.integers(0, 5000), label="program cap"),
                budget_from=BUDGET_FROM,
            )
            self.old = tuple(
                draw.draw(st.integers(0, self.caps.rule_nano_usd // 2), label="spent before")
                for _ in CONFIGS
            )
            for config, spent in zip(CONFIGS, self.old, strict=True):
                before = header_of(config, f"2026-11-0{CONFIGS.index(config) + 1}T00:00:00Z", None)
                entry = new_entry(before, "runs/gone.jsonl")
                entry = msgspec.structs.replace(entry, billed_nano_usd=spent, state="closed")
                write_entry(entry_path(self.root, before, free=False), entry)
        return self.caps

    def _alive(self) -> list[Start]:
        return [start for start in self.starts if start.budget is not None]

    def _dead(self) -> list[Start]:
        return [start for start in self.starts if start.budget is None and not start.ended]

    def _flying(self) -> list[Start]:
        return [start for start in self._alive() if start.flying]

    def _rooms(self, start: Start, held: Any) -> tuple[tuple[int, int], ...]:
        """Return what is held by `held` of each start, and the cap, for rule and program."""
        config = start.header.config_hash
        of_rule = [other for other in self.starts if other.header.config_hash == config]
        before = self.old[CONFIGS.index(config)]
        assert self.caps is not None
        return (
            (before + sum(map(held, of_rule)), self.caps.rule_nano_usd),
            (sum(map(held, self.starts)), self.caps.program_nano_usd),
        )

    def _expected(self, start: Start, worst: int) -> str:
        now = self._rooms(start, lambda one: one.held)
        best = self._rooms(
            start, lambda one: one.may_shrink_to if one.reserved or one is start else one.held
        )
        if worst == 0 or all(held + worst <= cap for held, cap in now):
            return "granted"
        return "never" if any(held + worst > cap for held, cap in best) else "waits"

    def _drop(self, start: Start) -> None:
        """End a process: what it held in memory is gone, and so are its locks."""
        if start.journal is not None:
            start.journal.close()
        start.budget = start.journal = None
        start.lock.close()
        start.orphans += start.flying
        start.flying = []

    # --- what can happen -------------------------------------------------------------------------

    @precondition(lambda self: len(self._alive()) + len(self._dead()) < 4)
    @rule(draw=st.data(), config=st.sampled_from(CONFIGS), pilot=st.booleans(), priced=prices)
    def begin(self, draw: st.DataObject, config: str, priced: Prices, *, pilot: bool) -> None:
        caps, number = self._caps(draw), len(self.starts)
        head = header_of(config, f"2026-12-02T12:00:{number:02}Z", priced, pilot=pilot)
        run = f"{'.chaff/pilots' if pilot else 'runs'}/a-rule/m/{number}.jsonl"
        start = Start(head, run, entry_path(self.root, head, free=False))
        start.lock.enter_context(running(self.root, run))
        start.journal = Journal.create(self.root / run, head, where=run)
        start.budget = Budget.start(self.root, start.place, caps, new_entry(head, run))
        self.starts.append(start)

    def _draw_call(self, draw: st.DataObject, start: Start, *, batch: bool) -> Call:
        prompt, most = draw.draw(tokens, label="prompt"), draw.draw(tokens, label="max_tokens")
        worst = worst_case_nano_usd(prompt, most, start.header.prices)
        if batch:
            worst = -(-worst * start.header.prices.batch_permille // 1000)
        return Call(worst, prompt, most, batch)

    @precondition(lambda self: self._alive())
    @rule(draw=st.data())
    def reserve(self, draw: st.DataObject) -> None:
        start = draw.draw(st.sampled_from(self._alive()))
        call = self._draw_call(draw, start, batch=False)
        if self._reserved(start, call.worst):
            start.flying.append(call)

    @precondition(lambda self: any(not start.batch for start in self._alive()))
    @rule(draw=st.data(), size=st.integers(1, 3))
    def send_batch(self, draw: st.DataObject, size: int) -> None:
        free = [start for start in self._alive() if not start.batch]
        start = draw.draw(st.sampled_from(free))
        calls = [self._draw_call(draw, start, batch=True) for _ in range(size)]
        if self._reserved(start, sum(call.worst for call in calls)):
            start.batch = calls

    def _reserved(self, start: Start, worst: int) -> bool:
        expected, looks = self._expected(start, worst), iter((False, True))
        assert start.budget is not None
        try:
            granted = start.budget.reserve(worst, lambda: next(looks))
        except OverCap:
            assert expected == "never"
            return False
        assert expected == ("granted" if granted else "waits")
        return granted

    @precondition(lambda self: self._flying())
    @rule(draw=st.data())
    def answered(self, draw: st.DataObject) -> None:
        start = draw.draw(st.sampled_from(self._flying()))
        call = start.flying.pop(draw.draw(st.integers(0, len(start.flying) - 1)))
        self._take(draw, start, call)

    @precondition(lambda self: any(start.batch for start in self._alive()))
    @rule(draw=st.data(), whole=st.booleans())
    def batch_ended(self, draw: st.DataObject, *, whole: bool) -> None:
        start = draw.draw(st.sampled_from([start for start in self._alive() if start.batch]))
        while start.batch:
            call = start.batch.pop()
            if whole or draw.draw(st.booleans()):
                self._take(draw, start, call)
            else:
                # Expired or canceled: not billed.
                assert start.budget is not None
                start.budget.settle(call.worst)

    def _take(self, draw: st.DataObject, start: Start, call: Call) -> int:
        usage = call.usage(draw)
        cost = cost_nano_usd(usage, start.header.prices, batch=call.batch)
        start.really_billed += cost
        start.unsettled.append((call, cost))
        assert start.journal is not None
        assert start.budget is not None
        self.asked += 1
        line = turn(name=f"msg_{self.asked}")
        start.journal.append(msgspec.structs.replace(line, usage=usage, cost_nano_usd=cost))
        start.budget.settle(call.worst, billed=cost)
        start.unsettled.remove((call, cost))
        start.billed += cost
        return cost

    @precondition(lambda self: self._flying())
    @rule(draw=st.data(), billed=st.booleans(), suspected=st.booleans())
    def failed(self, draw: st.DataObject, *, billed: bool, suspected: bool) -> None:
        """A call fails before or after the server billed it; afterwards that is suspected."""
        start = draw.draw(st.sampled_from(self._flying()))
        call = start.flying.pop(draw.draw(st.integers(0, len(start.flying) - 1)))
        if billed:
            usage = call.usage(draw)
            start.really_billed += cost_nano_usd(usage, start.header.prices)
        lost = call.worst if billed or suspected else 0
        assert start.budget is not None
        start.budget.settle(call.worst, lost=lost)
        start.lost += lost

    @precondition(lambda self: self._alive())
    @rule(draw=st.data(), wishes=st.integers(2, 4))
    def all_at_once(self, draw: st.DataObject, wishes: int) -> None:
        """Several threads wait for the ledger, and one of them writes for all."""
        start = draw.draw(st.sampled_from(self._alive()))
        calls = [self._draw_call(draw, start, batch=False) for _ in range(wishes)]
        given_back = start.flying.pop() if start.flying else None
        granted: list[Call] = []

        def ask(call: Call) -> None:
            looks = iter((False, True))
            try:
                if budget.reserve(call.worst, lambda: next(looks)):
                    granted.append(call)
            except OverCap:
                return

        budget = start.budget
        assert budget is not None
        threads = [threading.Thread(target=ask, args=(call,)) for call in calls if call.worst]
        if given_back and given_back.worst:
            threads.append(threading.Thread(target=budget.settle, args=(given_back.worst,)))
        with budget._writing:
            for queued, thread in enumerate(threads):
                # One after the other, so that every run of the test sees the same order.
                thread.start()
                while len(budget._queue) <= queued:
                    time.sleep(0)
        # What holds the lock in the budget itself looks at the queue once more afterwards.
        budget._drain()
        for thread in threads:
            thread.join()
        is_in = [any(call is one for one in granted) for call in calls]
        start.flying += [call for call, fits in zip(calls, is_in, strict=True) if fits]
        for call, fits in zip(calls, is_in, strict=True):
            assert fits or not call.worst or self._expected(start, call.worst) != "granted"

    @precondition(lambda self: self._flying())
    @rule(draw=st.data(), at=st.integers(0, 12))
    def killed_while_an_answer_is_recorded(self, draw: st.DataObject, at: int) -> None:
        start = draw.draw(st.sampled_from(self._flying()))
        call = start.flying.pop()
        try:
            with dying_disk(at):
                self._take(draw, start, call)
        except Died:
            self._look_at_what_is_left(start)
        self._drop(start)

    @precondition(lambda self: self._alive())
    @rule(draw=st.data(), at=st.integers(0, 6))
    def killed_while_reserving(self, draw: st.DataObject, at: int) -> None:
        """What was granted on the disk may have been, and never is, sent."""
        start = draw.draw(st.sampled_from(self._alive()))
        call = self._draw_call(draw, start, batch=False)
        try:
            with dying_disk(at):
                if self._reserved(start, call.worst):
                    start.flying.append(call)
        except Died:
            before = start.reserved
            reserved = read_entry(start.place, self.root).reserved_nano_usd
            assert reserved in {before, before + call.worst}
            if reserved > before:
                start.flying.append(call)
        self._drop(start)

    def _look_at_what_is_left(self, start: Start) -> None:
        """Find out how far a process got: its answer is recorded and settled, or not."""
        call, cost = start.unsettled[-1]
        entry = read_entry(start.place, self.root)
        if entry.billed_nano_usd == start.billed + cost and (
            entry.reserved_nano_usd == start.reserved - call.worst
        ):
            start.unsettled.pop()
            start.billed += cost
            return
        assert entry.billed_nano_usd == start.billed, "an entry is old or new, nothing between"
        lines = (self.root / start.run).read_bytes().split(b"\n")
        if not any(f'"msg_{self.asked}"'.encode() in line for line in lines[:-1]):
            # Paid, but not recorded: its worst case stays held.
            start.unsettled.pop()
            start.really_billed -= cost
            start.orphans.append(call)

    @precondition(lambda self: self._alive())
    @rule(draw=st.data())
    def killed(self, draw: st.DataObject) -> None:
        self._drop(draw.draw(st.sampled_from(self._alive())))

    @precondition(lambda self: self._dead())
    @rule(draw=st.data())
    def resumed(self, draw: st.DataObject) -> None:
        start = draw.draw(st.sampled_from(self._dead()))
        start.lock.enter_context(running(self.root, start.run))
        start.journal = Journal.resume(self.root / start.run, where=start.run)
        recorded = start.billed + sum(cost for _, cost in start.unsettled)
        assert start.journal.cost_nano_usd == recorded, "every recorded answer is there"
        self._written_off(start)
        start.budget = Budget.resume(
            self.root,
            start.place,
            self._caps(draw),
            new_entry(start.header, start.run),
            recorded_nano_usd=recorded,
            kept_nano_usd=sum(call.worst for call in start.batch),
        )

    @precondition(lambda self: self._dead())
    @rule(draw=st.data())
    def abandoned(self, draw: st.DataObject) -> None:
        start = draw.draw(st.sampled_from(self._dead()))
        abandon(self.root, start.run)
        start.orphans += start.batch
        start.batch = []
        self._written_off(start)
        start.ended = True

    def _written_off(self, start: Start) -> None:
        """What may have been billed counts as lost from now on, and the server billed the most."""
        for call in start.orphans:
            start.lost += call.worst
            start.really_billed += call.worst
        for call, cost in start.unsettled:
            start.billed += cost
            start.lost += call.worst - cost
        start.orphans, start.unsettled = [], []

    @precondition(lambda self: any(not one.flying and not one.batch for one in self._alive()))
    @rule(draw=st.data())
    def completed(self, draw: st.DataObject) -> None:
        quiet = [start for start in self._alive() if not start.flying and not start.batch]
        start = draw.draw(st.sampled_from(quiet))
        assert start.budget is not None
        start.budget.close()
        start.ended = True
        self._drop(start)

    # --- what must always hold -------------------------------------------------------------------

    @invariant()
    def no_cap_is_exceeded_whatever_the_server_still_bills(self) -> None:
        for start in self.starts:
            for exposed, cap in self._rooms(start, lambda one: one.exposed):
                assert exposed <= cap

    @invariant()
    def the_ledger_is_what_the_model_says(self) -> None:
        for start in self.starts:
            entry = read_entry(start.place, self.root)
            written = (entry.billed_nano_usd, entry.reserved_nano_usd, entry.lost_nano_usd)
            assert written == (start.billed, start.reserved, start.lost)
            assert entry.held_nano_usd >= start.exposed


def header_of(config: str, at: str, priced: Prices | None, *, pilot: bool = False) -> Header:
    made = msgspec.structs.replace(header(), config_hash=config, started_at=at, pilot=pilot)
    return msgspec.structs.replace(made, prices=priced) if priced else made


def size(examples: int, steps: int) -> settings:
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


TestCaps = CapsMachine.TestCase
TestCaps.settings = size(40, 30)


@pytest.mark.slow
class TestCapsForLong(CapsMachine.TestCase):
    settings = size(600, 60)
