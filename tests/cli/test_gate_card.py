"""The card of a verdict says estimate, interval, what it would catch, budget, and what followed."""

from datetime import timedelta

import pytest

from chaff.cli.gate_card import card_lines
from chaff.cli.gate_told import told_of
from chaff.gate.act import run_day
from chaff.gate.lookup import of_kind
from chaff.gate.proposals import new_edit
from chaff.gate.story import Story
from chaff.shapes.gate_ledger import Verdict
from tests.support.gates import START, TEXT, Desk, make_gate, wobbling

DAY = timedelta(days=1)
LOW = TEXT.replace(b"Read this before you start.", b"Please read this before you start!")


def decided(tmp_path, mean, **settings):
    desk = Desk(tmp_path, make_gate(**settings))
    desk.score(START - 28 * DAY, wobbling(7.0, 28), friction=1)
    with desk.site() as site:
        site.store.add(new_edit(site, LOW, why="", trigger_days=()))
        run_day(site, desk.situation)
    desk.score(START + DAY, wobbling(mean, 5))
    end = desk.score(START + 7 * DAY, wobbling(mean, 14), models=("model-b",))
    with desk.site(end) as site:
        lines = run_day(site, desk.situation)
        story = Story(site.store.lines)
    [verdict] = of_kind(lines, Verdict)
    said = [told_of(line) for line in lines]
    return "\n".join(card_lines(verdict, desk.compiled.gate, story)), said


@pytest.mark.parametrize(
    ("mean", "preset", "expected"),
    [
        (8.4, "attributable", ["KEPT: edit-0001 of 2026-01-05", "the edit stays"]),
        (5.6, "attributable", ["REVERT: edit-0001", "taken back, as revert-0001"]),
        (7.1, "attributable", ["INCONCLUSIVE", "on probation; on 2026-02-02 a person is asked"]),
        (8.4, "attributable", ["% interval +", "would catch", "4 times in 5", "0.96 of 1 false"]),
        (8.4, "attributable", ["generalised least squares", "Welch's t-test alone"]),
        (8.4, "attributable", ["not scored: 2026-01-11"]),
        (8.4, "article", ["days for independent: autocorrelation", "would leave p "]),
        (8.4, "article", ["Welch's t-test", "none: preset article", "not scored: 2026-01-11"]),
    ],
)
def test_what_a_card_says(tmp_path, mean, preset, expected):
    card, _ = decided(tmp_path, mean, preset=preset)
    for words in expected:
        assert words in card


def test_a_revert_is_told(tmp_path):
    _, said = decided(tmp_path, 5.6)
    assert "revert-0001: edit-0001 taken back" in said


def test_a_dry_run_leads_to_nothing(tmp_path):
    desk = Desk(tmp_path, make_gate(dry_run=True))
    desk.score(START - 28 * DAY, wobbling(7.0, 28))
    with desk.site():
        pass
    desk.write(LOW, START)
    end = desk.score(START, wobbling(5.0, 20))
    with desk.site(end) as site:
        lines = run_day(site, desk.situation)
        story = Story(site.store.lines)
    [verdict] = of_kind(lines, Verdict)
    assert "nothing: dry run" in "\n".join(card_lines(verdict, desk.compiled.gate, story))
