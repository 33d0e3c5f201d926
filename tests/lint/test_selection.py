import pytest

from chaff.errors import UsageError
from chaff.lint.selection import require_rules, select
from chaff.lint.settings import PerPath
from tests.support.library import compiled, reading

ON, ALSO = compiled("a-rule"), compiled("b-rule")
OFF = compiled("c-rule", readings=[reading(right=False)])
BURIED = compiled("d-rule", buried=True)
RULES = (ON, ALSO, OFF, BURIED)

# select, ignore, what is on
CASES = {
    "by default": (None, [], ["a-rule", "b-rule"]),
    "ignored": (None, ["a-rule"], ["b-rule"]),
    "selected": (["a-rule"], [], ["a-rule"]),
    "one that is off by default": (["c-rule"], [], ["c-rule"]),
    "beside the default": (["default", "c-rule"], [], ["a-rule", "b-rule", "c-rule"]),
    "all but one": (["all"], ["b-rule"], ["a-rule", "c-rule", "d-rule"]),
    "a buried one": (["d-rule"], [], ["d-rule"]),
    "none": ([], [], []),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_on(name):
    chosen, ignored, expected = CASES[name]
    assert sorted(select(RULES, chosen, ignored).on) == expected


def test_by_path():
    entries = (
        PerPath(paths=("docs/",), ignore=("a-rule",), select=("c-rule",)),
        PerPath(paths=("docs/x/*.md",), select=("a-rule",)),
        PerPath(paths=("AGENTS.md",), ignore=("all",)),
        PerPath(paths=("./GEMINI.md",), ignore=("a-rule",)),
    )
    selection = select(RULES, None, [], entries)

    def rules(path: str) -> list[str]:
        return [rule.id for rule in selection.for_path(path)]

    assert rules("CLAUDE.md") == ["a-rule", "b-rule"]
    assert rules("docs/CLAUDE.md") == ["b-rule", "c-rule"]
    assert rules("docs/x/CLAUDE.md") == ["a-rule", "b-rule", "c-rule"]
    assert rules("deep/down/AGENTS.md") == []
    assert rules("GEMINI.md") == ["b-rule"]
    assert rules("deep/GEMINI.md") == ["a-rule", "b-rule"]
    assert selection.ever_on() == {"a-rule", "b-rule", "c-rule"}


def test_names_that_are_none():
    require_rules(["a-rule", "heuristic"], RULES, also=("heuristic",), where="x")
    with pytest.raises(UsageError, match=r"^x: there is no rule 'a-rul' \(did you mean a-rule\?"):
        require_rules(["a-rul"], RULES, also=(), where="x")
