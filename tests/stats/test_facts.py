import json

import pytest
from hypothesis import given, settings

from chaff.canonical import canonical_bytes
from chaff.stats.admission import DEFAULT_ADMISSION, admit
from chaff.stats.facts import facts
from chaff.stats.guards import DEFAULT_GUARDS, apply_guards
from tests.support.matrices import TABLE, matrices, matrix_with


@settings(deadline=None, max_examples=30)
@given(matrices())
def test_self_facts_are_json_without_nan_and_have_a_canonical_form(matrix):
    verdict = admit(matrix, DEFAULT_ADMISSION)
    value = facts(verdict, apply_guards(verdict, DEFAULT_GUARDS, attempts=3))
    assert json.loads(json.dumps(value, allow_nan=False)) == value
    assert canonical_bytes(value)


def test_theory_fractions_are_counts_over_cells():
    value = facts(admit(matrix_with(TABLE["lower-bound-zero"]), DEFAULT_ADMISSION))
    assert (value["lower"], value["upper"], value["effect"]) == (0, 0.3, 0.15)
    assert value["guards"] is None


@pytest.mark.parametrize(
    ("differences", "hangs", "says"),
    [
        ((3, 0, 0, 2, 1, 1, 1, 1, 2, 0, 0, -2), True, "excludes 0, the one without draws holds it"),
        (TABLE["lower-bound-zero"], False, ""),
        (TABLE["all-five"], False, ""),
    ],
)
def test_a_verdict_that_hangs_on_the_seed_says_so(differences, hangs, says):
    value = facts(admit(matrix_with(differences), DEFAULT_ADMISSION))
    assert value["hangs_on_seed"] is hangs
    assert (says in value["seed_note"]) if hangs else value["seed_note"] == ""


def test_items_are_told_one_by_one():
    value = facts(admit(matrix_with(TABLE["all-five"]), DEFAULT_ADMISSION))
    assert value["item_passes"]["removed"] == [5] * 12
    assert sum(value["item_passes"]["control"]) == value["passes"]["control"]
