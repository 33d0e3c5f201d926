"""Real instruction files, read where they lie; nothing of them is part of the project."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

WILD: Final = Path(__file__).resolve().parents[2] / ".." / "shared" / "corpus" / "wild"


def wild_files() -> Iterator[tuple[Path, bytes]]:
    """Yield path (below the corpus) and bytes of every real file, in order."""
    for path in sorted(WILD.glob("*/**/*")):
        if path.is_file():
            yield path.relative_to(WILD), path.read_bytes()
