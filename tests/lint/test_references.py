"""What counts as a reference, where it lies, and which words stand around it."""

import pytest

from chaff.lint.markdown.blocks import parse
from chaff.lint.markdown.references import references_of, sentence_around, words_around

# (text, kind and path of each reference)
CASES = [
    ("`docs/a.md`", [("code", "docs/a.md")]),
    ("`src/a.py:12` `src/b.py:3-9` `src/c.py:3:9`", [("code", f"src/{n}.py") for n in "abc"]),
    (
        '`docs/a.md#part`, [a](docs/b.md#part "title")',
        [("code", "docs/a.md"), ("link", "docs/b.md")],
    ),
    ("[a](docs/a%20b.md) [c](<docs/c d.md>)", [("link", "docs/a b.md"), ("link", "docs/c d.md")]),
    ("[a](mdc:src/a.ts)", [("link", "src/a.ts")]),
    ("[a][b]\n\n[b]: docs/b.md", [("link", "docs/b.md")]),
    ("[`a.md`](docs/a.md)", [("link", "docs/a.md")]),
    ("![`a.md`](docs/a.png)", []),
    ("`cat docs/a.md` and docs/b.md", []),
    ("[a](https://x.example/a.md) <https://x.example/b.md> [c](mailto:a@b.example)", []),
    ("`/etc/hosts` `~/a.md` `#a` `C:\\a.md` `%APPDATA%/a.md` `https://x.example/a.md`", []),
    ("[a](/docs/a.md) [b](#b)", []),
    ("```\n`docs/a.md`\n```\n\n<!-- `docs/b.md` -->", []),
    ("see @docs/a.md and `@docs/b.md`", [("import", "docs/a.md"), ("code", "@docs/b.md")]),
    (
        "---\na: b\n---\n\n`docs/ä.md` and `docs/b.md`",
        [("code", "docs/ä.md"), ("code", "docs/b.md")],
    ),
    ("| a | b |\n|---|---|\n| `x/a.md` | [b](x/b.md) |", [("code", "x/a.md"), ("link", "x/b.md")]),
]


@pytest.mark.parametrize(("text", "found"), CASES)
def test_references(text, found):
    assert [(one.kind, one.path) for one in references_of(text.encode())] == found


@pytest.mark.parametrize(
    "text", ["a `x/y.md` b", "\ufeff`x/y.md`", "---\na: 1\n---\nä\r\n\r\n`x/y.md`\r\n"]
)
def test_a_reference_lies_where_it_says(text):
    data = text.encode()
    (one,) = references_of(data)
    assert data[one.start : one.end] == b"`x/y.md`"


SENTENCES = [
    ("Run `make x`, then `a/b.md` and `y z`.", "Run ``, then @ and ``."),
    ("- First one. See `a/b.md` now! Then more.", "See @ now!"),
    ("Use e.g. `a/b.md` or `c`.", "Use e.g. @ or ``."),
    ("One\ntwo `a/b.md`,\nthree. Four", "One two @, three."),
    ("- `a/b.md`\n  - inner", "- @"),
    ("先读 `a/b.md`。再说。", "先读 @。"),
]


@pytest.mark.parametrize(("text", "sentence"), SENTENCES)
def test_sentence_around(text, sentence):
    document = parse(text.encode())
    block = next(block for block in document.blocks if block.text)
    assert sentence_around(document, block, references_of(text.encode())[0]) == sentence


def test_words_around():
    text = "- See `a/b.md` and [c](d/e.md)."
    document = parse(text.encode())
    assert (
        words_around(document, document.blocks[1], references_of(text.encode())) == "See @ and @."
    )
