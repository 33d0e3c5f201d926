import json

import pytest

from chaff.canonical import digest_bytes
from chaff.compile import project
from chaff.compile.project import compile_into, compile_program, compile_rule
from chaff.compile.staleness import PROGRAM, leftovers
from chaff.errors import SpecError, UsageError
from chaff.shapes.base import convert
from chaff.shapes.compiled import CompiledRule, Sources
from chaff.shapes.config import EvalConfig, hashes_hold
from chaff.shapes.program import CompiledProgram
from tests.support.project import make_project, write

MAIN = "generated/example/eval.config.json"
PRACTICE = "generated/example/practice/eval.config.json"
RULE = "generated/example/rule.json"
RECORD = "generated/example/sources.json"


def config_of(outputs: dict[str, bytes], path: str = MAIN) -> EvalConfig:
    return convert(json.loads(outputs[path]), EvalConfig, where=path)


def compiled_with(root, change: str) -> dict[str, bytes]:
    """Return what the good rule compiles to with a change of its spec."""
    head = (
        "local chaff = import '../lib/chaff.libsonnet';\n"
        "local good = import '../good/rule.libsonnet';\n"
    )
    write(root, "specs/rules/example.jsonnet", f"{head}good {change}\n")
    return compile_rule(root, "example")


def test_the_outputs_of_a_rule(tmp_path):
    outputs = compile_rule(make_project(tmp_path), "example")
    assert sorted(outputs) == [MAIN, PRACTICE, RULE, RECORD]
    for path in (MAIN, PRACTICE):
        assert hashes_hold(config_of(outputs, path))
    main, practice = config_of(outputs), config_of(outputs, PRACTICE)
    assert (main.practice, practice.practice) == (False, True)
    assert set(main.requests) == {"claude-haiku-4-5", "claude-sonnet-5"}
    assert set(practice.requests) == {"smollm2-135m-instruct-q4_1"}
    assert set(main.battery.builtin_tools) == {"read_file", "run_command"}
    assert practice.battery.builtin_tools == {}
    rule = convert(json.loads(outputs[RULE]), CompiledRule, where=RULE)
    assert rule.items["add-ajv"].required == "pnpm add ajv"
    assert set(rule.practice_items) == {item.id for item in practice.battery.items}


def test_a_rule_without_practice(tmp_path):
    root = make_project(tmp_path)
    outputs = compiled_with(root, "{ practice: null }")
    assert PRACTICE not in outputs
    assert json.loads(outputs[RULE])["practice_items"] == {}


