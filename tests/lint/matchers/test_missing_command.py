"""Where commands are looked at and looked up, and what is left alone."""

import json
from pathlib import Path

import pytest

from chaff.lint.fixes.fix import fix
from chaff.lint.match import find
from chaff.lint.repository.place import Files, Place
from tests.support.specs import ROOT, rule

RULE = rule("phantom-command")


def package(*scripts, **more):
    return json.dumps({"scripts": dict.fromkeys(scripts, "x"), **more})


ROOT_ONLY = {"package.json": package("build"), "Makefile": "all:\n"}
BELOW = {
    **ROOT_ONLY,
    "web/package.json": package("shots", name="@a/web"),
    "docs/Makefile": "%: x\n",
}


def found(text, files=ROOT_ONLY, path="CLAUDE.md"):
    place = Place(repository=Files(files), path=path)
    return [(one.line, one.column) for one in find(text.encode(), RULE.detect, place)]


# (text, line and column of each finding)
FOUND = [
    ("- Tests: `npm run test:unit`", [(1, 11)]),
    ("Run  `make lint` and `make fmt`.", [(1, 7), (1, 23)]),
    ("`npm run lint` and again `npm run lint`", [(1, 2)]),
    ("Über `make lint`", [(1, 7)]),
    ("The\ncommand is `npm\n  run lint`, I think.", [(2, 13)]),
    ("| a |\n| - |\n| `make lint` |", [(3, 4)]),
    ("```bash\nnpm run build\n  make lint # all\n```", [(3, 3)]),
    ("```sh\ncd nowhere\nmake lint\n```", []),
    ("```sh\necho \\\nmake lint\n```", []),
    ("```python\nmake lint\n```", []),
    ("    make lint", []),
    ("# `make lint`", []),
    ("<!-- `make lint` -->", []),
    ("make lint", []),
    ("`make lint", []),
    ("- a:\n  - `make lint`", [(2, 6)]),
    ("- Never do this:\n  - `make lint`", []),
    ("Do not run:\n\n1. `make lint`", []),
    ("## Examples\n\n`make lint`", []),
    ("There is no `make lint`, alas.", []),
    ("`make lint` was removed.", []),
    ("If there is a `make lint`, run it, where it exists.", []),
    ("`yarn lint` and `yarn eslint`", [(1, 2)]),
    ("In `build/`, run `make check`.", []),
    ("`npm run watch` in the other repository", []),
]


@pytest.mark.parametrize(("text", "places"), FOUND, ids=[text for text, _ in FOUND])
def test_points_at_the_command(text, places):
    assert found(text) == places


# (text, path of the instruction file, found)
LOOKED_UP = [
    ("`npm run shots`", "CLAUDE.md", False),
    ("`npm run shots`", "web/CLAUDE.md", False),
    ("`npm run build`", "web/src/CLAUDE.md", False),
    ("`npm run other`", "web/src/CLAUDE.md", True),
    ("`cd web && npm run build`", "CLAUDE.md", True),
    ("`cd web && npm run shots`", "CLAUDE.md", False),
    ("`npm --prefix ./web run build`", "CLAUDE.md", True),
    ("`cd absent && npm run build`", "CLAUDE.md", False),
    ("`pnpm --filter web build`", "CLAUDE.md", True),
    ("`pnpm --filter absent build`", "CLAUDE.md", False),
    ("`npm run build -w @a/web`", "CLAUDE.md", True),
    ("In `docs`, run `make other`.", "CLAUDE.md", False),
    ("`make -C docs other`", "CLAUDE.md", False),
    ("`make other`", "CLAUDE.md", True),
    ("`just other`", "CLAUDE.md", False),
    ("`npm run other`", ".claude/skills/a/SKILL.md", False),
]


@pytest.mark.parametrize(("text", "path", "is_found"), LOOKED_UP)
def test_looks_in_the_right_manifests(text, path, is_found):
    assert bool(found(text, BELOW, path)) == is_found


@pytest.mark.parametrize(
    ("text", "files"),
    [
        ("`make docs`", {"Makefile": "all:\n", "docs/x.md": ""}),
        ("`bun run dev`", {"package.json": package(), "dev.ts": ""}),
        ("`yarn lint`", {"package.json": package(dependencies={"lint": "1"})}),
        ("`make bake`", {"web/Makefile": "all:\n"}),
        ("`npm run x`", {}),
        ("`npm run x`", {"package.json": "{"}),
        ("`uv run other`", {"pyproject.toml": '[project]\nname="a"\n[project.scripts]\na="a:b"\n'}),
    ],
)
def test_prefers_silence(text, files):
    assert found(text, files) == []


def test_names_the_nearest_target():
    place = Place(repository=Files({"Makefile": "lint-all:\n"}), path="CLAUDE.md")
    [one] = find(b"`make lint-al`", RULE.detect, place)
    assert "`lint-al`" in one.detail
    assert "`lint-all`" in one.detail


# (text, what the fix leaves)
FIXED = [
    ("a\n\n- `make bake`\n- b\n", "a\n\n- b\n"),
    ("a\n\n- **X**: `make bake`\n", "a\n"),
    ("- `make bake` - makes it\n- b\n", "- b\n"),
    ("- `make bake` makes it.\n- b\n", "- b\n"),
    ("- Run `make bake` before you push.\n- b\n", "- b\n"),
    ("- Run `make bake` before `make all`.\n- b\n", None),
    ("- `make bake`, then eat; drink.\n- b\n", None),
    ("- `make all && make bake`\n- b\n", None),
    ("- `make bake` and `make fry`\n- b\n", None),
    ("- `make bake`\n  - with care\n- b\n", None),
    ("- Cats sleep. Run `make bake`.\n- b\n", None),
    ("```sh\nmake bake\n```\n", None),
]


@pytest.mark.parametrize(("text", "left"), FIXED, ids=[text for text, _ in FIXED])
def test_deletes_only_what_is_about_the_command(text, left):
    place = Place(repository=Files(ROOT_ONLY), path="CLAUDE.md")
    assert find(text.encode(), RULE.detect, place)
    fixed = fix(text.encode(), RULE.detect, RULE.fix, place=place)
    assert fixed.data.decode() == (text if left is None else left)


WILD = ROOT / ".." / "shared" / "corpus" / "wild"


@pytest.mark.skipif(not WILD.is_dir(), reason="needs the corpus of real instruction files")
def test_is_silent_without_a_repository():
    for path in sorted(Path(WILD).rglob("*.md"))[:60]:
        place = Place(repository=Files({"CLAUDE.md": ""}), path="CLAUDE.md")
        assert find(path.read_bytes(), RULE.detect, place) == ()
