"""Reads the words of a command for the scripts and targets that it asks a task runner for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from chaff.lazy import lazy
from chaff.lint.repository.node_runners import bun, npm, pnpm, yarn
from chaff.lint.repository.wanted import Options, Wanted, first_of, words_of
from chaff.shapes.detect import Runner

_WITH_PYTHON: Final = lazy(r"-(?:py|pypy)?\d[\w.]*$|\(.*$")
"""What nox adds to a session's name: the Python that it runs under, its parameters."""
_TARGET: Final = lazy(r"^[A-Za-z0-9_](?:[\w:.@+-]*[A-Za-z0-9_])?$")


_COMPOSER: Final = words_of(
    "about archive audit browse bump cc check-platform-reqs clear-cache clearcache config "
    "create-project depends diagnose dump-autoload dumpautoload exec fund global help home i info "
    "init install licenses list outdated prohibits r reinstall remove require rm run run-script "
    "search self-update selfupdate show status suggests u uninstall update upgrade validate why "
    "why-not"
)


def asked(words: Sequence[str]) -> Iterator[Wanted]:
    """Yield what a command asks for; another file, or an unknown option, asks for nothing."""
    read = RUNNERS.get(words[0])
    if read is not None:
        yield from (one for one in read(words[1:]) if _TARGET.match(one.target))


_MAKE_OPTIONS: Final = Options(
    valued="-C --directory -o -W -I", drop="-f --file --makefile -v --version -h --help --eval"
)
_JUST_OPTIONS: Final = Options(
    drop="-f --justfile -d --working-directory --set -g -c --command -e --edit -s --show --usage"
)
_TOX_OPTIONS: Final = Options(valued="-e", drop="-c --conf --root --workdir -x --override -f -m")
_NOX_OPTIONS: Final = Options(drop="-f --noxfile -k --keywords -t --tags -p --python")
_POE_OPTIONS: Final = Options(valued="-C --root --directory", drop="-e --executor")
_TASK_OPTIONS: Final = Options(drop="-d --dir -t --taskfile -g --global --init -i")
_DENO_OPTIONS: Final = Options(valued="--cwd", drop="-c --config -f --filter -r --recursive")
_COMPOSER_OPTIONS: Final = Options(valued="-d --working-dir", drop="-l --list")
_RUN_OPTIONS: Final = words_of(
    "-q --quiet -v --verbose --frozen --locked --no-sync --all-extras --all-groups --dev"
)


def _make(words: Sequence[str]) -> Iterator[Wanted]:
    match _MAKE_OPTIONS.split(words):
        case (plain, values):
            folder = first_of(values, "-C", "--directory")
            for target in plain:
                is_file = "." in target or target.isdigit() or "=" in target
                if not is_file:
                    yield Wanted(runner="make", target=target, folder=folder)


def _just(words: Sequence[str]) -> Iterator[Wanted]:
    match _JUST_OPTIONS.split(words):
        case (plain, _):
            target = next((word for word in plain if "=" not in word), "")
            yield Wanted(runner="just", target=target.partition("::")[0])


def _tox(words: Sequence[str]) -> Iterator[Wanted]:
    spread = [part for word in words for part in re.split(r"(?<=^-e)(?=\w)", word)]
    match _TOX_OPTIONS.split(["-e" if word == "-qe" else word for word in spread]):
        case (_, values):
            for target in values.get("-e", "").split(","):
                yield Wanted(runner="tox", target=target.strip())


def _nox(words: Sequence[str]) -> Iterator[Wanted]:
    if not words or words[0] not in ("-s", "-e", "--session", "--sessions"):
        return
    match _NOX_OPTIONS.split(words[1:]):
        case (plain, _):
            for target in plain:
                yield Wanted(runner="nox", target=_WITH_PYTHON.sub("", target))


def _poe(words: Sequence[str]) -> Iterator[Wanted]:
    match _POE_OPTIONS.split(words):
        case ([target, *_], values):
            folder = first_of(values, "-C", "--root", "--directory")
            yield Wanted(runner="poe", target=target, folder=folder)


def _hatch(words: Sequence[str]) -> Iterator[Wanted]:
    match list(words):
        case ["run", script, *_] if ":" in script and not script.startswith("-"):
            yield Wanted(runner="hatch", target=script.partition(":")[0].partition(".")[0])


def _task(words: Sequence[str]) -> Iterator[Wanted]:
    match _TASK_OPTIONS.split(words):
        case (plain, _):
            for target in plain:
                if "=" not in target:
                    yield Wanted(runner="task", target=target)


def _deno(words: Sequence[str]) -> Iterator[Wanted]:
    match _DENO_OPTIONS.split(words):
        case (["task", target, *_], values):
            yield Wanted(runner="deno", target=target, folder=values.get("--cwd", ""))


def _composer(words: Sequence[str]) -> Iterator[Wanted]:
    match _COMPOSER_OPTIONS.split(words):
        case (["run" | "run-script", target, *_], values):
            folder = first_of(values, "-d", "--working-dir")
            yield Wanted(runner="composer", target=target, folder=folder)
        case ([target, *_], values) if target not in _COMPOSER:
            folder = first_of(values, "-d", "--working-dir")
            yield Wanted(runner="composer", target=target, folder=folder, program=True)


def _poetry(words: Sequence[str]) -> Iterator[Wanted]:
    yield from _run("poetry", words)


def _uv(words: Sequence[str]) -> Iterator[Wanted]:
    yield from _run("uv", words)


def _pdm(words: Sequence[str]) -> Iterator[Wanted]:
    yield from _run("pdm", words)


def _run(runner: Runner, words: Sequence[str]) -> Iterator[Wanted]:
    """Yield what `poetry run` and its like ask for: what the program asks for, or the program."""
    if not words or words[0] != "run":
        return
    rest = list(words[1:])
    while rest and rest[0] in _RUN_OPTIONS:
        rest.pop(0)
    if rest and rest[0] == "task":
        # Not the runner of Taskfiles but taskipy, which is not known here.
        return
    if rest and rest[0] in RUNNERS:
        yield from asked(rest)
    elif rest:
        yield Wanted(runner=runner, target=rest[0], program=True)


RUNNERS: Final[dict[str, Callable[[Sequence[str]], Iterator[Wanted]]]] = {
    "npm": npm,
    "pnpm": pnpm,
    "yarn": yarn,
    "bun": bun,
    "make": _make,
    "gmake": _make,
    "just": _just,
    "tox": _tox,
    "nox": _nox,
    "poe": _poe,
    "poetry": _poetry,
    "uv": _uv,
    "pdm": _pdm,
    "hatch": _hatch,
    "task": _task,
    "deno": _deno,
    "composer": _composer,
}
