"""A report as SARIF 2.1.0: a rule for each code, a result for each fault and note."""

from __future__ import annotations

from chaff import __version__
from chaff.check.faults import CODES, Code, Fault, Note
from chaff.check.render import visible
from chaff.check.report import Report
from chaff.sarif import Json, artifact, sarif_log
from chaff.shapes.base import to_json


def as_sarif(report: Report) -> str:
    """Return the report as one SARIF log in ASCII; rules and runs are in its `properties`."""
    told: list[Fault | Note] = [*report.faults, *report.notes]
    codes = sorted({one.code for one in told})
    indices = {code: index for index, code in enumerate(codes)}
    results = [_result(one, indices) for one in told]
    run: Json = {
        "tool": {
            "driver": {
                "name": "chaff check",
                "semanticVersion": __version__,
                "rules": [_rule(code, CODES[code]) for code in codes],
            }
        },
        "invocations": [{"executionSuccessful": True, "exitCode": report.exit_status}],
        "results": results,
        "properties": {
            "checked_at": report.checked_at,
            "commit": report.commit,
            "n_responses": report.n_responses,
            "rules": to_json(report.rules),
            "runs": to_json(report.runs),
        },
    }
    return sarif_log(run)


def _rule(name: str, code: Code) -> Json:
    return {
        "id": name,
        "shortDescription": {"text": code.what},
        "fullDescription": {"text": code.why},
        "help": {"text": code.remedy},
        "defaultConfiguration": {"level": "note" if code.category == "note" else "error"},
        "properties": {"category": code.category},
    }


def _result(one: Fault | Note, indices: dict[str, int]) -> Json:
    line = one.line if isinstance(one, Fault) else None
    place: Json = {"artifactLocation": artifact(one.file)}
    if line:
        place["region"] = {"startLine": line}
    return {
        "ruleId": one.code,
        "ruleIndex": indices[one.code],
        "level": "error" if isinstance(one, Fault) else "note",
        "message": {"text": visible(f"{one.message} ({one.remedy})")},
        "locations": [{"physicalLocation": place}],
    }
