"""Which scripts, targets and tasks manifests define, and what makes them open."""

import json
from time import process_time

import pytest

from chaff.lint.repository.manifests import manifests_of
from chaff.lint.repository.place import Files

MAKEFILE = """\
NAMES := oven kiln
RING = $(RING)
BIN ?= bin/$(NAME)
include mk/*.mk
-include .env

.PHONY: phony $(NAMES)
all install: $(BIN) ; echo all
$(NAMES): %: cmd/%
\techo $@: not a target
$(BIN): main.go
run-%:
double:: a
assigned := x
export E = y
scoped: export X = 1
both: \\
  a b

define text
inside: this is text
endef
ifdef CI
in-ci:
else
not-in-ci:
endif
# comment: no
"""
JUSTFILE = """\
set shell := ["bash"]
version := "1"
alias t := test
import 'more.just'
mod ops
@test *args='a:b':
    echo no: recipe
_private name: test
"""
TASKFILE = """\
version: '3'
includes:
  docs: ./docs
tasks:
  build:
    desc: a thing
    cmds:
      - echo x
  'test:unit':
    aliases: [tu, "u"]
  deploy:*:
    cmds: [x]
"""
TOX = """\
[tox]
envlist = py{311,312}, lint
[testenv]
commands =
    pytest
    cov: coverage
[testenv:docs]
"""
PYPROJECT = """\
[project]
name = "kiln"
[project.scripts]
kiln-fire = "kiln:fire"
[tool.poe.tasks]
seed = "x"
[tool.poe.tasks.serve]
cmd = "x"
[tool.hatch.envs.docs]
"""
FILES = Files(
    {
        "package.json": json.dumps({"scripts": {"build": "x"}, "devDependencies": {"@a/tsx": "1"}}),
        "node_modules/x/package.json": json.dumps({"scripts": {"foreign": "x"}}),
        "Makefile": MAKEFILE,
        "mk/test.mk": "unit:\n",
        "justfile": JUSTFILE,
        "more.just": "seed:\n    x\n",
        "Taskfile.yml": TASKFILE,
        "tox.ini": TOX,
        "noxfile.py": "@nox.session\ndef tests(session): ...\n",
        "pyproject.toml": PYPROJECT,
        "deno.jsonc": '{ // by hand\n "tasks": { "icons": "x", }, }',
        "composer.json": json.dumps({"scripts": {"cs": "x"}}),
    }
)

# (runner, defined, not defined)
DEFINED = [
    ("npm", "build", "test foreign"),
    (
        "make",
        "all install phony oven kiln run-x double scoped both unit in-ci not-in-ci",
        "inside comment assigned E no run- make $@",
    ),
    ("just", "test t seed ops _private", "version no shell"),
    ("task", "build test:unit tu u deploy:x docs:serve", "desc deploy: cmds version"),
    ("tox", "py311 lint docs py312-cov py39 py lint-cov", "mypy py312-mypy python"),
    ("nox", "tests", "lint"),
    ("poe", "seed serve", "cmd reset"),
    ("hatch", "docs default hatch-test", "lint"),
    ("uv", "kiln-fire", "kiln-cool"),
    ("deno", "icons build", "sprites"),
    ("composer", "cs", "stan"),
]

# (runner, path, text): it may define anything
OPEN = [
    ("npm", "package.json", "{"),
    ("npm", "package.json", '{"scripts": []}'),
    ("npm", "package.json5", "{}"),
    ("make", "Makefile", "include $(TOP)/rules.mk\n"),
    ("make", "Makefile", "include absent.mk\n"),
    ("make", "Makefile", "-include local.mk\n"),
    ("make", "Makefile", "%: x\n"),
    ("make", "Makefile", "$(ALL): x\n"),
    ("make", "Makefile", "$(foreach n,$(X),$(eval $(call rule,$(n))))\n"),
    ("make", "Makefile", ".DEFAULT: ; x\n"),
    ("just", "justfile", "import 'absent.just'\n"),
    ("just", "justfile", "set fallback\n"),
    ("just", "justfile", "set fallback := true\n"),
    ("task", "Taskfile.yml", "includes:\n  a:\n    taskfile: x\n    flatten: true\n"),
    ("tox", "tox.ini", "[tox]\nenvlist = {[base]envs}\n"),
    ("tox", "tox.ini", "not an ini file"),
    ("poe", "pyproject.toml", '[tool.poe]\ninclude = "more.toml"\n'),
    ("poe", "pyproject.toml", "[tool"),
    ("deno", "deno.json", '{"workspace": ["a"]}'),
    ("composer", "composer.json", "[]"),
]


@pytest.mark.parametrize(("runner", "defined", "undefined"), DEFINED, ids=[d[0] for d in DEFINED])
def test_tells_what_is_defined(runner, defined, undefined):
    manifests = manifests_of(FILES, runner)

    def may(target):
        return any(manifest.may_define(target) for manifest in manifests)

    assert [target for target in defined.split() if not may(target)] == []
    assert [target for target in undefined.split() if may(target)] == []


@pytest.mark.parametrize(("runner", "path", "text"), OPEN)
def test_what_cannot_be_told_is_open(runner, path, text):
    [manifest] = manifests_of(Files({path: text}), runner)
    assert manifest.may_define("whatever")


@pytest.mark.parametrize("runner", ["make", "tox", "poe", "hatch", "uv", "npm", "nox"])
def test_no_manifest_is_none(runner):
    files = Files({"pyproject.toml": "[tool.ruff]\n", "setup.cfg": "[metadata]\nname = x\n"})
    assert manifests_of(files, runner) == ()


def test_included_makefiles_end():
    files = Files({"Makefile": "include Makefile\nall:\n"})
    [manifest] = manifests_of(files, "make")
    assert (manifest.targets.names, manifest.targets.open) == (frozenset({"all"}), False)


def test_programs_of_dependencies_are_known():
    [manifest] = manifests_of(FILES, "yarn")
    assert manifest.programs == {"@a/tsx", "tsx"}


@pytest.mark.parametrize(
    ("runner", "path", "text"),
    [
        ("make", "Makefile", " " * 500_000 + "x"),
        ("make", "Makefile", "a" * 500_000),
        ("make", "Makefile", "A += aaaaaaa\n" * 50_000 + "$(A):\n"),
        (
            "make",
            "Makefile",
            "".join(f"V{n} = {f'$(V{n + 1}) ' * 99}\n" for n in range(9)) + "$(V0):",
        ),
        ("make", "Makefile", "$(" * 200_000 + ":"),
        ("just", "justfile", "a" * 500_000),
        ("task", "Taskfile.yml", "tasks:\n" + " a" * 200_000),
        ("tox", "tox.ini", "[tox]\nenvlist = " + "{a,b}" * 1000 + "\n"),
        ("tox", "tox.ini", "[testenv]\ncommands =\n" + "  \n" * 100_000 + "  x\n"),
        ("npm", "package.json", "[" * 100_000),
        ("poe", "pyproject.toml", "a = " + "[" * 5_000),
    ],
)
def test_hostile_manifests_are_read_in_time(runner, path, text):
    begun = process_time()
    manifests_of(Files({path: text}), runner)
    assert process_time() - begun < 5
