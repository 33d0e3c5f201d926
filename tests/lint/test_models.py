"""Which models settings may name."""

import json

import pytest

from chaff.errors import BadInputError, UsageError
from chaff.lint.library import load_folder
from chaff.lint.models import known_models, require_models
from tests.support.library import compiled, evidence, write_evidence, write_library

KNOWN = frozenset({"claude-haiku-4-5", "claude-sonnet-5", "smollm2"})


def test_priced_and_measured_models_are_known(tmp_path):
    write_library(tmp_path, compiled("a-rule"))
    write_evidence(tmp_path, "a-rule", evidence("m-1"))
    folder = tmp_path / "generated"
    assert known_models(load_folder(folder)) == {"m-1"}
    (folder / "program.json").write_text(json.dumps({"prices": {"m-2": {}}}))
    assert known_models(load_folder(folder)) == {"m-1", "m-2"}


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"prices": 3}', b"\xff"])
def test_a_broken_program_is_told(tmp_path, text):
    write_library(tmp_path, compiled("a-rule"))
    file = tmp_path / "generated" / "program.json"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BadInputError, match=r"is no compiled program") as raised:
        known_models(load_folder(file.parent))
    assert raised.value.where == str(file)


# name, what the remedy says
UNKNOWN = {
    "misspelt": ("claude-haiku-4.5", "did you mean 'claude-haiku-4-5'?"),
    "the family only": ("haiku", "did you mean 'claude-haiku-4-5'?"),
    "nothing like it": ("zzz", "there are: claude-haiku-4-5, claude-sonnet-5, smollm2"),
    "empty": ("", "there are: claude-haiku-4-5"),
}


@pytest.mark.parametrize("case", UNKNOWN)
def test_an_unknown_model_is_an_error(case):
    name, remedy = UNKNOWN[case]
    with pytest.raises(UsageError, match=r"there is no model") as raised:
        require_models(("smollm2", name), KNOWN, where="--models")
    assert remedy in raised.value.remedy


def test_a_known_model_is_none():
    require_models(sorted(KNOWN), KNOWN, where="--models")
