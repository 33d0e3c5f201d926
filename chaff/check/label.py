"""The one place that puts a measured effect into words: model, numbers, date, attempt, run."""

from __future__ import annotations

from chaff.stats.admission import Verdict

_SHOWN_DIGEST = len("sha256:") + 12


def label(
    verdict: Verdict,
    *,
    model: str,
    started_at: str,
    attempt: int,
    digest: str,
    practice: bool,
) -> str:
    """Return an evidence label; what was measured on one model is said of that model only."""
    outcome = "admitted" if verdict.admitted else "failed"
    kind = f"{model} (practice)" if practice else model
    return (
        f"{kind}: {outcome}, {points(verdict.effect)} "
        f"[{points(verdict.lower)}, {points(verdict.upper)}] on {verdict.matrix.n_items} prompts, "
        f"{started_at[:10]}, attempt {attempt}, run {digest[:_SHOWN_DIGEST]}"
    )


def points(fraction: float) -> str:
    """Return a signed difference of pass rates, e.g. +0.15."""
    return f"{fraction:+.2f}"
