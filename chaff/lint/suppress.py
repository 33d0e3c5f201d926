"""Suppressions: HTML comments in an instruction file that silence a rule, each with a reason.

`<!-- chaff: ignore[rule, rule2] reason -->` on a line of its own speaks of the next block, at the
end of a line of the block that it stands in; `ignore-file[...]` of the whole file. What stands in
code is no comment, and a comment without a reason silences nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

import pyromark

from chaff.lint.blocks import Block, Document
from chaff.lint.builder import OPTIONS
from chaff.lint.finding import Finding
from chaff.shapes.base import Shape

_MARK: Final = b"chaff:"
_COMMENT: Final = re.compile(r"<!--\s*chaff:(.*?)-->", re.DOTALL)
_ORDER: Final = re.compile(r"\s*(ignore(?:-file)?)\s*\[([^\]]*)\](.*)", re.DOTALL)
_FORM: Final = "<!-- chaff: ignore[RULE] reason -->"


class Suppression(Shape, frozen=True, kw_only=True):
    """One comment that was understood."""

    line: int
    """Of the comment, from 1."""
    rules: tuple[str, ...]
    reason: str
    first: int
    last: int
    """The lines in which what it speaks of begins, from 1."""

    def covers(self, rule: str, finding: Finding) -> bool:
        """Tell whether it silences a finding of a rule."""
        return rule in self.rules and self.first <= finding.line <= self.last


class Suppressions(Shape, frozen=True, kw_only=True):
    """What the comments of a file say."""

    all: tuple[Suppression, ...] = ()
    faults: tuple[tuple[int, str], ...] = ()
    """Line of a comment that silences nothing, and why."""

    def covering(self, rule: str, finding: Finding) -> Suppression | None:
        """Return the first comment that silences a finding, if there is one."""
        return next((one for one in self.all if one.covers(rule, finding)), None)


def suppressions(document: Document) -> Suppressions:
    """Return what the comments in a parsed file say."""
    if _MARK not in document.lines.data:
        return Suppressions()
    found: list[Suppression] = []
    faults: list[tuple[int, str]] = []
    for offset, text, block in _comments(document):
        line = document.lines.at(offset) + 1
        parsed = _parsed(text)
        if isinstance(parsed, str):
            faults.append((line, parsed))
            continue
        order, rules, reason = parsed
        span = _span(document, block) if order == "ignore" else (1, len(document.lines) + 1)
        if span is None:
            faults.append((line, "no block follows the suppression"))
        else:
            found.append(
                Suppression(line=line, rules=rules, reason=reason, first=span[0], last=span[1])
            )
    return Suppressions(all=tuple(found), faults=tuple(faults))


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
                yield one.line, f"there is no rule {rule!r} to suppress{_nearest(rule, known)}"
            elif rule in active and (one.line, rule) not in used:
                yield one.line, f"the suppression of {rule} is not used: delete it"


def _comments(document: Document) -> Iterator[tuple[int, str, Block]]:
    """Yield offset and content of each comment that addresses chaff, and the block it is in."""
    for block in document.blocks:
        if block.kind == "html":
            source = document.lines.data[block.begin : block.end]
            for found in _COMMENT.finditer(source.decode()):
                before = len(source.decode()[: found.start()].encode())
                yield block.begin + before, found.group(1), block
    yield from _inline(document)


def _inline(document: Document) -> Iterator[tuple[int, str, Block]]:
    """Yield the comments that stand between words."""
    data = document.lines.data
    base = document.lines.start(document.body_line)
    for event, span in pyromark.events_with_range(data[base:].decode(), options=OPTIONS):
        if isinstance(event, dict) and "InlineHtml" in event:
            found = _COMMENT.match(event["InlineHtml"])
            offset = base + span["start"]
            if found and (block := _innermost(document, offset)):
                yield offset, found.group(1), block


def _innermost(document: Document, offset: int) -> Block | None:
    holding = (b for b in document.blocks if b.begin <= offset < b.end and b.kind != "list")
    return max(holding, key=lambda block: block.index, default=None)


def _parsed(content: str) -> tuple[str, tuple[str, ...], str] | str:
    """Return order, rules and reason of a comment, or what is wrong with it."""
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


def _span(document: Document, block: Block) -> tuple[int, int] | None:
    """Return the lines in which what a comment in `block` speaks of begins."""
    if block.kind != "html":
        return block.line, _own_end(document, block)
    following = (b for b in document.blocks[block.index + 1 :] if not _is_comment(b))
    target = next((b for b in following if b.kind != "list"), None)
    return (target.line, _own_end(document, target)) if target else None


def _is_comment(block: Block) -> bool:
    return block.kind == "html" and _COMMENT.search(block.text) is not None


def _own_end(document: Document, block: Block) -> int:
    """Return the last line of a block that belongs to none of the items inside it."""
    if block.kind == "list_item":
        inside = document.blocks[block.index + 1 : document.after(block.index)]
        nested = next((b for b in inside if b.line > block.line), None)
        if nested:
            return nested.line - 1
    return block.end_line


def _nearest(rule: str, known: Collection[str]) -> str:
    import difflib

    close = difflib.get_close_matches(rule, sorted(known), n=1)
    return f" (did you mean {close[0]}?)" if close else ""


def silenced(
    suppressions: Suppressions, rule: str, findings: Sequence[Finding]
) -> Iterator[tuple[Finding, Suppression]]:
    """Yield the findings of a rule that a comment silences, each with that comment."""
    for finding in findings:
        if one := suppressions.covering(rule, finding):
            yield finding, one
