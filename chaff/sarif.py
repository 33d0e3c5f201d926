"""The outer parts of a SARIF 2.1.0 log (OASIS, errata 01), which linter and checker share."""

from __future__ import annotations

import json
from typing import Any, Final
from urllib.parse import quote

SCHEMA: Final = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)

Json = dict[str, Any]


def sarif_log(run: Json) -> str:
    """Return a log of one run, in ASCII."""
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, allow_nan=False)


def artifact(path: str) -> Json:
    """Return a path as a URI reference: relative ones stay relative."""
    raw = path.encode("utf-8", "surrogateescape")
    uri = quote(raw, safe="/~!$&'()*+,;=@")
    return {"uri": f"file://{uri}" if uri.startswith("/") else uri}
