import pytest

from chaff.errors import BadInputError, SpecError
from chaff.lint.library import find_project, installed, load, load_folder, require_sound
from tests.support.library import compiled, evidence, write_evidence, write_library


def test_a_projects_own_rules_from_any_folder_below(tmp_path):
    write_library(tmp_path, compiled("b-rule"), compiled("a-rule"))
    below = tmp_path / "x" / "y"
    below.mkdir(parents=True)
    assert find_project(below) == tmp_path
    assert [rule.id for rule in load(below).rules] == ["a-rule", "b-rule"]


def test_the_search_ends_at_a_repository(tmp_path):
    write_library(tmp_path, compiled("a-rule"))
    inner = tmp_path / "inner"
    (inner / ".git").mkdir(parents=True)
    assert find_project(inner) is None


def test_a_folder_called_generated_is_no_library(tmp_path):
    (tmp_path / "generated" / "client").mkdir(parents=True)
    assert find_project(tmp_path) is None


def test_the_packages_rules_lie_beside_it_in_a_checkout():
    assert installed().name == "generated"
    assert load_folder(installed() / "nowhere").rules == ()


def test_the_packages_rules_are_sound():
    require_sound(load_folder(installed()))


def test_no_rules_at_all(tmp_path, monkeypatch):
    monkeypatch.setattr("chaff.lint.library.installed", lambda: tmp_path / "none")
    (tmp_path / ".git").mkdir()
    with pytest.raises(SpecError, match="no compiled rules"):
        load(tmp_path)


def test_evidence_lies_beside_its_rule(tmp_path):
    write_library(tmp_path, compiled("a-rule"), compiled("b-rule", "enforced"))
    write_evidence(tmp_path, "b-rule", evidence("m-1"), evidence("m-2"))
    library = load(tmp_path)
    first, second = library.rules
    assert library.about(first) == ()
    assert [one.model for one in library.about(second)] == ["m-1", "m-2"]


# what is done to rule.json, the complaint
BAD = {
    "in another's folder": (("a-rule", "z-rule"), "is about the rule 'z-rule'"),
    "an unknown field": (('"title"', '"titel"'), r"rule\.json: .*titel"),
    "not JSON": (("{", "["), r"rule\.json: "),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_rule_is_refused(tmp_path, name):
    (old, new), complaint = BAD[name]
    write_library(tmp_path, compiled("a-rule"))
    file = tmp_path / "generated" / "a-rule" / "rule.json"
    file.write_text(file.read_text().replace(old, new, 1 if old != "a-rule" else -1))
    with pytest.raises(BadInputError, match=complaint):
        load(tmp_path)


def test_a_rule_with_a_bad_pattern_is_named(tmp_path):
    write_library(tmp_path, compiled("a-rule"))
    file = tmp_path / "generated" / "a-rule" / "rule.json"
    file.write_text(file.read_text().replace('"^X"', '"(?=X)"', 1))
    with pytest.raises(BadInputError, match=r"rule\.json: detect\.any: pattern .* is not RE2"):
        require_sound(load(tmp_path))


def test_bad_evidence_is_refused(tmp_path):
    write_library(tmp_path, compiled("a-rule"))
    write_evidence(tmp_path, "a-rule", evidence(effect=2.0))
    with pytest.raises(BadInputError, match=r"evidence\.json: .*effect"):
        load(tmp_path)
