"""Days of a gate: edits, scores, verdicts and what follows, on a real file with a real ledger."""

from datetime import timedelta

import pytest

from chaff.canonical import digest_bytes
from chaff.gate.act import run_day
from chaff.gate.proposals import known_already, new_edit
from chaff.shapes.gate_ledger import Edit, Proposal, Revert, Skip, Verdict
from tests.support.gates import START, TEXT, Desk, make_gate, wobbling

DAY = timedelta(days=1)
LOW = TEXT.replace(b"Read this before you start.", b"Please read this before you start!")
HIGH = TEXT.replace(b"- Use tabs.\n", b"- Use tabs.\n- Ask before you push.\n")
LATER = b"Name them well.\n"


def propose(site, text, **fields):
    return site.store.add(new_edit(site, text, why="", trigger_days=(), **fields))


def run(desk, day):
    with desk.site(day) as site:
        return run_day(site, desk.situation)


def of(lines, kind):
    return [line for line in lines if isinstance(line, kind)]


@pytest.fixture
def desk(tmp_path):
    """A gate of the attributable preset with a baseline of 28 days."""
    desk = Desk(tmp_path)
    desk.score(START - 28 * DAY, wobbling(7.0, 28), friction=1)
    return desk


@pytest.fixture
def article(tmp_path):
    desk = Desk(tmp_path, make_gate(preset="article"))
    desk.score(START - 28 * DAY, wobbling(7.0, 28), friction=1)
    return desk


def edited(desk, text=LOW):
    """Propose and make an edit on START."""
    with desk.site() as site:
        propose(site, text)
        lines = run_day(site, desk.situation)
    assert of(lines, Edit), lines
    return lines


# ---- nothing to do


def test_a_day_without_anything_is_one_line_with_its_reason(desk):
    [skip] = of(run(desk, START), Skip)
    assert skip.why == "no edit is proposed, no verdict is due"
    assert run(desk, START) == []
    assert len(of(run(desk, START + DAY), Skip)) == 1


@pytest.mark.parametrize(
    ("preset", "scores", "friction", "why"),
    [
        ("attributable", 28, 1, ""),
        ("attributable", 28, 0, "plateau: the last 14 days are"),
        ("attributable", 9, 1, "baseline: 9 of 14 scored days with exactly the current text"),
        ("article", 28, 1, ""),
        ("article", 28, 0, "plateau: the last 14 days are"),
        ("article", 9, 0, ""),
    ],
)
def test_when_a_low_risk_edit_is_made(tmp_path, preset, scores, friction, why):
    desk = Desk(tmp_path, make_gate(preset=preset))
    desk.score(START - scores * DAY, wobbling(7.0, scores), friction=friction)
    with desk.site() as site:
        propose(site, LOW)
        lines = run_day(site, desk.situation)
        if not why:
            assert [edit.how for edit in of(lines, Edit)] == ["auto"]
            return
    assert not of(lines, Edit)
    assert of(lines, Skip)[0].why.startswith(why)


@pytest.mark.parametrize("days", [0, 1, 2, 3])
def test_the_cooldown_between_automatic_edits(article, days):
    edited(article)
    article.score(START, wobbling(7.0, 3), friction=1)
    again = LOW.replace(b"Prefer small", b"Please prefer small")
    with article.site(START + days * DAY) as site:
        propose(site, again)
        lines = run_day(site, article.situation)
    assert bool(of(lines, Edit)) == (days >= 3)


def test_a_high_risk_proposal_waits_whatever_happens(article):
    with article.site() as site:
        propose(site, HIGH)
    for day in range(40):
        run(article, START + day * DAY)
    assert article.target.read_bytes() == TEXT
    page = (article.state / "proposals/proposal-0001/proposal.md").read_text()
    assert "rule-added" in page
    assert "chaff gate approve proposal-0001" in page
    assert (
        "+- Ask before you push."
        in (article.state / "proposals/proposal-0001/edit.diff").read_text()
    )


# ---- attributable


def test_one_edit_at_a_time(desk):
    edited(desk)
    with desk.site(START + 5 * DAY) as site:
        propose(site, LOW.replace(b"Prefer small", b"Please prefer small"))
        desk.score(START + DAY, wobbling(7.0, 4))
        lines = run_day(site, desk.situation)
    assert not of(lines, Edit)
    [skip] = of(lines, Skip)
    assert skip.why == "edit-0001 in probation: 4 of 14 scored days since"


