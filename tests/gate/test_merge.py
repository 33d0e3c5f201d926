import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chaff.gate.merge import diff_text, merge

BASE = b"one\ntwo\nthree\nfour\nfive\nsix\nseven\n"
EDIT = BASE.replace(b"two\n", b"two\nnew\n")


@pytest.mark.parametrize(
    ("ours", "merged"),
    [
        (BASE, EDIT),
        (EDIT, EDIT),
        (BASE + b"mine\n", EDIT + b"mine\n"),
        (BASE.replace(b"six", b"6"), EDIT.replace(b"six", b"6")),
        (BASE.replace(b"six\n", b""), EDIT.replace(b"six\n", b"")),
        (BASE.replace(b"two", b"2"), None),
        (BASE.replace(b"two\n", b"two\nmine\n"), None),
        (b"", None),
        (BASE.replace(b"\n", b"\r\n"), None),
    ],
    ids=["same", "made", "end", "far", "deleted", "same-line", "same-place", "emptied", "crlf"],
)
def test_a_change_is_made_in_what_the_file_became_or_not_at_all(ours, merged):
    found = merge(BASE, ours, EDIT)
    assert found.text == merged
    assert (merged is None) == bool(found.problem)


LINES = st.lists(st.sampled_from([b"a\n", b"b\n", b"c\n", b"d\n", b"\n"]), max_size=8).map(b"".join)


@settings(max_examples=40, deadline=None)
@given(base=LINES, ours=LINES, theirs=LINES)
def test_no_line_that_came_in_is_ever_lost(base, ours, theirs):
    found = merge(base, ours, theirs)
    if found.text is None or ours == base:
        return
    for line in set(ours.splitlines()):
        added = ours.splitlines().count(line) - base.splitlines().count(line)
        if added > 0 and theirs != base:
            assert found.text.splitlines().count(line) >= added


def test_without_git_nothing_is_merged(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    found = merge(BASE, BASE + b"mine\n", EDIT)
    assert found.text is None
    assert "git is not installed" in found.problem
    assert merge(BASE, BASE, EDIT).text == EDIT


def test_what_git_calls_no_text_is_a_conflict():
    assert merge(BASE + b"\0", BASE + b"\0mine\n", EDIT + b"\0").text is None


def test_a_diff_can_be_applied(tmp_path):
    (tmp_path / "before").write_bytes(BASE)
    subprocess.run(
        ["git", "apply", "--unidiff-zero", "-p0", "-"],
        cwd=tmp_path, input=diff_text(BASE, EDIT).replace("+++ after", "+++ before"),
        text=True, check=True,
    )  # fmt: skip
    assert (tmp_path / "before").read_bytes() == EDIT


def test_a_diff_shows_a_missing_last_newline():
    assert diff_text(b"a\nb", b"a\nb\n").endswith("\n")


def test_a_merge_that_loses_a_line_is_refused(monkeypatch):
    from chaff.gate import merge as module

    monkeypatch.setattr(module, "git", lambda *_: EDIT)
    found = merge(BASE, BASE + b"mine\n", EDIT)
    assert (found.text, found.problem) == (None, "1 lines written since would be lost")
