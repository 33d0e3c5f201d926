"""What no fix of any rule may do, on generated Markdown and on every real file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chaff.lint.fixes.edits import apply_edits
from chaff.lint.fixes.fix import Fixed, fix
from chaff.lint.library import load
from chaff.lint.markdown.blocks import Document, parse
from chaff.lint.match import find
from chaff.lint.repository.place import Files, Place
from chaff.shapes.compiled import CompiledRule
from chaff.shapes.detect import DeleteBlock, DirectoryTreeDetect
from chaff.shapes.edit import Edit
from tests.support.wild import WILD, wild_files

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = load(ROOT).rules
RULES = {rule.id: rule for rule in LIBRARY}

FRAMES = ("code", "html", "table_head", "table_row", "front_matter", "heading", "block_quote")
"""Blocks that no fix touches unless its rule is about them."""


def check_fix(data: bytes, rule: CompiledRule, place: Place) -> Fixed:
    """Fix, and assert all that must hold of the result."""
    fixed = fix(data, rule.detect, rule.fix, place=place)
    _only_stated_spans_change(data, fixed)
    _frames_stay(data, fixed, rule)
    _what_was_left_is_found(fixed, rule, place)
    _twice_is_once(fixed, rule, place)
    _the_rest_reads_the_same(data, fixed)
    return fixed


def _only_stated_spans_change(data: bytes, fixed: Fixed) -> None:
    assert apply_edits(data, fixed.edits) == fixed.data
    ends = [0, *(edit.end for edit in fixed.edits)]
    starts = [*(edit.start for edit in fixed.edits), len(data)]
    kept = b"".join(data[end:start] for end, start in zip(ends, starts, strict=True))
    bare = [Edit(start=e.start, end=e.end, deleted=e.deleted) for e in fixed.edits]
    assert apply_edits(data, bare) == kept


def _frames_stay(data: bytes, fixed: Fixed, rule: CompiledRule) -> None:
    if not isinstance(rule.fix, DeleteBlock) or isinstance(rule.detect, DirectoryTreeDetect):
        return
    kinds = set(FRAMES) - set(rule.detect.blocks)
    assert _of_kinds(parse(fixed.data), kinds) == _of_kinds(parse(data), kinds)


def _of_kinds(document: Document, kinds: Iterable[str]) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in document.blocks if block.kind in kinds]


def _what_was_left_is_found(fixed: Fixed, rule: CompiledRule, place: Place) -> None:
    again = find(fixed.data, rule.detect, place)
    assert [found.excerpt for found in again] == [found.excerpt for found in fixed.left]


def _twice_is_once(fixed: Fixed, rule: CompiledRule, place: Place) -> None:
    twice = fix(fixed.data, rule.detect, rule.fix, place=place, existing=fixed.files)
    assert (twice.data, twice.edits, twice.files) == (fixed.data, (), {})


def _the_rest_reads_the_same(data: bytes, fixed: Fixed) -> None:
    """Every block is one of before, or a pointer line; nothing is said that was not."""
    before = Counter(_reading(parse(data)))
    pointers = len(fixed.edits) if fixed.files else 0
    new = Counter(_reading(parse(fixed.data))) - before
    assert new.total() <= pointers
    moved = "".join(fixed.files.values())
    for edit in fixed.edits:
        assert not fixed.files or edit.deleted in moved


def _reading(document: Document) -> list[tuple[str, int, int, str]]:
    return [(b.kind, b.depth, b.level, b.text) for b in document.blocks if b.kind != "list"]


# ---- generated Markdown: the rule's own invalid examples between all that can stand beside them

FRAME_LINES = [
    "plain words", "- item", "  - nested item", "1. one", "2. two", "\t- tabbed", "> quoted",
    "> - quoted item", "# Title", "## Part", "---", "```", "~~~", "<!-- note -->", "<div>",
    "| a | b |", "|---|---|", "[x]: /u", "[x]", "    code", "- [x] done", "", "", "", "é ü",
]  # fmt: skip


@st.composite
def documents(draw) -> tuple[str, bytes, Place]:
    name = draw(st.sampled_from(sorted(RULES)))
    example = draw(st.sampled_from(RULES[name].invalid))
    frames = st.lists(st.sampled_from(FRAME_LINES), max_size=6)
    lines = example.text.split("\n")
    if len(lines) <= 40:
        cut = draw(st.integers(0, len(lines)))
        lines = [*lines[:cut], *draw(frames), *lines[cut:]]
    indent = draw(st.sampled_from(["", "", "", "> ", "  ", "- "]))
    first = draw(st.sampled_from([indent, ""]))
    middle = [
        (first if n == 0 else indent.replace("-", " ")) + line for n, line in enumerate(lines)
    ]
    text = "\n".join([*draw(frames), *middle, *draw(frames)])
    text += draw(st.sampled_from(["", "\n", "\n\n"]))
    text = text.replace("\n", draw(st.sampled_from(["\n", "\n", "\r\n", "\r"])))
    data = draw(st.sampled_from(["", "\ufeff"])).encode() + text.encode()
    return name, data, Place(repository=Files(example.repository), path=example.path)


@settings(max_examples=600, deadline=None)
@given(case=documents())
def test_generated_markdown(case):
    name, data, place = case
    check_fix(data, RULES[name], place)


# ---- every real file, every rule, and all rules one after the other


@pytest.mark.skipif(not WILD.is_dir(), reason="the corpus is not on this machine")
def test_every_real_file():
    touched = 0
    for path, data in wild_files():
        place = Place(repository=Files({path.name: data.decode()}), path=path.name)
        for rule in LIBRARY:
            touched += bool(check_fix(data, rule, place).edits)
    assert touched


@pytest.mark.skipif(not WILD.is_dir(), reason="the corpus is not on this machine")
@pytest.mark.parametrize("name", sorted(RULES))
def test_real_files_with_an_example_put_in(name):
    """The rule's first example in the middle of each fifth file: all else must stay."""
    rule = RULES[name]
    example = rule.invalid[0]
    place = Place(repository=Files(example.repository), path=example.path)
    for _, data in list(wild_files())[::5]:
        blank = data.find(b"\n\n", len(data) // 2)
        at = blank + 2 if blank >= 0 else len(data)
        ending = b"\r\n" if b"\r\n" in data else b"\n"
        text = example.text.encode().replace(b"\n", ending)
        check_fix(data[:at] + text + ending + data[at:], rule, place)
