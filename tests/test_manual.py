"""The page of the command line says what the parsers say."""

import re
from pathlib import Path

import pytest

from chaff import tasks
from chaff.cli.main import COMMANDS
from chaff.manual import PAGE, page


def test_the_page_is_what_the_parsers_say():
    assert PAGE.read_text() == page(), "run `python -m chaff.manual`"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_on_it(command):
    assert f"\n## chaff {command}\n" in page()


def test_every_task_is_on_it():
    named = set(re.findall(r"^### doit (\w+)", page(), re.MULTILINE))
    made = {name.removeprefix("task_") for name in tasks.__all__ if name.startswith("task_")}
    assert named == {"run" if name == "measure" else name for name in made}


def test_every_option_that_a_parser_names_is_on_it():
    source = "".join(
        file.read_text() for file in (Path(tasks.__file__).parent / "cli").glob("*.py")
    )
    options = set(re.findall(r'add_argument\(\s*"(--[a-z-]+)"', source))
    assert len(options) > 30
    assert {name for name in options if name not in page()} == set()


def test_every_option_is_explained():
    rows = [line for line in page().splitlines() if line.startswith("| `")]
    assert [line for line in rows if line.endswith("|  |")] == []
