from datetime import date

import pytest

from chaff.gate.decide import Rule
from chaff.gate.series import Day, Series
from chaff.shapes.gate_ledger import Numbers, Verdict
from chaff.site.gate import Dashboard, can_detect, mark_of_decision, mark_of_verdict, tally
from chaff.site.gate_page import dashboard
from chaff.site.sample import sample_year
from tests.support.days import decided

HASH = "sha256:" + "0" * 64


def board(series, marks=(), **fields):
    return Dashboard(
        name="g",
        title="My gate",
        series=Series(days=tuple(series)),
        marks=marks,
        rule=Rule(),
        **fields,
    )


def test_the_sample_is_labelled_and_has_every_kind_of_verdict():
    view = sample_year()
    assert view == sample_year()
    assert all(tally(view.marks).values())
    page = dashboard(view)
    assert "<strong>Generated.</strong>" in page
    assert "true effect +9 %" in page
    assert "no effect in truth" in page


def test_a_days_off_is_no_zero():
    view = sample_year()
    assert len(view.series.scores) < len(view.series.days)
    assert min(view.series.scores.values()) > 3


def test_alone_it_has_no_links():
    page = dashboard(sample_year())
    assert "<nav" not in page
    assert 'href="#main"' in page
    assert page.count("href=") == 1
    assert "<nav" in dashboard(sample_year(), path="gate/example.html")


def test_a_decision_keeps_its_numbers():
    decision = decided((6.9, 7.1) * 7, (7.9, 8.1) * 7)
    mark = mark_of_decision(decision, name="edit-0001", title="a list")
    assert (mark.outcome, mark.pre_mean, mark.post_mean) == ("KEPT", 7.0, 8.0)
    assert mark.interval_percent[0] < mark.lift_percent < mark.interval_percent[1]
    assert mark.mde_percent > 0


def test_a_window_that_is_not_over_is_pending():
    decision = decided((7.0, 7.2) * 7, (), today=date(2026, 6, 20))
    assert mark_of_decision(decision, name="e", title="t").outcome == "PENDING"


def test_a_verdict_of_the_ledger_keeps_its_numbers():
    numbers = Numbers(
        test="gls",
        alpha=0.05,
        p_value=0.2,
        welch_p=0.1,
        lift_percent=1.5,
        interval_percent=(-1.0, 4.0),
        mde_percent=6.0,
        pre_mean=7.0,
        post_mean=7.1,
        pre_days=(date(2026, 1, 1), date(2026, 1, 14)),
        post_days=(),
        autocorrelation=0.3,
        budget_left=1.0,
    )
    verdict = Verdict(
        at="2026-02-01T00:00:00Z",
        day=date(2026, 2, 1),
        edits=("edit-0001",),
        outcome="INCONCLUSIVE",
        action="probation",
        reasons=("no",),
        inside=("a new model",),
        numbers=numbers,
        gate_hash=HASH,
        rubric_hash=HASH,
    )
    mark = mark_of_verdict(verdict, day=date(2026, 1, 15), title="t")
    assert mark.pre == (date(2026, 1, 1), date(2026, 1, 14))
    assert mark.post == (date(2026, 1, 15), date(2026, 1, 15))
    page = dashboard(board([Day(day=date(2026, 1, 1), score=7.0)], (mark,)))
    assert "inside: a new model" in page
    assert "+1.5 %" in page


@pytest.mark.parametrize(
    "scores", [[], [None], [7.0], [7.0] * 20, [5.0, None] * 20], ids=lambda s: f"{len(s)}"
)
def test_too_little_to_say_is_said(scores):
    days = [Day(day=date.fromordinal(740_000 + n), score=s) for n, s in enumerate(scores)]
    view = board(days)
    assert can_detect(view) is None
    page = dashboard(view)
    assert "Not known yet" in page
    assert "No edit has been entered" in page
    assert ("No day has been scored yet" in page) is (not days)
