import sys

import pytest

from chaff.check import together
from chaff.check.configs import Configs
from chaff.check.together import judge_together
from chaff.history import History
from tests.support.checked import NOW, Library, codes
from tests.support.evidence import honest_run, set_answer, turns_of, useless
from tests.support.repos import Repo

STARTS = [f"2026-12-02T10:{minute:02}:00Z" for minute in range(6)]


@pytest.fixture
def library(tmp_path, monkeypatch):
    """Six runs, one of them forged, one no JSON at all; two are enough for children."""
    monkeypatch.setattr(together, "ENOUGH", 2)
    monkeypatch.setattr(together.os, "sched_getaffinity", lambda _: {0, 1})
    made = Library(Repo(tmp_path / "repo"))
    made.repo.commit({"README": "x"})
    commit = made.register()
    for number, start in enumerate(STARTS):
        lines = honest_run(made.config, commit=commit, started_at=start, passes=useless)
        if number == 2:
            set_answer(turns_of(lines)[0], good=True)
            turns_of(lines)[0]["score"] = "fail"
        made.add_run(lines)
    made.repo.write({"runs/superseded-line/claude-haiku-4-5/20261202T110000Z.jsonl": b"{"})
    made.repo.commit()
    return made


def alone(library, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(together, "ENOUGH", 10**9)
        return library.check()


def test_children_find_what_one_process_finds(library, monkeypatch):
    asked = []
    real = together._start
    monkeypatch.setattr(together, "_start", lambda work: asked.append(work) or real(work))
    report = library.check()
    assert [len(work.tasks) for work in asked] == [3, 3]
    assert report == alone(library, monkeypatch)
    assert {"score-wrong", "run-unreadable", "second-run"} <= set(codes(report))


def test_a_child_that_dies_changes_no_answer(library, monkeypatch):
    expected = alone(library, monkeypatch)
    monkeypatch.setattr(together, "_CHILD", "raise SystemExit(9)")
    assert library.check() == expected


def test_an_answer_about_other_bytes_is_not_taken(library, monkeypatch):
    """A file that changes between the child's reading and ours is judged again."""
    real = together.judge_together

    def late(root, paths, *rest):
        found = real(root, paths, *rest)
        path = root / paths[0]
        path.write_bytes(path.read_bytes().replace(b'"pass"', b'"fail"'))
        return found

    monkeypatch.setattr("chaff.check.check.judge_together", late)
    report = library.check()
    assert "score-wrong" in {f.code for f in report.faults if f.file.endswith("T100000Z.jsonl")}


def test_nothing_of_the_folder_is_imported(library, monkeypatch, tmp_path):
    """A stranger's json.py, and a stranger's chaff/, beside the runs."""
    trap = "import pathlib; pathlib.Path(__file__).with_name('ran').write_text('x')\n"
    library.repo.write({"json.py": trap, "chaff/__init__.py": trap, "sitecustomize.py": trap})
    monkeypatch.chdir(library.root)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    found = judge_together(
        library.root,
        [path.relative_to(library.root).as_posix() for path in library.root.rglob("*.jsonl")],
        Configs(History.open(library.root, "main"), [library.config]),
        NOW,
    )
    assert len(found) == 6
    assert not list(library.root.rglob("ran"))


@pytest.mark.parametrize("odd", ["1e400", '"\\ud800"', "9" * 40])
def test_a_config_that_no_child_can_be_given_is_no_end_of_the_check(library, monkeypatch, odd):
    """Strict JSON that has no canonical form: told as it is told of a single run."""
    path = f"generated/{library.rule}/eval.config.json"
    config = (library.root / path).read_text()
    commit = library.repo.commit(
        {path: config.replace('"max_tokens"', f'"x": {odd}, "max_tokens"')}
    )
    library.register()
    for minute in (30, 31):
        start = f"2026-12-02T10:{minute}:00Z"
        library.add_run(honest_run(library.config, commit=commit, started_at=start))
    library.repo.commit()
    report = library.check()
    assert report == alone(library, monkeypatch)
    assert "config-unsound" in codes(report)
