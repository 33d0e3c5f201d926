"""Every command in the documents is run, in a copy of this repository, as a reader would.

A fence named `sh` is run line by line. A paragraph that is only a path in backticks and a colon
names the file that the fence below it is written to. `<!-- run: … -->` before a fence says what is
special: `slow` (in the slow suite only), `exit N` (the status that its commands end with).
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.readme import ROOT

PAGES = (
    "docs/tutorial.md",
    "docs/how-to/lint-in-ci.md",
    "docs/how-to/admit-a-rule.md",
    "docs/how-to/set-up-the-gate.md",
    "docs/explanation/statistics.md",
    "docs/explanation/threat-model.md",
)
FENCE = re.compile(
    r"(?:<!-- run: (?P<how>[^>]+) -->\n)?(?:`(?P<path>[^`\n]+)`:\n\n)?"
    r"^```(?P<language>\w*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


class Fence(NamedTuple):
    """One fenced block of a document."""

    page: str
    line: int
    language: str
    text: str
    path: str
    how: str


def fences(page):
    text = (ROOT / page).read_text()
    for match in FENCE.finditer(text):
        line = text[: match.start("text")].count("\n") + 1
        yield Fence(
            page, line, match["language"], match["text"], match["path"] or "", match["how"] or ""
        )


def status_of(fence):
    return int(fence.how.removeprefix("exit ")) if fence.how.startswith("exit ") else 0


def copy_of_the_checkout(folder):
    """Copy what git would commit, as one commit on main that all runs come after."""
    subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True)
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True).stdout
    for name in names.decode().split("\0"):
        if name and (ROOT / name).is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target)
    return folder


def run(fence, folder):
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("ANTHROPIC")},
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "CI": "",
    }
    for command in fence.text.splitlines():
        result = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        place = f"{fence.page}:{fence.line}: {command}"
        said = f"{place}\n{result.stdout[-2000:]}{result.stderr[-2000:]}"
        assert result.returncode == status_of(fence), said
        assert "Traceback" not in result.stderr, said


def follow(page, folder, *, slow):
    for fence in fences(page):
        if fence.path:
            target = folder / fence.path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(fence.text)
        elif fence.language == "sh" and (slow or fence.how != "slow"):
            run(fence, folder)


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if "```sh" in (ROOT / page).read_text()])
def test_every_command_of_a_page_does_what_it_says(page, tmp_path):
    follow(page, copy_of_the_checkout(tmp_path / "chaff"), slow=True)


@pytest.mark.parametrize("page", PAGES)
def test_every_fence_is_of_a_known_kind(page):
    for fence in fences(page):
        assert fence.language in {"sh", "jsonnet", "markdown", "toml", "yaml", "csv"}, fence
        assert re.fullmatch(r"|slow|exit \d", fence.how), fence
        if fence.language == "sh":
            assert all(fence.text.splitlines()), fence
            assert not fence.path


def test_no_document_is_left_out():
    written = {
        path.relative_to(ROOT).as_posix()
        for folder in ("docs", "docs/how-to", "docs/explanation")
        for path in (ROOT / folder).glob("*.md")
    }
    assert written == set(PAGES)


def test_the_tutorial_compiles_and_its_fix_does_what_it_says(tmp_path):
    """The quick part of the tutorial: its files make a sound experiment."""
    folder = tmp_path / "library"
    shutil.copytree(ROOT / "specs", folder / "specs")
    shutil.copytree(ROOT / "generated", folder / "generated")
    shutil.copy(ROOT / "dodo.py", folder)
    for fence in fences("docs/tutorial.md"):
        if fence.path:
            (folder / fence.path).parent.mkdir(parents=True, exist_ok=True)
            (folder / fence.path).write_text(fence.text)
        elif "doit compile" in fence.text:
            run(fence, folder)
    assert (folder / "generated/undecided/eval.config.json").is_file()
