import pytest

from chaff.errors import BadInputError, SpecError
from chaff.lint.library import find_project, installed, label, load, load_folder
from tests.support.library import compiled, write_library


def test_a_projects_own_rules_from_any_folder_below(tmp_path):
    write_library(tmp_path, compiled("b-rule"), compiled("a-rule"))
    below = tmp_path / "x" / "y"
    below.mkdir(parents=True)
    assert find_project(below) == tmp_path
    assert [rule.id for rule in load(below)] == ["a-rule", "b-rule"]


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
    assert load_folder(installed() / "nowhere") == ()


def test_no_rules_at_all(tmp_path, monkeypatch):
    monkeypatch.setattr("chaff.lint.library.installed", lambda: tmp_path / "none")
    (tmp_path / ".git").mkdir()
    with pytest.raises(SpecError, match="no compiled rules"):
        load(tmp_path)


def test_a_rule_in_anothers_folder(tmp_path):
    write_library(tmp_path, compiled("a-rule"))
    (tmp_path / "generated" / "a-rule").rename(tmp_path / "generated" / "b-rule")
    with pytest.raises(BadInputError, match="is about the rule 'a-rule'"):
        load(tmp_path)


def test_a_rule_with_an_unknown_field_is_refused(tmp_path):
    write_library(tmp_path, compiled("a-rule"))
    file = tmp_path / "generated" / "a-rule" / "rule.json"
    file.write_text(file.read_text().replace('"title"', '"titel"', 1))
    with pytest.raises(BadInputError, match=r"rule\.json"):
        load(tmp_path)


def test_a_rule_with_a_bad_pattern_is_refused(tmp_path):
    write_library(tmp_path, compiled("a-rule"))
    file = tmp_path / "generated" / "a-rule" / "rule.json"
    file.write_text(file.read_text().replace('"^X"', '"(?=X)"', 1))
    with pytest.raises(BadInputError, match=r"rule\.json: detect\.any: pattern .* is not RE2"):
        load(tmp_path)


def test_labels():
    assert label(compiled("a-rule")) == "heuristic: not measured"
    assert label(compiled("a-rule", "enforced")).startswith("enforced")
