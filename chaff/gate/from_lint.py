"""Makes proposals of a linter's findings: safe fixes of enforced rules, one rule a proposal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from chaff.lint.discovery.roots import root_of
from chaff.lint.engine import Source, fix_file
from chaff.lint.repository.disk import Disk
from chaff.lint.repository.place import Place
from chaff.shapes.base import Shape
from chaff.shapes.compiled import CompiledRule
from chaff.shapes.detect import DeleteBlock
from chaff.shapes.gate_ledger import Reason


class LintFix(Shape, frozen=True, kw_only=True):
    """What the fix of one rule makes of a text."""

    rule: CompiledRule
    text: bytes
    n_findings: int

    @property
    def reason(self) -> Reason:
        """Why the change is made, and why a person is asked: no classifier's word lifts that."""
        return Reason(code="lint", text=f"{self.rule.id}: a linter's fix waits for a person's yes")


def usable(rules: Iterable[CompiledRule]) -> tuple[CompiledRule, ...]:
    """Return the rules that may make a proposal: enforced, fixed safely, within the one file."""
    return tuple(
        rule
        for rule in rules
        if rule.tier == "enforced"
        and not rule.buried
        and rule.fix_safety == "safe"
        and isinstance(rule.fix, DeleteBlock)
    )


def lint_fixes(target: Path, text: bytes, rules: Iterable[CompiledRule]) -> Iterator[LintFix]:
    """Yield what the fix of each usable rule alone makes of a file's text, where it changes it.

    What a comment in the text suppresses is left alone. Raises BadInputError if it is not UTF-8.
    """
    root = Path(root_of(str(target.parent)) or target.parent)
    place = Place(repository=Disk(root), path=target.relative_to(root).as_posix())
    source = Source(data=text, path=str(target), place=place)
    for rule in usable(rules):
        fixed = fix_file(source, [rule])
        if fixed.data != text:
            yield LintFix(rule=rule, text=fixed.data, n_findings=fixed.fixes.get(rule.id, 0))
