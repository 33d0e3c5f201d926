"""The whole command against a real server, through the real SDK and real files."""

from __future__ import annotations

import io
import json
import threading
from datetime import timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from chaff.canonical import parse
from chaff.check.evidence import examine
from chaff.check.ledger import entry_faults, unledgered_faults
from chaff.check.registration import Registration
from chaff.check.runs import Assessed
from chaff.errors import (
    BadInputError,
    EndpointError,
    HistoryError,
    NoConsent,
    NoCredentials,
    NotRegistered,
    OverCap,
    RunStopped,
    UsageError,
)
from chaff.run.closing import abandon
from chaff.run.command import run
from chaff.run.experiment import models_of
from chaff.run.ledger import read_entries
from chaff.shapes.record import RunFile, read_run
from tests.support.configs import CONFIRMATION, PRIMARY, RULE, tiny_config, tiny_program
from tests.support.messages_server import Fault, MessagesServer, run_command, text_of
from tests.support.repos import Repo
from tests.support.run_project import START, make_project, project_files, quick_times

CONFIG = tiny_config()
CELLS = 108
LATER = START.replace(year=2029)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return make_project(tmp_path / "project", CONFIG)


def measure(root: Path, server: MessagesServer, **how: Any) -> str:
    """Run to the end on the primary model; return what was printed."""
    out = io.StringIO()
    arguments = {
        "endpoint": server.url,
        "model": PRIMARY,
        "yes": True,
        "times": quick_times(how.pop("start", START)),
        "environment": {},
        **how,
    }
    try:
        assert run(root, RULE, out=out, **arguments) == 0
    finally:
        print(out.getvalue())
    return out.getvalue()


def run_files(root: Path, top: str = "runs") -> list[Path]:
    return sorted((root / top).glob("*/*/*.jsonl"))


def only_run(root: Path, top: str = "runs") -> RunFile:
    (path,) = run_files(root, top)
    return read_run(path.read_bytes(), where=path.name)


def require_sound(root: Path, path: Path, config=CONFIG) -> None:
    name = path.relative_to(root).as_posix()
    examined = examine(path.read_bytes(), config, where=name, now=LATER)
    assert examined.faults == ()
    assert examined.complete


def ledger_faults(root: Path, config) -> list:
    entries = {p.relative_to(root).as_posix(): e for p, e in read_entries(root).items()}
    runs = {}
    for path in run_files(root):
        name = path.relative_to(root).as_posix()
        examined = examine(path.read_bytes(), config, where=name, now=LATER)
        registration = Registration(state="registered")
        runs[name] = Assessed(path=name, examined=examined, registration=registration)
    return [*entry_faults(entries, runs), *unledgered_faults(entries, runs)]


def test_the_plain_path(project, server):
    printed = measure(project, server)
    recorded = only_run(project)
    (path,) = run_files(project)
    require_sound(project, path)
    assert recorded.header.commit == Repo(project).head
    assert recorded.header.endpoint == server.url
    assert len(server.calls) == len(recorded.turns) == CELLS
    assert all(turn.request_id and turn.server_date for turn in recorded.turns)
    (entry,) = read_entries(project).values()
    billed = server.billed_nano_usd(tiny_program().prices)
    assert entry.billed_nano_usd == recorded.footer.cost_nano_usd == billed
    assert (entry.state, entry.reserved_nano_usd, entry.lost_nano_usd) == ("closed", 0, 0)
    assert entry.run == path.relative_to(project).as_posix()
    assert ledger_faults(project, CONFIG) == []
    for part in ("108 cells", "removed 36/36", "admitted", entry.run, "rule cap: $2.00"):
        assert part in printed


def test_what_is_sent_is_the_body_and_what_is_recorded_is_the_answer(project, server):
    answers = {}
    plain = server.message

    def remembered(number, body):
        message = plain(number, body)
        message["content"].append({"type": "text", "text": "né \ud83d \u2028"})
        answers[message["id"]] = json.loads(json.dumps(message))
        return message

    server.message = remembered
    measure(project, server)
    assert {turn.response_id: turn.response for turn in only_run(project).turns} == answers
    assert all(
        set(call.body) == {"model", "max_tokens", "messages", "tools"} for call in server.calls
    )


