"""What is an import was seen with Claude Code 2.1.332: each case was in a CLAUDE.md it loaded."""

import time

import pytest

from chaff.errors import BadInputError
from chaff.lint.markdown.imports import Import, imports_of, possible_targets, resolve

# Markdown -> the targets, hidden ones in brackets
CASES = {
    # Where a run of text starts.
    "@a.md": "a.md",
    "- @a.md": "a.md",
    "- [ ] @a.md": "a.md",
    "- x\n  - @a.md": "a.md",
    "- x\n\n  @a.md": "a.md",
    "> @a.md": "a.md",
    "> - @a.md": "a.md",
    "## @a.md": "a.md",
    "@a.md\n===": "a.md",
    "**@a.md**": "a.md",
    "- x **@a.md**": "a.md",
    "*@a.md*": "a.md",
    "_@a.md_": "a.md",
    "__@a.md__": "a.md",
    "**x**@a.md": "a.md",
    "[@a.md](http://x)": "a.md",
    "[see @a.md now](http://x)": "a.md",
    "[@a.md][r]\n\n[r]: http://x": "a.md",
    "<b>@a.md</b>": "a.md",
    "x<br>@a.md": "a.md",
    "x\\*@a.md": "a.md",
    "x <!-- y --> @a.md": "a.md",
    "<details>\n\n@a.md\n\n</details>": "a.md",
    # Behind white space, as JavaScript knows it.
    "see @a.md now": "a.md",
    "x\n@a.md y": "a.md",
    "x  \n@a.md": "a.md",
    "x\t@a.md": "a.md",
    "x\u00a0@a.md": "a.md",
    "x\u3000@a.md": "a.md",
    "x\u2028@a.md": "a.md",
    "x \ufeff@a.md": "a.md",
    "x\x0b@a.md": "a.md",
    "x\u0085@a.md": "",
    "x\x1c@a.md": "",
    "\u200b@a.md": "",
    "\u2014 @a.md \u2014": "a.md",
    "\u53c2\u8003 @a.md": "a.md",
    "@a.md @b.md": "a.md b.md",
    "x ( @a.md )": "a.md",
    "x@y.z @a.md": "a.md",
    "x <b @a.md y": "a.md",
    # What a path is made of.
    "@./a.md": "./a.md",
    "@../x/a.md": "../x/a.md",
    "@a/b.md#heading x": "a/b.md",
    "@a.md #heading": "a.md",
    "@noext": "noext",
    "@.cursorrules": ".cursorrules",
    "@a_b_c.md": "a_b_c.md",
    "@a\\ b.md": "a b.md",
    "@/x/a.md": "/x/a.md",
    "@~/a.md": "~/a.md",
    "@a.md/": "a.md/",
    "@d": "d",
    "@": "",
    "@/": "",
    "@#a.md": "",
    "@@a.md": "",
    "@日本.md": "",
    "@ä.md": "",
    "@(a.md": "",
    # Punctuation behind it is part of the path, so that there is no such file.
    "see @a.md.": "a.md.",
    "see @a.md, x": "a.md,",
    "@a.md: x": "a.md:",
    "@a.md?x": "a.md?x",
    # Not behind a quote, a bracket, a letter and the like.
    '"@a.md"': "",
    "'@a.md'": "",
    "(@a.md)": "",
    "[@a.md]": "",
    "[@a.md][nope]": "",
    "{@a.md}": "",
    "x@a.md": "",
    "x/@a.md": "",
    "x -@a.md": "",
    "x —@a.md": "",
    "x&@a.md": "",
    "\u53c2\u8003：@a.md": "",
    "~~@a.md~~": "",
    "a**@a.md**b": "",
    "\\@a.md": "",
    "- \\@a.md": "",
    "- [@a.md]": "",
    "&#64;a.md": "",
    "&nbsp;@a.md": "",
    "http://x/@a.md": "",
    "<@a.md>": "",
    # Not in code, comments, tags and alternative texts.
    "`@a.md`": "",
    "x `y @a.md z`": "",
    "# x `y @a.md z`": "",
    "**x `y @a.md z`**": "",
    "> x `y @a.md z`": "",
    "- # x `y @a.md z`": "",
    "- > x `y @a.md z`": "",
    "- `@a.md`": "",
    "```\n@a.md\n```": "",
    "~~~text\n@a.md\n~~~": "",
    "- x\n  ```\n  @a.md\n  ```": "",
    "x\n\n    @a.md": "",
    "<!--\n@a.md\n-->": "",
    "x <!-- @a.md --> y": "",
    "- <!-- @a.md -->": "",
    "x <a href=' @a.md '>y</a>": "",
    "![ @a.md ](x)": "",
    "[x]: @a.md": "",
    "[^1]: @a.md": "",
    "<div>\n@a.md\n</div>": "",
    "<div>\n<!-- x -->\n@a.md\n</div>": "",
    "<pre>\n\n@a.md\n\n</pre>": "",
    "<?x\n@a.md\n?>": "",
    "<!-->@a.md": "",
    # What follows a comment in a block that begins with one.
    "<!-- x --> @a.md": "a.md",
    "<!-- x -->@a.md": "a.md",
    "<!---->@a.md": "a.md",
    "<!-- x -->\n<!-- y --> @a.md": "a.md",
    "<!-- x --><div>\n@a.md\n</div>": "a.md",
    "<!-- @b.md --> @a.md <!-- @c.md": "",
    # A table is plain text.
    "| x | y |\n|---|---|\n| @a.md | z |": "a.md",
    "| @a.md | y |\n|---|---|\n| x | z |": "a.md",
    "x | y\n--|--\n@a.md | z": "a.md",
    "|x|y|\n|-|-|\n|@a.md|z|": "",
    "| x | y |\n|---|---|\n| `y @a.md z` | z |": "",
    # The words of a list item are read a second time as they are written.
    "- x `y @a.md z`": "(a.md)",
    "1. x `y @a.md z`": "(a.md)",
    "- x `y @a.md z`\n\n- w": "(a.md)",
    "- x\n\n  x `y @a.md z`": "(a.md)",
    "- x\n  `y\n  @a.md z`": "(a.md)",
    "- x\n`y @a.md z`": "(a.md)",
    "- x\n  - y `z @a.md w`": "(a.md)",
    "> - x `y @a.md z`": "(a.md)",
    "- x <!-- @a.md -->": "(a.md)",
    "- ![ @a.md ](x)": "(a.md)",
    "- x <a href=' @a.md '>y</a>": "(a.md)",
    "- run `npm i @acme/ui`": "(acme/ui`)",
    # A quick look at what stands before an `@` must let none of these pass unseen.
    r"""x \"@a.md""": "a.md",
    '"@a.md" `@b.md` (@c.md) x@d.md': "",
    "`x`@a.md": "a.md",
    "`@b` `x`@a.md": "a.md",
    "*@a.md* _@b.md_": "a.md b.md",
    "| ` | `@a.md |\n|---|---|": "a.md",
    # Front matter is cut off.
    "---\nx: @b.md\n---\n@a.md": "a.md",
}


