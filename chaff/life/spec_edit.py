"""Changes one field of a rule's spec and leaves every other byte alone."""

from __future__ import annotations

import re
from typing import Final

from chaff.errors import SpecError

_ID: Final = r"""^(?P<indent>[ \t]*)id: ['"]{rule}['"],[^\n]*\n"""


def with_field(text: str, rule: str, name: str, value: str | None, *, where: str) -> str:
    """Return a spec with the field `name` set to `value`, Jsonnet source; None takes it out.

    The field stands on a line of its own beside the rule's `id`, or is put below it. Raises
    SpecError if the spec has no single line `id: 'RULE',` to go by, or several such fields.
    """
    ids = list(re.finditer(_ID.format(rule=re.escape(rule)), text, re.MULTILINE))
    if len(ids) != 1:
        raise SpecError(
            f"has {len(ids)} lines \"id: '{rule}',\": where the rule's fields stand cannot be told",
            where=where,
            remedy=f"write the rule's id on one line of its own; then {name} is set beside it",
        )
    indent = ids[0]["indent"]
    line = re.compile(rf"^{indent}{name}: [^\n]*,\r?\n", re.MULTILINE)
    lines = list(line.finditer(text))
    if len(lines) > 1:
        raise SpecError(f"has {len(lines)} fields {name}", where=where, remedy="leave one")
    ending = "\r\n" if ids[0][0].endswith("\r\n") else "\n"
    new = "" if value is None else f"{indent}{name}: {value},{ending}"
    start, end = (lines[0].start(), lines[0].end()) if lines else (ids[0].end(), ids[0].end())
    return text[:start] + new + text[end:]
