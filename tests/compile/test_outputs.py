import json
import shutil

import pytest

from chaff.compile.outputs import write_outputs
from chaff.compile.project import compile_into, compile_rule
from chaff.compile.staleness import stale
from chaff.errors import SpecError
from tests.support.project import make_project, write

MAIN = "generated/example/eval.config.json"
PRACTICE = "generated/example/practice/eval.config.json"
RULE = "generated/example/rule.json"
RECORD = "generated/example/sources.json"


def test_only_what_differs_is_written(tmp_path):
    root = make_project(tmp_path)
    assert len(compile_into(root, "example")) == 4
    old = (root / MAIN).stat().st_mtime_ns
    assert compile_into(root, "example") == []
    write(root, RULE, "{}")
    assert compile_into(root, "example") == [RULE]
    assert (root / MAIN).stat().st_mtime_ns == old
    assert not [path for path in (root / "generated").rglob("*") if path.name.startswith(".")]


def test_a_dropped_practice_battery_is_deleted(tmp_path):
    root = make_project(tmp_path)
    compile_into(root, "example")
    write(
        root, "specs/rules/example.jsonnet", "(import '../good/rule.libsonnet') { practice: null }"
    )
    compile_into(root, "example")
    assert not (root / PRACTICE).parent.exists()
    assert stale(root, "example") == ""


def test_a_record_cannot_make_the_compile_delete_elsewhere(tmp_path):
    root = make_project(tmp_path)
    compile_into(root, "example")
    record = json.loads((root / RECORD).read_text())
    write(root, "precious", "x")
    record["outputs"]["generated/example/../../precious"] = record["outputs"][MAIN]
    write(root, RECORD, json.dumps(record))
    write_outputs(root, "example", compile_rule(root, "example"))
    assert (root / "precious").exists()


@pytest.fixture
def project(tmp_path):
    """Return a project beside something precious, and two files to write."""
    write(tmp_path, "precious/x", "mine")
    (tmp_path / "project").mkdir()
    return tmp_path / "project", {MAIN: b"1", RECORD: b"2"}


def test_a_record_cannot_make_the_compile_delete_through_a_link(project):
    root, outputs = project
    record = {"schema": "chaff.sources/1", "chaff": "0", "sources": {}}
    (root / "generated/example").mkdir(parents=True)
    (root / "generated/example/link").symlink_to("../../../precious")
    (root / "generated/example/folder").mkdir()
    names = ("link/x", "folder", "a\0b")
    named = {f"generated/example/{name}": "" for name in names}
    write(root, RECORD, json.dumps({**record, "outputs": named}))
    write_outputs(root, "example", outputs)
    assert (root / "../precious/x").read_text() == "mine"
    assert (root / "generated/example/folder").is_dir()


@pytest.mark.parametrize("link", ["generated", "generated/example"])
def test_nothing_is_written_through_a_link(project, link):
    root, outputs = project
    (root / link).parent.mkdir(exist_ok=True)
    (root / link).symlink_to(root.parent / "precious")
    with pytest.raises(SpecError, match=r"eval\.config\.json: lies behind a link"):
        write_outputs(root, "example", outputs)
    assert [path.name for path in (root.parent / "precious").iterdir()] == ["x"]


def test_a_link_in_the_place_of_a_file_is_replaced(project):
    root, outputs = project
    write(root, "generated/example/x", "")
    (root / MAIN).symlink_to(root.parent / "precious/x")
    write_outputs(root, "example", outputs)
    assert (root / MAIN).read_bytes() == b"1"
    assert not (root / MAIN).is_symlink()
    assert (root.parent / "precious/x").read_text() == "mine"


@pytest.mark.parametrize("name", ["generated", "generated/example", MAIN])
def test_what_stands_in_the_way_is_named(project, name):
    root, outputs = project
    if name == MAIN:
        write(root, f"{MAIN}/x", "")
    else:
        write(root, name, "")
    with pytest.raises(SpecError, match=r"eval\.config\.json: cannot be written: "):
        write_outputs(root, "example", outputs)
    shutil.rmtree(root)
