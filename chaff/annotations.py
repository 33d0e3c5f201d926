"""GitHub's workflow commands: one line that becomes an annotation of a file."""

from __future__ import annotations


def command(kind: str, text: str, **fields: str | int | None) -> str:
    """Return a workflow command; `fields` (file, line, title, ...) that are empty are left out.

    Source: GitHub's documentation of workflow commands, 2026-11-30.
    """
    properties = ",".join(f"{name}={_property(str(v))}" for name, v in fields.items() if v)
    return f"::{kind} {properties}::{_data(text)}" if properties else f"::{kind}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
