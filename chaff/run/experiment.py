"""What is to be measured: one rule's compiled config on one model, and whether it may be."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from chaff.canonical import parse
from chaff.errors import BadInputError, UsageError
from chaff.run.address import EMBEDDED
from chaff.shapes.base import Shape, convert
from chaff.shapes.config import EvalConfig, hashes_hold
from chaff.shapes.program import CompiledProgram, Prices
from chaff.stats.matrix import MIN_ITEMS, MIN_REPEATS

_RULE: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Registration(Shape, frozen=True, kw_only=True):
    """The oldest commit on the main line that holds a config, and the instant it was made."""

    commit: str
    made_at: str


class Experiment(Shape, frozen=True, kw_only=True):
    """A config on a model; `registration` is None only in a pilot."""

    config: EvalConfig
    model: str
    prices: Prices
    pilot: bool
    registration: Registration | None = None

    @property
    def commit(self) -> str | None:
        """The commit that registers the config."""
        return self.registration.commit if self.registration else None

    @property
    def registered_at(self) -> str:
        """When that commit was made, as an instant; earlier than any where there is none."""
        return self.registration.made_at if self.registration else ""

    @property
    def rule(self) -> str:
        """The rule's id."""
        return self.config.rule

    @property
    def name(self) -> str:
        """The experiment as locks and messages name it."""
        practice = " (practice)" if self.config.practice else ""
        return f"{self.rule}{practice} on {self.model}"

    @property
    def folder(self) -> str:
        """Where its run files lie, relative to the project."""
        top = ".chaff/pilots" if self.pilot else "runs"
        return f"{top}/{self.rule}/{self.model}"

    @property
    def max_tokens(self) -> int:
        """The most output of one call."""
        most = self.config.requests[self.model].get("max_tokens")
        if type(most) is not int or most < 1:
            raise BadInputError(f"{self.model}: max_tokens is missing", where=self.rule)
        return most

    @property
    def is_free(self) -> bool:
        """Whether nothing on this model can cost anything."""
        prices = self.prices
        return not any(
            (
                prices.input,
                prices.output,
                prices.cache_write_5m,
                prices.cache_write_1h,
                prices.cache_read,
            )
        )


def load_program(root: Path) -> CompiledProgram:
    """Return the compiled program of a project."""
    path = "generated/program.json"
    return convert(parse(_read(root, path), where=path), CompiledProgram, where=path)


def models_of(program: CompiledProgram, endpoint: str, model: str | None) -> tuple[str, ...]:
    """Return the models to measure on, in order: the second is only paid for if the first admits.

    Raises UsageError for a model that the program does not name or the endpoint cannot serve.
    """
    models = program.program.models
    known = (models.primary, models.confirmation, *models.practice)
    if model is not None and model not in known:
        raise UsageError(
            f"no such model: {model}",
            where="--model",
            remedy=f"known are {', '.join(known)}; others must enter specs/program.jsonnet",
        )
    if endpoint == EMBEDDED:
        return (_embedded_model(program, model),)
    return (model,) if model else (models.primary, models.confirmation)


def _embedded_model(program: CompiledProgram, model: str | None) -> str:
    """Return which model runs inside the process: the primary one only where that may count."""
    models = program.program.models
    counts = EMBEDDED in program.program.counting_endpoints
    served = (*((models.primary,) if counts else ()), *models.practice)
    if not served:
        raise UsageError("the program names no practice model", where="specs/program.jsonnet")
    if model is not None and model not in served:
        raise UsageError(
            f"the embedded endpoint does not serve {model}",
            where="--model",
            remedy=f"leave it out, or name {' or '.join(served)}",
        )
    return model or served[0]


def load_experiment(
    root: Path, program: CompiledProgram, rule: str, model: str, *, pilot: bool
) -> Experiment:
    """Return a rule's compiled config on a model, not yet registered.

    Raises BadInputError if the file contradicts itself, UsageError if there is none, or no price.
    """
    if not _RULE.fullmatch(rule):
        raise UsageError(f"no such rule: {rule!r}", remedy="`doit list --all` lists them")
    practice = model in program.program.models.practice
    config = read_config(root, config_path(rule, practice=practice))
    prices = program.prices.get(model)
    if prices is None:
        raise UsageError(
            f"{model} has no price, so nothing could be promised about its cost",
            where="specs/pricing.jsonnet",
            remedy="enter its prices and compile",
        )
    if model not in config.requests:
        raise UsageError(f"the config has no request settings for {model}", where=rule)
    made = Experiment(config=config, model=model, prices=prices, pilot=pilot)
    _ = made.max_tokens
    return made


def read_config(root: Path, path: str) -> EvalConfig:
    """Return the config in a file, or raise BadInputError if it could not give a verdict."""
    config = convert(parse(_read(root, path), where=path), EvalConfig, where=path)
    if not hashes_hold(config):
        remedy = "run `doit compile`; generated files are never edited by hand"
        raise BadInputError("its hashes are not those of its content", where=path, remedy=remedy)
    least = max(MIN_ITEMS, config.admission.min_items)
    if len(config.battery.items) < least or config.repeats < MIN_REPEATS:
        problem = f"{len(config.battery.items)} items × {config.repeats} repeats cannot be judged"
        raise BadInputError(
            problem, where=path, remedy=f"{least} items and {MIN_REPEATS} are needed"
        )
    return config


def config_path(rule: str, *, practice: bool) -> str:
    """Return where a rule's compiled config lies, relative to the project."""
    return f"generated/{rule}/{'practice/' if practice else ''}eval.config.json"


def _read(root: Path, path: str) -> bytes:
    try:
        return (root / path).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise UsageError(
            "there is no such file",
            where=path,
            remedy="run `doit compile`; is the rule's id right?",
        ) from None
    except OSError as error:
        raise BadInputError(f"cannot be read: {error.strerror}", where=path) from None
