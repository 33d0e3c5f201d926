"""The Jsonnet vocabulary offers exactly the fields of the shapes, and closes every object."""

import pytest

from chaff.compile.jsonnet import evaluate
from chaff.errors import SpecError
from chaff.shapes import detect, gate, program, rule, scorer
from tests.support.project import REPOSITORY, make_project, write

SHAPES = {
    "Rule": rule.Rule,
    "Rationale": rule.Rationale,
    "Claim": rule.Claim,
    "BlockDetect": detect.BlockDetect,
    "SectionDetect": detect.SectionDetect,
    "MissingPathDetect": detect.MissingPathDetect,
    "MissingCommandDetect": detect.MissingCommandDetect,
    "MissingToolDetect": detect.MissingToolDetect,
    "MachinePathDetect": detect.MachinePathDetect,
    "RepeatedBlockDetect": detect.RepeatedBlockDetect,
    "LongBlockDetect": detect.LongBlockDetect,
    "DirectoryTreeDetect": detect.DirectoryTreeDetect,
    "DeleteBlock": detect.DeleteBlock,
    "MoveSection": detect.MoveSection,
    "MoveBlock": detect.MoveBlock,
    "Valid": rule.Valid,
    "Invalid": rule.Invalid,
    "Battery": rule.Battery,
    "Item": rule.Item,
    "ToolDefinition": rule.ToolDefinition,
    "CommandResult": rule.CommandResult,
    "Control": rule.ControlCandidate,
    "Example": rule.ExampleResponse,
    "Program": program.Program,
    "Models": program.Models,
    "Admission": program.Admission,
    "Guards": program.Guards,
    "Caps": program.Caps,
    "Pricing": program.Pricing,
    "ModelPrice": program.ModelPrice,
    "Gate": gate.Gate,
    "Thresholds": gate.Thresholds,
    "Cooldowns": gate.Cooldowns,
    "Plateau": gate.Plateau,
    "Expected": gate.Expected,
    "Rubric": gate.Rubric,
    "Classes": gate.Classes,
    "Phrases": gate.Phrases,
    "Weights": gate.Weights,
    "Moves": gate.Moves,
}
CALLS = {
    "requiredAction([])": scorer.RequiredAction,
    "action('x')": scorer.Action,
    "toolSelected('x')": scorer.ToolSelected,
    "readOnDemand('x')": scorer.ReadOnDemand,
    "answerStates('x')": scorer.AnswerStates,
    "allOf([])": scorer.AllOf,
    "anyOf([])": scorer.AnyOf,
    "cut('x')": rule.TextEdit,
    "swap('x', 'y')": rule.TextEdit,
    "lines([1])[0]": rule.ExpectedFinding,
}


@pytest.fixture(scope="module")
def fields(tmp_path_factory) -> dict[str, list[str]]:
    root = make_project(tmp_path_factory.mktemp("vocabulary"))
    names = "".join(f"'{n}': std.objectFields(chaff.{n}),\n" for n in SHAPES)
    calls = "".join(f'"{c}": std.objectFields(chaff.{c}),\n' for c in CALLS)
    spec = (
        f"local chaff = import 'lib/chaff.libsonnet';\n{{ {names} {calls} "
        "'all': std.objectFieldsAll(chaff) }"
    )
    write(root, "specs/fields.jsonnet", spec)
    return evaluate(root, "specs/fields.jsonnet").value


@pytest.mark.parametrize("name", [*SHAPES, *CALLS])
def test_fields_are_those_of_the_shape(fields, name):
    shape = SHAPES.get(name) or CALLS[name]
    expected = set(shape.__struct_fields__)
    tag = shape.__struct_config__.tag_field
    assert set(fields[name]) == expected | ({tag} if tag else set())


def test_every_object_of_the_vocabulary_is_held_to_a_shape(fields):
    assert {name for name in fields["all"] if name[0].isupper()} == set(SHAPES)


@pytest.mark.parametrize("name", SHAPES)
def test_a_misspelt_field_is_named(tmp_path, name):
    root = make_project(tmp_path)
    spec = f"local chaff = import 'lib/chaff.libsonnet';\nchaff.{name} {{ mispelt: 1 }}\n"
    write(root, "specs/x.jsonnet", spec)
    with pytest.raises(SpecError, match=f"specs/x.jsonnet: {name} has no field mispelt .it has: "):
        evaluate(root, "specs/x.jsonnet")


def test_our_program_states_the_design(tmp_path):
    value = evaluate(REPOSITORY, "specs/program.jsonnet").value
    assert value["admission"] == {
        "effect_percent": 15,
        "draws": 10_000,
        "lower_rank": 250,
        "upper_rank": 9_750,
        "seed": 20261130,
        "sign_numerator": 2,
        "sign_denominator": 3,
        "control_tolerance_percent": 5,
        "min_items": 12,
        "min_repeats": 3,
        "min_edit_tokens": 20,
    }
    assert value["guards"] == {"mode": "enforce", "sign_flip_alpha_ppm": 25_000}
    assert (value["caps"]["rule_usd"], value["caps"]["program_usd"]) == (2, 25)
