import base64
import html
import json
from urllib.parse import quote

import pytest

from chaff.run.secrecy import Secrets

KEY = "sk-ant-api03-Ab+/9_=~'\"<&>xyz%0"
SECRETS = Secrets([KEY, None, "short"])

WRITTEN = {
    "plain": KEY,
    "json": json.dumps({"headers": {"authorization": f"Bearer {KEY}"}}),
    "every letter escaped": "".join(f"\\u{ord(c):04X}" for c in KEY),
    "hex escapes": "".join(f"\\x{ord(c):02x}" for c in KEY),
    "json in json": json.dumps(json.dumps({"key": KEY})),
    "json in json in json": json.dumps(json.dumps(json.dumps([KEY]))),
    "url": quote(KEY, safe=""),
    "url, every letter": "".join(f"%{ord(c):02x}" for c in KEY),
    "url twice": quote(quote(KEY, safe=""), safe=""),
    "html": html.escape(KEY),
    "html numbers": "".join(f"&#{ord(c)};" for c in KEY),
    "hex": KEY.encode().hex(),
    "HEX": KEY.encode().hex().upper(),
    **{
        f"base64 after {n}": base64.b64encode(b"u" * n + KEY.encode() + b"tail").decode()
        for n in range(4)
    },
    "base64 for urls": base64.urlsafe_b64encode(b"user:" + KEY.encode()).decode(),
    "base64 in json": json.dumps(base64.b64encode(KEY.encode()).decode()),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_the_key_is_recognised_however_it_is_written(name):
    assert SECRETS.appear_in(f"<p>you sent {WRITTEN[name]} to us</p>")


@pytest.mark.parametrize(
    "text",
    ["", "short", KEY[:-1], base64.b64encode(KEY[:12].encode()).decode(), "\\u00zz", "%zz%"],
)
def test_other_text_holds_no_key(text):
    assert not SECRETS.appear_in(text)


def test_it_shows_no_secret_and_without_one_finds_none():
    assert KEY not in repr(SECRETS)
    assert not Secrets([None, ""]).appear_in("anything")
