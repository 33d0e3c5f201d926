"""What each fault of a server does to a run, over real sockets: one table, each outcome stated."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import chaff.run.wire
from chaff.errors import EndpointError, NoCredentials, RunStopped
from chaff.run.cells import Times
from tests.support import wire
from tests.support.messages_server import Body, Fault, MessagesServer
from tests.support.run_project import START
from tests.support.small_run import N_CALLS, PRICES, entry_of, measure, run_of, totals

CASES = Path(__file__).resolve().parents[2] / "../shared/cases/inputs"
THIRD = 3
"""The call that gets the fault."""


@dataclass(frozen=True)
class Answered:
    """The answer counts; `score` is that of its cell, where it differs from the others'."""

    score: str | None = None


@dataclass(frozen=True)
class Again:
    """No observation: the turn is asked again, after `wait` seconds and at most a quarter more.

    `lost`: the model may have answered, so the call's worst case stays held.
    """

    lost: bool = False
    wait: float = 0.25


@dataclass(frozen=True)
class Stops:
    """The run stops at once, saying so; the same command carries on when the fault is gone."""

    said: str
    lost: bool = False
    error: type[RunStopped] = EndpointError


def error(status: int, kind: str, *, billed: bool = False, **headers: str) -> Fault:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Fault(status=status, error=kind, headers=named, billed=billed)


def raw(status: int, body: str | Body, *, billed: bool = False, **headers: str) -> Fault:
    text = body if isinstance(body, str) else json.dumps(body)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Fault(status=status, raw=text, headers=named, billed=billed)


def sent(how: wire.Wire) -> Fault:
    return Fault(wire=how, billed=True)


def edited(**changes: Any) -> Fault:
    return Fault(edit=lambda message: {**message, **changes}, billed=True)


def used(**changes: Any) -> Fault:
    """Change what the answer says about its usage."""
    return Fault(
        edit=lambda message: {**message, "usage": {**message["usage"], **changes}}, billed=True
    )


def more(block: Body) -> Fault:
    return Fault(edit=lambda m: {**m, "content": [*m["content"], block]}, billed=True)


def said(kind: str, message: str) -> Body:
    return {"type": "error", "error": {"type": kind, "message": message}}


def limited(**headers: str) -> Fault:
    return error(429, "rate_limit_error", **headers)


HTML = "<!doctype html><title>Sign in to the network</title>"
NAMED = "ANTHROPIC_API_KEY"

