import pytest

from chaff.lint.label import holds_on, label
from chaff.shapes.base import convert
from chaff.shapes.evidence import Evidence
from tests.support.library import evidence

ONE = convert(evidence("claude-haiku-4-5"), Evidence, where="x")
OTHER = convert(evidence("m-2", effect=-0.05, attempt=3), Evidence, where="x")
MEASURED = "claude-haiku-4-5: +0.23 [+0.10, +0.37], 12 items x 5, 2026-11-30, attempt 1"

LABELS = [
    ("heuristic", (), "heuristic: not measured"),
    ("enforced", (ONE,), MEASURED),
    ("enforced", (), "enforced: its evidence is not at hand; `chaff check` shows and verifies it"),
    ("heuristic", (ONE,), f"heuristic: {MEASURED}"),
    (
        "enforced",
        (ONE, OTHER),
        f"{MEASURED}; m-2: -0.05 [+0.10, +0.37], 12 items x 5, 2026-11-30, attempt 3",
    ),
]


@pytest.mark.parametrize(("tier", "known", "expected"), LABELS)
def test_labels(tier, known, expected):
    assert label(tier, known) == expected


def test_what_was_measured_on_one_model_is_not_said_of_another():
    assert holds_on((), ())
    assert holds_on((), (ONE,))
    assert holds_on(("m-2", "claude-haiku-4-5"), (ONE,))
    assert not holds_on(("m-2",), (ONE,))
    assert not holds_on(("m-2",), ())
