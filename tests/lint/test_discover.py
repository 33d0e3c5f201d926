import os
from pathlib import Path

import pytest

from chaff.lint.discovery.discover import Found, discover
from tests.support.rights import without_rights

LOADED = [
    "CLAUDE.md",
    "a/CLAUDE.local.md",
    "AGENTS.md",
    "AGENTS.override.md",
    "GEMINI.md",
    ".claude/CLAUDE.md",
    ".claude/skills/deploy/SKILL.md",
    ".claude/rules/a/b.md",
    ".claude/agents/a.md",
    "sub/.claude/commands/a.md",
    "sub/.cursor/rules/a.mdc",
    ".github/copilot-instructions.md",
    ".github/instructions/a/b.instructions.md",
    ".cursor/rules/a.mdc",
    ".cursorrules",
]
NOT_LOADED = ["README.md", ".claude/notes.md", ".cursor/rules/a.md", "docs/HISTORY.md"]
NOT_OURS = [
    ".git/CLAUDE.md",
    "x/node_modules/y/AGENTS.md",
    ".venv/CLAUDE.md",
    "x/__pycache__/CLAUDE.md",
    ".claude/worktrees/copy/CLAUDE.md",
]


def make(root: Path, *names: str) -> None:
    for name in names:
        write(root, {name: "a\n"})


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def names(root: Path, *given: str, **options: object) -> list[str]:
    found = discover([root / name for name in given] or [root], **options)
    assert found.faults == ()
    return relative(root, found)


def relative(root: Path, found: Found) -> list[str]:
    return [target.path.relative_to(root).as_posix() for target in found.files]


def test_a_folder_is_searched(tmp_path):
    make(tmp_path, *LOADED, *NOT_LOADED, *NOT_OURS)
    assert names(tmp_path) == sorted(LOADED, key=lambda name: Path(name).parts)


def test_a_folder_below_dot_claude_is_searched_as_such(tmp_path, monkeypatch):
    make(tmp_path, ".claude/rules/a.md")
    assert names(tmp_path, ".claude/rules") == [".claude/rules/a.md"]
    monkeypatch.chdir(tmp_path / ".claude" / "rules")
    (target,) = discover([Path()]).files
    assert (target.path, target.agent) == (Path("a.md"), "claude")


def test_a_named_file_is_taken_whatever_its_name(tmp_path):
    make(tmp_path, "notes.txt", "CLAUDE.md", ".github_copilot-instructions.md")
    assert names(tmp_path, "notes.txt") == ["notes.txt"]
    assert names(tmp_path, "CLAUDE.md", ".") == ["CLAUDE.md"]
    (target,) = discover([tmp_path / ".github_copilot-instructions.md"]).files
    assert target.agent == "named"


# Where `.git` is, the working folder, what is named -> root, path from there
ROOTS = {
    "a repository above": (["."], ".", "a/b/CLAUDE.md", ".", "a/b/CLAUDE.md"),
    "the nearest": ([".", "a/b"], ".", "a/b/CLAUDE.md", "a/b", "CLAUDE.md"),
    "above the folder named": (["."], ".", "a/b", ".", "a/b/CLAUDE.md"),
    "below the folder named": (["a"], ".", ".", "a", "b/CLAUDE.md"),
    "of a repository within one": ([".", "a/b"], ".", ".", "a/b", "CLAUDE.md"),
    "the folder named": ([], ".", "a", "a", "b/CLAUDE.md"),
    "the folder named, by itself": ([], "a", ".", "a", "b/CLAUDE.md"),
    "the working folder": ([], "a", "b/CLAUDE.md", "a", "b/CLAUDE.md"),
    "the folder of the file": ([], "other", "../a/b/CLAUDE.md", "a/b", "CLAUDE.md"),
}


