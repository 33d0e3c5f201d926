"""The vectorised twin against the gate's own functions, and its error rates in little."""

from datetime import date, timedelta

import numpy as np
import pytest

from benchmarks.gate_twin import gls_rows, learn_rows, welch_rows
from benchmarks.gate_years import (
    ARTICLE,
    QUEUE,
    YEAR,
    World,
    Years,
    attributable,
    power,
    rates,
)
from chaff.canonical import digest_bytes
from chaff.gate.attributable import judge_attributable, sides_of
from chaff.gate.autocorrelation import gls_step
from chaff.gate.budget import budget_on
from chaff.gate.decide import Rule, decide
from chaff.gate.history import learn
from chaff.gate.labels import spurious
from chaff.gate.power import Threshold, Window
from chaff.gate.series import Day, Series
from chaff.gate.situation import Situation
from chaff.gate.story import Story
from chaff.shapes.gate_ledger import Done, Edit, Revert, Start, Verdict
from tests.support.gates import make_gate

MONDAY = date(2026, 1, 5)
ONE = timedelta(days=1)
CODES = {"KEPT": 1, "REVERT": -1, "INCONCLUSIVE": 0}
AT = "2026-01-05T06:00:00Z"
RNG = np.random.default_rng(20261130)


def on(number):
    return MONDAY + int(number) * ONE


def text(number):
    return digest_bytes(str(int(number)).encode())


# ---- the twin against the gate's functions, on random input


def test_another_implementation_welch_rows():
    pre, post = RNG.normal(7, 0.6, (60, 14)), RNG.normal(7.3, 0.9, (60, 14))
    tested = welch_rows(pre, post)
    outcomes = tested.outcomes(0.10, 5.0)
    for row in range(60):
        days = [
            *(Day(day=on(n), score=float(pre[row, n])) for n in range(14)),
            *(Day(day=on(15 + n), score=float(post[row, n])) for n in range(14)),
        ]
        decision = decide(Series(days=tuple(days)), on(14), Rule(), today=on(40))
        assert decision.test.p_value == pytest.approx(tested.p_value[row], rel=1e-10)
        assert decision.lift_percent == pytest.approx(tested.lift_percent[row], rel=1e-9)
        assert CODES[decision.outcome] == outcomes[row]
    assert set(outcomes) >= {0, 1}


def test_another_implementation_gls_rows():
    for gap, rho in ((0, 0.0), (1, 0.3), (15, 0.62), (40, 0.95)):
        at = np.array([*range(12), *range(12 + gap, 26 + gap)])
        scores = RNG.normal(7, 0.6, (5, 26))
        tested = gls_rows(np.tile(at, (5, 1)), scores, 12, np.full(5, rho))
        for row in range(5):
            step = gls_step(at.tolist(), scores[row].tolist(), 12, rho)
            assert step.p_value == pytest.approx(tested.p_value[row], rel=1e-9)
            lift = 100 * step.estimate / scores[row, :12].mean()
            assert lift == pytest.approx(tested.lift_percent[row], rel=1e-9)


@pytest.mark.parametrize("share", [0.0, 0.05, 0.3, 1.0], ids=lambda s: f"changes-{s}")
def test_another_implementation_learn_rows(share):
    n_days = 84
    scores = RNG.normal(7, 0.6, (40, n_days)).cumsum(axis=1) * 0.2 + RNG.normal(0, 1, (40, n_days))
    changed = RNG.random((40, n_days)) < share
    names = np.where(changed, -1, changed.cumsum(axis=1))
    starts = np.ones_like(changed)
    starts[:, 1:] = names[:, 1:] != names[:, :-1]
    runs = np.where(names >= 0, np.cumsum(starts & (names >= 0), axis=1) - 1, -1)
    rho, offsets = learn_rows(scores, runs, np.arange(n_days) % 7)
    for row in range(40):
        texts = {on(n): None if names[row, n] < 0 else str(names[row, n]) for n in range(n_days)}
        known = learn(texts, {on(n): float(scores[row, n]) for n in range(n_days)})
        assert known.autocorrelation == pytest.approx(rho[row], rel=1e-9)
        assert known.weekdays == pytest.approx(offsets[row], abs=1e-9)


# ---- a simulated year against the gate's own judgement of it, from a ledger


def ledger_of(years, row, compiled):
    """Yield each edit of a row with the situation on the day of its verdict."""
    stamps = {"gate_hash": compiled.gate_hash, "rubric_hash": compiled.rubric_hash}
    lines = [Start(text=text(0), since=on(0), at=AT, day=on(years.world.history), **stamps)]
    rows, days, _, outcomes = years.verdicts.all()
    current, scores = 0, years.scores[row]
    for number, day in enumerate(days[rows == row]):
        mine = (rows == row) & (days == day)
        name = f"edit-{number + 1:04d}"
        edit = Edit(
            id=name,
            before=text(current),
            after=text(number + 1),
            how="approved",
            risk="low",
            trigger_days=tuple(on(n) for n in years.named.get((row, int(day)), ())),
            at=AT,
            day=on(day),
            **stamps,
        )
        lines += [edit, Done(of=name, at=AT, day=on(day))]
        due = int(day) + 15
        series = Series(
            days=tuple(
                Day(day=on(n), score=float(scores[n]), rubric=compiled.rubric_hash)
                for n in range(due)
            )
        )
        yield (
            edit,
            Situation(compiled=compiled, story=Story(lines), series=series),
            on(due),
            (outcomes[mine][0]),
        )
        judged = judge_attributable(Situation(compiled=compiled, story=Story(lines), series=series),
                                    (edit,), on(due))  # fmt: skip
        lines.append(
            Verdict(
                id=f"verdict-{number + 1:04d}",
                edits=(name,),
                outcome=judged.outcome,
                action="none",
                reasons=judged.reasons,
                numbers=judged.numbers,
                at=AT,
                day=on(due),
                **stamps,
            )
        )
        if judged.outcome == "REVERT":
            back = f"revert-{number + 1:04d}"
            lines += [
                Revert(
                    id=back, before=edit.after, after=edit.before, edits=(name,), at=AT, day=on(due)
                ),  # fmt: skip
                Done(of=back, at=AT, day=on(due)),
            ]
        else:
            current = number + 1


@pytest.mark.parametrize("trigger", ["calendar", "bad week"])
def test_a_simulated_year_is_judged_as_the_gate_judges_it(trigger):
    compiled = make_gate()
    world = World(
        rho=0.4, good=0.2, bad=0.4, effect_percent=15, trigger=trigger,
        leave_out=trigger == "bad week",
    )  # fmt: skip
    rule = attributable()
    years = Years(rule, world, 4, seed=11)
    years.run()
    seen = set()
    for row in range(4):
        for edit, situation, today, outcome in ledger_of(years, row, compiled):
            judged = judge_attributable(situation, (edit,), today)
            assert judged.numbers.alpha == pytest.approx(rule.alpha)
            assert CODES[judged.outcome] == outcome
            assert sides_of(situation, (edit,), today).is_over
            seen.add(judged.outcome)
    assert seen == {"KEPT", "REVERT", "INCONCLUSIVE"}
