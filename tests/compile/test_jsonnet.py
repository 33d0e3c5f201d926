import json
import sys
from pathlib import Path

import pytest
import rjsonnet

from chaff.canonical import canonical_bytes, digest
from chaff.compile.jsonnet import Limits, evaluate
from chaff.errors import SpecError
from tests.support.project import REPOSITORY, make_project, write

CASE = REPOSITORY / "../shared/cases/inputs/js-02-canonical-bytes"
ENTRY = "specs/spec.jsonnet"


def evaluated(root: Path, text: str | bytes, **limits):
    write(root, ENTRY, text)
    return evaluate(root, ENTRY, limits=Limits(**limits) if limits else None)


def refusal(root: Path, text: str | bytes, **limits) -> str:
    with pytest.raises(SpecError) as caught:
        evaluated(root, text, **limits)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# What the spec says -> what the error must hold. Each names its place.
REFUSED = {
    "absolute import": ("import '/etc/hostname'", f"{ENTRY}:1: import '/etc/hostname': only rel"),
    "absolute importstr": ("importstr '/etc/hostname'", "only relative paths"),
    "absolute importbin": ("importbin '/etc/hostname'", "only relative paths"),
    "import of a drive": ("import 'C:/x'", "only relative paths"),
    "import with backslashes": ("import '..\\\\..\\\\x'", "only relative paths"),
    "import out of specs": ("{\n  a: importstr '../secret' }", f"{ENTRY}:2: import '../secret'"),
    "import out and in by name": ("import '../other/../../x'", "leaves specs/"),
    "import of the folder": ("import 'lib'", "there is no file 'specs/lib'"),
    "import of specs itself": ("import '.'", "leaves specs/"),
    "import of nothing": ("\n\nimport 'nothing'", f"{ENTRY}:3: there is no file 'specs/nothing'"),
    "carriage return": ("{\n  a: |||\n    x\r\n  |||\n}", f"{ENTRY}:3: holds a carriage return"),
    "byte order mark": (b"\xef\xbb\xbf{}", f"{ENTRY}:1: starts with a byte order mark"),
    "not UTF-8": (b"{\n a: '\xe9' }", f"{ENTRY}:2: is not UTF-8"),
    "infinite": ("{ a: 1e308 * 10 }", f"{ENTRY}:1: overflow"),
    "literal too large": ("[1e400]", "overflow"),
    "integer beyond 2^53": ("{ a: [9007199254740993] }", f"{ENTRY}: integer beyond 2^53 at $.a[0]"),
    "negative beyond 2^53": ("{ a: -1e16 }", "integer beyond 2^53 at $.a"),
    "lone surrogate, escaped": (r"{ a: '\ud800' }", f"{ENTRY}:1: Invalid non-BMP"),
    "lone surrogate, computed": ("{ a: std.char(55296) }", f"{ENTRY}: lone surrogate at $.a"),
    "lone surrogate in a key": ("{ [std.char(56320)]: 1 }", "lone surrogate at $ key"),
    "error of the spec": ("{ a: error 'no\nway' }", f"{ENTRY}:1: no way"),
    "error that steers a terminal": ("error 'no\u001b[2J way'", f"{ENTRY}:1: no [2J way"),
    "error without end": ("error std.repeat('x', 5000)", f"{ENTRY}:1: {'x' * 999}…"),
    "syntax": ("{ a: ", f"{ENTRY}:1: unexpected end of file"),
    "unknown variable": ("\nx", f"{ENTRY}:2: Unknown variable: x"),
    "endless recursion": ("local f(n) = 1 + f(n); f(0)", "max stack frames exceeded"),
    "function": ("function(x) x", "not bound"),
    "depth": ("std.foldl(function(a, i) [a], std.range(1, 200), 0)", "nested deeper than 100"),
    "an abort of the engine": ("std.parseJson('1e400')", f"{ENTRY}: the Jsonnet engine broke off"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(tmp_path, name):
    make_project(tmp_path)
    write(tmp_path, "secret", "x")
    text, expected = REFUSED[name]
    assert expected in refusal(tmp_path, text)


IMPORTED = {
    "carriage return": (b"a\nb\r\n", "specs/x.txt:2: holds a carriage return"),
    "byte order mark": (b"\xef\xbb\xbfa", "specs/x.txt:1: starts with a byte order mark"),
    "not UTF-8": (b"a\n\n\xff", "specs/x.txt:3: is not UTF-8"),
}


@pytest.mark.parametrize("name", IMPORTED)
@pytest.mark.parametrize("how", ["importstr", "importbin"])
def test_refused_in_an_import(tmp_path, name, how):
    data, expected = IMPORTED[name]
    write(tmp_path, "specs/x.txt", data)
    assert expected in refusal(tmp_path, f"{how} 'x.txt'")


def test_links_are_refused_wherever_they_lead(tmp_path):
    write(tmp_path, "secret.txt", "x")
    write(tmp_path, "specs/real/inside.txt", "x")
    (tmp_path / "specs/out.txt").symlink_to(tmp_path / "secret.txt")
    (tmp_path / "specs/in.txt").symlink_to("real/inside.txt")
    (tmp_path / "specs/folder").symlink_to("real")
    for path in ("out.txt", "in.txt", "folder/inside.txt"):
        assert "symbolic link" in refusal(tmp_path, f"importstr '{path}'")
    assert evaluated(tmp_path, "importstr 'real/inside.txt'").value == "x"


def test_the_spec_itself_may_not_be_a_link(tmp_path):
    write(tmp_path, "elsewhere.jsonnet", "1")
    (tmp_path / "specs").mkdir()
    (tmp_path / ENTRY).symlink_to(tmp_path / "elsewhere.jsonnet")
    with pytest.raises(SpecError, match="symbolic link"):
        evaluate(tmp_path, ENTRY)


def test_a_project_may_lie_behind_a_link(tmp_path):
    write(tmp_path, "real/specs/spec.jsonnet", "import 'x.jsonnet'")
    write(tmp_path, "real/specs/x.jsonnet", "7")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert evaluate(tmp_path / "link", ENTRY).value == 7


BOMBS = {
    "array": "std.length(std.makeArray(1e9, function(i) i))",
    "string": "local s = std.repeat('x', 1e6);"
    " std.length(std.foldl(function(a, i) a + s, std.range(1, 1e4), ''))",
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_memory_bomb_is_one_error(tmp_path, bomb):
    message = refusal(tmp_path, BOMBS[bomb], memory_mb=80)
    assert message == f"{ENTRY}: needs more than 80 MB of memory"


LOOP = "local f(n) = if n < 0 then 0 else f(n + 1) tailstrict; f(1)"


def test_an_endless_loop_is_one_error(tmp_path):
    assert "within 1 s of processor time" in refusal(tmp_path, LOOP, cpu_seconds=1)
    assert "within 0.5 s" in refusal(tmp_path, LOOP, wall_seconds=0.5)


def test_a_diamond_does_not_hide_a_later_import(tmp_path):
    write(tmp_path, "specs/base.libsonnet", "{ n: 1 }")
    write(tmp_path, "specs/left.libsonnet", "(import 'base.libsonnet') { l: 1 }")
    write(tmp_path, "specs/right/right.libsonnet", "(import '../base.libsonnet') { r: 1 }")
    write(tmp_path, "specs/last.txt", "last")
    write(tmp_path, "specs/unused.txt", "never read")
    spec = """
      (import 'left.libsonnet') + (import 'right/right.libsonnet')
      { z: importstr 'last.txt', unused:: importstr 'unused.txt' }
    """
    result = evaluated(tmp_path, spec)
    assert result.value == {"n": 1, "l": 1, "r": 1, "z": "last"}
    assert set(result.sources) == {
        ENTRY,
        "specs/base.libsonnet",
        "specs/last.txt",
        "specs/left.libsonnet",
        "specs/right/right.libsonnet",
    }
    write(tmp_path, "specs/last.txt", "later")
    assert evaluate(tmp_path, ENTRY).sources != result.sources


def test_whole_numbers_are_integers(tmp_path):
    value = evaluated(tmp_path, "{ a: 100.0, b: -0, c: 1e3, d: 0.5, e: [2.0], f: true }").value
    assert json.dumps(value) == '{"a": 100, "b": 0, "c": 1000, "d": 0.5, "e": [2], "f": true}'


@pytest.mark.parametrize("name", ["nfc", "nfd", "keys"])
def test_canonical_bytes(tmp_path, name):
    if not CASE.is_dir():
        pytest.skip("the shared cases are not beside this checkout")
    expected = json.loads((CASE / "expected.json").read_text())[name]
    value = evaluated(tmp_path, (CASE / f"{name}.jsonnet").read_bytes()).value
    assert canonical_bytes(value).decode() == expected["canonical"]
    assert digest(value) == expected["sha256"]


def test_the_environment_does_not_reach_in(tmp_path, monkeypatch):
    write(tmp_path, "library/json.py", "raise SystemExit('hijacked')")
    write(tmp_path, "library/there.libsonnet", "1")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "library"))
    monkeypatch.setenv("JSONNET_PATH", str(tmp_path / "library"))
    assert evaluated(tmp_path, "{ a: 1 }").value == {"a": 1}
    assert "there is no file" in refusal(tmp_path, "import 'there.libsonnet'")


def test_without_the_engine_the_error_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [])
    monkeypatch.delitem(sys.modules, "_jsonnet", raising=False)
    assert "pip install 'chaff-lint[specs]'" in refusal(tmp_path, "1")


SPECS = sorted(
    path.relative_to(REPOSITORY).as_posix()
    for path in [*(REPOSITORY / "specs").glob("*.jsonnet"), *(REPOSITORY / "specs/rules").glob("*")]
)


@pytest.mark.parametrize("spec", SPECS)
def test_another_engine_agrees_on_our_specs(spec):
    theirs = json.loads(rjsonnet.evaluate_file(str(REPOSITORY / spec)))
    assert digest(theirs) == digest(evaluate(REPOSITORY, spec).value)
