import pytest

from chaff.lint.engine import Source, Terms, lint
from chaff.lint.output.report import Remark, Result
from tests.support.library import compiled

RULES = [compiled("a-rule"), compiled("b-rule", "enforced")]
FAULT = Remark(path="p", text="cannot be read")


def result(text: str, *rules, fail_on=(), **fields) -> Result:
    terms = Terms(fail_on=fail_on)
    found = lint(Source(data=text.encode(), path="p"), rules, terms)
    return Result(n_files=1, findings=found.findings, fail_on=fail_on, **fields)


# result, exit status
STATUSES = {
    "clean": (result("a\n", *RULES), 0),
    "enforced": (result("X\n", *RULES), 1),
    "heuristic": (result("X\n", RULES[0]), 0),
    "heuristic, asked for": (result("X\n", RULES[0], fail_on=("heuristic",)), 1),
    "an error": (result("X\n", *RULES, errors=(FAULT,)), 2),
    "a note": (result("a\n", *RULES, notes=(FAULT,)), 0),
    "not covered": (result("a\n", not_covered=("p",)), 0),
    "not covered, asked for": (result("a\n", not_covered=("p",), fail_on=("not-covered",)), 1),
    "covered, asked for": (result("a\n", fail_on=("not-covered",)), 0),
}


@pytest.mark.parametrize("name", STATUSES)
def test_exit_status(name):
    told, status = STATUSES[name]
    assert told.exit_status == status


def test_a_remark_is_one_line():
    assert str(Remark(text="a\nb")) == "a\ufffdb"
    assert str(Remark(path="p", text="a")) == "p: a"
    assert str(Remark(path="p\x1b", line=3, text="a")) == "p\ufffd:3: a"
