"""The command on a real library: specs compiled by the real engine."""

import io
import json

import pytest

from chaff.cli.check import report_on
from chaff.cli.main import main
from chaff.compile.project import compile_into
from tests.support.checked import NOW
from tests.support.project import make_project, write


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    root = make_project(tmp_path_factory.mktemp("library"))
    for name in ("program", "example"):
        compile_into(root, name)
    return root


@pytest.fixture
def library(compiled, monkeypatch):
    for name in ("CI", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    yield compiled
    (compiled / "generated/é.json").unlink(missing_ok=True)


def test_text_for_people(library, capsys):
    assert main(["check", "--root", str(library)]) == 0
    out = capsys.readouterr().out
    assert "example (heuristic): claude-haiku-4-5: not measured" in out
    assert "there is no git repository" in out
    assert out.endswith("1 rule, 0 runs, 0 answers scored again: no fault\n")


def test_json_for_programs(library, capsys):
    write(library, "generated/é.json", "{}")
    assert main(["check", "--root", str(library), "--format", "json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert [fault["code"] for fault in report["faults"]] == ["generated-leftover"]


def test_an_edited_spec_is_noticed(library, capsys):
    spec = library / "specs/program.jsonnet"
    before = spec.read_text()
    spec.write_text(before.replace("rule_usd: 2.00", "rule_usd: 3.00"))
    assert main(["check", "--root", str(library)]) == 1
    spec.write_text(before)
    assert "generated/program.json: the first difference is in line" in capsys.readouterr().out


def test_a_key_in_ci_is_read_from_the_environment(library, monkeypatch, capsys):
    monkeypatch.setenv("CI", "true")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "hunter2")
    assert main(["check", "--root", str(library)]) == 1
    out = capsys.readouterr().out
    assert "[key-in-ci]" in out
    assert "hunter2" not in out


def test_no_library_is_bad_use(tmp_path, capsys):
    assert main(["check", "--root", str(tmp_path)]) == 2
    assert "no folder specs/" in capsys.readouterr().err


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_colour_only_on_a_terminal(library, monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    plain, terminal = io.StringIO(), Terminal()
    for out in (plain, terminal):
        report_on(library, now=NOW, style="text", out=out)
    assert "\x1b[" in terminal.getvalue()
    assert "\x1b[" not in plain.getvalue()


def test_an_output_that_cannot_say_it_gets_escapes(library, tmp_path):
    write(library, "generated/é.json", "{}")
    with (tmp_path / "out").open("w", encoding="ascii") as out:
        report_on(library, now=NOW, style="text", out=out)
    assert "generated/\\xe9.json" in (tmp_path / "out").read_text()
