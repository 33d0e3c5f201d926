from chaff.compile.present import existing_beside, from_root


def test_paths_beside_an_instruction_file():
    repository = {"docs/a.md": "", "b.md": "", "docs/sub/c.md": ""}
    assert existing_beside("docs/CLAUDE.md", repository) == ("../b.md", "a.md", "sub/c.md")
    assert existing_beside("CLAUDE.md", repository) == ("b.md", "docs/a.md", "docs/sub/c.md")
    assert from_root("docs/CLAUDE.md", {"x/y.md": "1"}) == {"docs/x/y.md": "1"}
    assert from_root("CLAUDE.md", {"y.md": "1"}) == {"y.md": "1"}
