"""Reads what npm, pnpm, yarn and bun are asked for: scripts of a package or a workspace."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from chaff.lint.repository.wanted import Options, Wanted, first_of, words_of
from chaff.shapes.detect import Runner

_PNPM: Final = words_of(
    "add approve-builds audit bin c cache cat-file cat-index ci completion config create deploy "
    "dedupe dlx doctor env exec fetch find-hash help i import init install it install-test "
    "licenses link list ln ls la ll login logout outdated pack patch patch-commit patch-remove "
    "prune publish rb rebuild remove restart rm root run run-script search self-update server "
    "setup start stop store t test tst un uninstall unlink up update upgrade version view whoami "
    "why x"
)
_YARN: Final = words_of(
    "add audit autoclean bin cache check config constraints create dedupe dlx exec explain "
    "generate-lock-entry global help import info init install licenses link list login logout "
    "node npm outdated owner pack patch patch-commit plugin policies prune publish rebuild remove "
    "run search set stage start tag team test test unlink unplug up upgrade upgrade-interactive "
    "version versions why workspace workspaces"
)
_BUN: Final = words_of(
    "a add audit build c completions create dev-server exec feedback getcompletes help i info init "
    "install link outdated patch patch-commit pm publish remove repl rm run test unlink up update "
    "upgrade why x"
)
_OWN_SCRIPTS: Final = frozenset({"env", "restart", "start", "install", "ci"})
"""What npm and its like run without a script of that name."""
_NPM_OPTIONS: Final = Options(
    valued="--prefix -C -w --workspace", drop="--if-present --workspaces -ws -g --global"
)
_PNPM_OPTIONS: Final = Options(
    valued="-C --dir --filter -F --prefix",
    drop="-r --recursive --if-present --workspace-root -w --filter-prod -g",
)
_YARN_OPTIONS: Final = Options(valued="--cwd", drop="--if-present")
_BUN_OPTIONS: Final = Options(valued="--cwd --filter", drop="--if-present")


def npm(words: Sequence[str]) -> Iterator[Wanted]:
    """Yield the script that npm is asked for; what it does without one is none."""
    match _NPM_OPTIONS.split(words):
        case (["run" | "run-script", target, *_], values) if target not in _OWN_SCRIPTS:
            yield from _script("npm", target, values, program=False)


def pnpm(words: Sequence[str]) -> Iterator[Wanted]:
    """Yield the script that pnpm is asked for; what it does without one is none."""
    match _PNPM_OPTIONS.split(words):
        case (["run" | "run-script", target, *_], values) if target not in _OWN_SCRIPTS:
            yield from _script("pnpm", target, values, program=False)
        case ([target, *_], values) if target not in _PNPM:
            yield from _script("pnpm", target, values, program=True)


def yarn(words: Sequence[str]) -> Iterator[Wanted]:
    """Yield the script that yarn is asked for; what it does without one is none."""
    match _YARN_OPTIONS.split(words):
        case (["workspace", package, "run", target, *_], values) if target not in _OWN_SCRIPTS:
            yield from _script("yarn", target, {**values, "--filter": package}, program=True)
        case (["workspace", package, target, *_], values) if target not in _YARN:
            yield from _script("yarn", target, {**values, "--filter": package}, program=True)
        case (["run", target, *_], values) if target not in _OWN_SCRIPTS:
            yield from _script("yarn", target, values, program=True)
        case ([target, *_], values) if target not in _YARN:
            yield from _script("yarn", target, values, program=True)


def bun(words: Sequence[str]) -> Iterator[Wanted]:
    """Yield the script that bun is asked for; what it does without one is none."""
    match _BUN_OPTIONS.split(words):
        case (["run", target, *_], values) if target not in _OWN_SCRIPTS and "." not in target:
            yield from _script("bun", target, values, program=True)
        case ([target, *_], values) if target not in _BUN and "." not in target:
            yield from _script("bun", target, values, program=True)


def _script(
    runner: Runner, target: str, values: dict[str, str], *, program: bool
) -> Iterator[Wanted]:
    folder = first_of(values, "--prefix", "-C", "--dir", "--cwd")
    package = first_of(values, "-w", "--workspace", "--filter", "-F")
    if package.startswith("./"):
        folder, package = package, ""
    if re.search(r"[*^!{}\[\]]|\.\.", f"{package}{folder}"):
        return
    yield Wanted(runner=runner, target=target, folder=folder, package=package, program=program)
