"""What an answer of the Messages API says about itself: its usage, its model, its id."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from chaff.errors import BadInputError
from chaff.shapes.record import Usage


def usage_of(response: Mapping[str, Any]) -> Usage:
    """Return the tokens that an answer was billed for, or raise BadInputError naming the field.

    `input_tokens` and `output_tokens` are required: unknown is never 0. Cache fields may be absent
    or null. Cache writes that are not split by lifetime are taken as five-minute writes, the
    default of the API.
    """
    usage = response.get("usage")
    if not isinstance(usage, dict):
        raise BadInputError("usage is missing")
    written = _tokens(usage, "cache_creation_input_tokens", required=False)
    split = usage.get("cache_creation")
    if split is None:
        five_minutes, hour = written, 0
    elif isinstance(split, dict):
        five_minutes = _tokens(split, "ephemeral_5m_input_tokens", required=False)
        hour = _tokens(split, "ephemeral_1h_input_tokens", required=False)
        if five_minutes + hour != written:
            raise BadInputError("usage.cache_creation does not add up to its total")
    else:
        raise BadInputError("usage.cache_creation is no object")
    return Usage(
        input=_tokens(usage, "input_tokens", required=True),
        output=_tokens(usage, "output_tokens", required=True),
        cache_write_5m=five_minutes,
        cache_write_1h=hour,
        cache_read=_tokens(usage, "cache_read_input_tokens", required=False),
    )


def is_same_model(asked: str, answered: object) -> bool:
    """Tell whether an answer's model is the one asked for, or a dated id of it."""
    return isinstance(answered, str) and (
        answered == asked or re.fullmatch(re.escape(asked) + r"-[0-9]{8}", answered) is not None
    )


def _tokens(usage: Mapping[str, Any], field: str, *, required: bool) -> int:
    value = usage.get(field)
    if value is None and not required:
        return 0
    if type(value) is not int or not 0 <= value < 2**53:
        raise BadInputError(f"usage: {field} is no count of tokens")
    return value


def read_date(text: str) -> datetime | None:
    """Return the date of a header, in any of the three forms of RFC 9110; None if it is none."""
    try:
        said = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return said if said.tzinfo else said.replace(tzinfo=UTC)