def test_two_turns_are_two_lines_and_one_score(tmp_path, server):
    config = tiny_config(max_turns=2)
    project = make_project(tmp_path, config)
    server.answer = lambda body: run_command(
        "ls"
        if len(body["messages"]) == 1
        else "pnpm add x"
        if "4100" not in text_of(body)
        else "npm i"
    )
    measure(project, server)
    (path,) = run_files(project)
    require_sound(project, path, config)
    turns = only_run(project).turns
    assert len(turns) == 2 * CELLS
    assert [turn.score is None for turn in turns] == [turn.turn == 1 for turn in turns]
    second = next(call.body for call in server.calls if len(call.body["messages"]) == 3)
    assert second["messages"][2]["content"][0]["type"] == "tool_result"


def test_the_confirmation_model_is_asked_if_the_primary_admits(project, server):
    measure(project, server, model=None)
    assert [call.body["model"] for call in server.calls] == [PRIMARY] * CELLS + [
        CONFIRMATION
    ] * CELLS
    for path in run_files(project):
        require_sound(project, path)


def test_the_confirmation_model_is_not_paid_for_if_the_primary_does_not_admit(project, server):
    server.answer = lambda _body: run_command("npm install")
    printed = measure(project, server, model=None)
    assert {call.body["model"] for call in server.calls} == {PRIMARY}
    assert "so the confirmation model is not asked" in printed


def test_all_models_are_counted_before_the_first_paid_call(project, server):
    seen = []
    server.count_fault = lambda _n, body: seen.append(("count", body["model"]))
    server.fault = lambda _n, body: seen.append(("call", body["model"]))
    measure(project, server, model=None)
    first = seen.index(("call", PRIMARY))
    assert ("count", CONFIRMATION) in seen[:first]


def test_a_complete_run_is_never_repeated(project, server):
    measure(project, server)
    before = {path: path.read_bytes() for path in project.rglob("runs/**/*") if path.is_file()}
    later = START.replace(year=2027, month=11)
    printed = measure(project, server, start=later, endpoint="anthropic")
    assert "is up to date" in printed
    assert len(server.calls) == CELLS
    assert before == {p: p.read_bytes() for p in project.rglob("runs/**/*") if p.is_file()}


def test_a_run_that_is_too_old_may_be_made_again(project, server):
    measure(project, server)
    measure(project, server, start=START.replace(year=2027, month=12, day=4))
    assert len(run_files(project)) == 2
    assert len(server.calls) == 2 * CELLS


def test_a_crash_between_footer_and_ledger_is_mended(project, server):
    measure(project, server)
    (path,) = read_entries(project)
    path.write_text(path.read_text().replace('"closed"', '"open"'))
    measure(project, server, start=START.replace(hour=13))
    assert ledger_faults(project, CONFIG) == []


@pytest.mark.parametrize(
    ("make", "error", "said"),
    [
        pytest.param(
            lambda p: make_project(p, CONFIG, commit=False), NotRegistered, "no git", id="no git"
        ),
        pytest.param(
            lambda p: (make_project(p, CONFIG, commit=False), Repo(p), p)[-1],
            NotRegistered,
            "no branch main",
            id="nothing committed",
        ),
        pytest.param(
            lambda p: (
                make_project(p, tiny_config(repeats=4)),
                make_project(p, CONFIG, commit=False),
                p,
            )[-1],
            NotRegistered,
            r"no commit on main holds sha256:.*merge it into main",
            id="another config committed",
        ),
    ],
)
def test_nothing_is_spent_on_what_is_not_registered(tmp_path, server, make, error, said):
    root = make(tmp_path / "p")
    with pytest.raises(error, match=said) as stop:
        measure(root, server)
    assert "--pilot" in str(stop.value)
    assert server.calls == server.counts == []
    assert not (root / "runs").exists()


def test_a_config_on_another_branch_is_not_registered(tmp_path, server):
    repo = Repo(tmp_path)
    repo.commit({"README.md": "x"})
    repo.branch("topic")
    make_project(tmp_path, CONFIG)
    with pytest.raises(NotRegistered, match="no commit on main"):
        measure(tmp_path, server)
    repo.switch("main")
    repo.merge("topic")
    measure(tmp_path, server, start=START.replace(day=3))


