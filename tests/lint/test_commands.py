"""What command lines ask task runners for."""

import pytest

from chaff.lint.repository.commands import Session, wanted

# (line, what it asks for: runner, target, folder, package)
ASKED = [
    ("npm run lint", [("npm", "lint", "", "")]),
    ("$ npm run lint -- --fix", [("npm", "lint", "", "")]),
    ("npm --prefix web run dev", [("npm", "dev", "web", "")]),
    ("npm run analyze -w @a/shop", [("npm", "analyze", "", "@a/shop")]),
    ("CI=1 npm run a && npm run b", [("npm", "a", "", ""), ("npm", "b", "", "")]),
    ("cd web && pnpm run dev", [("pnpm", "dev", "web", "")]),
    ("pnpm --filter @a/web test:unit", [("pnpm", "test:unit", "", "@a/web")]),
    ("pnpm -C web lint", [("pnpm", "lint", "web", "")]),
    ("yarn workspace web lint", [("yarn", "lint", "", "web")]),
    ("yarn --cwd web lint", [("yarn", "lint", "web", "")]),
    ("bun run dev", [("bun", "dev", "", "")]),
    ("make -j4 V=1 a b > log 2>&1", [("make", "a", "", ""), ("make", "b", "", "")]),
    ("make -j 4 test", [("make", "test", "", "")]),
    ("sudo make -C docs html", [("make", "html", "docs", "")]),
    ("just release::tag 1.0", [("just", "release", "", "")]),
    ("just build release", [("just", "build", "", "")]),
    ("tox -e lint,py312", [("tox", "lint", "", ""), ("tox", "py312", "", "")]),
    ("tox run -elint -- -k x", [("tox", "lint", "", "")]),
    ("nox -s tests-3.12 'lint(fast)'", [("nox", "tests", "", ""), ("nox", "lint", "", "")]),
    ("poetry run poe seed", [("poe", "seed", "", "")]),
    ("uv run tidewater-export", [("uv", "tidewater-export", "", "")]),
    ("uv run make lint", [("make", "lint", "", "")]),
    ("hatch run docs:serve", [("hatch", "docs", "", "")]),
    ("task test:e2e -- -v", [("task", "test:e2e", "", "")]),
    ("deno task icons", [("deno", "icons", "", "")]),
    ("composer run-script cs", [("composer", "cs", "", "")]),
    ("npm run build # all of it", [("npm", "build", "", "")]),
]

NOTHING = [
    "",
    '""',
    "npm test",
    "npm ci",
    "npm start",
    "npm run start",
    "npm run lint --if-present",
    "npm run test --workspaces",
    "npm run <script>",
    "npm run test:<name>",
    "npm run {name}",
    "npm run $NAME",
    "npm run ...",
    "npm run scripts/x.js",
    "pnpm add x",
    "pnpm exec tsc",
    "pnpm -r build",
    "pnpm --filter './packages/**' build",
    "yarn",
    "yarn add x",
    "bun test",
    "bun run index.ts",
    "make",
    "make -f other.mk all",
    "make app.o",
    "make bin/app",
    "make TARGET=x",
    "cmake --build .",
    "just --list",
    "just -f other all",
    "tox",
    "nox --list",
    "hatch run pytest",
    "hatch build",
    "uv sync",
    "poetry run task lint",
    "docker compose run web npm run lint",
    "cd ../other && make all",
    "cd $HOME && make all",
    "echo 'npm run",
    "make: *** No rule to make target",
    "x" * 2000,
]


@pytest.mark.parametrize(("line", "stated"), ASKED, ids=[line for line, _ in ASKED])
def test_asks_for(line, stated):
    assert [(w.runner, w.target, w.folder, w.package) for w in wanted(line)] == stated


@pytest.mark.parametrize("line", NOTHING)
def test_asks_for_nothing(line):
    assert wanted(line) == ()


def test_programs_are_told_from_scripts():
    assert [w.program for w in wanted("pnpm run a && pnpm a && yarn run a")] == [False, True, True]


def test_a_session_stays_in_the_folder_it_entered():
    session = Session()
    assert session.run("cd web") == ()
    assert [w.folder for w in session.run("npm run dev")] == ["web"]
    assert [w.folder for w in session.run("cd src && npm run dev")] == ["web/src"]
    assert session.run("cd ..") == ()
    assert session.run("npm run dev") == ()
