"""`chaff power`: what an experiment of a given size can detect, before anything is spent."""

from __future__ import annotations

import argparse
import json

from chaff.cli.plain import Subparsers
from chaff.errors import UsageError
from chaff.stats.admission import DEFAULT_ADMISSION
from chaff.stats.matrix import MAX_ITEMS, MAX_REPEATS, MIN_ITEMS, MIN_REPEATS
from chaff.stats.power import Power, simulate_power

MODEL = (
    "pass rates Beta(2, 2) under present and control; removed adds the effect, clipped to [0, 1]"
)
LIMITS = {
    "items": (MIN_ITEMS, MAX_ITEMS),
    "repeats": (MIN_REPEATS, MAX_REPEATS),
    "simulations": (100, 100_000),
}


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "power",
        help="what an experiment of a given size can detect",
        description="Simulates the admission test and prints the chance to admit a rule, by its "
        "true effect. Item model: " + MODEL + ".",
    )
    parser.add_argument(
        "--items", type=int, default=12, help="items in the battery, 12 to 200 (default: 12)"
    )
    parser.add_argument(
        "--repeats", type=int, default=5, help="repeats of each cell, 3 to 20 (default: 5)"
    )
    parser.add_argument(
        "--simulations",
        type=int,
        default=2000,
        help="experiments simulated, 100 to 100000 (default: 2000)",
    )
    parser.add_argument("--format", choices=["text", "json"], default="text")
    parser.set_defaults(handler=run)


def run(options: argparse.Namespace) -> int:
    """Print the figures."""
    for name, (least, most) in LIMITS.items():
        value = getattr(options, name)
        if not least <= value <= most:
            raise UsageError(f"--{name} {value}: must be {least} to {most}")
    power = simulate_power(
        options.items, options.repeats, DEFAULT_ADMISSION, simulations=options.simulations
    )
    print(json.dumps(_as_json(power), indent=2) if options.format == "json" else _as_text(power))
    return 0


def _as_json(power: Power) -> dict[str, object]:
    return {
        "items": power.n_items,
        "repeats": power.repeats,
        "calls": 3 * power.n_items * power.repeats,
        "model": MODEL,
        "simulations": power.simulations,
        "seed": power.seed,
        "useless_admitted": power.useless_admitted,
        "admitted": {
            f"{effect:.2f}": chance for effect, chance in power.admitted.items() if effect
        },
        "detectable_80": power.detectable_80,
        "monte_carlo_se": power.monte_carlo_se,
    }


def _as_text(power: Power) -> str:
    calls = 3 * power.n_items * power.repeats
    found = power.detectable_80
    detectable = f"+{100 * found:.0f} points" if found else "no effect that was simulated"
    rows = [
        f"{power.n_items} items, {power.repeats} repeats, 3 arms: {calls} calls a model",
        "",
        "  true effect   admitted",
        *(
            f"  {f'+{100 * effect:.0f} points' if effect else 'none':<12}  {100 * chance:5.1f} %"
            for effect, chance in power.admitted.items()
        ),
        "",
        f"Found 80 % of the time: {detectable}.",
        "A true effect at the threshold itself is admitted at most half the time, at any size.",
        (
            f"{power.simulations} simulated experiments, standard error at most "
            f"{100 * power.monte_carlo_se:.1f} points; {MODEL}."
        ),
    ]
    return "\n".join(rows)
