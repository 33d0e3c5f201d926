"""Chooses each model's control edit by counting tokens, before anything is paid for."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, Protocol

from chaff.battery.arm import view
from chaff.battery.prompt import body
from chaff.check.answers import MOST_AHEAD
from chaff.check.control import fits as within
from chaff.errors import EndpointError, NoControl, NoCredentials, RunStopped
from chaff.run.answers import REFUSED_REMEDY, Received, tokens_in
from chaff.run.failures import (
    MAX_ATTEMPTS,
    MAX_WAIT_SECONDS,
    Failed,
    backoff,
    seconds_until,
)
from chaff.run.sizes import Sizes
from chaff.shapes.config import ARMS, Arm, EvalConfig
from chaff.shapes.program import Admission
from chaff.shapes.record import CandidateCount, TokenCounts

__all__ = [
    "Counter",
    "Counting",
    "arm_counter",
    "cannot_count",
    "choose_control",
    "fits",
    "require_match",
    "within",
]

_MOST_AHEAD: Final = (MOST_AHEAD - timedelta(minutes=10)).total_seconds()
"""Ten minutes sooner than the checker refuses what such a clock has made."""
_UNCOUNTED: Final = frozenset(("max_tokens",))


class Counting(Protocol):
    """What counts prompts: an endpoint, or something that guesses."""

    @property
    def name(self) -> str:
        """Its name in messages."""

    def count(self, body: Mapping[str, Any]) -> Received | Failed:
        """Count a request's prompt, once; free."""


class Counter:
    """Counts prompts by the free counting endpoint, each distinct one once; safe for threads."""

    def __init__(self, endpoint: Counting, now: Callable[[], datetime]) -> None:
        self._endpoint = endpoint
        self._now = now
        self._known: dict[str, int] = {}
        self._behind: float | None = None
        self._lock = threading.Lock()

    def count(self, request: dict[str, Any]) -> int | Failed:
        """Return the tokens of a request's prompt; one attempt."""
        key = json.dumps({k: request[k] for k in request if k not in _UNCOUNTED}, sort_keys=True)
        with self._lock:
            if key in self._known:
                return self._known[key]
        received = self._endpoint.count(request)
        if isinstance(received, Failed):
            return received
        now = self._now()
        tokens = tokens_in(received, endpoint=self._endpoint.name, now=now)
        if isinstance(tokens, int):
            with self._lock:
                self._known[key] = tokens
                self._behind = seconds_until(received.headers.get("date", ""), now)
        return tokens

    def require_clock(self) -> None:
        """Raise RunStopped if our clock is so far ahead of the server's that no run would count."""
        ahead = -(self._behind or 0)
        if ahead > _MOST_AHEAD:
            raise RunStopped(
                f"this machine's clock is {ahead / 3600:.1f} h ahead of the server's, and a run "
                "whose answers are older than its start does not count; nothing was spent",
                where=self._endpoint.name,
                remedy="set the clock",
            )

    def insist(self, request: dict[str, Any], sleep: Callable[[float], None]) -> int:
        """Return the tokens of a prompt, asking again where that can help.

        Raises EndpointError if the endpoint cannot count it.
        """
        for attempt in range(1, MAX_ATTEMPTS + 1):
            counted = self.count(request)
            if isinstance(counted, int):
                return counted
            wait = backoff(attempt, "count") if counted.wait is None else counted.wait
            last = attempt == MAX_ATTEMPTS or wait > MAX_WAIT_SECONDS
            if last or counted.kind in {"stop", "auth"}:
                raise cannot_count(counted)
            sleep(wait)
        raise AssertionError  # pragma: no cover - the last attempt returns or raises


