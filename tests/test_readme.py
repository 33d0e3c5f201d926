from tests.support.readme import ROOT, module_map, readme_with, runs_table


def test_the_map_and_the_runs_are_as_the_code_has_them():
    expected = readme_with(map=module_map(), runs=runs_table())
    actual = (ROOT / "README.md").read_text()
    assert actual == expected, "run `python -m tests.support.readme`"


def test_every_module_says_what_it_is_for():
    nameless = [row for row in module_map().splitlines() if row.endswith("|  |")]
    assert not nameless
