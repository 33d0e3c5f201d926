"""One `doit run:RULE`: what it was asked to do, and what it was given to do it with."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

from chaff.run.budget import Caps, Room, rooms
from chaff.run.cells import Times
from chaff.run.consent import Ask
from chaff.run.endpoint import Endpoint
from chaff.run.experiment import Experiment
from chaff.run.ledger import read_entries
from chaff.run.proposals import Propose
from chaff.run.report import Describe
from chaff.run.session import Surroundings
from chaff.shapes.base import Shape
from chaff.shapes.program import CompiledProgram


class Invocation(Shape, frozen=True, kw_only=True):
    """The options of one command, and its surroundings."""

    root: Path
    program: CompiledProgram
    rule: str
    endpoint: str
    """As the user named it."""
    endpoint_name: str
    """As it is recorded."""
    pilot: bool
    yes: bool
    batch: bool
    dry_run: bool
    quiet: bool
    concurrency: int | None
    """Calls in flight, where the user said how many."""
    ask: Ask | None
    out: TextIO
    times: Times
    environment: Mapping[str, str]
    propose: Propose | None
    describe: Describe

    @property
    def caps(self) -> Caps:
        """The caps of the program."""
        return Caps(
            rule_nano_usd=self.program.rule_cap_nano_usd,
            program_nano_usd=self.program.program_cap_nano_usd,
            budget_from=self.program.program.caps.budget_from,
        )

    def rooms(self, experiment: Experiment) -> tuple[Room, Room]:
        """Return what is held against both caps."""
        return rooms(read_entries(self.root), self.caps, experiment.config.config_hash)

    def min_cacheable(self, experiment: Experiment) -> int | None:
        """Return from how many tokens an experiment's model caches; None where it never does."""
        return self.program.min_cacheable_tokens.get(experiment.model)

    def surroundings(self, endpoint: Endpoint) -> Surroundings:
        """Return what a session is given of all this."""
        return Surroundings(
            root=self.root,
            caps=self.caps,
            times=self.times,
            out=self.out,
            concurrency=self.concurrency or endpoint.concurrency,
            fixed=self.concurrency is not None,
            quiet=self.quiet,
            ask=self.ask,
        )

    def say(self, *lines: str) -> None:
        """Print lines for a person."""
        for line in lines:
            print(line, file=self.out, flush=True)