@pytest.mark.parametrize(
    ("mean", "outcome", "action", "back"),
    [
        (8.4, "KEPT", "keep", False),
        (5.6, "REVERT", "revert", True),
        (7.1, "INCONCLUSIVE", "probation", False),
    ],
)
def test_the_verdict_of_the_queue_and_what_follows(desk, mean, outcome, action, back):
    edited(desk)
    end = desk.score(START + DAY, wobbling(mean))
    assert not of(run(desk, end - DAY), Verdict)
    lines = run(desk, end)
    [verdict] = of(lines, Verdict)
    assert (verdict.outcome, verdict.action, verdict.edits) == (outcome, action, ("edit-0001",))
    numbers = verdict.numbers
    assert numbers.alpha == pytest.approx(1 / 25)
    assert (len(numbers.pre_days), len(numbers.post_days)) == (14, 14)
    assert numbers.budget_left == pytest.approx(1 - 1 / 25)
    low, high = numbers.interval_percent
    assert low < numbers.lift_percent < high
    assert numbers.mde_percent > 0
    assert desk.target.read_bytes() == (TEXT if back else LOW)
    assert len(of(lines, Revert)) == back
    assert run(desk, end) == []


def test_once_decided_it_stays_decided(desk):
    edited(desk)
    end = desk.score(START + DAY, wobbling(7.1))
    [verdict] = of(run(desk, end), Verdict)
    desk.score(START + DAY, wobbling(2.0))
    later = [line for day in range(1, 10) for line in run(desk, end + day * DAY)]
    assert verdict.outcome == "INCONCLUSIVE"
    assert not of(later, Verdict)
    assert not of(later, Revert)


def test_an_inconclusive_edit_is_put_to_a_person_after_its_probation_once(desk):
    edited(desk)
    end = desk.score(START + DAY, wobbling(7.1))
    for day in range((START + 28 * DAY - end).days):
        assert not of(run(desk, end + day * DAY), Proposal)
    [proposal] = of(run(desk, START + 28 * DAY), Proposal)
    assert (proposal.about, proposal.edits, proposal.conflict) == ("revert", ("edit-0001",), False)
    assert not of(run(desk, START + 60 * DAY), Proposal)


def test_the_clock_waits_for_days_without_a_score_and_gives_up(desk):
    edited(desk)
    desk.score(START + DAY, wobbling(5.0, 9))
    for day in range(10, 43):
        assert not of(run(desk, START + day * DAY), Verdict)
    [verdict] = of(run(desk, START + 43 * DAY), Verdict)
    assert verdict.outcome == "INCONCLUSIVE"
    assert verdict.reasons[0].startswith("9 scored days with the new text, 14 needed")
    assert verdict.numbers.alpha == 0


def test_a_day_that_was_not_scored_is_not_a_zero(desk):
    edited(desk)
    scores = wobbling(7.1, 16)
    scores[3] = scores[4] = None
    end = desk.score(START + DAY, scores)
    [verdict] = of(run(desk, end), Verdict)
    assert len(verdict.numbers.post_days) == 14
    assert verdict.numbers.post_mean > 6.9
    assert verdict.inside == ("not scored: 2026-01-09, 2026-01-10",)


def test_a_new_model_inside_the_windows_asks_instead(desk):
    desk.score(START - 28 * DAY, wobbling(7.0, 28), friction=1, models=("old",))
    edited(desk)
    end = desk.score(START + DAY, wobbling(5.6), models=("new",))
    lines = run(desk, end)
    [verdict] = of(lines, Verdict)
    assert (verdict.outcome, verdict.action) == ("REVERT", "propose")
    assert "model changed on 2026-01-06: old, then new" in verdict.inside
    assert not of(lines, Revert)
    [proposal] = of(lines, Proposal)
    assert proposal.verdict == verdict.id
    assert desk.target.read_bytes() == LOW


def test_a_new_program_is_told_and_stops_nothing(desk):
    desk.score(START - 28 * DAY, wobbling(7.0, 28), friction=1, programs=("2.1.1",))
    edited(desk)
    end = desk.score(START + DAY, wobbling(5.6), programs=("2.1.2",))
    lines = run(desk, end)
    assert of(lines, Revert)
    assert any("program changed" in told for told in of(lines, Verdict)[0].inside)


def test_a_new_rubric_resets_every_baseline(desk):
    edited(desk)
    desk.score(START + DAY, wobbling(5.6, 5))
    desk.compiled = make_gate(rubric__base=6.5)
    lines = run(desk, START + 6 * DAY)
    assert [type(line).__name__ for line in lines] == ["MetaEdit", "Verdict"]
    assert "rubric changed on 2026-01-11" in lines[1].reasons[0]
    assert lines[1].outcome == "INCONCLUSIVE"
    with desk.site(START + 7 * DAY) as site:
        propose(site, LOW.replace(b"Prefer small", b"Please prefer small"))
        assert not of(run_day(site, desk.situation), Edit)
    assert of(run(desk, START + 8 * DAY), Skip)[0].why == (
        "baseline: 0 of 14 scored days with exactly the current text"
    )


