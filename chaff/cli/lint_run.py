"""One run of the linter: reads each file, fixes it if asked, and gathers what there is to tell."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Final

from chaff.cli.apart import ENOUGH, done_apart, processes
from chaff.cli.colour import print_lines, wants_colour
from chaff.cli.lint_options import STDIN_NAMES, Options, relative
from chaff.cli.told import Told
from chaff.errors import BadInputError, ChaffError, TooLarge
from chaff.lint.baseline import Entry
from chaff.lint.baseline_file import save_baseline
from chaff.lint.discovery.discover import Target, discover
from chaff.lint.discovery.intake import read_input, require_text
from chaff.lint.discovery.roots import root_of
from chaff.lint.engine import Beside, FixedFile, Source, fix_file, lint
from chaff.lint.fixes.targets import folder_of, leads_out, taken, written
from chaff.lint.library import require_sound
from chaff.lint.output.report import FixedReport, Remark, Result, count
from chaff.lint.repository.disk import Disks
from chaff.lint.repository.place import Place
from chaff.lint.selection import names_path
from chaff.shapes.detect import DeleteBlock
from chaff.shapes.head import Head

NOTHING_LEFT: Final = "nothing is left in this file: delete it, or write what belongs there"
DECIDE: Final = "delete the heading, or write what belongs there"


class Run:
    """A run in progress."""

    def __init__(self, asked: Options) -> None:
        self.asked = asked
        self.told = Told()
        self._disks = Disks()
        self._few = True
        """So few files are linted that it pays to compile no pattern in vain."""
        self._promised: dict[Path, str] = {}
        """Where which text is moved to, so that a diff shows what a fix would do."""

    def all_files(self) -> None:
        """Lint everything that was asked for; what goes wrong with one file stops no other."""
        if self.asked.stdin_name:
            self._guarded(self._standard_input)
        named = [Path(path) for path in self.asked.paths if path not in STDIN_NAMES]
        if not named:
            return
        found = discover(named, cwd=Path.cwd(), exclude=self.asked.exclude)
        self.told.errors += [Remark(text=fault) for fault in found.faults]
        self.told.notes += [Remark(text=note) for note in found.notes]
        targets = [
            target for target in found.files if target.path in named or not self._excluded(target)
        ]
        self._few = len(targets) < ENOUGH
        n_processes = self._n_processes(len(targets))
        sizes = [_size(target.path) for target in targets] if n_processes > 1 else []
        for told in done_apart(self._told_of, targets, sizes, n_processes):
            self.told.add(told)

    def result(self) -> Result:
        """Return what there is to tell."""
        return Result(
            n_files=len(self.told.linted),
            findings=tuple(self.told.findings),
            errors=tuple(self.told.errors),
            notes=(*self.told.notes, *self._stale()),
            not_covered=tuple(self.told.not_covered),
            fixed=tuple(self.told.fixed),
            n_suppressed=self.told.n_suppressed,
            n_known=len(self.told.known),
            fail_on=self.asked.terms.fail_on,
        )

    def write_baseline(self) -> int:
        """Write all findings to the baseline file; return the exit status.

        An older baseline is replaced, whatever else stands there is not. With an error nothing is
        written, for the findings of a file that could not be read would be lost.
        """
        for error in self.told.errors:
            print(f"chaff: {error}", file=sys.stderr)
        file = self.asked.write_baseline
        if self.told.errors or file is None:
            print("chaff: no baseline was written", file=sys.stderr)
            return 2
        save_baseline(file, self.told.entries)
        print(
            Remark(
                path=relative(file, Path.cwd()),
                text=f"{count(len(self.told.entries), 'finding')} written",
            )
        )
        return 0

    def _n_processes(self, n_files: int) -> int:
        """Return how many processes are to lint; a fix looks at what was done to files before."""
        if self.asked.fix or self.asked.diff or n_files < ENOUGH:
            return 1
        return min(self.asked.jobs or n_files, processes())

    def _told_of(self, target: Target) -> Told:
        """Lint one file; return what there is to tell of it alone."""
        before, self.told = self.told, Told()
        try:
            self._guarded(partial(self._file, target))
            return self.told
        finally:
            self.told = before

    def _excluded(self, target: Target) -> bool:
        patterns = self.asked.settings_exclude
        return bool(patterns) and names_path(patterns, self.asked.key(target.path))

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except TooLarge as error:
            self.told.notes.append(Remark.of(error))
        except ChaffError as error:
            # What looks like a fault of the file may be one of a rule's patterns.
            require_sound(self.asked.library)
            self.told.errors.append(Remark.of(error))

    def _file(self, target: Target) -> None:
        data = read_input(target.path, max_bytes=self.asked.max_bytes)
        rules = self.asked.selection.for_path(self.asked.key(target.path))
        source = self._source(target.path, data, self._place(target.root, target.relative), rules)
        if self.asked.fix or self.asked.diff:
            source = self._mended(target, source, rules)
        self._lint(source, rules)

    def _standard_input(self) -> None:
        """Lint standard input; with --fix, what the fixes make of it is standard output."""
        path = Path(self.asked.stdin_name)
        data = _read_stdin(self.asked.max_bytes, self.asked.stdin_name)
        rules = self.asked.selection.for_path(self.asked.key(path))
        # No file can be written beside a text that has no place.
        targets = _targets(rules)
        folder = str(path.absolute().parent)
        root = Path(root_of(folder) or folder)
        place = self._place(root, Path(os.path.relpath(path.absolute(), root)).as_posix())
        source = Source(
            data=data,
            path=self.asked.stdin_name,
            key=self.asked.baseline_key(path),
            place=place,
            beside=lambda: Beside(existing=targets),
        )
        if self.asked.fix or self.asked.diff:
            fixed = fix_file(source, rules, self.asked.terms, unsafe=self.asked.unsafe)
            if self.asked.diff:
                self._print_diff(source, "", fixed)
            elif self.asked.fix:
                _write_stdout(fixed.data, self.asked.stdin_name)
            if self.asked.fix:
                self._tell_fixed(source, fixed)
                source = _with(source, fixed.data)
        self._lint(source, rules)

    def _source(self, path: Path, data: bytes, place: Place, rules: Sequence[Head]) -> Source:
        return Source(
            data=data,
            path=path.as_posix(),
            key=self.asked.baseline_key(path),
            place=place,
            beside=cache(partial(self._beside, path, _targets(rules))),
        )

    def _beside(self, path: Path, targets: Sequence[str]) -> Beside:
        return Beside(
            existing=taken(path, targets, self._promised),
            written=written(path, targets, self._promised),
        )

    def _place(self, root: Path, relative: str) -> Place:
        return Place(repository=self._disks.of(root), path=relative)

    def _mended(self, target: Target, source: Source, rules: Sequence[Head]) -> Source:
        """Show or write what the fixes make of a file; return the text that is left to lint.

        What keeps it from being written is an error, and all findings are left then.
        """
        path = target.path
        fixed = fix_file(source, rules, self.asked.terms, unsafe=self.asked.unsafe)
        if self.asked.diff:
            folder = "" if path.parent == Path() else f"{path.parent.as_posix()}/"
            there = source.beside().written if fixed.files else {}
            self._print_diff(source, folder, _without_files(fixed, there))
        self._promised |= {folder_of(path) / to: text for to, text in fixed.files.items()}
        if not self.asked.fix:
            self._tell_emptied(source, fixed)
        if not self.asked.fix or fixed.data == source.data:
            return source
        if leads_out(path, target.root) and path not in map(Path, self.asked.paths):
            text = "is a link out of the repository, and not fixed (name it to fix it)"
            self.told.errors.append(Remark(path=source.path, text=text))
            return source
        from chaff.lint.fixes.write import write_fixed

        try:
            write_fixed(path, source.data, fixed)
        except ChaffError as error:
            self.told.errors.append(Remark.of(error))
            return source
        self._disks.of(target.root).forget(added=bool(fixed.files))
        self._tell_fixed(source, fixed)
        return self._source(path, fixed.data, source.place, rules)

    def _tell_emptied(self, source: Source, fixed: FixedFile) -> None:
        for line, heading in fixed.emptied:
            text = f"nothing is left under {heading!r}: {DECIDE}" if heading else NOTHING_LEFT
            self.told.notes.append(Remark(path=source.path, line=line, text=text))

    def _tell_fixed(self, source: Source, fixed: FixedFile) -> None:
        self._tell_emptied(source, fixed)
        if fixed.fixes:
            folder = source.path.rpartition("/")[0]
            moved = (f"{folder}/{to}" if folder else to for to in fixed.files)
            self.told.fixed.append(
                FixedReport(path=source.path, fixes=fixed.fixes, moved_to=tuple(moved))
            )

    def _lint(self, source: Source, rules: Sequence[Head]) -> None:
        with_edits = self.asked.format == "sarif"
        linted = lint(source, rules, self.asked.terms, with_edits=with_edits, sparing=self._few)
        self.told.linted[source.name] = frozenset(rule.id for rule in rules)
        self.told.findings += linted.findings
        self.told.known |= set(linted.known)
        self.told.n_suppressed += linted.n_suppressed
        self.told.notes += [
            Remark(path=source.path, line=line, text=text) for line, text in linted.remarks
        ]
        if not linted.covered:
            self.told.not_covered.append(source.path)
        if with_edits and linted.findings:
            self.told.texts[source.path] = source.data
        if self.asked.write_baseline:
            self.told.entries += [
                Entry(
                    path=source.name,
                    rule=one.rule,
                    text=one.finding.excerpt,
                    fingerprint=one.fingerprint,
                )
                for one in linted.findings
            ]

    def _stale(self) -> Iterator[Remark]:
        """Yield the entries of the baseline that are of no use any more."""
        file = self.asked.baseline_file
        for entry in self.asked.baseline.findings:
            if entry.fingerprint in self.told.known or file is None:
                continue
            rules = self.told.linted.get(entry.path)
            if rules is None:
                gone = not (file.parent / entry.path).exists()
                reason = "the file is gone" if gone else ""
            else:
                applied = entry.rule in rules
                reason = "it is not found any more" if applied else ""
            if reason:
                text = f"stale: {entry.rule} in {entry.path} ({reason})"
                yield Remark(path=file.name, text=f"{text}; --write-baseline drops it")

    def _print_diff(self, source: Source, folder: str, fixed: FixedFile) -> None:
        from chaff.lint.fixes.diff import diff_lines

        shown = sys.stdout.isatty()
        lines = diff_lines(source.path, folder, source.data, fixed, shown=shown)
        print_lines(lines, colour=wants_colour(sys.stdout, os.environ))


def _without_files(fixed: FixedFile, there: Collection[str]) -> FixedFile:
    """Return what a fix makes of a file, less the files that are there already, or promised."""
    files = {to: text for to, text in fixed.files.items() if to not in there}
    return FixedFile(data=fixed.data, files=files, fixes=fixed.fixes)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _with(source: Source, data: bytes) -> Source:
    return Source(
        data=data,
        path=source.path,
        key=source.key,
        place=source.place,
        beside=source.beside,
    )


def _targets(rules: Sequence[Head]) -> tuple[str, ...]:
    return tuple(rule.fix.to for rule in rules if not isinstance(rule.fix, DeleteBlock))


def _write_stdout(data: bytes, name: str) -> None:
    if sys.stdout is None:
        raise BadInputError("standard output is closed: the fixed text has no place", where=name)
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.flush()


def _read_stdin(max_bytes: int, name: str) -> bytes:
    if sys.stdin is None:
        raise BadInputError("standard input is closed", where=name)
    try:
        data = sys.stdin.buffer.read(max_bytes + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInputError(f"cannot be read: {reason}", where=name) from None
    if len(data) > max_bytes:
        # No note: with --fix, who asked would take the empty output for the text.
        raise BadInputError(
            f"more than {max_bytes:,} bytes", where=name, remedy="raise --max-bytes to lint it"
        )
    require_text(data, where=name)
    return data
