from datetime import UTC, datetime

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chaff.check.evidence import examine
from chaff.check.origin import is_endpoint
from chaff.shapes.record import line_of, read_run
from chaff.stats.matrix import Matrix
from tests.support.configs import PRIMARY, tiny_config
from tests.support.evidence import (
    STARTED,
    drop,
    honest_run,
    seal,
    set_answer,
    set_prompt,
    turns_of,
    unseal,
    useless,
)

NOW = datetime(2027, 1, 1, tzinfo=UTC)
CONFIG, PRACTICE_CONFIG = tiny_config(), tiny_config(practice=True)
HONEST = seal(honest_run(CONFIG))


def found(data, config=CONFIG, now=NOW):
    return examine(data, config, where="run", now=now)


@pytest.mark.parametrize(
    "config",
    [CONFIG, PRACTICE_CONFIG, tiny_config(max_turns=2), tiny_config(n_items=20, repeats=5)],
    ids=["plain", "practice", "two turns", "larger"],
)
def test_an_honest_run_is_complete_and_has_no_fault(config):
    examined = found(seal(honest_run(config)), config)
    assert examined.faults == ()
    assert examined.complete
    n = len(config.battery.items)
    assert examined.matrix == Matrix(
        repeats=config.repeats, present=(0,) * n, removed=(config.repeats,) * n, control=(0,) * n
    )
    assert examined.cost_nano_usd == unseal(seal(honest_run(config)))[-1]["cost_nano_usd"]


def test_the_matrix_holds_the_passes_of_each_item():
    examined = found(seal(honest_run(CONFIG, passes=useless)))
    assert examined.matrix.present == (1, 2) * 6
    assert examined.matrix.present == examined.matrix.removed == examined.matrix.control


def test_a_run_without_footer_is_incomplete_and_no_fault():
    lines = honest_run(CONFIG)[:-1]
    examined = found(seal(lines))
    assert (examined.faults, examined.complete, examined.matrix) == ((), False, None)
    del lines[30:]
    assert found(seal(lines)).faults == ()
    assert found(seal(lines[:1])).faults == ()


def test_an_unfinished_cell_is_owed_not_scored():
    config = tiny_config(max_turns=2)
    lines = honest_run(config)
    last = next(place for place, line in enumerate(lines) if line.get("turn") == 2)
    assert found(seal(lines[:last]), config).faults == ()


def test_without_a_config_only_the_file_is_judged():
    examined = found(HONEST, None)
    assert (examined.faults, examined.complete, examined.matrix) == ((), False, None)
    assert examined.header.model == PRIMARY


def test_all_faults_come_at_once_with_their_lines():
    lines = honest_run(CONFIG)
    lines[0]["order_seed"] = lines[0]["config_hash"]
    lines[5]["score"] = "pass"
    lines[9]["usage"]["output"] += 1
    drop(lines, lambda turn: turn["item"] == "item-12")
    assert [(one.line, one.code) for one in found(seal(lines)).faults] == [
        (1, "order-seed"),
        (6, "score-wrong"),
        (10, "usage-mismatch"),
        (len(lines), "missing-cell"),
    ]


def test_several_damaged_lines_are_all_named():
    damaged = HONEST.splitlines(keepends=True)
    damaged[3], damaged[7] = b"{\n", b"[]\n"
    examined = found(b"".join(damaged))
    assert [(one.line, one.code) for one in examined.faults] == [
        (4, "run-unreadable"),
        (8, "run-schema"),
    ]


def test_a_dated_snapshot_is_the_model_that_was_asked():
    lines = honest_run(CONFIG)
    for turn in turns_of(lines):
        turn["model"] = turn["response"]["model"] = f"{PRIMARY}-20251001"
    assert found(seal(lines)).faults == ()


