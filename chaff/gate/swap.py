"""Puts a file in another's place in one step, handing back what stood there in that very moment.

Between a look at a file and a rename over it somebody may save it: their words would be gone. Two
names exchanged at once lose nothing, since what was displaced can be looked at afterwards.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from pathlib import Path
from typing import Final

_AT_FDCWD: Final = -2 if sys.platform == "darwin" else -100
_EXCHANGE: Final = 2
"""RENAME_EXCHANGE of Linux, RENAME_SWAP of macOS."""
_UNSUPPORTED: Final = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP)


def exchange(one: Path, other: Path) -> bool:
    """Exchange what two paths name; False, with nothing changed, where that cannot be done.

    Raises OSError if it can be done, but not with these two.
    """
    call = _call()
    if call is None:
        return False
    paths = (os.fsencode(one), os.fsencode(other))
    if call(_AT_FDCWD, paths[0], _AT_FDCWD, paths[1], _EXCHANGE) == 0:
        return True
    number = ctypes.get_errno()
    if number in _UNSUPPORTED:
        return False
    raise OSError(number, os.strerror(number), str(other))


def _call() -> ctypes._NamedFuncPointer | None:
    library = ctypes.CDLL(None, use_errno=True)
    name = "renameatx_np" if sys.platform == "darwin" else "renameat2"
    try:
        found = library[name]
    except AttributeError:
        return None
    found.argtypes = [
        ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint
    ]  # fmt: skip
    return found