def test_settings_that_changed_since_the_edit_ask_instead(desk):
    edited(desk)
    end = desk.score(START + DAY, wobbling(5.6))
    desk.compiled = make_gate(thresholds__lift_percent=4)
    lines = run(desk, end)
    assert of(lines, Verdict)[0].action == "propose"


def test_a_person_who_writes_into_the_file_makes_a_bundle_and_is_asked(desk):
    edited(desk)
    end = desk.score(START + DAY, wobbling(7.0, 5))
    desk.write(LOW + LATER, end)
    assert of(run(desk, end), Edit)[0].how == "hand"
    after = desk.score(end + DAY, wobbling(5.6))
    assert not of(run(desk, after - DAY), Verdict)
    lines = run(desk, after)
    [verdict] = of(lines, Verdict)
    assert verdict.edits == ("edit-0001", "edit-0002")
    assert (verdict.outcome, verdict.action) == ("REVERT", "propose")
    assert "asks first: a person wrote this into the file" in verdict.reasons
    assert desk.target.read_bytes() == LOW + LATER


def test_a_person_may_have_their_words_judged_and_reverted_too(tmp_path):
    desk = Desk(tmp_path, make_gate(on_hand_edit="revert"))
    desk.score(START - 28 * DAY, wobbling(7.0, 28))
    run(desk, START - DAY)
    desk.write(HIGH, START)
    run(desk, START)
    end = desk.score(START + DAY, wobbling(5.6))
    assert of(run(desk, end), Revert)
    assert desk.target.read_bytes() == TEXT


def test_after_a_revert_the_older_days_are_the_baseline_again(desk):
    edited(desk)
    end = desk.score(START + DAY, wobbling(5.6), friction=1)
    assert of(run(desk, end), Revert)
    with desk.site(end + DAY) as site:
        propose(site, TEXT.replace(b"Prefer small", b"Please prefer small"))
        lines = run_day(site, desk.situation)
    assert of(lines, Edit)


def test_a_dry_run_decides_and_changes_nothing(tmp_path):
    desk = Desk(tmp_path)
    desk.score(START - 28 * DAY, wobbling(7.0, 28), friction=1)
    edited(desk)
    desk.compiled = make_gate(dry_run=True)
    end = desk.score(START + DAY, wobbling(5.6))
    lines = run(desk, end)
    [verdict] = of(lines, Verdict)
    assert (verdict.outcome, verdict.action, verdict.dry_run) == ("REVERT", "none", True)
    assert desk.target.read_bytes() == LOW
    desk.compiled = make_gate()
    assert not of(run(desk, end + DAY), Revert)


# ---- article


def test_the_articles_rule_reverts_an_edit_that_stands_alone(article):
    edited(article)
    end = article.score(START + DAY, wobbling(5.6))
    assert not of(run(article, end - DAY), Verdict)
    lines = run(article, end)
    [verdict] = of(lines, Verdict)
    assert (verdict.outcome, verdict.action) == ("REVERT", "revert")
    assert verdict.numbers.test == "welch"
    assert verdict.numbers.alpha == 0.10
    assert article.target.read_bytes() == TEXT


@pytest.mark.parametrize(("setting", "reverted"), [("propose", False), ("revert", True)])
def test_an_overlap_is_told_and_asks_unless_the_spec_says_otherwise(tmp_path, setting, reverted):
    desk = Desk(tmp_path, make_gate(preset="article", on_overlap=setting))
    desk.score(START - 28 * DAY, wobbling(7.0, 28), friction=1)
    edited(desk)
    with desk.site(START + 6 * DAY) as site:
        propose(site, LOW.replace(b"- Use tabs.", b"- Please use tabs."))
        desk.score(START + DAY, wobbling(5.6, 5), friction=1)
        assert of(run_day(site, desk.situation), Edit)
    end = desk.score(START + 6 * DAY, wobbling(5.6, 9))
    lines = run(desk, end)
    [verdict] = of(lines, Verdict)
    assert verdict.inside == ("edit-0002 lies in the windows, 6 days after",)
    assert bool(of(lines, Revert)) == reverted
    both = LOW.replace(b"- Use tabs.", b"- Please use tabs.")
    assert desk.target.read_bytes() == (
        TEXT.replace(b"- Use tabs.", b"- Please use tabs.") if reverted else both
    )


