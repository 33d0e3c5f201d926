from chaff.lint.discovery.reach import Reached, reach

FILES = {
    "CLAUDE.md": "@b.md\n@a.md\n",
    "a.md": "@sub/c.json\n",
    "b.md": "@CLAUDE.md @a.md\n",
    "sub/c.json": "@../d.md\n",
    "d.md": "",
    "large.md": "",
}


def test_files_come_in_the_order_in_which_they_are_loaded(tmp_path):
    (tmp_path / "sub").mkdir()
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    found = list(reach(str(tmp_path / "CLAUDE.md"), str(tmp_path)))
    assert found == [
        Reached(path=str(tmp_path / path), importer=str(tmp_path / importer))
        for path, importer in (("b.md", "CLAUDE.md"), ("a.md", "b.md"), ("d.md", "sub/c.json"))
    ]


def test_a_file_too_large_for_claude_code_imports_nothing(tmp_path):
    (tmp_path / "a.md").write_text("a\n")
    large = tmp_path / "CLAUDE.md"
    large.write_text("@a.md\n" + "x\n" * (2 << 20))
    assert list(reach(str(large), str(tmp_path))) == []
    large.write_text("@a.md\n")
    assert len(list(reach(str(large), str(tmp_path)))) == 1
