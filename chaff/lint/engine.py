"""Lints and fixes one instruction file with a library of rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from chaff.errors import BadInputError
from chaff.label import holds_on, label
from chaff.lint.baseline import fingerprints
from chaff.lint.finding import Finding
from chaff.lint.fixes.fix import Fixed, fix
from chaff.lint.fixes.reasons import own_reason
from chaff.lint.markdown.blocks import Document, parse
from chaff.lint.markdown.language import is_covered
from chaff.lint.match import matches
from chaff.lint.narrow import narrowed, words_of
from chaff.lint.repository.place import NOWHERE, Place
from chaff.lint.suppress import Suppressions, remarks, suppressions
from chaff.shapes.base import Shape
from chaff.shapes.detect import DeleteBlock
from chaff.shapes.edit import Edit
from chaff.shapes.head import FixSafety, Head, Tier

if TYPE_CHECKING:
    from chaff.shapes.evidence import Evidence

ANY_HEURISTIC: Final = "heuristic"
"""In `fail_on`: every heuristic rule fails."""
NOT_COVERED: Final = "not-covered"
"""In `fail_on`: a file that was not understood fails."""

MAX_ROUNDS: Final = 20
SHOWN_LINES: Final = 3
SHOWN_CHARACTERS: Final = 300
SHOWN_BEFORE: Final = 60
"""Of a line that is flagged further to the right, so many characters before are shown at most."""
MAX_ALONE: Final = 50
"""Findings of one rule in a file for which it is worked out what the fix of each alone would do."""

T = TypeVar("T")


class Terms(Shape, frozen=True, kw_only=True):
    """What findings are held against."""

    evidence: Mapping[str, tuple[Evidence, ...]] = {}
    fail_on: Collection[str] = ()
    """Rules that fail beside the enforced ones, ANY_HEURISTIC, NOT_COVERED."""
    models: Collection[str] = ()
    """If any are named, a rule that is enforced on none of them informs only."""
    known_rules: Collection[str] = ()
    """Every rule there is: what else a suppression names is a mistake."""
    baseline: Collection[str] = ()
    """Fingerprints of the findings that are known."""
    told_apart: bool = False
    """Each finding has its fingerprint; else it is left empty, for hashing is slow to load."""


NO_TERMS: Final = Terms()


class Beside(Shape, frozen=True, kw_only=True):
    """What stands where a fix would move text to; paths are seen from the file's folder."""

    existing: Collection[str] = ()
    """Files that must not be written to."""
    written: Mapping[str, str] = {}
    """Texts of those that may be what a run which was cut short has moved there."""


NOTHING_BESIDE: Final = Beside()


class Source(Shape, frozen=True, kw_only=True):
    """An instruction file as it is given to be linted."""

    data: bytes
    path: str
    """As it is shown."""
    key: str = ""
    """As a baseline names it; by default as it is shown."""
    place: Place = NOWHERE
    beside: Callable[[], Beside] = lambda: NOTHING_BESIDE
    """Asked only if a fix would move text, for it takes a while to see."""

    @property
    def name(self) -> str:
        """The path that fingerprints are made of."""
        return self.key or self.path


class Reported(Shape, frozen=True, kw_only=True):
    """A finding with what a reader must know about the rule behind it."""

    path: str
    rule: str
    message: str
    """What is wrong, and what to do about it."""
    tier: Tier
    label: str
    """The evidence."""
    fails: bool
    """It sets the exit status."""
    fix: FixSafety | None
    """How safe its fix is; None if it has none here."""
    fix_to: str
    """The file that the fix moves text to; '' if it deletes."""
    why_left: str
    """Why it has no fix here; '' if it has one."""
    finding: Finding
    source: tuple[str, ...]
    """The first lines flagged, from `finding.line` on, cut."""
    n_cut: int
    """So many characters were cut from the beginning of the first line."""
    fingerprint: str
    """Empty unless findings are to be told apart."""
    edits: tuple[Edit, ...] = ()
    """What the fix of this finding alone would do to the file, if asked for."""
    files: Mapping[str, str] = {}
    """What it would write beside it."""


class Linted(Shape, frozen=True, kw_only=True):
    """What there is to say about one file."""

    findings: tuple[Reported, ...]
    n_suppressed: int
    known: tuple[str, ...]
    """Fingerprints of findings that the baseline holds."""
    remarks: tuple[tuple[int, str], ...]
    """What is wrong with its suppressions: line and sentence."""
    covered: bool
    """Its language is one that the patterns read."""


