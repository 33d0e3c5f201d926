import io
import json
import subprocess
import sys

import pytest

from chaff.check.compiled import compiled_faults, recompile
from chaff.cli.gate_label import print_label
from chaff.compile.gate import build_gate
from chaff.compile.project import compile_gate, compile_into
from chaff.compile.staleness import gate_names, leftovers, stale
from chaff.errors import CompileRefusal, SpecError, UsageError
from chaff.shapes.base import convert, to_json
from chaff.shapes.gate import CompiledGate, Gate, gate_hashes_hold
from tests.support.gates import gate_project, make_gate
from tests.support.project import make_project, write

NAME = "gates/desk"
CONFIG = "generated/gates/desk/gate.config.json"
RECORD = "generated/gates/desk/sources.json"


def compiled_in(root) -> CompiledGate:
    return convert(json.loads(compile_gate(root, NAME)[CONFIG]), CompiledGate, where=CONFIG)


def test_a_gate_compiles_to_its_config_and_a_record(tmp_path):
    root = gate_project(tmp_path)
    assert gate_names(root) == [NAME]
    assert compile_into(root, NAME) == [CONFIG, RECORD]
    assert compile_into(root, NAME) == []
    compiled = compiled_in(root)
    assert gate_hashes_hold(compiled)
    gate = compiled.gate
    assert (gate.preset, gate.probation_days, gate.false_verdicts_a_year) == ("attributable", 28, 1)
    assert (gate.cooldowns.low_risk_days, gate.cooldowns.high_risk_days) == (3, 7)
    assert set(json.loads((root / RECORD).read_text())["sources"]) == {
        "specs/gates/desk.jsonnet",
        "specs/lib/chaff.libsonnet",
        "specs/lib/rubric.libsonnet",
    }


def test_a_change_of_the_spec_or_of_the_output_makes_it_stale(tmp_path):
    root = gate_project(tmp_path)
    assert stale(root, NAME) == "never compiled"
    compile_into(root, NAME)
    assert stale(root, NAME) == ""
    write(root, CONFIG, "{}")
    assert "changed" in stale(root, NAME)
    compile_into(root, NAME)
    rubric = root / "specs/lib/rubric.libsonnet"
    rubric.write_text(rubric.read_text() + "\n")
    assert stale(root, NAME) == "specs/lib/rubric.libsonnet changed"


