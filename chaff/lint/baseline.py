"""Baselines: findings that are known and need not be told again, by what they say, not by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated, Final, Literal

from msgspec import Meta

from chaff.errors import BadInputError
from chaff.lint.finding import Finding
from chaff.shapes.base import Shape, convert, to_json
from chaff.shapes.head import RuleId
from chaff.shapes.scorer import NonEmpty

Fingerprint = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$")]


class Entry(Shape, frozen=True, kw_only=True):
    """A known finding."""

    path: NonEmpty
    """Relative to the baseline's folder."""
    rule: RuleId
    text: str
    """The flagged words, for people."""
    fingerprint: Fingerprint


class Baseline(Shape, frozen=True, kw_only=True):
    """The file: known findings by path, rule and fingerprint."""

    schema: Literal["chaff.baseline/1"]
    findings: tuple[Entry, ...]


NO_BASELINE: Final = Baseline(schema="chaff.baseline/1", findings=())


def fingerprints(data: bytes, rule: str, path: str, findings: Sequence[Finding]) -> tuple[str, ...]:
    """Return what tells each finding of a rule in a file from all others.

    It is made of rule, path, the flagged bytes (whatever their line ends) and, among findings of
    the same bytes, which of them it is: so a finding whose lines have moved is still the same.
    """
    import hashlib

    seen: Counter[bytes] = Counter()
    made = []
    for finding in findings:
        block = b"\n".join(line.rstrip() for line in data[finding.start : finding.end].splitlines())
        text = hashlib.sha256(block.strip()).digest()
        parts = (rule.encode(), path.encode("utf-8", "surrogateescape"), text.hex().encode())
        whole = b"\0".join((*parts, str(seen[text]).encode()))
        made.append(hashlib.sha256(whole).hexdigest()[:32])
        seen[text] += 1
    return tuple(made)


def read_baseline(data: bytes, *, where: str) -> Baseline:
    """Return the baseline in a file's bytes, or raise BadInputError."""
    try:
        from chaff.canonical import parse

        return convert(parse(data, where=where), Baseline, where=where)
    except BadInputError as error:
        error.problem = f"is no baseline: {error.problem}"
        error.remedy = "make one with `chaff lint --write-baseline FILE`"
        raise


def baseline_bytes(entries: Iterable[Entry]) -> bytes:
    """Return the bytes of a baseline file, in a stable order."""
    ordered = sorted(entries, key=lambda one: (one.path, one.rule, one.fingerprint))
    from chaff.canonical import readable_bytes

    return readable_bytes(to_json(Baseline(schema="chaff.baseline/1", findings=tuple(ordered))))
