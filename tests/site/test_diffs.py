import pytest

from chaff.shapes.base import convert
from chaff.shapes.rule import Invalid
from chaff.site.diffs import diff


@pytest.mark.parametrize(
    ("text", "fixed", "flagged", "expected"),
    [
        ("a\nx\nb\n", "a\nb\n", [2], [" a", "-x!", " b"]),
        ("x\n", "See y.\n", [1], ["-x!", "+See y."]),
        ("a\nx\n", "a\nx\n", [2], [" a", " x!"]),
    ],
)
def test_diff(text, fixed, flagged, expected):
    value = {
        "title": "t",
        "text": text,
        "fixed": fixed,
        "findings": [{"line": line} for line in flagged],
    }
    signs = {"same": " ", "gone": "-", "new": "+"}
    lines = diff(convert(value, Invalid, where="here"))
    assert [f"{signs[one.kind]}{one.text}{'!' * one.flagged}" for one in lines] == expected
