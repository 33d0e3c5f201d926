"""What a run of the linter is asked to do: the command line, and the settings below it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final, TypeAlias

from chaff.errors import BadInputError, UsageError
from chaff.lint.baseline import NO_BASELINE, Baseline
from chaff.lint.baseline_file import load_baseline
from chaff.lint.configfile import Configured, find_settings, load_settings
from chaff.lint.engine import ANY_HEURISTIC, NOT_COVERED, Terms
from chaff.lint.library import Heads, load_heads
from chaff.lint.output.report import Format
from chaff.lint.selection import ALL, DEFAULT, Selection, anchored, require_rules, select
from chaff.lint.settings import Settings
from chaff.shapes.base import Shape

if TYPE_CHECKING:
    import argparse

Arguments: TypeAlias = "argparse.Namespace | SimpleNamespace"

MAX_BYTES: Final = 10_000_000
STDIN_NAMES: Final = frozenset({"-", "/dev/stdin"})


class Options(Shape, frozen=True, kw_only=True):
    """Everything that decides what happens to a file."""

    paths: tuple[str, ...]
    stdin_name: str
    """What standard input is called; '' if it is not read."""
    fix: bool
    unsafe: bool
    diff: bool
    format: Format
    exclude: tuple[str, ...]
    """Patterns from the command line, relative to the working folder."""
    settings_exclude: tuple[str, ...]
    """Patterns from the settings, relative to their folder."""
    max_bytes: int
    jobs: int
    """Processes at most; 0 for one a processor."""
    library: Heads
    selection: Selection
    terms: Terms
    folder: Path
    """What paths in the settings are relative to."""
    baseline_file: Path | None
    baseline: Baseline
    write_baseline: Path | None

    def key(self, path: Path) -> str:
        """Return a file's path as settings name it: relative to their folder, POSIX."""
        return relative(path, self.folder)

    def baseline_key(self, path: Path) -> str:
        """Return a file's path as the baseline names it: relative to the baseline's folder."""
        file = self.write_baseline or self.baseline_file
        return relative(path, file.parent if file else self.folder)


def options(args: Arguments, cwd: Path) -> Options:
    """Return what is asked for, or raise what is wrong with it."""
    _require_sense(args)
    configured = _configured(args, cwd)
    settings = configured.settings
    library = load_heads(cwd)
    selection = _selection(args, configured, library)
    fail_on = _fail_on(args, configured, library, selection)
    models = _models(args, configured, library)
    baseline_file = _baseline_file(args, configured)
    write = Path(args.write_baseline).absolute() if args.write_baseline else None
    baseline = load_baseline(baseline_file) if baseline_file and not write else NO_BASELINE
    paths = tuple(args.paths or ["."])
    from_stdin = any(path in STDIN_NAMES for path in paths)
    return Options(
        paths=paths,
        stdin_name=(args.stdin_filename or "-") if from_stdin else "",
        fix=args.fix,
        unsafe=args.unsafe_fixes,
        diff=args.diff,
        format=args.format,
        exclude=tuple(map(anchored, args.exclude)),
        settings_exclude=settings.exclude,
        max_bytes=args.max_bytes or settings.max_bytes or MAX_BYTES,
        jobs=args.jobs or 0,
        library=library,
        selection=selection,
        terms=Terms(
            evidence=library.evidence,
            fail_on=frozenset(fail_on),
            models=models,
            known_rules=frozenset(rule.id for rule in library.rules),
            baseline=frozenset(entry.fingerprint for entry in baseline.findings),
            told_apart=args.format == "sarif" or write is not None,
        ),
        folder=configured.folder,
        baseline_file=baseline_file,
        baseline=baseline,
        write_baseline=write,
    )


def relative(path: Path, folder: Path) -> str:
    """Return a path as seen from a folder, POSIX; links are kept, since agents go by names."""
    return Path(os.path.relpath(path.absolute(), folder)).as_posix()


