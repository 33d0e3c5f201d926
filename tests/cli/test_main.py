"""Runs `chaff` as a process: what every command does with odd arguments and odd outputs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def chaff(*arguments, out=subprocess.PIPE, cwd=ROOT, encoding="utf-8"):
    return subprocess.run(
        [sys.executable, "-m", "chaff", *arguments],
        stdout=out,
        stderr=subprocess.PIPE,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": encoding},
        check=False,
    )


def test_without_a_command_the_commands_are_shown():
    result = chaff()
    assert (result.returncode, result.stdout) == (2, b"")
    assert b"chaff lint   " in result.stderr


@pytest.mark.parametrize("arguments", [["lint", "--nope"], ["--nope", "lint"]])
def test_an_unknown_option_is_named_with_where_to_look(arguments):
    result = chaff(*arguments)
    assert result.returncode == 2
    assert result.stderr == b"chaff: there is no argument --nope (see chaff lint --help)\n"


def test_a_charset_without_the_letters_of_a_rule():
    result = chaff("explain", "history-log", encoding="ascii")
    assert (result.returncode, result.stderr) == (0, b"")
    assert rb"Letzte \xc4nderungen" in result.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [["explain"], ["explain", "history-log"], ["power"]])
def test_an_output_without_room_is_one_line(arguments):
    with Path("/dev/full").open("wb") as full:
        result = chaff(*arguments, out=full)
    assert result.returncode == 2
    assert result.stderr == b"chaff: standard output: No space left on device\n"


def test_a_reader_that_left_is_no_error():
    reading, writing = os.pipe()
    os.close(reading)
    try:
        result = chaff("explain", out=writing)
    finally:
        os.close(writing)
    assert (result.returncode, result.stderr) == (141, b"")


def test_control_outside_a_library(tmp_path):
    result = chaff("control", "a-rule", cwd=tmp_path)
    assert result.returncode == 2
    assert b"there is no rule library here" in result.stderr
