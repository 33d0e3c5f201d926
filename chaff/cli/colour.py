"""Whether a stream is shown in colour, and how styles look on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Final, TextIO

from chaff.lint.output.text import Line, Style

_CODES: Final[dict[Style, str]] = {
    "plain": "",
    "failing": "1;31",
    "informing": "33",
    "mark": "33",
    "quiet": "2",
    "strong": "1",
    "added": "32",
    "removed": "31",
}


def wants_colour(stream: TextIO | None, environment: Mapping[str, str]) -> bool:
    """Tell whether to colour what goes to a stream.

    NO_COLOR says no, then FORCE_COLOR says yes; else only a terminal that is not dumb is coloured.
    """
    if environment.get("NO_COLOR"):
        return False
    forced = environment.get("FORCE_COLOR") or environment.get("CLICOLOR_FORCE")
    if forced and forced != "0":
        return True
    return environment.get("TERM") != "dumb" and stream is not None and stream.isatty()


def print_lines(lines: Iterable[Line], stream: TextIO | None = None, *, colour: bool) -> None:
    """Print lines; what the stream's charset lacks is written as escapes."""
    out = stream or sys.stdout
    if out is None:
        # Closed: there is nobody to tell.
        return
    charset = out.encoding or "utf-8"
    for line in lines:
        text = "".join(_styled(part.text, part.style, colour) for part in line)
        print(text.encode(charset, "backslashreplace").decode(charset), file=out)


def _styled(text: str, style: Style, colour: bool) -> str:  # noqa: FBT001 - no one else calls it
    code = _CODES[style]
    return f"\x1b[{code}m{text}\x1b[0m" if colour and code and text else text
