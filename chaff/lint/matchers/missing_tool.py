"""Flags blocks that name a tool of a server which the repository does not configure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chaff.lint.finding import Match, match_block
from chaff.lint.markdown.blocks import Block, Document
from chaff.lint.markdown.spans import Span, code_spans, places, surroundings, without
from chaff.lint.matchers.common import excused, found, matching
from chaff.lint.repository.place import Place
from chaff.lint.repository.toolsets import Toolset, folded, toolset_of
from chaff.pattern import groups_in
from chaff.shapes.detect import MissingToolDetect

MOST_SHOWN: Final = 5
"""Servers named in place of the one that is missing."""


def flag(document: Document, detect: MissingToolDetect, place: Place) -> Iterator[Match]:
    """Yield a match for each server, once a block, that is not there."""
    if found(detect.unless_file, place.path):
        return
    for block in matching(document, detect.blocks, detect.server):
        named = _named(block, detect)
        if not named or _excused(document, block, detect):
            continue
        tools = toolset_of(place.repository)
        gone = tuple(server for server in named if _is_missing(server, tools, place))
        at = dict(zip(gone, places(document, block, gone), strict=True))
        for server in gone:
            yield match_block(
                document,
                block,
                fixable=len(named) == 1 and _is_all(document, block, detect, server),
                detail=_detail(server, tools),
                at=at[server],
            )


def _named(block: Block, detect: MissingToolDetect) -> tuple[str, ...]:
    """Return the servers that a block names, each once, in the order of the text."""
    servers = {server for pattern in detect.server for server in groups_in(pattern, block.text)}
    kept = [server for server in servers if not found(detect.unless_server, server)]
    return tuple(sorted(kept, key=block.text.index))


def _is_missing(server: str, tools: Toolset, place: Place) -> bool:
    return tools.configured and not tools.may_have(server) and not _is_own(server, place)


def _is_own(server: str, place: Place) -> bool:
    """Tell whether a file or folder bears the name: the repository may be the server's own."""
    name = folded(server)
    return any(
        folded(part.partition(".")[0]) == name
        for path in place.repository.paths()
        for part in path.split("/")
    )


def _excused(document: Document, block: Block, detect: MissingToolDetect) -> bool:
    leading = any(found(detect.unless_lead, text) for text in surroundings(document, block))
    return leading or excused(block, detect.unless, detect.unless_under)


def _is_all(document: Document, block: Block, detect: MissingToolDetect, server: str) -> bool:
    """Tell whether the block is about nothing but the one tool or server."""
    spans = [span for span in code_spans(block.text) if server in span.code]
    if document.has_nested(block.index) or len(spans) > 1:
        return False
    start = block.text.index(server)
    [span] = spans or [Span(code=server, start=start, end=start + len(server))]
    return found(detect.only, without(block.text, span))


def _detail(server: str, tools: Toolset) -> str:
    names = [*tools.shown[:MOST_SHOWN], *(["…"] if len(tools.shown) > MOST_SHOWN else [])]
    return f"`{server}` is no configured server; there is {', '.join(names)}"
