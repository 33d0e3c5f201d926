from chaff.lint.repository.place import Added, Files, Place

BEFORE = Files({"a.md": "a", ".gitignore": "out/\n"})


def test_files_that_are_about_to_be_written():
    after = Added(BEFORE, {"docs/b.md": "b", "a.md": "new", "out/c.md": ""})
    assert after.paths() == {"a.md", ".gitignore", "docs/b.md"}
    assert [after.read(path) for path in ("a.md", "docs/b.md", "x.md")] == ["new", "b", None]
    assert [after.exists(path) for path in ("docs", ".gitignore", "x.md")] == [True, True, False]
    assert after.ignored("out/c.md")


def test_a_place_has_files_beside_it():
    place = Place(repository=BEFORE, path="pkg/CLAUDE.md")
    assert place.having({}) is place
    after = place.having({"docs/b.md": "b"})
    assert after.path == place.path
    assert after.repository.read("pkg/docs/b.md") == "b"
    assert not place.repository.exists("pkg/docs/b.md")