def test_too_few_days_is_inconclusive_for_good(article):
    edited(article)
    article.score(START + DAY, wobbling(5.6, 6))
    [verdict] = of(run(article, START + 15 * DAY), Verdict)
    assert verdict.outcome == "INCONCLUSIVE"
    assert any("6 scored days after, 10 needed" in reason for reason in verdict.reasons)
    article.score(START + DAY, wobbling(5.6))
    assert not of(run(article, START + 16 * DAY), Verdict)


def test_no_score_at_all_is_no_crash(tmp_path):
    desk = Desk(tmp_path, make_gate(preset="article"))
    with desk.site() as site:
        propose(site, LOW)
        run_day(site, desk.situation)
    [verdict] = of(run(desk, START + 15 * DAY), Verdict)
    assert verdict.outcome == "INCONCLUSIVE"


# ---- days off, crashes, memory


def test_days_off_are_caught_up_with(article):
    edited(article)
    article.score(START + DAY, wobbling(5.6, 60))
    lines = run(article, START + 60 * DAY)
    assert [type(line).__name__ for line in lines] == ["Verdict", "Revert", "Done"]


def test_a_revert_that_a_dead_job_left_undone_is_made_by_the_next(desk, monkeypatch):
    from chaff.gate import act

    edited(desk)
    end = desk.score(START + DAY, wobbling(5.6))

    def dies(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(act, "change", dies)
        with pytest.raises(KeyboardInterrupt):
            run(desk, end)
    assert desk.target.read_bytes() == LOW
    desk.compiled = make_gate(dry_run=True)
    assert not of(run(desk, end), Revert)
    desk.compiled = make_gate()
    assert of(run(desk, end), Revert)
    assert desk.target.read_bytes() == TEXT


def test_a_revert_keeps_what_was_written_since(article):
    edited(article)
    article.score(START + DAY, wobbling(5.6))
    article.write(LOW + LATER, START + 13 * DAY)
    run(article, START + 13 * DAY)
    lines = run(article, START + 15 * DAY)
    assert of(lines, Verdict)[0].action == "propose"
    [proposal] = of(lines, Proposal)
    assert not proposal.conflict
    with article.site(START + 15 * DAY) as site:
        assert site.text(proposal.text) == TEXT + LATER


def test_a_reverted_edit_is_remembered_whatever_else_comes_with_it(desk):
    edited(desk)
    end = desk.score(START + DAY, wobbling(5.6))
    run(desk, end)
    again = LOW.replace(b"* Use tabs", b"- Use tabs").replace(
        b"Prefer small", b"Please prefer small"
    )
    with desk.site(end + DAY) as site:
        draft = new_edit(site, again, why="", trigger_days=())
        assert known_already(site.story, draft).startswith("edit-0001 made this change")
        other = new_edit(site, HIGH, why="", trigger_days=())
        assert known_already(site.story, other) == ""


def test_what_a_person_takes_back_by_hand_is_remembered_and_not_judged(desk):
    edited(desk)
    desk.score(START + DAY, wobbling(5.6, 30))
    desk.write(TEXT, START + 2 * DAY)
    run(desk, START + 2 * DAY)
    with desk.site(START + 3 * DAY) as site:
        story = site.story
        assert story.taken_back == {"edit-0001", "edit-0002"}
        assert story.open_edits == ()
        draft = new_edit(site, LOW, why="", trigger_days=())
        assert "edit-0001" in known_already(story, draft)
    desk.write(LOW, START + 5 * DAY)
    run(desk, START + 5 * DAY)
    with desk.site(START + 6 * DAY) as site:
        assert [edit.id for edit in site.story.open_edits] == ["edit-0003"]


def test_a_whole_year_needs_no_person_and_comes_to_rest(tmp_path):
    """A year of an idle gate: quiet, one line a day, quick."""
    desk = Desk(tmp_path)
    desk.score(START - 28 * DAY, wobbling(7.0, 28 + 365))
    with desk.site():
        pass
    for day in range(0, 365, 30):
        assert len(run(desk, START + day * DAY)) == 1


def test_texts_in_the_ledger_are_digests_and_paths_only(desk):
    edited(desk)
    end = desk.score(START + DAY, wobbling(5.6))
    run(desk, end)
    ledger = (desk.state / "ledger.jsonl").read_bytes()
    assert digest_bytes(TEXT).encode() in ledger
    assert b"Prefer small functions" not in ledger