def _require_sense(args: Arguments) -> None:
    if args.diff and args.format != "text":
        raise UsageError("--diff goes with --format text only")
    if args.unsafe_fixes and not (args.fix or args.diff):
        raise UsageError("--unsafe-fixes does nothing alone", remedy="add --fix or --diff")
    if args.write_baseline and (args.fix or args.diff):
        raise UsageError("--write-baseline goes without --fix and --diff")
    if args.write_baseline == "-":
        raise UsageError("--write-baseline writes a file", remedy="name one: known.json")
    if args.stdin_filename and not STDIN_NAMES & set(args.paths):
        raise UsageError("--stdin-filename goes with the path - only")
    if args.max_bytes is not None and args.max_bytes < 1:
        raise UsageError("--max-bytes must be at least 1")
    if args.jobs is not None and args.jobs < 1:
        raise UsageError("--jobs must be at least 1")
    if args.config and args.no_config:
        raise UsageError("--config and --no-config contradict each other")


def _configured(args: Arguments, cwd: Path) -> Configured:
    if args.no_config:
        return Configured(settings=Settings(), folder=cwd)
    if args.config is None:
        return find_settings(cwd)
    found = load_settings(Path(args.config))
    if found is None:
        raise BadInputError("has no table [tool.chaff]", where=args.config)
    return found


def _selection(args: Arguments, configured: Configured, library: Heads) -> Selection:
    rules, settings = library.rules, configured.settings
    chosen, ignored = _names(args.select), _names(args.ignore)
    if args.select and not chosen:
        raise UsageError("--select names no rule", remedy="leave it out, or name one")
    groups = (ALL, DEFAULT)
    require_rules(chosen, rules, also=groups, where="--select")
    require_rules(ignored, rules, also=groups, where="--ignore")
    file = configured.file
    require_rules(settings.select or (), rules, also=groups, where=f"{file}: select")
    require_rules(settings.ignore, rules, also=groups, where=f"{file}: ignore")
    for entry in settings.per_path:
        names = (*entry.select, *entry.ignore)
        require_rules(names, rules, also=groups, where=f"{file}: per_path")
    if chosen:
        # The command line has its way: only `ignore` by path still holds.
        per_path = tuple(
            type(entry)(paths=entry.paths, ignore=entry.ignore) for entry in settings.per_path
        )
        return select(rules, chosen, ignored, per_path)
    return select(rules, settings.select, (*settings.ignore, *ignored), settings.per_path)


def _fail_on(
    args: Arguments, configured: Configured, library: Heads, selection: Selection
) -> tuple[str, ...]:
    groups, settings = (ANY_HEURISTIC, NOT_COVERED), configured.settings
    asked = _names(args.fail_on)
    require_rules(asked, library.rules, also=groups, where="--fail-on")
    where = f"{configured.file}: fail_on"
    require_rules(settings.fail_on or (), library.rules, also=groups, where=where)
    off = [name for name in asked if name not in (*groups, *selection.ever_on())]
    if off:
        raise UsageError(
            f"--fail-on {off[0]}: the rule is not selected", remedy=f"add --select {off[0]}"
        )
    return tuple(asked) or settings.fail_on or ()


def _models(args: Arguments, configured: Configured, library: Heads) -> frozenset[str]:
    asked, named = _names(args.models), configured.settings.models
    if asked or named:
        from chaff.lint.models import known_models, require_models

        known = known_models(library)
        require_models(asked, known, where="--models")
        require_models(named, known, where=f"{configured.file}: models")
    return frozenset(asked or named)


def _baseline_file(args: Arguments, configured: Configured) -> Path | None:
    if args.baseline:
        return Path(args.baseline).absolute()
    named = configured.settings.baseline
    return configured.folder / named if named else None


def _names(arguments: Iterable[str]) -> list[str]:
    """Return the names in arguments that may each hold several, with commas between."""
    return [name.strip() for one in arguments for name in one.split(",") if name.strip()]
