"""Holds a rule to its own examples: what it must find, what it must not, what its fix makes.

Refused: bad-pattern, rule-example (an example does not behave as stated), fixed-left (the fix
leaves a finding that it does not own up to, or no example shows it take everything).
"""

from __future__ import annotations

import difflib
from typing import NoReturn

from chaff.compile.audit import require_pattern
from chaff.compile.present import existing_beside, from_root
from chaff.errors import CompileRefusal
from chaff.lint.fixes.fix import Fixed, fix
from chaff.lint.match import find, patterns_of
from chaff.lint.repository.place import Files, Place
from chaff.shapes.detect import Detect, Fix
from chaff.shapes.rule import Invalid, Valid


def require_patterns(detect: Detect) -> None:
    """Raise CompileRefusal unless RE2 takes every pattern of a detection."""
    for field, pattern in patterns_of(detect):
        require_pattern(pattern, where=f"detect.{field}")


def require_examples(
    detect: Detect, how: Fix, valid: tuple[Valid, ...], invalid: tuple[Invalid, ...]
) -> None:
    """Raise CompileRefusal for the first example that does not behave as it states."""
    for example in valid:
        _require_valid(detect, example)
    shown = [_require_invalid(detect, how, example) for example in invalid]
    if not any(shown):
        raise CompileRefusal(
            "fixed-left",
            "no invalid example shows the fix take everything that was found",
            where="invalid",
            remedy="add one: a fix counts only if an example shows it",
        )


def _require_valid(detect: Detect, example: Valid) -> None:
    findings = find(example.text.encode(), detect, _place(example))
    if findings:
        lines = ", ".join(str(finding.line) for finding in findings)
        _refuse(f"noisy: finds something on line {lines}", f"valid example {example.title!r}")


def _require_invalid(detect: Detect, how: Fix, example: Invalid) -> bool:
    """Return whether the fix took everything, once the example is seen to behave."""
    where = f"invalid example {example.title!r}"
    data, place = example.text.encode(), _place(example)
    found = [finding.line for finding in find(data, detect, place)]
    stated = [expected.line for expected in example.findings]
    if found != stated:
        _refuse(f"finds lines {found}, must find {stated}", where)
    existing = existing_beside(example.path, example.repository)
    fixed = fix(data, detect, how, place=place, existing=existing)
    _require_fixed(fixed, example, where)
    remaining = find(fixed.data, detect, place)
    if len(remaining) > len(fixed.left):
        raise CompileRefusal(
            "fixed-left",
            f"the fixed text has a finding of its own on line {remaining[0].line}",
            where=where,
            remedy="a fixed text must lint clean for the rule",
        )
    return not remaining


def _place(example: Valid | Invalid) -> Place:
    return Place(repository=Files(example.repository), path=example.path)


def _require_fixed(fixed: Fixed, example: Invalid, where: str) -> None:
    text = fixed.data.decode()
    if text != example.fixed:
        _refuse(f"the fixed text differs: {_first_difference(example.fixed, text)}", where)
    files = from_root(example.path, fixed.files)
    for path in sorted({*files, *example.fixed_files}):
        stated, made = example.fixed_files.get(path), files.get(path)
        if stated is None:
            _refuse(f"the fix also writes {path!r}", where)
        if made is None:
            _refuse(f"the fix does not write {path!r}", where)
        if stated != made:
            _refuse(f"{path!r} differs: {_first_difference(stated, made)}", where)


def _first_difference(stated: str, made: str) -> str:
    old, new = stated.splitlines(keepends=True), made.splitlines(keepends=True)
    matcher = difflib.SequenceMatcher(a=old, b=new, autojunk=False)
    for tag, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        if tag != "equal":
            wanted, got = "".join(old[old_from:old_to]), "".join(new[new_from:new_to])
            return f"line {old_from + 1} should read {wanted!r}, reads {got!r}"
    return "line ends"


def _refuse(problem: str, where: str) -> NoReturn:
    raise CompileRefusal(
        "rule-example", problem, where=where, remedy="mend the rule or the example"
    )
