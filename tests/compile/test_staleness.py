import json
import os
import shutil
import subprocess
import sys

import pytest

from chaff.compile.project import compile_into
from chaff.compile.staleness import PROGRAM, digest_of, rule_ids, stale
from chaff.errors import SpecError
from tests.support.project import REPOSITORY, make_project, write

RECORD = "generated/example/sources.json"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    root = make_project(tmp_path_factory.mktemp("project"))
    compile_into(root, PROGRAM)
    compile_into(root, "example")
    return root


@pytest.fixture
def root(tmp_path, compiled):
    """Return a fresh copy of a compiled project."""
    return shutil.copytree(compiled, tmp_path / "project")


def append(path: str):
    def change(root):
        with (root / path).open("a") as file:
            file.write("\n")

    return change


def delete(path: str):
    return lambda root: (root / path).unlink()


def edit_keeping_mtime(root):
    path = root / "specs/good/CLAUDE.md"
    state, data = path.stat(), path.read_bytes()
    path.write_bytes(data.replace(b"Alpha", b"Aleph"))
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))


def other_version(root):
    record = json.loads((root / RECORD).read_text())
    record["chaff"] = "0.0.1"
    write(root, RECORD, json.dumps(record))


NOTICED = {
    "the rule's spec": (
        append("specs/rules/example.jsonnet"),
        "specs/rules/example.jsonnet changed",
    ),
    "an imported library": (append("specs/lib/chaff.libsonnet"), "chaff.libsonnet changed"),
    "an imported text": (append("specs/good/CLAUDE.md"), "specs/good/CLAUDE.md changed"),
    "an edit under the same mtime": (edit_keeping_mtime, "specs/good/CLAUDE.md changed"),
    "the program": (append("specs/program.jsonnet"), "specs/program.jsonnet changed"),
    "a deleted source": (delete("specs/good/CLAUDE.md"), "specs/good/CLAUDE.md is gone"),
    "a hand-edited output": (append("generated/example/rule.json"), "rule.json changed"),
    "a deleted output": (
        delete("generated/example/practice/eval.config.json"),
        "practice/eval.config.json is gone",
    ),
    "a deleted record": (delete(RECORD), "never compiled"),
    "a broken record": (append(RECORD), ""),
    "another version of chaff": (other_version, "compiled by chaff 0.0.1, this is "),
}


@pytest.mark.parametrize("name", NOTICED)
def test_what_is_noticed(root, name):
    change, expected = NOTICED[name]
    assert stale(root, "example") == ""
    change(root)
    assert expected in stale(root, "example")
    if expected:
        assert stale(root, "example")


BROKEN = [
    "",
    "[]",
    "{}",
    '{"schema": 1}',
    '{"schema": "chaff.sources/1", "chaff": "0", "sources": []}',
    "\xff",
]


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_record_is_stale(root, text):
    write(root, RECORD, text.encode("latin-1"))
    assert stale(root, "example") == f"{RECORD} cannot be read"


def test_what_is_not_noticed(root, tmp_path_factory):
    for path in root.rglob("*"):
        os.utime(path)
    append("specs/pricing.jsonnet")(root)
    write(root, "specs/unrelated.jsonnet", "1")
    assert stale(root, "example") == ""
    assert stale(root, PROGRAM) == "specs/pricing.jsonnet changed"
    clone = tmp_path_factory.mktemp("clone")
    shutil.copytree(root, clone / "there")
    assert stale(clone / "there", "example") == ""


def test_only_what_depends_on_a_file_is_stale(root):
    write(root, "specs/rules/second.jsonnet", "(import '../good/rule.libsonnet') { id: 'second' }")
    assert stale(root, "second") == "never compiled"
    compile_into(root, "second")
    append("specs/rules/example.jsonnet")(root)
    assert [name for name in rule_ids(root) if stale(root, name)] == ["example"]


def test_rule_ids(tmp_path):
    assert rule_ids(tmp_path) == []
    for name in ("b-2.jsonnet", "a.jsonnet", "notes.md", "shared.libsonnet"):
        write(tmp_path, f"specs/rules/{name}", "")
    assert rule_ids(tmp_path) == ["a", "b-2"]


@pytest.mark.parametrize(
    "name", ["A", "a_b", "a=b", "a*", "a:b", "-a", "a--b", "", "program", "gates", "spend"]
)
def test_names_that_no_rule_may_have(tmp_path, name):
    write(tmp_path, f"specs/rules/{name}.jsonnet", "")
    with pytest.raises(SpecError, match="is no name for a rule"):
        rule_ids(tmp_path)


def test_a_file_is_read_once_until_it_changes(tmp_path):
    path = write(tmp_path, "x", "1")
    first = digest_of(str(path))
    assert digest_of(str(path)) == first
    write(tmp_path, "x", "2")
    assert digest_of(str(path)) != first
    path.unlink()
    assert digest_of(str(path)) == ""


def test_it_imports_nothing_heavy():
    heavy = "{'jsonschema', 'msgspec', 'numpy', 'pyromark', 're2', 'rfc8785', '_jsonnet'}"
    script = f"import sys, chaff.compile.staleness; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_a_record_may_name_anything(root):
    record = json.loads((root / RECORD).read_text())
    (root / "pipe").parent.mkdir(exist_ok=True)
    os.mkfifo(root / "pipe")
    for path in ("pipe", "a\0b", "specs", "../" * 40 + "dev/zero"):
        record["sources"] = {path: "sha256:0"}
        write(root, RECORD, json.dumps(record))
        assert stale(root, "example") == f"{path} is gone"


def test_a_record_nested_too_deep_cannot_be_read(root):
    write(root, RECORD, "[" * 100_000)
    assert stale(root, "example") == f"{RECORD} cannot be read"
