import json

import pytest

from chaff.compile.project import compile_program, compile_rule
from chaff.compile.schemas import (
    made_schema,
    require_schema,
    schema_bytes,
    schema_names,
    schema_path,
)
from chaff.errors import SpecError
from tests.support.project import make_project


@pytest.mark.parametrize("name", schema_names())
def test_what_is_shipped_is_what_the_shapes_say(name):
    assert schema_path(name).read_bytes() == schema_bytes(name), (
        "run `python -m chaff.compile.schemas`"
    )


@pytest.mark.parametrize("name", schema_names())
def test_every_object_is_closed_and_described(name):
    for shape, definition in made_schema(name)["$defs"].items():
        assert definition["additionalProperties"] is False, shape
        assert definition["description"], shape


def test_fields_are_described_in_the_words_of_the_source():
    fields = made_schema("eval.config")["$defs"]["ConfigBattery"]["properties"]
    assert fields["file"]["description"] == "The instruction file in its *present* state."


def test_a_value_that_does_not_fit_is_refused_by_its_field(tmp_path):
    config = json.loads(
        compile_rule(make_project(tmp_path), "example")["generated/example/rule.json"]
    )
    require_schema("rule", config, where="rule.json")
    config["tier"] = "strict"
    with pytest.raises(SpecError, match=r"rule.json: \$\.tier: 'strict' is not one of"):
        require_schema("rule", config, where="rule.json")


def test_compiled_files_fit_their_schemas(tmp_path):
    root = make_project(tmp_path)
    outputs = {**compile_program(root), **compile_rule(root, "example")}
    for path, data in outputs.items():
        name = path.rpartition("/")[2].removesuffix(".json")
        name = "sources" if name.endswith("sources") else name
        require_schema(name, json.loads(data), where=path)
