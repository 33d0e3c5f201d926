from datetime import date

import pytest

from chaff.errors import BadInputError
from chaff.init.content import ORIGINAL, SPECS, TEMPLATES, repository
from chaff.init.sources import read_specs, read_templates

TODAY = date(2027, 5, 6)
FILES = repository(read_specs(), read_templates(), version="9.8.7", today=TODAY)


def test_all_that_a_rule_repository_needs():
    assert {path for path in FILES if not path.startswith("specs/batteries/example/repo/")} == {
        ".gitattributes",
        ".github/workflows/chaff.yml",
        ".gitignore",
        "CHANGELOG.md",
        "README.md",
        "chaff.toml",
        "dodo.py",
        "requirements.txt",
        "specs/batteries/example/CLAUDE.md",
        "specs/batteries/example/battery.jsonnet",
        "specs/batteries/example/controls.libsonnet",
        "specs/batteries/example/practice.jsonnet",
        "specs/batteries/example/practice/CLAUDE.md",
        "specs/lib/chaff.libsonnet",
        "specs/lib/questions.libsonnet",
        "specs/pricing.jsonnet",
        "specs/program.jsonnet",
        "specs/rules/example.jsonnet",
    }
    assert len(FILES["dodo.py"].splitlines()) == 3
    assert not any(b"superseded-instruction" in data for data in FILES.values())
    assert not any(b"@VERSION@" in data for data in FILES.values())


def test_what_was_read_of_our_rule_is_not_said_of_theirs():
    assert b"readings:" in read_specs()[f"rules/{ORIGINAL}.jsonnet"]
    assert b"readings:" not in FILES["specs/rules/example.jsonnet"]


def test_the_version_is_pinned_and_the_budget_begins_today():
    assert FILES["requirements.txt"] == b"chaff-lint[specs]==9.8.7\n"
    assert b"budget_from: '2027-05-06'," in FILES["specs/program.jsonnet"]


def test_the_workflow_has_two_jobs_and_no_key():
    workflow = FILES[".github/workflows/chaff.yml"].decode()
    for said in (
        "\n  lint:\n",
        "\n  check:\n",
        "fetch-depth: 0",
        "contents: read",
        "workflow_call",
    ):
        assert said in workflow
    for unsaid in ("secrets", "API_KEY", "AUTH_TOKEN", "write", "pull_request_target"):
        assert unsaid not in workflow


@pytest.mark.parametrize("lack", ["specs", "templates"])
def test_a_package_that_is_not_whole_says_so(lack):
    specs, templates = read_specs(), read_templates()
    if lack == "specs":
        del specs[SPECS[0]]
    else:
        del templates[next(iter(TEMPLATES))]
    with pytest.raises(BadInputError, match="the package lacks"):
        repository(specs, templates, version="1", today=TODAY)
