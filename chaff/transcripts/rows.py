"""Bytes of a line in, a typed row out, whatever state the line is in."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Sequence
from typing import Any, Final, Generic, TypeVar, get_args

import msgspec

R = TypeVar("R", bound=msgspec.Struct)

_MOST_MENDED: Final = 16_000_000
"""Lines longer than this are read only if they are as they should be: mending takes memory."""

_DEEPEST: Final = 60
"""What lies deeper than this is cut out before a line is mended; no words lie there."""

_JUNK: Final = b"\0 \t\r\n\v\f"
_BOM: Final = b"\xef\xbb\xbf"
_TOKENS: Final = re.compile(rb'"(?:[^"\\]|\\.)*+"|[\[\]{}]', re.DOTALL)
_LONE: Final = re.compile("[\ud800-\udfff]")
_BEGINNING: Final = re.compile(
    rb'\{\s*"(?:parentUuid|type|isSidechain|timestamp|uuid|sessionId)"\s*:'
)
_MOST_BEGINNINGS: Final = 8


class _Anything(msgspec.Struct):
    """A row of which nothing is kept."""


class Decoder(Generic[R]):
    """Decodes lines into one kind of row; fields that the row does not name are passed over."""

    def __init__(self, shape: type[R]) -> None:
        """Prepare for rows of this shape."""
        self._shape = shape
        self.decode = msgspec.json.Decoder(shape).decode

    def rows(self, line: bytes) -> Sequence[R]:
        """Return the row in a line; none if it holds none, several if some were glued together."""
        try:
            return (self.decode(line),)
        except (msgspec.DecodeError, RecursionError):
            return self._mended(line.strip(_JUNK).removeprefix(_BOM).strip(_JUNK))

    def _mended(self, line: bytes) -> list[R]:
        if not line.startswith(b"{") or len(line) > _MOST_MENDED:
            return []
        with contextlib.suppress(msgspec.DecodeError, RecursionError):
            return [self.decode(line.decode("utf-8", "replace").encode())]
        value = _parse(_pruned(line))
        if value is None:
            return self._of_fragments(line)
        return self._conformed(value)

    def _of_fragments(self, line: bytes) -> list[R]:
        """Return the rows in a line whose end was lost before the next row was written."""
        starts = [found.start() for found in _BEGINNING.finditer(line)][:_MOST_BEGINNINGS]
        found: list[R] = []
        position = 0
        while position < len(line):
            ends = [*(start for start in starts if start > position), len(line)]
            values = ((end, _parse(line[position:end])) for end in ends)
            end, value = next(((e, v) for e, v in values if v is not None), (ends[0], None))
            if value is not None:
                found += self._conformed(value)
            position = end
        return found

    def _conformed(self, value: Any) -> list[R]:
        if not isinstance(value, dict):
            return []
        return [self.decode(encode(conform(value, self._shape)))]


def conform(value: dict[str, Any], shape: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the fields of `shape` in `value` whose type is right; others count as absent."""
    kept = {}
    for field in msgspec.structs.fields(shape):
        if field.encode_name in value:
            given = value[field.encode_name]
            if isinstance(given, dict) and (inner := _struct_in(field.type)):
                kept[field.encode_name] = conform(given, inner)
            elif field.type is msgspec.Raw or _is_a(given, field.type):
                kept[field.encode_name] = given
    return kept


def encode(value: Any) -> bytes:
    """Return JSON that decodes strictly: lone surrogates become U+FFFD."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _LONE.sub("\ufffd", text).encode()


def is_whole(line: bytes) -> bool:
    """Tell whether a line that nothing ends yet holds a whole row."""
    stripped = line.strip(_JUNK).removeprefix(_BOM)
    try:
        msgspec.json.decode(stripped, type=_Anything)
    except (msgspec.DecodeError, RecursionError):
        return len(stripped) <= _MOST_MENDED and isinstance(loads(stripped), dict)
    return True


def is_blank(line: bytes) -> bool:
    """Tell whether a line holds nothing, or only what a crash leaves in a file."""
    return not line.strip(_JUNK)


def loads(data: bytes | msgspec.Raw) -> Any:
    """Return the JSON value in bytes that may hold what JSON does not allow, or None."""
    return _parse(_pruned(bytes(data)))


def _parse(line: bytes) -> Any:
    """Return the value in a line, or None: wrong bytes become U+FFFD, control characters stay."""
    try:
        text = line.decode("utf-8", "replace")
        return json.loads(text, strict=False, parse_constant=lambda _: None)
    except (ValueError, RecursionError):
        return None


def _pruned(line: bytes) -> bytes:
    """Return a line with null in the place of what is nested too deeply to be read."""
    kept: list[bytes] = []
    depth = begun = 0
    for token in _TOKENS.finditer(line):
        sign = token.group()
        if sign in b"[{":
            depth += 1
            if depth == _DEEPEST:
                kept.append(line[begun : token.start()])
                kept.append(b"null")
        elif sign in b"]}":
            if depth == _DEEPEST:
                begun = token.end()
            depth -= 1
    return b"".join([*kept, line[begun:]]) if depth < _DEEPEST else line


def _struct_in(annotation: Any) -> type[msgspec.Struct] | None:
    options = (annotation, *get_args(annotation))
    return next(
        (each for each in options if isinstance(each, type) and issubclass(each, msgspec.Struct)),
        None,
    )


def _is_a(value: Any, annotation: Any) -> bool:
    try:
        msgspec.convert(value, annotation, strict=True)
    except (msgspec.ValidationError, RecursionError):
        return False
    return True
