import msgspec
import pytest

from chaff.stats.admission import DEFAULT_ADMISSION, admit
from chaff.stats.matrix import Matrix
from chaff.stats.reading import honest_label, read_arms

MIXED = (0, 5, 2, 3, 1, 4, 0, 5, 2, 3, 1, 4)


def verdict_on(present, removed, control):
    arms = {"present": present, "removed": removed, "control": control}
    full = {
        arm: passes if isinstance(passes, tuple) else (passes,) * 12 for arm, passes in arms.items()
    }
    return admit(Matrix(repeats=5, **full), DEFAULT_ADMISSION)


@pytest.mark.parametrize(
    ("arms", "kinds"),
    [
        ((1, 4, 1), ("content",)),
        ((2, 4, 1), ("content", "harm")),
        ((4, 4, 1), ("harm-only",)),
        ((MIXED, 3, 2), ("content-unclear",)),
        ((1, 4, 4), ("length",)),
        ((1, 1, 4), ("worse",)),
        ((4, 1, 2), ("worse", "harm")),
        ((5, 5, 5), ("ceiling",)),
        ((0, 0, 0), ("floor",)),
        ((2, MIXED, MIXED), ("no-difference",)),
        ((4, 2, 2), ("no-difference", "harm")),
    ],
    ids=lambda value: (
        "-".join(value) if isinstance(value, tuple) and isinstance(value[0], str) else ""
    ),
)
def test_theory_kinds(arms, kinds):
    reading = read_arms(verdict_on(*arms))
    assert reading.kinds == kinds
    assert reading.text.endswith(".")
    assert "{" not in reading.text


@pytest.mark.parametrize("word", ["always", "never", "proves", "models", "files", "significant"])
@pytest.mark.parametrize("arms", [(1, 4, 1), (4, 4, 1), (1, 4, 4), (2, 2, 2), (0, 0, 0), (5, 5, 5)])
def test_theory_words_do_not_generalise(arms, word):
    assert word not in read_arms(verdict_on(*arms)).text


def test_theory_the_label_claims_a_coverage_only_where_it_was_measured():
    verdict = verdict_on(1, 4, 1)
    assert honest_label(verdict) == (
        "12 prompts on one file; an interval of nominal 95 % that covers about 91 % at n = 12 "
        "(normal differences; 90 to 93 % in simulated items)"
    )
    ranks = msgspec.structs.replace(DEFAULT_ADMISSION, lower_rank=500, upper_rank=9500)
    assert honest_label(admit(verdict.matrix, ranks)) == (
        "12 prompts on one file; an interval of nominal 90 %"
    )
