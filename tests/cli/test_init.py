"""A new rule repository, as a new user makes it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from chaff.canonical import parse
from chaff.check.check import check
from chaff.cli.main import main
from chaff.compile.project import compile_into
from tests.support.checked import NOW, codes
from tests.support.repos import Repo

REPOSITORY = Path(__file__).resolve().parents[2]


def test_it_compiles_and_passes_the_check(tmp_path, capsys):
    root = tmp_path / "new"
    assert main(["init", str(root)]) == 0
    out = capsys.readouterr().out
    assert f"to {root}" in out
    assert "doit run:example --endpoint embedded --pilot --yes" in out
    for name in ("program", "example"):
        compile_into(root, name)
    Repo(root).commit()
    report = check(root, now=NOW, environment={"CI": "true"})
    assert codes(report) == []
    assert [row.rule for row in report.rules] == ["example"]


def test_the_example_is_the_experiment_of_the_demo(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["init"]) == 0
    compile_into(tmp_path, "program")
    compile_into(tmp_path, "example")

    def config(path: Path) -> dict:
        data = (path / "practice/eval.config.json").read_bytes()
        return parse(data, where="x")

    ours = config(REPOSITORY / "generated/superseded-instruction")
    theirs = config(tmp_path / "generated/example")
    assert {**ours, "rule": "example"} == theirs


def test_twice_is_refused(tmp_path, capsys):
    assert main(["init", str(tmp_path)]) == 0
    assert main(["init", str(tmp_path)]) == 2
    assert "there is already .gitattributes, .github/workflows/chaff.yml" in capsys.readouterr().err


@pytest.mark.slow
def test_with_only_the_wheel_installed(tmp_path):
    """Build the wheel, install it into a fresh environment, follow the steps that init names."""
    wheels, venv, root = tmp_path / "wheels", tmp_path / "venv", tmp_path / "empty"
    source = tmp_path / "source"
    skipped = shutil.ignore_patterns(".git", ".venv*", ".chaff", "__pycache__", ".*_cache", "runs")
    shutil.copytree(REPOSITORY, source, ignore=skipped)
    constraints = {"PIP_CONSTRAINT": str(REPOSITORY / "constraints.txt")}
    environment = {**os.environ, **constraints, "PATH": f"{venv / 'bin'}:{os.environ['PATH']}"}
    for name in ("PYTHONPATH", "VIRTUAL_ENV"):
        environment.pop(name, None)

    def call(*command: str, cwd: Path = tmp_path) -> str:
        done = subprocess.run(
            command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        return done.stdout

    call(sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", str(wheels), str(source))
    (wheel,) = wheels.glob("*.whl")
    call(sys.executable, "-m", "venv", str(venv))
    call(str(venv / "bin/pip"), "install", "--quiet", f"{wheel}[specs]")
    root.mkdir()
    call(str(venv / "bin/chaff"), "init", cwd=root)
    call("git", "init", "--quiet", "--initial-branch=main", cwd=root)
    assert "no fault" in call(str(venv / "bin/doit"), cwd=root)
    (root / "CLAUDE.md").write_text("# Notes\n\n- ~~Use npm.~~\n- Use pnpm.\n")
    assert "example" in call(str(venv / "bin/chaff"), "lint", cwd=root)
    assert "heuristic: not measured" in call(str(venv / "bin/chaff"), "rules", cwd=root)
