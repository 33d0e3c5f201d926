"""The rules of this repository: their own examples, near misses, and real files."""

import hashlib

import pytest

from chaff.compile.present import existing_beside, from_root
from chaff.lint.fixes.fix import fix
from chaff.lint.library import load
from chaff.lint.match import find
from chaff.lint.repository.place import Files, Place
from tests.support.specs import ROOT, RULES, rule
from tests.support.wild import WILD, wild_files

COMPILED = {one.id: one for one in load(ROOT).rules}

VALID = [pytest.param(n, e, id=f"{n}: {e.title}") for n in RULES for e in rule(n).valid]
INVALID = [pytest.param(n, e, id=f"{n}: {e.title}") for n in RULES for e in rule(n).invalid]

# (rule, text, found)
NEAR = [
    ("superseded-instruction", "- ~~Use npm.~~", True),
    ("superseded-instruction", "- ~~Config lives in `~/.foo`.~~", True),
    ("superseded-instruction", "- Use npm for installs (superseded by pnpm)", True),
    ("superseded-instruction", "- Use npm for installs. Superseded by `pnpm`.", True),
    ("superseded-instruction", "- **[DEPRECATED]** Use npm for installs", True),
    ("superseded-instruction", "- The API listens on 4100. *(superseded 2026-01-02)*", True),
    ("superseded-instruction", "No longer valid: use npm for installs.", True),
    ("superseded-instruction", "- outdated - Check for outdated packages", False),
    ("superseded-instruction", "- `foo()` - old (deprecated)", False),
    ("superseded-instruction", "- [Old API](x.md) (deprecated)", False),
    ("superseded-instruction", "- Use `Foo`, not `Bar` (deprecated)", False),
    ("superseded-instruction", "- Prefer hooks over class components (deprecated)", False),
    ("superseded-instruction", "- [x] ~~Add the login page to the app~~", False),
    ("superseded-instruction", "- \\~~Use npm for installs.~~", False),
    ("superseded-instruction", "Superseded by ADR 12.", False),
    ("superseded-instruction", "| ~~Use npm for all~~ |\n|-|\n| a |", False),
    ("superseded-instruction", "# ~~Use npm for all of it~~", False),
    ("superseded-instruction", "<!--\n- ~~Use npm for all~~\n-->", False),
    ("persona-filler", "You are a helpful assistant.", True),
    ("persona-filler", "You're an expert in TypeScript, Node.js, React and Tailwind.", True),
    ("persona-filler", "You are a senior developer with 10+ years of experience in React.", True),
    ("persona-filler", "You are the world's best programmer.", True),
    ("persona-filler", "You are an expert in the following areas:", False),
    ("persona-filler", "You are a senior engineer on the payments team.", False),
    ("persona-filler", "You are an expert developer who writes tests first.", False),
    ("persona-filler", "You are an expert at finding bugs in `src`.", False),
    ("persona-filler", "If you are an expert developer, skip this.", False),
    ("persona-filler", "You are not an expert engineer.", False),
    ("generic-advice", "Please always write clean, well-structured code.", True),
    ("generic-advice", "Write code.", False),
    ("generic-advice", "- Keep the code simple and readable", True),
    ("generic-advice", "- Keep the code in `src`", False),
    ("generic-advice", "- You must follow all coding best practices and conventions!", True),
    ("generic-advice", "- Follow the team's best practices", False),
    ("generic-advice", "- Follow React best practices.", False),
    ("generic-advice", "- __Be helpful and friendly.__", True),
    ("generic-advice", "- Be helpful to first-time contributors.", False),
    ("generic-advice", "- Be quick.", False),
    ("generic-advice", "Make sure that all edge cases are handled.", True),
    ("generic-advice", "Handle the edge cases of `parse_date`.", False),
    ("generic-advice", "- Use proper error handling.", True),
    ("generic-advice", "- Use proper error handling with `Result`.", False),
    ("generic-advice", "- Use meaningful names for everything.", True),
    ("generic-advice", "- Use meaningful names for the migrations.", False),
    ("generic-advice", "- Keep it simple.", True),
    ("generic-advice", "- Keep it simple: no classes.", False),
    ("generic-advice", "# Write clean code", False),
    ("generic-advice", "| Write clean code. |\n|-|\n| Be thorough. |", False),
    ("generic-advice", "> - Be thorough.", False),
    ("generic-advice", "```\nBe thorough.\n```", False),
    ("generic-advice", "- `Be thorough.`", False),
    ("generic-advice", "Vague rules:\n\n- Be thorough.", False),
    ("generic-advice", "- Reject lines such as:\n  - Be thorough.", False),
    ("generic-advice", "## Anti-patterns\n\n- Be thorough.", False),
    ("placeholder", "- Owner: [YOUR_NAME]", True),
    ("placeholder", "- Owner: `[YOUR_NAME]`", False),
    ("placeholder", "- Owner: [YOUR_NAME](https://example.org)", False),
    ("placeholder", "- Owner: [YOUR_NAME][owner]\n\n[owner]: a.md", False),
    ("placeholder", "- Owner: {{YOUR_NAME}}", False),
    ("placeholder", "- Owner: <YOUR_NAME>", True),
    ("placeholder", "- Owner: <your name>", True),
    ("placeholder", "- Owner: <your-name>", False),
    ("placeholder", "- Owner — **[TEAM_NAME]**", True),
    ("placeholder", "- Owner: [OWNER]", False),
    ("placeholder", "- Owner: TODO", False),
    ("placeholder", "- [ ] Owner", False),
    ("placeholder", "- [Describe your project here]", True),
    ("placeholder", "- [Describe a change](docs/changes.md)", False),
    ("placeholder", "- [Describe a change]", False),
    ("placeholder", "Write to [YOUR_TEAM_LEAD] first.", True),
    ("placeholder", "Replace [YOUR_TEAM_LEAD] first.", False),
    ("placeholder", "- Commit message: [YOUR_MESSAGE]", False),
    ("placeholder", "Write the body like this:\n\n- Owner: [YOUR_NAME]", False),
    ("placeholder", "## Template\n\n- Owner: [YOUR_NAME]", False),
    ("placeholder", "# [YOUR_PROJECT]", False),
    ("placeholder", "- [BREAKING] Owner: Ines", False),
    ("placeholder", "<IMPORTANT>Never tag by hand.</IMPORTANT>", False),
    ("machine-local-path", "Run `/home/mirela/bin/run`.", True),
    ("machine-local-path", "Run `/home/mirela`.", False),
    ("machine-local-path", "Run `//home/mirela/bin/run`.", False),
    ("machine-local-path", "Run `C:\\Users\\mirela\\bin\\run.exe`.", True),
    ("machine-local-path", "Run `c:/users/mirela/bin/run.exe`.", True),
    ("machine-local-path", "Run `C:\\Users\\you\\bin\\run.exe`.", False),
    ("machine-local-path", "Run `/mnt/c/Users/mirela/bin/run.exe`.", True),
    ("machine-local-path", "Run `/home/node/bin/run`.", False),
    ("machine-local-path", "Run `/home/yourname/bin/run`.", False),
    ("machine-local-path", "Run `/home/<name>/bin/run`.", False),
    ("machine-local-path", "Run `/home/$USER/bin/run`.", False),
    ("machine-local-path", "Run `/home/your-user/bin/run`.", False),
    ("machine-local-path", "Run `build/home/mirela/run`.", False),
    ("machine-local-path", "See https://example.org/home/mirela/run.", False),
    ("machine-local-path", "See file:///home/mirela/run.", False),
    ("machine-local-path", "On the server, run `/home/mirela/bin/run`.", False),
    ("machine-local-path", "Do not hard-code `/home/mirela/bin/run`.", False),
]


