"""Keeps out of the way, until somebody asks them for something, modules that others load in vain.

A small file is linted in less time than Python takes to load the libraries behind the linter; of
what those load in turn, a good part is never used.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from types import ModuleType
from typing import Any, Final

_UNUSED: Final = (
    # urllib.parse, which pathlib loads: only for hosts in brackets.
    "ipaddress",
    # msgspec: none of its formats but JSON is ours, and it writes no schema for the linter.
    "msgspec.inspect",
    "msgspec.msgpack",
    "msgspec.toml",
    "msgspec.yaml",
    "textwrap",
)


class _Aside(ModuleType):
    """Stands for a module until an attribute of it is wanted."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            # What the machinery of imports looks for; a module that is used is asked for more.
            raise AttributeError(name)
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        module = import_module(self.__name__)
        self.__dict__.update(module.__dict__)
        return getattr(module, name)


def load_msgspec() -> None:
    """Load msgspec, and nothing that it would load for features of which the linter uses none.

    It takes what it needs from typing_extensions or else from typing, which has all of it since
    Python 3.11.
    """
    if "msgspec" in sys.modules:
        return
    for name in _UNUSED:
        sys.modules.setdefault(name, _Aside(name))
    if sys.platform == "linux" and "platform" not in sys.modules:
        # uuid, which msgspec loads, asks it for this one name.
        platform = _Aside("platform")
        vars(platform)["system"] = lambda: os.uname().sysname
        sys.modules["platform"] = platform
    spared = "typing_extensions" not in sys.modules
    if spared:
        sys.modules["typing_extensions"] = None  # type: ignore[assignment]
    try:
        import_module("msgspec")
    finally:
        if spared:
            del sys.modules["typing_extensions"]
