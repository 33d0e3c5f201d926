"""`chaff explain [RULE]`: why a rule exists, what it flags, and what is known about it."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from chaff.check.report import RunRow
from chaff.cli.plain import Subparsers, ascii_only, to_ascii
from chaff.cli.rules import precision_text
from chaff.label import label
from chaff.lint.library import find_project, load
from chaff.lint.selection import require_rules
from chaff.lint.trust import trust
from chaff.shapes.compiled import CompiledRule
from chaff.shapes.detect import DeleteBlock, Fix
from chaff.shapes.evidence import Evidence
from chaff.shapes.rule import Claim, Invalid, Valid

WIDTH: Final = 88

DESCRIPTION: Final = (
    "Why a rule exists, what speaks against it, what was measured, what its fix does, and examples "
    "of what it flags and what it leaves alone."
)


def add_parser(subparsers: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = subparsers.add_parser(
        "explain", help="why a rule exists, and examples of it", description=DESCRIPTION
    )
    parser.add_argument("rule", metavar="RULE", nargs="?", help="without it, all rules are listed")
    parser.set_defaults(handler=run)


def run(args: argparse.Namespace) -> int:
    """Print one rule's page, or the list of rules."""
    library = load(Path.cwd())
    rules = {rule.id: rule for rule in library.rules}
    if args.rule is None:
        width = max(map(len, rules))
        for rule in rules.values():
            tier = "buried" if rule.buried else rule.tier
            print(f"{rule.id:{width}}  {tier:9}  {rule.title}")
        return 0
    require_rules([args.rule], library.rules, also=(), where="explain")
    root = find_project(Path.cwd()) or Path.cwd()
    runs = measured(root, args.rule, now=datetime.now(UTC))
    rule = rules[args.rule]
    plain = ascii_only(sys.stdout)
    for line in page(rule, runs, library.about(rule)):
        print(to_ascii(line) if plain else line)
    return 0


def measured(root: Path, rule: str, *, now: datetime) -> list[RunRow]:
    """Return the runs in the library at `root` as the checker has them, if the rule has any."""
    if not (root / "specs").is_dir() or not (root / "runs" / rule).is_dir():
        return []
    from chaff.check.check import check
    from chaff.check.compiled import committed

    return list(check(root, now=now, compiler=committed).runs)


def page(
    rule: CompiledRule, runs: Sequence[RunRow] = (), evidence: Sequence[Evidence] = ()
) -> Iterator[str]:
    """Yield the lines that explain a rule; `runs` are all of its library, `evidence` is its own."""
    yield f"{rule.id}: {rule.title}"
    yield label(rule.tier, evidence, buried=rule.buried)
    yield _default(rule)
    if rule.buried:
        yield f"it lies in the graveyard: off unless selected (--select {rule.id})"
    if rule.message:
        yield ""
        yield from textwrap.wrap(rule.message, WIDTH)
    if any((run.is_of or run.rule) == rule.id for run in runs):
        from chaff.cli.explain_run import explained

        yield ""
        yield "Measured (recomputed from the raw answers; practice runs move no tier)"
        yield from explained(rule.id, runs, width=WIDTH)
    yield ""
    yield "Hypothesis"
    yield from _wrapped(rule.rationale.hypothesis)
    for title, claims in (
        ("Supports it", rule.rationale.supports),
        ("Speaks against it", rule.rationale.against),
    ):
        yield ""
        yield title
        for claim in claims:
            yield from _claim(claim)
    yield ""
    yield from textwrap.wrap(f"The fix {_fix(rule.fix)}. {_safety(rule)}", WIDTH)
    for invalid in rule.invalid:
        yield from _invalid(invalid)
    for valid in rule.valid:
        yield from _valid(valid)


def _default(rule: CompiledRule) -> str:
    """Return whether the rule is on by default, and what its hits on real text have shown."""
    known = trust(rule.readings, buried=rule.buried)
    share = f"; right in {precision_text(rule)}" if known.read else ""
    return f"{'on' if known.on else 'off'} by default ({known.why}{share})"


def _safety(rule: CompiledRule) -> str:
    if rule.fix_safety == "safe":
        return "It is marked safe: --fix makes it."
    return (
        "It is marked unsafe, since it may take away what somebody needs: only --fix "
        "--unsafe-fixes makes it."
    )


def _fix(how: Fix) -> str:
    if isinstance(how, DeleteBlock):
        return (
            "deletes the flagged block with its lines. A block with others inside it is left alone,"
            " and so is one that a tool keeps between comments, and one whose deletion would leave"
            " words that announce nothing, or change how the rest is read"
        )
    return (
        f"moves the flagged section to {how.to} and leaves a line that points there. It is left "
        "alone where that file exists, where an agent would load it again, where a tool keeps it "
        "between comments, and where its links, a link that leads to it or an import in it would "
        "break, or the rest be read differently"
    )


def _claim(claim: Claim) -> Iterator[str]:
    yield from _wrapped(f"{claim.claim.strip()} ({claim.source.strip()})", bullet="- ")


def _invalid(example: Invalid) -> Iterator[str]:
    lines = ", ".join(str(expected.line) for expected in example.findings)
    yield ""
    yield f"Flagged (line {lines}): {example.title}"
    yield from _quoted(example.text)
    if example.fixed == example.text:
        yield "  is left as it is"
        return
    yield "  becomes"
    yield from _quoted(example.fixed)
    for path, text in sorted(example.fixed_files.items()):
        yield f"  and {path}"
        yield from _quoted(text)


def _valid(example: Valid) -> Iterator[str]:
    yield ""
    yield f"Not flagged: {example.title}"
    yield from _quoted(example.text)


def _quoted(text: str) -> Iterator[str]:
    return (f"    | {line}".rstrip() for line in text.splitlines())


def _wrapped(text: str, *, bullet: str = "") -> list[str]:
    indent = "  "
    return textwrap.wrap(
        " ".join(text.split()),
        WIDTH,
        initial_indent=indent + bullet,
        subsequent_indent=indent + " " * len(bullet),
        break_long_words=False,
        break_on_hyphens=False,
    )
