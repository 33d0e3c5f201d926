"""Compares a run's header and footer with the registered config, the clock and the lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Final

from chaff.battery.arm import view
from chaff.battery.score import patterns_of
from chaff.canonical import digest
from chaff.check.cells import Cells
from chaff.check.faults import Fault, fault
from chaff.check.lines import read_instant
from chaff.errors import BadInputError
from chaff.shapes.config import ARMS, Arm, EvalConfig, hashes_hold
from chaff.shapes.record import Header, RunFile, order_seed
from chaff.stats.matrix import MAX_ITEMS, MAX_REPEATS, MIN_ITEMS, MIN_REPEATS

_HEADER: Final = 1
_MOST_CONTROLS: Final = 64
_MOST_PATTERNS: Final = 10_000
_ADDRESS: Final = re.compile(r"https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?")
_IPV6: Final = re.compile(r"https?://\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?")


_last: list[tuple[EvalConfig, str]] = []
"""The config that was looked at last: runs of one experiment follow one another."""


def config_problem(config: EvalConfig) -> str:
    """Return how a config contradicts itself, or ''."""
    if not _last or _last[0][0] is not config:
        _last[:] = [(config, _problem_of(config))]
    return _last[0][1]


def _problem_of(config: EvalConfig) -> str:
    if problem := _too_much(config):
        return problem
    if len({item.id for item in config.battery.items}) != len(config.battery.items):
        return "two of its items have one id"
    try:
        if not hashes_hold(config):
            return "its hashes are not those of its content"
        for arm in ("present", "removed"):
            view(config, arm, "")
        for candidate in config.arms.controls:
            view(config, "control", candidate.id)
    except (BadInputError, UnicodeError) as error:
        return str(error)
    return ""


def _too_much(config: EvalConfig) -> str:
    """Return what is more than any battery that compiles has: a made-up config may cost hours."""
    items, controls = config.battery.items, config.arms.controls
    if len(items) > MAX_ITEMS or config.repeats > MAX_REPEATS:
        return f"{len(items)} items × {config.repeats} repeats are more than an experiment has"
    if len(controls) > _MOST_CONTROLS:
        return f"{len(controls)} control candidates are more than a battery has"
    if sum(len(patterns_of(item.scorer)) for item in items) > _MOST_PATTERNS:
        return "its scorers hold more patterns than a battery has"
    return ""


def header_faults(run: RunFile, config: EvalConfig, where: str) -> Iterator[Fault]:
    """Yield how a header differs from its config, whose hash it is known to name."""
    header = run.header
    stated = {
        "rule": (header.rule, config.rule),
        "practice": (header.practice, config.practice),
        "battery_hash": (header.battery_hash, config.battery_hash),
    }
    for field, (in_header, in_config) in stated.items():
        if in_header != in_config:
            message = f"{field} is {in_header!r}, in the config {in_config!r}"
            yield fault("header-mismatch", where, message, _HEADER)
    yield from _request_faults(header, config, where)
    for arm, registered in _registered_arms(header, config):
        if header.arms[arm] != registered:
            yield fault("arm-digest", where, f"{arm} is {header.arms[arm]}", _HEADER)
    if header.order_seed != order_seed(config.config_hash):
        yield fault("order-seed", where, f"the seed is {header.order_seed}", _HEADER)


def size_faults(config: EvalConfig, where: str) -> Iterator[Fault]:
    """Yield if an experiment is too small for a verdict, whatever its own thresholds say."""
    n_items, least = len(config.battery.items), max(MIN_ITEMS, config.admission.min_items)
    if n_items < least:
        yield fault("too-few-items", where, f"{n_items} items, {least} are needed", _HEADER)
    least = max(MIN_REPEATS, config.admission.min_repeats)
    if config.repeats < least:
        message = f"{config.repeats} repeats, {least} are needed"
        yield fault("too-few-repeats", where, message, _HEADER)


def place_and_time_faults(run: RunFile, where: str, now: datetime) -> Iterator[Fault]:
    """Yield if the endpoint is none, or the start lies in the future."""
    header = run.header
    if not is_endpoint(header.endpoint):
        message = f"the endpoint is {header.endpoint!r}"
        yield fault("endpoint-foreign", where, message, _HEADER)
    if read_instant(header.started_at) > now:
        yield fault("start-in-future", where, f"started at {header.started_at}", _HEADER)


def footer_faults(run: RunFile, cells: Cells, where: str, now: datetime) -> Iterator[Fault]:
    """Yield each total or time of the footer that the lines above it do not bear out."""
    footer = run.footer
    if footer is None:
        return
    totals = {
        "cells": (footer.cells, len(cells.finished)),
        "calls": (footer.calls, len(run.turns)),
        "cost_nano_usd": (footer.cost_nano_usd, sum(turn.cost_nano_usd for turn in run.turns)),
    }
    for field, (stated, counted) in totals.items():
        if stated != counted:
            message = f"{field} is {stated}, the lines make {counted}"
            yield fault("footer-mismatch", where, message, run.lines[-1].number)
    started, finished = read_instant(run.header.started_at), read_instant(footer.finished_at)
    if finished < started or (finished > now >= started):
        message = f"finished at {footer.finished_at}, started at {run.header.started_at}"
        yield fault("footer-mismatch", where, message, run.lines[-1].number)


def is_endpoint(endpoint: str) -> bool:
    """Tell whether a text names an endpoint: a known one, or an address without credentials."""
    return endpoint in ("anthropic", "embedded") or any(
        form.fullmatch(endpoint) for form in (_ADDRESS, _IPV6)
    )


def _request_faults(header: Header, config: EvalConfig, where: str) -> Iterator[Fault]:
    registered = config.request_hash.get(header.model)
    if registered is None:
        named = ", ".join(sorted(config.requests))
        message = f"{header.model}; the config names {named}"
        yield fault("model-foreign", where, message, _HEADER)
        return
    if header.request_hash != registered:
        message = f"request_hash is {header.request_hash}, in the config {registered}"
        yield fault("header-mismatch", where, message, _HEADER)
    try:
        sent = digest(header.request)
    except BadInputError:
        sent = ""
    if sent != registered:
        message = f"sent {header.request}, registered {config.requests[header.model]}"
        yield fault("request-settings", where, message, _HEADER)


def _registered_arms(header: Header, config: EvalConfig) -> Iterator[tuple[Arm, str]]:
    yield ARMS[0], config.arms.present.digest
    yield ARMS[1], config.arms.removed.digest
    for candidate in config.arms.controls:
        if candidate.id == header.control:
            yield ARMS[2], candidate.digest
