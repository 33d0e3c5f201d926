"""Answers questions about a project's git history, from a few passes over it.

Every answer is read from the repository on disk: no network, no shell, no hooks, and nothing of
the caller's `GIT_*` environment. Paths are relative to the project, which may be a subfolder of
the repository. `main line` means everything that the main branch's tip reaches: `main`, or
`origin/main` where another branch (or none) is checked out and the local `main` lacks it.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from chaff.errors import HistoryError
from chaff.git import BlobReader, GitError, git

_COMMIT: Final = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?\Z")
_LATEST: Final = int(datetime(9999, 12, 31, tzinfo=UTC).timestamp())
_KEPT_BLOB: Final = 2**18
"""Larger ones are read again when they are asked for again: there may be many."""
_UNSHALLOW: Final = "run `git fetch --unshallow`, or set `fetch-depth: 0` in the workflow"


class Version(NamedTuple):
    """One committed content of a path: the commit that made it, the blob, how it came."""

    commit: str
    blob: str
    added: bool


class Commit(NamedTuple):
    """A commit's parents and its committer time."""

    parents: tuple[str, ...]
    time: int


@dataclass(frozen=True, kw_only=True)
class History:
    """A repository's past, or the fact that there is none (`is_repository` is False)."""

    root: Path
    main_branch: str
    is_repository: bool
    is_shallow: bool = False
    prefix: str = ""
    object_format: str = "sha1"
    _changes: dict[str, dict[str, list[Version]]] = field(default_factory=dict)
    _blobs: dict[str, bytes | None] = field(default_factory=dict)

    @classmethod
    def open(cls, root: Path, main_branch: str) -> History:
        """Return the history of the project at `root`.

        Raises HistoryError if there is a repository that git refuses to read.
        """
        place = root.resolve()
        asked = ("--show-prefix", "--is-shallow-repository", "--show-object-format")
        try:
            answer = git(place, "rev-parse", *asked)
        except FileNotFoundError:
            return cls(root=place, main_branch=main_branch, is_repository=False)
        except GitError as error:
            if "not a git repository" in error.message:
                return cls(root=place, main_branch=main_branch, is_repository=False)
            raise _refused(place, error) from None
        # A folder's name may hold a line break: the last two lines are git's own words.
        prefix, shallow, object_format = os.fsdecode(answer).removesuffix("\n").rsplit("\n", 2)
        return cls(
            root=place,
            main_branch=main_branch,
            is_repository=True,
            is_shallow=shallow == "true",
            prefix=prefix,
            object_format=object_format,
        )

    @cached_property
    def head(self) -> str | None:
        """The commit that is checked out; None outside git and before the first commit."""
        return self._refs.get("HEAD")

    @cached_property
    def main(self) -> str | None:
        """The tip of the main line; None if there is no such branch."""
        local = self._refs.get(f"refs/heads/{self.main_branch}")
        remote = self._refs.get(f"refs/remotes/origin/{self.main_branch}")
        if local is None or remote is None:
            return local or remote
        if self._refs.get("branch") == f"refs/heads/{self.main_branch}":
            return local
        return local if remote in self._reach(local) else remote

    def require_whole(self) -> None:
        """Raise HistoryError if old commits are missing: nothing could be said about them."""
        if self.is_shallow:
            raise HistoryError(
                "this clone is shallow: its older commits are missing",
                where=str(self.root),
                remedy=_UNSHALLOW,
            )

    def on_main(self, commit: str) -> bool:
        """Tell whether the main line holds `commit`."""
        return commit in self._main_line

    def knows(self, commit: str) -> bool:
        """Tell whether `commit` is in the history of what is checked out, or of main."""
        return commit in self._commits

    def is_strict_ancestor(self, older: str, newer: str) -> bool:
        """Tell whether `newer` was made on top of `older`, and is not `older` itself."""
        if older == newer or older not in self._commits or newer not in self._commits:
            return False
        depth, entered = self._trunk
        pending, seen = [newer], {newer}
        while pending:
            commit = pending.pop()
            if commit == older:
                return True
            if commit in depth:
                if older in entered and entered[older] <= depth[commit]:
                    return True
                continue
            fresh = [p for p in self._commits[commit].parents if p not in seen]
            pending.extend(p for p in fresh if p in self._commits)
            seen.update(fresh)
        return False

    def commit_time(self, commit: str) -> datetime:
        """Return when a known commit was made (the committer's clock, UTC).

        A time that no calendar has becomes the nearest that one does.
        """
        return datetime.fromtimestamp(min(max(self._commits[commit].time, 0), _LATEST), UTC)

    def additions(self, path: str) -> tuple[str, ...]:
        """Return the commits that brought a path into being, oldest first."""
        return tuple(version.commit for version in self._versions(path) if version.added)

    def added_in(self, path: str) -> str | None:
        """Return the oldest commit that added a path; None if git does not have it."""
        return next(iter(self.additions(path)), None)

    def came_before(self, path: str, other: str) -> bool:
        """Tell whether git had one path before the other, whatever dates their commits bear."""
        first, second = self.added_in(path), self.added_in(other)
        if first is None or second is None:
            return first is not None
        return self.is_strict_ancestor(first, second)

    def committed_paths(self, folder: str) -> frozenset[str]:
        """Return every path below a top-level folder that was ever committed."""
        return frozenset(path for path, versions in self._pass_over(folder).items() if versions)

    def version_ids(self, path: str) -> tuple[str, ...]:
        """Return the blob ids of a path's committed contents, oldest first."""
        return tuple(version.blob for version in self._versions(path))

    def versions(self, path: str) -> Iterator[bytes]:
        """Yield a path's committed contents, oldest first."""
        found = map(self._read, self.version_ids(path))
        return (data for data in found if data is not None)

    def blob(self, commit: str, path: str) -> bytes | None:
        """Return what `path` held in `commit`; None if either does not exist."""
        if not _COMMIT.match(commit) or "\n" in path:
            return None
        return self._read(f"{commit}:{self.prefix}{path}")

    def blob_id(self, data: bytes) -> str:
        """Return the id that git gives to a content."""
        name = "sha256" if self.object_format == "sha256" else "sha1"
        return hashlib.new(name, b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()

    def registered_commit(self, config_path: str, predicate: Callable[[bytes], bool]) -> str | None:
        """Return the oldest commit on the main line whose `config_path` satisfies `predicate`."""
        if self.main is None:
            return None
        judged: dict[str, bool] = {}
        for version in reversed(list(self._log(self.main, config_path).get(config_path, []))):
            if version.blob not in judged:
                data = self._read(version.blob)
                judged[version.blob] = data is not None and predicate(data)
            if judged[version.blob]:
                return version.commit
        return None

    # ---- passes

    @cached_property
    def _refs(self) -> dict[str, str]:
        if not self.is_repository:
            return {}
        names = (f"refs/heads/{self.main_branch}", f"refs/remotes/origin/{self.main_branch}")
        listed = self._ask("for-each-ref", "--format=%(refname) %(objectname)", *names).decode()
        found = dict(map(_two_words, listed.splitlines()))
        for key, command in (
            ("HEAD", ("rev-parse", "--verify", "--quiet", "HEAD^{commit}")),
            ("branch", ("symbolic-ref", "--quiet", "HEAD")),
        ):
            answer = self._ask(*command, may_fail=True).decode().strip()
            if answer:
                found[key] = answer
        return found

    @cached_property
    def _commits(self) -> dict[str, Commit]:
        """Every commit that HEAD or a main branch reaches, newest first."""
        tips = {commit for name, commit in self._refs.items() if name != "branch"}
        if not tips:
            return {}
        listed = self._ask("rev-list", "--topo-order", "--timestamp", "--parents", *sorted(tips))
        commits = {}
        for line in listed.decode("ascii").splitlines():
            time, commit, *parents = line.split()
            commits[commit] = Commit(tuple(parents), int(time))
        return commits

    @cached_property
    def _main_line(self) -> frozenset[str]:
        return self._reach(self.main) if self.main else frozenset()

    def _reach(self, tip: str) -> frozenset[str]:
        pending, seen = [tip], {tip}
        while pending:
            known = self._commits.get(pending.pop())
            fresh = [parent for parent in known.parents if parent not in seen] if known else []
            seen.update(fresh)
            pending.extend(fresh)
        return frozenset(seen)

    @cached_property
    def _trunk(self) -> tuple[dict[str, int], dict[str, int]]:
        """First parents of HEAD with their depth (root is 0), and where each commit enters them.

        A commit is an ancestor of the trunk commit at depth d if it entered at depth d or before,
        which makes a question about ancestry one comparison instead of a walk.
        """
        trunk: list[str] = []
        commit = self.head
        while commit in self._commits:
            trunk.append(commit)
            parents = self._commits[commit].parents
            commit = parents[0] if parents else None
        depth = {commit: place for place, commit in enumerate(reversed(trunk))}
        entered: dict[str, int] = {}
        for commit, place in depth.items():
            pending = [commit]
            while pending:
                reached = pending.pop()
                if reached not in entered and reached in self._commits:
                    entered[reached] = place
                    pending.extend(self._commits[reached].parents)
        return depth, entered

    def _versions(self, path: str) -> Iterable[Version]:
        return reversed(self._pass_over(path.split("/", 1)[0]).get(path, []))

    def _pass_over(self, folder: str) -> dict[str, list[Version]]:
        """Return, per path below a top-level folder, its contents with the newest first."""
        if folder not in self._changes:
            self._changes[folder] = self._log(self.head, folder) if self.head else {}
        return self._changes[folder]

    def _log(self, tip: str, path: str) -> dict[str, list[Version]]:
        # Combined diffs show what a merge itself changed, and nothing that a parent had already.
        how = ("--topo-order", "--full-history", "-c", "--raw", "--no-abbrev", "--no-renames")
        answer = self._ask("log", "-z", *how, "--format=%x01%H", tip, "--", path)
        found: dict[str, list[Version]] = {}
        for version, full_path in _parse_log(os.fsdecode(answer)):
            if full_path.startswith(self.prefix):
                found.setdefault(full_path[len(self.prefix) :], []).append(version)
        return found

    def _read(self, name: str) -> bytes | None:
        if not self.is_repository:
            return None
        if name in self._blobs:
            return self._blobs[name]
        try:
            data = self._reader.read(name)
        except GitError as error:
            raise _refused(self.root, error) from None
        if data is None or len(data) <= _KEPT_BLOB:
            self._blobs[name] = data
        return data

    @cached_property
    def _reader(self) -> BlobReader:
        return BlobReader(self.root)

    def _ask(self, *arguments: str, may_fail: bool = False) -> bytes:
        try:
            return git(self.root, *arguments)
        except GitError as error:
            if may_fail:
                return b""
            raise _refused(self.root, error) from None


def _refused(root: Path, error: GitError) -> HistoryError:
    first = error.message.splitlines()[0] if error.message else "git failed and said nothing"
    remedy = "repair the repository"
    if "dubious ownership" in error.message:
        remedy = "run `git config --global --add safe.directory` with the repository's path"
    elif "shallow" in error.message:
        remedy = _UNSHALLOW
    return HistoryError(first, where=str(root), remedy=remedy)


def _parse_log(text: str) -> Iterator[tuple[Version, str]]:
    """Yield the contents that `git log -z -c --raw` lists; deletions have none."""
    commit = ""
    tokens = iter(text.split("\0"))
    for token in tokens:
        if token.startswith("\x01"):
            commit = token[1:]
        elif token.lstrip("\n").startswith(":"):
            colons = len(token.lstrip("\n")) - len(token.lstrip("\n:"))
            words = token.split()
            # Per parent a mode and an id, then the result's own id and the letters.
            blob, letters = words[2 * colons + 1], words[2 * colons + 2]
            path = next(tokens)
            if set(blob) != {"0"}:
                yield Version(commit, blob, set(letters) == {"A"}), path


def _two_words(line: str) -> tuple[str, str]:
    first, _, second = line.partition(" ")
    return first, second
