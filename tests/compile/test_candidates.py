from pathlib import Path

import pytest

from chaff.cli.control import jsonnet_lines, quoted
from chaff.cli.main import main
from chaff.compile.candidates import TOLERANCE_PERCENT, propose
from chaff.compile.jsonnet import evaluate
from chaff.compile.present import Present, look_at
from chaff.compile.project import load_program, load_rule
from tests.support.project import make_project, write


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Path:
    return make_project(tmp_path_factory.mktemp("project"))


@pytest.fixture(scope="module")
def present(project) -> Present:
    program, _ = load_program(project)
    rule, _ = load_rule(project, "example")
    return look_at(rule.battery, rule.detect, rule.fix, program.admission)


def test_proposals_are_near_the_size_of_the_fix(present):
    target = len(present.data) - len(present.fixed.data)
    proposals = propose(present)
    assert 8 <= len(proposals) <= 16
    sizes = [abs(proposal.shrinks_by - target) for proposal in proposals]
    assert sizes == sorted(sizes)
    assert sizes[-1] <= target * TOLERANCE_PERCENT / 100
    assert len({proposal.candidate.id for proposal in proposals}) == len(proposals)


def test_proposals_can_be_pasted(project, present):
    target = len(present.data) - len(present.fixed.data)
    pasted = "\n".join(jsonnet_lines(propose(present), target))
    spec = (
        "local chaff = import '../lib/chaff.libsonnet';\n"
        "local good = import '../good/rule.libsonnet';\n"
        f"good {{ battery+: {{ {pasted} }} }}\n"
    )
    write(project, "specs/rules/example.jsonnet", spec)
    from chaff.compile.project import compile_rule

    assert compile_rule(project, "example")


QUOTED = ["plain", "it's", 'say "x"', "both ' and \"", "back\\slash \\n", "line\nend\ttab", "é😀"]


def test_quoted_text_reads_back(tmp_path):
    write(tmp_path, "specs/x.jsonnet", "[" + ", ".join(map(quoted, QUOTED)) + "]")
    assert evaluate(tmp_path, "specs/x.jsonnet").value == QUOTED


def test_the_command(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(make_project(tmp_path))
    assert main(["control", "example"]) == 0
    assert capsys.readouterr().out.startswith("// The fix shortens the file by 102 bytes.\n")
    assert main(["control", "example", "--practice"]) == 0
    assert main(["control", "nothing"]) == 2
    assert "there is no rule 'nothing'" in capsys.readouterr().err


def test_the_command_says_when_there_is_too_little_text(tmp_path, capsys, monkeypatch):
    change = (
        "{ battery+: { file: '# X\\n\\n- ~~' + std.repeat('word ', 20) + 'end~~\\n- Short.\\n' } }"
    )
    monkeypatch.chdir(make_project(tmp_path, f"(import '../good/rule.libsonnet') {change}"))
    assert main(["control", "example"]) == 1
    assert "// Only 0, at least 8 are needed" in capsys.readouterr().out
