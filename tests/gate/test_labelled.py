"""The rubric on turns that a fresh eye labelled: what it is worth may not sink unnoticed."""

import pytest

from chaff.errors import BadInputError
from chaff.gate.labelled import Share, measure, read_labelled
from tests.support.project import REPOSITORY
from tests.support.rubrics import default_rubric

TURNS = REPOSITORY / "tests/gate/turns.jsonl"
FRESH = REPOSITORY / "tests/gate/turns_fresh.jsonl"
SECOND = REPOSITORY / "tests/gate/turns_second.jsonl"
THIRD = REPOSITORY / "tests/gate/turns_third.jsonl"
OTHERS = REPOSITORY / "tests/gate/turns_other.jsonl"

# file -> class -> the recall that is reported, rounded down
RECALL = {
    TURNS: {
        "correction": 0.31,
        "rework": 0.63,
        "scope_drift": 0.60,
        "missed_context": 0.59,
        "praise": 0.53,
    },
    FRESH: {
        "correction": 0.25,
        "rework": 0.25,
        "scope_drift": 0.22,
        "missed_context": 0.26,
        "praise": 0.42,
    },
    SECOND: {
        "correction": 0.43,
        "rework": 0.41,
        "scope_drift": 0.50,
        "missed_context": 0.51,
        "praise": 0.63,
    },
    THIRD: {
        "correction": 0.08,
        "rework": 0.31,
        "scope_drift": 0.27,
        "missed_context": 0.36,
        "praise": 0.43,
    },
}


def labelled(path):
    return read_labelled(path.read_bytes(), where=path.name)


@pytest.mark.parametrize("path", RECALL, ids=lambda path: path.stem)
def test_precision_is_at_least_095_in_every_class_and_recall_what_is_reported(path):
    measured = measure(labelled(path), default_rubric())
    assert measured.n_turns >= 350
    assert len(measured.taken_for_other) <= 0.005 * measured.n_turns
    for worth in measured.classes:
        assert worth.precision.value >= 0.95, worth.shows
        assert worth.recall.value >= RECALL[path][worth.shows], worth.shows


def test_turns_in_other_languages_are_left_out():
    measured = measure(labelled(OTHERS), default_rubric())
    assert (measured.n_turns, measured.classes[0].precision.value) == (0, None)
    assert measured.left_out.value >= 0.95


def test_misses_name_line_class_and_pattern():
    rows = b'{"text":"redo it","labels":[]}\n\n{"text":"hello","labels":["praise"]}\n'
    missed, unseen = measure(read_labelled(rows, where="f"), default_rubric()).misses
    assert (missed.line, missed.shows, missed.matched, len(missed.patterns)) == (
        1, "rework", True, 1,
    )  # fmt: skip
    assert (unseen.line, unseen.shows, unseen.matched, unseen.patterns) == (3, "praise", False, ())


def test_against_theory_the_wilson_interval():
    """Wilson's bounds solve (p - share)^2 = z^2 p (1 - p) / n."""
    share = Share(n=45, of=50)
    for bound in share.interval:
        assert (bound - 0.9) ** 2 == pytest.approx(1.959964**2 * bound * (1 - bound) / 50, rel=1e-5)
    assert Share(n=0, of=5).interval[0] == 0.0
    assert Share(n=5, of=5).interval[1] == 1.0
    assert Share(n=0, of=0).interval is None


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "no turns"),
        (b'{"text":"a"}', "f:1"),
        (b'{"text":"a","labels":[]}\n{"text":"a","labels":["rage"]}', "f:2"),
        (b'{"labels":[]}', "f:1"),
        (b"[]", "f:1"),
    ],
)
def test_input_a_bad_file_is_refused(data, problem):
    with pytest.raises(BadInputError, match=problem):
        read_labelled(data, where="f")
