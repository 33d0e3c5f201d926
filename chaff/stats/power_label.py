"""The honest label of the admission gate, as JSON values and as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from chaff.stats.coverage import Coverage, normal_coverage
from chaff.stats.designs import Design
from chaff.stats.item_models import MODEL_TEXTS
from chaff.stats.power import Power

AT_MOST_HALF: Final = "at most half the time, at any size"
_MANY: Final = 100


def power_facts(
    power: Power,
    *,
    coverage: Coverage | None = None,
    others: Sequence[Design] = (),
    n_rules: int = _MANY,
    percent: int = 15,
) -> dict[str, Any]:
    """Return the label: chances by true effect, alone and with the guards, and what they cost."""
    return {
        "items": power.n_items,
        "repeats": power.repeats,
        "calls": 3 * power.n_items * power.repeats,
        "item_model": power.model,
        "model": MODEL_TEXTS[power.model],
        "simulations": power.simulations,
        "seed": power.seed,
        **_chances(power),
        "mean_effects": _by_effect(power.mean_effects),
        "monte_carlo_se": power.monte_carlo_se,
        "standard_errors": {
            f"{effect:.2f}": power.standard_error(effect) for effect in power.admitted
        },
        "library": {
            "rules": n_rules,
            "useless_expected": n_rules * power.useless_admitted,
            "useless_expected_with_guards": n_rules * power.guarded[0.0],
        },
        "interval": _interval(power.n_items, coverage),
        "designs": [_design(other) for other in others],
        "note": _threshold_line(power, percent),
    }


def power_lines(
    power: Power,
    *,
    coverage: Coverage | None = None,
    others: Sequence[Design] = (),
    n_rules: int = _MANY,
    percent: int = 15,
) -> list[str]:
    """Return the label as text."""
    calls = 3 * power.n_items * power.repeats
    return [
        f"{power.n_items} items, {power.repeats} repeats, 3 arms: {calls} calls a model",
        "",
        "  true effect   admitted   and both guards hold",
        *(
            f"  {f'+{100 * effect:.0f} points' if effect else 'none':<12}  {100 * chance:6.1f} %"
            f"   {100 * power.guarded[effect]:6.1f} %"
            for effect, chance in power.admitted.items()
        ),
        "",
        _found_line(power),
        _threshold_line(power, percent),
        _library_line(power, n_rules),
        *_coverage_lines(power.n_items, coverage),
        _model_line(power),
        *_design_lines(others),
    ]


def _found_line(power: Power) -> str:
    guarded = _points(power.guarded_detectable_80)
    return f"Found 80 % of the time: {_points(power.detectable_80)}; with the guards, {guarded}."


def _threshold_line(power: Power, percent: int) -> str:
    if power.model == "harmful-control":
        return (
            "A control edit that does harm makes removed look better than it is; the guard on "
            "removed − present is there for that."
        )
    return (
        f"A true +{percent} points, the threshold itself, is admitted {AT_MOST_HALF}. (An estimate "
        "of exactly that counts, which adds a point or two.)"
    )


def _library_line(power: Power, n_rules: int) -> str:
    alone, guarded = (n_rules * chance for chance in (power.useless_admitted, power.guarded[0.0]))
    return (
        f"If none of {n_rules} rules measured did anything, {alone:.1f} would be admitted, "
        f"{guarded:.1f} with the guards."
    )


def _model_line(power: Power) -> str:
    return (
        f"{power.simulations:,} simulated experiments an effect, standard error at most "
        f"{100 * power.monte_carlo_se:.1f} points; {MODEL_TEXTS[power.model]}."
    )


def _chances(power: Power) -> dict[str, Any]:
    return {
        "useless_admitted": power.useless_admitted,
        "admitted": _by_effect(power.admitted),
        "detectable_80": power.detectable_80,
        "with_guards": {
            "useless_admitted": power.guarded[0.0],
            "admitted": _by_effect(power.guarded),
            "detectable_80": power.guarded_detectable_80,
        },
    }


def _by_effect(chances: dict[float, float]) -> dict[str, float]:
    return {f"{effect:.2f}": chance for effect, chance in chances.items() if effect}


def _design(design: Design) -> dict[str, Any]:
    power = design.power
    return {
        "what": design.what,
        "items": power.n_items,
        "repeats": power.repeats,
        "cost_ratio": design.cost_ratio,
        "simulations": power.simulations,
        "monte_carlo_se": power.monte_carlo_se,
        **_chances(power),
    }


def _interval(n_items: int, coverage: Coverage | None) -> dict[str, Any]:
    theory = {"nominal": 0.95, "normal_theory": normal_coverage(n_items)}
    if coverage is None:
        return theory
    return {
        **theory,
        "measured": coverage.covered,
        "at_effect": coverage.effect,
        "measured_se": coverage.monte_carlo_se,
    }


def _coverage_lines(n_items: int, coverage: Coverage | None) -> Iterator[str]:
    theory = 100 * normal_coverage(n_items)
    text = (
        f"The interval is nominal 95 %; at n = {n_items} it covers {theory:.0f} % of the time "
        "where differences are normal"
    )
    if coverage is not None:
        text += (
            f", and {100 * coverage.covered:.1f} % (± {100 * coverage.monte_carlo_se:.1f}) here, "
            f"at +{100 * coverage.effect:.0f} points"
        )
    yield f"{text}."


def _design_lines(others: Sequence[Design]) -> Iterator[str]:
    if not others:
        return
    yield ""
    yield f"  {'what more would buy':<30}  items × repeats   cost  +20 points  with guards    none"
    for other in others:
        power = other.power
        size = f"{power.n_items} × {power.repeats}"
        yield (
            f"  {other.what:<30}  {size:>15}  {other.cost_ratio:4.1f}×  "
            f"{100 * power.admitted[0.20]:8.0f} %  {100 * power.guarded[0.20]:9.0f} %  "
            f"{100 * power.useless_admitted:4.1f} %"
        )
    error = others[0].power.monte_carlo_se
    yield f"  Standard error of these at most {100 * error:.1f} points; each call costs the same."


def _points(effect: float | None) -> str:
    return f"+{100 * effect:.0f} points" if effect else "no effect that was simulated"
