"""Reads and writes the spend ledger: one small file per start."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal

import msgspec

from chaff.canonical import parse, readable_bytes
from chaff.errors import BadInputError
from chaff.run.files import read_whole, write_whole
from chaff.shapes.base import convert, to_json
from chaff.shapes.ledger import SpendEntry
from chaff.shapes.record import Header

FOLDER: Final = "runs/spend"
FREE_FOLDER: Final = ".chaff/spend"
"""For pilots on a model without a price: they can owe nothing and must not dirty the tree."""


class Entries:
    """The entries of the committed ledger, read again and again as they change.

    What is closed or abandoned is read once, until its file is another one: a library has many of
    these, and before each call all of them are added up.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._known: dict[str, tuple[tuple[int, ...], SpendEntry]] = {}

    def read(self) -> dict[Path, SpendEntry]:
        """Return every entry; a damaged one is refused, never skipped."""
        folder = self._root / FOLDER
        try:
            # Not by a pattern: that takes a folder which cannot be listed for an empty one.
            with os.scandir(folder) as listed:
                names = sorted(found.name for found in listed if found.name.endswith(".json"))
        except FileNotFoundError:
            return {}
        except OSError as error:
            problem = f"cannot be read: {error.strerror or error}"
            raise BadInputError(problem, where=FOLDER) from None
        return {folder / name: self._entry(folder / name) for name in names}

    def _entry(self, path: Path) -> SpendEntry:
        try:
            stat = path.stat()
        except OSError:
            return read_entry(path, self._root)  # which says what is wrong with it
        file = (stat.st_ino, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns)
        known = self._known.get(path.name)
        if known is not None and known[0] == file:
            return known[1]
        entry = read_entry(path, self._root)
        if entry.state != "open":
            self._known[path.name] = (file, entry)
        return entry


def read_entries(root: Path) -> dict[Path, SpendEntry]:
    """Return every entry of the committed ledger; a damaged one is refused, never skipped."""
    return Entries(root).read()


def read_entry(path: Path, root: Path) -> SpendEntry:
    """Return one entry, or raise BadInputError naming the file."""
    where = path.relative_to(root).as_posix()
    return convert(parse(read_whole(path, where), where=where), SpendEntry, where=where)


def write_entry(path: Path, entry: SpendEntry) -> None:
    """Replace an entry in one step."""
    # Either folder of entries is two deep.
    write_whole(path, readable_bytes(to_json(entry)), where="/".join(path.parts[-3:]))


def entry_path(root: Path, header: Header, *, free: bool) -> Path:
    """Return where the entry of a start lies."""
    folder = FREE_FOLDER if free and header.pilot else FOLDER
    practice = "-practice" if header.practice else ""
    name = f"{stamp(header.started_at)}-{header.rule}{practice}-{header.model}.json"
    return root / folder / name


def new_entry(header: Header, run: str) -> SpendEntry:
    """Return the entry of a start that has spent nothing yet."""
    return SpendEntry(
        schema="chaff.spend/1",
        rule=header.rule,
        practice=header.practice,
        pilot=header.pilot,
        config_hash=header.config_hash,
        model=header.model,
        endpoint=header.endpoint,
        started_at=header.started_at,
        run=run,
        state="open",
        billed_nano_usd=0,
        reserved_nano_usd=0,
        lost_nano_usd=0,
    )


def settled_entry(
    entry: SpendEntry,
    state: Literal["open", "closed", "abandoned"],
    *,
    recorded_nano_usd: int,
    kept_nano_usd: int = 0,
    unsent_nano_usd: int = 0,
) -> SpendEntry:
    """Return the entry of a process that is gone.

    What it had reserved is lost, less the answers that it recorded but did not live to settle; and
    so is what it had been billed for answers that are in its run file no more. A batch that may
    still be worked on stays reserved (`kept_nano_usd`), whatever the entry says; the reservation
    of one that was never sent (`unsent_nano_usd`) is given back.
    """
    unsettled = recorded_nano_usd - entry.billed_nano_usd
    reserved = max(0, entry.reserved_nano_usd - max(0, unsettled))
    gone = max(0, -unsettled) + max(0, reserved - kept_nano_usd - unsent_nano_usd)
    return msgspec.structs.replace(
        entry,
        state=state,
        billed_nano_usd=recorded_nano_usd,
        reserved_nano_usd=kept_nano_usd,
        lost_nano_usd=entry.lost_nano_usd + gone,
    )


def held_by_rule(entries: Iterable[SpendEntry], config_hash: str) -> int:
    """Return what all starts of a config count for, over all models, pilots included."""
    return sum(entry.held_nano_usd for entry in entries if entry.config_hash == config_hash)


def held_by_program(entries: Iterable[SpendEntry], budget_from: str) -> int:
    """Return what all starts since a day count for."""
    return sum(entry.held_nano_usd for entry in entries if entry.started_at[:10] >= budget_from)


def instant(moment: datetime) -> str:
    """Return a moment as records hold it, e.g. 2026-11-30T10:15:00Z."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def stamp(recorded: str) -> str:
    """Return a recorded instant as file names hold it, e.g. 20261130T101500Z."""
    return recorded.replace("-", "").replace(":", "")
