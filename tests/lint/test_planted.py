"""Rules over little repositories with planted positives, and with much that only looks alike.

Each repository below `planted/` says in its EXPECTED.json all that these rules must find in it;
what else it holds looks alike and must not be found. Two lists more keep the account honest:
`missed` has positives that no rule finds yet, `wrong` findings that should not be.
"""

import json
import shutil
from pathlib import Path

import pytest

from chaff.lint.match import find
from chaff.lint.names import is_instruction_file
from chaff.lint.repository.disk import Disk
from chaff.lint.repository.place import Place
from tests.support.specs import RULES, rule

PLANTED = Path(__file__).resolve().parent.parent / "planted"
REPOSITORIES = sorted(path.name for path in PLANTED.iterdir() if path.is_dir())
READERS = (
    "dead-path",
    "directory-tree",
    "machine-local-path",
    "phantom-command",
    "phantom-tool",
)
MARKERS = ("history-log", "placeholder", "superseded-instruction")


@pytest.fixture(scope="module")
def disks(tmp_path_factory):
    """The repositories, each in a folder of its own, without what it expects."""
    root = tmp_path_factory.mktemp("planted")
    shutil.copytree(
        PLANTED, root, dirs_exist_ok=True, ignore=shutil.ignore_patterns("EXPECTED.json")
    )
    return {name: Disk(root / name) for name in REPOSITORIES}


def expected(name, kind="findings"):
    return json.loads((PLANTED / name / "EXPECTED.json").read_text()).get(kind, [])


def test_all_rules_are_there():
    assert {*READERS, *MARKERS} <= set(RULES)


@pytest.mark.parametrize("name", REPOSITORIES)
@pytest.mark.parametrize("known", [*READERS, *MARKERS])
def test_agreement(name, known, disks):
    disk = disks[name]
    found = [
        [path, finding.line, known]
        for path in sorted(disk.paths())
        if is_instruction_file(Path(path))
        for finding in find(
            (disk.root / path).read_bytes(), rule(known).detect, Place(repository=disk, path=path)
        )
    ]
    listed = expected(name) + expected(name, "wrong")
    assert {one for _, _, one in listed} <= {*READERS, *MARKERS}
    assert sorted(found) == sorted(one for one in listed if one[2] == known)


@pytest.mark.parametrize("name", REPOSITORIES)
def test_what_is_missed_is_in_a_file_that_is_linted_and_in_no_other_list(name):
    for path, line, known in expected(name, "missed"):
        assert known in MARKERS
        assert is_instruction_file(Path(path))
        assert (PLANTED / name / path).read_text().splitlines()[line - 1].strip()
        assert [path, line, known] not in expected(name) + expected(name, "wrong")
