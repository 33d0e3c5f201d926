"""What this machine compiled itself need not be compiled again; what is wrong is never believed."""

import hashlib
import json

import pytest

from chaff.canonical import digest_bytes, readable_bytes
from chaff.check.check import check
from chaff.check.compiled import recompile
from chaff.check.known import Known
from chaff.cli.check import _compiler
from chaff.compile import project as compiling
from tests.support.checked import codes
from tests.support.life import NOW, RULE, SPEC, Project

RECORD = f"generated/{RULE}/sources.json"
RULE_FILE = f"generated/{RULE}/rule.json"


@pytest.fixture(scope="module")
def registered(tmp_path_factory):
    return Project.make(tmp_path_factory.mktemp("known") / "project")


@pytest.fixture
def project(registered, tmp_path):
    return registered.copy(tmp_path / "project")


@pytest.fixture
def known(tmp_path):
    return Known(tmp_path / "marks")


@pytest.fixture
def made(monkeypatch):
    """Every name that is really compiled."""
    names = []
    real = compiling.compile_name
    monkeypatch.setattr(
        compiling, "compile_name", lambda root, name: names.append(name) or real(root, name)
    )
    return names


def found(project, known):
    return codes(check(project.root, now=NOW, compiler=lambda root: recompile(root, known)))


def test_once_is_enough_and_says_the_same(project, known, made):
    first = recompile(project.root, known)
    assert made == ["program", RULE]
    assert recompile(project.root, known) == first == recompile(project.root)
    assert made == ["program", RULE] * 2  # the last one knows of nothing
    assert found(project, known) == []


def edit_the_spec(project):
    project.repo.write({SPEC: project.spec().replace("'Struck-through", "'Struck")})
    return "generated-differs"


def edit_an_output(project):
    path = project.root / RULE_FILE
    path.write_bytes(path.read_bytes().replace(b"Struck-through", b"Struck"))
    return "generated-differs"


def edit_an_output_and_its_record(project):
    edit_an_output(project)
    record = json.loads((project.root / RECORD).read_bytes())
    record["outputs"][RULE_FILE] = digest_bytes((project.root / RULE_FILE).read_bytes())
    (project.root / RECORD).write_bytes(readable_bytes(record))
    return "generated-differs"


def delete_an_output(project):
    (project.root / RULE_FILE).unlink()
    return "generated-missing"


def put_a_link_for_the_spec(project):
    outside = project.root.parent / "outside.jsonnet"
    (project.root / SPEC).rename(outside)
    (project.root / SPEC).symlink_to(outside)
    return "spec-refused"


def edit_an_import(project):
    project.repo.write({"specs/good/CLAUDE.md": "# Nothing struck\n"})
    return "spec-refused"


@pytest.mark.parametrize(
    "spoil",
    [
        edit_the_spec,
        edit_an_output,
        edit_an_output_and_its_record,
        delete_an_output,
        put_a_link_for_the_spec,
        edit_an_import,
    ],
    ids=lambda case: case.__name__,
)
def test_no_cache_turns_red_into_green(project, known, spoil):
    assert found(project, known) == []
    code = spoil(project)
    assert set(found(project, known)) == {code} == set(project_codes(project))


def project_codes(project):
    return codes(project.check())


def test_a_mark_is_of_this_code_alone(project, known, made, monkeypatch):
    recompile(project.root, known)
    monkeypatch.setattr("chaff.check.known._code", lambda: hashlib.sha256(b"other").digest())
    recompile(project.root, known)
    assert made == ["program", RULE, "program", RULE]


def test_marks_full_of_rubbish(project, known, tmp_path):
    recompile(project.root, known)
    for mark in (tmp_path / "marks").iterdir():
        mark.write_bytes(b"\xff" * 100)
    edit_an_output(project)
    assert found(project, known) == ["generated-differs"]


@pytest.mark.parametrize(("environment", "cached"), [({"CI": "true"}, False), ({}, True)])
def test_in_ci_everything_is_compiled(project, made, tmp_path, environment, cached):
    compiler = _compiler({**environment, "XDG_CACHE_HOME": str(tmp_path / "cache")})
    compiler(project.root)
    compiler(project.root)
    assert len(made) == (2 if cached else 4)
    assert (tmp_path / "cache").exists() == cached


def test_a_folder_that_cannot_be_written_is_no_fault(project, tmp_path, made):
    (tmp_path / "file").write_text("x")
    known = Known(tmp_path / "file" / "marks")
    assert recompile(project.root, known) == recompile(project.root, known)
    assert len(made) == 4