TABLE: dict[str, tuple[Fault, Answered | Again | Stops]] = {
    # The request, the key, the account.
    "400": (error(400, "invalid_request_error"), Stops("status 400")),
    "401": (error(401, "authentication_error"), Stops(NAMED, error=NoCredentials)),
    "401 without a body": (raw(401, ""), Stops(NAMED, error=NoCredentials)),
    "403": (error(403, "permission_error"), Stops(NAMED, error=NoCredentials)),
    "404": (error(404, "not_found_error"), Stops("status 404")),
    "413": (error(413, "request_too_large"), Stops("status 413")),
    "307": (raw(307, "", location="http://elsewhere.test/"), Stops("redirects are not followed")),
    # For want of room or time.
    "408": (error(408, "timeout_error", billed=True), Again(lost=True)),
    "499 of a gateway": (raw(499, "", billed=True), Again(lost=True)),
    "429": (limited(), Again()),
    "429, 2 s": (limited(retry_after="2"), Again(wait=2)),
    "429, 1.5 s": (limited(retry_after="1.5"), Again(wait=1.5)),
    "429, a date": (
        limited(retry_after="Wed, 02 Dec 2026 12:00:09 GMT"),
        Again(wait=9),
    ),
    "429, a date gone by": (limited(retry_after="Wed, 02 Dec 2026 11:00:00 GMT"), Again()),
    "429, milliseconds": (limited(retry_after_ms="1500"), Again(wait=1.5)),
    "429, milliseconds and seconds": (
        limited(retry_after_ms="1500", retry_after="2"),
        Again(wait=2),
    ),
    "429, negative": (limited(retry_after="-5"), Again()),
    "429, no number": (limited(retry_after="soon"), Again()),
    "429, infinite": (limited(retry_after="1e400"), Again()),
    "429, a day": (
        limited(retry_after="86400"),
        Stops("again after 2026-12-03"),
    ),
    "429, the year 9999": (
        limited(retry_after="Fri, 31 Dec 9999 23:59:59 GMT"),
        Stops("run the same command again after 9999"),
    ),
    "429, milliseconds without end": (
        limited(retry_after_ms="999999999999"),
        Stops("run the same command again after"),
    ),
    "429 of the spend cap": (
        Fault(status=429, error="rate_limit_error", raw="enforced_spend_limit_reached"),
        Stops("own spend limit"),
    ),
    "503": (error(503, "api_error"), Again()),
    "503 of a gateway": (raw(503, "upstream reset", billed=True), Again(lost=True)),
    "529": (error(529, "overloaded_error"), Again()),
    "529, 3 s": (error(529, "overloaded_error", retry_after="3"), Again(wait=3)),
    "an overload as 500": (raw(500, said("api_error", "Overloaded")), Again()),
    "an overload as 200": (raw(200, said("overloaded_error", "Overloaded")), Again()),
    # Broken servers and gateways: behind them the model may have answered.
    "500": (error(500, "api_error", billed=True), Again(lost=True)),
    "502, a page": (raw(502, HTML, billed=True, content_type="text/html"), Again(lost=True)),
    "504": (raw(504, "", billed=True), Again(lost=True)),
    "200 with an error": (raw(200, said("api_error", "sorry")), Again()),
    "200 with a page": (raw(200, HTML, content_type="text/html"), Again()),
    "200 without a body": (raw(200, ""), Again()),
    "200 with other JSON": (raw(200, {"detail": "Not Found"}), Again()),
    "an answer in another's envelope": (
        Fault(edit=lambda m: {"success": True, "result": m}, billed=True),
        Again(lost=True),
    ),
    "201": (Fault(status=201, edit=lambda m: m, billed=True), Stops("status 201", lost=True)),
    "a stream": (
        raw(200, "event: message_start\ndata: {}", billed=True, content_type="text/event-stream"),
        Again(lost=True),
    ),
    "a stream that begins with a comment": (
        raw(200, ": ping\n\ndata: {}", billed=True, content_type="text/event-stream"),
        Again(lost=True),
    ),
    # On the way.
    "hung up before the answer": (sent(wire.nothing()), Again(lost=True)),
    "reset before the answer": (sent(wire.nothing(reset=True)), Again(lost=True)),
    "hung up in the answer": (sent(wire.cut()), Again(lost=True)),
    "reset in the answer": (sent(wire.cut(reset=True)), Again(lost=True)),
    "cut off, yet of the length it says": (
        sent(wire.plain(lambda data: data[:-20])),
        Again(lost=True),
    ),
    "a slow body": (sent(wire.dripping(0.2)), Answered()),
    "a body without end": (sent(wire.dripping(5, ends=False)), Again(lost=True)),
    "gzip": (sent(wire.plain(wire.packed, content_encoding="gzip")), Answered()),
    "gzip that is none": (sent(wire.plain(content_encoding="gzip")), Again(lost=True)),
    "gzip cut off": (
        sent(wire.plain(lambda data: wire.packed(data)[:-30], content_encoding="gzip")),
        Again(lost=True),
    ),
    "gzip, twice": (
        sent(
            wire.plain(lambda data: wire.packed(wire.packed(data)), content_encoding="gzip, gzip")
        ),
        Again(lost=True),
    ),
    "gzip that fills the memory": (
        sent(wire.plain(lambda _: wire.packed(bytes(50_000_000)), content_encoding="gzip")),
        Again(lost=True),
    ),
    "gzip that nobody told of": (sent(wire.plain(wire.packed)), Again(lost=True)),
    "chunks": (sent(wire.chunked()), Answered()),
    "chunks without their end": (sent(wire.chunked(whole=False)), Again(lost=True)),
    "another content type": (sent(wire.plain(content_type="text/plain")), Answered()),
    "a page's content type": (sent(wire.plain(content_type="text/html")), Answered()),
    "another charset than it says": (
        sent(wire.plain(content_type="application/json; charset=utf-16")),
        Answered(),
    ),
    "no UTF-8": (
        sent(wire.plain(lambda data: data.replace(b"On it", b"On \xff"))),
        Again(lost=True),
    ),
    "a byte order mark": (
        sent(wire.plain(lambda data: b"\xef\xbb\xbf" + data)),
        Again(lost=True),
    ),
    "a megabyte": (more({"type": "text", "text": "x" * 1_000_000}), Answered()),
    "more than any answer has": (more({"type": "text", "text": "x" * 3_000_000}), Again(lost=True)),
    # Answers that are odd.
    "a dated id of the model": (edited(model="claude-haiku-4-5-20251001"), Answered()),
    "another model": (
        edited(model="claude-haiku-9"),
        Stops("by claude-haiku-9", lost=True),
    ),
    "no model": (edited(model=None), Stops("answered by None", lost=True)),
    "no usage": (edited(usage=None), Stops("cannot be billed", lost=True)),
    "no count of output": (used(output_tokens=None), Stops("output_tokens", lost=True)),
    "a negative count": (used(input_tokens=-5), Stops("input_tokens", lost=True)),
    "a count in words": (used(input_tokens="many"), Stops("input_tokens", lost=True)),
    "a count with a fraction": (used(input_tokens=5.5), Stops("input_tokens", lost=True)),
    "cache counts that are null": (
        used(cache_creation_input_tokens=None, cache_read_input_tokens=None, cache_creation=None),
        Answered(),
    ),
    "thinking, counted apart": (used(output_tokens_details={"thinking_tokens": 1}), Answered()),
    "a search on the server": (
        used(server_tool_use={"web_search_requests": 1}),
        Stops("server_tool_use", lost=True),
    ),
    "no search on the server": (
        used(server_tool_use={"web_search_requests": 0, "web_fetch_requests": None}),
        Answered(),
    ),
    "a prompt of nothing": (used(input_tokens=0), Stops("prompt of 0 tokens", lost=True)),
    "cache writes that do not add up": (
        used(cache_creation_input_tokens=5, cache_creation={"ephemeral_5m_input_tokens": 4}),
        Stops("does not add up", lost=True),
    ),
    "a bill near 2^53": (used(input_tokens=9_000_000_000_000), Stops("claims a bill", lost=True)),
    "a bill beyond 2^53": (used(input_tokens=2**60), Stops("cannot be billed", lost=True)),
    "a discount nobody asked for": (used(service_tier="batch"), Stops("discount", lost=True)),
    "a dearer place": (used(inference_geo="us"), Stops("inference_geo us", lost=True)),
    "a dearer speed": (used(speed="fast"), Stops("speed fast", lost=True)),
    "no id": (edited(id=""), Stops("has no id", lost=True)),
    "the id of an earlier answer": (edited(id="msg_1"), Stops("came twice", lost=True)),
    "a refusal": (edited(stop_reason="refusal"), Answered("fail")),
    "cut at max_tokens": (edited(stop_reason="max_tokens"), Answered("fail")),
    "a stop reason of tomorrow": (edited(stop_reason="news"), Answered()),
    "an unknown block": (more({"type": "hologram", "depth": 3}), Answered()),
    "no content": (edited(content=[], stop_reason="end_turn"), Answered("fail")),
    "content that is no list": (edited(content="hi"), Again(lost=True)),
    "nested without end": (
        sent(wire.plain(lambda _: b'{"a":' * 5000 + b"1" + b"}" * 5000)),
        Again(lost=True),
    ),
}


