from datetime import date

import pytest

from chaff.cli.gate_text import decision_lines, power_lines
from chaff.gate.facts import decision_facts, power_facts
from chaff.gate.inside import spans
from chaff.gate.power import Threshold
from tests.support.days import EDIT_DAY, decided


def card(pre, post, **how):
    return "\n".join(decision_lines(decision_facts(decided(pre, post, **how), cadence_days=3)))


def power_text(**changed):
    given = {
        "sd": 0.6,
        "baseline": 7.0,
        "power": 0.8,
        "cadence_days": 3,
        "between_day_share": 0.0,
        "autocorrelation": None,
    }
    return "\n".join(power_lines(power_facts(14, Threshold(), **{**given, **changed})))


def test_a_card_shows_estimate_interval_and_what_could_be_caught():
    text = card((6.9, 7.1) * 7, (7.9, 8.1) * 7)
    assert text.startswith("KEPT: edit of 2026-06-15\n  p ")
    assert "+14.29 % (90 % interval +13.3 to +15.2 %)" in text
    assert "smallest effect caught 80 % of the time" in text
    assert "Not checked here: other edits inside the windows" in text


def test_a_card_shows_nothing_before_the_end():
    text = card((6.9, 7.1) * 7, (7.9, 8.1) * 3, today=EDIT_DAY)
    assert "window not over" in text
    assert "not looked at" in text
    assert "Welch" not in text


def test_a_card_without_variance_gives_no_p():
    text = card((7.0,) * 14, (8.0,) * 14)
    assert "zero variance" in text
    assert "p-value" not in text
    assert "None" not in text


def test_power_names_what_more_conversations_buy():
    text = power_text()
    assert "  3 times as many                              SD 0.346, catches 4.8 %" in text
    assert "needs 13 days" in text


@pytest.mark.parametrize(
    ("share", "says"),
    [
        (None, "at most: the variance between days is not known"),
        (0.0, "(no variance between days)"),
        (0.31, "(31 % of the variance between days)"),
    ],
)
def test_power_says_how_much_of_the_variance_no_conversation_shrinks(share, says):
    assert says in power_text(between_day_share=share)


def test_power_of_a_hopeless_window_says_so():
    text = power_text(sd=1e6, baseline=1e-6)
    assert "more than a million" in text
    assert "None" not in text


def test_power_of_days_that_hardly_differ_says_too_few():
    assert "too few to test" in power_text(autocorrelation=0.95)


@pytest.mark.parametrize(
    ("days", "words"),
    [
        ([], ""),
        (["2026-06-30"], "2026-06-30"),
        (["2026-06-30", "2026-07-01"], "2026-06-30, 2026-07-01"),
        (
            ["2026-06-28", "2026-06-30", "2026-07-01", "2026-07-02", "2026-07-04"],
            "2026-06-28, 2026-06-30 to 2026-07-02, 2026-07-04",
        ),
    ],
)
def test_days_in_a_row_are_a_span(days, words):
    assert spans(map(date.fromisoformat, days)) == words
