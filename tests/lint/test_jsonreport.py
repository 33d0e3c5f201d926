import json

from chaff import __version__
from chaff.lint.engine import Source, lint
from chaff.lint.output.jsonreport import as_json
from chaff.lint.output.report import FixedReport, Remark, Result
from tests.support.library import compiled


def test_the_whole_report():
    rules = [compiled("a-rule", message="Delete it.")]
    found = lint(Source(data="---\na: b\n---\n\n  X é\n".encode(), path="d:1/é\udcff.md"), rules)
    told = Result(
        n_files=2,
        findings=found.findings,
        errors=(Remark(path="p", text="cannot be read"),),
        notes=(Remark(path="p", line=3, text="odd"),),
        not_covered=("zh.md",),
        fixed=(FixedReport(path="C.md", fixes={"a-rule": 2}),),
        n_suppressed=1,
        n_known=2,
    )
    text = as_json(told)
    assert text.isascii()
    assert json.loads(text) == {
        "version": __version__,
        "files": 2,
        "not_covered": ["zh.md"],
        "findings": [
            {
                "rule": "a-rule",
                "path": "d:1/é\udcff.md",
                "line": 5,
                "column": 3,
                "end_line": 5,
                "tier": "heuristic",
                "label": "heuristic: not measured",
                "message": "Delete it.",
                "fix": "safe",
                "fails": False,
            }
        ],
        "fixed": [{"path": "C.md", "fixes": {"a-rule": 2}, "moved_to": []}],
        "notes": ["p:3: odd"],
        "errors": ["p: cannot be read"],
        "suppressed": 1,
        "in_baseline": 2,
    }