@pytest.fixture(autouse=True)
def _small_limits(monkeypatch):
    """The same limits, reached sooner."""
    monkeypatch.setattr(chaff.run.wire, "_ANSWER_SECONDS", 1.0)
    monkeypatch.setattr(chaff.run.wire, "_MOST_BYTES", 2_000_000)


@pytest.mark.parametrize("name", TABLE)
def test_the_outcome_of(name, tmp_path, server):
    fault, outcome = TABLE[name]
    server.fault = lambda number, _body: (
        Fault(edit=lambda m: {**m, "id": "msg_1"})
        if number == 1
        else fault
        if number == THIRD
        else None
    )
    if isinstance(outcome, Answered) and "dated" in name:
        server.model = "claude-haiku-4-5-20251001"
    times, slept = standing()
    if isinstance(outcome, Stops):
        with pytest.raises(outcome.error, match=outcome.said) as stop:
            measure(tmp_path, server, times=times)
        assert type(stop.value) is outcome.error
        assert "\n" not in str(stop.value)
        assert len(server.calls) == THIRD, "nothing is asked after it"
        require_held(tmp_path, server, lost=outcome.lost)
        server.fault = lambda _number, _body: None
        measure(tmp_path, server, start=START.replace(hour=13))
    else:
        measure(tmp_path, server, times=times)
        require_held(tmp_path, server, lost=isinstance(outcome, Again) and outcome.lost)
    require_complete(tmp_path)
    extra = 0 if isinstance(outcome, Answered) else 1
    assert len(server.calls) == N_CALLS + extra
    if isinstance(outcome, Again):
        third = server.calls[THIRD - 1].body
        assert [call.body for call in server.calls].count(third) >= 2
        assert third in [call.body for call in server.calls[THIRD:]]
        assert outcome.wait <= slept[0] + 1e-6 <= 1.25 * outcome.wait + 1e-3
    if isinstance(outcome, Answered) and outcome.score is not None:
        run = run_of(tmp_path)
        assert run is not None
        assert run.turns[THIRD - 1].score == outcome.score


