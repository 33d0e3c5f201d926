"""Reads the words of a command for the scripts and targets that it asks a task runner for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from chaff.shapes.base import Shape
from chaff.shapes.detect import Runner

_WITH_PYTHON: Final = re.compile(r"-(?:py|pypy)?\d[\w.]*$|\(.*$")
"""What nox adds to a session's name: the Python that it runs under, its parameters."""
_TARGET: Final = re.compile(r"^[A-Za-z0-9_](?:[\w:.@+-]*[A-Za-z0-9_])?$")

_PNPM: Final = frozenset(
    "add approve-builds audit bin c cache cat-file cat-index ci completion config create deploy "
    "dedupe dlx doctor env exec fetch find-hash help i import init install it install-test "
    "licenses link list ln ls la ll login logout outdated pack patch patch-commit patch-remove "
    "prune publish rb rebuild remove restart rm root run run-script search self-update server "
    "setup start stop store t test tst un uninstall unlink up update upgrade version view whoami "
    "why x".split()
)
_YARN: Final = frozenset(
    "add audit autoclean bin cache check config constraints create dedupe dlx exec explain "
    "generate-lock-entry global help import info init install licenses link list login logout "
    "node npm outdated owner pack patch patch-commit plugin policies prune publish rebuild remove "
    "run search set stage start tag team test test unlink unplug up upgrade upgrade-interactive "
    "version versions why workspace workspaces".split()
)
_BUN: Final = frozenset(
    "a add audit build c completions create dev-server exec feedback getcompletes help i info init "
    "install link outdated patch patch-commit pm publish remove repl rm run test unlink up update "
    "upgrade why x".split()
)
_COMPOSER: Final = frozenset(
    "about archive audit browse bump cc check-platform-reqs clear-cache clearcache config "
    "create-project depends diagnose dump-autoload dumpautoload exec fund global help home i info "
    "init install licenses list outdated prohibits r reinstall remove require rm run run-script "
    "search self-update selfupdate show status suggests u uninstall update upgrade validate why "
    "why-not".split()
)
_OWN_SCRIPTS: Final = frozenset({"env", "restart", "start", "install", "ci"})
"""What npm and its like run without a script of that name."""


class Wanted(Shape, frozen=True, kw_only=True):
    """What a command asks a runner for."""

    runner: Runner
    target: str
    folder: str = ""
    """The folder that the command names, '' if it names none."""
    package: str = ""
    """The workspace that the command names, '' if it names none."""
    program: bool = False
    """Without a script of that name the runner would look for a program."""


def asked(words: Sequence[str]) -> Iterator[Wanted]:
    """Yield what a command asks for; another file, or an unknown option, asks for nothing."""
    read = _RUNNERS.get(words[0])
    if read is not None:
        yield from (one for one in read(words[1:]) if _TARGET.match(one.target))


class _Options:
    """The options of a runner: which take a value, and which make it another question."""

    def __init__(self, *, valued: str = "", drop: str = "", rest: bool = False) -> None:
        self._valued = frozenset(valued.split())
        self._drop = frozenset(drop.split())
        self._rest = rest
        """What follows the second plain word belongs to the script."""

    def split(self, words: Sequence[str]) -> tuple[list[str], dict[str, str]] | None:
        """Return the plain words and the values of options; None for another question."""
        plain: list[str] = []
        values: dict[str, str] = {}
        left = list(words)
        while left and left[0] != "--":
            word = left.pop(0)
            name, equals, value = word.partition("=")
            if not word.startswith("-"):
                plain.append(word)
            elif name in self._drop:
                return None
            elif name in self._valued:
                if not equals and not left:
                    return None
                if name in values:
                    return None
                values[name] = value if equals else left.pop(0)
        return plain, values