@pytest.mark.parametrize(
    ("change", "gate_moves", "rubric_moves"),
    [
        ({"title": "Other"}, False, False),
        ({"target": "AGENTS.md"}, False, False),
        ({"dry_run": True}, False, False),
        ({"expected__sd": 1.5}, False, False),
        ({"thresholds__window_days": 21}, True, False),
        ({"timezone": "Asia/Tokyo"}, True, False),
        ({"preset": "article"}, True, False),
        ({"false_verdicts_a_year": 2}, True, False),
        ({"rubric__base": 6}, True, True),
        ({"rubric__weights__rework__rework_rate": -2}, True, True),
        ({"rubric__classes__praise__0__any": ["^nice$"]}, True, True),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else None,
)
def test_the_hashes_cover_what_decides(change, gate_moves, rubric_moves):
    before, after = make_gate(), make_gate(**change)
    assert (before.gate_hash != after.gate_hash) == gate_moves
    assert (before.rubric_hash != after.rubric_hash) == rubric_moves


@pytest.mark.parametrize(
    ("change", "code", "where"),
    [
        ({"timezone": "Mars/Olympus"}, "gate-timezone", "timezone"),
        ({"timezone": "../../etc/passwd"}, "gate-timezone", "timezone"),
        ({"thresholds__min_days": 15}, "gate-numbers", "thresholds.min_days"),
        ({"probation_days": 13}, "gate-numbers", "probation_days"),
        ({"rubric__base": 11}, "gate-numbers", "rubric.base"),
        ({"expected__baseline": 11}, "gate-numbers", "expected.baseline"),
        ({"rubric__classes__rework__0__any": ["("]}, "bad-pattern", "rubric.classes.rework"),
        ({"rubric__classes__rework__0__unless": ["(?=x)"]}, "bad-pattern", "rubric.classes.rework"),
        ({"rubric__classes__rework__0__any": ["x*"]}, "bad-pattern", "rubric.classes.rework"),
        ({"rubric__classes__rework__0__any": ["don't"]}, "bad-pattern", "rubric.classes.rework"),
        ({"rubric__weights__rework__rework_rate": 1}, "gate-weights", "rubric.weights.rework"),
        ({"rubric__weights__rework__rework_rate": 0}, "gate-weights", "rubric.weights.rework"),
        ({"rubric__weights__praise__rework_rate": -1}, "gate-weights", "rubric.weights.praise"),
    ],
)
def test_what_is_unsound_is_refused(change, code, where):
    with pytest.raises(CompileRefusal) as caught:
        make_gate(**change)
    assert caught.value.code == code
    assert caught.value.where.startswith(where)


@pytest.mark.parametrize(
    ("extra", "says"),
    [
        (" { colour: 'red' }", "Gate has no field colour"),
        (" { preset: 'fast' }", "preset must be"),
        (" { cooldowns+: { weekly: 1 } }", "Cooldowns has no field weekly"),
        (" { false_verdicts_a_year: 0 }", "false_verdicts_a_year"),
        (" { transcripts: [] }", "transcripts"),
        (" { id: 'other' }", "the gate calls itself 'other'"),
        (" { rubric+: { scale: 'ten' } }", "scale"),
    ],
)
def test_a_spec_that_is_wrong_is_named(tmp_path, extra, says):
    root = gate_project(tmp_path, extra)
    with pytest.raises(SpecError, match=says) as caught:
        compile_gate(root, NAME)
    assert "specs/gates/desk.jsonnet" in str(caught.value)


def test_an_unknown_gate_and_a_bad_name_are_refused(tmp_path):
    root = gate_project(tmp_path)
    with pytest.raises(UsageError, match=r"no gate 'dusk' \(gates here: desk\)"):
        compile_gate(root, "gates/dusk")
    write(root, "specs/gates/My Gate.jsonnet", "{}")
    with pytest.raises(SpecError, match="is no name for a gate"):
        gate_names(root)


def test_check_compares_a_gate_and_finds_what_no_gate_accounts_for(tmp_path):
    root = make_project(tmp_path)
    for name in ("program", "example"):
        compile_into(root, name)
    gate_project_spec(root)
    assert faults(root) == [("generated-missing", CONFIG), ("generated-missing", RECORD)]
    compile_into(root, NAME)
    assert faults(root) == []
    assert leftovers(root) == []
    config = root / CONFIG
    config.write_bytes(config.read_bytes().replace(b'"dry_run": false', b'"dry_run": true'))
    write(root, "generated/gates/old/gate.config.json", "{}")
    assert faults(root) == [
        ("generated-differs", CONFIG),
        ("generated-leftover", "generated/gates/old/gate.config.json"),
    ]
    assert leftovers(root) == ["generated/gates/old/gate.config.json"]
    write(root, "specs/gates/desk.jsonnet", "{}")
    assert ("spec-refused", "specs/gates/desk.jsonnet") in faults(root)


def gate_project_spec(root) -> None:
    from tests.support.gates import SPEC

    write(root, "specs/gates/desk.jsonnet", SPEC)


def faults(root):
    return [(fault.code, fault.file) for fault in compiled_faults(root, recompile(root))]


def test_the_label_says_what_the_window_can_detect(tmp_path):
    root = gate_project(tmp_path, " { preset: 'article' }")
    compile_into(root, NAME)
    out = io.StringIO()
    print_label(root / CONFIG, out)
    text = out.getvalue()
    for part in ("0.97 SD = 0.58 points = 8.3 %", "KEPT 43 %", "an edit every 3 days", "8 others"):
        assert part in text, text


def test_doit_compile_prints_the_label_once(tmp_path):
    root = gate_project(tmp_path)
    write(root, "dodo.py", "from chaff.tasks import *\n")
    from shutil import copyfile

    from tests.support.project import REPOSITORY

    for spec in ("program.jsonnet", "pricing.jsonnet"):
        copyfile(REPOSITORY / "specs" / spec, root / "specs" / spec)
    command = [sys.executable, "-m", "doit", "compile:gates/desk"]
    first = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    assert "At most 1 false a year: each needs p < 0.04" in first.stdout
    again = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    assert again.stdout == ""


def test_a_gate_survives_its_own_json():
    compiled = make_gate()
    assert build_gate(convert(to_json(compiled.gate), Gate, where="x")) == compiled
