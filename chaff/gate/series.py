"""The daily series: one score a day, read from CSV or JSON Lines."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterator
from datetime import date
from typing import Any, Final

from chaff.canonical import parse
from chaff.errors import BadInputError
from chaff.shapes.base import Shape

_FIELDS: Final = ("day", "score", "rubric")
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_NUMBER: Final = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")


class Day(Shape, frozen=True, kw_only=True):
    """A day, its score (None: not scored, which is no score of 0), and the rubric's digest."""

    day: date
    score: float | None
    rubric: str | None = None


class Series(Shape, frozen=True, kw_only=True):
    """Days in order, each once; days may be missing."""

    days: tuple[Day, ...]

    @property
    def scores(self) -> dict[date, float]:
        """The scored days, in order."""
        return {each.day: each.score for each in self.days if each.score is not None}


def read_series(data: bytes, *, where: str, scale: float) -> Series:
    """Return the series in a file of `day,score` rows or of JSON objects, one a line.

    Scores are from 0 to `scale`; an empty score or null is a day that was not scored. An optional
    `rubric` names what scored it. Rows may come in any order. Raises BadInputError, naming the
    line, for a repeated day, an unknown field, or anything that is no day or no number.
    """
    rows = _json_rows if data.lstrip()[:1] == b"{" else _csv_rows
    found: dict[date, Day] = {}
    for number, row in rows(data, where):
        place = f"{where}:{number}"
        day = _day_of(row, place, scale)
        if day.day in found:
            raise BadInputError(f"{day.day} stands twice", where=place)
        found[day.day] = day
    if not found:
        raise BadInputError("has no days", where=where)
    return Series(days=tuple(found[day] for day in sorted(found)))


def parse_day(text: str) -> date | None:
    """Return a date written YYYY-MM-DD, of the years 1900 to 2999, or None if it is none."""
    try:
        day = date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None
    return day if day and 1900 <= day.year <= 2999 else None


def _csv_rows(data: bytes, where: str) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInputError(f"not UTF-8 at byte {error.start}", where=where) from None
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = next(reader, [])
        names = [name.strip() for name in header]
        _require_fields(names, f"{where}:1")
        for row in reader:
            if not row:
                continue
            if len(row) != len(names):
                problem = f"{len(row)} values for {len(names)} columns"
                raise BadInputError(problem, where=f"{where}:{reader.line_num}")
            cells = (cell.strip() or None for cell in row)
            yield reader.line_num, dict(zip(names, cells, strict=True))
    except csv.Error as error:
        raise BadInputError(f"not CSV: {error}", where=f"{where}:{reader.line_num}") from None


def _json_rows(data: bytes, where: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(data.split(b"\n"), start=1):
        if not line.strip():
            continue
        place = f"{where}:{number}"
        value = parse(line, where=place)
        if not isinstance(value, dict):
            raise BadInputError("must be an object", where=place)
        _require_fields(list(value), place)
        yield number, value


def _require_fields(names: list[str], place: str) -> None:
    for name in names:
        if name not in _FIELDS or names.count(name) > 1:
            kind = "unknown" if name not in _FIELDS else "repeated"
            known = ", ".join(_FIELDS)
            raise BadInputError(f"{kind} field {name[:80]!r}; known are {known}", where=place)
    for name in ("day", "score"):
        if name not in names:
            raise BadInputError(f"field {name} is missing", where=place)


def _day_of(row: dict[str, Any], place: str, scale: float) -> Day:
    text, rubric = row["day"], row.get("rubric")
    day = parse_day(text) if isinstance(text, str) else None
    if day is None:
        shown = repr(text)[:80]
        raise BadInputError(f"day: {shown} is no date like 2026-11-30", where=place)
    if rubric is not None and not isinstance(rubric, str):
        raise BadInputError("rubric: must be a string", where=place)
    return Day(day=day, score=_score_of(row["score"], place, scale), rubric=rubric)


def _score_of(value: Any, place: str, scale: float) -> float | None:
    if value is None:
        return None
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        value = float(value)
    if type(value) not in {int, float} or not math.isfinite(value):
        raise BadInputError(f"score: {repr(value)[:80]} is no number", where=place)
    if not 0 <= value <= scale:
        problem = f"score: {value:g} is not from 0 to {scale:g}"
        raise BadInputError(problem, where=place, remedy="--scale says how far scores go")
    return float(value)
