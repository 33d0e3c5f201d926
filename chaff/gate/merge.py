"""Three-way merge of texts by `git merge-file`, in which nothing that a person wrote is lost."""

from __future__ import annotations

import difflib
import tempfile
from collections import Counter
from pathlib import Path

from chaff.git import GitError, git
from chaff.shapes.base import Shape


class Merged(Shape, frozen=True, kw_only=True):
    """The merged text, or None and why there is none."""

    text: bytes | None
    problem: str = ""


def merge(base: bytes, ours: bytes, theirs: bytes) -> Merged:
    """Return `ours` with the change from `base` to `theirs` made in it.

    There is none where both change the same lines or neighbours, where git is not installed, or
    where a line that came in with `ours` would be gone from the result.
    """
    if ours in (base, theirs):
        return Merged(text=theirs)
    if theirs == base:
        return Merged(text=ours)
    try:
        with tempfile.TemporaryDirectory(prefix="chaff-") as folder:
            names = ("file-as-it-is", "before-the-change", "after-the-change")
            for name, data in zip(names, (ours, base, theirs), strict=True):
                (Path(folder) / name).write_bytes(data)
            text = git(Path(folder), "merge-file", "-p", "-q", *names)
    except FileNotFoundError:
        return Merged(text=None, problem="the file has changed since, and git is not installed")
    except GitError as error:
        said = f" (git: {error.message})" if error.message else ""
        problem = f"the same lines, or lines beside them, have changed since{said}"
        return Merged(text=None, problem=problem)
    if lost := _lost(base, ours, text):
        return Merged(text=None, problem=f"{lost} lines written since would be lost")
    return Merged(text=text)


def diff_text(base: bytes, theirs: bytes) -> str:
    """Return a unified diff, to be read."""
    lines = difflib.unified_diff(
        base.decode("utf-8", "replace").splitlines(keepends=True),
        theirs.decode("utf-8", "replace").splitlines(keepends=True),
        "before",
        "after",
    )
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def _lost(base: bytes, ours: bytes, result: bytes) -> int:
    """Return how many lines that `ours` added to `base` are missing from the result."""
    added = Counter(ours.splitlines()) - Counter(base.splitlines())
    missing = added - Counter(result.splitlines())
    return sum(missing.values())