@pytest.mark.parametrize("case", ROOTS)
def test_the_root(tmp_path, case):
    repositories, cwd, given, root, path = ROOTS[case]
    make(tmp_path, "a/b/CLAUDE.md", "other/x")
    for folder in repositories:
        (tmp_path / folder / ".git").mkdir()
    (target,) = discover([Path(given)], cwd=tmp_path / cwd).files
    assert (target.root, target.relative) == (tmp_path / root, path)
    assert not target.path.is_absolute()
    assert (tmp_path / cwd / target.path).samefile(tmp_path / "a/b/CLAUDE.md")


def test_links_are_followed_once(tmp_path):
    make(tmp_path, "AGENTS.md", "shared/style.md", "x/CLAUDE.md")
    (tmp_path / "CLAUDE.md").symlink_to("AGENTS.md")
    (tmp_path / "A").mkdir()
    (tmp_path / "A" / "CLAUDE.md").symlink_to("../AGENTS.md")
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "rules").symlink_to("../shared")
    (tmp_path / ".claude" / "commands").symlink_to("../shared")
    (tmp_path / "elsewhere").symlink_to("x")
    found = names(tmp_path)
    assert found in (
        [".claude/rules/style.md", "AGENTS.md", "x/CLAUDE.md"],
        [".claude/commands/style.md", "AGENTS.md", "x/CLAUDE.md"],
    )


def test_the_file_is_rather_taken_than_one_in_a_linked_folder(tmp_path):
    make(tmp_path, "shared/AGENTS.md")
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "rules").symlink_to("../shared")
    assert names(tmp_path) == ["shared/AGENTS.md"]


def test_folders_that_lead_back_up_are_told_and_hide_nothing(tmp_path):
    make(tmp_path, "AGENTS.md", ".claude/rules/a.md", "x/y/z")
    (tmp_path / "loop").symlink_to(".")
    (tmp_path / "x" / "y" / "up").symlink_to("..")
    (tmp_path / ".claude" / "loop").symlink_to("..")
    (tmp_path / "self").symlink_to("self")
    found = discover([tmp_path])
    assert relative(tmp_path, found) == [".claude/rules/a.md", "AGENTS.md"]
    assert sorted(found.faults) == [
        f"{tmp_path}/{name}: is a link to a folder above it, and not followed"
        for name in (".claude/loop", "loop", "x/y/up")
    ]


def test_folders_that_link_to_each_other_are_walked_once(tmp_path):
    make(tmp_path, "p/.claude/rules/a.md", "q/.claude/rules/b.md")
    for link in "xyz":
        # Walked anew each time, they would be 3 ** 40 folders.
        (tmp_path / "p" / ".claude" / link).symlink_to("../../q")
        (tmp_path / "q" / ".claude" / link).symlink_to("../../p")
    assert names(tmp_path) == ["p/.claude/rules/a.md", "q/.claude/rules/b.md"]


def test_of_two_links_to_a_file_the_first_is_taken(tmp_path):
    make(tmp_path, "outside.md")
    (tmp_path / "r").mkdir()
    for name in ("CLAUDE.md", "AGENTS.md", "GEMINI.md"):
        (tmp_path / "r" / name).symlink_to("../outside.md")
    assert names(tmp_path, "r") == ["r/AGENTS.md"]
    assert names(tmp_path, "r/GEMINI.md", "r") == ["r/GEMINI.md"]


def test_hard_links_are_one_file(tmp_path):
    make(tmp_path, "AGENTS.md")
    (tmp_path / "CLAUDE.md").hardlink_to(tmp_path / "AGENTS.md")
    assert names(tmp_path) == ["AGENTS.md"]


def test_a_file_named_twice_is_one(tmp_path):
    make(tmp_path, "a/AGENTS.md")
    (tmp_path / ".git").mkdir()
    (tmp_path / "link").symlink_to("a")
    assert names(tmp_path, "a/AGENTS.md", "a", "a/../a/AGENTS.md") == ["a/AGENTS.md"]
    assert names(tmp_path, "link/AGENTS.md", "a/AGENTS.md") == ["a/AGENTS.md"]
    assert names(tmp_path, "link") == ["link/AGENTS.md"]