def standing() -> tuple[Times, list[float]]:
    """Return clocks that only waiting moves (the wall's not even that), and what was waited."""
    slept = [0.0]

    def sleep(seconds: float) -> None:
        slept[0] += seconds

    return Times(lambda: START, lambda: slept[0], sleep), slept


def require_held(root: Path, server: MessagesServer, *, lost: bool) -> None:
    """Whatever the server billed is held, and what it cannot have billed is given back."""
    entry = entry_of(root)
    assert entry.reserved_nano_usd == 0
    assert (entry.lost_nano_usd > 0) == lost
    assert server.billed_nano_usd(PRICES) <= entry.held_nano_usd
    assert entry.held_nano_usd < 10**9, "and no cap is used up by a lie"


def require_complete(root: Path) -> None:
    run = run_of(root)
    assert totals(run)[:2] == (N_CALLS, N_CALLS)
    assert len({turn.response_id for turn in run.turns}) == N_CALLS


# --- more than one fault -------------------------------------------------------------------------


@pytest.mark.parametrize("concurrency", [1, 4])
@pytest.mark.parametrize(
    ("fault", "said"),
    [
        pytest.param(error(500, "api_error", billed=True), "8 failures in a row", id="500"),
        pytest.param(raw(200, HTML), "8 failures in a row", id="a page"),
        pytest.param(sent(wire.nothing()), "8 failures in a row", id="hung up"),
        pytest.param(limited(), "asked 6 times", id="429"),
        pytest.param(error(401, "authentication_error"), NAMED, id="401"),
    ],
)
def test_a_server_that_never_answers_is_given_up(fault, said, concurrency, tmp_path, server):
    server.fault = lambda _number, _body: fault
    times, slept = standing()
    with pytest.raises(EndpointError, match=said):
        measure(tmp_path, server, times=times, concurrency=concurrency)
    run = run_of(tmp_path)
    assert run is not None
    assert (run.turns, run.footer) == ((), None), "no verdict, and nothing scored"
    require_held(tmp_path, server, lost=fault.billed)
    bounds = {NAMED: concurrency, "asked 6 times": 6 * N_CALLS}
    assert len(server.calls) <= bounds.get(said, 4 * concurrency + 8), "probed, not hammered"
    assert said == NAMED or slept[0] > 5, "and given time"
    server.fault = lambda _number, _body: None
    measure(tmp_path, server, start=START.replace(hour=13))
    require_complete(tmp_path)