@pytest.mark.parametrize(("name", "example"), VALID)
def test_finds_nothing_in_valid(name, example):
    assert find(example.text.encode(), rule(name).detect, place_of(example)) == ()


@pytest.mark.parametrize(("name", "example"), INVALID)
def test_finds_and_fixes_invalid(name, example):
    one, data, place = rule(name), example.text.encode(), place_of(example)
    assert [f.line for f in find(data, one.detect, place)] == [f.line for f in example.findings]
    existing = existing_beside(example.path, example.repository)
    fixed = fix(data, one.detect, one.fix, place=place, existing=existing)
    assert fixed.data.decode() == example.fixed
    assert from_root(example.path, fixed.files) == example.fixed_files


def place_of(example):
    return Place(repository=Files(example.repository), path=example.path)


@pytest.mark.parametrize("name", RULES)
def test_examples_cover_what_goes_wrong_elsewhere(name):
    one = rule(name)
    titles = " ".join(example.title for example in one.valid)
    assert len(one.invalid) >= 3
    assert len(one.valid) >= 5
    assert all(word in titles for word in ("fence", "quoted", "not English"))


@pytest.mark.parametrize(("name", "text", "found"), NEAR)
def test_near(name, text, found):
    assert bool(find(text.encode(), rule(name).detect)) is found


ENTRIES = [
    ("2026-01-02 a", True),
    ("**2026-01-02** a", True),
    ("2 January 2026: a", True),
    ("Jan 2, 2026: a", True),
    ("v1.2.3 (2026-01-02): a", True),
    ("Session 3 (2026-01-02): a", True),
    ("Added a (#12)", True),
    ("a", False),
    ("`2026-01-02` a", False),
    ("Entries look like 2026-01-02", False),
    ("Never do this (#12)", False),
]


@pytest.mark.parametrize(("entry", "found"), ENTRIES)
def test_history_entries(entry, found):
    text = "## Changelog\n\n" + f"- {entry}\n" * 3
    assert bool(find(text.encode(), rule("history-log").detect)) is found


@pytest.mark.skipif(not WILD.is_dir(), reason="the corpus of real files is not on this machine")
@pytest.mark.parametrize("name", COMPILED)
def test_every_hit_on_real_files_has_been_read(name):
    one = COMPILED[name]
    hits = [
        (f"sha256:{hashlib.sha256(data).hexdigest()}", path.as_posix(), finding.line)
        for path, data in wild_files()
        for finding in find(data, one.detect, Place(repository=Files({}), path=path.name))
    ]
    read = [(r.file, r.path, r.line) for r in one.readings if r.corpus == "wild"]
    assert sorted(read) == sorted(hits)


@pytest.mark.parametrize("name", COMPILED)
def test_readings_are_in_order(name):
    places = [(r.corpus, r.path, r.line) for r in COMPILED[name].readings]
    assert places == sorted(set(places))
