"""Runs git as a child process that reaches no network and that no environment can steer."""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

_KEPT: Final = frozenset(
    ("GIT_CEILING_DIRECTORIES", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM")
)
_SETTINGS: Final = (
    "--no-replace-objects",
    "--literal-pathspecs",
    # A tracked folder laid out like a bare repository must not pass for the history.
    *("-c", "safe.bareRepository=explicit"),
    *("-c", "advice.graftFileDeprecated=false"),
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.quotePath=false"),
    *("-c", "diff.relative=false"),
    *("-c", f"diff.orderFile={os.devnull}"),
    *("-c", "log.follow=false"),
    *("-c", "log.showSignature=false"),
    *("-c", "log.showRoot=true"),
)

LARGEST_BLOB: Final = 64 * 2**20 + 1
"""More of a blob is never kept: no file of this length is taken as evidence."""
_CHUNK: Final = 2**20


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
        "GIT_GRAFT_FILE": os.devnull,
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
        """Return a blob by id or `commit:path`; None if there is none of that name.

        A blob of more than LARGEST_BLOB bytes is cut there. Raises GitError if git has gone.
        """
        if "\n" in name:
            # Git would take it for two questions.
            return None
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None  # noqa: S101 - asked for a pipe
        assert stdout is not None  # noqa: S101 - asked for a pipe
        try:
            stdin.write(os.fsencode(name) + b"\n")
            stdin.flush()
            answer = stdout.readline()
        except BrokenPipeError:
            answer = b""
        if not answer:
            raise GitError("git ended while it was reading blobs")
        words = answer.rsplit(b" ", 2)
        if len(words) != 3 or not words[2].strip().isdigit():
            return None
        size = int(words[2])
        data = stdout.read(min(size, LARGEST_BLOB))
        if not _skip(stdout, size - len(data) + 1):
            raise GitError("git ended in the middle of a blob")
        return data if words[1] == b"blob" else None

    def __del__(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()
        self._process.wait()


def _skip(stream: IO[bytes], size: int) -> bool:
    """Read on over `size` bytes; tell whether there were as many."""
    while size and (passed := len(stream.read(min(size, _CHUNK)))):
        size -= passed
    return size == 0
