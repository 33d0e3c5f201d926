import pytest

from chaff.site.markdown import relative_link, render

PAGES = {"docs/a.md": "docs/a.html", "docs/x/b.md": "docs/x/b.html"}
LINK = relative_link("docs/a.html", "docs/a.md", PAGES)


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("# Two `words`", '<h1 id="two-words">Two <code>words</code></h1>'),
        ("<!-- made by x -->", ""),
        ("a <b>c</b>", "<p>a &lt;b&gt;c&lt;/b&gt;</p>"),
        ("<script>x</script>", "&lt;script&gt;x&lt;/script&gt;"),
        ("```sh\na\n\nb\n```", '<pre tabindex="0"><code>a\n\nb\n</code></pre>'),
        ("- a\n- b", "<ul><li>a</li><li>b</li></ul>"),
        ("3. a", '<ol start="3"><li>a</li></ol>'),
        ("[b](x/b.md#y)", '<p><a href="x/b.html#y">b</a></p>'),
        ("[b](../runs/r.jsonl)", "<p><span>b</span></p>"),
        ("[b](#here)", '<p><a href="#here">b</a></p>'),
        ("[b](https://example.org/)", '<p><a href="https://example.org/">b</a></p>'),
        ("[b](javascript:alert)", "<p><span>b</span></p>"),
        ("a **b** *c* ~~d~~", "<p>a <strong>b</strong> <em>c</em> <del>d</del></p>"),
    ],
)
def test_render(markdown, html):
    assert render(markdown, link=LINK).html.strip() == html


def test_a_table_without_headings_has_none():
    html = render("| a |  |\n|---|---|\n| 1 | 2 |", link=LINK).html
    assert '<thead><tr><th scope="col">a</th><td></td></tr></thead>' in html
    assert "<tbody><tr><td>1</td><td>2</td></tr></tbody>" in html


def test_title_and_anchors():
    found = render("# A\n\n## A\n\n## A b!\n", link=LINK)
    assert found.title == "A"
    assert [f'id="{name}"' in found.html for name in ("a", "a-1", "a-b")] == [True] * 3
