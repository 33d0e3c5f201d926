"""What the three arms say in plain words, about these items and nothing beyond them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from chaff.shapes.base import Shape
from chaff.shapes.config import ARMS

if TYPE_CHECKING:
    from chaff.stats.admission import Verdict

Kind = Literal[
    "content",
    "content-unclear",
    "harm-only",
    "worse",
    "length",
    "ceiling",
    "floor",
    "no-difference",
    "harm",
]

_SENTENCES: Final[dict[Kind, str]] = {
    "content": (
        "On these {n} prompts, removing the text did better ({removed}) than an unrelated edit of "
        "about the same length ({control}) and better than the file as it is ({present}): what the "
        "text says matters here, not only how long the file is."
    ),
    "content-unclear": (
        "On these {n} prompts, removing the text did better ({removed}) than an unrelated edit of "
        "about the same length ({control}), but not clearly better than the file as it is "
        "({present})."
    ),
    "harm-only": (
        "On these {n} prompts, removing the text ({removed}) did better than the control edit "
        "({control}), but not clearly better than the file as it is ({present}), and the control "
        "edit did worse than that file: harm by the control edit may be all that shows here."
    ),
    "worse": (
        "On these {n} prompts, removing the text did worse ({removed}) than an unrelated edit of "
        "about the same length ({control})."
    ),
    "length": (
        "On these {n} prompts, both edits did better ({removed} and {control}) than the file as it "
        "is ({present}), and no difference between the two was shown: the gain may come from a "
        "shorter file as well as from what was removed."
    ),
    "ceiling": (
        "The control arm already passes {control}, which leaves less room than the {percent} "
        "points looked for: these prompts tempt too little to tell."
    ),
    "floor": (
        "Every arm passes fewer than {percent} % of its cells ({present}, {removed}, {control}): "
        "these prompts are too hard for this model to tell."
    ),
    "no-difference": (
        "On these {n} prompts no difference between removing the text ({removed}) and the "
        "unrelated edit ({control}) was shown; that does not show there is none."
    ),
    "harm": (
        "The control edit itself did worse ({control}) than the file as it is ({present}), which "
        "makes removed − control larger than the gain from removing."
    ),
}


_COVERS: Final = (
    " that covers about 91 % at n = 12 (normal differences; 90 to 93 % in simulated items)"
)


class Reading(Shape, frozen=True, kw_only=True):
    """The kinds that apply, most important first, and one or two sentences that say so."""

    kinds: tuple[Kind, ...]
    text: str


def read_arms(verdict: Verdict) -> Reading:
    """Return the plain reading of a verdict's arms.

    "More" and "less" mean that the interval of the difference lies wholly on that side of 0.
    A reading explains; it never changes what was admitted.
    """
    kinds = _kinds(verdict)
    return Reading(kinds=kinds, text=" ".join(_sentence(kind, verdict) for kind in kinds))


def honest_label(verdict: Verdict) -> str:
    """Return how far the numbers reach, and what the interval covers (measured by simulation)."""
    admission = verdict.admission
    ranks = admission.upper_rank - admission.lower_rank
    nominal = f"an interval of nominal {100 * ranks / admission.draws:g} %"
    covers = _COVERS if 100 * ranks == 95 * admission.draws else ""
    return f"{verdict.matrix.n_items} prompts on one file; {nominal}{covers}"


def seed_note(verdict: Verdict) -> str:
    """Return that the verdict hangs on the seed, where it does; else ''."""
    if not verdict.hangs_on_seed:
        return ""
    seeded, exact = ("excludes", "holds") if verdict.bounds.excludes_zero else ("holds", "excludes")
    return (
        f"The verdict hangs on the seed: the interval from {verdict.admission.draws:,} seeded "
        f"draws {seeded} 0, the one without draws {exact} it. The seeded one counts, since it was "
        "registered; read this as undecided."
    )


def _kinds(verdict: Verdict) -> tuple[Kind, ...]:
    harm = verdict.control_minus_present.below_zero
    main = _main_kind(verdict, harm=harm)
    return (main, "harm") if harm and main != "harm-only" else (main,)


def _main_kind(verdict: Verdict, *, harm: bool) -> Kind:
    gain = verdict.removed_minus_present.above_zero
    if verdict.bounds.above_zero:
        return "content" if gain else "harm-only" if harm else "content-unclear"
    if verdict.bounds.below_zero:
        return "worse"
    if _all_near_nothing(verdict):
        return "floor"
    if _no_room(verdict):
        return "ceiling"
    both_gain = gain and verdict.control_minus_present.above_zero
    return "length" if both_gain else "no-difference"


def _all_near_nothing(verdict: Verdict) -> bool:
    """Every arm passes less often than the effect that was looked for."""
    best = max(verdict.passes(arm) for arm in ARMS)
    return 100 * best < verdict.admission.effect_percent * verdict.matrix.cells


def _no_room(verdict: Verdict) -> bool:
    """The control arm leaves less room above it than the effect that was looked for."""
    room = verdict.matrix.cells - verdict.passes("control")
    return 100 * room < verdict.admission.effect_percent * verdict.matrix.cells


def _sentence(kind: Kind, verdict: Verdict) -> str:
    cells = verdict.matrix.cells
    return _SENTENCES[kind].format(
        n=verdict.matrix.n_items,
        percent=verdict.admission.effect_percent,
        **{arm: f"{verdict.passes(arm)} of {cells}" for arm in ARMS},
    )