def test_a_pipe_is_no_file(tmp_path):
    os.mkfifo(tmp_path / "CLAUDE.md")
    assert names(tmp_path) == []
    (fault,) = discover([tmp_path / "CLAUDE.md"]).faults
    assert "neither a file nor a folder" in fault


# a name below the folder, words of the complaint
MISSING = {
    "nothing": ("none", "does not exist"),
    "link to nothing": ("dead", "is a link to nothing"),
    "link to itself": ("self", "cannot be read: "),
    "below a file": ("AGENTS.md/x", "cannot be read: Not a directory"),
    "too long": ("x" * 5000, "cannot be read: File name too long"),
    "null byte": ("a\0b", "cannot be read: embedded null byte"),
}


@pytest.mark.parametrize("name", MISSING)
def test_what_is_named_and_not_there_does_not_hide_the_rest(tmp_path, name):
    make(tmp_path, "AGENTS.md")
    (tmp_path / "dead").symlink_to("none")
    (tmp_path / "self").symlink_to("self")
    given, words = MISSING[name]
    found = discover([tmp_path / given, tmp_path / "AGENTS.md"])
    assert relative(tmp_path, found) == ["AGENTS.md"]
    (fault,) = found.faults
    assert words in fault


def test_what_cannot_be_reached_does_not_hide_the_rest(tmp_path):
    make(tmp_path, "AGENTS.md", "z/AGENTS.md")
    for folder, target in (("x", "none"), ("y", "CLAUDE.md")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "CLAUDE.md").symlink_to(target)
        (tmp_path / folder / "other").symlink_to(target)
        (tmp_path / folder / "other.md").symlink_to(target)
    found = discover([tmp_path])
    assert relative(tmp_path, found) == ["AGENTS.md", "z/AGENTS.md"]
    assert sorted(found.faults) == [
        f"{tmp_path}/x/CLAUDE.md: is a link to nothing",
        f"{tmp_path}/y/CLAUDE.md: is a link to nothing",
    ]


def test_what_may_not_be_read_does_not_hide_the_rest(tmp_path):
    write(tmp_path, {"CLAUDE.md": "@x.md\n@y.md\n", "x.md": "x\n", "y.md": "y\n"})
    make(tmp_path, "shut/AGENTS.md", "z/AGENTS.md")

    def look():
        found = discover([tmp_path])
        return relative(tmp_path, found), found.faults

    files, faults = without_rights([tmp_path / "shut", tmp_path / "x.md"], look)
    assert files == ["CLAUDE.md", "z/AGENTS.md", "x.md", "y.md"]
    assert faults == [f"{tmp_path}/shut: cannot be read: Permission denied"]


def test_odd_names(tmp_path):
    folders = ["a b", "a\nb", "日本", "-rf", os.fsdecode(b"caf\xe9"), "a\\b", "%41", "[x]"]
    make(tmp_path, *(f"{folder}/AGENTS.md" for folder in folders), "ignored/AGENTS.md")
    (tmp_path / ".gitignore").write_text("ignored\n")
    assert sorted(names(tmp_path)) == sorted(f"{folder}/AGENTS.md" for folder in folders)


IGNORES = {
    ".gitignore": "/private/\n/GEMINI.md\nCLAUDE.local.md\n/.cursor\n!/kept/AGENTS.md\n",
    "kept/.gitignore": "AGENTS.md\n",
    ".git/info/exclude": ".cursorrules\n",
}


