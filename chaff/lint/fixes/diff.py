"""What a fix changes, as a unified diff that is safe to show."""

from __future__ import annotations

from collections.abc import Iterator

from chaff.lint.engine import FixedFile
from chaff.lint.fixes.unified import unified_diff
from chaff.lint.output.screen import printable
from chaff.lint.output.text import Line, Span, Style


def diff_lines(
    path: str, folder: str, before: bytes, after: FixedFile, *, shown: bool
) -> Iterator[Line]:
    """Yield the lines of a unified diff of a fixed file and of the files written beside it.

    Where a person reads it (`shown`), what could steer the terminal is replaced; else the bytes
    stay as they are, so that the diff can be applied.
    """
    pairs = [(path, before.decode(), after.data.decode())]
    pairs += [(f"{folder}{name}", "", text) for name, text in sorted(after.files.items())]
    for name, old, new in pairs:
        source = printable(name) if old else "/dev/null"
        for line in unified_diff(_lines(old), _lines(new), source=source, target=printable(name)):
            text = line.rstrip("\r\n") if shown else line.removesuffix("\n")
            yield (Span(_visible(text) if shown else text, _style(line)),)
            if not line.endswith(("\n", "\r")):
                yield (Span("\\ No newline at end of file"),)


def _lines(text: str) -> list[str]:
    """Return the lines as `diff` and `patch` have them: LF ends a line, nothing else does."""
    lines = text.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _visible(text: str) -> str:
    return "\t".join(printable(part) for part in text.split("\t"))


def _style(line: str) -> Style:
    if line.startswith(("--- ", "+++ ")):
        return "strong"
    return "added" if line.startswith("+") else "removed" if line.startswith("-") else "plain"
