"""`chaff control RULE`, by counts: only what matches on every model is proposed."""

from __future__ import annotations

from itertools import chain, repeat
from pathlib import Path

import pytest

from chaff.cli.control import counted_lines
from chaff.cli.main import main
from tests.support.messages_server import serving, tokens_of

ROOT = Path(__file__).resolve().parents[2]
RULE = "history-log"
PRACTICE = False


def proposals(lines) -> list[str]:
    return [line for line in lines if line.lstrip().startswith("// ") and "tokens" in line][1:]


def test_every_proposal_matches_the_fix_on_every_model():
    def count(text):
        return {"one": tokens_of(text), "two": len(text.encode()) // 4}

    lines = counted_lines(ROOT, RULE, PRACTICE, count)
    fix = [int(word) for word in lines[0].replace(",", " ").split() if word[0] in "+-"]
    made = proposals(lines)
    assert len(made) >= 8
    for line in made:
        deltas = [int(word) for word in line.replace(",", " ").split() if word[0] in "+-"]
        for delta, wanted in zip(deltas, fix, strict=True):
            assert 100 * abs(delta - wanted) <= 5 * abs(wanted), line


def counting(*tokens):
    """Return a counter that gives these counts, the last one for ever."""
    left = chain(tokens, repeat(tokens[-1]))
    return lambda _text: {"odd": next(left)}


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (lambda _text: {"deaf": 7}, "On deaf the fix changes nothing"),
        # The file, what the fix makes of it, and then whatever a candidate makes of it.
        (counting(1000, 900, 990), "None matches"),
    ],
    ids=["nothing changes", "nothing matches"],
)
def test_where_nothing_matches_it_says_so(count, said):
    lines = counted_lines(ROOT, RULE, PRACTICE, count)
    assert said in "\n".join(lines)


@pytest.mark.parametrize("command", [["control", RULE]])
def test_the_command_counts_at_an_endpoint(monkeypatch, capsys, command):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "")
    with serving() as server:
        assert main([*command, "--endpoint", server.url]) == 0
        assert server.calls == []
        assert server.counts
    printed = capsys.readouterr().out
    assert printed.startswith("// Proposals by counts; the fix changes claude-haiku-4-5 ")
    assert "chaff.Control {" in printed
