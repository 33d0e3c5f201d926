import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from chaff.run.answers import Answer, Received, judge, tokens_in
from chaff.run.failures import Failed

NOW = datetime(2026, 11, 30, 10, 0, 0, tzinfo=UTC)
MODEL = "claude-haiku-4-5"
CASES = Path(__file__).resolve().parents[2] / "../shared/cases/inputs/run-04-page-instead-of-json"
GOOD: dict[str, Any] = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": MODEL,
    "content": [{"type": "text", "text": "hi \ud800"}, {"type": "something_new"}],
    "stop_reason": "end_turn",
    "usage": {"input_tokens": 5, "output_tokens": 2},
}


def judged(body: Any, status: int = 200, **headers: str) -> Answer | Failed:
    text = body if isinstance(body, str) else json.dumps(body)
    lower = {"content-type": "application/json"} | {
        k.replace("_", "-"): v for k, v in headers.items()
    }
    received = Received(status=status, headers=lower, text=text)
    return judge(received, model=MODEL, endpoint="http://proxy.test", now=NOW)


def error(kind: str, message: str = "no", **details: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": kind, "message": message, "details": details}}


def test_a_message_is_taken_as_it_came():
    answer = judged(GOOD, request_id="req_1", date="Mon, 30 Nov 2026 10:00:00 GMT")
    assert isinstance(answer, Answer)
    assert answer.response == GOOD
    assert (answer.response_id, answer.request_id, answer.model) == ("msg_1", "req_1", MODEL)
    assert answer.server_date == "Mon, 30 Nov 2026 10:00:00 GMT"


@pytest.mark.parametrize(
    "change",
    [
        {"model": MODEL + "-20251001"},
        {"stop_reason": "refusal"},
        {"stop_reason": "max_tokens"},
        {"stop_reason": "a_reason_of_tomorrow"},
        {"stop_reason": None},
        {"content": []},
        {"usage": {**GOOD["usage"], "cache_creation_input_tokens": None}},
        {"more": "fields"},
    ],
    ids=str,
)
def test_what_is_an_answer_all_the_same(change):
    assert isinstance(judged({**GOOD, **change}), Answer)


@pytest.mark.parametrize(
    ("body", "status", "kind", "billed"),
    [
        pytest.param(error("invalid_request_error"), 400, "stop", False, id="400"),
        pytest.param(error("authentication_error"), 401, "auth", False, id="401"),
        pytest.param(error("billing_error"), 402, "stop", False, id="402"),
        pytest.param(error("permission_error"), 403, "auth", False, id="403"),
        pytest.param(error("not_found_error"), 404, "stop", False, id="404"),
        pytest.param(error("timeout_error"), 408, "again", True, id="408"),
        pytest.param(error("request_too_large"), 413, "stop", False, id="413"),
        pytest.param(error("rate_limit_error"), 429, "busy", False, id="429"),
        pytest.param(
            error("rate_limit_error", error_code="enforced_spend_limit_reached"),
            429,
            "stop",
            False,
            id="429 of the spend cap",
        ),
        pytest.param(error("api_error"), 500, "again", True, id="500"),
        pytest.param(error("api_error", "Overloaded"), 500, "busy", False, id="500 that is a 529"),
        pytest.param("<html>Bad Gateway</html>", 502, "again", True, id="502 page"),
        pytest.param(error("api_error"), 503, "busy", False, id="503"),
        pytest.param("upstream reset", 503, "busy", True, id="503 of a gateway"),
        pytest.param("", 499, "again", True, id="499"),
        pytest.param("", 504, "again", True, id="504"),
        pytest.param(error("overloaded_error"), 529, "busy", False, id="529"),
        pytest.param(error("overloaded_error"), 200, "busy", False, id="200 overloaded"),
        pytest.param(error("api_error"), 200, "again", False, id="200 with an error"),
        pytest.param(error("authentication_error"), 200, "auth", False, id="200 without a key"),
        pytest.param(error("invalid_request_error"), 200, "stop", False, id="200 refused"),
        pytest.param("<p>Sign in", 200, "again", False, id="200 page"),
        pytest.param("", 200, "again", False, id="200 empty"),
        pytest.param('{"id":"msg_9","type":"mess', 200, "again", True, id="200 cut off"),
        pytest.param({"detail": "Not Found"}, 200, "again", False, id="200 JSON, no message"),
        pytest.param([], 200, "again", False, id="200 list"),
        pytest.param({"result": GOOD}, 200, "again", True, id="200 wrapped"),
        pytest.param([GOOD], 200, "again", True, id="200 listed"),
        pytest.param(
            {"choices": [], "usage": {"prompt_tokens": 9}}, 200, "again", True, id="other dialect"
        ),
        pytest.param({**error("api_error"), "usage": {}}, 200, "again", True, id="billed error"),
        pytest.param({**GOOD, "content": "hi"}, 200, "again", True, id="content no list"),
        pytest.param({**GOOD, "stop_reason": 5}, 200, "again", True, id="odd stop reason"),
        pytest.param({**GOOD, "type": None}, 200, "again", True, id="usage, no message"),
        pytest.param("event: message_start\ndata: {}", 200, "again", True, id="streamed"),
        pytest.param(GOOD, 201, "stop", True, id="201"),
        pytest.param("", 307, "stop", False, id="307"),
        pytest.param(
            {**GOOD, "usage": {"input_tokens": 0, "output_tokens": 2}},
            200,
            "stop",
            True,
            id="a prompt of nothing",
        ),
        pytest.param({**GOOD, "model": "claude-haiku-9"}, 200, "stop", True, id="other model"),
        pytest.param({**GOOD, "model": MODEL + "x"}, 200, "stop", True, id="longer name"),
        pytest.param({**GOOD, "model": None}, 200, "stop", True, id="no model"),
        pytest.param({**GOOD, "usage": None}, 200, "stop", True, id="no usage"),
        pytest.param({**GOOD, "usage": {"input_tokens": 5}}, 200, "stop", True, id="no output"),
        pytest.param(
            {**GOOD, "usage": {"input_tokens": -5, "output_tokens": 1}},
            200,
            "stop",
            True,
            id="below 0",
        ),
        pytest.param(
            {**GOOD, "usage": {"input_tokens": 5.0, "output_tokens": 1}},
            200,
            "stop",
            True,
            id="a float",
        ),
        pytest.param(
            {**GOOD, "usage": {"input_tokens": True, "output_tokens": 1}},
            200,
            "stop",
            True,
            id="no number",
        ),
        pytest.param({**GOOD, "id": ""}, 200, "stop", True, id="no id"),
        pytest.param("[" * 5000, 200, "again", False, id="nested without end"),
    ],
)
def test_what_is_no_answer(body, status, kind, billed):
    failed = judged(body, status)
    assert isinstance(failed, Failed)
    assert (failed.kind, failed.maybe_billed) == (kind, billed)
    assert failed.problem.startswith("http://proxy.test: ")
    assert "\n" not in failed.problem


def test_a_page_is_named_by_status_type_and_first_line():
    failed = judged("<title>Sign in to the network</title>\nmore", 200, content_type="text/html")
    assert isinstance(failed, Failed)
    for part in ("status 200", "text/html", "Sign in to the network"):
        assert part in failed.problem
    assert "more" not in failed.problem


def test_waits_are_passed_on():
    failed = judged(error("rate_limit_error"), 429, retry_after="7")
    assert isinstance(failed, Failed)
    assert failed.wait == 7


def test_the_cases_from_public_bug_reports():
    if not CASES.is_dir():
        pytest.skip("the shared cases are not on this machine")
    for number, case in enumerate(json.loads((CASES / "responses.json").read_text())):
        received = Received(status=case["status"], headers=case["headers"], text=case["raw"])
        failed = judge(received, model=MODEL, endpoint="e", now=NOW)
        assert isinstance(failed, Failed), case
        assert failed.kind == "again", case
        assert number in {0, 3} or not failed.maybe_billed, case
        assert number != 3 or failed.maybe_billed, case


@pytest.mark.parametrize("value", [None, 0, -1, 1.5, True, "7"])
def test_a_count_is_a_positive_integer(value):
    received = Received(status=200, headers={}, text=json.dumps({"input_tokens": value}))
    assert isinstance(tokens_in(received, endpoint="e", now=NOW), Failed)
