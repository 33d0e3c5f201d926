"""Real git repositories for tests: chosen dates, untouched by the user's settings."""

from __future__ import annotations

import os
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

EPOCH = datetime(2026, 12, 1, 9, 0, 0, tzinfo=UTC)


class Repo:
    """A repository on the branch `main`; each commit is an hour after the one before."""

    def __init__(self, path: Path, *, project: str = "", object_format: str = "sha1") -> None:
        self.path = path
        self.root = path / project
        """The project's folder: the repository's own, or a folder below it."""
        self.root.mkdir(parents=True, exist_ok=True)
        self.clock = EPOCH
        if not (path / ".git").exists():
            how = f"--object-format={object_format}"
            self.git("init", "--quiet", "--initial-branch=main", how)

    def git(self, *arguments: str) -> str:
        done = subprocess.run(
            ("git", *arguments),
            cwd=self.path,
            env=self._environment(),
            capture_output=True,
            check=False,
            text=True,
        )
        assert done.returncode == 0, f"git {' '.join(arguments)}: {done.stderr}"
        return done.stdout.strip()

    def write(self, files: dict[str, str | bytes]) -> None:
        for name, content in files.items():
            target = self.root / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content if isinstance(content, bytes) else content.encode())

    def commit(
        self, files: dict[str, str | bytes] | None = None, *, at: datetime | None = None
    ) -> str:
        """Write files, commit everything, return the commit."""
        self.write(files or {})
        self.clock = at or self.clock + timedelta(hours=1)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message=change")
        return self.head

    def branch(self, name: str, start: str = "HEAD") -> None:
        self.git("switch", "--quiet", "--create", name, start)

    def switch(self, name: str) -> None:
        self.git("switch", "--quiet", name)

    def merge(self, name: str, *how: str) -> str:
        """Merge a branch: `--no-ff`, `--squash` (committed at once) or `--ff-only`."""
        self.clock += timedelta(hours=1)
        self.git(
            "merge", "--quiet", *(how or ("--no-ff",)), *(("-m", "merge") if not how else ()), name
        )
        if "--squash" in how:
            self.git("commit", "--quiet", "--message=squashed")
        return self.head

    def clone(self, path: Path, *how: str) -> Repo:
        subprocess.run(
            ("git", "clone", "--quiet", *how, self.path.as_uri(), str(path)),
            env=self._environment(),
            check=True,
            capture_output=True,
        )
        return Repo(path, project=self.root.relative_to(self.path).as_posix())

    @property
    def head(self) -> str:
        return self.git("rev-parse", "HEAD")

    def _environment(self) -> dict[str, str]:
        stamp = self.clock.strftime("%Y-%m-%dT%H:%M:%S+00:00")
        people = {
            f"GIT_{who}_{what}": value
            for who in ("AUTHOR", "COMMITTER")
            for what, value in (("NAME", "A"), ("EMAIL", "a@example.org"), ("DATE", stamp))
        }
        plain = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
        return plain | people | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
