"""Arguments are read plainly as argparse reads them, or not at all."""

import argparse

import pytest

from chaff.cli.lint_arguments import GROUPS, add_arguments, read_plainly

PLAIN = [
    "",
    ".",
    "a b -",
    "--fix a",
    "a b --fix --diff --unsafe-fixes",
    "--format json --jobs 2 x",
    "x --format sarif --max-bytes 100",
    "--select a,b --select c --ignore d --fail-on heuristic --models m x",
    "--baseline f --exclude *.md --exclude b --config c --no-config",
    "- --stdin-filename x.md",
    "--write-baseline f",
]
# Those that argparse is left with: it knows better, or complains.
OTHER = [
    "a --fix b",
    "--format=json",
    "--form json",
    "--format yaml",
    "--jobs two",
    "--jobs -1",
    "--jobs",
    "--select --fix",
    "--help",
    "-h",
    "--",
    "-x",
]


@pytest.mark.parametrize("line", PLAIN)
def test_plain_arguments_are_read_as_argparse_reads_them(line):
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    assert vars(read_plainly(line.split())) == vars(parser.parse_args(line.split()))


@pytest.mark.parametrize("line", OTHER)
def test_all_else_is_left_to_argparse(line):
    assert read_plainly(line.split()) is None


def test_every_option_is_explained():
    for option in (option for group in GROUPS.values() for option in group):
        assert option.help or option.kind == "format"


def test_no_list_is_shared():
    assert read_plainly(["--select", "a"]).select == ["a"]
    assert read_plainly([]).select == []
