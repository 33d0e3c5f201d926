"""The child process that evaluates one Jsonnet file, with imports contained in specs/.

Run as a script by `chaff.compile.jsonnet`: the task as JSON on standard input, the result as one
JSON object on standard output. It imports nothing of chaff, so that it starts fast and its limits
bind nothing else. Rules for what may be read:
- only regular files below specs/, by a relative path that does not lead out of it;
- no symbolic link on the way, neither a folder nor the file;
- UTF-8 without byte order mark, lines end with LF.
"""

# pathlib would add a third to the time that this process takes to start.
# ruff: noqa: PTH113, PTH118, PTH123

from __future__ import annotations

import hashlib
import json
import os
import posixpath
import resource
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

SPECS = "specs"
LF = b"\n"
POLL_SECONDS = 0.02
HEADROOM_BYTES = 512 * 1024 * 1024
"""Address space is not memory: threads and libraries reserve more than they use."""

_FINISHING = threading.Lock()


class Refused(Exception):
    """A file that may not be read, and why; `where` is empty if the import itself is at fault."""

    def __init__(self, problem: str, where: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.where = where


class Reader:
    """Reads files below specs/ and remembers each one's digest."""

    def __init__(self, root: str) -> None:
        self.root = os.path.realpath(root)
        self.content: dict[str, bytes] = {}
        self.refusal: Refused | None = None

    def imported(self, folder: str, name: str) -> tuple[str, bytes]:
        """Answer the engine's import of `name` by a file in `folder`."""
        try:
            path = self.locate(folder, name)
            return path, self.read(path)
        except Refused as refusal:
            self.refusal = refusal
            raise

    def locate(self, folder: str, name: str) -> str:
        """Return the project-relative path of an import."""
        if name.startswith("/") or "\\" in name or name[1:2] == ":":
            raise Refused(f"import {name!r}: only relative paths with forward slashes")
        path = posixpath.normpath(posixpath.join(folder, name))
        if not path.startswith(f"{SPECS}/"):
            raise Refused(f"import {name!r} leaves {SPECS}/")
        return path

    def read(self, path: str) -> bytes:
        """Return a file's bytes, the same for every import of it."""
        if path not in self.content:
            full = os.path.join(self.root, *path.split("/"))
            try:
                self.content[path] = self._contained(full, path)
            except (OSError, ValueError) as error:
                # ValueError: a null byte in the path.
                reason = getattr(error, "strerror", None) or str(error)
                raise Refused(f"{path!r} cannot be read: {reason}") from None
            check_text(self.content[path], path)
        return self.content[path]

    def _contained(self, full: str, path: str) -> bytes:
        if os.path.realpath(full) != full:
            raise Refused(f"{path!r} is reached through a symbolic link")
        if not os.path.isfile(full):
            raise Refused(f"there is no file {path!r}")
        with open(full, "rb") as file:
            return file.read()

    def digests(self) -> dict[str, str]:
        """Return the digest of every file read so far."""
        return {
            path: "sha256:" + hashlib.sha256(data).hexdigest()
            for path, data in sorted(self.content.items())
        }


def check_text(data: bytes, path: str) -> None:
    """Raise Refused, naming the line, for what would change or break on its way."""
    if data.startswith(b"\xef\xbb\xbf"):
        raise Refused("starts with a byte order mark", f"{path}:1")
    if (at := data.find(b"\r")) >= 0:
        raise Refused("holds a carriage return: lines must end with LF", _place(data, at, path))
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused("is not UTF-8", _place(data, error.start, path)) from None


def _place(data: bytes, at: int, path: str) -> str:
    return f"{path}:{data.count(LF, 0, at) + 1}"


def limit_resources(cpu_seconds: int, memory_bytes: int) -> None:
    """Bound CPU time and address space; a limit that this system lacks is left to the watcher."""
    for kind, soft, hard in (
        (resource.RLIMIT_CORE, 0, 0),
        (resource.RLIMIT_CPU, cpu_seconds, cpu_seconds + 5),
        (resource.RLIMIT_AS, memory_bytes + HEADROOM_BYTES, memory_bytes + HEADROOM_BYTES),
    ):
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (soft, hard))


def memory_used() -> int:
    """Return the bytes of memory in use (the peak of it where the system tells no more)."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def watch_memory(limit: int, finish: Callable[[dict[str, Any]], NoReturn]) -> None:
    """End the process when it uses more memory than `limit`; the engine runs without the GIL."""
    while memory_used() <= limit:
        time.sleep(POLL_SECONDS)
    finish({"problem": f"needs more than {limit // 2**20} MB of memory", "where": ""})


def finish(result: dict[str, Any]) -> NoReturn:
    """Write the result and leave at once, whatever other threads do; only the first one counts."""
    _FINISHING.acquire()
    data = json.dumps(result).encode("ascii")
    while data:
        data = data[os.write(1, data) :]
    os._exit(0)


def evaluate(entry: str, reader: Reader) -> dict[str, Any]:
    """Return the engine's text and the digests of all files read, or the problem."""
    import _jsonnet

    try:
        source = reader.read(entry).decode("utf-8")
        text = _jsonnet.evaluate_snippet(entry, source, import_callback=reader.imported)
    except Refused as refusal:
        return {"problem": refusal.problem, "where": refusal.where}
    except UnicodeDecodeError as error:
        # The engine encodes a lone surrogate of std.char as if it were a character.
        text = error.object.decode("utf-8", "surrogatepass")
    except RuntimeError as error:
        refused = reader.refusal
        return {
            "problem": refused.problem if refused else "",
            "where": refused.where if refused else "",
            "engine": str(error),
        }
    return {"text": text, "sources": reader.digests()}


def main() -> NoReturn:
    """Take the task from standard input, evaluate, write the result."""
    task = json.load(sys.stdin)
    sys.path.append(task["engine"])
    limit_resources(task["cpu_seconds"], task["memory_bytes"])
    arguments = (task["memory_bytes"], finish)
    threading.Thread(target=watch_memory, args=arguments, daemon=True).start()
    finish(evaluate(task["entry"], Reader(task["root"])))


if __name__ == "__main__":
    main()
