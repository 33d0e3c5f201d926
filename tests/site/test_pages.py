import re
import shutil
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from pathlib import PurePosixPath

import pytest

from chaff.compile.schemas import schema_path
from chaff.compile.staleness import rule_ids as library
from chaff.site.gather import gather
from chaff.site.pages import site_pages
from tests.support.library import compiled, reading
from tests.support.matrices import TABLE
from tests.support.readme import ROOT
from tests.support.site import many, run_row, source_of

SEED_DECIDES = (3, 0, 0, 2, 1, 1, 1, 1, 2, 0, 0, -2)
NOW = datetime(2026, 12, 1, tzinfo=UTC)
VOID = {"meta", "input", "br", "hr", "link", "img"}


class Page(HTMLParser):
    """Collects ids and links, and what a browser would fetch; fails on tags that do not match."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.fetched, self.open = [], [], [], []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "a":
            self.links.append(values["href"])
        self.fetched += [v for k, v in attrs if k in {"src", "srcset", "action", "poster"}]
        self.fetched += [tag for _ in "x" if tag in {"script", "link", "iframe", "object"}]

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def pages():
    return site_pages(gather(ROOT, now=NOW))


def text_of(made, path):
    return made[path].decode()


def test_the_same_library_gives_the_same_bytes_on_another_day(pages):
    assert site_pages(gather(ROOT, now=NOW + timedelta(days=2))) == pages


def html(pages):
    return {path: data for path, data in pages.items() if path.endswith(".html")}


def test_every_page_is_sound_small_and_complete_in_itself(pages):
    for path, data in html(pages).items():
        found = Page(data.decode())
        assert len(found.ids) == len(set(found.ids)), path
        assert not found.fetched, path
        assert len(data) < 200_000, path
        style = data.split(b"<style>")[1].split(b"</style>")[0]
        assert b"url(" not in style
        assert b"@import" not in style


def test_every_link_leads_somewhere(pages):
    assert_links_hold(pages)


def assert_links_hold(pages):
    ids = {path: set(Page(data.decode()).ids) for path, data in html(pages).items()}
    for path, data in html(pages).items():
        for link in Page(data.decode()).links:
            if link.startswith(("https://", "http://", "mailto:")):
                continue
            target, _, fragment = link.partition("#")
            parts = []
            for part in (PurePosixPath(path).parent / target).parts if target else ():
                parts = parts[:-1] if part == ".." else [*parts, part]
            there = "/".join(parts) or path
            assert there in pages, f"{path}: {link}"
            assert not fragment or fragment in ids[there], f"{path}: {link}"


def test_practice_stands_apart_and_what_is_not_measured_is_listed(pages):
    index = text_of(pages, "index.html")
    measured, rest = index.split('id="g-practice"')
    practice, unmeasured = rest.split('id="g-unmeasured"')
    assert "None yet" in measured
    measured_there = {
        run.is_of or run.rule
        for run in gather(ROOT, now=NOW).report.runs
        if run.verdict and run.counts
    }
    for rule in library(ROOT):
        part = practice if rule in measured_there else unmeasured
        row = part.split(f'href="rules/{rule}.html"')[1].split("</li>")[0]
        assert ("<svg" in row) == (rule in measured_there)


def test_a_rule_that_was_measured():
    source = source_of(
        [compiled("a-rule", "enforced", readings=[reading(), reading(right=False, line=2)])],
        [run_row("a-rule", SEED_DECIDES), run_row("a-rule", TABLE["all-five"], practice=True)],
    )
    found = text_of(site_pages(source), "rules/a-rule.html")
    for words in (
        "The verdict hangs on the seed",
        "Interval without draws",
        "Sign-flip p",
        "Removed − present",
        "over 1 rule measured on",
        "1 of 1 started so far",
        "the same verdict, effects in the same direction",
        "$1.23, 180 calls",
        "nothing (a model inside the process), 180 calls",
        "n = 12 items, k = 5 repeats",
        "What the design can detect",
        "a/CLAUDE.md:2",
        "flagged",
        "Speaks against it",
        "--pilot",
    ):
        assert words in found, words


def test_strangers_words_are_no_markup():
    evil = "<img src=x onerror=alert(1)>"
    rule = compiled("a-rule", title=evil, message=evil)
    made = site_pages(source_of([rule], graves={"a-rule": f"# {evil}\n\n{evil}\n"}))
    assert all(b"<img" not in data for data in made.values())


def test_an_empty_graveyard_says_why():
    found = text_of(site_pages(source_of([compiled("a-rule")])), "graveyard.html")
    assert "Nobody lies here yet" in found
    assert "Tried in practice" not in found
    source = source_of([compiled("a-rule")], [run_row("a-rule", TABLE["all-five"])])
    found = text_of(site_pages(source), "graveyard.html")
    assert "1 rule has been run on" in found
    assert "no rule has been run" not in found


def test_a_grave_shows_belief_and_numbers():
    source = source_of(
        [compiled("a-rule", buried=True), compiled("b-rule")],
        [run_row("a-rule", (0,) * 12), run_row("b-rule", (0,) * 12, practice=True)],
        graves={"a-rule": "# About a-rule\n", "long-gone": "# Gone\n", "index": "# Graveyard\n"},
    )
    made = site_pages(source)
    found = text_of(made, "graveyard.html")
    buried, tried = found.split("Tried in practice")
    assert "It misleads." in buried
    assert "0.0 (0.0 to 0.0)" in buried
    assert "Not admitted: effect, interval do not hold" in buried
    assert "found 80 % of the time" in buried
    assert "four times in five" in tried
    assert "1 of 1 rules that were tried" in tried
    assert 'href="graveyard/a-rule.html"' in buried
    assert 'href="graveyard/long-gone.html"' in buried
    assert "b-rule" not in buried
    assert "b-rule" in tried
    assert "default: off" in re.search(r'rules/a-rule.html".*?</p>', made["index.html"].decode())[0]


def test_four_hundred_rules_fit_on_one_page_and_more_go_on_to_the_next():
    made = site_pages(many(401))
    assert {path for path in made if path.startswith("index")} == {"index.html", "index-1.html"}
    assert max(map(len, made.values())) < 200_000
    assert "rule-399" in text_of(made, "index.html")
    assert "rule-400" in text_of(made, "index-1.html")
    assert "rule-400 to rule-400" in text_of(made, "index.html")
    assert "None yet" not in text_of(made, "index-1.html")


def test_a_long_report_goes_on_to_further_pages():
    made = site_pages(many(120))
    assert 'href="rules/rule-099.html"' in text_of(made, "check.html")
    assert 'href="rules/rule-100.html"' in text_of(made, "check-1.html")
    runs = [path for path in made if path.startswith("check-")]
    assert runs == ["check-1.html", "check-2.html"]


def test_a_library_without_documents_has_no_dead_link(tmp_path):
    """What pages link to in any library is made from the code."""
    for name in ("specs", "generated"):
        shutil.copytree(ROOT / name, tmp_path / name)
    made = site_pages(gather(tmp_path, now=NOW))
    assert b"no-git" in made["check.html"]
    assert_links_hold(made)


def test_schemas_of_documented_formats_are_on_the_site(pages):
    found = text_of(pages, "docs/reference/formats/run.html")
    assert 'href="../../../schemas/run.schema.json"' in found
    assert pages["schemas/run.schema.json"] == schema_path("run").read_bytes()
    assert not [path for path in site_pages(source_of([compiled("a-rule")])) if "schema" in path]
