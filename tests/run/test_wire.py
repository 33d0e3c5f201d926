"""What goes over the wire, beside the `anthropic` package: it is the measure of what we send."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from chaff.run.answers import Received
from chaff.run.endpoint import API_VERSION, open_endpoint
from chaff.run.failures import Failed
from chaff.run.wire import proxy_for
from tests.support.messages_server import Fault

KEY = "sk-ant-secret-0123456789"
BODY = {
    "model": "claude-haiku-4-5",
    "max_tokens": 50,
    "system": "sei kurz: äöü",
    "messages": [{"role": "user", "content": [{"type": "text", "text": "hi 🙂"}]}],
}
OURS = {"accept", "content-type", "anthropic-version", "authorization"}
"""Headers that the server acts upon; the rest of what the package sends is about itself."""
THEIRS = {"host", "connection", "user-agent", "content-length", "accept-encoding"}


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch):
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


def test_a_request_is_the_one_that_the_package_sends(server):
    anthropic = pytest.importorskip("anthropic")
    ours = open_endpoint(server.url, {"ANTHROPIC_API_KEY": KEY}, slots=None)
    ours.send(BODY)
    ours.close()
    with anthropic.Anthropic(base_url=server.url, api_key=KEY, max_retries=0) as theirs:
        theirs.messages.create(**BODY)
    mine, its = server.calls
    assert mine.body == its.body == BODY
    assert {name: mine.headers[name] for name in OURS} == {name: its.headers[name] for name in OURS}
    about_itself = {name for name in its.headers if name.startswith("x-stainless-")}
    assert set(its.headers) - set(mine.headers) == about_itself
    assert set(mine.headers) - OURS == THEIRS
    assert mine.headers["anthropic-version"] == API_VERSION


def test_connections_are_used_again(server):
    ports = []
    original = server._server.process_request

    def counted(request, address):
        ports.append(address[1])
        original(request, address)

    server._server.process_request = counted
    endpoint = open_endpoint(server.url, {}, slots=None)
    for fault in (None, Fault(status=429, error="later"), Fault(status=529, error="busy"), None):
        server.fault = lambda _n, _b, fault=fault: fault
        assert isinstance(endpoint.send(BODY), Received)
    endpoint.close()
    assert len(ports) == 1


def test_what_a_model_wrote_goes_back_whatever_it_is(server):
    """A lone surrogate cannot be UTF-8, so it goes out as the escape that it came as."""
    endpoint = open_endpoint(server.url, {}, slots=None)
    body = {**BODY, "messages": [{"role": "user", "content": "\ud83d"}]}
    assert isinstance(endpoint.send(body), Received)
    endpoint.close()
    assert server.calls[0].body == body


@pytest.mark.parametrize(
    ("environment", "url", "proxy"),
    [
        ({}, "https://a.test", None),
        ({"HTTPS_PROXY": "http://p.test:3128"}, "https://a.test/v1", "http://p.test:3128"),
        ({"HTTPS_PROXY": "p.test:3128"}, "https://a.test", "http://p.test:3128"),
        ({"https_proxy": "http://p.test:3128"}, "http://a.test", None),
        ({"HTTP_PROXY": "http://p.test:1"}, "http://a.test:8080", "http://p.test:1"),
        ({"ALL_PROXY": "socks5://p.test:1"}, "https://a.test", "socks5://p.test:1"),
        ({"ALL_PROXY": "http://p.test", "NO_PROXY": "b.test,a.test"}, "https://x.a.test", None),
        ({"ALL_PROXY": "http://p.test", "NO_PROXY": "*"}, "https://a.test", None),
        ({"ALL_PROXY": "http://p.test", "NO_PROXY": "::1"}, "http://[::1]:80", None),
    ],
)
def test_which_proxy_stands_before_a_server(environment, url, proxy, monkeypatch):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert proxy_for(url) == proxy


class _Proxy(BaseHTTPRequestHandler):
    """Answers every request itself, and keeps what it was asked for."""

    seen: list[tuple[str, str, str]]

    def log_message(self, *_):
        pass

    def do_CONNECT(self):
        self._keep()
        self.send_error(502, "no tunnel here")

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        self._keep()
        data = json.dumps({"type": "message"}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _keep(self):
        identified = self.headers.get("proxy-authorization", "")
        self.seen.append((self.command, self.path, identified))


@pytest.fixture
def proxy():
    handler = type("Handler", (_Proxy,), {"seen": []})
    with HTTPServer(("127.0.0.1", 0), handler) as http:
        threading.Thread(target=http.serve_forever, args=(0.02,), daemon=True).start()
        yield f"127.0.0.1:{http.server_address[1]}", handler.seen
        http.shutdown()


def test_a_plain_server_is_asked_through_the_proxy(proxy, monkeypatch):
    place, seen = proxy
    monkeypatch.setenv("HTTP_PROXY", f"http://me:word@{place}")
    endpoint = open_endpoint("http://a.test/base", {}, slots=None)
    assert isinstance(endpoint.send(BODY), Received)
    endpoint.close()
    ((command, path, identified),) = seen
    assert (command, path) == ("POST", "http://a.test/base/v1/messages")
    assert identified.startswith("Basic ")


def test_a_server_over_tls_is_asked_through_a_tunnel(proxy, monkeypatch):
    """The key never reaches the proxy: no tunnel, no request."""
    place, seen = proxy
    monkeypatch.setenv("HTTPS_PROXY", f"http://{place}")
    endpoint = open_endpoint("https://a.test", {"ANTHROPIC_API_KEY": KEY}, slots=None)
    failed = endpoint.send(BODY)
    endpoint.close()
    assert [(command, path) for command, path, _ in seen] == [("CONNECT", "a.test:443")]
    assert isinstance(failed, Failed)
    assert failed.kind == "again"
    assert "ProxyError" in failed.problem
