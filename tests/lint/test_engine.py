import pytest

from chaff.errors import BadInputError
from chaff.lint.engine import NO_TERMS, Beside, Source, Terms, fix_file, lint
from chaff.lint.repository.place import Files, Place
from chaff.shapes.base import convert
from chaff.shapes.evidence import Evidence
from tests.support.library import MOVES, compiled, evidence

HEURISTIC = compiled("a-rule")
ENFORCED = compiled("b-rule", "enforced")
MOVER = compiled("c-rule", **MOVES)
UNSAFE = compiled("d-rule", fix_safety="unsafe")
TEXT = b"a\n\nX\n\n## Log\n\n- 1\n- 2\n"
MARK = b"<!-- chaff: ignore[a-rule] ours -->\n"


def source(data: bytes = TEXT, **fields) -> Source:
    return Source(data=data, path="p/CLAUDE.md", **fields)


def found(data: bytes, rules, terms: Terms = NO_TERMS, **fields):
    return lint(source(data, **fields), rules, terms).findings


def test_findings_carry_rule_tier_label_and_message():
    first, second, third = found(TEXT, [MOVER, ENFORCED, HEURISTIC])
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
    assert (first.message, first.source) == ("About a-rule", ("X",))
    assert third.source == ("## Log", "", "- 1")


def test_what_a_finding_alone_has_to_say_stands_behind_the_message():
    homes = compiled(
        "a-rule",
        detect={"kind": "machine_path", "path": ["(/home/[a-z]+)"], "blocks": ["paragraph"]},
        message="Names a home.\nDelete it.\n",
    )
    place = Place(repository=Files({}), path="CLAUDE.md")
    (one,) = found(b"See `/home/ann/x` for more.\n", [homes], place=place)
    assert one.message == (f"Names a home. Delete it ({one.finding.detail}).")
    assert "/home/ann" in one.finding.detail


MODEL = convert(evidence("m-1"), Evidence, where="x")
KNOWN = {"b-rule": (MODEL,)}

# terms, whether a-rule, b-rule, c-rule fail
FAILS = {
    "only enforced rules": (Terms(), [False, True, False]),
    "a rule": (Terms(fail_on=("a-rule",)), [True, True, False]),
    "all heuristics": (Terms(fail_on=("heuristic",)), [True, True, True]),
    "measured on a model in use": (Terms(evidence=KNOWN, models=("m-1",)), [False, True, False]),
    "measured on no model in use": (Terms(evidence=KNOWN, models=("m-2",)), [False, False, False]),
    "that, but asked for": (Terms(models=("m-2",), fail_on=("b-rule",)), [False, True, False]),
}


@pytest.mark.parametrize("name", FAILS)
def test_what_fails(name):
    terms, expected = FAILS[name]
    told = found(TEXT, [HEURISTIC, ENFORCED, MOVER], terms)
    assert [one.fails for one in told] == expected


def test_the_label_names_the_model():
    (one,) = found(b"X\n", [ENFORCED], Terms(evidence=KNOWN))
    assert one.label.startswith("m-1: admitted, +0.23 [+0.10, +0.37]")


def test_what_a_fix_would_leave_has_no_fix():
    beside = Beside(existing=["docs/H.md"])
    assert [one.fix for one in found(TEXT, [MOVER], beside=lambda: beside)] == [None]
    assert [one.fix for one in found(TEXT, [MOVER])] == ["safe"]
    assert [one.fix for one in found(TEXT, [UNSAFE])] == ["unsafe"]
    assert [one.fix_to for one in found(TEXT, [HEURISTIC, MOVER])] == ["", "docs/H.md"]


def test_all_fixes_are_made_and_once_is_enough():
    fixed = fix_file(source(), [HEURISTIC, MOVER])
    assert fixed.data == b"a\n\nSee docs/H.md.\n"
    assert fixed.files == {"docs/H.md": "## Log\n\n- 1\n- 2\n"}
    assert fixed.fixes == {"a-rule": 1, "c-rule": 1}
    assert fix_file(source(fixed.data), [HEURISTIC, MOVER]).data == fixed.data


