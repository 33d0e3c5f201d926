"""The pages about what `check` can say, one a code: what it means, why it matters, how to mend it.

`python -m chaff.check.pages` writes docs/codes; a test keeps pages and table equal.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from chaff.check.faults import CODES, Code

FOLDER: Final = Path(__file__).parents[2] / "docs" / "codes"
_MADE: Final = "<!-- made by `python -m chaff.check.pages` from chaff/check/faults.py -->"
_CATEGORIES: Final = {
    "integrity": "Integrity: looked for in every run file, whatever the tier of its rule.",
    "standing": "Standing: looked for where a rule's tier rests on a run.",
    "note": "A note: worth knowing, and no fault.",
}


def page(name: str, code: Code) -> str:
    """Return the page of a code, in Markdown."""
    return "\n\n".join(
        (
            f"# `{name}`",
            _MADE,
            _sentence(code.what),
            f"*{_CATEGORIES[code.category]}*",
            f"## Why\n\n{_sentence(code.why)}",
            f"## How to mend it\n\n{_sentence(code.remedy)}",
            "[All codes](index.md)\n",
        )
    )


def index() -> str:
    """Return the page that lists all codes by category."""
    parts = ["# What `chaff check` can say", _MADE]
    for category, about in _CATEGORIES.items():
        rows = [
            f"| [`{name}`]({name}.md) | {_sentence(code.what)} |"
            for name, code in sorted(CODES.items())
            if code.category == category
        ]
        parts.append(f"## {category.capitalize()}\n\n{about.partition(': ')[2].capitalize()}")
        parts.append("\n".join(["| code | meaning |", "|---|---|", *rows]))
    return "\n\n".join(parts) + "\n"


def pages() -> dict[str, str]:
    """Return every page by its file name."""
    return {"index.md": index(), **{f"{name}.md": page(name, c) for name, c in CODES.items()}}


def write_pages() -> None:
    """Write every page, and take away those of codes that are gone."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    made = pages()
    for old in FOLDER.glob("*.md"):
        if old.name not in made:
            old.unlink()
    for name, text in made.items():
        (FOLDER / name).write_bytes(text.encode())
    print(f"wrote {len(made)} pages", file=sys.stderr)


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."


if __name__ == "__main__":
    write_pages()
