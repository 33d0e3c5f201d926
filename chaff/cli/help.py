"""How help is laid out: descriptions as they are written, to the terminal's width."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Final

_WIDTH: Final = 80


class Help(argparse.RawDescriptionHelpFormatter):
    """The raw formatter without `shutil`, which argparse loads for every argument it is given."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    """Return the terminal's width; COLUMNS has its way."""
    asked = os.environ.get("COLUMNS", "")
    if asked.isdecimal() and int(asked):
        return int(asked)
    try:
        out = sys.__stdout__
        return (os.get_terminal_size(out.fileno()).columns if out else 0) or _WIDTH
    except (ValueError, OSError):
        # Closed, or no terminal.
        return _WIDTH
