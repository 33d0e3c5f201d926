"""Every command in the documents is run, in a copy of this repository, as a reader would.

A fence named `sh` is run line by line. A paragraph that is only a path in backticks and a colon
names the file that the fence below it is written to. `<!-- run: … -->` before a fence says what is
special: `slow` (in the slow suite only), `exit N` (the status that its commands end with).

A command that stands elsewhere (the README, a sentence) must exist, with all of its options; one
that no fence runs is in NOT_RUN, with the reason.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from chaff.manual import page as manual
from tests.support.readme import ROOT

PAGES = (
    "docs/tutorial.md",
    "docs/how-to/lint-in-ci.md",
    "docs/how-to/admit-a-rule.md",
    "docs/how-to/set-up-the-gate.md",
    "docs/explanation/statistics.md",
    "docs/explanation/threat-model.md",
)
SLOW_PAGES = {"docs/tutorial.md", "docs/how-to/admit-a-rule.md"}
"""They compile and check the whole library: a minute each."""
ELSEWHERE = ("README.md", "CONTRIBUTING.md", *PAGES)
"""Where commands are spoken of."""
GENERATED = {"docs/map.md": "a table of modules, without commands"}
NOT_RUN = {
    "chaff init": "writes a repository: tests/init runs it and what it writes",
    "chaff admit": "reads a matrix that the reader has: tests/cli/test_admit.py",
    "chaff check": "is what `doit check` runs",
    "chaff gate init": "reads the transcripts below the reader's home: tests/cli/test_gate_init.py",
    "chaff gate run": "needs a gate: tests/cli/test_gate_run.py",
    "chaff gate status": "needs a gate: tests/cli/test_gate_doors.py",
    "chaff gate verdict": "needs a gate: tests/cli/test_gate_doors.py",
    "chaff gate selftest": "needs a gate: tests/cli/test_gate_doors.py",
    "chaff gate propose": "needs a gate: tests/cli/test_gate_doors.py",
    "chaff gate approve": "needs a gate: tests/cli/test_gate_doors.py",
    "chaff gate reject": "needs a gate: tests/cli/test_gate_doors.py",
    "chaff gate rollback": "needs a gate: tests/cli/test_gate_doors.py",
    "chaff gate rubric": "reads the reader's labelled turns: tests/cli/test_gate_rubric.py",
    "doit gate": "needs a gate: tests/test_tasks.py",
    "doit bury": "needs a failed run of the primary model: tests/life",
    "doit demote": "needs an enforced rule: tests/life",
    "doit help": "is doit's own",
    "doit power": "tests/cli/test_power.py",
}
SILENT = {
    "chaff lint --format github": "annotates what is found, and nothing is",
    "doit compile": "says nothing of what is up to date",
}
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
        assert (result.stdout + result.stderr).strip() or command in SILENT, said


def follow(page, folder, *, slow):
    for fence in fences(page):
        if fence.path:
            target = folder / fence.path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(fence.text)
        elif fence.language == "sh" and (slow or fence.how != "slow"):
            run(fence, folder)


def has_commands(page):
    return "```sh" in (ROOT / page).read_text()


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if page in SLOW_PAGES])
def test_every_command_of_a_long_page_does_what_it_says(page, tmp_path):
    follow(page, copy_of_the_checkout(tmp_path / "chaff"), slow=True)


@pytest.mark.parametrize("page", [p for p in PAGES if has_commands(p) and p not in SLOW_PAGES])
def test_every_command_of_a_page_does_what_it_says(page, tmp_path):
    follow(page, copy_of_the_checkout(tmp_path / "chaff"), slow=True)


def test_what_runs_in_the_slow_suite_only_is_told_apart():
    slow = {
        command
        for page in PAGES
        for fence in fences(page)
        if fence.how == "slow"
        for command in fence.text.splitlines()
    }
    # The first is what `make demo` runs, in CI; the tutorial's asks the model about a new rule.
    demo = "doit run:superseded-instruction --endpoint embedded --pilot --yes"
    assert slow == {demo, demo.replace("superseded-instruction", "undecided")}
    assert f"$(BIN)/{demo}" in (ROOT / "Makefile").read_text()


def spoken_of(page):
    """Yield every command on a page: lines of `sh` fences, and code in sentences."""
    text = (ROOT / page).read_text()
    for match in FENCE.finditer(text):
        if match["language"] == "sh":
            yield from (line.partition("#")[0].strip() for line in match["text"].splitlines())
    yield from re.findall(r"`((?:chaff|doit) [^`\n]+)`", FENCE.sub("", text))


def name_of(command):
    """Return which command it is: `chaff gate power`, `doit run`."""
    words = command.split()
    if words[0] == "doit":
        return " ".join(words[:2]).partition(":")[0]
    return " ".join(words[: 3 if words[1] == "gate" else 2])


COMMANDS = sorted(
    {
        (page, command)
        for page in ELSEWHERE
        for command in spoken_of(page)
        if command.startswith(("chaff ", "doit ")) and command != "doit help"
    }
)


@pytest.mark.parametrize(("page", "command"), COMMANDS)
def test_every_command_that_is_spoken_of_exists_with_its_options(page, command):
    name = name_of(command)
    if NOT_RUN.get(name) == "is doit's own" or name == "chaff --version":
        return
    heading = re.compile(rf"^#+ {re.escape(name)}(?::\w+)?$", re.MULTILINE)
    found = heading.split(manual())
    assert len(found) == 2, f"{page}: there is no {name}"
    section = re.split(r"^#+ ", found[1], maxsplit=1, flags=re.MULTILINE)[0]
    for option in re.findall(r"(?<!\S)--[a-z-]+", command):
        assert f"`{option}" in section, f"{page}: {name} has no {option}"


def test_every_command_is_run_or_said_not_to_be():
    run = {
        name_of(line)
        for page in PAGES
        for fence in fences(page)
        if fence.language == "sh"
        for line in fence.text.splitlines()
        if line.startswith(("chaff ", "doit "))
    }
    spoken = {name_of(command) for _, command in COMMANDS}
    assert spoken - run - {"chaff --version"} <= set(NOT_RUN)
    assert not run & set(NOT_RUN), "these are run: take them off the list"
    for reason in NOT_RUN.values():
        for path in re.findall(r"tests/[\w/]+(?:\.py)?", reason):
            assert (ROOT / path).exists(), path


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
    assert written == {*PAGES, *GENERATED}


def test_the_reference_leads_to_all_of_it():
    folder = ROOT / "docs/reference"
    index = (folder / "index.md").read_text()
    linked = {(folder / target).resolve() for target in re.findall(r"\]\(([^)#]+)\)", index)}
    assert set(folder.rglob("*.md")) - {folder / "index.md"} <= linked
    assert all(path.is_file() for path in linked)


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
