"""Fills the templates of the package: everything escaped, every page complete in itself."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from chaff import __version__
from chaff.errors import UsageError

if TYPE_CHECKING:
    from jinja2 import Environment

NAVIGATION: Final = (
    ("index.html", "Rules"),
    ("graveyard.html", "Graveyard"),
    ("check.html", "Check"),
    ("gate.html", "Live gate"),
    ("docs.html", "Docs"),
)


def page(path: str, template: str, values: Mapping[str, Any]) -> str:
    """Return a page; links in it are relative to its `path`, and left out if that is ''."""
    made: str = (
        _environment()
        .get_template(template)
        .render(
            **values,
            path=path,
            href=lambda target: posixpath.relpath(target, posixpath.dirname(path) or "."),
            navigation=NAVIGATION if path else (),
            style=_style(),
            version=__version__,
        )
    )
    return made


@lru_cache(maxsize=1)
def _environment() -> Environment:
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined
    except ModuleNotFoundError:
        raise UsageError(
            "pages need Jinja2, which is not installed",
            remedy="pip install 'chaff-lint[site]'",
        ) from None
    environment = Environment(
        loader=PackageLoader("chaff.site"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["signed"] = lambda value: f"{value:+.1f}".replace("-", "−")
    return environment


@lru_cache(maxsize=1)
def _style() -> str:
    return (resources.files("chaff.site") / "templates" / "style.css").read_text(encoding="utf-8")
