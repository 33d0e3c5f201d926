import pytest

from chaff.lint.fixes.spared import Generated, has_own_links
from chaff.lint.markdown.blocks import parse

# text, lines that a tool keeps
KEPT = {
    "none": ("a\n", []),
    "a pair": ("a\n<!-- START doc, keep -->\nb\n<!-- END doc -->\nc\n", [2, 3, 4]),
    "glued": ("<!-- BEGIN_TF_DOCS -->\na\n<!-- END_TF_DOCS -->\nb\n", [1, 2, 3]),
    "with dashes": ("<!-- x-ignore-start -->\na\n<!-- x-ignore-end -->\nb\n", [1, 2, 3]),
    "a table of contents": ("<!-- toc start -->\na\n<!-- tocstop -->\nb\n", [1, 2, 3]),
    "two pairs": (
        "<!-- begin -->\n<!-- end -->\n\na\n\n<!-- begin -->\nb\n<!-- end -->\n",
        [1, 2, 6, 7, 8],
    ),
    "in words": ("<!-- restarted -->\na\n<!-- weekend -->\n", []),
    "an end alone": ("a\n\n<!-- end -->\n", []),
    "in code": ("```\n<!-- start -->\n<!-- end -->\n```\n", []),
    "said late": (f"<!-- {'a' * 300} start -->\na\n\n<!-- end -->\n", []),
}


@pytest.mark.parametrize("name", KEPT)
def test_what_a_tool_keeps(name):
    text, lines = KEPT[name]
    document = parse(text.encode())
    kept = Generated(document)
    assert [n for n in range(1, len(document.lines) + 1) if kept.touches(n, n)] == lines


LINKS = {
    "[a](b.md)": True,
    "[a](../b.md#c)": True,
    "[a](https://x.example)": False,
    "[a](#b)": True,
    "[a](<b c.md>)": True,
    "[a](<https://x.example>)": False,
    "[a](/docs/b.md)": False,
    "[a](mailto:a@b.example)": False,
    "![a](b.png)": True,
    '<img alt="a" src="b.png">': True,
    '<a href="#b">a</a>': True,
    '<a href="https://x.example">a</a>': False,
    '<img src="/b.png">': False,
    '<img src="data:image/png;base64,AA">': False,
    "[a][ref]": True,
    "[#12]": False,
}


@pytest.mark.parametrize("source", LINKS)
def test_links_that_would_lead_elsewhere(source):
    document = parse(f"{source}\n\n[ref]: b.md\n".encode())
    assert has_own_links(document, source) == LINKS[source]