def test_a_shallow_clone_says_how_to_mend_it(project, tmp_path, server):
    Repo(project).commit({"more": "x"})
    clone = Repo(project).clone(tmp_path / "clone", "--depth=1")
    with pytest.raises(HistoryError, match="unshallow"):
        measure(clone.root, server)


def test_a_commit_from_the_future_is_not_registered(project, server):
    with pytest.raises(NotRegistered, match="lies ahead"):
        measure(project, server, start=START.replace(year=2025))
    assert server.calls == []


def test_the_main_branch_is_the_one_that_the_program_names(tmp_path, server):
    program = tiny_program()
    named = msgspec.structs.replace(program.program, main_branch="trunk")
    program = msgspec.structs.replace(program, program=named)
    root = make_project(tmp_path, CONFIG, program)
    with pytest.raises(NotRegistered, match="no branch trunk"):
        measure(root, server)
    Repo(root).branch("trunk")
    measure(root, server)


def test_a_clock_before_the_budget_began_spends_nothing(tmp_path, server):
    root = make_project(tmp_path, CONFIG, commit=False)
    with pytest.raises(RunStopped, match="no program cap"):
        measure(root, server, pilot=True, start=START.replace(year=2025))
    assert server.calls == server.counts == []


@pytest.mark.parametrize("pilot", [False, True])
def test_a_paid_run_that_the_ledger_lost_stops_all_spending(project, server, pilot):
    measure(project, server, pilot=pilot)
    (entry,) = read_entries(project)
    kept = entry.read_bytes()
    entry.unlink()
    asked = len(server.calls)
    with pytest.raises(BadInputError, match=r"\.jsonl: cost \$0\.06.*no entry in runs/spend"):
        measure(project, server, model=CONFIRMATION, start=START.replace(hour=13))
    assert len(server.calls) == asked
    entry.write_bytes(kept)
    measure(project, server, model=CONFIRMATION, start=START.replace(hour=13))


def test_a_run_file_that_cannot_be_read_is_named(project, server):
    measure(project, server)
    (path,) = run_files(project)
    path.unlink()
    path.mkdir()
    with pytest.raises(BadInputError, match=r"\.jsonl: cannot be read"):
        measure(project, server, start=START.replace(hour=13))


@pytest.mark.parametrize("answer", ["", "y", "no", "yes please"])
def test_without_a_yes_nothing_is_asked(project, server, answer):
    with pytest.raises(NoConsent, match="--yes"):
        measure(project, server, yes=False, ask=lambda _: answer)
    assert server.calls == []
    assert not (project / "runs").exists()


def test_where_nobody_can_be_asked_nothing_is_asked(project, server):
    with pytest.raises(NoConsent):
        measure(project, server, yes=False)
    assert server.calls == []


@pytest.mark.parametrize("hours", [1, 3])
def test_a_clock_that_is_ahead_of_the_server_s_is_noticed_before_anything_is_paid(
    project, server, hours
):
    """The checker would refuse every answer as older than the run."""
    server.date = format_datetime(START - timedelta(hours=hours), usegmt=True)
    with pytest.raises(RunStopped, match=r"ahead of the server's.*nothing was spent"):
        measure(project, server)
    assert server.calls == []
    assert not (project / "runs").exists()
    measure(project, server, pilot=True)
    server.date = format_datetime(START - timedelta(minutes=45), usegmt=True)
    measure(project, server)
    require_sound(project, run_files(project)[0])


def test_a_typed_yes_is_enough(project, server):
    prompts = []
    measure(project, server, yes=False, ask=lambda text: prompts.append(text) or " Yes\n")
    assert prompts == ["Ask the model, for about $0.1132 (at most $0.1402)? Type yes: "]
    assert len(server.calls) == CELLS


def test_a_pilot_needs_no_registration_and_leaves_the_evidence_alone(tmp_path, server):
    root = make_project(tmp_path, CONFIG, commit=False)
    printed = measure(root, server, pilot=True)
    assert run_files(root) == []
    assert only_run(root, ".chaff/pilots").header.commit is None
    (entry,) = read_entries(root).values()
    assert entry.pilot
    assert entry.billed_nano_usd == server.billed_nano_usd(tiny_program().prices)
    assert "No complete run" in printed


