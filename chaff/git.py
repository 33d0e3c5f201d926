"""Runs git as a child process that reaches no network and that no environment can steer."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Final

_KEPT: Final = frozenset(
    ("GIT_CEILING_DIRECTORIES", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM")
)
_SETTINGS: Final = (
    "--no-replace-objects",
    "--literal-pathspecs",
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.quotePath=false"),
    *("-c", "log.showSignature=false"),
    *("-c", "log.showRoot=true"),
)


class GitError(Exception):
    """Git ended with an error; `message` is what it said."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def git(root: Path, *arguments: str) -> bytes:
    """Return what git prints for `arguments` in a folder, or raise GitError.

    Raises FileNotFoundError where git is not installed.
    """
    done = subprocess.run(
        ("git", *_SETTINGS, *arguments),
        cwd=root,
        env=_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise GitError(done.stderr.decode("utf-8", "replace").strip())
    return done.stdout


def _environment() -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("GIT_") or k in _KEPT}
    return kept | {
        "LC_ALL": "C",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        # A partial clone would fetch what is missing: name no protocol that exists.
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_NO_LAZY_FETCH": "1",
    }


class BlobReader:
    """Reads blobs through one child process, started at the first question."""

    def __init__(self, root: Path) -> None:
        self._process = subprocess.Popen(
            ("git", *_SETTINGS, "cat-file", "--batch"),
            cwd=root,
            env=_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def read(self, name: str) -> bytes | None:
        """Return a blob by id or `commit:path`; None if there is none of that name."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None  # noqa: S101 - asked for a pipe
        assert stdout is not None  # noqa: S101 - asked for a pipe
        stdin.write(os.fsencode(name) + b"\n")
        stdin.flush()
        answer = stdout.readline().rsplit(b" ", 2)
        if len(answer) != 3 or not answer[2].strip().isdigit():
            return None
        data = stdout.read(int(answer[2]) + 1)[:-1]
        return data if answer[1] == b"blob" else None

    def __del__(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process.wait()
