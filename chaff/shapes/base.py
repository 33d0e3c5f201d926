"""The base of all shapes, and how a JSON value becomes one."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec

from chaff.errors import BadInputError

S = TypeVar("S")

Digest = Annotated[str, msgspec.Meta(pattern=r"^sha256:[0-9a-f]{64}$")]


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A frozen record of named fields; unknown and missing ones are refused."""


def convert(value: Any, shape: type[S], *, where: str) -> S:
    """Return `value` (parsed JSON) as `shape`, or raise BadInputError with the field's path.

    Strict: no coercion, so `true` is no integer and `5.0` is none either.
    """
    try:
        return msgspec.convert(value, shape, strict=True)
    except msgspec.ValidationError as error:
        raise BadInputError(str(error), where=where) from None


def to_json(shape: Any) -> Any:
    """Return the JSON value of a shape: dicts, lists, strings, numbers."""
    return msgspec.to_builtins(shape)