def test_a_pilot_is_compared_with_the_committed_run(project, server):
    measure(project, server)
    printed = measure(project, server, pilot=True, start=START.replace(hour=13))
    assert "the same config" in printed
    assert printed.count("effect +100.0 points") == 3
    assert len(server.calls) == 2 * CELLS


def test_a_cap_leaves_an_incomplete_run_and_no_verdict(tmp_path, server):
    root = make_project(tmp_path, CONFIG, tiny_program(rule_usd=0.02))
    with pytest.raises(OverCap, match="rule cap"):
        measure(root, server)
    recorded = only_run(root)
    assert recorded.footer is None
    assert 0 < len(recorded.turns) < CELLS
    (entry,) = read_entries(root).values()
    assert entry.billed_nano_usd == server.billed_nano_usd(tiny_program().prices) <= 20_000_000
    assert (entry.state, entry.reserved_nano_usd) == ("open", 0)
    asked = len(server.calls)
    Repo(root).commit(dict(project_files(CONFIG, tiny_program(rule_usd=2))))
    measure(root, server, start=START.replace(hour=13))
    assert len(server.calls) - asked == CELLS - asked
    require_sound(root, run_files(root)[0])


STOPS = {
    "wrong model": (
        Fault(edit=lambda m: {**m, "model": "claude-haiku-3"}),
        EndpointError,
        "answered by",
    ),
    "a bill without end": (
        Fault(edit=lambda m: {**m, "usage": {"input_tokens": 2**52, "output_tokens": 1}}),
        EndpointError,
        "cannot be recorded",
    ),
    "no usage": (Fault(edit=lambda m: {**m, "usage": None}), EndpointError, "cannot be billed"),
    "too dear": (
        Fault(edit=lambda m: {**m, "usage": {"input_tokens": 99_999, "output_tokens": 1}}),
        EndpointError,
        "no cap can be promised",
    ),
    "401": (Fault(status=401, error="authentication_error"), NoCredentials, "ANTHROPIC_API_KEY"),
    "404": (Fault(status=404, error="not_found_error"), EndpointError, "status 404"),
    "spend cap": (
        Fault(status=429, error="rate_limit_error", raw="enforced_spend_limit_reached"),
        EndpointError,
        "spend limit",
    ),
    "wait too long": (
        Fault(status=429, error="rate_limit_error", headers={"retry-after": "86400"}),
        EndpointError,
        "run the same command again after",
    ),
}


@pytest.mark.parametrize("name", STOPS)
def test_what_stops_a_run_leaves_it_resumable(project, server, name):
    fault, error, said = STOPS[name]
    server.fault = lambda number, _body: fault if number == 30 else None
    with pytest.raises(error, match=said):
        measure(project, server, concurrency=1)
    assert len(server.calls) == 30
    assert only_run(project).footer is None
    (entry,) = read_entries(project).values()
    assert entry.reserved_nano_usd == 0
    assert (
        entry.held_nano_usd >= server.billed_nano_usd(tiny_program().prices) or name == "too dear"
    )
    server.fault = lambda _number, _body: None
    measure(project, server, start=START.replace(hour=13))
    assert len(only_run(project).turns) == CELLS
    if name != "too dear":
        require_sound(project, run_files(project)[0])


def test_an_answer_that_is_served_twice_stops_the_run(project, server):
    server.fault = lambda number, _b: (
        Fault(edit=lambda m: {**m, "id": "msg_copy"}) if number in {20, 40} else None
    )
    with pytest.raises(EndpointError, match="'msg_copy' came twice"):
        measure(project, server)
    assert [turn.response_id for turn in only_run(project).turns].count("msg_copy") == 1


def test_another_snapshot_in_the_middle_stops_the_run(project, server):
    server.fault = lambda number, _b: (
        Fault(edit=lambda m: {**m, "model": f"{PRIMARY}-20251001"}) if number == 20 else None
    )
    with pytest.raises(EndpointError, match="about one model"):
        measure(project, server)


