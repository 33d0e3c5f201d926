"""Bytes of a run file in, a verified run out, with every fault found in one pass.

What is enforced here, for one file and the config that it names:
 1. every finished line is strict JSON and a record; header first, footer last;
 2. each line's `prev` is the digest of the line before;
 3. beside each raw response stand its own id, stop reason, model, usage, and its cost;
 4. one model answered all, and no answer is a copy of another;
 5. the config's hashes hold, and the header repeats them, its arms, its request settings;
 6. the order seed follows from the config hash; the start is not in the future;
 7. every observation belongs to a cell, once; a footer means that none is missing;
 8. the score of every cell, applied again to its raw responses, is the score in the file;
 9. at least 12 items and 3 repeats, in exactly 3 arms;
10. the control is the first registered candidate that fits, and its edit matches the removed
    edit on recorded tokens.

What is left to others: whether the config is registered (`registration`), whether the run is in
its place and counts (`runs`), what was spent (`ledger`), what a tier rests on (`standing`).
What no reader of the files can know, and what a team has to trust its own people with:
- that the responses are a model's at all, from the endpoint, at the time and in the order stated;
- which of `removed` and `control` an answer was given to: their prompts are equally long;
- that the prices in the header were the vendor's, and the counts of candidates passed over;
- what was run, looked at and thrown away before anything was committed, pilots included;
- that dates of commits are true, or that the main branch was not rewritten as a whole: only an
  older clone, or the host's record of pushes, shows that;
- that a rule under a new name, changed at the same time, is the old one tried again.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from chaff.canonical import digest_bytes
from chaff.check.answers import answer_faults
from chaff.check.cells import matrix_of, missing_faults, sort_cells
from chaff.check.control import choice_faults, delta_faults
from chaff.check.faults import Fault, fault
from chaff.check.lines import read_lines
from chaff.check.origin import (
    config_problem,
    footer_faults,
    header_faults,
    place_and_time_faults,
    size_faults,
)
from chaff.errors import BadInputError
from chaff.shapes.base import Shape
from chaff.shapes.config import EvalConfig
from chaff.shapes.record import Header, RunFile
from chaff.stats.matrix import Matrix


class Examined(Shape, frozen=True, kw_only=True):
    """A run as far as it could be verified. Nothing may be built on it if it has faults."""

    digest: str
    """Of the file's bytes: what a label names."""
    header: Header | None
    """None if the file cannot be read."""
    response_ids: tuple[str, ...]
    """Of the answers, in order; the first stands in line 2."""
    cost_nano_usd: int
    """What the answers cost, by their own lines."""
    complete: bool
    """Every cell is finished, and the footer is written."""
    faults: tuple[Fault, ...]
    matrix: Matrix | None
    """Passes per item, scored again; None unless the run is complete."""

    @property
    def n_answers(self) -> int:
        """How many raw responses were scored again."""
        return len(self.response_ids)


def examine(data: bytes, config: EvalConfig | None, *, where: str, now: datetime) -> Examined:
    """Return what a run file is worth against the config that it names.

    Without a config (the caller says why there is none) only the file itself is examined.
    """
    read = read_lines(data, where)
    faults, matrix = list(read.faults), None
    if read.run is not None:
        faults.extend(answer_faults(read.run, where))
        faults.extend(place_and_time_faults(read.run, where, now))
        if config is not None:
            against = _against_config(read.run, config, where, now)
            faults.extend(against.faults)
            matrix = against.matrix
    turns = read.run.turns if read.run else ()
    return Examined(
        digest=digest_bytes(data),
        header=read.run.header if read.run else None,
        response_ids=tuple(turn.response_id for turn in turns),
        cost_nano_usd=sum(turn.cost_nano_usd for turn in turns),
        complete=matrix is not None,
        faults=tuple(sorted(faults, key=lambda one: (one.line or 0, one.code))),
        matrix=matrix,
    )


class _Against(Shape, frozen=True, kw_only=True):
    faults: tuple[Fault, ...]
    matrix: Matrix | None = None


def _against_config(run: RunFile, config: EvalConfig, where: str, now: datetime) -> _Against:
    """Stop at what would make every further comparison a comparison with the wrong thing."""
    stated = run.header.config_hash
    if stated != config.config_hash:
        message = f"the header names {stated}, the config there is {config.config_hash}"
        return _Against(faults=(fault("config-not-at-commit", where, message, 1),))
    if problem := config_problem(config):
        return _Against(faults=(fault("config-unsound", where, problem, 1),))
    faults = [*header_faults(run, config, where), *size_faults(config, where)]
    try:
        matrix = None
        for found in _matrix(run, config, where, now):
            if isinstance(found, Matrix):
                matrix = found
            else:
                faults.append(found)
    except BadInputError as error:
        return _Against(faults=(*faults, fault("config-unsound", where, str(error), 1)))
    return _Against(faults=tuple(faults), matrix=matrix)


def _matrix(
    run: RunFile, config: EvalConfig, where: str, now: datetime
) -> Iterator[Fault | Matrix]:
    cells = sort_cells(run, config, where)
    yield from cells.faults
    yield from missing_faults(cells, run, config, where)
    yield from footer_faults(run, cells, where, now)
    if config.battery.items:
        yield from choice_faults(run.header, config, where)
    if run.footer is None or cells.missing or any(size_faults(config, where)):
        return
    yield from delta_faults(run.header, cells, config, where)
    yield matrix_of(cells, config)
