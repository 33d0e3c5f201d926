"""The settings of a project: what `chaff.toml` or `[tool.chaff]` in pyproject.toml may say."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Annotated, Any, Final

from msgspec import Meta

from chaff.errors import BadInputError
from chaff.shapes.base import Shape, convert

Names = tuple[Annotated[str, Meta(min_length=1)], ...]
_BOM: Final = b"\xef\xbb\xbf"
PYPROJECT: Final = "pyproject.toml"
OWN_FILE: Final = "chaff.toml"


class PerPath(Shape, frozen=True, kw_only=True):
    """What holds for some files only; of two that speak of a file, the later one has its way."""

    paths: Annotated[Names, Meta(min_length=1)]
    """Patterns as in .gitignore, relative to the settings file."""
    select: Names = ()
    """Rules that are on there beside the others."""
    ignore: Names = ()


class Settings(Shape, frozen=True, kw_only=True):
    """The settings; what is not set is None."""

    select: Names | None = None
    ignore: Names = ()
    fail_on: Names | None = None
    models: Names = ()
    """The models one uses: a rule that is enforced on none of them informs only."""
    exclude: Names = ()
    max_bytes: Annotated[int, Meta(ge=1)] | None = None
    baseline: Annotated[str, Meta(min_length=1)] | None = None
    per_path: tuple[PerPath, ...] = ()


def read_settings(data: bytes, *, where: str) -> Settings | None:
    """Return the settings in a TOML file; None for a pyproject.toml that has none.

    Raises BadInputError, with the line, for what is no TOML and for what is no setting.
    """
    own = not where.endswith(PYPROJECT)
    if not own and b"chaff" not in data:
        return None
    if data.startswith(_BOM):
        raise BadInputError(
            "starts with a byte order mark, which TOML has not",
            where=where,
            remedy="save it as UTF-8 without one",
        )
    import tomllib

    try:
        text = data.decode()
        value = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise BadInputError(f"not UTF-8 at byte {error.start}", where=where) from None
    except tomllib.TOMLDecodeError as error:
        problem = " ".join(str(error).split())
        raise BadInputError(f"is not TOML: {problem}", where=where) from None
    except RecursionError:
        raise BadInputError("is nested too deeply", where=where) from None
    table = value if own else _tool_table(value, where)
    if table is None:
        return None
    _require_known(table, Settings.__struct_fields__, text, where, own=own)
    for entry in _tables(table.get("per_path")):
        _require_known(entry, PerPath.__struct_fields__, text, where, own=own)
    try:
        return convert(table, Settings, where=where)
    except BadInputError as error:
        # A type that is wrong names its field, `... - at `$.select[0]``.
        field = re.search(r"`\$\.(\w+)", error.problem)
        line = _line_of(field[1], text, own=own) if field else None
        error.where = f"{where}:{line}" if line else where
        raise


def _tool_table(value: Mapping[str, Any], where: str) -> Mapping[str, Any] | None:
    tools = value.get("tool")
    table = tools.get("chaff") if isinstance(tools, dict) else None
    if table is not None and not isinstance(table, dict):
        raise BadInputError("tool.chaff is no table", where=where, remedy="write [tool.chaff]")
    return table


def _tables(value: Any) -> list[Mapping[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _require_known(
    table: Mapping[str, Any], known: Collection[str], text: str, where: str, *, own: bool
) -> None:
    for key in table:
        if key in known:
            continue
        import difflib

        close = difflib.get_close_matches(key.replace("-", "_"), sorted(known), n=1, cutoff=0.5)
        remedy = (
            f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(sorted(known))}"
        )
        if own and key == "tool":
            remedy = f"in {OWN_FILE} the settings stand at the top, in no table"
        line = _line_of(key, text, own=own)
        raise BadInputError(
            f"there is no setting {key!r}",
            where=f"{where}:{line}" if line else where,
            remedy=remedy,
        )


def _line_of(key: str, text: str, *, own: bool) -> int | None:
    """Return the line (from 1) that sets a key, in a table of chaff's."""
    name = rf"""["']?{re.escape(key)}["']?\s*"""
    sets = re.compile(rf"\s*{name}[=.]|\s*\[\[?(?:[^\]]*[.\s])?{name}\]")
    inside = own
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[+\s*([^\]]+)", line)
        if header and not own:
            inside = re.sub(r"\s", "", header.group(1)).startswith("tool.chaff")
        if inside and sets.match(line):
            return number
    return None
