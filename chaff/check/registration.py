"""Reads from git history whether a run was registered before it began, and only grew since."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from chaff.check.faults import Fault, fault
from chaff.check.lines import read_instant
from chaff.history import History
from chaff.shapes.base import Shape
from chaff.shapes.record import Header

State = Literal["registered", "not-registered", "not-committed", "no-git", "unknown"]
"""`unknown` where the history at hand cannot tell; a fault of its own says so."""

_HEADER: Final = 1


class Registration(Shape, frozen=True, kw_only=True):
    """What history says of one run."""

    state: State
    faults: tuple[Fault, ...] = ()


def config_path(header: Header) -> str:
    """Return where the config that a header names is committed."""
    practice = "practice/" if header.practice else ""
    return f"generated/{header.rule}/{practice}eval.config.json"


def read_registration(
    history: History, header: Header, path: str, data: bytes | None
) -> Registration:
    """Return the registration of the run at `path`.

    `data` is the working file's content; None for a run that was deleted.
    """
    if not history.is_repository:
        return Registration(state="no-git")
    if history.is_shallow or history.main is None:
        return Registration(state="unknown")
    faults = (*_commit_faults(history, header, path), *_growth_faults(history, path, data))
    if faults:
        return Registration(state="not-registered", faults=faults)
    if data is not None and history.blob_id(data) not in history.version_ids(path):
        return Registration(state="not-committed")
    return Registration(state="registered")


def history_faults(history: History, *, needed: bool) -> Iterator[Fault]:
    """Yield what keeps history from answering at all, once for all runs."""
    if not needed or not history.is_repository:
        return
    if history.is_shallow:
        yield fault("shallow-clone", "runs", "old commits are missing from this clone")
    elif history.main is None:
        yield fault("main-unknown", "runs", f"no branch {history.main_branch!r} here or at origin")


def _commit_faults(history: History, header: Header, path: str) -> Iterator[Fault]:
    commit = header.commit
    if commit is None or not history.knows(commit):
        message = f"the header names {commit or 'no commit'}"
        yield fault("commit-unknown", path, message, _HEADER)
        return
    if not history.on_main(commit):
        message = f"{commit} is not on {history.main_branch}"
        yield fault("commit-not-on-main", path, message, _HEADER)
        return
    for addition in history.additions(path):
        if not history.is_strict_ancestor(commit, addition):
            message = f"{addition} added the run and does not come after {commit}"
            yield fault("commit-not-ancestor", path, message, _HEADER)
            break
    yield from _late_start(history, header, path)
    made = history.commit_time(commit)
    if read_instant(header.started_at) <= made:
        message = f"started at {header.started_at}, registered at {made:%Y-%m-%dT%H:%M:%SZ}"
        yield fault("start-before-registration", path, message, _HEADER)


def _late_start(history: History, header: Header, path: str) -> Iterator[Fault]:
    """Yield a fault if git had the run before it says it began: a date was made up."""
    added = history.added_in(path)
    if added is None:
        return
    made = history.commit_time(added)
    if read_instant(header.started_at) > made:
        message = f"started at {header.started_at}, committed at {made:%Y-%m-%dT%H:%M:%SZ}"
        yield fault("start-after-commit", path, message, _HEADER)


def _growth_faults(history: History, path: str, data: bytes | None) -> Iterator[Fault]:
    """Yield a fault unless each committed version is the beginning of the file as it is."""
    if data is None:
        return
    own = history.blob_id(data)
    if all(version == own for version in history.version_ids(path)):
        return
    for place, version in enumerate(history.versions(path), start=1):
        if not data.startswith(version):
            message = f"committed version {place} is not the beginning of the file"
            yield fault("run-rewritten", path, message)
            return
