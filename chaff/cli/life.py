"""`doit promote:RULE`, `bury:RULE` and `demote:RULE`: says what was prepared, and what is next."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from chaff.life.allowed import Step


def carry_out(step: Step, root: Path, rule: str, *, now: datetime, out: TextIO) -> int:
    """Prepare the second pull request of a rule; return the exit status."""
    from chaff.life.command import DRAFTS, prepare

    prepared = prepare(step, root, rule, now=now)
    draft = root / DRAFTS / f"{rule}.md"
    draft.parent.mkdir(parents=True, exist_ok=True)
    draft.write_text(prepared.description, encoding="utf-8", newline="\n")
    if not prepared.changed:
        print(f"{rule}: nothing to change", file=out)
        return 0
    for path in prepared.changed:
        print(f"changed {path}", file=out)
    print(f"text of the pull request: {draft.relative_to(root).as_posix()}", file=out)
    print("look at `git diff`, run `doit check`, commit; `git restore .` takes it back", file=out)
    return 0