PASSING = {
    "429": Fault(status=429, error="rate_limit_error", headers={"retry-after": "7"}),
    "429 by date": Fault(
        status=429,
        error="rate_limit_error",
        headers={"retry-after": "Wed, 02 Dec 2026 12:00:30 GMT"},
    ),
    "429 with nonsense": Fault(
        status=429,
        error="rate_limit_error",
        headers={"retry-after": "Fri, 31 Dec 99999 23:59:59 GMT"},
    ),
    "500": Fault(status=500, error="api_error", billed=True),
    "502 page": Fault(
        status=502, raw="<html>Bad Gateway</html>", headers={"content-type": "text/html"}
    ),
    "529": Fault(status=529, error="overloaded_error"),
    "page": Fault(
        raw="<!doctype html><title>Sign in</title>", headers={"content-type": "text/html"}
    ),
    "empty": Fault(raw=""),
    "half": Fault(raw='{"id":"msg_9","type":"message","content":[{"type":"te', billed=True),
    "no message": Fault(raw='{"detail":"Not Found"}'),
    "reset": Fault(reset=True, billed=True),
    "cut": Fault(cut=60, billed=True),
}


@pytest.mark.parametrize("name", PASSING)
def test_faults_that_pass_cost_no_observation(project, server, name):
    """Three cells get the fault three times in a row each, then an answer."""
    spoilt: dict[str, int] = {}
    lock = threading.Lock()

    def fault(number, body):
        text = text_of(body)
        with lock:
            if text not in spoilt and len(spoilt) < 3 and number % 10 == 0:
                spoilt[text] = 0
            if text in spoilt and spoilt[text] < 3:
                spoilt[text] += 1
                return PASSING[name]
        return None

    server.fault = fault
    measure(project, server)
    require_sound(project, run_files(project)[0])
    assert list(spoilt.values()) == [3, 3, 3]
    assert len(server.calls) == CELLS + 9
    (entry,) = read_entries(project).values()
    held, billed = entry.held_nano_usd, server.billed_nano_usd(tiny_program().prices)
    assert held >= billed
    maybe_billed = name in {"500", "502 page", "half", "reset", "cut"}
    assert (entry.lost_nano_usd > 0) == maybe_billed


def test_a_server_that_answers_pages_is_given_up(project, server):
    page = Fault(raw="<title>Sign in to the network</title>", headers={"content-type": "text/html"})
    server.fault = lambda _n, _b: page
    with pytest.raises(EndpointError) as stop:
        measure(project, server)
    for part in (server.url, "status 200", "text/html", "Sign in to the network", "in a row"):
        assert part in str(stop.value)
    assert len(server.calls) < 60
    assert only_run(project).turns == ()


def test_refused_and_cut_off_answers_are_failures_not_errors(project, server):
    server.fault = lambda number, _b: Fault(
        edit=lambda m: {**m, "stop_reason": ("refusal", "max_tokens", "news")[number % 3]}
    )
    measure(project, server)
    require_sound(project, run_files(project)[0])
    scores = {(turn.stop_reason, turn.score) for turn in only_run(project).turns}
    assert {("refusal", "fail"), ("max_tokens", "fail")} <= scores
    assert ("refusal", "pass") not in scores


def test_an_unfinished_start_is_not_left_aside_in_silence(project, server):
    server.fault = lambda number, _b: (
        Fault(status=404, error="not_found_error") if number > 9 else None
    )
    with pytest.raises(EndpointError):
        measure(project, server)
    with pytest.raises(RunStopped, match=r"asked on http.*chaff abandon runs/"):
        measure(project, server, endpoint="anthropic", environment={"ANTHROPIC_API_KEY": "k" * 20})
    path = run_files(project)[0].relative_to(project).as_posix()
    entry = abandon(project, path)
    assert (entry.state, entry.run) == ("abandoned", path)
    server.fault = lambda _n, _b: None
    measure(project, server, start=START.replace(hour=13))
    assert len(run_files(project)) == 2
    assert ledger_faults(project, CONFIG) == []
    assert {one.state for one in read_entries(project).values()} == {"abandoned", "closed"}
    with pytest.raises(UsageError, match="abandoned already"):
        abandon(project, path)
    with pytest.raises(UsageError, match="is complete"):
        abandon(project, run_files(project)[1].relative_to(project).as_posix())
    with pytest.raises(UsageError, match="no such start"):
        abandon(project, "runs/x/y/z.jsonl")


