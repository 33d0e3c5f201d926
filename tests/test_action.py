"""The action's own shell steps, run as GitHub's runner would: its shell, inputs and folders."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import _jsonnet
import pytest

from chaff.canonical import parse
from chaff.cli.main import main
from chaff.compile.project import compile_into
from tests.support.repos import Repo

REPOSITORY = Path(__file__).resolve().parents[1]
CHAFF = Path(sys.executable).with_name("chaff")
NOTES = "# Notes\n\n- Write clean code.\n- Use pnpm.\n"


def read_yaml(path: Path) -> Any:
    text = _jsonnet.evaluate_snippet("read", f"std.parseYaml(importstr {str(path)!r})")
    return parse(text.encode(), where=path.name)


ACTION = read_yaml(REPOSITORY / "action.yml")
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"]}


def filled(text: str, inputs: dict[str, str], temp: Path) -> str:
    """Return a text of the action with its expressions replaced; an unknown one is an error."""
    values = {f"inputs.{name}": value for name, value in inputs.items()}
    values["runner.temp"] = str(temp)
    return re.sub(r"\$\{\{ *(.*?) *\}\}", lambda found: values[found[1]], text)


def run_step(
    name: str, folder: Path, temp: Path, environment: dict[str, str] | None = None, **given: str
) -> subprocess.CompletedProcess[str]:
    """Run one step in a folder, with the inputs given and the defaults of the others."""
    step = STEPS[name]
    inputs = {key: one["default"] for key, one in ACTION["inputs"].items()}
    assert not given.keys() - inputs.keys()
    inputs |= given
    script = temp / "step.sh"
    script.write_text(step["run"])
    place = folder / filled(step.get("working-directory", "."), inputs, temp)
    own = {key: filled(value, inputs, temp) for key, value in step.get("env", {}).items()}
    return subprocess.run(
        ("bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)),
        cwd=place,
        env={
            **{k: v for k, v in os.environ.items() if not k.startswith("ANTHROPIC")},
            "CI": "true",
            "RUNNER_TEMP": str(temp),
            "GITHUB_ACTION_PATH": str(REPOSITORY),
            **own,
            **(environment or {}),
        },
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def temp(tmp_path):
    """The runner's folder, in which the first step has installed chaff."""
    place = tmp_path / "temp"
    (place / "chaff/bin").mkdir(parents=True)
    (place / "chaff/bin/chaff").symlink_to(CHAFF)
    return place


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "checkout"
    place.mkdir()
    (place / "CLAUDE.md").write_text(NOTES)
    return place


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    root = tmp_path_factory.mktemp("library")
    assert main(["init", str(root)]) == 0
    for name in ("program", "example"):
        compile_into(root, name)
    Repo(root).commit()
    return root


def test_every_shell_step_is_tried_here_and_every_other_is_known():
    assert {name for name, step in STEPS.items() if "run" in step} == {
        "Install chaff",
        "Lint",
        "Check",
    }
    assert [step["uses"] for step in STEPS.values() if "uses" in step] == [
        "github/codeql-action/upload-sarif@v3"
    ]
    assert all(step["shell"] == "bash" for step in STEPS.values() if "run" in step)
    assert {name: step["if"] for name, step in STEPS.items() if "if" in step} == {
        "Lint": "inputs.lint != 'false'",
        "Check": "(success() || failure()) && inputs.check != 'false'",
        "Upload to code scanning": "(success() || failure()) && inputs.sarif == 'true'",
    }


@pytest.mark.parametrize(
    "path",
    [
        ".pre-commit-hooks.yaml",
        "chaff/init/templates/workflow.yml",
        *(p.relative_to(REPOSITORY).as_posix() for p in REPOSITORY.glob(".github/**/*.yml")),
    ],
)
def test_what_else_is_read_by_others_is_yaml(path):
    assert read_yaml(REPOSITORY / path)


def test_every_input_is_used():
    text = (REPOSITORY / "action.yml").read_text()
    used = set(re.findall(r"inputs\.([a-z-]+)", text))
    assert used == ACTION["inputs"].keys()


LINTED = {
    "a heuristic informs": ({}, 0, "::notice file=CLAUDE.md,line=3"),
    "asked to fail": ({"lint-args": "--fail-on heuristic"}, 1, "file=CLAUDE.md,line=3"),
    "two paths": ({"lint": "CLAUDE.md CLAUDE.md"}, 0, "file=CLAUDE.md,line=3"),
    "a path that is not there": ({"lint": "nowhere.md"}, 2, ""),
    "no shell line": ({"lint": "CLAUDE.md;touch$IFS'ran'"}, 2, ""),
    "an argument is no command": ({"lint-args": "$(touch ran)"}, 2, ""),
}


@pytest.mark.parametrize(("inputs", "status", "said"), LINTED.values(), ids=LINTED)
def test_lint(folder, temp, inputs, status, said):
    done = run_step("Lint", folder, temp, **inputs)
    assert done.returncode == status, (done.stdout, done.stderr)
    assert said in done.stdout
    assert not (folder / "ran").exists()


def test_lint_for_code_scanning(folder, temp):
    done = run_step("Lint", folder, temp, **{"sarif": "true", "lint-args": "--fail-on heuristic"})
    assert done.returncode == 1
    log = parse((temp / "chaff-sarif/lint.sarif").read_bytes(), where="log")
    assert log["runs"][0]["results"][0]["level"] == "error"


def test_check_where_there_is_no_library(folder, temp):
    done = run_step("Check", folder, temp)
    assert (done.returncode, done.stderr) == (0, "")
    assert "nothing to check" in done.stdout
    assert run_step("Check", folder, temp, check="true").returncode == 2


def test_check_a_library(library, temp):
    done = run_step("Check", library, temp)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    below = run_step("Check", library.parent, temp, root=library.name, sarif="true")
    assert below.returncode == 0
    log = parse((temp / "chaff-sarif/check.sarif").read_bytes(), where="log")
    assert log["runs"][0]["tool"]["driver"]["name"] == "chaff check"
    started = run_step("Check", library.parent, temp, **{"working-directory": library.name})
    assert started.returncode == 0


def test_check_fails_where_something_is_wrong(library, tmp_path, temp):
    root = tmp_path / "changed"
    shutil.copytree(library, root)
    (root / "generated/example/eval.config.json").unlink()
    done = run_step("Check", root, temp)
    assert done.returncode == 1
    assert "::error file=generated/example/eval.config.json" in done.stdout


def test_check_with_a_key_in_its_environment(library, temp):
    done = run_step("Check", library, temp, environment={"ANTHROPIC_API_KEY": "x"})
    assert done.returncode == 1
    assert "key-in-ci" in done.stdout


@pytest.mark.slow
def test_install(tmp_path, folder):
    """The first step as it stands, and the second with what it installed."""
    temp = tmp_path / "temp"
    temp.mkdir()
    own = {"PIP_CONSTRAINT": str(REPOSITORY / "constraints.txt"), "PYTHONPATH": ""}
    done = run_step("Install chaff", folder, temp, environment=own)
    assert done.returncode == 0, (done.stdout, done.stderr)
    linted = run_step("Lint", folder, temp, environment={"PYTHONPATH": ""})
    assert "file=CLAUDE.md,line=3" in linted.stdout
