import difflib
import random
import subprocess
import time

import pytest

from chaff.lint.fixes.unified import unified_diff

SMALL = {
    "nothing": ("", ""),
    "the same": ("a\nb\n", "a\nb\n"),
    "new": ("", "a\nb\n"),
    "gone": ("a\n", ""),
    "first": ("a\nb\nc\n", "b\nc\n"),
    "last": ("a\nb\nc\n", "a\nb\n"),
    "changed": ("a\nb\nc\n", "a\nx\nc\n"),
    "one of two that are the same": ("a\nb\na\nc\n", "b\na\nc\n"),
    "two hunks": ("x\n" + "y\n" * 20 + "z\n", "y\n" * 20),
    "no end": ("a\nb", "a"),
}


def lines(text):
    return text.splitlines(keepends=True)


def diff(old, new):
    return list(unified_diff(lines(old), lines(new), source="a", target="b"))


@pytest.mark.parametrize("name", SMALL)
def test_like_difflib(name):
    old, new = SMALL[name]
    expected = difflib.unified_diff(lines(old), lines(new), fromfile="a", tofile="b")
    assert diff(old, new) == list(expected)


def test_git_makes_the_one_of_the_other(tmp_path):
    draw = random.Random(7)  # noqa: S311 - no secret
    for number in range(40):
        old = [f"{draw.choice('abcdefgh')}{draw.randrange(1 + number)}\n" for _ in range(60)]
        new = [line for line in old if draw.random() < 0.7]
        for _ in range(number % 3):
            new.insert(draw.randrange(len(new) + 1), "see there\n")
        file = tmp_path / "a"
        file.write_text("".join(old))
        patch = "".join(unified_diff(old, new, source="a/a", target="b/a"))
        if patch:
            subprocess.run(["git", "apply"], input=patch, text=True, check=True, cwd=tmp_path)
        assert file.read_text() == "".join(new)


def test_ten_thousand_changes_take_a_moment():
    old = "".join(f"- Write clean code.\n- Port {n} is taken.\n" for n in range(10_000))
    new = old.replace("- Write clean code.\n", "")
    before = time.process_time()
    shown = diff(old, new)
    assert sum(line.startswith("-- ") for line in shown) == 10_000
    assert time.process_time() - before < 5
