"""Each format is known by its first rows."""

import pytest

from chaff.transcripts.detect import format_of

CASES = {
    b'{"type":"session_meta","payload":{"id":"1"}}': "codex",
    b'{"timestamp":"x","type":"event_msg","payload":{"type":"user_message"}}': "codex",
    b'{"id":"1","timestamp":"x","instructions":null}': "codex",
    b'{"record_type":"state"}': "codex",
    b'{"role":"user","content":"a"}': "plain",
    b'{"type":"message","role":"user","content":"a"}': "plain",
    b'{"type":"user","message":{"role":"user","content":"a"}}': "claude-code",
    b'{"type":"summary","summary":"a"}': "claude-code",
    b'{"type":"new-thing"}': "claude-code",
    b'{"x":1}': None,
    b"prose": None,
    b"": None,
}


@pytest.mark.parametrize("line", CASES)
def test_a_line_shows_its_format(line):
    assert format_of(line) == CASES[line]
