"""Which turns are copies of one that counts already.

Sessions that are resumed, forked or written anew repeat rows of older ones. A copy has the uuid and
the time of its original. Equal words alone make no copy: people do say "retry" twice.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from chaff.transcripts.events import Interrupt, Keys, Turn

_BYTES: Final = 12
"""Digests of 96 bits: among 10^9 of them, two are equal with a chance below 10^-10."""


def name(*parts: object) -> str:
    """Return the hex digest that stands for some values, in this order."""
    data = "\0".join(map(str, parts)).encode("utf-8", "replace")
    return blake2b(data, digest_size=_BYTES).hexdigest()


class Seen:
    """The keys of the turns that count already."""

    def __init__(self, names: set[str] | None = None) -> None:
        """Start from the names of an earlier reading, or from nothing."""
        self.names = names if names is not None else set()

    def is_new(self, turn: Turn | Interrupt) -> bool:
        """Tell whether a turn is no copy, and remember it either way."""
        keys = turn.keys
        is_copy = not self.names.isdisjoint(keys.same) or self._happened_elsewhere(keys)
        self.names.update(keys.same)
        self.names.update(key for key in (keys.moment, keys.here) if key)
        return not is_copy

    def _happened_elsewhere(self, keys: Keys) -> bool:
        """Tell whether the same words fell in the same instant of another session or version.

        Within one session two equal rows of one instant with names of their own are two turns;
        nobody types the same into two sessions in the same millisecond.
        """
        return keys.moment in self.names and keys.here not in self.names


def keys_of(
    *, uuid: str | None, stamp: object, text: str, session: tuple[object, ...], place: object
) -> Keys:
    """Return the keys of a turn.

    `uuid` names the row, `stamp` is its time as written, `session` says where the moment belongs
    (session and version), `place` says where the row stands, for rows without any name.
    """
    text = name(text)
    if uuid:
        same = [name("uuid", uuid, text)]
        if stamp is not None:
            same.append(name("uuid at", uuid, stamp))
    elif stamp is not None:
        same = [name("at", stamp, text, *session)]
    else:
        same = [name("place", place, text)]
    if stamp is None:
        return Keys(same=tuple(same))
    return Keys(
        same=tuple(same),
        moment=name("moment", stamp, text),
        here=name("here", stamp, text, *session),
    )
