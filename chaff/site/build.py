"""`doit site`: reads the library, makes its pages, writes those that changed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final, TextIO

from chaff.site.gather import gather
from chaff.site.pages import site_pages
from chaff.site.write import Written, write_site

FOLDER: Final = "site"


def build(root: Path, *, now: datetime, out: TextIO) -> Written:
    """Write the site of the library at `root` into its folder site/, and say what was done."""
    written = write_site(root / FOLDER, site_pages(gather(root, now=now)))
    for line in _told(written):
        print(line, file=out)
    return written


def _told(written: Written) -> Iterator[str]:
    changed = len(written.changed)
    yield f"{changed + written.same} pages: {changed} written, {written.same} as they were"
    if written.removed:
        yield f"removed: {', '.join(written.removed)}"
    for path in written.kept:
        yield f"{FOLDER}/{path} is no page any more, but was changed by hand: left as it is"
    yield f"open {FOLDER}/index.html"
