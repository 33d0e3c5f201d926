"""What a person can see before anything is paid: estimates, counts, a dry run."""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
import pytest

from chaff.errors import NoControl
from chaff.run.command import run
from chaff.run.count import count
from chaff.run.ledger import read_entries
from chaff.run.preview import preview
from tests.run.test_batches import caching_project
from tests.run.test_command import CELLS, CONFIG, measure, only_run, require_sound, run_files
from tests.support.configs import CONFIRMATION, PRIMARY, RULE, tiny_program
from tests.support.messages_server import tokens_of
from tests.support.run_project import make_project, quick_times

KEY = "sk-ant-secret-0123456789"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return make_project(tmp_path / "project", CONFIG)


def seen(call, *arguments, **how) -> str:
    out = io.StringIO()
    try:
        assert call(*arguments, out=out, environment={}, times=quick_times(), **how) == 0
    finally:
        print(out.getvalue())
    return out.getvalue()


def test_an_estimate_needs_no_endpoint_and_no_key(project):
    printed = seen(preview, project, RULE)
    for part in (PRIMARY, CONFIRMATION, "all", "plain", "cached", "batch", "both", "guessed"):
        assert part in printed
    assert "  what it can detect: a true effect of +" in printed
    assert not (project / "runs").exists()


def test_with_an_endpoint_tokens_are_counted_and_nothing_is_asked(project, server):
    printed = seen(preview, project, RULE, endpoint=server.url, model=PRIMARY)
    assert "guessed" not in printed
    assert len(server.counts) > 36
    assert server.calls == []


def test_counting_shows_arms_and_candidates_on_every_model(project, server):
    printed = seen(count, project, RULE, endpoint=server.url)
    assert printed.count("fits: the control") == 2
    assert printed.count("matches over all 12 prompts") == 2
    assert server.calls == []


def spoil_counts(server) -> None:
    """Let no candidate fit: whatever lacks text of the control's line is far shorter."""
    plain = server.count_fault

    def fault(number, body):
        from tests.support.messages_server import Fault

        if "A reviewer reads every change twice, asks about names" in str(body):
            return plain(number, body)
        return Fault(raw='{"input_tokens": 7}')

    server.count_fault = fault


@pytest.mark.parametrize("call", [count, run])
def test_when_no_candidate_fits_counts_and_proposals_are_shown_and_nothing_is_paid(
    project, server, call
):
    spoil_counts(server)
    asked = []

    def propose(practice, counter):
        asked.append((practice, set(counter("some text"))))
        return ["a proposal"]

    out = io.StringIO()
    with pytest.raises(NoControl, match="chaff control superseded-line"):
        call(
            project,
            RULE,
            endpoint=server.url,
            propose=propose,
            out=out,
            environment={},
            times=quick_times(),
        )
    assert asked == [(False, {PRIMARY, CONFIRMATION})]
    assert "a proposal" in out.getvalue()
    assert CONFIRMATION in out.getvalue(), "all models are told of"
    assert server.calls == []
    assert not (project / "runs").exists()


def test_a_dry_run_shows_one_full_request_per_arm_and_asks_nothing(project, server):
    printed = measure(project, server, dry_run=True, environment={"ANTHROPIC_API_KEY": KEY})
    assert printed.count('"max_tokens": 200') == 3
    assert "present/item-01/1" in printed
    assert "Install dependency number 1." in printed
    assert KEY not in printed
    assert server.calls == []
    assert read_entries(project) == {}


def test_a_dry_run_without_a_key_guesses(project):
    out = io.StringIO()
    assert run(project, RULE, dry_run=True, out=out, environment={}, times=quick_times()) == 0
    assert "no key" in out.getvalue()
    assert out.getvalue().count('"max_tokens": 200') == 6


def test_quiet_shows_the_result_only(project, server):
    printed = measure(project, server, quiet=True)
    assert "estimate  " not in printed
    assert "cells," not in printed
    assert "admitted" in printed


def test_one_call_per_prefix_warms_the_cache_and_the_estimate_holds(tmp_path, server):
    root = caching_project(tmp_path, server)
    printed = measure(root, server)
    (path,) = run_files(root)
    require_sound(root, path)
    turns = only_run(root).turns
    assert sum(turn.usage.cache_write_5m > 0 for turn in turns) == 3
    assert sum(turn.usage.cache_read > 0 for turn in turns) == CELLS - 3
    assert only_run(root).header.transport.cache == "5m"
    (entry,) = read_entries(root).values()
    assert entry.billed_nano_usd == server.billed_nano_usd(tiny_program().prices)
    off = float(printed.split("for which the estimate is ")[1].split("(")[1].split(" %")[0])
    assert abs(off) <= 2, printed
    assert "% cached" in printed


def test_an_earlier_run_says_how_long_answers_are(project, server):
    measure(project, server, pilot=True)
    printed = seen(preview, project, RULE, endpoint=server.url, model=PRIMARY)
    used = [turn.usage.output for turn in only_run(project, ".chaff/pilots").turns]
    assert f"{round(sum(used) / len(used))} out each (as in .chaff/pilots/" in printed
    assert tokens_of("x") > 0


def test_too_short_a_prefix_is_said_and_sent_without_a_mark(project, server):
    printed = measure(project, server)
    assert "this model caches from 4,096" in printed
    assert "cache_control" not in str([call.body for call in server.calls])
    header = only_run(project).header
    assert msgspec.structs.asdict(header.transport) == {"cache": None, "batch": False}
