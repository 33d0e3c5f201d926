"""One edit of a file's text: what a fix does, and what an arm of an experiment is made by."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from chaff.shapes.base import Shape


class Edit(Shape, frozen=True, kw_only=True):
    """Replaces the bytes `start` to `end` of a file, which read `deleted`, by `inserted`."""

    start: Annotated[int, Meta(ge=0)]
    end: Annotated[int, Meta(ge=0)]
    deleted: str
    inserted: str = ""
