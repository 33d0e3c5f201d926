"""Runs `chaff admit` as a process: exit status, standard output, one line on standard error."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.matrices import TABLE, matrix_with, value_of

ROOT = Path(__file__).resolve().parents[2]


def chaff(*arguments, given=b"", **environment):
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "chaff", "admit", *arguments],
        input=given,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "80", **environment},
        check=False,
    )


def data_of(name):
    return json.dumps(value_of(matrix_with(TABLE[name]))).encode()


@pytest.mark.parametrize("name", TABLE)
def test_theory_json_of_the_table(name):
    result = chaff("-", "--format", "json", given=data_of(name))
    assert (result.returncode, result.stderr) == (0, b"")
    printed = json.loads(result.stdout)
    total, lower, upper = {
        "at-the-threshold": (9, 4, 14),
        "lower-bound-zero": (9, 0, 18),
        "all-five": (60, 60, 60),
    }[name]
    assert printed["sum_difference"] == total
    assert (printed["lower_count"], printed["upper_count"]) == (lower, upper)
    assert (printed["lower"], printed["upper"]) == (lower / 60, upper / 60)
    assert printed["effect"] == total / 60
    assert printed["exact"]["lower_count"] == lower
    assert printed["exact"]["upper_count"] == upper
    assert set(printed["conditions"]) == {"effect", "interval", "sign", "direction"}
    assert printed["admitted"] is (name != "lower-bound-zero")
    assert 0 < printed["sign_flip_p"] <= 1
    assert printed["n_items"] == 12
    assert printed["passes"]["removed"] >= printed["passes"]["present"]


def test_input_a_file_is_named_in_one_line(tmp_path):
    value = value_of(matrix_with(TABLE["all-five"]))
    value["removed"][3] = 6
    path = tmp_path / "MATRIX.json"
    path.write_text(json.dumps(value))
    result = chaff(str(path))
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.decode().splitlines() == [
        f"chaff: {path}: removed[3]: 6 passes of 5 repeats"
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no-such-file.json"], "no-such-file.json: cannot be read"),
        (["tests"], "tests: cannot be read"),
        (["no\nsuch.json"], r"'no\nsuch.json': cannot be read"),
        (["-"], "standard input: not JSON"),
        (["-", "--attempts", "0"], "--attempts '0'"),
        (["-", "--attempts", "two"], "--attempts 'two'"),
    ],
)
def test_input_bad_use_is_one_line_and_exit_2(arguments, message):
    result = chaff(*arguments)
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.count(b"\n") == 1
    assert message in result.stderr.decode()


def test_theory_attempts_reach_the_guards():
    [once, often] = (
        json.loads(
            chaff(
                "-", "--format", "json", "--attempts", n, given=data_of("at-the-threshold")
            ).stdout
        )
        for n in ("1", "4")
    )
    assert once["guards"]["sign_flip_over_attempts"]
    assert not often["guards"]["sign_flip_over_attempts"]
    assert once["admitted"] == often["admitted"]


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_self_text_fits_the_terminal_in_either_charset(encoding):
    result = chaff("-", given=data_of("lower-bound-zero"), PYTHONIOENCODING=encoding)
    assert (result.returncode, result.stderr) == (0, b"")
    text = result.stdout.decode(encoding)
    assert text.startswith("NOT ADMITTED: interval does not hold")
    assert max(map(len, text.splitlines())) <= 81