class FixedFile(Shape, frozen=True, kw_only=True):
    """A file after the fixes of all rules, and the other files they write beside it."""

    data: bytes
    files: Mapping[str, str]
    fixes: Mapping[str, int] = {}
    """How many findings of each rule are gone."""
    emptied: tuple[tuple[int, str], ...] = ()
    """Headings that only now stand over nothing: line and text."""


class _Sorted(Shape, frozen=True, kw_only=True):
    """The findings of one rule: those to tell, and those that comments or the baseline keep."""

    told: tuple[tuple[Finding, str], ...] = ()
    known: tuple[str, ...] = ()
    used: tuple[tuple[int, str], ...] = ()
    kept: frozenset[int] = frozenset()
    reasons: Mapping[int, str] = {}
    """Of those that no fix takes away, by the byte at which they start, why."""
    fixable: bool = False
    """The rule's fix may mend one of those to tell; else it need not be tried."""


def lint(
    source: Source,
    rules: Sequence[Head],
    terms: Terms = NO_TERMS,
    *,
    with_edits: bool = False,
    sparing: bool = False,
) -> Linted:
    """Return what the rules find in a file, by line, then rule.

    With `sparing`, for a few files, no pattern is compiled that cannot match anything in this one.
    Raises BadInputError, naming the file, if it is not UTF-8.
    """
    document = _named(source, lambda: parse(source.data))
    silence = suppressions(document)
    told: list[Reported] = []
    known: list[str] = []
    used: list[tuple[int, str]] = []
    for rule in _possible(rules, document) if sparing else rules:
        found = _sorted(source, rule, silence, terms)
        told += _reported(source, rule, found, terms, with_edits=with_edits)
        known += found.known
        used += found.used
    return Linted(
        findings=tuple(sorted(told, key=lambda one: (one.finding.line, one.rule))),
        n_suppressed=len(used),
        known=tuple(known),
        remarks=tuple(
            sorted(
                remarks(
                    silence,
                    set(used),
                    known={*terms.known_rules, *(rule.id for rule in rules)},
                    active={rule.id for rule in rules},
                )
            )
        ),
        covered=is_covered(document),
    )


def _possible(rules: Sequence[Head], document: Document) -> Iterator[Head]:
    words = words_of(document)
    for rule in rules:
        if possible := narrowed(rule, words):
            yield possible


def fix_file(
    source: Source,
    rules: Sequence[Head],
    terms: Terms = NO_TERMS,
    *,
    unsafe: bool = False,
) -> FixedFile:
    """Return a file with the fixes of all rules made, until none has anything left to do.

    Unsafe fixes are made only if asked for. What a comment suppresses and what the baseline holds
    is left alone.
    """
    chosen = [rule for rule in rules if unsafe or rule.fix_safety == "safe"]
    files: dict[str, str] = {}
    fixes: dict[str, int] = {}
    data = source.data
    for _ in range(MAX_ROUNDS):
        before = data
        for rule in chosen:
            fixed, count = _fixed_once(source, data, rule, terms, files)
            data = fixed.data
            files |= fixed.files
            if count:
                fixes[rule.id] = fixes.get(rule.id, 0) + count
        if data == before:
            break
    bare: Iterable[tuple[int, str]] = ()
    if data != source.data:
        from chaff.lint.fixes.emptied import emptied

        bare = emptied(parse(source.data), parse(data))
    return FixedFile(data=data, files=files, fixes=fixes, emptied=tuple(bare))


def _fixed_once(
    source: Source, data: bytes, rule: Head, terms: Terms, files: Mapping[str, str]
) -> tuple[Fixed, int]:
    """Return what one rule's fix makes of the text as it is by now, and how many findings go."""
    now = Source(
        data=data,
        path=source.path,
        key=source.key,
        place=source.place.having(files),
        beside=lambda: _with_files(source.beside(), files),
    )
    found = _sorted(now, rule, suppressions(_named(now, lambda: parse(data))), terms)
    if not found.fixable:
        return Fixed(data=data, edits=(), files={}, left=()), 0
    fixed = _fix(now, rule, found.kept)
    return fixed, len(found.told) + len(found.kept) - len(fixed.left)