def test_a_wait_gives_its_slot_to_others(tmp_path, server):
    """Measured: while two calls of two slots wait for two seconds, all others are answered."""
    server.latency = 0.02
    came: list[float] = []

    def fault(number: int, _body: Body) -> Fault | None:
        came.append(time.monotonic())
        return limited(retry_after="2") if number <= 2 else None

    server.fault = fault
    real = Times(lambda: datetime.now(UTC), time.monotonic, time.sleep)
    measure(tmp_path, server, times=real, concurrency=2)
    require_complete(tmp_path)
    assert len(came) == N_CALLS + 2
    others, again = came[2:N_CALLS], came[N_CALLS:]
    assert min(again) - came[0] >= 2.0
    assert max(others) - came[0] < 1.9
    assert server.most_in_flight <= 2


def test_a_body_without_end_is_given_up_in_time(tmp_path, server):
    """Each byte comes in time; only the whole does not."""
    endless = sent(wire.dripping(30, ends=False, pause=0.1))
    server.fault = lambda number, _body: endless if number == THIRD else None
    began = time.monotonic()
    measure(tmp_path, server)
    assert time.monotonic() - began < 20
    require_complete(tmp_path)
    require_held(tmp_path, server, lost=True)


# --- cases from public bug reports ---------------------------------------------------------------


def case(name: str) -> list[Any]:
    path = CASES / name
    if not path.is_file():
        pytest.skip("the shared cases are not on this machine")
    found: list[Any] = json.loads(path.read_text())
    return found


def test_every_form_of_retry_after(tmp_path, server):
    at = datetime(2026, 11, 30, 10, 0, 0, tzinfo=UTC)
    for number, form in enumerate(case("run-02-retry-after-forms/headers.json")):
        root, asked = tmp_path / str(number), len(server.calls)
        headers = {name: value for name, value in form.items() if name.startswith("retry")}
        fault = Fault(status=429, error="rate_limit_error", headers=headers)
        server.fault = lambda n, _b, third=asked + THIRD, fault=fault: fault if n == third else None
        times, slept = standing()
        times = times._replace(now=lambda: at)
        if form["expect"] == "stop":
            with pytest.raises(EndpointError, match="run the same command again after"):
                measure(root, server, times=times)
            assert len(server.calls) == asked + THIRD, form
            continue
        measure(root, server, times=times)
        assert len(server.calls) == asked + N_CALLS + 1, form
        wait = {"own backoff": 0.25, ">= 1.5": 2}.get(form["expect"], form["expect"])
        assert wait <= slept[0] + 1e-6 <= 1.25 * wait + 1e-3, form


def test_pages_instead_of_json(tmp_path, server):
    """Each body comes three times; in a run that is answered otherwise, all pass."""
    bodies = case("run-04-page-instead-of-json/responses.json")

    def fault(number: int, _body: Body) -> Fault | None:
        if number > 3 * len(bodies):
            return None
        bad = bodies[number % len(bodies)]
        headers = {k: v for k, v in bad["headers"].items() if k != "content-length"}
        billed = number % len(bodies) in {0, 3}
        return Fault(status=bad["status"], raw=bad["raw"], headers=headers, billed=billed)

    server.fault = fault
    # All at once: as many failures in a row, one after the other, would end the run.
    measure(tmp_path, server, concurrency=N_CALLS)
    require_complete(tmp_path)
    assert len(server.calls) == N_CALLS + 3 * len(bodies)
    require_held(tmp_path, server, lost=True)
