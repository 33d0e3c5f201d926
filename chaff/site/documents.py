"""The documents of a repository as pages: docs/, with an index, and the graves."""

from __future__ import annotations

from chaff.site.gather import Source
from chaff.site.markdown import relative_link, render
from chaff.site.template import page

SECTIONS = (
    ("tutorial", "Tutorial"),
    ("how-to", "How to"),
    ("explanation", "Explanation"),
    ("reference", "Reference"),
    ("codes", "What the check can say"),
    ("decisions", "Decisions"),
)


def document_pages(source: Source) -> dict[str, str]:
    """Return the pages of all documents, and their index, by path."""
    files = {path: f"{path.removesuffix('.md')}.html" for path in source.documents}
    files |= {f"graveyard/{name}.md": f"graveyard/{name}.html" for name in source.graves}
    texts = dict(source.documents)
    texts |= {f"graveyard/{name}.md": words for name, words in source.graves.items()}
    made, titles = {}, {}
    for file, words in texts.items():
        path = files[file]
        rendered = render(words, link=relative_link(path, file, files))
        titles[file] = rendered.title or file
        view = {"title": titles[file], "html": rendered.html, "file": file}
        made[path] = page(path, "document.html", view)
    made["docs.html"] = page("docs.html", "docs.html", {"sections": _sections(titles, files)})
    return made


def _sections(
    titles: dict[str, str], files: dict[str, str]
) -> list[tuple[str, list[tuple[str, str]]]]:
    found = []
    for folder, title in SECTIONS:
        inside = [f for f in titles if f.startswith((f"docs/{folder}/", f"docs/{folder}."))]
        entries = [(titles[file], files[file]) for file in sorted(inside)]
        if folder == "codes":
            entries = [entry for entry in entries if entry[1].endswith("/index.html")] or entries
        if entries:
            found.append((title, entries))
    known = tuple(f"docs/{folder}" for folder, _ in SECTIONS)
    rest = [f for f in sorted(titles) if f.startswith("docs/") and not f.startswith(known)]
    if rest:
        found.append(("More", [(titles[file], files[file]) for file in rest]))
    return found
