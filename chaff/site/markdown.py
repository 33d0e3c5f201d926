"""Renders a repository's own Markdown as HTML: headings get anchors, links lead to pages.

Raw HTML is not passed through: comments vanish, anything else is shown as text. A link to a file
that is no page of the site becomes plain text, so that no link is dead.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from html import escape
from typing import Any, NamedTuple

_SIMPLE = {
    "Paragraph": "p",
    "Item": "li",
    "Emphasis": "em",
    "Strong": "strong",
    "Strikethrough": "del",
    "TableRow": "tr",
}
_HEAD_CELL = '<th scope="col">'
_SAFE = re.compile(r"(?i)^(https?:|mailto:)")
_SCHEME = re.compile(r"(?i)^[a-z][a-z0-9+.-]*:")


class Rendered(NamedTuple):
    """A document as HTML, and the text of its first heading."""

    title: str
    html: str


def render(markdown: str, *, link: Callable[[str], str | None]) -> Rendered:
    """Return a document as HTML; `link` turns a relative target into one, or None if it is dead."""
    import pyromark

    options = pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_STRIKETHROUGH
    writer = _Writer(link)
    for event in pyromark.events(markdown, options=options):
        writer.take(event)
    return Rendered(writer.title, "".join(writer.out))


def relative_link(page: str, source: str, pages: Mapping[str, str]) -> Callable[[str], str | None]:
    """Return what turns a target written in the file `source` into one on `page`.

    Both are paths: of a page in the site, of a file in the repository. `pages` maps repository
    files to pages.
    """

    def link(target: str) -> str | None:
        path, mark, fragment = target.partition("#")
        if not path:
            return target
        file = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        found = pages.get(file)
        if found is None:
            return None
        return posixpath.relpath(found, posixpath.dirname(page) or ".") + mark + fragment

    return link


class _Writer:
    def __init__(self, link: Callable[[str], str | None]) -> None:
        self.out: list[str] = []
        self.title = ""
        self._link = link
        self._ends: list[str] = []
        self._cell = "td"
        self._tables = 0
        self._level = ""
        self._heading: list[str] | None = None
        self._at = 0
        self._anchors: dict[str, int] = {}

    def take(self, event: Any) -> None:
        """Write one event."""
        if isinstance(event, str):
            self.out.append({"SoftBreak": "\n", "HardBreak": "<br>", "Rule": "<hr>"}.get(event, ""))
            return
        ((kind, value),) = event.items()
        match kind:
            case "Start":
                self._start(value)
            case "End":
                self._end()
            case "Text":
                self._write(value)
            case "Code":
                self.out.append(f"<code>{escape(value)}</code>")
                if self._heading is not None:
                    self._heading.append(value)
            case "Html" | "InlineHtml":
                if not value.lstrip().startswith("<!--"):
                    self._write(value)
            case _:
                pass

    def _write(self, words: str) -> None:
        self.out.append(escape(words))
        if self._heading is not None:
            self._heading.append(words)

    def _start(self, value: Any) -> None:
        named: tuple[str, Any] = (
            (value, None) if isinstance(value, str) else next(iter(value.items()))
        )
        name, detail = named
        if name in _SIMPLE:
            self._open(f"<{_SIMPLE[name]}>", f"</{_SIMPLE[name]}>")
            return
        match name:
            case "Heading":
                self._heading, self._at = [], len(self.out)
                self._open("", f"</{detail['level'].lower()}>")
                self._level = detail["level"].lower()
            case "BlockQuote":
                self._open("<blockquote>", "</blockquote>")
            case "CodeBlock":
                self._open('<pre tabindex="0"><code>', "</code></pre>")
            case "List":
                tag = "ul" if detail is None else "ol"
                start = f' start="{detail}"' if detail not in {None, 1} else ""
                self._open(f"<{tag}{start}>", f"</{tag}>")
            case "Table":
                self._tables += 1
                self._open(
                    '<div class="scroll" tabindex="0" role="region" '
                    f'aria-label="table {self._tables}"><table class="wide">',
                    "</tbody></table></div>",
                )
            case "TableHead":
                self._cell = "th"
                self._open("<thead><tr>", "</tr></thead><tbody>")
            case "TableCell":
                start = _HEAD_CELL if self._cell == "th" else "<td>"
                self._open(start, f"</{self._cell}>")
            case "Link":
                self._start_link(detail["dest_url"])
            case _:
                self._open("", "")

    def _start_link(self, target: str) -> None:
        if _SAFE.match(target):
            self._open(f'<a href="{escape(target)}">', "</a>")
            return
        found = None if _SCHEME.match(target) else self._link(target)
        if found is None:
            self._open("<span>", "</span>")
        else:
            self._open(f'<a href="{escape(found)}">', "</a>")

    def _open(self, start: str, end: str) -> None:
        self.out.append(start)
        self._ends.append(end)

    def _end(self) -> None:
        end = self._ends.pop()
        if self._heading is not None and re.fullmatch(r"</h[1-6]>", end):
            words = "".join(self._heading)
            self.title = self.title or words
            self.out[self._at] = f'<{self._level} id="{self._anchor(words)}">'
            self._heading = None
        if end.endswith("</thead><tbody>"):
            self._cell = "td"
        if end == "</th>" and self.out[-1] == _HEAD_CELL:
            # A heading without words heads nothing.
            self.out[-1], end = "<td>", "</td>"
        self.out.append(end)

    def _anchor(self, words: str) -> str:
        """Return the anchor of a heading, as GitHub makes it; a repeated one gets a number."""
        plain = re.sub(r"[^\w\- ]", "", words.lower()).strip().replace(" ", "-") or "section"
        seen = self._anchors.get(plain, 0)
        self._anchors[plain] = seen + 1
        return f"{plain}-{seen}" if seen else plain