def _sorted(source: Source, rule: Head, silence: Suppressions, terms: Terms) -> _Sorted:
    document = _named(source, lambda: parse(source.data))
    found = _named(source, lambda: matches(document, rule.detect, source.place))
    if not found:
        return _Sorted()
    findings = [match.finding for match in found]
    told: list[tuple[Finding, str]] = []
    known: list[str] = []
    used: list[tuple[int, str]] = []
    kept: set[int] = set()
    prints = ("",) * len(findings)
    if terms.told_apart or terms.baseline:
        prints = fingerprints(source.data, rule.id, source.name, findings)
    for finding, fingerprint in zip(findings, prints, strict=True):
        if comment := silence.covering(rule.id, finding):
            used.append((comment.line, rule.id))
        elif fingerprint in terms.baseline:
            known.append(fingerprint)
        else:
            told.append((finding, fingerprint))
            continue
        kept.add(finding.start)
    return _Sorted(
        told=tuple(told),
        known=tuple(known),
        used=tuple(used),
        kept=frozenset(kept),
        reasons={
            match.finding.start: own_reason(document, match, rule.detect)
            for match in found
            if not match.fixable
        },
        fixable=any(match.fixable and match.finding.start not in kept for match in found),
    )


def _reported(
    source: Source, rule: Head, found: _Sorted, terms: Terms, *, with_edits: bool
) -> Iterator[Reported]:
    if not found.told:
        return
    fixed = _fix(source, rule, found.kept) if found.fixable else None
    left = set(fixed.left) if fixed else {finding for finding, _ in found.told}
    reasons = fixed.reasons if fixed else found.reasons
    evidence = terms.evidence.get(rule.id, ())
    starts = {finding.start for finding, _ in found.told} | found.kept
    with_edits = with_edits and len(found.told) <= MAX_ALONE
    for finding, fingerprint in found.told:
        fixable = finding not in left
        alone = _fix(source, rule, starts - {finding.start}) if with_edits and fixable else None
        n_cut = max(0, finding.column - 1 - SHOWN_BEFORE)
        yield Reported(
            path=source.path,
            rule=rule.id,
            message=_message(rule, finding),
            tier=rule.tier,
            label=label(rule.tier, evidence, buried=rule.buried),
            fails=_fails(rule, evidence, terms),
            fix=rule.fix_safety if fixable else None,
            fix_to="" if isinstance(rule.fix, DeleteBlock) else rule.fix.to,
            why_left="" if fixable else reasons.get(finding.start, ""),
            finding=finding,
            source=_shown(source.data, finding, n_cut),
            n_cut=n_cut,
            fingerprint=fingerprint,
            edits=alone.edits if alone else (),
            files=alone.files if alone else {},
        )


def _message(rule: Head, finding: Finding) -> str:
    said = " ".join((rule.message or rule.title).split())
    if not finding.detail:
        return said
    stop = "." if said.endswith(".") else ""
    return f"{said.removesuffix('.')} ({finding.detail}){stop}"


def _fails(rule: Head, evidence: Sequence[Evidence], terms: Terms) -> bool:
    if rule.id in terms.fail_on:
        return True
    if rule.tier == "heuristic":
        return ANY_HEURISTIC in terms.fail_on
    return holds_on(terms.models, evidence)


def _shown(data: bytes, finding: Finding, n_cut: int) -> tuple[str, ...]:
    """Return the first flagged lines, cut, from the one that the finding points at."""
    lines = parse(data).lines
    last = min(finding.end_line, finding.line + SHOWN_LINES - 1)
    shown = []
    for number in range(finding.line - 1, last):
        text = data[lines.start(number) : lines.start(number + 1)].decode().rstrip("\r\n")
        first = n_cut if number == finding.line - 1 else 0
        shown.append(text[first : first + SHOWN_CHARACTERS])
    return tuple(shown)


def _with_files(beside: Beside, files: Collection[str]) -> Beside:
    """Return what stands beside a file once fixes have written these as well."""
    return Beside(
        existing={*beside.existing, *files},
        written={path: text for path, text in beside.written.items() if path not in files},
    )


def _fix(source: Source, rule: Head, kept: Collection[int]) -> Fixed:
    beside = NOTHING_BESIDE if isinstance(rule.fix, DeleteBlock) else source.beside()
    return _named(
        source,
        lambda: fix(
            source.data,
            rule.detect,
            rule.fix,
            place=source.place,
            existing=beside.existing,
            written=beside.written,
            kept=kept,
        ),
    )


def _named(source: Source, work: Callable[[], T]) -> T:
    """Return what `work` does; an error of the input names the file."""
    try:
        return work()
    except BadInputError as error:
        error.where = error.where or source.path
        raise
