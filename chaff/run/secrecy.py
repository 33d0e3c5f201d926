"""Recognises the API key in text from outside, however a proxy may have written it down."""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Iterable, Iterator
from typing import Final
from urllib.parse import unquote

SHORTEST: Final = 8
"""Anything shorter is no key, and would be found in every text."""

_ROUNDS: Final = 4
"""How often one form of writing may be wrapped into another: JSON inside JSON, a URL inside it."""
_ESCAPE: Final = re.compile(r"\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})|\\(.)", re.DOTALL)


class Secrets:
    """The secrets of one endpoint; they are compared, never shown."""

    def __init__(self, secrets: Iterable[str | None]) -> None:
        self._secrets = [secret for secret in secrets if secret and len(secret) >= SHORTEST]
        self._written = [*self._secrets, *(f for s in self._secrets for f in _in_base64(s))]
        self._hex = [secret.encode().hex() for secret in self._secrets]

    def __repr__(self) -> str:
        """Return no secret, wherever this may be printed."""
        return f"<{len(self._secrets)} secrets>"

    def appear_in(self, text: str) -> bool:
        """Tell whether a text holds a secret: plain, escaped, or in base64 or hex."""
        if not self._secrets:
            return False
        return any(self._is_in(form) for form in _forms(text))

    def _is_in(self, text: str) -> bool:
        return any(form in text for form in self._written) or any(
            form in text.lower() for form in self._hex
        )


def _forms(text: str) -> Iterator[str]:
    """Yield a text as it is, and as it reads once escapes are taken back, again and again."""
    for _ in range(_ROUNDS):
        yield text
        plainer = _unescaped(html.unescape(unquote(text, errors="replace")))
        if plainer == text:
            return
        text = plainer
    yield text


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def _character(found: re.Match[str]) -> str:
    code = found.group(1) or found.group(2)
    return chr(int(code, 16)) if code else found.group(3)


def _in_base64(secret: str) -> Iterator[str]:
    """Yield what of a secret stands in any base64 that holds it, whatever stands around it."""
    data = secret.encode()
    for before in range(3):
        # Characters at both ends also hold bits of the neighbours.
        first, last = (0, 2, 3)[before], (before + len(data)) * 8 // 6
        core = base64.b64encode(b"\0" * before + data).decode()[first:last]
        yield core
        yield core.replace("+", "-").replace("/", "_")
