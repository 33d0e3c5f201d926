from tests.support.module_map import ROOT, module_map, readme_with


def test_the_map_names_every_module_with_its_sentence():
    expected = readme_with(module_map())
    actual = (ROOT / "README.md").read_text()
    assert actual == expected, "run `python -m tests.support.module_map`"


def test_every_module_says_what_it_is_for():
    nameless = [row for row in module_map().splitlines() if row.endswith("|  |")]
    assert not nameless
