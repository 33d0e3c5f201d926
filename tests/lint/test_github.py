from chaff.lint.engine import Source, lint
from chaff.lint.output.github import as_github
from chaff.lint.output.report import Remark, Result
from tests.support.library import compiled


def test_annotations_and_their_escapes():
    rules = [compiled("a-rule"), compiled("b-rule", "enforced")]
    found = lint(Source(data=b"a\n\nX 5%\n", path="d:1,2/C.md"), rules)
    told = Result(
        n_files=1,
        findings=found.findings,
        errors=(Remark(path="x.md", text="a\nb"), Remark(text="c")),
        notes=(Remark(path="n.md", line=7, text="odd"),),
        not_covered=("zh.md",),
    )
    lines = list(as_github(told))
    assert lines[0] == "::error file=x.md::a%0Ab"
    assert lines[1] == "::error::c"
    assert lines[2] == (
        "::notice file=d%3A1%2C2/C.md,line=3,endLine=3,col=1,title=chaff a-rule"
        "::About a-rule%0AX 5%25%0Aheuristic: not measured; --fix deletes it"
    )
    assert lines[3].startswith("::error file=d%3A1%2C2/C.md,line=3,")
    assert lines[4].startswith("::warning file=zh.md::not covered")
    assert lines[5] == "::notice file=n.md,line=7::odd"
    assert all("\n" not in line for line in lines)
