"""Says what a new rule repository holds: a program, prices, one example rule, and the way to CI.

The example is this package's own `superseded-instruction` under another name. Names are in no
hash, so its experiment is the one that the demo runs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Final

from chaff.errors import BadInputError

EXAMPLE: Final = "example"
ORIGINAL: Final = "superseded-instruction"
_READINGS: Final = f"  readings: import '../readings/{ORIGINAL}.json',\n".encode()
"""What was read of our rule is on our corpus: a new rule has no hit that was read."""
_BUDGET: Final = re.compile(r"budget_from: '[0-9-]+'")

SPECS: Final = (
    "lib/chaff.libsonnet",
    "lib/questions.libsonnet",
    "program.jsonnet",
    "pricing.jsonnet",
    f"rules/{ORIGINAL}.jsonnet",
)
"""Files below specs/ that are taken over, beside the folder of the battery."""

TEMPLATES: Final = {
    "dodo.py.txt": "dodo.py",
    "README.md": "README.md",
    "CHANGELOG.md": "CHANGELOG.md",
    "gitattributes.txt": ".gitattributes",
    "gitignore.txt": ".gitignore",
    "chaff.toml": "chaff.toml",
    "requirements.txt": "requirements.txt",
    "workflow.yml": ".github/workflows/chaff.yml",
}
"""Our own files, and what they become."""


def repository(
    specs: Mapping[str, bytes], templates: Mapping[str, str], *, version: str, today: date
) -> dict[str, bytes]:
    """Return the files of a new repository by path.

    `specs` are the files of SPECS and of the battery, by path below specs/; `templates` are those
    of TEMPLATES, by name. Raises BadInputError if the package is not whole.
    """
    missing = [name for name in SPECS if name not in specs]
    missing += [name for name in TEMPLATES if name not in templates]
    if missing:
        problem = f"the package lacks {', '.join(missing)}"
        raise BadInputError(problem, remedy="install chaff-lint again")
    files = {f"specs/{_renamed(path)}": _adapted(path, specs[path], today) for path in specs}
    for name, path in TEMPLATES.items():
        files[path] = templates[name].replace("@VERSION@", version).encode()
    return dict(sorted(files.items()))


def _renamed(path: str) -> str:
    return path.replace(ORIGINAL, EXAMPLE)


def _adapted(path: str, data: bytes, today: date) -> bytes:
    if path == f"rules/{ORIGINAL}.jsonnet":
        return data.replace(_READINGS, b"").replace(ORIGINAL.encode(), EXAMPLE.encode())
    if path == "program.jsonnet":
        return _BUDGET.sub(f"budget_from: '{today}'", data.decode()).encode()
    return data
