"""Whether a manifest may be there is told by names alone, and agrees with reading them."""

import pytest

from chaff.lint.repository.manifest_names import NAMES, may_have_manifest
from chaff.lint.repository.manifests import manifests_of
from chaff.lint.repository.place import Files

CASES = {
    "none": ("README.md", False),
    "at the root": ("package.json", True),
    "further down": ("web/package.json", True),
    "of another runner": ("Makefile", False),
    "a name that ends alike": ("my-package.json", False),
}


@pytest.mark.parametrize("name", CASES)
def test_names_tell(name):
    path, there = CASES[name]
    assert may_have_manifest(Files({path: "{}"}), ("npm", "just")) is there


@pytest.mark.parametrize("runner", NAMES)
def test_a_manifest_that_is_read_bears_a_name(runner):
    for name in NAMES[runner]:
        files = Files({f"a/{name}": ""})
        assert may_have_manifest(files, (runner,))
        manifests_of(files, runner)