@pytest.mark.parametrize("repository", [True, False])
def test_what_git_ignores_is_left_out(tmp_path, repository):
    write(tmp_path, IGNORES)
    make(tmp_path, "AGENTS.md", "GEMINI.md", "sub/GEMINI.md", "CLAUDE.local.md", ".cursorrules")
    make(tmp_path, "private/AGENTS.md", "private/CLAUDE.local.md", ".cursor/rules/a.mdc")
    make(tmp_path, "kept/AGENTS.md")
    if not repository:
        # A list counts where there is no repository yet.
        (tmp_path / ".git" / "info" / "exclude").unlink()
        (tmp_path / ".git" / "info").rmdir()
        (tmp_path / ".git").rmdir()
    found = discover([tmp_path])
    private = [] if repository else [".cursorrules"]
    expected = [*private, "AGENTS.md", "CLAUDE.local.md", "sub/GEMINI.md"]
    assert relative(tmp_path, found) == expected
    (note,) = found.notes
    assert note.startswith(f"{4 - len(private)} instruction files or folders left out")


def test_what_is_named_is_taken_though_ignored(tmp_path):
    write(tmp_path, IGNORES)
    make(tmp_path, "private/AGENTS.md", "private/x/GEMINI.md", "GEMINI.md")
    assert names(tmp_path, "private/AGENTS.md", "GEMINI.md") == ["private/AGENTS.md", "GEMINI.md"]
    assert names(tmp_path, "private") == ["private/AGENTS.md", "private/x/GEMINI.md"]


def test_in_an_ignored_folder_that_is_named_nothing_is_ignored(tmp_path):
    write(tmp_path, {".gitignore": "private/**\n"})
    (tmp_path / ".git").mkdir()
    make(tmp_path, "private/x/AGENTS.md", "private/x/y/AGENTS.md")
    assert names(tmp_path) == []
    assert names(tmp_path, "private/x") == ["private/x/AGENTS.md", "private/x/y/AGENTS.md"]


def test_to_git_a_link_to_a_folder_is_no_folder(tmp_path):
    write(tmp_path, {".gitignore": "rules/\n/sub/.claude/rules\n"})
    make(tmp_path, "shared/a.md", "other/b.md", ".claude/x", "sub/.claude/x")
    (tmp_path / ".claude" / "rules").symlink_to("../shared")
    (tmp_path / "sub" / ".claude" / "rules").symlink_to("../../other")
    assert names(tmp_path) == [".claude/rules/a.md"]


def test_lists_above_the_named_folder_count(tmp_path):
    (tmp_path / ".git").mkdir()
    write(tmp_path, {".gitignore": "/a/b/\n"})
    make(tmp_path, "a/AGENTS.md", "a/b/AGENTS.md")
    assert names(tmp_path, "a") == ["a/AGENTS.md"]


def test_a_repository_within_another_has_its_own_lists(tmp_path):
    write(tmp_path, {".gitignore": "GEMINI.md\n", "inner/.gitignore": "AGENTS.md\n"})
    (tmp_path / ".git").mkdir()
    (tmp_path / "inner" / ".git").write_text("gitdir: ../.git/modules/inner\n")
    make(tmp_path, "AGENTS.md", "GEMINI.md", "inner/AGENTS.md", "inner/GEMINI.md")
    assert names(tmp_path) == ["AGENTS.md", "inner/GEMINI.md"]


def test_what_is_excluded(tmp_path, monkeypatch):
    write(tmp_path, {"CLAUDE.md": "@docs/a.md\n@b.md\n"})
    make(tmp_path, "docs/a.md", "b.md", "fixtures/AGENTS.md", "x/fixtures/AGENTS.md", "x/AGENTS.md")
    exclude = ["fixtures/", "!x/fixtures/", "/docs"]
    expected = ["CLAUDE.md", "x/AGENTS.md", "x/fixtures/AGENTS.md", "b.md"]
    assert names(tmp_path, cwd=tmp_path, exclude=exclude) == expected
    named = ["fixtures/AGENTS.md"]
    assert names(tmp_path, *named, cwd=tmp_path, exclude=exclude) == named


