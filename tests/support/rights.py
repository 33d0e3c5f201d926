"""Runs a look at files that may not be read, even where the tests run as root."""

from __future__ import annotations

import ctypes
import json
import os
import stat
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

_CAPABILITY_VERSION_3: Final = 0x20080522


def without_rights(shut: Sequence[Path], look: Callable[[], Any]) -> Any:
    """Return what `look` returns (as JSON has it) while nobody may read what is in `shut`.

    It runs in a child process that has given up the privileges of root.
    """
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in shut}
    reader, writer = os.pipe()
    for path in shut:
        path.chmod(0)
    try:
        child = os.fork()
        if child == 0:
            _answer(look, writer)
        os.close(writer)
        with os.fdopen(reader) as answer:
            told = answer.read()
        os.waitpid(child, 0)
    finally:
        for path, mode in modes.items():
            path.chmod(mode)
    if not told:
        pytest.skip("root's privileges cannot be given up here")
    return json.loads(told)


def _answer(look: Callable[[], Any], writer: int) -> None:
    """Write the answer and end the process, whatever happens."""
    try:
        if os.geteuid() or _drop_capabilities():
            with os.fdopen(writer, "w") as answer:
                answer.write(json.dumps(look()))
    finally:
        os._exit(0)


def _drop_capabilities() -> bool:
    """Make root an ordinary owner of its files; tell whether that worked."""
    capset = getattr(ctypes.CDLL(None), "capset", None)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    nothing = (ctypes.c_uint32 * 6)()
    return capset is not None and capset(header, nothing) == 0
