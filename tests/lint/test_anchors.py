"""Places that can be linked to, and links that lead nowhere."""

import pytest

from chaff.lint.fixes.anchors import anchors, breaks_links, fragments, lead_into
from chaff.lint.markdown.blocks import parse

# heading, anchor
HEADINGS = {
    "words": ("## Two Words", "two-words"),
    "code and stops": ("## The `lint` step, v1.2!", "the-lint-step-v12"),
    "underscores and hyphens": ("## snake_case - dash", "snake_case---dash"),
    "a link": ("## See [the docs](docs/a.md)", "see-the-docs"),
    "emphasis": ("## **Log**", "log"),
    "another script": ("## Ärger 変更", "ärger-変更"),
    "stated": ("## Log {#past}", "past"),
    "an id": ('<a id="top"></a>\n', "top"),
    "a name": ("Text <a name='Top'>here</a>.", "top"),
}


@pytest.mark.parametrize("name", HEADINGS)
def test_anchors(name):
    heading, anchor = HEADINGS[name]
    assert anchor in anchors(parse(f"{heading}\n".encode()))


def test_equal_headings_are_numbered():
    document = parse(b"# A\n\n## B\n\n# A\n\n# A\n")
    assert list(anchors(document)) == ["a", "b", "a-1", "a-2"]


# text, what it asks for
FRAGMENTS = {
    "a link": ("[x](#Log)", ["log"]),
    "by reference": ("[x]\n\n[x]: #log", ["log"]),
    "html": ('<a class="y" href="#log">x</a>', ["log"]),
    "in code": ("`[x](#log)`", []),
    "in a fence": ("```\n[x](#log)\n```", []),
    "of another file": ("[x](a.md#log)", []),
    "the top": ("[x](#)", []),
    "none": ("# A", []),
}


@pytest.mark.parametrize("name", FRAGMENTS)
def test_fragments(name):
    text, asked = FRAGMENTS[name]
    assert [one for one, _ in fragments(parse(f"{text}\n".encode()))] == asked


LOG = b"## Log\n\nSee [above](#log).\n"


@pytest.mark.parametrize(
    ("rest", "led"), [(b"a\n", False), (b"[x](#log)\n", True), (b"[x](#lag)\n", False)]
)
def test_links_into_a_part(rest, led):
    document = parse(rest + b"\n" + LOG)
    assert lead_into(document, len(rest) + 1, len(rest + LOG) + 1) is led
    assert breaks_links(document, parse(rest)) is led
    assert not breaks_links(parse(rest), parse(rest))