def test_an_answer_of_the_batch_service_costs_half():
    lines = honest_run(CONFIG)
    seal(lines)
    for turn in turns_of(lines):
        turn["response"]["usage"]["service_tier"] = "batch"
        turn["cost_nano_usd"] = -(-turn["cost_nano_usd"] // 2)
    lines[-1]["cost_nano_usd"] = sum(turn["cost_nano_usd"] for turn in turns_of(lines))
    assert found(seal(lines, totals=False)).faults == ()


def test_a_cached_prompt_is_as_long_as_an_uncached_one():
    lines = honest_run(CONFIG)
    for turn in turns_of(lines)[1:]:
        read = turn["usage"]["input"] - 3
        turn["usage"] |= {"input": 3, "cache_read": read}
        turn["response"]["usage"] |= {"input_tokens": 3, "cache_read_input_tokens": read}
    assert found(seal(lines)).faults == ()


@pytest.mark.parametrize(
    ("removed", "control", "expected"),
    [
        (480, 480, []),
        (481, 481, ["edit-too-small"]),
        (519, 519, ["edit-too-small"]),
        (400, 395, []),
        (400, 394, ["control-delta"]),
        (400, 406, ["control-delta"]),
        (400, 600, ["control-delta"]),
        (600, 600, ["counts-mismatch"]),
    ],
)
def test_the_control_edit_is_judged_on_recorded_tokens(removed, control, expected):
    sizes = {"present": 500, "removed": removed, "control": control}
    lines = honest_run(CONFIG)
    lines[0]["counts"] |= {"present": 500, "removed": removed}
    counted = lines[0]["counts"]["controls"]
    if removed < 500:
        for candidate in counted[:-1]:
            candidate["tokens"] = 100
        counted[-1]["tokens"] = removed
    else:
        lines[0]["counts"] |= {"removed": 372}
    for turn in turns_of(lines):
        set_prompt(turn, sizes[turn["arm"]])
    assert [one.code for one in found(seal(lines)).faults] == expected


@pytest.mark.parametrize(
    ("endpoint", "is_one"),
    [
        ("anthropic", True),
        ("embedded", True),
        ("http://127.0.0.1:11434", True),
        ("https://proxy.example.org/anthropic/v1", True),
        ("http://[::1]:8080", True),
        ("https://user@example.org", False),
        ("https://example.org/?key=1", False),
        ("https://example.org/\x1b[2J", False),
        ("file:///etc/passwd", False),
        ("http://example.org\n", False),
        ("", False),
    ],
)
def test_what_is_an_endpoint(endpoint, is_one):
    assert is_endpoint(endpoint) == is_one


def test_a_run_that_starts_now_is_not_in_the_future():
    at = datetime(2026, 12, 2, 10, 15, tzinfo=UTC)
    assert STARTED == "2026-12-02T10:15:00Z"
    assert "start-in-future" not in [one.code for one in found(HONEST, now=at).faults]


@settings(max_examples=60, deadline=None)
@given(place=st.integers(1, 108), practice=st.booleans(), score=st.booleans(), totals=st.booleans())
def test_one_flipped_observation_rechained_is_always_noticed(place, practice, score, totals):
    """Against itself: whatever is flipped, the answer or its score, and however it is sealed."""
    config = PRACTICE_CONFIG if practice else CONFIG
    lines = honest_run(config, passes=useless)
    seal(lines)
    was = lines[place]["score"]
    if score:
        lines[place]["score"] = "fail" if was == "pass" else "pass"
    else:
        set_answer(lines[place], good=was == "fail")
    examined = found(seal(lines, totals=totals), config)
    assert [(one.code, one.line) for one in examined.faults] == [("score-wrong", place + 1)]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_changed_byte_is_noticed(data):
    place = data.draw(st.integers(0, len(HONEST) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda b: b != HONEST[place]))
    changed = HONEST[:place] + bytes([byte]) + HONEST[place + 1 :]
    examined = found(changed)
    # Only the last line has none after it that holds its digest.
    is_last = place > HONEST.rindex(b"\n", 0, -1)
    assert examined.faults or (is_last and examined.matrix == found(HONEST).matrix)


@settings(max_examples=60, deadline=None)
@given(
    st.binary(max_size=300)
    | st.text(max_size=300).map(lambda text: text.encode("utf-8", "replace"))
)
def test_no_bytes_make_it_raise(data):
    for candidate in (data, data + b"\n", HONEST + data, HONEST.splitlines()[0] + b"\n" + data):
        found(candidate)


TEXT = st.text(st.characters(), max_size=20)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None)
@given(response=st.dictionaries(TEXT, JSON, max_size=4), reason=TEXT, place=st.integers(1, 108))
def test_record_to_bytes_to_record(response, reason, place):
    """Whatever a model can answer, lone surrogates and deep lists included."""
    run = read_run(HONEST, where="run")
    turn = run.turns[place - 1]
    written = msgspec.structs.replace(turn, response=response, reason=reason)
    lines = [line_of(numbered.line) for numbered in run.lines]
    lines[place] = line_of(written)
    again = read_run(b"\n".join(lines) + b"\n", where="run")
    assert again.turns[place - 1] == written
    assert [line_of(numbered.line) for numbered in again.lines] == lines
