"""Finds the commit that registers an experiment; without one nothing is spent."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from chaff.canonical import parse
from chaff.errors import BadInputError, NotRegistered
from chaff.history import History
from chaff.run.experiment import Experiment, Registration, config_path
from chaff.run.ledger import instant
from chaff.shapes.base import convert
from chaff.shapes.config import EvalConfig, hashes_hold


def find_registration(
    history: History, experiment: Experiment, *, now: Callable[[], datetime]
) -> Registration:
    """Return where this config is registered.

    Raises NotRegistered if there is none, HistoryError if the clone is shallow.
    """
    path = config_path(experiment.rule, practice=experiment.config.practice)
    aside = "`--pilot` runs anything, and never counts"
    if not history.is_repository:
        raise NotRegistered(
            "there is no git history, so nothing can be pre-registered; nothing was spent",
            where=path,
            remedy=f"put the project under git and commit the config; {aside}",
        )
    history.require_whole()
    if history.main is None:
        raise NotRegistered(
            f"there is no branch {history.main_branch}; nothing was spent",
            where=path,
            remedy=f"commit the config to it, or set main_branch in specs/program.jsonnet; {aside}",
        )
    commit = history.registered_commit(path, lambda data: _holds(data, experiment))
    if commit is None:
        raise NotRegistered(
            f"no commit on {history.main_branch} holds {experiment.config.config_hash} for "
            f"{experiment.model}; nothing was spent",
            where=path,
            remedy=f"commit the file as it is and merge it into {history.main_branch}, then run "
            f"the same command; {aside}",
        )
    made = history.commit_time(commit)
    if made > now():
        raise NotRegistered(
            f"commit {commit} is dated {instant(made)}, which lies ahead; nothing was spent",
            where=path,
            remedy="set this machine's clock, or wait until then",
        )
    return Registration(commit=commit, made_at=instant(made))


def _holds(data: bytes, experiment: Experiment) -> bool:
    try:
        config = convert(parse(data, where="config"), EvalConfig, where="config")
    except BadInputError:
        return False
    wanted = experiment.config
    return (
        config.config_hash == wanted.config_hash
        and config.practice == wanted.practice
        and config.request_hash.get(experiment.model) == wanted.request_hash[experiment.model]
        and hashes_hold(config)
    )
