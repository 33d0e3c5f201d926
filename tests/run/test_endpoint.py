import json
import socket

import pytest

from chaff.errors import EndpointError, NoCredentials, UsageError
from chaff.run.address import recorded_name, without_credentials
from chaff.run.answers import Received
from chaff.run.credentials import Credentials
from chaff.run.endpoint import MessagesEndpoint, open_endpoint
from chaff.run.failures import Failed
from tests.support.messages_server import Fault, serving

KEY = "sk-ant-secret-0123456789"
BODY = {
    "model": "claude-haiku-4-5",
    "max_tokens": 50,
    "temperature": 1.0,
    "top_k": 0,
    "thinking": {"type": "disabled"},
    "system": "be brief",
    "messages": [{"role": "user", "content": [{"type": "text", "text": "hi"}]}],
}


@pytest.fixture
def endpoint(server):
    made = open_endpoint(server.url, {"ANTHROPIC_API_KEY": KEY}, slots=None)
    yield made
    made.close()


def test_the_body_goes_out_whole_and_the_answer_comes_back_as_it_was(server, endpoint):
    received = endpoint.send(BODY)
    assert isinstance(received, Received)
    assert server.calls[0].body == BODY
    assert server.calls[0].headers["authorization"] == f"Bearer {KEY}"
    assert json.loads(received.text)["content"] == server.answer(BODY)
    assert received.headers["request-id"] == "req_1"
    assert "date" in received.headers


def test_counting_sends_only_what_makes_the_prompt(server, endpoint):
    received = endpoint.count(BODY)
    assert isinstance(received, Received)
    assert received.status == 200
    assert set(server.counts[0]) == {"model", "messages", "system", "thinking"}


@pytest.mark.parametrize("status", [400, 401, 408, 409, 429, 500, 503, 529])
def test_nothing_is_retried_here(server, endpoint, status):
    server.fault = lambda _n, _b: Fault(status=status, error="x", headers={"retry-after": "1"})
    received = endpoint.send(BODY)
    assert isinstance(received, Received)
    assert (received.status, received.headers["retry-after"]) == (status, "1")
    assert "says x" in received.text
    assert len(server.calls) == 1


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(Fault(reset=True), id="reset"),
        pytest.param(Fault(cut=40), id="cut off"),
        pytest.param(Fault(raw="xxxx", headers={"content-encoding": "gzip"}), id="bad gzip"),
    ],
)
def test_a_call_that_broke_may_have_been_billed(server, endpoint, fault):
    server.fault = lambda _n, _b: fault
    failed = endpoint.send(BODY)
    assert isinstance(failed, Failed)
    assert (failed.kind, failed.maybe_billed) == ("again", True)


def test_a_server_that_is_not_there_billed_nothing(server):
    nowhere = MessagesEndpoint("x", "http://127.0.0.1:9", Credentials(key="k"), direct=True)
    failed = nowhere.send(BODY)
    nowhere.close()
    assert isinstance(failed, Failed)
    assert (failed.kind, failed.maybe_billed) == ("again", False)
    assert "ConnectError" in failed.problem


@pytest.mark.parametrize("place", ["body", "header", "error"])
def test_a_response_that_repeats_the_key_is_taken_nowhere(server, endpoint, place):
    server.fault = lambda _n, _b: {
        "body": Fault(raw=json.dumps({"echo": f"Bearer {KEY}"})),
        "header": Fault(headers={"x-echo": KEY}),
        "error": Fault(status=401, raw=f"bad key {KEY}"),
    }[place]
    failed = endpoint.send(BODY)
    assert isinstance(failed, Failed)
    assert failed.kind == "stop"
    assert "repeats the API key" in failed.problem
    assert KEY not in str(failed)


@pytest.mark.parametrize(
    ("spec", "environment", "name"),
    [
        ("anthropic", {}, "anthropic"),
        ("embedded", {"ANTHROPIC_BASE_URL": "http://a.test"}, "embedded"),
        ("anthropic", {"ANTHROPIC_BASE_URL": "https://api.anthropic.com/"}, "anthropic"),
        ("anthropic", {"ANTHROPIC_BASE_URL": "http://u:p@a.test:1/x/"}, "http://a.test:1/x"),
        ("http://u:p@localhost:11434", {}, "http://localhost:11434"),
        ("https://a.test/v?key=secret#x", {}, "https://a.test/v"),
        ("http://[::1]:8080", {}, "http://[::1]:8080"),
        (
            "anthropic",
            {"ANTHROPIC_BASE_URL": "http://api.anthropic.com"},
            "http://api.anthropic.com",
        ),
        (
            "anthropic",
            {"ANTHROPIC_BASE_URL": "https://api.anthropic.com.a.test"},
            "https://api.anthropic.com.a.test",
        ),
        ("https://api.anthropic.com", {}, "https://api.anthropic.com"),
    ],
)
def test_what_is_recorded_holds_no_credentials(spec, environment, name):
    assert recorded_name(spec, environment) == name


