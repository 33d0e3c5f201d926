"""Says what a new gate's spec holds, and which files it needs beside it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from chaff.errors import BadInputError

LIBRARIES: Final = ("lib/chaff.libsonnet", "lib/rubric.libsonnet")
"""Files below specs/ that a gate's spec imports."""

_SPEC: Final = """\
// The live gate of @SHOWN@, as `chaff gate init` wrote it.
// Change it as you like: the next `chaff gate run` compiles it anew.

local chaff = import '../lib/chaff.libsonnet';

chaff.Gate {
  id: @ID@,
  title: @TITLE@,
  target: @TARGET@,
  transcripts: [
@TRANSCRIPTS@
  ],
  // Whose midnight ends a day.
  timezone: @TIMEZONE@,
  // 'attributable': one edit at a time, judged against a yearly budget of false verdicts.
  // 'article': an edit every 3 days, Welch's test; its label says what that costs.
  preset: @PRESET@,
  // true: decide and record, but change nothing.
  dry_run: @DRY@,
  rubric: import '../lib/rubric.libsonnet',
}
"""


def gate_files(
    libraries: Mapping[str, bytes],
    *,
    gate: str,
    target: str,
    transcripts: Sequence[str],
    timezone: str,
    preset: str,
    watch_only: bool,
) -> dict[str, bytes]:
    """Return the files of a new gate by path: its spec, and what that imports.

    Raises BadInputError if the package is not whole.
    """
    missing = [name for name in LIBRARIES if name not in libraries]
    if missing:
        problem = f"the package lacks {', '.join(missing)}"
        raise BadInputError(problem, remedy="install chaff-lint again")
    values = {
        "SHOWN": target.replace("\n", " "),
        "ID": _quoted(gate),
        "TITLE": _quoted(f"The live gate of {target}"),
        "TARGET": _quoted(target),
        "TRANSCRIPTS": "\n".join(f"    {_quoted(each)}," for each in transcripts),
        "TIMEZONE": _quoted(timezone),
        "PRESET": _quoted(preset),
        "DRY": "true" if watch_only else "false",
    }
    text = re.sub(r"@([A-Z]+)@", lambda found: values[found[1]], _SPEC)
    return {
        **{f"specs/{name}": libraries[name] for name in LIBRARIES},
        f"specs/gates/{gate}.jsonnet": text.encode(),
    }


def read_libraries(folder: Path) -> dict[str, bytes]:
    """Return the imported files from a folder of specs, as far as they are there."""
    paths = {name: folder / name for name in LIBRARIES}
    return {name: path.read_bytes() for name, path in paths.items() if path.is_file()}


def _quoted(text: str) -> str:
    """Return a Jsonnet string; a line break or a quote in a path is no way out of it."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return "'" + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in escaped) + "'"
