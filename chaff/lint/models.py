"""Which models a library knows by name: those that its program prices, those that were measured."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import msgspec

from chaff.errors import BadInputError, UsageError
from chaff.lint.library import Heads

_PROGRAM_FILE: Final = "program.json"


def known_models(library: Heads) -> frozenset[str]:
    """Return the names of the models that a library prices, or has measured a rule on.

    Raises BadInputError if the compiled program is there and cannot be read.
    """
    measured = {one.model for entries in library.evidence.values() for one in entries}
    return frozenset(measured | _priced(Path(library.folder, _PROGRAM_FILE)))


def require_models(names: Iterable[str], known: frozenset[str], *, where: str) -> None:
    """Raise UsageError, naming `where` it stands, for a model that is not known.

    A name that is only misspelt would make every enforced rule inform.
    """
    for name in names:
        if name in known:
            continue
        import difflib

        close = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.4)
        there_are = f"there are: {', '.join(sorted(known))}" if known else "the library names none"
        raise UsageError(
            f"there is no model {name!r}",
            where=where,
            remedy=f"did you mean {close[0]!r}? {there_are}" if close else there_are,
        )


def _priced(file: Path) -> set[str]:
    try:
        program: Any = msgspec.json.decode(file.read_bytes(), type=dict[str, Any])
        return set(program["prices"])
    except FileNotFoundError:
        return set()
    except OSError as error:
        raise BadInputError(f"cannot be read: {error.strerror}", where=str(file)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, KeyError, TypeError) as error:
        raise BadInputError(
            f"is no compiled program: {error}", where=str(file), remedy="run `doit compile`"
        ) from None
