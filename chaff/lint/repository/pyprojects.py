"""Reads which environments, sessions, tasks and scripts a Python project's files define."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

from chaff.lazy import lazy
from chaff.lint.repository.manifest import OPEN, Targets

_FACTOR: Final = lazy(r"^[ \t]*(?P<factors>!?[\w.{},!-]+):(?:\s|$)", re.MULTILINE)
_PYTHONS: Final = ("py2%", "py3%", "pypy%", "3.%")
"""Environments that tox has without being told."""
_WORD: Final = lazy(r"[\w.-]+")
_MOST_NAMES: Final = 500


def load_toml(text: str | None) -> dict[str, Any] | None:
    """Return a TOML file's tables; None if it cannot be parsed."""
    # Loaded here, as configparser below: most files that are linted need neither.
    import tomllib

    try:
        return tomllib.loads(text or "")
    except (tomllib.TOMLDecodeError, RecursionError):
        return None


def table(value: Mapping[str, Any], *path: str) -> dict[str, Any]:
    """Return the table at a path of keys, an empty one if there is none."""
    found: Any = value
    for key in path:
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else {}


def tox_ini(text: str) -> Targets | None:
    """Return the environments of a tox.ini or setup.cfg; None if it does not speak of tox."""
    from configparser import ConfigParser, Error

    parser = ConfigParser(interpolation=None, strict=False, delimiters=("=",))
    try:
        parser.read_string(text)
    except Error:
        return OPEN
    main = next((name for name in ("tox", "tox:tox") if parser.has_section(name)), "")
    sections = [name for name in parser.sections() if name.startswith("testenv")]
    if not main and not sections:
        return None
    listed = "".join(
        parser.get(main, key, fallback="") + "\n" for key in ("envlist", "env_list") if main
    )
    named = [name.removeprefix("testenv:") for name in sections if ":" in name]
    if any("$" in one or "[" in one or "{env" in one for one in (listed, *named)):
        return OPEN
    names = {name for one in (listed, *named) for name in _braces(one)}
    values = [value for name in sections for _, value in parser.items(name)]
    return _environments(names, values)


def tox_toml(value: Mapping[str, Any]) -> Targets:
    """Return the environments of a tox.toml, or of pyproject's table for tox."""
    legacy = value.get("legacy_tox_ini")
    if isinstance(legacy, str):
        return tox_ini(legacy) or OPEN
    listed = value.get("env_list", [])
    if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
        return OPEN
    return _environments({*listed, *table(value, "env")}, [])


def nox_sessions(text: str) -> Targets:
    """Return what may be a session of a noxfile: every word of it."""
    return Targets(names=frozenset(_WORD.findall(text)), patterns=(), open=False)


def poe_tasks(value: Mapping[str, Any]) -> Targets:
    """Return the tasks of poe's table; one that includes others is open."""
    return Targets(
        names=frozenset(table(value, "tasks")),
        patterns=(),
        open=bool({"include", "include_script"} & set(value)),
    )


def hatch_environments(value: Mapping[str, Any]) -> Targets:
    """Return the environments of hatch's table."""
    return Targets(
        names=frozenset({"default", *table(value, "envs")}),
        patterns=("hatch-%",),
        open="collectors" in table(value, "env"),
    )


def python_scripts(value: Mapping[str, Any], text: str) -> Targets | None:
    """Return what `poetry run` may find in a project that has scripts; None if it has none.

    All words of the file count, since a dependency brings programs along.
    """
    scripts = {
        **table(value, "project", "scripts"),
        **table(value, "project", "gui-scripts"),
        **table(value, "tool", "poetry", "scripts"),
    }
    if not scripts:
        return None
    return Targets(names=frozenset(_WORD.findall(text)), patterns=(), open=False)


def project_name(value: Mapping[str, Any]) -> str:
    """Return the project's name, '' if it has none."""
    names = (table(value, "project").get("name"), table(value, "tool", "poetry").get("name"))
    return next((name for name in names if isinstance(name, str)), "")


def _environments(names: set[str], values: list[str]) -> Targets:
    """Return the environments; any mixture of the parts of their names makes one, too."""
    factors = {part for name in names for part in name.split("-")}
    for value in values:
        for found in _FACTOR.finditer(value):
            factors.update(re.findall(r"[\w.]+", found["factors"]))
    return Targets(
        names=frozenset(names | factors | {"py"}),
        patterns=_PYTHONS,
        open=len(names) >= _MOST_NAMES,
        joined=True,
    )


def _braces(text: str) -> Iterator[str]:
    """Yield the names of an envlist, `py{311,312}-{a,b}` written out."""
    for one in re.findall(r"(?:[^\s,{}#]|\{[^{}]*\})+", text):
        parts = [
            [part.strip() for part in piece.strip("{}").split(",")]
            for piece in re.findall(r"\{[^{}]*\}|[^{}]+", one)
        ]
        for count, made in enumerate(product(*parts)):
            if count >= _MOST_NAMES:
                break
            yield "".join(made)
