"""The report as SARIF 2.1.0 (OASIS, errata 01): rules with their evidence, results with fixes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from chaff import __version__
from chaff.label import label
from chaff.lint.engine import Reported
from chaff.lint.finding import place_of
from chaff.lint.markdown.blocks import parse
from chaff.lint.output.report import NOT_COVERED_TEXT, Remark, Result
from chaff.lint.output.text import what_to_do
from chaff.lint.trust import trust
from chaff.sarif import Json, artifact, sarif_log
from chaff.shapes.base import to_json
from chaff.shapes.compiled import CompiledRule
from chaff.shapes.edit import Edit
from chaff.shapes.evidence import Evidence

FINGERPRINT: Final = "chaff/v1"


def as_sarif(
    result: Result,
    rules: Sequence[CompiledRule],
    evidence: Mapping[str, tuple[Evidence, ...]],
    texts: Mapping[str, bytes],
) -> str:
    """Return the report as one SARIF log in ASCII.

    `rules` are those that were applied; `texts` hold the linted bytes of each file with a fix.
    """
    indices = {rule.id: index for index, rule in enumerate(rules)}
    notifications = [_notification(one, "error") for one in result.errors]
    notifications += [_notification(one, "note") for one in result.notes]
    notifications += [
        _notification(Remark(path=path, text=NOT_COVERED_TEXT), "warning")
        for path in result.not_covered
    ]
    run: Json = {
        "tool": {
            "driver": {
                "name": "chaff",
                "semanticVersion": __version__,
                "rules": [_rule(rule, evidence.get(rule.id, ())) for rule in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": not result.errors,
                "exitCode": result.exit_status,
                "toolExecutionNotifications": notifications,
            }
        ],
        "results": [_result(one, indices[one.rule], texts) for one in result.findings],
        "properties": {
            "files": result.n_files,
            "not_covered": list(result.not_covered),
            "suppressed": result.n_suppressed,
            "in_baseline": result.n_known,
        },
    }
    return sarif_log(run)


def _rule(rule: CompiledRule, evidence: Sequence[Evidence]) -> Json:
    known = trust(rule.readings, buried=rule.buried)
    because = "\n".join(f"- {one.claim} ({one.source})" for one in rule.rationale.supports)
    against = "\n".join(f"- {one.claim} ({one.source})" for one in rule.rationale.against)
    text = (
        f"{rule.message or rule.title}\n\n{rule.rationale.hypothesis}\n\n"
        f"Supports it:\n{because}\n\nSpeaks against it:\n{against}"
    )
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.rationale.hypothesis},
        "help": {"text": text, "markdown": text},
        "defaultConfiguration": {
            "enabled": known.on,
            "level": "error" if rule.tier == "enforced" else "note",
        },
        "properties": {
            "tier": rule.tier,
            "buried": rule.buried,
            "label": label(rule.tier, evidence, buried=rule.buried),
            "evidence": to_json(tuple(evidence)),
            "hits_read": known.read,
            "hits_wrong": known.wrong,
            "fix_safety": rule.fix_safety,
        },
    }


def _result(one: Reported, index: int, texts: Mapping[str, bytes]) -> Json:
    found = one.finding
    result: Json = {
        "ruleId": one.rule,
        "ruleIndex": index,
        "level": "error" if one.fails else "note",
        "message": {"text": f"{one.message} [{one.label}; {what_to_do(one)}]"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": artifact(one.path),
                    "region": {
                        "startLine": found.line,
                        "startColumn": found.column,
                        "endLine": max(found.line, found.end_line),
                    },
                }
            }
        ],
        "partialFingerprints": {FINGERPRINT: one.fingerprint},
        "properties": {"tier": one.tier, "label": one.label, "fix": one.fix},
    }
    if one.edits and one.path in texts:
        result["fixes"] = [_fix(one, texts[one.path])]
    return result


def _fix(one: Reported, data: bytes) -> Json:
    changes = [
        {
            "artifactLocation": artifact(one.path),
            "replacements": [_replacement(edit, data) for edit in one.edits],
        }
    ]
    folder = one.path.rpartition("/")[0]
    for name, text in sorted(one.files.items()):
        changes.append(
            {
                "artifactLocation": artifact(f"{folder}/{name}" if folder else name),
                "replacements": [
                    {
                        "deletedRegion": {"startLine": 1, "startColumn": 1, "endColumn": 1},
                        "insertedContent": {"text": text},
                    }
                ],
            }
        )
    does = "Moves the text to another file" if one.files else "Deletes the text"
    return {"description": {"text": f"{does} ({one.fix})"}, "artifactChanges": changes}


def _replacement(edit: Edit, data: bytes) -> Json:
    """Return an edit by line and column: edits begin at a line and end at one, or the file does."""
    start, end = _position(data, edit.start), _position(data, edit.end)
    replacement: Json = {
        "deletedRegion": {
            "startLine": start[0],
            "startColumn": start[1],
            "endLine": end[0],
            "endColumn": end[1],
        }
    }
    if edit.inserted:
        replacement["insertedContent"] = {"text": edit.inserted}
    return replacement


def _position(data: bytes, offset: int) -> tuple[int, int]:
    """Return line and column of a byte, from 1; LF, CRLF and CR end a line."""
    document = parse(data)
    if offset == len(data) and data.endswith((b"\n", b"\r")):
        return len(document.lines) + 1, 1
    return place_of(document, offset)


def _notification(one: Remark, level: str) -> Json:
    notification: Json = {"level": level, "message": {"text": one.text}}
    if one.path:
        location: Json = {"artifactLocation": artifact(one.path)}
        if one.line:
            location["region"] = {"startLine": one.line}
        notification["locations"] = [{"physicalLocation": location}]
    return notification
