import json

from hypothesis import given, settings

from chaff.canonical import canonical_bytes
from chaff.stats.admission import DEFAULT_ADMISSION, admit
from chaff.stats.facts import facts
from chaff.stats.guards import DEFAULT_GUARDS, apply_guards
from tests.support.matrices import matrices


@settings(deadline=None, max_examples=30)
@given(matrices())
def test_self_facts_are_json_without_nan_and_have_a_canonical_form(matrix):
    verdict = admit(matrix, DEFAULT_ADMISSION)
    value = facts(verdict, apply_guards(verdict, DEFAULT_GUARDS, attempts=3))
    assert json.loads(json.dumps(value, allow_nan=False)) == value
    assert canonical_bytes(value)


def test_theory_fractions_are_counts_over_cells():
    from tests.support.matrices import TABLE, matrix_with

    value = facts(admit(matrix_with(TABLE["lower-bound-zero"]), DEFAULT_ADMISSION))
    assert (value["lower"], value["upper"], value["effect"]) == (0, 0.3, 0.15)
    assert value["guards"] is None
