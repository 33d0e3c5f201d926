"""A year of work with three edits: one helps, one hurts, one does nothing; the daily job judges."""

import pytest

from chaff.cli.gate_card import card_lines
from chaff.gate.lookup import of_kind
from chaff.gate.store import read_ledger
from chaff.gate.story import Story
from chaff.shapes.gate_ledger import Proposal, Revert, Skip, Verdict
from tests.support.gate_year import FIRST, Year
from tests.support.gates import TEXT

HELPS = TEXT.replace(b"- Use tabs.\n", b"- Use tabs.\n- Ask before you delete.\n")
HURTS = HELPS.replace(b"Prefer small functions.", b"Never write functions.")
NOTHING = HELPS + b"\n## Names\n\nThe shop is called Shop.\n"
EDITS = {40: (HELPS, 0.1), 120: (HURTS, 0.55), 200: (NOTHING, 0.1)}
"""What is approved on which day of the year, and how often a turn is friction from then on."""
OFF = {47, 48, 130, *range(290, 297)}
"""Days without work; on some of them, and some others, the job does not run either."""
NO_JOB = {52, 53, 54, 134, 135, 136, 137, *range(290, 300)}


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["attributable", "article"])
def test_a_year_shows_every_verdict(tmp_path, preset):
    year = Year(tmp_path, friction=0.5, preset=preset)
    for number in range(365):
        if number in OFF:
            year.rest()
        else:
            year.live()
        if number == 30:
            year.start()
        if number in EDITS:
            text, year.friction = EDITS[number]
            year.approve(text)
            assert year.home.target.read_bytes() == text
        if number < 30 or number in NO_JOB:
            continue
        job = year.job()
        if any(isinstance(line, Revert) for line in job.lines):
            year.friction = 0.1
        if job.lines and number % 7 == 0:
            before = year.files()
            assert year.job().lines == ()
            assert year.files() == before

    lines = read_ledger(year.home.state)
    story = Story(lines)
    verdicts = of_kind(lines, Verdict)
    outcomes = [each.outcome for each in verdicts]
    assert outcomes == ["KEPT", "REVERT", "INCONCLUSIVE"]
    assert [each.action for each in verdicts] == ["keep", "revert", "probation"]
    [revert] = of_kind(lines, Revert)
    assert revert.edits == ("edit-0002",)
    assert year.home.target.read_bytes() == NOTHING
    [asked] = [each for each in of_kind(lines, Proposal) if each.about == "revert"]
    assert asked.edits == ("edit-0003",)
    assert (asked.day - FIRST).days == 201 + 28
    assert any("2026-02-21" in told for told in verdicts[0].inside)
    assert len(of_kind(lines, Skip)) > 200
    for verdict in verdicts:
        card = "\n".join(card_lines(verdict, year.home.compiled.gate, story))
        for row in ("lift", "would catch", "in the windows", "budget", "what follows"):
            assert row in card
    assert "taken back, as revert-0001" in "\n".join(
        card_lines(verdicts[1], year.home.compiled.gate, story)
    )
    assert year.marker_in_state() == []
