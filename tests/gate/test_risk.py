import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaff.gate.risk import assess
from tests.gate.risk_cases import CASES, FILE, HIGH, LOW


def edited(case):
    assert case.find in case.base, case.name
    times = -1 if case.name == "crlf" else 1
    return case.base.encode(), case.base.replace(case.find, case.replace, times).encode()


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.risk}-{case.name}")
def test_labelled_edits(case):
    assessment = assess(*edited(case))
    assert assessment.risk == case.risk, assessment.reasons
    assert case.code in {reason.code for reason in assessment.reasons}, assessment.reasons


def test_there_are_enough_of_both_and_each_name_stands_once():
    assert len(CASES) >= 60
    assert len(LOW) >= 30
    assert len(HIGH) >= 30
    assert len({case.name for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", HIGH, ids=lambda case: case.name)
def test_what_is_high_is_high_the_other_way_round(case):
    before, after = edited(case)
    assert assess(after, before).risk == "high"


WORDS = st.sampled_from(
    [
        *("never", "always", "not", "no", "a", "an", "the", "please", "use", "`npm`", "test,"),
        *("only", "if", "8", "80", "@a.md", "main.", "(x)", "*y*", "~~z~~"),
    ]
)


@given(st.lists(WORDS, min_size=1, max_size=12), st.data())
def test_against_itself_a_word_less_is_low_only_if_it_says_nothing(words, data):
    gone = data.draw(st.integers(0, len(words) - 1))
    before = " ".join(words).encode()
    after = " ".join(words[:gone] + words[gone + 1 :]).encode()
    repeats = gone and words[gone] == words[gone - 1]
    repeats = repeats or (gone + 1 < len(words) and words[gone] == words[gone + 1])
    if assess(before, after).risk == "low":
        assert words[gone] == "please" or (repeats and words[gone] in ("a", "the", "an"))


@given(
    st.lists(WORDS, min_size=1, max_size=12),
    st.sampled_from("0123456789@/~`!?<>[]#|\u200b"),
    st.data(),
)
def test_against_itself_a_sign_more_in_a_word_is_high(words, sign, data):
    text = "Then " + " ".join(words)
    inside = [n for n in range(1, len(text)) if text[n - 1].isalpha() and text[n].isalpha()]
    at = data.draw(st.sampled_from(inside))
    assert assess(text.encode(), (text[:at] + sign + text[at:]).encode()).risk == "high"


def test_what_cannot_be_read_is_high():
    assert assess(b"Use tabs.\n", b"Use \xfftabs.\n").reasons[0].code == "doubtful"


def test_a_reason_names_its_line_and_shows_the_words():
    [reason] = assess(FILE.encode(), FILE.replace("8 minutes", "9 minutes").encode()).reasons
    assert (reason.code, reason.line) == ("number", 9)
    assert "8" in reason.text
