"""The default rubric: what a turn shows, what that does to a conversation, a day's mean."""

import json
import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaff.gate.rubric import CLASSES, DIMENSIONS, hits, judge, score_conversation, score_day
from chaff.pattern import found_in, which_found_in
from chaff.shapes.gate import FRICTION
from chaff.transcripts.events import Turn
from chaff.transcripts.scan import Scan, transcripts_in
from tests.support.project import REPOSITORY
from tests.support.rubrics import default_rubric

RUBRIC = default_rubric()

# turn -> the classes that it shows: the seed's own phrases, and the traps around them
CASES = {
    "no, that's the wrong file": {"correction"},
    "No. That's wrong.": {"correction"},
    "no\u2014that isn\u2019t what I meant": {"correction"},
    "actually, use the v2 endpoint": {"correction"},
    "don't do that": {"correction"},
    "redo it": {"rework"},
    "ok scrap that, start over": {"rework"},
    "I didn't ask for a README": {"scope_drift"},
    "just do what I asked": {"scope_drift"},
    "I told you before: tabs": {"missed_context"},
    "check memory": {"missed_context"},
    "check your memory, please": {"missed_context"},
    "Exactly!": {"praise"},
    "nailed it": {"praise"},
    "Thanks, exactly what I needed.": {"praise"},
    # traps
    "does this actually work?": set(),
    "what actually happens on SIGTERM?": set(),
    "don't forget to add tests": set(),
    "no problem": set(),
    "no, that's fine": set(),
    "no worries": set(),
    "nope, nothing in the console": set(),
    "implement undo/redo for the canvas": set(),
    "the game should start over at level 1": set(),
    "exactly two spaces, please": set(),
    "check memory usage of the worker": set(),
    "just do it": set(),
    "can't we just do a join?": set(),
    "the ticket says the export must be sorted": set(),
    "regenerate the client from the openapi file": set(),
    "Perfect, but the footer is gone": set(),
    "Exactly. But now the tests fail.": set(),
    "great, now the login page is blank": {"correction"},
    'rename the label "start over" to "redo"': set(),
    "> I told you before\n\nwho wrote this?": set(),
    "```\nno, that's wrong\n```\nwhat prints this?": set(),
    "": set(),
}


@pytest.mark.parametrize("text", CASES)
def test_what_a_turn_shows(text):
    assert set(judge(text, RUBRIC).shows) == CASES[text]


def test_forward_looking_turns_show_nothing():
    """Written by the author of the patterns, against them: a guard, no measure of precision."""
    turns = (REPOSITORY / "tests/gate/traps.txt").read_text().splitlines()
    shown = {turn: judge(turn, RUBRIC).shows for turn in turns}
    assert len(turns) > 200
    assert {turn: classes for turn, classes in shown.items() if classes} == {}


SHARED = REPOSITORY / "../shared/cases/inputs"


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared cases are not beside the checkout")
@pytest.mark.parametrize("case", sorted(SHARED.glob("tr-*")) if SHARED.is_dir() else [])
def test_cases_from_public_bug_reports(case):
    expected = json.loads((case / "expected.json").read_text()).get("friction")
    names = {"corrections": "correction", "rework": "rework", "missed": "missed_context",
             "drift": "scope_drift", "praise": "praise"}  # fmt: skip
    counts = Counter()
    for found in Scan(transcripts_in(case)):
        if isinstance(found.event, Turn) and found.event.scores:
            counts.update(judge(found.event.text, RUBRIC).shows)
    assert {name: counts[shown] for name, shown in names.items() if name in expected} == expected


def test_a_class_counts_once_a_turn_whatever_it_repeats():
    judged = judge("redo it. start over. redo it. start over.", RUBRIC)
    assert judged.shows == ("rework",)
    assert len(hits("redo it. start over.", RUBRIC)) >= 2


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("das ist falsch, mach es nochmal", "other"),
        ("perfect", "english"),
        ("retry", "unsure"),
        ("不错", "other"),
        ("parfait, exactly comme ça, merci", "other"),
    ],
)
def test_other_languages_show_nothing(text, language):
    judged = judge(text, RUBRIC)
    assert judged.language == language
    assert not judged.shows or language == "english"


def test_a_quiet_conversation_scores_the_base():
    scored = score_conversation(5, {}, RUBRIC)
    assert scored.dimensions == dict.fromkeys(DIMENSIONS, 7.0)
    assert scored.score == 7.0


MOVES = {
    "correction": {"goal_clarity": -1, "response_density": -0.5},
    "rework": {"rework_rate": -1},
    "scope_drift": {"scope_discipline": -1},
    "missed_context": {"context_hit_rate": -1},
    "praise": dict.fromkeys(DIMENSIONS, 0.5),
}


@pytest.mark.parametrize("shown", CLASSES)
def test_each_class_moves_its_dimensions(shown):
    scored = score_conversation(5, {shown: 2}, RUBRIC)
    moved = {name: value - 7 for name, value in scored.dimensions.items() if value != 7}
    assert moved == {name: 2 * points for name, points in MOVES[shown].items()}


def test_dimensions_are_clipped():
    low = score_conversation(99, dict.fromkeys(FRICTION, 99), RUBRIC)
    high = score_conversation(99, {"praise": 99}, RUBRIC)
    assert (low.score, high.score) == (0.0, 10.0)


def test_a_day_is_weighted_by_length():
    short = score_conversation(1, {"praise": 2}, RUBRIC)
    long = score_conversation(3, {}, RUBRIC)
    day = score_day([short, long])
    assert (short.score, long.score) == (8.0, 7.0)
    assert day.score == 7.25
    assert day.n_effective == pytest.approx(16 / 10)
    assert day.dimensions == dict.fromkeys(DIMENSIONS, 7.25)


def test_sd_within_is_the_plain_one_at_equal_lengths():
    scored = [score_conversation(4, {"praise": n}, RUBRIC) for n in (0, 2, 4)]
    assert score_day(scored).sd_within == pytest.approx(1.0)


@pytest.mark.parametrize("empty", [[], [score_conversation(0, {}, RUBRIC)]])
def test_a_day_without_conversations_has_no_score(empty):
    assert score_day(empty) is None


@given(
    st.lists(
        st.tuples(
            st.integers(1, 50),
            st.dictionaries(st.sampled_from(CLASSES), st.integers(0, 60)),
        ),
        min_size=1,
        max_size=8,
    ),
    st.randoms(),
)
def test_order_is_of_no_matter_and_scores_stay_on_the_scale(parts, random):
    scored = [score_conversation(n, matched, RUBRIC) for n, matched in parts]
    day = score_day(scored)
    random.shuffle(scored)
    assert score_day(scored) == day
    assert 0 <= day.score <= 10
    assert math.isclose(day.score, math.fsum(day.dimensions.values()) / 5, abs_tol=1e-12)


def test_one_pass_finds_what_each_pattern_finds():
    """Against another implementation: all patterns at once, and each alone."""
    sentences = [text.casefold().replace("'", "") for text in CASES]
    for shown in CLASSES:
        for phrases in getattr(RUBRIC.classes, shown):
            for sentence in sentences:
                alone = [n for n, each in enumerate(phrases.any) if found_in(each, sentence)]
                assert which_found_in(phrases.any, sentence) == alone


def test_no_pattern_waits_for_what_turns_no_longer_have():
    """Turns come in lower case and without apostrophes."""
    for shown in CLASSES:
        for phrases in getattr(RUBRIC.classes, shown):
            for pattern in (*phrases.any, *phrases.unless, *phrases.unless_turn):
                assert "'" not in pattern
                assert "\u2019" not in pattern