def test_outputs_are_indented_sorted_and_recorded(tmp_path):
    outputs = compile_rule(make_project(tmp_path), "example")
    text = outputs[MAIN].decode()
    assert text == json.dumps(json.loads(text), indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    record = convert(json.loads(outputs[RECORD]), Sources, where=RECORD)
    assert record.outputs == {
        path: digest_bytes(data) for path, data in outputs.items() if path != RECORD
    }
    assert set(record.sources) == {
        "specs/good/CLAUDE.md",
        "specs/good/rule.libsonnet",
        "specs/lib/chaff.libsonnet",
        "specs/program.jsonnet",
        "specs/rules/example.jsonnet",
    }


def test_the_outputs_of_the_program(tmp_path):
    outputs = compile_program(make_project(tmp_path))
    program = convert(json.loads(outputs["generated/program.json"]), CompiledProgram, where="")
    assert program.rule_cap_nano_usd == 2_000_000_000
    assert program.program_cap_nano_usd == 25_000_000_000
    assert program.prices["claude-haiku-4-5"].cache_write_5m == 1250
    assert program.prices["claude-sonnet-5"].batch_permille == 500
    assert program.min_cacheable_tokens["smollm2-135m-instruct-q4_1"] is None
    assert set(program.prices["smollm2-135m-instruct-q4_1"].__struct_fields__)
    assert "generated/program.sources.json" in outputs


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """Return a project whose rule is rewritten by each test, and what the good rule made."""
    root = make_project(tmp_path_factory.mktemp("project"))
    return root, compile_rule(root, "example")


# Rewording must not orphan a paid run: none of these is in any hash.
UNHASHED = {
    "tier": "{ tier: 'enforced' }",
    "title": "{ title: 'other words' }",
    "rationale": "{ rationale+: { hypothesis: 'other words' } }",
    "notes": "{ battery+: { items: [i { misled: 'x', required: 'y' } for i in super.items] } }",
    "examples": "{ valid+: [chaff.Valid { title: 'more', text: 'x' }] }",
    "example responses": "{ battery+: { examples: std.reverse(super.examples) } }",
    "comment": "{ /* a comment */ }",
}


@pytest.mark.parametrize("name", UNHASHED)
def test_what_is_in_no_hash(shared, name):
    root, before = shared
    after = compiled_with(root, UNHASHED[name])
    assert after[MAIN] == before[MAIN]
    assert after[PRACTICE] == before[PRACTICE]


# What a model or a scorer can tell apart is in both hashes, the rest of an experiment in one.
HASHED = {
    "prompt": "{ battery+: { items: [i { prompt+: ' Now.' } for i in super.items] } }",
    "tools offered": "{ battery+: { items: [i { tools+: ['search'] } for i in super.items] } }",
    "turns": "{ battery+: { items: [i { max_turns: 2 } for i in super.items] } }",
    "order of items": "{ battery+: { items: std.reverse(super.items) } }",
    "delivery": "{ battery+: { delivery: 'system' } }",
    "file": "{ battery+: { file+: 'One more line.\\n' } }",
    "repository": "{ battery+: { repository+: { x: '' } } }",
    "commands": "{ battery+: { commands: [chaff.CommandResult { command: 'x', output: '' }] } }",
    "candidates": "{ battery+: { control_candidates: super.control_candidates[:8] } }",
    "order of candidates": (
        "{ battery+: { control_candidates: std.reverse(super.control_candidates) } }"
    ),
    "scorer": (
        "{ battery+: { items: [i { scorer+: { require+: super.require } } for i in super.items] } }"
    ),
}
CONFIG_ONLY = {
    "detect": "{ detect+: { unless: ['nothing like it'] } }",
    "nested": "{ detect+: { nested: 'report' } }",
    "repeats": "{ battery+: { repeats: 4 } }",
}


@pytest.mark.parametrize("name", [*HASHED, *CONFIG_ONLY])
def test_what_is_in_the_hashes(shared, name):
    root, compiled = shared
    before = config_of(compiled)
    after = config_of(compiled_with(root, HASHED.get(name) or CONFIG_ONLY[name]))
    assert after.config_hash != before.config_hash
    assert (after.battery_hash != before.battery_hash) == (name in HASHED)
    assert after.request_hash == before.request_hash


def test_thresholds_and_requests_are_in_their_hashes(tmp_path):
    root = make_project(tmp_path)
    before = config_of(compile_rule(root, "example"))
    spec = (root / "specs/program.jsonnet").read_text()
    write(root, "specs/program.jsonnet", spec.replace("seed: 20261130", "seed: 1"))
    seeded = config_of(compile_rule(root, "example"))
    assert seeded.config_hash != before.config_hash
    assert seeded.battery_hash == before.battery_hash
    changed = spec.replace(
        "'claude-haiku-4-5': { max_tokens: 512", "'claude-haiku-4-5': { max_tokens: 9"
    )
    write(root, "specs/program.jsonnet", changed)
    longer = config_of(compile_rule(root, "example"))
    assert longer.config_hash == before.config_hash
    differ = {m for m in before.request_hash if before.request_hash[m] != longer.request_hash[m]}
    assert differ == {"claude-haiku-4-5"}


def test_another_practice_model_leaves_every_hash(tmp_path):
    root = make_project(tmp_path)
    before = compile_rule(root, "example")
    spec = (root / "specs/program.jsonnet").read_text()
    spec = spec.replace("practice: [", "practice: ['tiny', ").replace(
        "requests: {", "requests: { tiny: { max_tokens: 1 },"
    )
    write(root, "specs/program.jsonnet", spec)
    after = compile_rule(root, "example")
    assert after[MAIN] == before[MAIN]
    assert config_of(after, PRACTICE).config_hash == config_of(before, PRACTICE).config_hash


def test_texts_are_never_normalised(tmp_path):
    root = make_project(tmp_path)
    composed = compiled_with(root, "{ battery+: { file+: 'caf\u00e9\\n' } }")
    parted = compiled_with(root, "{ battery+: { file+: 'cafe\u0301\\n' } }")
    assert config_of(composed).battery_hash != config_of(parted).battery_hash


def test_a_failed_compile_writes_nothing(tmp_path):
    root = make_project(tmp_path)
    compile_into(root, "example")
    before = {path: path.read_bytes() for path in (root / "generated").rglob("*.json")}
    write(root, "specs/rules/example.jsonnet", "(import '../good/rule.libsonnet') { id: 'x' }")
    with pytest.raises(SpecError):
        compile_into(root, "example")
    assert before == {path: path.read_bytes() for path in (root / "generated").rglob("*.json")}


def test_the_program_is_evaluated_once_a_process(tmp_path, monkeypatch):
    root = make_project(tmp_path)
    write(root, "specs/rules/second.jsonnet", "(import '../good/rule.libsonnet') { id: 'second' }")
    asked = []
    real = project.evaluate
    monkeypatch.setattr(project, "evaluate", lambda r, e: asked.append(e) or real(r, e))
    compile_rule(root, "example")
    compile_rule(root, "second")
    compile_into(root, PROGRAM)
    assert asked.count("specs/program.jsonnet") == 1
    write(root, "specs/program.jsonnet", (root / "specs/program.jsonnet").read_text() + "\n")
    compile_rule(root, "second")
    assert asked.count("specs/program.jsonnet") == 2


def test_an_unknown_rule_is_named(tmp_path):
    with pytest.raises(UsageError, match=r"there is no rule 'exmaple' \(rules here: example"):
        compile_rule(make_project(tmp_path), "exmaple")


def test_leftovers(tmp_path):
    root = make_project(tmp_path)
    compile_into(root, PROGRAM)
    compile_into(root, "example")
    assert leftovers(root) == []
    write(root, "generated/example/old.json", "{}")
    write(root, "generated/note.txt", "")
    assert leftovers(root) == ["generated/example/old.json", "generated/note.txt"]
    (root / "specs/rules/example.jsonnet").unlink()
    assert set(leftovers(root)) == {
        MAIN,
        PRACTICE,
        RULE,
        RECORD,
        "generated/example/old.json",
        "generated/note.txt",
    }
