"""`chaff power` and `doit power:RULE`: what an experiment can detect, before anything is spent."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO, TypedDict

from chaff.cli.plain import Subparsers, ascii_only, to_ascii
from chaff.errors import UsageError
from chaff.shapes.program import Admission, Guards
from chaff.stats.admission import DEFAULT_ADMISSION
from chaff.stats.coverage import Coverage, simulate_coverage
from chaff.stats.designs import Design, designs
from chaff.stats.guards import DEFAULT_GUARDS
from chaff.stats.item_models import DEFAULT_MODEL, ITEM_MODELS, MODEL_TEXTS, ItemModel
from chaff.stats.matrix import MAX_ITEMS, MAX_REPEATS, MIN_ITEMS, MIN_REPEATS
from chaff.stats.power import Power, simulate_power
from chaff.stats.power_label import power_facts, power_lines

LIMITS = {
    "items": (MIN_ITEMS, MAX_ITEMS),
    "repeats": (MIN_REPEATS, MAX_REPEATS),
    "simulations": (100, 100_000),
    "measured": (1, 1_000_000),
}
EPILOG = "item models:\n" + "\n".join(f"  {name}: {text}" for name, text in MODEL_TEXTS.items())
_COVERAGE_AT = 0.15


class _Label(TypedDict):
    power: Power
    coverage: Coverage
    others: tuple[Design, ...]


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "power",
        help="what an experiment of a given size can detect",
        description="Simulates the admission test and prints the chance to admit a rule, by its "
        "true effect: the four conditions together, and with the guards.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _number(parser, "--items", 12, "items in the battery, 12 to 200")
    _number(parser, "--repeats", 5, "repeats of each cell, 3 to 20")
    _number(parser, "--simulations", 2000, "experiments simulated, 100 to 100000")
    _number(parser, "--measured", 100, "rules that are measured, to count useless ones among")
    parser.add_argument(
        "--item-model",
        choices=ITEM_MODELS,
        default=DEFAULT_MODEL,
        help=f"what the items are like (default: {DEFAULT_MODEL})",
    )
    parser.add_argument("--format", choices=["text", "json"], default="text")
    parser.set_defaults(handler=run)


def run(options: argparse.Namespace) -> int:
    """Print the label of a size."""
    for name, (least, most) in LIMITS.items():
        value = getattr(options, name)
        if not least <= value <= most:
            raise UsageError(f"--{name} {value}: must be {least} to {most}")
    rules = (DEFAULT_ADMISSION, DEFAULT_GUARDS)
    found = _label((options.items, options.repeats), rules, options.item_model, options.simulations)
    if options.format == "json":
        print(json.dumps(power_facts(**found, n_rules=options.measured), indent=2))
    else:
        _print(power_lines(**found, n_rules=options.measured), sys.stdout)
    return 0


def print_design(root: Path, rule: str, model: str, out: TextIO) -> None:
    """Print what a rule's own design can detect, and how many useless rules the library admits.

    Of all rules with a design, as if each were measured and none did anything.
    """
    from chaff.run.experiment import load_experiment, load_program

    if model not in ITEM_MODELS:
        raise UsageError(f"--item-model {model}: must be one of {', '.join(ITEM_MODELS)}")
    program = load_program(root)
    primary = program.program.models.primary
    config = load_experiment(root, program, rule, primary, pilot=True).config
    rules = (config.admission, program.program.guards)
    found = _label((len(config.battery.items), config.repeats), rules, model, 2000)
    n_rules = len(list((root / "generated").glob("*/eval.config.json")))
    percent = config.admission.effect_percent
    _print([f"{rule}:", *power_lines(**found, n_rules=n_rules, percent=percent)], out)


def _label(
    size: tuple[int, int], rules: tuple[Admission, Guards], model: ItemModel, simulations: int
) -> _Label:
    admission, guards = rules
    return {
        "power": simulate_power(
            *size, admission, simulations=simulations, model=model, guards=guards
        ),
        "coverage": simulate_coverage(
            *size, admission, model=model, effect=_COVERAGE_AT, simulations=simulations
        ),
        "others": designs(
            *size, admission, model=model, guards=guards, simulations=min(simulations, 1000)
        ),
    }


def _print(lines: Sequence[str], out: TextIO) -> None:
    plain = ascii_only(out)
    for line in lines:
        print(to_ascii(line) if plain else line, file=out)


def _number(parser: argparse.ArgumentParser, name: str, default: int, text: str) -> None:
    parser.add_argument(name, type=int, default=default, help=f"{text} (default: {default})")
