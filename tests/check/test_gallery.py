from collections import Counter

import pytest

from chaff.check.evidence import examine
from chaff.check.faults import CODES
from tests.check.gallery import CASES, SOME, shorten_control
from tests.support.checked import NOW, Library, codes
from tests.support.configs import tiny_config
from tests.support.evidence import honest_run, seal
from tests.support.repos import Repo

IDS = [case.name for case in CASES]


@pytest.fixture(scope="module")
def registered(tmp_path_factory):
    """A library with a commit before its config, and the config registered."""
    library = Library(Repo(tmp_path_factory.mktemp("base") / "library"))
    library.repo.commit({"README": "x"})
    library.register()
    return library


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_each_way_to_cheat_or_break_gives_exactly_its_code(case, registered, tmp_path):
    library = registered.copy(tmp_path / "copy")
    arguments = case.play(library) or {}
    report = library.check(**arguments)
    assert set(codes(report)) == {case.code}, report.faults
    assert report.exit_status == 1


@pytest.mark.parametrize("case", [c for c in CASES if c.forge], ids=lambda case: case.name)
def test_a_forged_file_is_noticed_without_the_project(case):
    data = seal(honest_run(tiny_config()))
    found = examine(case.forge(data, tiny_config()), None, where="run", now=NOW)
    assert not found.complete


def test_names_are_unique_and_every_code_has_a_case():
    assert [name for name, count in Counter(IDS).items() if count > 1] == []
    failing = {code for code, entry in CODES.items() if entry.category != "note"}
    assert failing - {case.code for case in CASES} == set()
    assert len(CASES) >= 40


def test_one_token_less_is_within_the_tolerance(registered, tmp_path):
    library = registered.copy(tmp_path / "copy")
    lines = honest_run(library.config, commit=library.repo.head)
    shorten_control(lines, 86)
    library.add_run(lines)
    library.repo.commit()
    assert codes(library.check()) == []


def test_the_marked_line_is_a_turn():
    assert honest_run(tiny_config())[SOME]["kind"] == "turn"