# What is imported: its files, links among them -> what is linted, and by what it is imported.
IMPORTS = {
    "relative to the importing file": (
        {"CLAUDE.md": "@docs/a.md", "docs/a.md": "@b.md @../c.md", "docs/b.md": "", "c.md": ""},
        {"docs/a.md": "CLAUDE.md", "docs/b.md": "docs/a.md", "c.md": "docs/a.md"},
    ),
    "four hops": (
        {"CLAUDE.md": "@1.md", **{f"{n}.md": f"@{n + 1}.md" for n in range(1, 7)}},
        {"1.md": "CLAUDE.md", "2.md": "1.md", "3.md": "2.md", "4.md": "3.md"},
    ),
    "the first way to a file counts": (
        {"CLAUDE.md": "@1.md @4.md", **{f"{n}.md": f"@{n + 1}.md" for n in range(1, 7)}},
        {"1.md": "CLAUDE.md", "2.md": "1.md", "3.md": "2.md", "4.md": "3.md"},
    ),
    "cycles": (
        {"CLAUDE.md": "@a.md", "a.md": "@CLAUDE.md @a.md @b.md", "b.md": "@a.md"},
        {"a.md": "CLAUDE.md", "b.md": "a.md"},
    ),
    "rules, local and dot files": (
        {
            ".claude/CLAUDE.md": "@a.md",
            ".claude/a.md": "",
            ".claude/rules/r.md": "---\npaths: x\n---\n@../b.md",
            ".claude/b.md": "",
            "CLAUDE.local.md": "@c.md",
            "c.md": "",
        },
        {
            ".claude/a.md": ".claude/CLAUDE.md",
            ".claude/b.md": ".claude/rules/r.md",
            "c.md": "CLAUDE.local.md",
        },
    ),
    "others import nothing": (
        {
            "AGENTS.md": "@a.md",
            "GEMINI.md": "@a.md",
            ".claude/skills/x/SKILL.md": "@../../../a.md",
            ".claude/agents/x.md": "@../../a.md",
            ".claude/commands/x.md": "@../../a.md",
            "a.md": "",
        },
        {},
    ),
    "but what is imported does": (
        {"CLAUDE.md": "@AGENTS.md", "AGENTS.md": "@a.md", "a.md": ""},
        {"a.md": "AGENTS.md"},
    ),
    "a file that is found anyway": ({"CLAUDE.md": "@AGENTS.md", "AGENTS.md": ""}, {}),
    "not what does not exist": ({"CLAUDE.md": "@none.md @d @a\0b.md", "d/x": ""}, {}),
    "prose only": (
        {
            "CLAUDE.md": "@p.json @x.py @a.txt @b @Makefile @.env @c.MD @d.mdx @v1.2",
            **dict.fromkeys(("p.json", "x.py", "Makefile", ".env", "d.mdx", "v1.2"), "@e.md"),
            **dict.fromkeys(("a.txt", "b", "c.MD", "e.md"), ""),
        },
        {"e.md": "p.json", "a.txt": "CLAUDE.md", "b": "CLAUDE.md", "c.MD": "CLAUDE.md"},
    ),
    "not out of the root": ({"CLAUDE.md": "@../out.md @/etc/hosts @~/x.md"}, {}),
    "nor into packages": (
        {"CLAUDE.md": "@node_modules/x/a.md", "node_modules/x/a.md": ""},
        {},
    ),
    "ignored files": (
        {"CLAUDE.md": "@private/a.md", ".gitignore": "private/", "private/a.md": ""},
        {"private/a.md": "CLAUDE.md"},
    ),
    "in front matter, code and comments": (
        {"CLAUDE.md": "---\nx: @a.md\n---\n`@a.md`\n\n<!-- @a.md -->\n", "a.md": ""},
        {},
    ),
}