def shown(found: Import) -> str:
    return f"({found.target})" if found.hidden else found.target


@pytest.mark.parametrize("text", CASES)
def test_what_is_an_import(text):
    for start, end in (("", "\n"), ("\ufeff", "\r\n")):
        check(text, start, end)


def check(text, start, end):
    data = (start + text.replace("\n", end) + end).encode()
    found = imports_of(data)
    assert {one.target for one in found} <= set(possible_targets(data))
    assert " ".join(map(shown, found)) == CASES[text]
    for one in found:
        line = data.decode().removeprefix("\ufeff").split(end)[one.line - 1]
        assert line[one.column - 1 :].startswith("@")
        assert data[one.start : one.end].startswith(b"@")
        assert (
            data[one.start + 1 : one.end].decode().partition("#")[0].replace("\\ ", " ")
            == one.target
        )


def test_an_import_knows_its_place():
    data = "---\na: b\n---\n\n日本 @x/ö.md#p @b.md.\n- é `y @c.md z`\n".encode()
    assert imports_of(data) == (
        Import(target="x/ö.md", line=5, column=4, start=21, end=31),
        Import(target="b.md.", line=5, column=14, start=32, end=38),
        Import(target="c.md", line=6, column=8, start=47, end=52, hidden=True),
    )


# target -> without punctuation
BARE = {
    "a.md": "a.md",
    "a.md.": "a.md",
    "docs/flow.md:": "docs/flow.md",
    "a.md).": "a.md",
    "../a": "../a",
    "a/": "a/",
    "acme/ui`": "acme/ui",
}


@pytest.mark.parametrize("target", BARE)
def test_punctuation_can_be_told_apart(target):
    found = Import(target=target, line=1, column=1, start=0, end=1)
    assert found.bare == BARE[target]


# (target, importing file) -> path from the root
RESOLVED = {
    ("a.md", "CLAUDE.md"): "a.md",
    ("./a.md", "x/CLAUDE.md"): "x/a.md",
    ("../a.md", "x/y/CLAUDE.md"): "x/a.md",
    ("../../a.md", "x/y/CLAUDE.md"): "a.md",
    ("a//b/./c.md", "CLAUDE.md"): "a/b/c.md",
    ("..", "x/CLAUDE.md"): ".",
    ("../a.md", "CLAUDE.md"): None,
    ("x/../../a.md", "CLAUDE.md"): None,
    ("/a.md", "CLAUDE.md"): None,
    ("~/a.md", "CLAUDE.md"): None,
}


@pytest.mark.parametrize(("target", "importer"), RESOLVED)
def test_a_target_is_named_from_the_importing_file(target, importer):
    assert resolve(target, importer) == RESOLVED[target, importer]


def test_a_lone_cr_ends_a_line():
    assert imports_of(b"```\r@a.md\r```\r@b.md")[0].target == "b.md"


def test_bytes_that_are_no_text():
    with pytest.raises(BadInputError):
        imports_of(b"@a.md \xff")


def test_a_file_without_an_at_sign_is_not_even_parsed():
    assert imports_of(b"\xff") == ()


def test_a_long_line_of_imports_is_read_once():
    n_imports = 40_000
    data = "é @a.md ".encode() * n_imports
    started = time.perf_counter()
    assert len(imports_of(data)) == n_imports
    # Its square would be some minutes.
    assert time.perf_counter() - started < 5
