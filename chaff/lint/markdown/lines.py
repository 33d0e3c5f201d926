"""The lines of a file as byte spans, whatever their line ends."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate


class Lines:
    """Lines of `data` from byte `start` on; numbers are 0-based, spans hold the line end.

    LF, CRLF and a lone CR end a line, as in CommonMark.
    """

    def __init__(self, data: bytes, start: int) -> None:
        self.data = data
        # Of bytes, unlike of text, no other line ends are known.
        lines = data[start:].splitlines(keepends=True)
        self._starts = list(accumulate(map(len, lines), initial=start))
        if lines:
            self._starts.pop()
        self._filled: list[int] = []
        last = -1
        for number, line in enumerate(lines or [b""]):
            if line.strip():
                last = number
            self._filled.append(last)

    def __len__(self) -> int:
        return len(self._starts)

    def at(self, offset: int) -> int:
        """Return the number of the line that holds the byte at `offset`."""
        number = bisect_right(self._starts, offset)
        return number - 1 if number else 0

    def start(self, number: int) -> int:
        """Return where a line starts; for the line after the last, where the file ends."""
        return self._starts[number] if number < len(self._starts) else len(self.data)

    def whole(self, begin: int, end: int) -> tuple[int, int, int, int]:
        """Return the first line of a span, its last one that is not blank, and the bytes of both.

        Asked for every block, so it repeats what `at`, `last_filled` and `start` tell one by one.
        """
        starts = self._starts
        first = last = (bisect_right(starts, begin) or 1) - 1
        if end > begin:
            last = max(first, self._filled[(bisect_right(starts, end - 1) or 1) - 1])
        stop = last + 1
        return first, last, starts[first], starts[stop] if stop < len(starts) else len(self.data)

    def text(self, number: int) -> bytes:
        """Return a line without its end and what blanks stand before that."""
        return self.data[self.start(number) : self.start(number + 1)].rstrip(b" \t\r\n")

    def blank(self, number: int) -> bool:
        """Tell whether a line holds nothing but spaces and tabs."""
        return self._filled[number] != number

    def last_filled(self, number: int) -> int:
        """Return the last line up to and including this one that is not blank, or -1."""
        return self._filled[number] if number >= 0 else -1

    def ending(self, number: int) -> str:
        """Return a line's end: LF, CRLF, CR, or nothing for a last line without one."""
        line = self.data[self.start(number) : self.start(number + 1)]
        return line[len(line.rstrip(b"\r\n")) :].decode()
