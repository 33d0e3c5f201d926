"""The reference page of what a rule is made of: kinds of detection, fixes, scorers.

Made from the shapes and their docstrings: `python -m chaff.compile.reference` writes
docs/reference/kinds.md, with the pages of file formats, and a test keeps them equal.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args

from chaff.compile import formats
from chaff.compile.fields import table
from chaff.compile.schemas import made_schema
from chaff.shapes.base import Shape
from chaff.shapes.detect import Detect, Fix
from chaff.shapes.scorer import Action, Scorer

PAGE: Final = Path(__file__).parents[2] / "docs" / "reference" / "kinds.md"

_HEAD: Final = """\
# Kinds of detection, fixes and scorers

<!-- made by `python -m chaff.compile.reference`; edit the docstrings in chaff/shapes instead -->

A rule is data: its `detect`, its `fix` and the `scorer` of each item name one of the kinds below
and fill in that kind's fields. There are no others. Patterns are RE2: no input makes a match slow,
and there is no look-around and no back-reference. A field without a default must be given. In
Jsonnet each kind is an object or a function of `specs/lib/chaff.libsonnet`.
"""
_SCORERS: Final = {kind.__name__ for kind in get_args(Scorer)}
_PARTS: Final = (
    ("Detection", "detect", get_args(Detect)),
    ("Fixes", "fix", get_args(Fix)),
    ("Scorers", "scorer", (*get_args(Scorer), Action)),
)


def page() -> str:
    """Return the reference page, in Markdown."""
    definitions = made_schema("eval.config")["$defs"]
    parts = [_HEAD]
    for title, field, kinds in _PARTS:
        parts.append(f"\n## {title}\n\nThe kinds of `{field}`.\n")
        parts += ["\n" + "\n".join(_kind(kind, definitions[kind.__name__])) for kind in kinds]
    return "".join(parts)


def _kind(kind: type[Shape], schema: dict[str, Any]) -> Iterator[str]:
    """Yield the lines about one kind."""
    tag = kind.__struct_config__.tag
    yield f"### `{tag}`" if tag else f"### {kind.__name__}"
    yield ""
    yield inspect.getdoc(kind) or ""
    yield ""
    yield from table(schema, link=_word)


def _word(shape: str) -> str:
    return "a scorer" if shape in _SCORERS else shape


def write_pages() -> None:
    """Write the pages to where they are read, and take away those of formats that are gone."""
    formats.FOLDER.mkdir(parents=True, exist_ok=True)
    made = formats.pages()
    for old in formats.FOLDER.glob("*.md"):
        if old.name not in made:
            old.unlink()
    for name, text in made.items():
        (formats.FOLDER / name).write_bytes(text.encode())
    PAGE.write_bytes(page().encode())
    print(f"wrote {PAGE.name} and {len(made)} file formats", file=sys.stderr)


if __name__ == "__main__":
    write_pages()
