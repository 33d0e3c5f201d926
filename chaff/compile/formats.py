"""The reference pages of file formats: where a file lies, its fields, an example, its schema.

Made from the shapes by `python -m chaff.compile.reference`; examples are files of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args

from chaff.compile.fields import table
from chaff.compile.schemas import made_schema
from chaff.shapes.detect import Detect, Fix
from chaff.shapes.scorer import Action, Scorer

FOLDER: Final = Path(__file__).parents[2] / "docs" / "reference" / "formats"
EXAMPLES: Final = FOLDER.parent / "examples"
MADE: Final = (
    "<!-- made by `python -m chaff.compile.reference`; edit the docstrings in chaff/shapes, "
    "or chaff/compile/glossary.py, instead -->"
)


class Format(NamedTuple):
    """A kind of file."""

    schema: str
    """Name of its JSON Schema; of a line, for JSON Lines."""
    title: str
    place: str
    """Where such files lie."""
    about: str
    example: str
    """Name of a file in docs/reference/examples."""


FORMATS: Final = {
    "rule-spec": Format(
        "rule.spec",
        "Rule spec",
        "`specs/rules/<rule>.jsonnet`",
        "What a rule's Jsonnet evaluates to. The vocabulary (`chaff.Rule {…}`) stands in "
        "`specs/lib/chaff.libsonnet`; objects are closed, so a misspelt field stops the compile. "
        "Title, rationale, tier, examples and readings are in no hash: rewording them orphans no "
        "run.",
        "rule-spec.json",
    ),
    "battery-spec": Format(
        "rule.spec#Battery",
        "Battery spec",
        "`specs/batteries/<rule>/battery.jsonnet`",
        "The experiment of a rule: the instruction file in its *present* state, the little "
        "repository around it, items, controls, and answers that audit the scorers. Everything "
        "but the notes (`misled`, `required`) and the example answers is hashed.",
        "battery-spec.json",
    ),
    "program-spec": Format(
        "program.spec",
        "Program spec",
        "`specs/program.jsonnet`",
        "Models, thresholds, guards and caps of a library.",
        "program-spec.json",
    ),
    "pricing-spec": Format(
        "pricing.spec",
        "Pricing manifest",
        "`specs/pricing.jsonnet`",
        "What models cost, in USD per million tokens. Inside, money is integer nano-USD.",
        "pricing-spec.json",
    ),
    "gate-spec": Format(
        "gate.spec",
        "Gate spec",
        "`specs/gates/<name>.jsonnet`",
        "A live gate: its file, its transcripts, its rubric, and when an edit may stay. "
        "`chaff gate init` writes one.",
        "gate-spec.json",
    ),
    "readings": Format(
        "readings",
        "Readings",
        "`specs/readings/<rule>.json`",
        "Every hit of a rule on real text, judged by a person who read it. They decide whether "
        "the rule is on by default, and are in no hash.",
        "readings.json",
    ),
    "eval-config": Format(
        "eval.config",
        "Eval config",
        "`generated/<rule>/eval.config.json` and `generated/<rule>/practice/eval.config.json`",
        "The registered experiment. It is committed indented, so that a pull request can be read, "
        "and hashed over its canonical bytes (RFC 8785). Bytes are counted in UTF-8.",
        "eval-config.json",
    ),
    "compiled-rule": Format(
        "rule",
        "Compiled rule",
        "`generated/<rule>/rule.json`",
        "A rule as the linter and the pages read it.",
        "compiled-rule.json",
    ),
    "evidence": Format(
        "evidence",
        "Evidence",
        "`generated/<rule>/evidence.json`",
        "What findings may say of a rule, one entry a model. It follows from the runs alone, and "
        "`chaff check` compares. Effects are shares: 0.15 is 15 percentage points.",
        "evidence.json",
    ),
    "compiled-program": Format(
        "program",
        "Compiled program",
        "`generated/program.json`",
        "Program and prices, as everything but the compile reads them.",
        "compiled-program.json",
    ),
    "sources": Format(
        "sources",
        "Sources",
        "`generated/<rule>/sources.json`",
        "What compiled files were made from: a digest that differs makes them due.",
        "sources.json",
    ),
    "run": Format(
        "run",
        "Run file",
        "`runs/<rule>/<model>/<UTC start>.jsonl`",
        "JSON Lines: one header, one line a turn, one footer; crash journal and artifact at once. "
        "Each line carries the digest of the one before, so a file can only grow. A turn is "
        "written and flushed to the disk when its answer arrives.",
        "run.jsonl",
    ),
    "spend": Format(
        "spend",
        "Spend ledger entry",
        "`runs/spend/<start>-<rule>-<model>.json`; `-practice` follows the rule where it is that",
        "One small file a start. What counts against a cap is billed + reserved + lost.",
        "spend.json",
    ),
    "gate-config": Format(
        "gate.config",
        "Gate config",
        "`generated/gates/<name>/gate.config.json`",
        "The compiled gate, with the digests that its records name.",
        "gate-config.json",
    ),
    "gate-day": Format(
        "gate.day",
        "Daily scores",
        "`days.jsonl` in a gate's folder",
        "JSON Lines, one a day: numbers and names, never a word of a conversation. A day without "
        "a score has null, which is not 0.",
        "gate-day.jsonl",
    ),
    "gate-ledger": Format(
        "gate.ledger",
        "Gate ledger",
        "`ledger.jsonl` in a gate's folder",
        "JSON Lines, append-only and chained: what happened to the instruction file, and why.",
        "gate-ledger.jsonl",
    ),
    "settings": Format(
        "settings",
        "Settings",
        "`chaff.toml`, or `[tool.chaff]` in `pyproject.toml`",
        "What the linter does in a repository. The closest file upwards counts, as far as the "
        "repository's root. A rule may be named by its id; `all` and `default` name several.",
        "settings.toml",
    ),
    "baseline": Format(
        "baseline",
        "Baseline",
        "where `chaff lint --write-baseline FILE` puts it",
        "Findings that are known and need not be told again, by what they say, not by line.",
        "baseline.json",
    ),
}
_KINDS: Final = {
    kind.__name__: str(kind.__struct_config__.tag)
    for kind in (*get_args(Detect), *get_args(Fix), *get_args(Scorer))
}


def page(name: str) -> str:
    """Return the reference page of a format, in Markdown."""
    one = FORMATS[name]
    file, _, root = one.schema.partition("#")
    schema = made_schema(file)
    roots = [root] if root else _refs({k: v for k, v in schema.items() if k != "$defs"})
    link = f"[{file}.schema.json](../../../chaff/schemas/{file}.schema.json)"
    part = f" (its `{root}`)" if root else ""
    return "\n".join(
        (
            f"# {one.title}\n\n{MADE}\n",
            f"{one.place}\n\n{one.about}\n\nJSON Schema: {link}{part}.\n",
            *_sections(roots, schema["$defs"]),
            f"## Example\n\n```{_language(one.example)}",
            f"{(EXAMPLES / one.example).read_text(encoding='utf-8').rstrip()}\n```\n",
        )
    )


def _sections(roots: list[str], definitions: dict[str, Any]) -> Iterator[str]:
    for name in _reached(roots, definitions):
        shape = definitions[name]
        kind = shape["properties"].get("kind", {}).get("enum")
        yield f"## {name}\n"
        yield f"{shape['description']}\n"
        if kind:
            yield f'Its `kind` is `"{kind[0]}"`.\n'
        yield from table(shape, link=_link)


def _reached(roots: list[str], definitions: dict[str, Any]) -> list[str]:
    """Return the shapes that a file is made of, outermost first; kinds have a page of their own."""
    found: list[str] = []
    waiting = list(roots)
    while waiting:
        name = waiting.pop(0)
        if name not in found and not _is_kind(name):
            found.append(name)
            waiting += _refs(definitions[name])
    return found


def _refs(value: Any) -> list[str]:
    if isinstance(value, list):
        return [name for one in value for name in _refs(one)]
    if not isinstance(value, dict):
        return []
    own = [str(value["$ref"]).rpartition("/")[2]] if "$ref" in value else []
    inside = (one for key, one in value.items() if key not in {"discriminator", "$ref"})
    return own + [name for one in inside for name in _refs(one)]


def _is_kind(name: str) -> bool:
    return name in _KINDS or name == Action.__name__


def _link(shape: str) -> str:
    if _is_kind(shape):
        return f"[{_KINDS.get(shape, shape)}](../kinds.md#{_KINDS.get(shape, shape).lower()})"
    return f"[{shape}](#{shape.lower()})"


def _language(example: str) -> str:
    ending = example.rpartition(".")[2]
    return "json" if ending == "jsonl" else ending


def pages() -> dict[str, str]:
    """Return every page by its file name."""
    return {f"{name}.md": page(name) for name in FORMATS}
