from datetime import timedelta

import numpy as np
import pytest

from chaff.cli.main import main
from chaff.gate.between import between_day_share
from chaff.gate.inputs import days_bytes
from chaff.gate.rubric import DIMENSIONS, Scored, score_day
from chaff.shapes.gate_day import DayScore
from tests.support.gates import START

HASH = "sha256:" + "0" * 64


def days_of(between, within, *, n_days=400, conversations=(1, 8), seed=1):
    """Return days whose scores are means of conversations of different lengths, by the scorer."""
    rng = np.random.default_rng(seed)
    days = []
    for n in range(n_days):
        level = rng.normal(6, between)
        scores = rng.normal(level, within, rng.integers(*conversations, endpoint=True))
        found = score_day(
            Scored(n_turns=int(rng.integers(2, 9)), dimensions=dict.fromkeys(DIMENSIONS, float(x)))
            for x in scores
        )
        days.append(
            DayScore(
                day=START + timedelta(days=n),
                score=found.score,
                rubric=HASH,
                conversations=len(scores),
                sd_within=found.sd_within,
                effective_conversations=found.n_effective,
            )
        )
    return days


@pytest.mark.parametrize(("between", "within"), [(0.0, 0.6), (0.3, 0.6), (0.3, 0.3), (0.4, 0.01)])
def test_theory_the_parts_are_told_apart(between, within):
    days = days_of(between, within, n_days=3000)
    spread = np.mean([within**2 / day.effective_conversations for day in days])
    expected = between**2 / (between**2 + spread)
    assert between_day_share(days) == pytest.approx(expected, abs=0.06)


@pytest.mark.parametrize("days", [[], days_of(0.3, 0.3, n_days=9)], ids=["none", "nine"])
def test_too_few_days_tell_nothing(days):
    assert between_day_share(days) is None


def test_days_of_one_conversation_tell_nothing():
    assert between_day_share(days_of(0.3, 0.3, n_days=60, conversations=(1, 1))) is None


def test_days_that_are_all_alike_tell_nothing():
    day = days_of(0, 0.5, n_days=1, conversations=(3, 3))[0]
    same = [
        DayScore(
            day=START + timedelta(days=n),
            score=7.0,
            rubric=HASH,
            sd_within=day.sd_within,
            effective_conversations=3.0,
        )
        for n in range(20)
    ]
    assert between_day_share(same) is None


def test_a_gates_own_series_says_what_more_conversations_would_buy(tmp_path, capsys):
    import json

    path = tmp_path / "days.jsonl"
    days = days_of(0.5, 0.5, n_days=90)
    path.write_bytes(days_bytes(days))
    assert main(["gate", "power", "--from-scores", str(path), "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["between_day_share"] == pytest.approx(between_day_share(days))
    assert found["more_conversations"][0]["sd"] > found["sd"] / 2**0.5
    given = ["--between-day-share", "0"]
    assert main(["gate", "power", "--from-scores", str(path), *given, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["between_day_share"] == 0


def test_the_label_of_a_compiled_gate_says_what_its_days_show(tmp_path):
    import io

    from chaff.cli.gate_label import print_label
    from chaff.compile.project import compile_into
    from tests.support.gates import gate_project
    from tests.support.project import write

    root = gate_project(tmp_path)
    compile_into(root, "gates/desk")

    def label():
        out = io.StringIO()
        print_label(root / "generated/gates/desk/gate.config.json", out)
        return out.getvalue()

    assert "the variance between days is not known" in label()
    days = days_of(0.5, 0.5, n_days=90)
    write(root, "runs/gates/desk/days.jsonl", days_bytes(days))
    assert f"({100 * between_day_share(days):.0f} % of the variance between days)" in label()
