"""Where a path is looked for, and what is let off because it may rightly be absent."""

import pytest

from chaff.lint.repository.place import NOWHERE, Files, Place
from chaff.lint.repository.whereabouts import is_missing, namesake

FILES = {
    "README.md": "",
    "docs/style.md": "",
    "docs/guides/testing.md": "",
    "packages/api/src/server.ts": "",
    "packages/api/AGENTS.md": "",
    "packages/web/src/main.tsx": "",
    "packages/web/docs/pages.md": "",
    ".gitignore": "/gen/\n*.out.md\n",
    ".gitmodules": '[submodule "theme"]\n\tpath = themes/plain\n\turl = x\n',
    "themes/own/a.css": "",
}

# (path, instruction file, missing)
CASES = [
    ("docs/style.md", "CLAUDE.md", False),
    ("./docs/style.md", "CLAUDE.md", False),
    ("docs/gone.md", "CLAUDE.md", True),
    ("docs/gone/", "CLAUDE.md", True),
    ("docs/guides/", "CLAUDE.md", False),
    ("elsewhere/gone.md", "CLAUDE.md", False),
    ("gone.md", "CLAUDE.md", False),
    ("src/server.ts", "packages/api/AGENTS.md", False),
    ("src/gone.ts", "packages/api/AGENTS.md", True),
    ("docs/style.md", "packages/api/AGENTS.md", False),
    ("../web/src/main.tsx", "packages/api/AGENTS.md", False),
    ("../web/src/gone.tsx", "packages/api/AGENTS.md", True),
    ("../../../docs/style.md", "packages/api/AGENTS.md", False),
    ("../elsewhere/gone.md", "packages/api/AGENTS.md", False),
    # Told from a folder in between, compiled from another file, ignored, in a submodule.
    ("docs/pages.md", "CLAUDE.md", False),
    ("packages/api/src/server.js", "CLAUDE.md", False),
    ("docs/log.out.md", "CLAUDE.md", False),
    ("gen/a.md", "CLAUDE.md", False),
    ("themes/plain/main.css", "CLAUDE.md", False),
    ("themes/own/main.css", "CLAUDE.md", True),
]


@pytest.mark.parametrize(("path", "file", "missing"), CASES)
def test_is_missing(path, file, missing):
    assert is_missing(path, Place(repository=Files(FILES), path=file)) is missing


@pytest.mark.parametrize(
    ("path", "file", "missing"),
    [
        ("gone.md", "CLAUDE.md", True),
        ("README.md", "CLAUDE.md", False),
        ("../gone.md", "docs/CLAUDE.md", True),
        ("gone.md", "empty/CLAUDE.md", False),
    ],
)
def test_a_bare_name_is_looked_for_beside_others(path, file, missing):
    assert is_missing(path, Place(repository=Files(FILES), path=file), beside=True) is missing


def test_nothing_is_missing_where_nothing_is_known():
    alone = Place(repository=Files({"CLAUDE.md": ""}), path="CLAUDE.md")
    named = Place(repository=Files({"notes.md": ""}), path="notes.md")
    for place in (NOWHERE, alone, named):
        assert not is_missing("docs/gone.md", place)
        assert not is_missing("gone.md", place, beside=True)


@pytest.mark.parametrize(
    ("path", "other"),
    [
        ("docs/testing.md", "docs/guides/testing.md"),
        ("docs/Pages.md", "packages/web/docs/pages.md"),
        ("docs/gone.md", ""),
        ("docs/AGENTS.md", "packages/api/AGENTS.md"),
    ],
)
def test_namesake(path, other):
    assert namesake(path, Files(FILES)) == other


def test_several_namesakes_are_none():
    assert namesake("x/a.md", Files({"b/a.md": "", "c/a.md": ""})) == ""
