"""The pages in a real browser: widths, colour schemes, filters, links, keyboard, axe-core.

`make test-browser` fetches what it needs. Elsewhere: Chromium (CHAFF_CHROMIUM, or on the path),
the package playwright, and axe-core from npm (CHAFF_AXE names axe.min.js).
"""

import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from chaff.site.gather import gather
from chaff.site.pages import site_pages
from chaff.site.write import write_site
from tests.support.library import compiled
from tests.support.readme import ROOT
from tests.support.site import run_row, source_of

pytestmark = pytest.mark.slow

CHROMIUM = os.environ.get("CHAFF_CHROMIUM") or shutil.which("chromium")
AXE = Path(os.environ.get("CHAFF_AXE") or ROOT / ".chaff/npm/node_modules/axe-core/axe.min.js")
NOW = datetime(2026, 12, 1, tzinfo=UTC)
SHOWN = (
    "index.html",
    "rules/superseded-instruction.html",
    "rules/dead-path.html",
    "graveyard.html",
    "check.html",
    "gate.html",
    "gate/example.html",
    "docs.html",
    "docs/reference/kinds.html",
    "docs/reference/cli.html",
    "docs/reference/formats/run.html",
    "measured/index.html",
    "measured/rules/a-rule.html",
    "measured/graveyard.html",
)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Write our own site, and a made-up one in which a rule is enforced and one is buried."""
    pages = site_pages(gather(ROOT, now=NOW))
    rules = [compiled("a-rule", "enforced"), compiled("b-rule", buried=True)]
    runs = [
        run_row("a-rule", (3, 2, 1, 2, 3, 1, 0, 2, 1, 0, 2, 1)),
        run_row("b-rule", (0, 1, -1) * 4),
    ]
    graves = {"b-rule": "# About b-rule\n"}
    kinds = {"docs/reference/kinds.md": "# Kinds\n\n## `block`\n"}
    made = site_pages(source_of(rules, runs, graves=graves, documents=kinds))
    pages |= {f"measured/{path}": data for path, data in made.items()}
    folder = tmp_path_factory.mktemp("pages") / "site"
    write_site(folder, pages)
    return folder


@pytest.fixture(scope="module")
def browser():
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if not CHROMIUM:
        pytest.skip("there is no Chromium here (Debian: apt-get install chromium)")
    with playwright.sync_playwright() as started:
        found = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(params=[(360, "light"), (360, "dark"), (1100, "light"), (1100, "dark")], ids=str)
def tab(request, browser):
    width, scheme = request.param
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, bypass_csp=True
    )
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("path", SHOWN)
def test_no_page_is_wider_than_the_screen_or_asks_for_anything(tab, site, path):
    asked, said = [], []
    tab.on("request", lambda request: asked.append(request.url))
    tab.on("console", lambda message: said.append(message.text))
    tab.goto((site / path).as_uri())
    assert tab.evaluate("document.documentElement.scrollWidth") <= tab.viewport_size["width"]
    assert asked == [(site / path).as_uri()]
    assert not said
    tab.screenshot(full_page=True)


@pytest.mark.parametrize("path", SHOWN)
def test_axe_finds_nothing(tab, site, path):
    if not AXE.is_file():
        pytest.skip("axe-core is not here (make test-browser fetches it)")
    tab.goto((site / path).as_uri())
    tab.evaluate(AXE.read_text(encoding="utf-8"))
    found = tab.evaluate("axe.run()")["violations"]
    assert [(one["id"], one["impact"], one["nodes"][0]["html"]) for one in found] == []


@pytest.mark.parametrize("path", SHOWN)
def test_no_words_of_a_picture_run_into_others_or_over_its_edge(tab, site, path):
    tab.goto((site / path).as_uri())
    assert (
        tab.evaluate(
            """() => [...document.querySelectorAll('figure svg')].flatMap(svg => {
        const frame = svg.getBoundingClientRect();
        const boxes = [...svg.querySelectorAll('text')].map(t => [t.textContent,
            t.getBoundingClientRect()]);
        const out = boxes.filter(([, b]) => b.left < frame.left - 8 || b.right > frame.right + 8)
            .map(([words]) => 'over the edge: ' + words);
        const clash = boxes.flatMap(([a, p], i) => boxes.slice(i + 1)
            .filter(([, q]) => p.left < q.right - 1 && q.left < p.right - 1 &&
                p.top < q.bottom - 5 && q.top < p.bottom - 5)
            .map(([b]) => a + ' / ' + b));
        return [...out, ...clash];
    })"""
        )
        == []
    )


def test_filters_work_without_scripts(browser, site):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "measured/index.html").as_uri())

    def visible():
        return page.locator(".rows>li:not(.head):visible").count()

    everything = visible()
    assert everything == page.locator(".rows>li:not(.head)").count() > 1
    page.get_by_label("enforced").check()
    assert visible() == page.locator(".rows>.t-enforced").count() == 1
    page.get_by_label("practice only").check()
    assert visible() == 0
    page.locator("#f-e-all").check()
    page.locator("#f-t-all").check()
    assert visible() == everything
    context.close()


def test_the_keyboard_reaches_content_filters_and_rules(browser, site):
    page = browser.new_page()
    page.goto((site / "index.html").as_uri())
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "To the content"
    seen = set()
    for _ in range(30):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("document.activeElement.id || document.activeElement.textContent"))
    assert {
        "f-e-all",
        "f-t-all",
        "f-d-all",
        "Persona line that says nothing about the work",
    } <= seen
    page.close()


def test_on_paper_nothing_is_hidden_but_the_navigation(browser, site):
    page = browser.new_page(color_scheme="dark")
    page.goto((site / "measured/rules/a-rule.html").as_uri())
    page.emulate_media(media="print")
    paper = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(paper) == "rgb(255, 255, 255)"
    assert page.locator("details dd p").first.is_visible()
    page.goto((site / "index.html").as_uri())
    assert not page.locator("nav").is_visible()
    assert (
        page.locator(".rows>li:not(.head):visible").count()
        == page.locator(".rows>li:not(.head)").count()
    )
    page.close()
