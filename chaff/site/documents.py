"""The documents of a repository as pages: docs/, with an index, and the graves."""

from __future__ import annotations

import posixpath
from typing import Final

from chaff.compile.schemas import schema_names, schema_path
from chaff.site.gather import Source
from chaff.site.markdown import relative_link, render
from chaff.site.template import page

_FORMATS: Final = "docs/reference/formats/"
SECTIONS: Final = (
    ("tutorial", "Tutorial"),
    ("how-to", "How to"),
    ("explanation", "Explanation"),
    ("reference", "Reference"),
    ("reference/formats", "File formats"),
    ("codes", "What the check can say"),
    ("decisions", "Decisions"),
)


def document_pages(source: Source) -> dict[str, str]:
    """Return the pages of all documents, and their index, by path."""
    files = {path: f"{path.removesuffix('.md')}.html" for path in source.documents}
    files |= {f"graveyard/{name}.md": f"graveyard/{name}.html" for name in source.graves}
    files |= {target: path for path, target in schema_files(source).items()}
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


def schema_files(source: Source) -> dict[str, str]:
    """Return the JSON Schemas that pages of file formats link to: path in the site to repository's.

    There are none in a library that documents no formats.
    """
    if not any(path.startswith(_FORMATS) for path in source.documents):
        return {}
    names = (schema_path(name).name for name in schema_names())
    return {f"schemas/{name}": f"chaff/schemas/{name}" for name in names}


def schemas(source: Source) -> dict[str, bytes]:
    """Return the JSON Schemas that the site holds, by path."""
    return {
        f"schemas/{schema_path(name).name}": schema_path(name).read_bytes()
        for name in (schema_names() if schema_files(source) else ())
    }


def _sections(
    titles: dict[str, str], files: dict[str, str]
) -> list[tuple[str, list[tuple[str, str]]]]:
    left = sorted((file for file in titles if file.startswith("docs/")), key=_place)
    found = []
    for folder, title in SECTIONS:
        inside = [f for f in left if f.startswith(f"docs/{folder}.") or _folder(f) == folder]
        left = [file for file in left if file not in inside]
        if folder == "codes":
            inside = [file for file in inside if file.endswith("/index.md")] or inside
        if inside:
            found.append((title, [(titles[file], files[file]) for file in inside]))
    if left:
        found.append(("More", [(titles[file], files[file]) for file in left]))
    return found


def _folder(file: str) -> str:
    return posixpath.dirname(file).removeprefix("docs/")


def _place(file: str) -> tuple[bool, str]:
    return not file.endswith("/index.md"), file
