"""Keys and tokens of the environment; profiles and federated identities through the SDK."""

import json
import os
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from chaff.errors import NoCredentials
from chaff.run.answers import Received
from chaff.run.credentials import Credentials, custom_headers, find_credentials
from chaff.run.endpoint import open_endpoint
from chaff.run.failures import Failed
from tests.support.messages_server import Fault

KEY = "sk-ant-secret-0123456789"
TOKEN = "tok-of-the-hour-0123456789"
BODY = {
    "model": "claude-haiku-4-5",
    "max_tokens": 5,
    "messages": [{"role": "user", "content": "hi"}],
}
FEDERATED = {
    "ANTHROPIC_FEDERATION_RULE_ID": "fdrl_1",
    "ANTHROPIC_ORGANIZATION_ID": "org_1",
    "ANTHROPIC_IDENTITY_TOKEN": "identity-token-of-a-job",
}


@pytest.mark.parametrize(
    ("environment", "key", "token"),
    [
        ({}, None, None),
        ({"ANTHROPIC_API_KEY": f"{KEY}\n"}, KEY, None),
        ({"ANTHROPIC_AUTH_TOKEN": TOKEN}, None, TOKEN),
        ({"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_AUTH_TOKEN": TOKEN}, KEY, None),
    ],
    ids=["nothing", "key", "token", "both"],
)
def test_what_is_found(environment, key, token):
    found = find_credentials(environment)
    assert (found.key, found.token) == (key, token)
    assert bool(found) == bool(environment)


def test_credentials_are_never_printed():
    assert KEY not in repr(Credentials(key=KEY))
    assert KEY not in f"{Credentials(key=KEY)!s}"


def test_custom_headers_are_one_a_line():
    given = {"ANTHROPIC_CUSTOM_HEADERS": "X-Team: evals\nanthropic-beta:a,b\nnonsense\n"}
    assert custom_headers(given) == {"X-Team": "evals", "anthropic-beta": "a,b"}
    assert custom_headers({}) == {}


def test_a_custom_header_that_cannot_be_sent_is_refused_and_its_value_not_shown():
    with pytest.raises(NoCredentials, match="X-Gate") as stop:
        custom_headers({"ANTHROPIC_CUSTOM_HEADERS": "X-Gate: clé-secret"})
    assert "secret" not in str(stop.value)


@pytest.mark.parametrize(
    "name", ["Cf-Access-Client-Secret", "api-key", "x-goog-api-key", "X-Auth", "Private-Token"]
)
def test_whatever_a_gateway_wants_to_know_us_by_is_a_secret(server, name):
    environment = {"ANTHROPIC_CUSTOM_HEADERS": f"{name}: {TOKEN}\nanthropic-beta: some-beta-of-old"}
    endpoint = open_endpoint(server.url, environment, slots=None)
    server.fault = lambda _n, _b: Fault(status=400, raw=f"you said {TOKEN}")
    refused = endpoint.send(BODY)
    server.fault = lambda _n, _b: Fault(status=400, raw="beta some-beta-of-old is over")
    plain = endpoint.send(BODY)
    endpoint.close()
    assert isinstance(refused, Failed)
    assert TOKEN not in str(refused)
    assert isinstance(plain, Received), "a header that identifies nobody may be repeated"


@pytest.mark.parametrize(
    ("place", "echoed"),
    [
        ("me:p%40ss-of-mine", "p%40ss-of-mine"),
        ("me:p%40ss-of-mine", "p@ss-of-mine"),
        ("t0ken-of-mine", "t0ken-of-mine"),
    ],
)
def test_what_an_address_holds_is_a_secret(server, place, echoed):
    endpoint = open_endpoint(server.url.replace("//", f"//{place}@"), {}, slots=None)
    server.fault = lambda _n, _b: Fault(status=400, raw=f"hello {echoed}")
    refused = endpoint.send(BODY)
    endpoint.close()
    assert isinstance(refused, Failed)
    assert echoed not in str(refused)


