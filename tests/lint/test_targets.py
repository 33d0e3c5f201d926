import pytest

from chaff.lint.fixes.targets import taken, written


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "CLAUDE.md").write_text("a\n")
    (tmp_path / "outside").mkdir()
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "CLAUDE.md").write_text("a\n")
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


def check(folder, target, path="CLAUDE.md"):
    """Return whether the target is taken, by the file's relative and by its absolute path."""
    by_name = taken(type(folder)(path), [target])
    assert taken(folder / path, [target]) == by_name
    return by_name == (target,)


def test_what_is_free(folder):
    (folder / "docs").mkdir()
    assert not check(folder, "docs/H.md")
    assert not check(folder, "new/folder/H.md")
    assert not check(folder, "H.md")


def test_what_exists(folder):
    (folder / "H.md").write_text("mine")
    (folder / "dead").symlink_to("none")
    (folder / "docs").mkdir()
    assert check(folder, "H.md")
    assert check(folder, "dead")
    assert check(folder, "docs")
    assert check(folder, "H.md/x")
    assert check(folder, "dead/x")


def test_what_another_file_was_promised(folder):
    assert taken(folder / "CLAUDE.md", ["H.md", "I.md"], {folder / "H.md"}) == ("H.md",)


def test_nothing_is_moved_through_a_link(folder):
    (folder / "docs").symlink_to("../outside")
    (folder / "inner").symlink_to(".")
    assert check(folder, "docs/H.md")
    assert check(folder, "docs/new/H.md")
    assert check(folder, "inner/H.md")


def test_nothing_is_moved_to_where_an_agent_loads_it_again(folder):
    rules = folder / ".claude" / "rules"
    rules.mkdir(parents=True)
    (rules / "a.md").write_text("a\n")
    (folder / "linked").symlink_to(".claude/rules")
    (folder / "shared").mkdir()
    (folder / "shared" / "b.md").write_text("a\n")
    (folder / ".claude" / "agents").symlink_to("../shared")
    assert check(folder, "docs/H.md", ".claude/rules/a.md")
    assert check(folder, "docs/H.md", "linked/a.md")
    assert check(folder, "docs/H.md", ".claude/agents/b.md")
    assert not check(folder, "docs/H.txt", ".claude/rules/a.md")
    assert check(folder, "AGENTS.md")


def test_a_link_to_a_file_in_another_folder_gives_up_no_text(folder):
    (folder / "AGENTS.md").symlink_to("CLAUDE.md")
    (folder / "sub").mkdir()
    (folder / "sub" / "AGENTS.md").symlink_to("../CLAUDE.md")
    assert not check(folder, "docs/H.md", "AGENTS.md")
    assert check(folder, "docs/H.md", "sub/AGENTS.md")


def test_what_a_run_that_was_stopped_may_have_written(folder):
    (folder / "docs").mkdir()
    (folder / "docs" / "H.md").write_bytes(b"moved\r\n")
    (folder / "docs" / "bytes.md").write_bytes(b"\xff")
    (folder / "docs" / "link.md").symlink_to("H.md")
    (folder / "linked").symlink_to("docs")
    (folder / "AGENTS.md").write_text("a\n")
    targets = ["docs/H.md", "docs/none.md", "docs/bytes.md", "docs/link.md", "linked/H.md", "docs"]
    targets.append("AGENTS.md")
    path = folder / "CLAUDE.md"
    assert written(path, targets) == {"docs/H.md": "moved\r\n"}
    assert set(targets) - set(taken(path, targets)) == {"docs/none.md"}
    promised = {folder / "docs/none.md": "moved"}
    assert written(path, targets, promised) == {"docs/H.md": "moved\r\n", "docs/none.md": "moved"}
