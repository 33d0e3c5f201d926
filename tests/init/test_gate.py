"""What a new gate's spec holds; nothing in a name or a path gets out of its quotes."""

import pytest

from chaff.compile.jsonnet import evaluate
from chaff.errors import BadInputError
from chaff.init.gate import LIBRARIES, gate_files, read_libraries
from chaff.init.sources import specs_folder

GIVEN = {
    "gate": "mine",
    "transcripts": ["~/.claude/projects"],
    "timezone": "UTC",
    "preset": "article",
    "watch_only": True,
}


@pytest.mark.parametrize("target", ["CLAUDE.md", "it's.md", "a\\'b\n.md", "@PRESET@ ä.md"])
def test_the_spec_says_what_was_asked_for(tmp_path, target):
    files = gate_files(read_libraries(specs_folder()), target=target, **GIVEN)
    for path, data in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    value = evaluate(tmp_path, "specs/gates/mine.jsonnet").value
    assert value["target"] == target
    assert (value["preset"], value["dry_run"], value["id"]) == ("article", True, "mine")


def test_input_a_package_that_is_not_whole_is_told():
    with pytest.raises(BadInputError, match=r"lacks lib/chaff\.libsonnet"):
        gate_files({LIBRARIES[1]: b""}, target="CLAUDE.md", **GIVEN)
