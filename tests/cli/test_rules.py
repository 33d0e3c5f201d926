import json

import pytest

from chaff.cli.main import main
from tests.support.library import compiled, evidence, reading, write_evidence, write_library


@pytest.fixture
def _project(tmp_path, monkeypatch):
    readings = [reading(line=n + 1) for n in range(39)] + [reading(right=False, line=99)]
    write_library(
        tmp_path,
        compiled("a-rule"),
        compiled("b-rule", "enforced", readings=[reading()] * 20),
        compiled("c-rule", readings=readings, fix_safety="unsafe"),
    )
    write_evidence(tmp_path, "b-rule", evidence("m-1"))
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_project")
def test_the_table(capsys):
    assert main(["rules"]) == 0
    head, first, second, third = capsys.readouterr().out.splitlines()
    assert head.startswith("rule    tier       default  hits read")
    assert "on       few hits: none read" in first
    assert "heuristic: not measured" in first
    assert "20 hits read, none wrong  100.0 % (83.2 % to 100.0 %)" in second
    assert "m-1: admitted, +0.23 [+0.10, +0.37], 12 prompts x 5" in second
    assert "off      40 hits read, 1 wrong" in third
    assert "97.5 % (86.8 % to 99.9 %)    unsafe" in third


@pytest.mark.usefixtures("_project")
def test_json(capsys):
    assert main(["rules", "--format", "json"]) == 0
    first, second, third = json.loads(capsys.readouterr().out)["rules"]
    assert (first["precision"], first["precision_interval"]) == (None, None)
    assert second["evidence"][0]["model"] == "m-1"
    assert (third["on_by_default"], third["hits_read"], third["hits_wrong"]) == (False, 40, 1)
    assert third["precision"] == 0.975
    assert third["precision_interval"] == pytest.approx([0.86841, 0.99937], abs=1e-5)


@pytest.mark.usefixtures("_project")
def test_explain_says_so_too(capsys):
    assert main(["explain", "c-rule"]) == 0
    out = capsys.readouterr().out
    assert "off by default (40 hits read, 1 wrong; right in 97.5 % (86.8 % to 99.9 %))" in out
    assert "--unsafe-fixes makes it" in out
    assert main(["explain", "b-rule"]) == 0
    assert "m-1: admitted, +0.23 [+0.10, +0.37]" in capsys.readouterr().out
