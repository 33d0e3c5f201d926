import pytest

from chaff.errors import BadInputError
from chaff.lint.baseline import Entry, baseline_bytes, fingerprints, read_baseline
from chaff.lint.match import find
from tests.support.library import DELETES, compiled

DETECT = compiled("a-rule", **DELETES).detect


def prints(text: str, rule: str = "a-rule", path: str = "CLAUDE.md") -> tuple[str, ...]:
    data = text.encode()
    return fingerprints(data, rule, path, find(data, DETECT))


SAME = {
    "moved": "a\n\nb\n\nX one\n",
    "other line ends": "X one\r\n",
    "another blank at the end": "X one  \n",
    "other text around": "X one\n\nmore\n",
}


@pytest.mark.parametrize("name", SAME)
def test_the_same_finding(name):
    assert prints(SAME[name]) == prints("X one\n")


def test_other_findings():
    first = prints("X one\n")
    assert prints("X two\n") != first
    assert prints("X one\n", rule="b-rule") != first
    assert prints("X one\n", path="AGENTS.md") != first


def test_each_of_equal_findings_has_its_own():
    twice = prints("X one\n\nX one\n")
    assert len(set(twice)) == 2
    assert twice[0] == prints("X one\n")[0]


ENTRY = Entry(path="é.md", rule="a-rule", text="X", fingerprint="0" * 32)


def test_written_and_read():
    other = Entry(path="a.md", rule="a-rule", text="X", fingerprint="1" * 32)
    data = baseline_bytes([ENTRY, other])
    assert baseline_bytes([other, ENTRY]) == data
    assert read_baseline(data, where="b").findings == (other, ENTRY)


BAD = {
    "not JSON": b"x",
    "nothing": b"{}",
    "another schema": b'{"schema": "chaff.rule/1", "findings": []}',
    "a misspelt field": b'{"schema": "chaff.baseline/1", "finding": []}',
    "a fingerprint that is none": baseline_bytes([ENTRY]).replace(b"0" * 32, b"0"),
}


@pytest.mark.parametrize("name", BAD)
def test_refused(name):
    with pytest.raises(BadInputError, match=r"^b.json: is no baseline: .*--write-baseline FILE"):
        read_baseline(BAD[name], where="b.json")
