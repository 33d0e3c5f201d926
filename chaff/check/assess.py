"""Judges one run file by everything that can be known of it: content, config, history, place."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from chaff.check.configs import Configs
from chaff.check.evidence import Examined, examine
from chaff.check.faults import Fault, fault
from chaff.check.lines import header_of
from chaff.check.registration import Registration, read_registration
from chaff.check.runs import Assessed, placement_faults
from chaff.errors import BadInputError
from chaff.history import History
from chaff.shapes.config import EvalConfig
from chaff.stats.admission import Verdict, admit


def assess(
    path: str,
    read: Callable[[], bytes],
    *,
    history: History,
    configs: Configs,
    now: datetime,
    deleted: bool = False,
) -> Assessed:
    """Return what is known of the run file at `path`; `read` returns its bytes.

    A deleted one is judged by its last committed content.
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
    examined = examine(data, found.config, where=path, now=now)
    verdict, unsound = _verdict(examined, found.config, path)
    registration = read_registration(history, header, path, None if deleted else data)
    return Assessed(
        path=path,
        examined=examined,
        registration=registration,
        placement=(*found.faults, *placement_faults(path, header), *unsound),
        verdict=verdict,
    )


def _verdict(
    examined: Examined, config: EvalConfig | None, path: str
) -> tuple[Verdict | None, tuple[Fault, ...]]:
    if examined.matrix is None or config is None:
        return None, ()
    try:
        return admit(examined.matrix, config.admission), ()
    except BadInputError as error:
        return None, (fault("config-unsound", path, str(error), 1),)


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
