"""A linter's fix as a proposal: each rule alone, and a yes asked for, however small it is."""

import pytest

from chaff.gate.from_lint import lint_fixes
from chaff.gate.proposals import new_edit
from tests.support.gate_year import Year
from tests.support.gates import TEXT
from tests.support.library import compiled

LOW = TEXT.replace(b"Read this before you start.", b"Please read this before you start!")


def rule(name, word):
    detect = {"kind": "block", "blocks": ["paragraph", "list_item"], "any": [word]}
    return compiled(name, "enforced", detect=detect)


def test_each_rule_makes_its_own_text(tmp_path):
    target = tmp_path / "CLAUDE.md"
    rules = [rule("tabs", "tabs"), rule("nothing", "zebra"), rule("small", "small functions")]
    tabs, small = lint_fixes(target, TEXT, rules)
    assert (tabs.rule.id, tabs.n_findings) == ("tabs", 1)
    assert b"tabs" not in tabs.text
    assert b"small functions" in tabs.text
    assert b"tabs" in small.text
    assert b"small functions" not in small.text
    assert tabs.reason.code == "lint"


@pytest.mark.parametrize("asks", [False, True])
def test_what_asks_is_high_risk_however_small_the_change(tmp_path, asks):
    year = Year(tmp_path)
    year.live()
    year.job()
    [fix] = lint_fixes(year.home.target, TEXT, [rule("tabs", "tabs")])
    with year._site() as site:
        found = new_edit(site, LOW, why="", trigger_days=(), asks=(fix.reason,) if asks else ())
    assert found.risk == ("high" if asks else "low")
    assert (found.reasons[0].code == "lint") == asks