SPLIT = (
    "https://a.test\\@api.anthropic.com",
    "https://api.anthro\npic.com",
    "https://api.anthropic.com\n",
    " http://a.test",
)
"""Addresses in which two programs may see two hosts."""


@pytest.mark.parametrize(
    "spec", ["", "antropic", "ftp://a.test", "http://", "http://a:x", "//a", *SPLIT]
)
def test_what_is_no_endpoint(spec):
    with pytest.raises(UsageError, match="no such endpoint"):
        without_credentials(spec)


def test_no_key_says_what_to_set_and_what_works_without():
    with pytest.raises(NoCredentials) as stop:
        open_endpoint("anthropic", {}, slots=None)
    for part in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "--endpoint embedded"):
        assert part in str(stop.value)


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_not_followed(server, endpoint, status):
    with serving() as elsewhere:
        to = {"location": f"{elsewhere.url}/v1/messages"}
        server.fault = lambda _n, _b: Fault(status=status, headers=to)
        received = endpoint.send(BODY)
        assert isinstance(received, Received)
        assert received.status == status
        assert elsewhere.calls == []


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_proxy_of_the_environment_does_not_stand_before_this_machine(server, monkeypatch, host):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    made = open_endpoint(server.url.replace("127.0.0.1", host), {}, slots=None)
    received = made.send(BODY)
    made.close()
    assert isinstance(received, Received)


def test_a_proxy_that_cannot_be_used_is_named(monkeypatch):
    monkeypatch.setenv("ALL_PROXY", "no-such-scheme://127.0.0.1:9")
    with pytest.raises(EndpointError, match="ALL_PROXY"):
        open_endpoint("http://a.test", {}, slots=None)


@pytest.mark.parametrize(
    "proxy", ["http://me:pa/ss-word@p.test:1", "http://p.test:port", "http://me:pa\nss@p.test:1"]
)
def test_a_proxy_that_is_no_url_is_named_without_what_it_holds(monkeypatch, proxy):
    monkeypatch.setenv("HTTP_PROXY", proxy)
    monkeypatch.delenv("http_proxy", raising=False)
    with pytest.raises(EndpointError, match="HTTP_PROXY") as stop:
        open_endpoint("http://a.test", {}, slots=None)
    assert "pa" not in str(stop.value).replace("a.test", "")


def test_a_server_on_ipv6(server):
    if not socket.has_ipv6:
        pytest.skip("this machine has no IPv6")
    with serving(host="::1") as other:
        made = open_endpoint(other.url, {}, slots=None)
        received = made.send(BODY)
        made.close()
    assert made.name.startswith("http://[::1]:")
    assert isinstance(received, Received)


def test_where_key_and_token_are_set_the_key_is_used(server):
    environment = {"ANTHROPIC_API_KEY": f"{KEY}\n", "ANTHROPIC_AUTH_TOKEN": "token-12345678"}
    made = open_endpoint(server.url, environment, slots=None)
    made.send(BODY)
    made.close()
    assert server.calls[0].headers["authorization"] == f"Bearer {KEY}"


def test_a_key_that_cannot_be_sent_is_refused_and_not_shown():
    with pytest.raises(NoCredentials, match="ANTHROPIC_API_KEY") as stop:
        open_endpoint("anthropic", {"ANTHROPIC_API_KEY": "clé-\n-secret"}, slots=None)
    assert "secret" not in str(stop.value)


def test_the_base_url_of_the_environment_is_used(server):
    environment = {"ANTHROPIC_BASE_URL": server.url, "ANTHROPIC_AUTH_TOKEN": "token-12345678"}
    made = open_endpoint("anthropic", environment, slots=None)
    made.send(BODY)
    made.close()
    assert made.name == server.url
    assert server.calls[0].headers["authorization"] == "Bearer token-12345678"


def test_an_address_that_is_none_is_named_by_where_it_stands():
    with pytest.raises(UsageError, match=r"^ANTHROPIC_BASE_URL: no such endpoint"):
        recorded_name("anthropic", {"ANTHROPIC_BASE_URL": "ftp://a.test"})
    with pytest.raises(UsageError, match=r"^--endpoint: no such endpoint"):
        recorded_name("ftp://a.test", {})
