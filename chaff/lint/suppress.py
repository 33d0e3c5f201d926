"""Suppressions: HTML comments in an instruction file that silence a rule, each with a reason.

`<!-- chaff: ignore[rule, rule2] reason -->` on a line of its own speaks of the next block, at the
end of a line of the block that it stands in; `ignore-file[...]` of the whole file. What stands in
code is no comment, and a comment without a reason silences nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

import pyromark

from chaff.lazy import lazy
from chaff.lint.finding import Finding
from chaff.lint.markdown.blocks import Block, Document
from chaff.lint.markdown.builder import OPTIONS
from chaff.shapes.base import Shape

_MARK: Final = b"chaff:"
_OPEN: Final = b"<!--"
_CLOSE: Final = b"-->"
_ORDER: Final = lazy(r"\s*(ignore(?:-file)?)\s*\[([^\]]*)\](.*)", re.DOTALL)
_FORM: Final = "<!-- chaff: ignore[RULE] reason -->"
_LONGEST_NAME: Final = 60
_UNCLOSED: Final = "<!--"
"""In place of what a comment says that is not closed."""


class Suppression(Shape, frozen=True, kw_only=True):
    """One comment that was understood."""

    line: int
    """Of the comment, from 1."""
    rules: tuple[str, ...]
    reason: str
    first: int
    last: int
    """The lines in which what it speaks of begins, from 1."""


class Suppressions:
    """What the comments of a file say.

    `faults` holds the line of each comment that silences nothing, and why.
    """

    def __init__(
        self, found: Sequence[Suppression] = (), faults: Sequence[tuple[int, str]] = ()
    ) -> None:
        self.all = tuple(found)
        self.faults = tuple(faults)
        self._reach: dict[str, tuple[list[int], list[Suppression]]] = {}
        """For each rule, where spans begin, in order, and which of those so far goes furthest."""
        for one in sorted(self.all, key=lambda one: one.first):
            for rule in one.rules:
                firsts, furthest = self._reach.setdefault(rule, ([], []))
                firsts.append(one.first)
                further = not furthest or one.last > furthest[-1].last
                furthest.append(one if further else furthest[-1])

    def covering(self, rule: str, finding: Finding) -> Suppression | None:
        """Return a comment that silences a finding, if there is one."""
        firsts, furthest = self._reach.get(rule, ([], []))
        index = bisect_right(firsts, finding.line) - 1
        if index < 0 or furthest[index].last < finding.line:
            return None
        return furthest[index]


def suppressions(document: Document) -> Suppressions:
    """Return what the comments in a parsed file say."""
    if _MARK not in document.lines.data.lower():
        return Suppressions()
    found: list[Suppression] = []
    faults: list[tuple[int, str]] = []
    behind = _behind(document)
    for offset, text, block in _comments(document):
        line = document.lines.at(offset) + 1
        parsed = _parsed(text)
        if isinstance(parsed, str):
            faults.append((line, parsed))
            continue
        order, rules, reason = parsed
        span = _span(document, block, behind) if order == "ignore" else (1, len(document.lines) + 1)
        if span is None:
            faults.append((line, "no block follows the suppression"))
        else:
            found.append(
                Suppression(line=line, rules=rules, reason=reason, first=span[0], last=span[1])
            )
    return Suppressions(found, faults)


def remarks(
    suppressions: Suppressions,
    used: Collection[tuple[int, str]],
    *,
    known: Collection[str],
    active: Collection[str],
) -> Iterator[tuple[int, str]]:
    """Yield what is wrong with the comments of a file: the line, and a sentence.

    `used` holds the line of a comment and a rule for each that silenced something; of the rules,
    only the `active` ones could have.
    """
    yield from suppressions.faults
    for one in suppressions.all:
        for rule in one.rules:
            if rule not in known:
                yield one.line, _unknown(rule, tuple(sorted(known)))
            elif rule in active and (one.line, rule) not in used:
                yield one.line, f"the suppression of {rule} is not used: delete it"


def _comments(document: Document) -> Iterator[tuple[int, str, Block]]:
    """Yield offset and content of each comment that addresses chaff, and the block it is in."""
    for block in document.blocks:
        if block.kind == "html":
            source = document.lines.data[block.begin : block.end]
            for start, content in _in_html(source):
                yield block.begin + start, content, block
    yield from _inline(document)


def _in_html(source: bytes) -> Iterator[tuple[int, str]]:
    """Yield place and content of the comments that address chaff; as long as the source is.

    The content is kept to the end of the source where a comment is not closed, and MARK with it
    where it is misspelt, so that neither is understood.
    """
    start = source.find(_OPEN)
    while start >= 0:
        end = source.find(_CLOSE, start + len(_OPEN))
        content = source[start + len(_OPEN) : None if end < 0 else end].lstrip()
        if content[: len(_MARK)].lower() == _MARK:
            said = content.removeprefix(_MARK).decode()
            yield start, said if end >= 0 else _UNCLOSED
        if end < 0:
            return
        start = source.find(_OPEN, end)


def _inline(document: Document) -> Iterator[tuple[int, str, Block]]:
    """Yield the comments that stand between words."""
    data = document.lines.data
    base = document.lines.start(document.body_line)
    begins = [block.begin for block in document.blocks]
    for event, span in pyromark.events_with_range(data[base:].decode(), options=OPTIONS):
        if isinstance(event, dict) and "InlineHtml" in event:
            offset = base + span["start"]
            block = _innermost(document, begins, offset)
            if block is not None:
                for _, content in _in_html(event["InlineHtml"].encode()):
                    yield offset, content, block


def _innermost(document: Document, begins: Sequence[int], offset: int) -> Block | None:
    """Return the innermost block that a byte of the file stands in."""
    index = bisect_right(begins, offset) - 1
    while index >= 0:
        block = document.blocks[index]
        if offset < block.end and block.kind != "list":
            return block
        index = block.parent
    return None


def _parsed(content: str) -> tuple[str, tuple[str, ...], str] | str:
    """Return order, rules and reason of a comment, or what is wrong with it."""
    if content == _UNCLOSED:
        return "this comment is not closed with -->, so nothing behind it is read"
    found = _ORDER.fullmatch(content)
    if found is None:
        return f"this comment is not understood: write {_FORM}"
    order, names, reason = found.groups()
    rules = tuple(name.strip() for name in names.split(",") if name.strip())
    if not rules:
        return f"the suppression names no rule: write {_FORM}"
    words = " ".join(reason.replace("\n>", "\n").split()).lstrip("-–—: ")
    if not any(char.isalnum() for char in words):
        return f"the suppression of {', '.join(rules)} gives no reason, so it suppresses nothing"
    return order, rules, words


def _span(document: Document, block: Block, behind: Mapping[int, Block]) -> tuple[int, int] | None:
    """Return the lines in which what a comment in `block` speaks of begins."""
    target = behind.get(block.index) if block.kind == "html" else block
    return (target.line, _own_end(document, target)) if target else None


def _behind(document: Document) -> dict[int, Block]:
    """Return for each block of HTML the next block that is no comment of chaff's, nor a list."""
    found: dict[int, Block] = {}
    target: Block | None = None
    for block in reversed(document.blocks):
        if block.kind == "html" and target:
            found[block.index] = target
        if block.kind != "list" and not _is_comment(block):
            target = block
    return found


def _is_comment(block: Block) -> bool:
    return block.kind == "html" and any(_in_html(block.text.encode()))


def _own_end(document: Document, block: Block) -> int:
    """Return the last line of a block that belongs to none of the items inside it."""
    if block.kind == "list_item":
        for index in range(block.index + 1, document.after(block.index)):
            if document.blocks[index].line > block.line:
                return document.blocks[index].line - 1
    return block.end_line


@lru_cache(maxsize=64)
def _unknown(rule: str, known: tuple[str, ...]) -> str:
    """Return what is said of the name of no rule."""
    import difflib

    name = rule if len(rule) <= _LONGEST_NAME else f"{rule[:_LONGEST_NAME]}…"
    close = difflib.get_close_matches(name, known, n=1)
    meant = f" (did you mean {close[0]}?)" if close else ""
    return f"there is no rule {name!r} to suppress{meant}"