@pytest.mark.parametrize("spec", ["http://gpu.test:11434", "anthropic"])
def test_the_vendor_s_key_crosses_no_network_in_clear_text(spec):
    environment = {"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": "http://gpu.test:11434"}
    with pytest.raises(NoCredentials, match=r"http://gpu\.test:11434: .* clear text") as stop:
        open_endpoint(spec, environment, slots=None)
    assert KEY not in str(stop.value)
    for harmless in ({}, {"ANTHROPIC_API_KEY": "a-key-of-theirs"}, {"ANTHROPIC_AUTH_TOKEN": KEY}):
        open_endpoint("http://gpu.test:11434", harmless, slots=None).close()


def test_custom_headers_go_out_and_an_authorization_among_them_is_a_secret(server):
    environment = {
        "ANTHROPIC_API_KEY": KEY,
        "ANTHROPIC_CUSTOM_HEADERS": f"X-Team: evals\nAuthorization: Basic {TOKEN}",
    }
    endpoint = open_endpoint(server.url, environment, slots=None)
    assert isinstance(endpoint.send(BODY), Received)
    server.fault = lambda _n, _b: Fault(status=401, raw=f"no such user: {TOKEN}")
    refused = endpoint.send(BODY)
    endpoint.close()
    assert server.calls[0].headers["x-team"] == "evals"
    assert server.calls[0].headers["authorization"] == f"Basic {TOKEN}"
    assert isinstance(refused, Failed)
    assert TOKEN not in str(refused)
    assert "repeats the API key" in refused.problem


class _Exchange(BaseHTTPRequestHandler):
    """Hands out a token for an identity, and echoes it with each answer if told so."""

    echo = False
    seen: list[tuple[str, dict[str, str]]]

    def log_message(self, *_):
        pass

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        self.seen.append((self.path, {k.lower(): v for k, v in self.headers.items()}))
        if self.path.endswith("/oauth/token"):
            value = {"access_token": TOKEN, "token_type": "Bearer", "expires_in": 3600}
        else:
            value = {"echo": TOKEN if self.echo else ""}
        data = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@pytest.fixture
def exchange():
    handler = type("Handler", (_Exchange,), {"seen": []})
    with HTTPServer(("127.0.0.1", 0), handler) as http:
        threading.Thread(target=http.serve_forever, args=(0.02,), daemon=True).start()
        yield f"http://127.0.0.1:{http.server_address[1]}", handler
        http.shutdown()


@pytest.fixture
def federated(exchange, monkeypatch, tmp_path):
    for name in [name for name in os.environ if name.startswith("ANTHROPIC_")]:
        monkeypatch.delenv(name)
    environment = {**FEDERATED, "ANTHROPIC_BASE_URL": exchange[0]}
    for name, value in {**environment, "HOME": str(tmp_path)}.items():
        monkeypatch.setenv(name, value)
    return environment


def test_a_federated_identity_is_exchanged_once_and_its_token_is_a_secret(exchange, federated):
    _, handler = exchange
    endpoint = open_endpoint("anthropic", federated, slots=None)
    assert isinstance(endpoint.send(BODY), Received)
    assert isinstance(endpoint.send(BODY), Received)
    handler.echo = True
    echoed = endpoint.send(BODY)
    endpoint.close()
    paths = [path for path, _ in handler.seen]
    assert paths == ["/v1/oauth/token", *["/v1/messages"] * 3]
    sent = handler.seen[1][1]
    assert sent["authorization"] == f"Bearer {TOKEN}"
    assert "oauth" in sent["anthropic-beta"]
    assert isinstance(echoed, Failed)
    assert TOKEN not in str(echoed)
    assert "repeats the API key" in echoed.problem


def test_an_identity_that_nobody_accepts_stops_with_what_to_do(federated, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    environment = {**federated, "ANTHROPIC_BASE_URL": "http://127.0.0.1:9"}
    endpoint = open_endpoint("anthropic", environment, slots=None)
    with pytest.raises(NoCredentials, match="cannot be used") as stop:
        endpoint.send(BODY)
    endpoint.close()
    assert FEDERATED["ANTHROPIC_IDENTITY_TOKEN"] not in str(stop.value)