def test_the_start_of_a_run_that_was_removed_can_be_given_up(project, server):
    """What the checker's remedy for a second run says: remove it, then `chaff abandon`."""
    measure(project, server)
    (path,) = run_files(project)
    path.unlink()
    billed = next(iter(read_entries(project).values())).billed_nano_usd
    entry = abandon(project, path.relative_to(project).as_posix())
    assert (entry.state, entry.billed_nano_usd) == ("abandoned", billed)


def test_a_damaged_run_file_stops_before_anything_is_paid(project, server):
    measure(project, server)
    (path,) = run_files(project)
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([lines[0], lines[1][:-9], *lines[2:]]))
    with pytest.raises(BadInputError, match=r"\.jsonl:2: not JSON"):
        measure(project, server, start=START.replace(hour=13))
    assert len(server.calls) == CELLS


@pytest.mark.parametrize(
    ("how", "error", "said"),
    [
        ({"model": "gpt"}, UsageError, "no such model: gpt"),
        ({"model": PRIMARY, "endpoint": "embedded"}, UsageError, "does not serve"),
        ({"endpoint": "nowhere"}, UsageError, "no such endpoint"),
        ({"endpoint": "anthropic"}, NoCredentials, "--endpoint embedded"),
        ({"concurrency": 0}, UsageError, "calls in flight"),
        ({"model": "smollm2-135m-instruct-q4_1"}, UsageError, "practice/eval.config.json"),
    ],
    ids=str,
)
def test_bad_use(project, server, how, error, said):
    with pytest.raises(error, match=said):
        measure(project, server, **how)
    assert server.calls == []


@pytest.mark.parametrize("counting", ["anthropic", "embedded"])
def test_the_embedded_model_may_be_primary_where_its_runs_may_count(counting):
    compiled = tiny_program()
    models = msgspec.structs.replace(compiled.program.models, practice=())
    program = msgspec.structs.replace(
        compiled.program, models=models, counting_endpoints=(counting,)
    )
    compiled = msgspec.structs.replace(compiled, program=program)
    if counting == "embedded":
        assert models_of(compiled, "embedded", None) == (PRIMARY,)
        assert models_of(compiled, "embedded", PRIMARY) == (PRIMARY,)
        return
    with pytest.raises(UsageError, match="no practice model"):
        models_of(compiled, "embedded", None)


@pytest.mark.parametrize("rule", ["no-such-rule", "../program", "", "A"])
def test_a_rule_that_is_not_there(project, rule):
    with pytest.raises(UsageError):
        run(project, rule, yes=True, environment={}, out=io.StringIO())


def test_a_model_without_a_price_is_not_run(project, server):
    path = project / "generated/program.json"
    value = parse(path.read_bytes(), where="program")
    del value["prices"][PRIMARY]
    path.write_text(json.dumps(value))
    with pytest.raises(UsageError, match="has no price"):
        measure(project, server)


def test_a_hand_edited_config_is_not_run(project, server):
    path = project / f"generated/{RULE}/eval.config.json"
    path.write_text(path.read_text().replace("number 7", "number 77"))
    with pytest.raises(BadInputError, match="not those of its content"):
        measure(project, server, pilot=True)


def test_progress_shows_no_score(project, server):
    printed = measure(project, server)
    before_the_end = printed[: printed.index("complete,")]
    for word in ("pass", "fail", "36/36", "score"):
        assert word not in before_the_end.replace("passes at least", "")


def test_the_key_is_in_no_file_and_not_printed(project, server):
    key = "sk-ant-secret-0123456789"
    printed = measure(project, server, environment={"ANTHROPIC_API_KEY": key})
    assert server.calls[0].headers["authorization"] == f"Bearer {key}"
    assert key not in printed
    for path in project.rglob("*"):
        assert not path.is_file() or key.encode() not in path.read_bytes()
