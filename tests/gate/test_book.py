"""Sessions by local day: what is counted, where a day ends, what counts at all."""

import zoneinfo
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path

import pytest

from chaff.gate.book import Book, Clerk, Judged, days_of, without_words
from chaff.gate.loaded import Target
from chaff.transcripts.events import Keys, Load, Setting, Turn
from chaff.transcripts.scan import Found
from tests.support.rubrics import default_rubric

RUBRIC = default_rubric()
HASH = "sha256:" + 64 * "a"
TEXT = "sha256:" + 64 * "b"
TARGET = Target(path="/p/CLAUDE.md")
LATER = date(2030, 1, 1)
BERLIN = zoneinfo.ZoneInfo("Europe/Berlin")
FILE = Path("/t/s.jsonl")


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def turn(text, when="2026-07-01T09:00", **fields):
    known = {
        "row": 0,
        "kind": "prompt",
        "text": text,
        "at": when and at(when),
        "conversation": "a",
        "cwd": "/p",
        "version": "2.1.332",
        "entrypoint": "cli",
        "model": "model-a",
        "keys": Keys(),
    }
    return Turn(**{**known, **fields})


def load(path="/p/CLAUDE.md", when="2026-07-01T08:59", digest=TEXT, conversation="a"):
    return Load(
        row=0, at=at(when), conversation=conversation, path=path, scope="Project", digest=digest
    )


def days(*events, zone=UTC, before=LATER, file=FILE):
    book = Book()
    clerk = Clerk(book, TARGET, zone)
    convert = partial(without_words, rubric=RUBRIC)
    clerk.enter(Found(file, convert(event)) for event in events)
    return list(days_of(book, RUBRIC, HASH, before=before))


def test_a_day_with_all_its_numbers():
    (day,) = days(
        load(),
        turn("no, that's wrong. redo it"),
        turn("exactly what I wanted"),
        turn("add a test please"),
        turn("Perfekt, danke, das passt", conversation="b"),
        turn("add a test please", conversation="c"),
    )
    assert (day.day, day.rubric, day.conversations, day.turns) == (date(2026, 7, 1), HASH, 2, 4)
    assert day.matched == {"correction": 1, "rework": 1, "praise": 1}
    assert (day.friction, day.not_covered) == (1, 1)
    assert (day.models, day.programs, day.texts) == (("model-a",), ("2.1.332",), (TEXT,))
    first = (6.5 + 6.5 + 7.5 + 7.5 + 7.0) / 5
    assert day.score == pytest.approx((3 * first + 7) / 4)
    assert day.effective_conversations == pytest.approx(1.6)


def test_words_do_not_survive_and_keys_do():
    given = turn("zanzibar. redo it", keys=Keys(same=("k",)))
    kept = without_words(given, rubric=RUBRIC)
    assert isinstance(kept, Judged)
    assert (kept.text, kept.keys, kept.shows) == ("", given.keys, ("rework",))
    assert "zanzibar" not in repr(kept)


SUMMER = [("2026-06-30T21:59", 30), ("2026-06-30T22:00", 1)]
SPRING = [("2026-03-28T22:59", 28), ("2026-03-28T23:00", 29), ("2026-03-29T21:59", 29),
          ("2026-03-29T22:00", 30)]  # fmt: skip
AUTUMN = [("2026-10-24T21:59", 24), ("2026-10-24T22:00", 25), ("2026-10-25T22:59", 25),
          ("2026-10-25T23:00", 26)]  # fmt: skip


@pytest.mark.parametrize(("when", "day"), [*SUMMER, *SPRING, *AUTUMN])
def test_a_day_ends_at_local_midnight_also_when_clocks_change(when, day):
    (found,) = days(turn("hello there", when), zone=BERLIN)
    assert found.day.day == day


def test_one_session_over_midnight_is_two_conversations():
    found = days(load(), turn("hello", "2026-07-01T23:59"), turn("redo it", "2026-07-02T00:01"))
    assert [(day.day.day, day.conversations, day.texts) for day in found] == [
        (1, 1, (TEXT,)), (2, 1, (TEXT,)),
    ]  # fmt: skip
    assert found[0].score == 7.0 > found[1].score


NOTHING = {
    "words of programs": [turn("redo it", kind="sdk")],
    "a turn without a time": [turn("redo it", None)],
    "held elsewhere": [turn("redo it", cwd="/q")],
    "loaded something else": [load("/q/CLAUDE.md"), turn("redo it")],
    "loaded something else, told late": [turn("redo it"), load("/q/CLAUDE.md")],
    "a model, and nobody spoke": [
        Setting(row=0, at=at("2026-07-01T09:00"), conversation="a", name="model", value="m")
    ],
    "today": [turn("redo it", "2029-12-31T23:00"), turn("redo it", "2030-01-01T00:00")][1:],
}


@pytest.mark.parametrize("name", NOTHING)
def test_what_does_not_count(name):
    assert days(*NOTHING[name]) == []


def test_what_was_loaded_beats_the_folder():
    (day,) = days(load(), turn("hello there", cwd="/q"))
    assert (day.turns, day.texts) == (1, (TEXT,))


def test_a_day_of_another_language_has_no_score_which_is_not_0():
    (day,) = days(turn("das ist falsch, mach es nochmal"), turn("ok"), turn("retry"))
    assert (day.score, day.dimensions, day.conversations, day.turns) == (None, {}, 0, 0)
    assert day.not_covered == 3


def test_unsure_turns_go_with_the_others_of_their_day():
    english = days(turn("add a test"), turn("retry"))
    german = days(turn("das ist falsch"), turn("retry"))
    assert (english[0].turns, english[0].not_covered) == (2, 0)
    assert (german[0].turns, german[0].not_covered) == (0, 2)


def test_models_are_those_of_the_conversation_not_of_its_subagents():
    setting = Setting(row=0, at=at("2026-07-01T09:00"), conversation="a", name="model", value="m-2")
    own = days(setting, turn("hello there"))
    aside = days(setting, turn("hello there"), file=Path("/t/a/subagents/agent-1.jsonl"))
    assert (own[0].models, aside[0].models) == (("m-2", "model-a"), ("model-a",))


def test_what_is_no_name_of_a_model_is_not_kept():
    (day,) = days(turn("hello there", model="<synthetic>", version="some words of a person"))
    assert (day.models, day.programs) == ((), ())
