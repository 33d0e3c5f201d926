"""Tells which places of a file can be linked to, and which of its links would lead nowhere.

Anchors are what GitHub makes of headings, and the ids that are written as HTML or as `{#id}`.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from chaff.lazy import lazy
from chaff.lint.markdown.blocks import Document

_ID: Final = lazy(rb"""<[A-Za-z][^<>]*\s(?:id|name)\s*=\s*["']?([^\s"'<>]+)""")
_STATED: Final = lazy(r"\{#([\w.:-]+)\}")
_HREF: Final = lazy(rb"""<a\s[^<>]*href\s*=\s*["']?#([^\s"'<>]+)""", re.IGNORECASE)
_LINKED: Final = lazy(r"\[([^\[\]]*)\]\([^()]*\)")
_DROPPED: Final = lazy(r"[^\w\- ]")


def fragments(document: Document) -> list[tuple[str, int]]:
    """Return what the file's links to places in itself ask for, and where each link starts."""
    data = document.lines.data
    if b"#" not in data:
        return []
    found = [
        (one.text[1:].casefold(), one.start)
        for one in document.inlines
        if one.kind == "link" and one.text.startswith("#")
    ]
    if b"href" in data:
        found += [(_text(one[1]), one.start()) for one in _HREF.finditer(data)]
    return [(name, start) for name, start in found if name]


def anchors(document: Document) -> dict[str, int]:
    """Return what can be linked to in a file, and at which byte it stands."""
    found: dict[str, int] = {}
    seen: Counter[str] = Counter()
    for block in document.blocks:
        if block.kind == "heading":
            for name in _STATED.findall(block.text):
                found.setdefault(name.casefold(), block.start)
            slug = _slug(block.text)
            found.setdefault(f"{slug}-{seen[slug]}" if seen[slug] else slug, block.start)
            seen[slug] += 1
    for one in _ID.finditer(document.lines.data):
        found.setdefault(_text(one[1]), one.start())
    return found


def lead_into(document: Document, start: int, end: int) -> bool:
    """Tell whether a link of the file, outside of these bytes, leads to a place among them."""
    links = {name for name, place in fragments(document) if not start <= place < end}
    return bool(links) and any(
        start <= place < end and name in links for name, place in anchors(document).items()
    )


def breaks_links(before: Document, after: Document) -> bool:
    """Tell whether a link of `after` asks for a place in the file that only `before` has."""
    if not fragments(before):
        return False
    gone = anchors(before).keys() - anchors(after).keys()
    return any(name in gone for name, _ in fragments(after))


def _slug(heading: str) -> str:
    text = _LINKED.sub(r"\1", _STATED.sub("", heading)).strip().casefold()
    return _DROPPED.sub("", text).replace(" ", "-")


def _text(found: bytes) -> str:
    return found.decode(errors="replace").casefold()
