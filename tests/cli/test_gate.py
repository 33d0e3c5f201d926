"""Runs `chaff gate` as a process: JSON without NaN, one line on standard error, exit status."""

import json
import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from tests.support.days import EDIT_DAY

ROOT = Path(__file__).resolve().parents[2]
POWER = ("power", "--days", "14", "--sd", "0.6", "--baseline", "7", "--lift", "5")


def gate(*arguments, given=b"", encoding="utf-8"):
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "chaff", "gate", *arguments],
        input=given,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        check=False,
    )


def strict(data):
    def refuse(name):
        raise AssertionError(name)

    return json.loads(data, parse_constant=refuse)


def csv_of(pre, post):
    rows = [(EDIT_DAY - timedelta(days=len(pre) - i), s) for i, s in enumerate(pre)]
    rows += [(EDIT_DAY + timedelta(days=1 + i), s) for i, s in enumerate(post)]
    return "day,score\n" + "".join(f"{day},{score}\n" for day, score in rows)


BETTER = csv_of((6.9, 7.1) * 7, (7.9, 8.1) * 7)


def test_theory_power_prints_the_figures_of_the_design():
    result = gate(*POWER, "--format", "json")
    assert (result.returncode, result.stderr) == (0, b"")
    printed = strict(result.stdout)
    assert round(printed["mde_sd"], 2) == 0.97
    assert round(printed["mde_points"], 2) == 0.58
    assert round(printed["mde_percent"], 1) == 8.3
    assert printed["days_needed"] == 38
    assert round(printed["power"], 2) == 0.44
    assert round(printed["p_kept"], 2) == 0.43
    assert 0 < printed["p_revert"] < 0.001
    assert printed["binding"] == "test"


def test_theory_power_from_ones_own_series(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text(BETTER)
    result = gate("power", "--from-scores", str(path), "--format", "json")
    printed = strict(result.stdout)
    assert printed["baseline"] == pytest.approx(7.5)
    assert printed["sd"] == pytest.approx(0.52, abs=0.01)
    over = gate("power", "--from-scores", str(path), "--sd", "0.6", "--format", "json")
    assert strict(over.stdout)["sd"] == 0.6


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_theory_decide_prints_verdict_and_labels(tmp_path, form):
    path = tmp_path / "scores"
    rows = [line.split(",") for line in BETTER.splitlines()[1:]]
    lines = "".join(json.dumps({"day": day, "score": float(score)}) + "\n" for day, score in rows)
    path.write_text(BETTER if form == "csv" else lines)
    edit_day = EDIT_DAY.isoformat()
    result = gate("decide", "--scores", str(path), "--edit-day", edit_day, "--format", "json")
    assert (result.returncode, result.stderr) == (0, b"")
    printed = strict(result.stdout)
    assert printed["verdict"] == "KEPT"
    assert (printed["pre_days"], printed["post_days"]) == (14, 14)
    assert (printed["pre_mean"], printed["post_mean"]) == pytest.approx((7.0, 8.0))
    assert printed["lift_percent"] == pytest.approx(100 / 7)
    for name in ("p_value", "t", "df", "reasons", "labels"):
        assert printed[name]


@pytest.mark.parametrize("post", [(8.0,) * 14, (7.9, 8.1) * 7, (8.1,) * 3], ids=len)
def test_self_text_has_the_verdict_first(tmp_path, post):
    path = tmp_path / "scores.csv"
    path.write_text(csv_of((7.0,) * 14, post))
    result = gate("decide", "--scores", str(path), "--edit-day", EDIT_DAY.isoformat())
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.decode().split(":")[0] in {"KEPT", "INCONCLUSIVE"}
    assert b"nan" not in result.stdout


def test_self_text_in_ascii(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text(csv_of((6.9, 7.1) * 7, (7.0, 7.4) * 7))
    arguments = ("decide", "--scores", str(path), "--edit-day", EDIT_DAY.isoformat())
    result = gate(*arguments, encoding="ascii")
    assert (result.returncode, result.stderr) == (0, b"")
    assert b"lies between -5 % and +5 %" in result.stdout


def test_self_text_of_power_names_the_binding_threshold():
    text = gate(*POWER).stdout.decode()
    assert "0.97 SD = 0.58 points = 8.3 % of the mean" in text
    assert "p < 0.1 (the lift threshold hardly matters)" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("power", "--baseline", "7"), "--sd is missing"),
        (("power", "--sd", "nan", "--baseline", "7"), "--sd 'nan'"),
        (("power", "--sd", "0", "--baseline", "7"), "--sd '0'"),
        (("power", "--sd", "inf", "--baseline", "7"), "--sd 'inf'"),
        ((*POWER, "--alpha", "0"), "--alpha '0'"),
        (("power", "--sd", "0.6", "--baseline", "70"), "--baseline 70 is above 10 (--scale"),
        ((*POWER[:2], "1", *POWER[3:]), "--days '1'"),
        ((*POWER[:2], "7.5", *POWER[3:]), "--days '7.5'"),
        (("decide", "--scores", "none.csv", "--edit-day", "2026-06-15"), "none.csv: cannot"),
        (("decide", "--scores", "-", "--edit-day", "15 June"), "--edit-day '15 June'"),
        (("decide", "--scores", "-", "--edit-day", "2026-06-15"), "standard input:1: field day"),
    ],
)
def test_input_bad_use_is_one_line_and_exit_2(arguments, message):
    result = gate(*arguments)
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.count(b"\n") == 1
    assert message in result.stderr.decode()


def test_theory_help_says_that_deciding_carries_nothing_out():
    text = " ".join(gate("decide", "--help").stdout.decode().split())
    assert "never carried out" in text
