"""Judges one run file by everything that can be known of it: content, config, history, place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from chaff.canonical import digest_bytes
from chaff.check.configs import Configs
from chaff.check.evidence import Examined, examine
from chaff.check.faults import Fault, fault
from chaff.check.lines import header_of
from chaff.check.registration import Registration, read_registration
from chaff.check.runs import Assessed, placement_faults
from chaff.errors import BadInputError
from chaff.history import History
from chaff.shapes.base import Shape
from chaff.shapes.config import EvalConfig
from chaff.stats.admission import Verdict, admit


class Judged(Shape, frozen=True, kw_only=True):
    """What follows from a run's bytes and its config alone, whoever works it out."""

    examined: Examined
    verdict: Verdict | None
    unsound: tuple[Fault, ...]


def judge(data: bytes, config: EvalConfig | None, *, where: str, now: datetime) -> Judged:
    """Examine a run, score it again, and apply the admission test."""
    examined = examine(data, config, where=where, now=now)
    if examined.matrix is None or config is None:
        return Judged(examined=examined, verdict=None, unsound=())
    try:
        verdict = admit(examined.matrix, config.admission)
    except BadInputError as error:
        unsound = (fault("config-unsound", where, str(error), 1),)
        return Judged(examined=examined, verdict=None, unsound=unsound)
    return Judged(examined=examined, verdict=verdict, unsound=())


def assess(
    path: str,
    read: Callable[[], bytes],
    *,
    history: History,
    configs: Configs,
    now: datetime,
    deleted: bool = False,
    judged: Mapping[str, Judged] | None = None,
) -> Assessed:
    """Return what is known of the run file at `path`; `read` returns its bytes.

    A deleted one is judged by its last committed content. What was `judged` already, by path, is
    taken if it is of these very bytes.
    """
    try:
        data = read()
    except BadInputError as error:
        return _unread(path, error)
    header = header_of(data)
    if header is None or header.pilot:
        examined = examine(data, None, where=path, now=now)
        registration = Registration(state="not-registered")
        placement = tuple(placement_faults(path, header))
        return Assessed(
            path=path, examined=examined, registration=registration, placement=placement
        )
    found = configs.registered(header, path)
    known = (judged or {}).get(path)
    if known is None or known.examined.digest != digest_bytes(data):
        known = judge(data, found.config, where=path, now=now)
    registration = read_registration(history, header, path, None if deleted else data)
    return Assessed(
        path=path,
        examined=known.examined,
        registration=registration,
        placement=(*found.faults, *placement_faults(path, header), *known.unsound),
        verdict=known.verdict,
    )


def _unread(path: str, error: BadInputError) -> Assessed:
    examined = Examined(
        digest="",
        header=None,
        response_ids=(),
        cost_nano_usd=0,
        complete=False,
        faults=(fault("run-unreadable", path, error.problem),),
        matrix=None,
    )
    return Assessed(path=path, examined=examined, registration=Registration(state="not-registered"))