@pytest.mark.parametrize("case", IMPORTS)
def test_imports(tmp_path, case):
    files, expected = IMPORTS[case]
    write(tmp_path / "r", files)
    write(tmp_path, {"out.md": ""})
    found = discover([Path()], cwd=tmp_path / "r")
    assert found.faults == ()
    imported = {str(one.path): one.imported_by for one in found.files if one.imported_by}
    assert imported == expected
    assert all(one.agent == "claude" for one in found.files if one.imported_by)
    for one in found.files:
        assert one.relative == one.path.as_posix()


def test_imports_of_a_file_that_is_named(tmp_path):
    write(tmp_path, {"x/CLAUDE.md": "@../a.md\n", "a.md": ""})
    found = discover([Path("x/CLAUDE.md")], cwd=tmp_path)
    assert [(str(one.path), one.relative) for one in found.files] == [
        ("x/CLAUDE.md", "x/CLAUDE.md"),
        ("a.md", "a.md"),
    ]
    found = discover([tmp_path / "x" / "CLAUDE.md"], cwd=tmp_path)
    assert [one.path for one in found.files] == [tmp_path / "x/CLAUDE.md", tmp_path / "a.md"]
    assert found.files[1].imported_by == str(tmp_path / "x/CLAUDE.md")


def test_an_import_from_a_link_is_relative_to_the_file(tmp_path):
    write(tmp_path, {"shared/AGENTS.md": "@a.md\n@b.md\n", "shared/a.md": "", "b.md": ""})
    (tmp_path / "CLAUDE.md").symlink_to("shared/AGENTS.md")
    found = discover([Path()], cwd=tmp_path)
    assert [str(one.path) for one in found.files] == ["shared/AGENTS.md", "shared/a.md"]


def test_an_import_that_is_a_link_is_relative_to_what_it_links_to(tmp_path):
    write(tmp_path, {"CLAUDE.md": "@l.md\n", "s/t.md": "@x.md\n@y.md\n", "s/x.md": "", "y.md": ""})
    (tmp_path / "l.md").symlink_to("s/t.md")
    assert names(tmp_path) == ["CLAUDE.md", "l.md", "s/x.md"]


def test_no_link_leads_out_of_the_root(tmp_path):
    write(tmp_path, {"r/CLAUDE.md": "@l.md\n@o/a.md\n", "o/a.md": "", "out.md": ""})
    (tmp_path / "r" / "l.md").symlink_to("../out.md")
    (tmp_path / "r" / "o").symlink_to("../o")
    assert names(tmp_path / "r") == ["CLAUDE.md"]


def test_a_root_that_is_reached_by_a_link(tmp_path):
    write(tmp_path, {"r/CLAUDE.md": "@docs/a.md\n", "r/docs/a.md": ""})
    (tmp_path / "link").symlink_to("r")
    found = discover([Path()], cwd=tmp_path / "link")
    assert [str(one.path) for one in found.files] == ["CLAUDE.md", "docs/a.md"]
    assert names(tmp_path, "link") == ["link/CLAUDE.md", "link/docs/a.md"]


def test_a_file_that_is_no_text_imports_nothing_and_is_still_to_lint(tmp_path):
    (tmp_path / "CLAUDE.md").write_bytes(b"@a.md \xff\n")
    make(tmp_path, "a.md")
    assert names(tmp_path) == ["CLAUDE.md"]


def test_many_imports(tmp_path):
    write(tmp_path, {f"{n}.md": "a\n" for n in range(300)})
    write(tmp_path, {"CLAUDE.md": " ".join(f"@{n}.md" for n in range(300))})
    assert [one.path.name for one in discover([tmp_path]).files[1:]] == [
        f"{n}.md" for n in range(300)
    ]


def test_the_case_of_at_signs_that_are_no_imports():
    folder = Path(__file__).resolve().parents[2] / "../shared/cases/inputs"
    folder /= "lint-05-at-signs-that-are-not-imports"
    if not folder.is_dir():
        pytest.skip("the shared cases are not here")
    found = discover([Path("CLAUDE.md")], cwd=folder)
    assert [str(one.path) for one in found.files] == ["CLAUDE.md", "docs/style.md"]
