"""The pages of file formats say what the shapes say, and their examples are such files."""

import json
import tomllib

import msgspec
import pytest

from chaff.canonical import digest_bytes
from chaff.compile.formats import EXAMPLES, FOLDER, FORMATS, page, pages
from chaff.compile.glossary import WORDS
from chaff.compile.schemas import made_schema, require_schema, schema_names, shape_of
from chaff.lint.settings import read_settings
from chaff.shapes.base import convert
from chaff.shapes.config import EvalConfig, hashes_hold
from chaff.shapes.gate import CompiledGate, gate_hashes_hold
from chaff.shapes.record import broken_link, read_run
from chaff.shapes.rule import Battery


def example(name):
    return (EXAMPLES / FORMATS[name].example).read_bytes()


def example_values(name):
    """Return what a format's example holds: one value, or one a line."""
    text = example(name).decode()
    if FORMATS[name].example.endswith(".toml"):
        return [tomllib.loads(text)]
    lines = text.splitlines() if FORMATS[name].example.endswith(".jsonl") else [text]
    return [json.loads(part) for part in lines]


def test_the_pages_are_what_the_code_says():
    written = {file.name: file.read_text() for file in FOLDER.glob("*.md")}
    assert written == pages(), "run `python -m chaff.compile.reference`"


def test_every_schema_has_a_page_and_every_example_is_on_one():
    assert {one.schema.partition("#")[0] for one in FORMATS.values()} == set(schema_names())
    assert {one.example for one in FORMATS.values()} == {file.name for file in EXAMPLES.iterdir()}


@pytest.mark.parametrize("name", FORMATS)
def test_an_example_is_such_a_file(name):
    schema, _, root = FORMATS[name].schema.partition("#")
    values = example_values(name)
    assert values
    for value in values:
        convert(value, Battery if root else shape_of(schema), where=name)
        if not root:
            require_schema(schema, value, where=name)
    assert example(name).decode().rstrip() in page(name)


@pytest.mark.parametrize("name", schema_names())
def test_every_field_of_every_file_is_explained(name):
    bare = [
        f"{shape}.{field}"
        for shape, definition in made_schema(name)["$defs"].items()
        for field, part in definition["properties"].items()
        if field != "kind" and not part.get("description")
    ]
    assert bare == [], "say it below the field, or in chaff/compile/glossary.py"


def test_every_word_of_the_glossary_is_used():
    used = set()
    for name in schema_names():
        for shape, definition in made_schema(name)["$defs"].items():
            for field, part in definition["properties"].items():
                for key in (f"{shape}.{field}", field):
                    if WORDS.get(key) == part.get("description"):
                        used.add(key)
                        break
    assert set(WORDS) - used == set()


def test_the_examples_are_whole():
    """What a shape alone cannot say: digests, chains, settings as they are read."""
    assert hashes_hold(convert(json.loads(example("eval-config")), EvalConfig, where="example"))
    gate = convert(json.loads(example("gate-config")), CompiledGate, where="example")
    assert gate_hashes_hold(gate)
    run = read_run(example("run"), where="example")
    assert broken_link(run) is None
    assert run.footer
    first, second = example("gate-ledger").splitlines()
    assert msgspec.json.decode(second)["prev"] == digest_bytes(first)
    assert read_settings(example("settings"), where="chaff.toml").per_path
