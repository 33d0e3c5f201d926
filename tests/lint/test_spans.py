"""Code spans of a text, where they stand in the file, and what leads up to a block."""

from time import process_time

import pytest

from chaff.lint.markdown.blocks import parse
from chaff.lint.markdown.spans import code_spans, places, surroundings, without, without_code

# (text, what its code spans hold)
SPANS = [
    ("", []),
    ("a `b` c `d`", ["b", "d"]),
    ("``a ` b`` `c`", ["a ` b", "c"]),
    ("`a `` b`", ["a `` b"]),
    ("a ` b", []),
    ("`` a ` b `c`", ["b"]),
    ("` a `", ["a"]),
]


@pytest.mark.parametrize(("text", "codes"), SPANS)
def test_finds_code_spans(text, codes):
    assert [span.code for span in code_spans(text)] == codes


def test_backticks_without_end_are_read_in_time():
    text = " ".join("`" * n for n in range(1, 1000))
    begun = process_time()
    assert code_spans(text) == ()
    assert process_time() - begun < 1


def test_takes_all_spans_out():
    assert without_code("a `b` c ``d ` e``, ` f") == "a `` c ``, ` f"
    assert without_code("`a\nb` c") == "`` c"


def test_takes_a_span_out():
    text = "a `b` c"
    assert without(text, code_spans(text)[0]) == "a `` c"


def test_places_count_characters_over_lines_and_quotes():
    document = parse("> ä `a b` and `a\n> b`\n".encode())
    assert list(places(document, document.blocks[1], ("a b", "a b", "absent"))) == [
        (1, 6),
        (1, 16),
        (1, 3),
    ]


def test_what_leads_up_to_a_block():
    document = parse(b"Far:\n\nNear:\n\n- one\n  - two\n\nnot a lead\n\nend\n")
    texts = {block.text: surroundings(document, block) for block in document.blocks if block.text}
    assert texts["two"] == ("one", "Near:")
    assert texts["Near:"] == ("Far:",)
    assert texts["end"] == ()
