"""A small compiled library in a folder, with rules of any tier."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from chaff.canonical import readable_bytes
from chaff.shapes.base import convert
from chaff.shapes.compiled import CompiledRule

DELETES = {
    "detect": {"kind": "block", "blocks": ["paragraph", "list_item"], "any": ["^X"]},
    "fix": {"kind": "delete_block"},
}
MOVES = {
    "detect": {
        "kind": "section",
        "heading": ["^Log"],
        "entry": [r"^\d"],
        "min_entries": 2,
        "min_share_percent": 60,
    },
    "fix": {"kind": "move_section", "to": "docs/H.md", "pointer": "See docs/H.md."},
}


def compiled(name: str, tier: str = "heuristic", **parts: Any) -> CompiledRule:
    """Return a compiled rule; `parts` are fields, `detect` and `fix` by default DELETES."""
    value = {
        "schema": "chaff.rule/1",
        "id": name,
        "title": f"About {name}",
        "rationale": {
            "hypothesis": "It misleads.",
            "supports": [{"claim": "Seen.", "source": "somewhere"}],
            "against": [{"claim": "Unseen.", "source": "elsewhere"}],
        },
        "tier": tier,
        "valid": [{"title": "plain", "text": "a\n"}],
        "invalid": [{"title": "marked", "text": "X\n", "findings": [{"line": 1}], "fixed": ""}],
        "items": {},
        "practice_items": {},
        **DELETES,
        **parts,
    }
    return convert(value, CompiledRule, where=name)


def reading(*, right: bool = True, line: int = 1) -> dict[str, Any]:
    """Return one judged hit."""
    return {
        "corpus": "wild",
        "file": "sha256:" + "0" * 64,
        "path": "a/CLAUDE.md",
        "line": line,
        "right": right,
        "why": "it is so",
    }


def evidence(model: str = "m-1", **fields: Any) -> dict[str, Any]:
    """Return what a run showed on one model."""
    return {
        "model": model,
        "effect": 0.23,
        "lower": 0.1,
        "upper": 0.37,
        "date": "2026-11-30",
        "attempt": 1,
        "run": "sha256:" + "0" * 64,
        "n_items": 12,
        "repeats": 5,
        **fields,
    }


def write_evidence(root: Path, rule: str, *entries: dict[str, Any]) -> None:
    """Write what was measured about a rule of a project."""
    file = root / "generated" / rule / "evidence.json"
    file.write_bytes(readable_bytes(list(entries)))


def write_library(root: Path, *rules: CompiledRule) -> None:
    """Write rules where a project has them."""
    from chaff.shapes.base import to_json

    for rule in rules:
        folder = root / "generated" / rule.id
        folder.mkdir(parents=True)
        (folder / "rule.json").write_bytes(readable_bytes(to_json(rule)))