_NPM_OPTIONS: Final = _Options(
    valued="--prefix -C -w --workspace", drop="--if-present --workspaces -ws -g --global"
)
_PNPM_OPTIONS: Final = _Options(
    valued="-C --dir --filter -F --prefix",
    drop="-r --recursive --if-present --workspace-root -w --filter-prod -g",
)
_YARN_OPTIONS: Final = _Options(valued="--cwd", drop="--if-present")
_BUN_OPTIONS: Final = _Options(valued="--cwd --filter", drop="--if-present")
_MAKE_OPTIONS: Final = _Options(
    valued="-C --directory -o -W -I", drop="-f --file --makefile -v --version -h --help --eval"
)
_JUST_OPTIONS: Final = _Options(
    drop="-f --justfile -d --working-directory --set -g -c --command -e --edit -s --show --usage"
)
_TOX_OPTIONS: Final = _Options(valued="-e", drop="-c --conf --root --workdir -x --override -f -m")
_NOX_OPTIONS: Final = _Options(drop="-f --noxfile -k --keywords -t --tags -p --python")
_POE_OPTIONS: Final = _Options(valued="-C --root --directory", drop="-e --executor")
_TASK_OPTIONS: Final = _Options(drop="-d --dir -t --taskfile -g --global --init -i")
_DENO_OPTIONS: Final = _Options(valued="--cwd", drop="-c --config -f --filter -r --recursive")
_COMPOSER_OPTIONS: Final = _Options(valued="-d --working-dir", drop="-l --list")
_RUN_OPTIONS: Final = frozenset(
    "-q --quiet -v --verbose --frozen --locked --no-sync --all-extras --all-groups --dev".split()
)


def _npm(words: Sequence[str]) -> Iterator[Wanted]:
    match _NPM_OPTIONS.split(words):
        case (["run" | "run-script", target, *_], values) if target not in _OWN_SCRIPTS:
            yield from _script("npm", target, values, program=False)


def _pnpm(words: Sequence[str]) -> Iterator[Wanted]:
    match _PNPM_OPTIONS.split(words):
        case (["run" | "run-script", target, *_], values) if target not in _OWN_SCRIPTS:
            yield from _script("pnpm", target, values, program=False)
        case ([target, *_], values) if target not in _PNPM:
            yield from _script("pnpm", target, values, program=True)


def _yarn(words: Sequence[str]) -> Iterator[Wanted]:
    match _YARN_OPTIONS.split(words):
        case (["workspace", package, "run", target, *_], values) if target not in _OWN_SCRIPTS:
            yield from _script("yarn", target, {**values, "--filter": package}, program=True)
        case (["workspace", package, target, *_], values) if target not in _YARN:
            yield from _script("yarn", target, {**values, "--filter": package}, program=True)
        case (["run", target, *_], values) if target not in _OWN_SCRIPTS:
            yield from _script("yarn", target, values, program=True)
        case ([target, *_], values) if target not in _YARN:
            yield from _script("yarn", target, values, program=True)


def _bun(words: Sequence[str]) -> Iterator[Wanted]:
    match _BUN_OPTIONS.split(words):
        case (["run", target, *_], values) if target not in _OWN_SCRIPTS and "." not in target:
            yield from _script("bun", target, values, program=True)
        case ([target, *_], values) if target not in _BUN and "." not in target:
            yield from _script("bun", target, values, program=True)


def _script(
    runner: Runner, target: str, values: dict[str, str], *, program: bool
) -> Iterator[Wanted]:
    folder = _first(values, "--prefix", "-C", "--dir", "--cwd")
    package = _first(values, "-w", "--workspace", "--filter", "-F")
    if package.startswith("./"):
        folder, package = package, ""
    if re.search(r"[*^!{}\[\]]|\.\.", f"{package}{folder}"):
        return
    yield Wanted(runner=runner, target=target, folder=folder, package=package, program=program)


def _first(values: dict[str, str], *names: str) -> str:
    return next((values[name] for name in names if name in values), "")


def _make(words: Sequence[str]) -> Iterator[Wanted]:
    match _MAKE_OPTIONS.split(words):
        case (plain, values):
            folder = _first(values, "-C", "--directory")
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
            folder = _first(values, "-C", "--root", "--directory")
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
            folder = _first(values, "-d", "--working-dir")
            yield Wanted(runner="composer", target=target, folder=folder)
        case ([target, *_], values) if target not in _COMPOSER:
            folder = _first(values, "-d", "--working-dir")
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
    if rest and rest[0] in _RUNNERS:
        yield from asked(rest)
    elif rest:
        yield Wanted(runner=runner, target=rest[0], program=True)


_RUNNERS: Final[dict[str, Callable[[Sequence[str]], Iterator[Wanted]]]] = {
    "npm": _npm,
    "pnpm": _pnpm,
    "yarn": _yarn,
    "bun": _bun,
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