def test_unsafe_fixes_only_if_asked_for():
    assert fix_file(source(b"a\n\nX\n"), [UNSAFE]).data == b"a\n\nX\n"
    assert fix_file(source(b"a\n\nX\n"), [UNSAFE], unsafe=True).data == b"a\n"


def test_two_rules_never_write_the_same_file():
    other = compiled("d-rule", **{**MOVES, "detect": {**MOVES["detect"], "heading": ["^Diary"]}})
    fixed = fix_file(source(TEXT + b"## Diary\n\n1 a\n\n2 b\n"), [MOVER, other])
    assert fixed.files == {"docs/H.md": "## Log\n\n- 1\n- 2\n"}
    assert b"## Diary" in fixed.data


# text, as fixed
SILENCED = {
    "a block": (MARK + b"X\n\nX b\n", MARK + b"X\n"),
    "an item": (b"- a\n" + MARK + b"- X\n- X b\n", b"- a\n" + MARK + b"- X\n"),
    "CRLF": (b"X\r\n\r\n" + MARK + b"X\r\n", MARK + b"X\r\n"),
    "the file": (b"<!-- chaff: ignore-file[a-rule] ours -->\n\nX\n", None),
}


@pytest.mark.parametrize("name", SILENCED)
def test_what_is_suppressed_is_neither_told_nor_fixed(name):
    text, expected = SILENCED[name]
    fixed = fix_file(source(text), [HEURISTIC])
    assert fixed.data == (text if expected is None else expected)
    assert found(fixed.data, [HEURISTIC]) == ()
    again = fix_file(source(fixed.data), [HEURISTIC])
    assert again.data == fixed.data


def test_suppressions_are_counted_and_their_faults_told():
    said = lint(source(MARK + b"X\n\n" + MARK + b"a\n"), [HEURISTIC])
    assert said.n_suppressed == 1
    assert said.remarks == ((4, "the suppression of a-rule is not used: delete it"),)


def test_a_rule_that_exists_but_is_off_is_no_mistake_in_a_suppression():
    terms = Terms(known_rules=("a-rule", "b-rule"))
    assert lint(source(MARK + b"X\n"), [ENFORCED], terms).remarks == ()
    (one,) = lint(source(MARK + b"X\n"), [ENFORCED]).remarks
    assert "there is no rule 'a-rule'" in one[1]


def test_what_the_baseline_holds_is_neither_told_nor_fixed():
    data = b"X one\n\nX one\n\nX two\n"
    apart = Terms(told_apart=True)
    prints = {one.finding.line: one.fingerprint for one in found(data, [HEURISTIC], apart)}
    terms = Terms(baseline={prints[1], prints[5]})
    said = lint(source(data), [HEURISTIC], terms)
    assert [one.finding.line for one in said.findings] == [3]
    assert set(said.known) == {prints[1], prints[5]}
    fixed = fix_file(source(data), [HEURISTIC], terms)
    assert fixed.data == b"X one\n\nX two\n"
    assert found(fixed.data, [HEURISTIC], terms) == ()


def test_the_fix_of_one_finding_alone():
    one, other = lint(source(b"X\n\na\n\nX b\n"), [HEURISTIC], with_edits=True).findings
    assert [(edit.start, edit.end) for edit in one.edits] == [(0, 3)]
    assert [edit.deleted for edit in other.edits] == ["\nX b\n"]


def test_a_file_that_is_not_utf8_is_named():
    with pytest.raises(BadInputError, match=r"p/CLAUDE\.md: not UTF-8 at byte 0"):
        lint(source(b"\xff"), [HEURISTIC])
    with pytest.raises(BadInputError, match=r"p/CLAUDE\.md: not UTF-8"):
        fix_file(source(b"\xff"), [HEURISTIC])


def test_not_covered():
    assert not lint(source(("提交前请先运行全部测试。\n\n" * 9).encode()), [HEURISTIC]).covered
    assert lint(source(), [HEURISTIC]).covered
