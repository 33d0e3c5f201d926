import pytest
from msgspec import structs

from chaff.label import holds_on, label, run_label
from chaff.shapes.base import convert
from chaff.shapes.evidence import Evidence
from tests.support.library import evidence

ONE = convert(evidence("claude-haiku-4-5"), Evidence, where="x")
OTHER = convert(evidence("m-2", effect=-0.05, attempt=3), Evidence, where="x")
RUN = "run sha256:000000000000"
NUMBERS = "+0.23 [+0.10, +0.37], 12 prompts x 5, 2026-11-30, attempt 1"
SECOND = "-0.05 [+0.10, +0.37], 12 prompts x 5, 2026-11-30, attempt 3"
MEASURED = f"claude-haiku-4-5: admitted, {NUMBERS}, {RUN}"

LABELS = [
    ("heuristic", (), "heuristic: not measured"),
    ("enforced", (ONE,), MEASURED),
    ("enforced", (), "enforced: its evidence is not at hand; `chaff check` shows and verifies it"),
    ("heuristic", (ONE,), f"heuristic: {MEASURED}"),
    (
        "enforced",
        (ONE, OTHER),
        f"{MEASURED}; m-2: admitted, {SECOND}, {RUN}",
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


@pytest.mark.parametrize(
    ("outcome", "practice", "expected"),
    [
        ("admitted", False, MEASURED),
        ("failed", False, f"claude-haiku-4-5: failed, {NUMBERS}, {RUN}"),
        ("failed", True, f"claude-haiku-4-5 (practice): failed, {NUMBERS}, {RUN}"),
        (
            "held back",
            False,
            f"claude-haiku-4-5: admitted, but held back by the guards, {NUMBERS}, {RUN}",
        ),
    ],
)
def test_a_run(outcome, practice, expected):
    assert run_label(structs.replace(ONE, outcome=outcome), practice=practice) == expected


def test_no_word_generalises():
    """A label names one model and says nothing about models, agents or files as such."""
    words = set(run_label(ONE).replace(",", "").replace(":", "").split())
    assert not words & {"models", "agents", "always", "never", "all", "every", "proven", "works"}
