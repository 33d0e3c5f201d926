"""The rules that read the repository, over little repositories with planted positives.

Each repository below `planted/` says in its EXPECTED.json all that these rules must find in it;
what else it holds looks alike and must not be found.
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


@pytest.fixture(scope="module")
def disks(tmp_path_factory):
    """The repositories, each in a folder of its own, without what it expects."""
    root = tmp_path_factory.mktemp("planted")
    shutil.copytree(
        PLANTED, root, dirs_exist_ok=True, ignore=shutil.ignore_patterns("EXPECTED.json")
    )
    return {name: Disk(root / name) for name in REPOSITORIES}


def test_all_rules_that_read_the_repository_are_there():
    assert set(READERS) <= set(RULES)


@pytest.mark.parametrize("name", REPOSITORIES)
@pytest.mark.parametrize("reader", READERS)
def test_agreement(name, reader, disks):
    disk = disks[name]
    found = [
        (path, finding.line)
        for path in sorted(disk.paths())
        if is_instruction_file(Path(path))
        for finding in find(
            (disk.root / path).read_bytes(), rule(reader).detect, Place(repository=disk, path=path)
        )
    ]
    expected = json.loads((PLANTED / name / "EXPECTED.json").read_text())["findings"]
    assert {known for _, _, known in expected} <= set(READERS)
    assert sorted(found) == sorted(
        (path, line) for path, line, known in expected if known == reader
    )
