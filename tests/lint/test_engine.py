import pytest

from chaff.errors import BadInputError
from chaff.lint.engine import fix_file, lint
from tests.support.library import MOVES, compiled

HEURISTIC = compiled("a-rule")
ENFORCED = compiled("b-rule", "enforced")
MOVER = compiled("c-rule", **MOVES)
TEXT = b"a\n\nX\n\n## Log\n\n- 1\n- 2\n"


def test_findings_carry_rule_tier_and_label():
    first, second, third = lint(TEXT, [MOVER, ENFORCED, HEURISTIC], path="p/CLAUDE.md")
    assert [(one.finding.line, one.rule) for one in (first, second, third)] == [
        (3, "a-rule"),
        (3, "b-rule"),
        (5, "c-rule"),
    ]
    assert (first.path, first.tier, first.label) == (
        "p/CLAUDE.md",
        "heuristic",
        "heuristic: not measured",
    )
    assert first.title == "About a-rule"


FAILS = [
    ((), [False, True, False]),
    (("a-rule",), [True, True, False]),
    (("heuristic",), [True, True, True]),
]


@pytest.mark.parametrize(("fail_on", "expected"), FAILS)
def test_only_enforced_rules_fail_unless_asked(fail_on, expected):
    found = lint(TEXT, [HEURISTIC, ENFORCED, MOVER], path="p", fail_on=fail_on)
    assert [one.fails for one in found] == expected


def test_what_a_fix_would_leave_is_not_called_fixable():
    found = lint(TEXT, [MOVER], path="p", existing=["docs/H.md"])
    assert [one.fixable for one in found] == [False]
    assert [one.fixable for one in lint(TEXT, [MOVER], path="p")] == [True]


def test_all_fixes_are_made_and_once_is_enough():
    fixed = fix_file(TEXT, [HEURISTIC, MOVER], path="p")
    assert fixed.data == b"a\n\nSee docs/H.md.\n"
    assert fixed.files == {"docs/H.md": "## Log\n\n- 1\n- 2\n"}
    assert fix_file(fixed.data, [HEURISTIC, MOVER], path="p").data == fixed.data


def test_two_rules_never_write_the_same_file():
    other = compiled("d-rule", **{**MOVES, "detect": {**MOVES["detect"], "heading": ["^Diary"]}})
    fixed = fix_file(TEXT + b"## Diary\n\n1 a\n\n2 b\n", [MOVER, other], path="p")
    assert fixed.files == {"docs/H.md": "## Log\n\n- 1\n- 2\n"}
    assert b"## Diary" in fixed.data


def test_a_file_that_is_not_utf8_is_named():
    with pytest.raises(BadInputError, match=r"p/CLAUDE\.md: not UTF-8 at byte 0"):
        lint(b"\xff", [HEURISTIC], path="p/CLAUDE.md")
    with pytest.raises(BadInputError, match=r"p/CLAUDE\.md: not UTF-8"):
        fix_file(b"\xff", [HEURISTIC], path="p/CLAUDE.md")