def choose_control(
    config: EvalConfig, model: str, counter: Counter, sleep: Callable[[float], None]
) -> TokenCounts:
    """Return the counts that choose a model's control edit: the last one listed is the choice.

    All are of the first item's first turn, the whole request as it is sent. Candidates are counted
    in the order of the config, and the first that fits is taken. Raises NoControl with the counts
    if the fix changes too few tokens to be matched, or if no candidate fits.
    """
    count = arm_counter(config, model, counter, sleep)
    candidates = [candidate.id for candidate in config.arms.controls]
    counts = TokenCounts(
        item=config.battery.items[0].id,
        present=count("present", candidates[0]),
        removed=count("removed", candidates[0]),
        controls=(),
    )
    _require_size(config, model, counts)
    counted: list[CandidateCount] = []
    for candidate in candidates:
        counted.append(CandidateCount(id=candidate, tokens=count("control", candidate)))
        if fits(counts, counted[-1].tokens, config.admission):
            return TokenCounts(
                item=counts.item,
                present=counts.present,
                removed=counts.removed,
                controls=tuple(counted),
            )
    raise _nothing_fits(config, model, counts, counted)


def arm_counter(
    config: EvalConfig, model: str, counter: Counter, sleep: Callable[[float], None]
) -> Callable[[Arm, str], int]:
    """Return a function that counts the first item's first turn in an arm, with some control."""

    def count(arm: Arm, control: str) -> int:
        request = body(config, view(config, arm, control), config.battery.items[0], model, ())
        return counter.insist(request, sleep)

    return count


def require_match(config: EvalConfig, model: str, control: str, sizes: Sizes) -> None:
    """Raise NoControl unless the chosen control matches over all items as it does on the first.

    The checker judges the match on the recorded first prompts of every cell. Finding out here that
    it would fail costs nothing; finding out there would cost a whole run.
    """
    present, removed, chosen = (sizes.total(arm) for arm in ARMS)
    fix, edit = removed - present, chosen - present
    tolerance, n_items = config.admission.control_tolerance_percent, len(config.battery.items)
    too_small = abs(fix) < config.admission.min_edit_tokens * n_items
    if too_small or not within(fix, edit, tolerance):
        raise NoControl(
            f"on {model} the control edit {control} matches the fix on the first prompt, but not "
            f"over all {n_items}: {edit:+d} tokens, the fix {fix:+d}",
            where=config.rule,
            remedy="put another candidate first and register the battery again; nothing was spent",
        )


def fits(counts: TokenCounts, control: int, admission: Admission) -> bool:
    """Tell whether a control edit changes as many tokens as the fix, within the tolerance."""
    fix, edit = counts.removed - counts.present, control - counts.present
    return within(fix, edit, admission.control_tolerance_percent)


def cannot_count(failed: Failed) -> EndpointError:
    """Return the stop for an endpoint that does not count tokens."""
    if failed.kind == "auth":
        return NoCredentials(failed.problem, remedy=failed.remedy)
    if failed.kind == "stop" and failed.remedy not in ("", REFUSED_REMEDY):
        return EndpointError(failed.problem, remedy=f"{failed.remedy}; nothing was spent")
    return EndpointError(
        f"tokens cannot be counted: {failed.problem}",
        remedy="control edits are matched by counts, so the server needs "
        "/v1/messages/count_tokens; nothing was spent",
    )


def _require_size(config: EvalConfig, model: str, counts: TokenCounts) -> None:
    changed = abs(counts.removed - counts.present)
    if changed < config.admission.min_edit_tokens:
        raise NoControl(
            f"on {model} the fix changes {changed} tokens ({counts.present} present, "
            f"{counts.removed} removed), fewer than {config.admission.min_edit_tokens}",
            where=config.rule,
            remedy="a match of so few tokens cannot be verified: put more of what the rule flags "
            "into the battery's file; nothing was spent",
        )


def _nothing_fits(
    config: EvalConfig, model: str, counts: TokenCounts, counted: list[CandidateCount]
) -> NoControl:
    listed = ", ".join(f"{one.id} {one.tokens - counts.present:+d}" for one in counted)
    percent = config.admission.control_tolerance_percent
    return NoControl(
        f"on {model} no control edit is within {percent} % of the fix "
        f"({counts.removed - counts.present:+d} tokens): {listed}",
        where=config.rule,
        remedy=f"run `chaff control {config.rule}` for proposals, add one to the battery and "
        "register it; nothing was spent",
    )
