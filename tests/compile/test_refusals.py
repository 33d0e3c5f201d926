"""One named bad spec for each way to be refused: its first line says what the error must hold."""

import json
import re
from pathlib import Path

import pytest

from chaff.compile.project import PROGRAM_SPEC, compile_name, compile_program, compile_rule
from chaff.compile.staleness import PROGRAM
from chaff.errors import CompileRefusal, SpecError
from tests.support.project import make_project, write

HERE = Path(__file__).parent
RULES = sorted((HERE / "bad").glob("*.jsonnet"))
PROGRAMS = sorted((HERE / "bad_program").glob("*.jsonnet"))

CODES = {
    "bad-pattern",
    "bad-repository",
    "buried-enforced",
    "control-changes-findings",
    "control-names-scored-text",
    "control-not-deletion",
    "control-touches-flagged",
    "edit-too-small",
    "example-unknown-item",
    "finding-left",
    "fixed-left",
    "no-finding",
    "repeated-id",
    "request-settings",
    "request-temperature",
    "rule-example",
    "rule-id",
    "scorer-audit",
    "too-few-controls",
    "too-few-items",
    "too-few-repeats",
    "unknown-tool",
    "unpriced-model",
}


def code_of(path: Path) -> str:
    return path.stem.partition("--")[0]


def expected_of(path: Path) -> str:
    return path.read_text().splitlines()[0].removeprefix("// ")


@pytest.fixture(scope="module")
def root(tmp_path_factory) -> Path:
    """Return a project for rules to be written into; its program is evaluated only once."""
    return make_project(tmp_path_factory.mktemp("project"))


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_bad_rule(root, path):
    write(root, "specs/rules/example.jsonnet", path.read_text())
    with pytest.raises(CompileRefusal) as caught:
        compile_rule(root, "example")
    assert caught.value.code == code_of(path)
    assert expected_of(path) in str(caught.value)
    assert str(caught.value).startswith("specs/rules/example.jsonnet: ")
    assert "\n" not in str(caught.value)
    assert caught.value.remedy


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_bad_program(tmp_path, path):
    root = make_project(tmp_path)
    (root / PROGRAM_SPEC).rename(root / "specs/original.jsonnet")
    write(root, PROGRAM_SPEC, path.read_text())
    name = "example" if code_of(path) == "too-few-repeats" else PROGRAM
    with pytest.raises(CompileRefusal) as caught:
        compile_name(root, name)
    assert caught.value.code == code_of(path)
    assert expected_of(path) in str(caught.value)


def test_a_library_that_counts_on_its_own_servers_may_state_their_sampling(tmp_path):
    root = make_project(tmp_path)
    (root / PROGRAM_SPEC).rename(root / "specs/original.jsonnet")
    write(
        root,
        PROGRAM_SPEC,
        """
          (import 'original.jsonnet') {
            counting_endpoints: ['http://10.0.0.5:8080'],
            requests+: { 'claude-haiku-4-5'+: { temperature: 1.0, top_k: 0 } },
          }
        """,
    )
    made = json.loads(compile_program(root)["generated/program.json"])
    assert made["program"]["requests"]["claude-haiku-4-5"]["top_k"] == 0


def test_every_code_has_a_bad_spec():
    assert {code_of(path) for path in RULES + PROGRAMS} == CODES


def test_every_code_raised_is_listed():
    """Those of gates have a table of their own, in test_gate."""
    source = "".join(path.read_text() for path in (HERE / "../../chaff/compile").glob("*.py"))
    raised = re.findall(r'(?:CompileRefusal|_refuse)\(\s*"([a-z-]+)",', source)
    assert {code for code in raised if not code.startswith("gate-")} == CODES


# What cannot be a rule at all: the vocabulary or the shapes stop it before any refusal.
NOT_A_RULE = {
    "misspelt field": (
        "good { titel: 'x' }",
        "Rule has no field titel (it has: battery, buried, detect",
    ),
    "missing field": (
        "good { invalid: [chaff.Invalid { title: 'x' }] }",
        "Invalid needs a field 'findings'",
    ),
    "unknown tier": ("good { tier: 'strict' }", "tier must be 'heuristic' or 'enforced'"),
    "wrong type": ("good { title: 5 }", "Expected `str`, got `int` - at `$.title`"),
    "field of a plain object": (
        "good { battery+: { control_candidates: [{ id: 'x', edit: [] }] } }",
        "unknown field `edit` - at `$.battery.control_candidates[0]`",
    ),
    "unknown kind of scorer": (
        "good { battery+: { items: [i { scorer: { kind: 'judge' } } for i in super.items] } }",
        "Invalid value 'judge' - at `$.battery.items[0].scorer.kind`",
    ),
    "fix of another kind": (
        "good { fix: chaff.MoveSection { to: 'x.md', pointer: 'x' } }",
        "specs/rules/example.jsonnet: fix and detection do not go together",
    ),
    "two repeats": ("good { battery+: { repeats: 2 } }", "`$.battery.repeats`"),
}


@pytest.mark.parametrize("name", NOT_A_RULE)
def test_not_a_rule(root, name):
    body, expected = NOT_A_RULE[name]
    head = (
        "local chaff = import '../lib/chaff.libsonnet';\n"
        "local good = import '../good/rule.libsonnet';\n"
    )
    write(root, "specs/rules/example.jsonnet", head + body + "\n")
    with pytest.raises(SpecError) as caught:
        compile_rule(root, "example")
    assert "specs/rules/example.jsonnet" in str(caught.value)
    assert expected in str(caught.value)


PRICES = {
    "unknown field": ("{ models+: { x: { inptu: 1 } } }", "unknown field `inptu` - at"),
    "finer than can be counted": (
        "{ models+: { 'claude-haiku-4-5'+: { input: 0.00001 } } }",
        "specs/pricing.jsonnet: pricing of claude-haiku-4-5: input: 1e-05 is not a whole number",
    ),
}


@pytest.mark.parametrize("name", PRICES)
def test_bad_prices(tmp_path, name):
    body, expected = PRICES[name]
    root = make_project(tmp_path)
    (root / "specs/pricing.jsonnet").rename(root / "specs/original.jsonnet")
    write(root, "specs/pricing.jsonnet", f"(import 'original.jsonnet') + {body}\n")
    with pytest.raises(SpecError) as caught:
        compile_program(root)
    assert expected in str(caught.value)
