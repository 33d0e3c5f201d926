from chaff.lint.engine import Source, Terms, lint
from chaff.lint.output.report import FixedReport, Remark, Result, summary
from chaff.lint.output.text import report_lines
from tests.support.library import MOVES, compiled

RULES = [
    compiled("a-rule", message="Says nothing. Delete it."),
    compiled("b-rule", "enforced", fix_safety="unsafe"),
]


LEGEND = (
    "heuristic: not measured = no experiment has shown yet that an agent does better without it, "
    "so it fails only with --fail-on."
)


def result(text: str, *rules, **fields) -> Result:
    source = Source(data=text.encode(), path="CLAUDE.md")
    found = lint(source, rules or RULES, Terms())
    return Result(n_files=2, findings=found.findings, **fields)


def plain(told: Result, width: int = 60) -> list[str]:
    return ["".join(part.text for part in line) for line in report_lines(told, width=width)]


def test_a_finding_says_what_why_and_what_to_do():
    assert plain(result("a\n\n- X é\n", RULES[0])) == [
        "CLAUDE.md:3:1: a-rule: Says nothing. Delete it.",
        "    3 | - X é",
        "      | ^^^^^",
        "    heuristic: not measured; --fix deletes it",
        LEGEND,
        "`chaff explain a-rule` says why, what speaks against it, and what was measured.",
        "1 finding in 1 of 2 files: 0 fail, 1 can be fixed with --fix",
    ]


def test_an_unsafe_fix_and_a_title_for_a_message():
    lines = plain(result("X\n", RULES[1]))
    assert lines[0] == "CLAUDE.md:1:1: b-rule: About b-rule"
    assert lines[3].endswith("; --fix --unsafe-fixes deletes it: see it with --diff first")
    assert lines[-1] == (
        "1 finding in 1 of 2 files: 1 fails, 0 can be fixed with --fix, 1 more with --unsafe-fixes"
    )


def test_a_long_block_is_cut():
    lines = plain(result("## Log\n\n- 1\n- 2\n- 3\n- 4\n", compiled("c-rule", **MOVES)))
    assert lines[1:10] == [
        "    1 | ## Log",
        "      | ^^^^^^",
        "    3 | - 1",
        "      | ^^^",
        "      | … 3 more lines",
        "    heuristic: not measured; --fix moves it to docs/H.md",
        LEGEND,
        "`chaff explain c-rule` says why, what speaks against it, and what was measured.",
        "1 finding in 1 of 2 files: 0 fail, 1 can be fixed with --fix",
    ]


def test_a_finding_that_no_fix_mends():
    nested = {"kind": "block", "blocks": ["list_item"], "any": ["^X"], "nested": "report"}
    lines = plain(result("- X\n  - a\n", compiled("a-rule", detect=nested)))
    told = "; no fix is made here (other text stands inside it): edit it by hand"
    assert lines[5].endswith(told)


def test_a_text_that_no_fix_moves():
    lines = plain(result("## Log\n\n- 1 [a](b.md)\n- 2\n", compiled("c-rule", **MOVES)))
    assert lines[6].endswith(
        "; no fix is made here (its links would lead elsewhere from another file): "
        "move it to docs/H.md by hand"
    )


def test_a_name_in_a_line_is_underlined_alone():
    homes = {"kind": "machine_path", "path": ["(/home/[a-z]+)"], "blocks": ["paragraph"]}
    lines = plain(result("See `/home/ann/x` for more.\n", compiled("a-rule", detect=homes)))
    assert lines[1:3] == ["    1 | See `/home/ann/x` for more.", "      |      ^^^^^^^^^"]


def test_long_lines_are_cut_to_the_width():
    lines = plain(result(f"X {'a' * 500}\n", RULES[0]), width=40)
    assert max(map(len, lines[1:3])) <= 41
    assert lines[1].endswith("…")


def test_nothing_steers_the_terminal():
    lines = plain(result("X \x1b[31m\x07\u202e\n"))
    assert all(line.isprintable() for line in lines)


def test_styles_say_what_fails():
    styles = {part.text: part.style for line in report_lines(result("X\n")) for part in line}
    assert (styles["a-rule"], styles["b-rule"]) == ("informing", "failing")


def test_notes_fixes_and_what_is_not_covered():
    told = Result(
        n_files=1,
        findings=(),
        notes=(Remark(path="C.md", line=3, text="is odd"),),
        not_covered=("zh.md",),
        fixed=(FixedReport(path="C.md", fixes={"a-rule": 2}, moved_to=("docs/H.md",)),),
        n_suppressed=1,
        n_known=2,
        errors=(Remark(path="D.md", text="cannot be read"),),
    )
    fixed, uncovered, note, last = plain(told)
    assert fixed == "C.md: fixed 2 findings (a-rule 2); moved text to docs/H.md"
    assert uncovered.startswith("zh.md: not covered: ")
    assert note == "note: C.md:3: is odd"
    assert last == (
        "1 file, nothing found; 1 suppressed; 2 in the baseline; 1 file not covered; 1 error"
    )


def test_summary_counts():
    assert summary(result("X\n")) == (
        "2 findings in 1 of 2 files: 1 fails, 1 can be fixed with --fix, 1 more with --unsafe-fixes"
    )
    assert summary(result("a\n")) == "2 files, nothing found"


def test_a_name_far_to_the_right_is_shown():
    homes = {"kind": "machine_path", "path": ["(/home/[a-z]+)"], "blocks": ["paragraph"]}
    text = f"{'word ' * 60}`/home/ann/x` and more.\n"
    lines = plain(result(text, compiled("a-rule", detect=homes)), width=100)
    column = lines[2].index("^")
    assert lines[1][column : column + 9] == "/home/ann"
    assert lines[1].startswith("    1 | …")
