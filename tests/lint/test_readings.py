"""Every hit of every rule has been read, on real files and on planted ones: else precision lies.

What was read is in `specs/readings/`, by digest of the file and line. A hit that is not there, and
a reading whose hit is gone, must be mended there.
"""

import hashlib
import json
import shutil
import subprocess
from collections import Counter

import pytest

from chaff.cli.main import main
from chaff.lint.library import load
from tests.lint.test_planted import PLANTED, REPOSITORIES
from tests.support.specs import ROOT
from tests.support.wild import WILD, wild_files

RULES = load(ROOT).rules
ARGUMENTS = ("lint", "--no-config", "--select", "all", "--format", "json")


def read(corpus):
    return Counter(
        (rule.id, one.path, one.line, one.file)
        for rule in RULES
        for one in rule.readings
        if one.corpus == corpus
    )


def hits(capsys, folder, *paths):
    """Return what the command finds, with the digests of the files."""
    capsys.readouterr()
    main([*ARGUMENTS, *paths])
    report = json.loads(capsys.readouterr().out)
    assert report["errors"] == []
    return [
        (
            one["rule"],
            one["path"],
            one["line"],
            f"sha256:{hashlib.sha256((folder / one['path']).read_bytes()).hexdigest()}",
        )
        for one in report["findings"]
    ]


def test_every_hit_on_planted_repositories_has_been_read(tmp_path, monkeypatch, capsys):
    found = Counter()
    for name in REPOSITORIES:
        folder = tmp_path / name
        shutil.copytree(
            PLANTED / name, folder, ignore=shutil.ignore_patterns("EXPECTED.json"), symlinks=True
        )
        subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
        monkeypatch.chdir(folder)
        found.update((rule, f"{name}/{path}", *rest) for rule, path, *rest in hits(capsys, folder))
    assert found == read("planted")


@pytest.mark.skipif(not WILD.is_dir(), reason="the corpus of real files is not on this machine")
def test_every_hit_on_real_files_has_been_read(tmp_path, monkeypatch, capsys):
    """Each file alone in a folder: the repositories around them are not there."""
    monkeypatch.chdir(tmp_path)
    paths = []
    for path, data in wild_files():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
        (tmp_path / path.parent / ".git").mkdir(exist_ok=True)
        paths.append(path.as_posix())
    assert len(paths) > 100
    assert Counter(hits(capsys, tmp_path, *paths)) == read("wild")
