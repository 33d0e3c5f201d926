"""A stranger's pull request: checked and compiled in a child that may do next to nothing.

No socket, no runner's library, no more memory or time than stated; whatever lies in the tree.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.life import RULE, SPEC, Project

REPOSITORY = Path(__file__).resolve().parents[2]
MEGABYTE = 2**20
MEMORY = 700 * MEGABYTE
SECONDS = 120

CHILD = """
import resource, socket, sys
resource.setrlimit(resource.RLIMIT_DATA, ({memory}, {memory}))
sys.path.insert(0, {package!r})
def forbidden(*_, **__):
    raise AssertionError('a socket')
socket.socket.connect = socket.socket.bind = socket.create_connection = forbidden
socket.getaddrinfo = forbidden
for name in ('anthropic', 'xllamacpp', 'httpx', 'requests', 'chaff.run'):
    sys.modules[name] = None
from datetime import UTC, datetime
from pathlib import Path
from chaff.check.check import check
from chaff.check.render import as_json
print(as_json(check(Path(sys.argv[1]), now=datetime(2027, 3, 1, tzinfo=UTC))))
"""


def checked(root: Path) -> set[tuple[str, str]]:
    """Return what a child finds wrong, as pairs of code and file."""
    code = CHILD.format(memory=MEMORY, package=str(REPOSITORY))
    environment = {k: v for k, v in os.environ.items() if not k.startswith("ANTHROPIC")}
    done = subprocess.run(
        (sys.executable, "-P", "-W", "error", "-c", code, str(root)),
        capture_output=True,
        text=True,
        env=environment,
        timeout=SECONDS,
        check=False,
        cwd=root,
    )
    assert done.stderr == ""
    return {(one["code"], one["file"]) for one in json.loads(done.stdout)["faults"]}


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """A registered rule with a complete run."""
    project = Project.make(tmp_path_factory.mktemp("hostile") / "project")
    project.add_run()
    return project


@pytest.fixture
def project(measured, tmp_path):
    return measured.copy(tmp_path / "project")


def a_run(project: Project) -> Path:
    (path,) = project.root.glob("runs/*/*/*.jsonl")
    return path


def sparse(path: Path) -> None:
    with path.open("ab") as file:
        file.truncate(2 * 2**30)


def a_line_of_two_gigabytes(project):
    sparse(a_run(project))
    return {"run-unreadable"}


def millions_of_empty_lines(project):
    path = a_run(project)
    path.write_bytes(path.read_bytes() + b"\n" * (50 * MEGABYTE))
    return {"run-unreadable"}


def a_line_of_fifty_megabytes(project):
    path = a_run(project)
    path.write_bytes(path.read_bytes() + b'"' + b"x" * (50 * MEGABYTE) + b'"\n')
    return {"run-schema"}


def brackets_without_end(project):
    path = a_run(project)
    path.write_bytes(path.read_bytes() + b"[" * (20 * MEGABYTE) + b"\n")
    return {"run-unreadable"}


def an_integer_of_a_million_digits(project):
    path = a_run(project)
    path.write_bytes(path.read_bytes() + b'{"kind":' + b"9" * MEGABYTE + b"}\n")
    return {"run-unreadable"}


def a_ledger_entry_of_two_gigabytes(project):
    sparse(next(project.root.glob("runs/spend/*.json")))
    return {"ledger-unreadable"}


def a_generated_file_of_two_gigabytes(project):
    sparse(project.root / f"generated/{RULE}/rule.json")
    return {"generated-differs"}


def a_run_that_is_a_link_out_of_the_tree(project):
    path = a_run(project)
    outside = project.root.parent / "outside.jsonl"
    path.rename(outside)
    path.symlink_to(outside)
    return {"run-unreadable"}


def a_folder_of_runs_that_is_a_link(project):
    folder = a_run(project).parent
    outside = project.root.parent / "outside"
    folder.rename(outside)
    folder.symlink_to(outside)
    return {"misplaced-run", "run-gone"}


def a_device(project):
    path = a_run(project)
    path.unlink()
    os.mkfifo(path)
    return {"run-unreadable"}


def a_spec_that_is_a_link(project):
    path = project.root / SPEC
    outside = project.root.parent / "outside.jsonnet"
    path.rename(outside)
    path.symlink_to(outside)
    return {"spec-refused"}


def a_spec_of_two_gigabytes(project):
    sparse(project.root / SPEC)
    return {"spec-refused"}


def a_spec(text):
    def play(project):
        project.repo.write({SPEC: text})
        return {"spec-refused"}

    return play


def code_beside_the_specs(project):
    """Names that Python, git or doit might pick up."""
    trap = f"open({str(project.root.parent / 'ran')!r}, 'w').close()\n"
    names = ("sitecustomize.py", "usercustomize.py", "json.py", "msgspec.py", "conftest.py")
    project.repo.write(dict.fromkeys((*names, "dodo.py", "chaff/__init__.py"), trap))
    hook = f"#!/bin/sh\ntouch {project.root.parent / 'ran'}\n"
    project.repo.write({".git/hooks/post-checkout": hook, ".git/hooks/fsmonitor": hook})
    for name in ("post-checkout", "fsmonitor"):
        (project.root / ".git/hooks" / name).chmod(0o755)
    project.repo.git("config", "core.fsmonitor", ".git/hooks/fsmonitor")
    return set()


CASES = {
    case.__name__: case
    for case in (
        a_line_of_two_gigabytes,
        millions_of_empty_lines,
        a_line_of_fifty_megabytes,
        brackets_without_end,
        an_integer_of_a_million_digits,
        a_ledger_entry_of_two_gigabytes,
        a_generated_file_of_two_gigabytes,
        a_run_that_is_a_link_out_of_the_tree,
        a_folder_of_runs_that_is_a_link,
        a_device,
        a_spec_that_is_a_link,
        a_spec_of_two_gigabytes,
        code_beside_the_specs,
    )
} | {
    "a number that breaks the engine off": a_spec("std.parseJson('1e400')\n"),
    "a spec that eats memory": a_spec("std.foldl(function(a, i) a + a, std.range(1, 60), 'x')\n"),
    "an import of a file outside": a_spec("importstr '../../../outside'\n"),
    "an import of a device": a_spec("importstr '/dev/zero'\n"),
}


@pytest.mark.parametrize("name", CASES)
def test_nothing_is_executed_and_nothing_runs_away(project, name):
    expected = CASES[name](project)
    assert {code for code, _ in checked(project.root)} == expected
    assert not (project.root.parent / "ran").exists()
