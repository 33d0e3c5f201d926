"""The rules of this repository: their own examples, near misses, and real files."""

import json
from pathlib import Path

import pytest

from chaff.lint.fix import fix
from chaff.lint.match import find
from tests.support.specs import ROOT, RULES, rule

WILD = ROOT / ".." / "shared" / "corpus" / "wild"
LABELS = Path(__file__).parent / "wild_labels.json"
FALSE_POSITIVE_BUDGET = 0.02

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
]


@pytest.mark.parametrize(("name", "example"), VALID)
def test_finds_nothing_in_valid(name, example):
    assert find(example.text.encode(), rule(name).detect) == ()


@pytest.mark.parametrize(("name", "example"), INVALID)
def test_finds_and_fixes_invalid(name, example):
    one, data = rule(name), example.text.encode()
    assert [f.line for f in find(data, one.detect)] == [f.line for f in example.findings]
    folder = example.path.rpartition("/")[0]
    prefix = f"{folder}/" if folder else ""
    fixed = fix(data, one.detect, one.fix, existing=example.repository)
    assert fixed.data.decode() == example.fixed
    assert {prefix + name: text for name, text in fixed.files.items()} == example.fixed_files


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
def test_precision_on_real_files():
    files = [p for p in sorted(WILD.rglob("*")) if p.is_file() and p.name != "MANIFEST.json"]
    hits = {
        (name, path.relative_to(WILD).as_posix(), finding.line)
        for path in files
        for name in RULES
        for finding in find(path.read_bytes(), rule(name).detect)
    }
    labels = json.loads(LABELS.read_text())
    known = [label for label in labels if label["rule"] in RULES]
    assert hits == {(label["rule"], label["path"], label["line"]) for label in known}
    for name in RULES:
        wrong = {label["path"] for label in known if label["rule"] == name and not label["right"]}
        assert len(wrong) <= FALSE_POSITIVE_BUDGET * len(files)
