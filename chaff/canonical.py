"""Strict JSON in, canonical bytes and `sha256:` digests out.

Hashes are taken over RFC 8785 bytes of our own values, never over what a Jsonnet engine or an
editor happened to write, so a digest does not depend on key order, indentation or float printing.
"""

from __future__ import annotations

import json
import math
from typing import Any, Final, Literal, NoReturn

from chaff.errors import BadInputError

MAX_SAFE_INTEGER: Final = 2**53 - 1
"""Beyond this a double cannot tell neighbours apart (RFC 8259 section 6)."""

MAX_DEPTH: Final = 100
"""Deeper nesting than any file of ours has; refused before it can exhaust the stack."""

_PLAIN: Final = (str, int, bool)
_BOM: Final = b"\xef\xbb\xbf"

_encode_plain: Final = json.JSONEncoder(
    separators=(",", ":"), sort_keys=True, ensure_ascii=False
).encode
_encode_line: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


def digest_bytes(data: bytes) -> str:
    """Return `sha256:` and the hex digest of `data`."""
    # Imported here, as rfc8785 below: the linter parses, and digests nothing.
    import hashlib

    return "sha256:" + hashlib.sha256(data).hexdigest()


def canonical_bytes(value: Any) -> bytes:
    """Return the RFC 8785 encoding of a JSON value.

    Raises BadInputError for what has no canonical form: non-finite numbers, integers beyond 2^53,
    lone surrogates.
    """
    fitness = _fitness(value)
    if fitness == "plain":
        return _encode_plain(value).encode()
    if fitness == "unsafe" and (problem := _unsafe_place(value)):
        raise BadInputError(problem)
    import rfc8785

    encoded: bytes = rfc8785.dumps(value)
    return encoded


def digest(value: Any) -> str:
    """Return the digest of a JSON value's canonical bytes."""
    return digest_bytes(canonical_bytes(value))


def readable_bytes(value: Any) -> bytes:
    """Return indented, key-sorted UTF-8 with a final newline: the committed form of a file."""
    problem = find_unsafe(value)
    if problem:
        raise BadInputError(problem)
    text = json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False, allow_nan=False)
    return text.encode() + b"\n"


def line_bytes(value: Any) -> bytes:
    """Return one line of ASCII JSON without its newline, keys in the order given.

    ASCII, so that no answer a model can give (lone surrogates, U+2028) is ever unwritable.
    """
    return _encode_line(value).encode("ascii")


def parse(data: bytes, *, where: str) -> Any:
    """Return the JSON value in `data`, or raise BadInputError naming `where`.

    Stricter than `json`: UTF-8 without BOM, no NaN or Infinity, no repeated keys, bounded depth.
    """
    try:
        if data.startswith(_BOM):
            raise BadInputError("starts with a byte order mark")
        text = data.decode("utf-8")
        value = json.loads(text, object_pairs_hook=_no_repeats, parse_constant=_refuse_constant)
    except BadInputError as error:
        raise BadInputError(error.problem, where=where) from None
    except UnicodeDecodeError as error:
        raise BadInputError(f"not UTF-8 at byte {error.start}", where=where) from None
    except json.JSONDecodeError as error:
        problem = f"not JSON: {error.msg} (line {error.lineno}, column {error.colno})"
        raise BadInputError(problem, where=where) from None
    except RecursionError:
        raise BadInputError("nested too deeply", where=where) from None
    except ValueError:
        # CPython refuses to convert integers of more than 4,300 digits.
        raise BadInputError("an integer has too many digits", where=where) from None
    if text.count("{") + text.count("[") > MAX_DEPTH and _depth_exceeds(value, MAX_DEPTH):
        raise BadInputError(f"nested deeper than {MAX_DEPTH} levels", where=where)
    return value


def find_unsafe(value: Any) -> str:
    """Return what makes a JSON value unfit for a canonical digest, with its path, or ''."""
    return _unsafe_place(value) if _fitness(value) == "unsafe" else ""


def _fitness(value: Any) -> Literal["plain", "safe", "unsafe"]:
    """Tell, without noting where, whether a value has a canonical form, and who can write it.

    Of a plain one, Python's own encoder does as RFC 8785 says: it holds no floats, and its keys are
    ASCII, whose order is the same in UTF-16. Unsafe is what `_unsafe_scalar` names.
    """
    plain = True
    pending = [value]
    while pending:
        node = pending.pop()
        kind = type(node)
        if kind is dict:
            if not _has_ascii_keys(node):
                plain = False
                pending.extend(node)
            pending.extend(node.values())
        elif kind is list or kind is tuple:
            pending.extend(node)
        elif (kind is str and node.isascii()) or node is None:
            continue
        elif _unsafe_scalar(node):
            return "unsafe"
        elif kind not in _PLAIN:
            plain = False
    return "plain" if plain else "safe"


def _has_ascii_keys(node: dict[Any, Any]) -> bool:
    try:
        return "".join(node).isascii()
    except TypeError:
        return False


def _unsafe_place(value: Any) -> str:
    stack: list[tuple[str, Any]] = [("$", value)]
    while stack:
        path, node = stack.pop()
        if isinstance(node, dict):
            stack.extend((f"{path}.{key}", child) for key, child in node.items())
            stack.extend((f"{path} key", key) for key in node)
        elif isinstance(node, (list, tuple)):
            stack.extend((f"{path}[{index}]", child) for index, child in enumerate(node))
        elif problem := _unsafe_scalar(node):
            return f"{problem} at {path}".encode("utf-8", "replace").decode()
    return ""


def _unsafe_scalar(node: Any) -> str:
    if node is None or isinstance(node, bool):
        return ""
    if isinstance(node, str):
        return "" if _encodable(node) else "lone surrogate"
    if isinstance(node, (int, float)):
        return _unsafe_number(node)
    return f"{type(node).__name__} is not JSON"


def _unsafe_number(number: float) -> str:
    if not math.isfinite(number):
        return "non-finite number"
    if abs(number) <= MAX_SAFE_INTEGER:
        return ""
    return f"{'integer' if isinstance(number, int) else 'number'} beyond 2^53"


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        repeated = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise BadInputError(f"key {repeated!r} stands twice in one object")
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise BadInputError(f"{name} is not JSON")


def _depth_exceeds(value: Any, limit: int) -> bool:
    level = [value]
    for _ in range(limit):
        level = [
            child
            for node in level
            if isinstance(node, (dict, list))
            for child in (node.values() if isinstance(node, dict) else node)
        ]
        if not level:
            return False
    return True
