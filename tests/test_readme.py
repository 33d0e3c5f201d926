from tests.support.readme import ROOT, readme_with, runs_table, short_map, whole_map


def test_the_maps_and_the_runs_are_as_the_code_has_them():
    expected = readme_with(map=short_map(), runs=runs_table())
    actual = (ROOT / "README.md").read_text()
    assert actual == expected, "run `python -m tests.support.readme`"
    assert (ROOT / "docs/map.md").read_text() == whole_map(), "run `python -m tests.support.readme`"


def test_every_module_says_what_it_is_for():
    nameless = [row for row in whole_map().splitlines() if row.endswith("|  |")]
    assert not nameless
