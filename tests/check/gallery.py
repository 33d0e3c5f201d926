"""Every way we know to cheat with, or to break, the evidence; each must give exactly its code.

A forgery changes the lines of one honest run, then seals them again as a careful forger would:
costs, footer and hash chain fit what the lines say. An accident leaves the seal broken or damages
the bytes. A scene changes the project around an honest run.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from chaff.canonical import digest_bytes, readable_bytes
from chaff.shapes.base import to_json
from chaff.shapes.config import EvalConfig, battery_hash, config_hash
from chaff.shapes.scorer import AllOf, AnswerStates
from tests.support.checked import NOW, Library, run_path
from tests.support.configs import CONFIRMATION, PRACTICE, PRIMARY, RULE, tiny_config, tiny_program
from tests.support.evidence import (
    Lines,
    cell_of,
    drop,
    honest_run,
    rename,
    seal,
    set_answer,
    set_prompt,
    turns_of,
    useless,
)

SOME = 40
"""Line of some turn in the middle of the file."""


@dataclass(frozen=True)
class Case:
    name: str
    code: str
    play: Callable[[Library], dict[str, Any] | None]
    """Acts out the case on a library whose config is registered; returns arguments of check()."""
    forge: Callable[[bytes, EvalConfig], bytes] | None = None
    """What happens to the bytes of the run alone, where that is the whole case."""


CASES: list[Case] = []


def forgery(code: str, *, config: EvalConfig | None = None, chain: bool = True,
            totals: bool = True) -> Callable[..., None]:  # fmt: skip
    """Register a change of a run's lines, which are sealed again afterwards."""

    def register(change: Callable[[Lines], None]) -> None:
        used = config or tiny_config()

        def forged(commit: str) -> tuple[Lines, bytes]:
            lines = honest_run(used, commit=commit)
            seal(lines)
            change(lines)
            return lines, seal(lines, chain=chain, totals=totals)

        def play(library: Library) -> None:
            library.config = used
            library.register()
            lines, data = forged(library.repo.head)
            library.write_run(lines, data)
            library.write_entry(lines)
            library.repo.commit()

        CASES.append(Case(_name(change), code, play, lambda *_: forged("1" * 40)[1]))

    return register


def accident(code: str) -> Callable[..., None]:
    """Register damage to a run file's bytes."""

    def register(damage: Callable[[bytes], bytes]) -> None:
        def play(library: Library) -> None:
            lines = honest_run(library.config, commit=library.repo.head)
            library.write_run(lines, damage(seal(lines)))
            library.write_entry(lines)
            library.repo.commit()

        def forge(data: bytes, _: EvalConfig) -> bytes:
            return damage(data)

        CASES.append(Case(_name(damage), code, play, forge))

    return register


def scene(code: str) -> Callable[..., None]:
    """Register a change of the project around a run."""

    def register(play: Callable[[Library], dict[str, Any] | None]) -> None:
        CASES.append(Case(_name(play), code, play))

    return register


def _name(function: Any) -> str:
    return str(function.__name__).replace("_", "-")


# ---- scores and answers


@forgery("score-wrong")
def edited_score(lines: Lines) -> None:
    lines[SOME]["score"] = "pass" if lines[SOME]["score"] == "fail" else "fail"


@forgery("score-wrong")
def edited_response(lines: Lines) -> None:
    set_answer(lines[SOME], good=lines[SOME]["score"] == "fail")


@forgery("score-wrong")
def refusal_counted_as_pass(lines: Lines) -> None:
    turn = next(turn for turn in turns_of(lines) if turn["score"] == "pass")
    turn["stop_reason"] = turn["response"]["stop_reason"] = "refusal"


@forgery("score-missing")
def unscored_cell(lines: Lines) -> None:
    del lines[SOME]["score"]


@forgery("score-extra", config=tiny_config(max_turns=2))
def scored_before_the_end(lines: Lines) -> None:
    first = next(turn for turn in turns_of(lines) if turn["turn"] == 1)
    first["score"] = "fail"


@forgery("usage-mismatch")
def usage_beside_response(lines: Lines) -> None:
    lines[SOME]["usage"]["output"] += 1


@forgery("usage-mismatch")
def response_without_usage(lines: Lines) -> None:
    del lines[SOME]["response"]["usage"]


@forgery("cost-mismatch", totals=False)
def cheaper_than_its_usage(lines: Lines) -> None:
    lines[SOME]["cost_nano_usd"] -= 1
    lines[-1]["cost_nano_usd"] -= 1


@forgery("response-mismatch")
def another_id_beside_response(lines: Lines) -> None:
    lines[SOME]["response_id"] = "msg_other"


@forgery("response-mismatch")
def another_stop_reason_beside_response(lines: Lines) -> None:
    lines[SOME]["stop_reason"] = "end_turn"


@forgery("duplicate-response")
def copied_response_id(lines: Lines) -> None:
    rename(lines[SOME], lines[SOME + 1]["response_id"])


@forgery("answer-too-early")
def pilot_dated_anew(lines: Lines) -> None:
    """What was answered before the registration, under a header of today."""
    for turn in turns_of(lines):
        turn["server_date"] = "Wed, 02 Dec 2026 07:15:00 GMT"


@forgery("model-answered")
def snapshot_in_wide_digits(lines: Lines) -> None:
    for turn in turns_of(lines):
        turn["model"] = turn["response"]["model"] = f"{PRIMARY}-\uff12\uff10251001"


@forgery("model-answered")
def foreign_model_answers(lines: Lines) -> None:
    lines[SOME]["model"] = lines[SOME]["response"]["model"] = CONFIRMATION


@forgery("model-answered")
def second_snapshot_answers(lines: Lines) -> None:
    lines[SOME]["model"] = lines[SOME]["response"]["model"] = f"{PRIMARY}-20251001"


# ---- the matrix


@forgery("missing-cell")
def dropped_item(lines: Lines) -> None:
    drop(lines, lambda turn: turn["item"] == "item-07")


@forgery("missing-cell")
def dropped_repeat(lines: Lines) -> None:
    drop(lines, lambda turn: cell_of(turn) == ("control", "item-03", 2))


@forgery("missing-cell")
def dropped_arm(lines: Lines) -> None:
    drop(lines, lambda turn: turn["arm"] == "control")


@forgery("missing-cell")
def no_answers_at_all(lines: Lines) -> None:
    drop(lines, lambda _: True)


@forgery("missing-cell", config=tiny_config(max_turns=2))
def dropped_first_turn(lines: Lines) -> None:
    lines.remove(turns_of(lines)[0])
    lines[-1]["cells"] -= 1


@forgery("missing-cell", config=tiny_config(max_turns=2))
def dropped_last_turn(lines: Lines) -> None:
    lines.remove(turns_of(lines)[1])
    lines[-1]["cells"] -= 1


def _added(lines: Lines, **fields: Any) -> None:
    extra = copy.deepcopy(lines[SOME]) | fields
    rename(extra, "msg_added")
    lines.insert(-1, extra)


@forgery("foreign-cell")
def added_repeat(lines: Lines) -> None:
    _added(lines, repeat=4)


@forgery("foreign-cell")
def added_item(lines: Lines) -> None:
    _added(lines, item="item-99")


@forgery("foreign-cell")
def added_arm(lines: Lines) -> None:
    _added(lines, arm="baseline")


@forgery("foreign-cell")
def asked_on_after_the_end(lines: Lines) -> None:
    _added(lines, turn=2)


@forgery("duplicate-cell")
def asked_again(lines: Lines) -> None:
    _added(lines)


@forgery("arms-not-three")
def header_with_two_arms(lines: Lines) -> None:
    del lines[0]["arms"]["present"]


@forgery("arms-not-three")
def header_with_four_arms(lines: Lines) -> None:
    lines[0]["arms"]["baseline"] = lines[0]["arms"]["present"]


@forgery("too-few-items", config=tiny_config(n_items=11))
def eleven_items(lines: Lines) -> None:
    assert len(turns_of(lines)) == 3 * 11 * 3


@forgery("too-few-repeats", config=tiny_config(repeats=2))
def two_repeats(lines: Lines) -> None:
    assert len(turns_of(lines)) == 3 * 12 * 2


# ---- the header


@forgery("header-mismatch")
def another_battery_hash(lines: Lines) -> None:
    lines[0]["battery_hash"] = lines[0]["config_hash"]


@forgery("header-mismatch")
def another_request_hash(lines: Lines) -> None:
    lines[0]["request_hash"] = lines[0]["config_hash"]


@forgery("config-not-at-commit")
def another_config_hash(lines: Lines) -> None:
    lines[0]["config_hash"] = lines[0]["battery_hash"]


@forgery("model-foreign")
def foreign_model(lines: Lines) -> None:
    for line in lines[:-1]:
        line["model"] = "claude-other-1"
    for turn in turns_of(lines):
        turn["response"]["model"] = "claude-other-1"


@forgery("request-settings")
def another_temperature(lines: Lines) -> None:
    lines[0]["request"]["temperature"] = 0


@forgery("endpoint-foreign")
def foreign_endpoint(lines: Lines) -> None:
    lines[0]["endpoint"] = "somewhere"


@forgery("endpoint-foreign")
def endpoint_with_credentials(lines: Lines) -> None:
    lines[0]["endpoint"] = "https://user:secret@example.org/v1"


@forgery("arm-digest")
def another_arm(lines: Lines) -> None:
    lines[0]["arms"]["removed"] = lines[0]["arms"]["present"]


@forgery("order-seed")
def wrong_seed(lines: Lines) -> None:
    lines[0]["order_seed"] = digest_bytes(b"a lucky one")


@forgery("start-in-future")
def future_start(lines: Lines) -> None:
    lines[0]["started_at"], lines[-1]["finished_at"] = (
        "2031-01-01T00:00:00Z",
        "2031-01-01T01:00:00Z",
    )


@forgery("footer-mismatch")
def footer_with_other_totals(lines: Lines) -> None:
    lines[-1]["cells"] += 1


@forgery("footer-mismatch")
def finished_before_it_started(lines: Lines) -> None:
    lines[-1]["finished_at"] = "2026-12-02T10:14:59Z"


# ---- the control edit


@forgery("control-delta")
def control_one_token_over_five_percent(lines: Lines) -> None:
    shorten_control(lines, 87)


def shorten_control(lines: Lines, tokens: int) -> None:
    """Shorten the control arm's prompts by `tokens` in all, the first item's aside.

    Removed is 128 tokens shorter than present, control 132, over 36 prompts: 4,608 and 4,752. Five
    per cent is 230.4, so 86 more may go and 87 may not.
    """
    turns = [t for t in turns_of(lines) if t["arm"] == "control" and t["item"] != "item-01"]
    for place in range(tokens):
        turn = turns[place % len(turns)]
        set_prompt(turn, turn["usage"]["input"] - 1)


@forgery("edit-too-small")
def edit_of_nineteen_tokens(lines: Lines) -> None:
    for turn in turns_of(lines):
        set_prompt(turn, 500 if turn["arm"] == "present" else 481)


def _choose(lines: Lines, control: str, counted: list[dict[str, Any]]) -> None:
    states = {state.id: state for state in tiny_config().arms.controls}
    lines[0]["control"] = control
    lines[0]["arms"]["control"] = states[control].digest
    lines[0]["counts"]["controls"] = counted
    for turn in turns_of(lines):
        if turn["arm"] == "control":
            set_prompt(turn, counted[-1]["tokens"])


@forgery("control-not-first")
def second_best_candidate(lines: Lines) -> None:
    counted = lines[0]["counts"]["controls"]
    _choose(lines, "first-3", [*counted, {"id": "first-3", "tokens": 374}])


@forgery("control-not-first")
def candidate_that_fits_left_out(lines: Lines) -> None:
    counted = lines[0]["counts"]["controls"]
    _choose(lines, "first-3", [*counted[:-1], {"id": "first-3", "tokens": 374}])


@forgery("control-not-first")
def unregistered_candidate(lines: Lines) -> None:
    lines[0]["control"] = "mine"


@forgery("counts-mismatch")
def made_up_counts(lines: Lines) -> None:
    counts = lines[0]["counts"]
    for place in (*counts["controls"],):
        place["tokens"] = 1000 - 2 * (500 - place["tokens"])
    counts["removed"], counts["present"] = 1000 - 2 * 128, 1000


@forgery("counts-mismatch")
def counted_for_another_item(lines: Lines) -> None:
    lines[0]["counts"]["item"] = "item-02"


# ---- the file's form


@forgery("chain-broken", chain=False)
def edited_without_a_new_chain(lines: Lines) -> None:
    lines[SOME]["request_id"] = "req_1"


@forgery("chain-broken", chain=False)
def swapped_lines(lines: Lines) -> None:
    lines[SOME], lines[SOME + 1] = lines[SOME + 1], lines[SOME]


@forgery("run-schema")
def unknown_field(lines: Lines) -> None:
    lines[SOME]["note"] = "x"


@forgery("run-schema")
def missing_field(lines: Lines) -> None:
    del lines[SOME]["response_id"]


@forgery("run-schema")
def unknown_kind(lines: Lines) -> None:
    lines[SOME]["kind"] = "comment"


@forgery("run-schema")
def text_for_a_number(lines: Lines) -> None:
    lines[SOME]["repeat"] = "1"


@forgery("run-schema")
def truth_for_a_number(lines: Lines) -> None:
    lines[SOME]["repeat"] = True


@forgery("run-schema")
def fraction_for_a_number(lines: Lines) -> None:
    lines[SOME]["turn"] = 1.5


@forgery("run-schema")
def huge_integer(lines: Lines) -> None:
    lines[-1]["cells"] = 2**70


@forgery("run-schema")
def negative_count(lines: Lines) -> None:
    lines[-1]["cells"] = -1


@forgery("run-schema")
def date_that_no_calendar_has(lines: Lines) -> None:
    lines[-1]["finished_at"] = "2026-02-30T00:00:00Z"


@forgery("run-schema")
def date_in_wide_digits(lines: Lines) -> None:
    # Comes after every date in ASCII, when compared as text.
    lines[-1]["finished_at"] = lines[-1]["finished_at"].replace("2026", "２０２６")


@forgery("run-schema")
def two_headers(lines: Lines) -> None:
    lines.insert(1, copy.deepcopy(lines[0]))


@forgery("run-schema")
def lines_after_the_footer(lines: Lines) -> None:
    lines.insert(SOME, copy.deepcopy(lines[-1]))


@accident("run-torn")
def cut_off_in_the_last_line(data: bytes) -> bytes:
    return data[:-20]


@accident("run-unreadable")
def empty_file(_: bytes) -> bytes:
    return b""


@accident("run-unreadable")
def cut_off_in_the_first_line(data: bytes) -> bytes:
    return data[:100]


@accident("run-unreadable")
def cut_out_of_the_middle(data: bytes) -> bytes:
    return data[:20_000] + data[20_500:]


@accident("run-unreadable")
def empty_line(data: bytes) -> bytes:
    return data + b"\n"


@accident("run-unreadable")
def not_a_number(data: bytes) -> bytes:
    return data.replace(b'"output":10', b'"output":NaN', 1)


@accident("run-unreadable")
def integer_of_many_digits(data: bytes) -> bytes:
    return data.replace(b'"output":10', b'"output":1' + b"0" * 5_000, 1)


@accident("run-unreadable")
def nested_two_hundred_deep(data: bytes) -> bytes:
    return data.replace(b'"server_date":null', b'"server_date":' + b"[" * 200 + b"]" * 200, 1)


@accident("run-unreadable")
def nested_ten_thousand_deep(data: bytes) -> bytes:
    return data.replace(b'"server_date":null', b'"server_date":' + b"[" * 10**4 + b"]" * 10**4, 1)


@accident("run-unreadable")
def latin_1(data: bytes) -> bytes:
    return data.replace(b"as scored", "as scor\xe9d".encode("latin-1"), 1)


@accident("run-unreadable")
def utf_16(data: bytes) -> bytes:
    return data.decode().encode("utf-16")


@accident("run-unreadable")
def byte_order_mark(data: bytes) -> bytes:
    return b"\xef\xbb\xbf" + data


@accident("run-unreadable")
def key_twice(data: bytes) -> bytes:
    return data.replace(b'"turn":1,', b'"turn":1,"turn":1,', 1)


@scene("run-unreadable")
def a_link_instead_of_a_file(library: Library) -> None:
    path = library.add_run()
    target = library.root.parent / "elsewhere.jsonl"
    (library.root / path).rename(target)
    (library.root / path).symlink_to(target)
    library.repo.commit()


# ---- registration


def _registered_run(library: Library, **header: Any) -> Lines:
    return honest_run(library.config, **({"commit": library.repo.head} | header))


@scene("config-not-at-commit")
def commit_without_the_config(library: Library) -> None:
    library.add_run(_registered_run(library, commit=library.repo.git("rev-parse", "HEAD~1")))
    library.repo.commit()


def _run_of_a_config_edited_by_hand(library: Library, **changes: Any) -> None:
    """Commit a config that never came from specs, run it, and put the compiled one back."""
    used = msgspec.structs.replace(library.config, **changes)
    hashed = (used.battery, used.detect, used.fix, used.arms, used.repeats, used.admission)
    used = msgspec.structs.replace(used, config_hash=config_hash(*hashed))
    used = msgspec.structs.replace(used, battery_hash=battery_hash(used.battery))
    path = f"generated/{RULE}/eval.config.json"
    commit = library.repo.commit({path: readable_bytes(to_json(used))})
    library.register()
    lines = _registered_run(library, commit=commit, config_hash=used.config_hash)
    library.add_run(lines)
    library.repo.commit()


@scene("config-unsound")
def a_thousand_million_repeats(library: Library) -> None:
    _run_of_a_config_edited_by_hand(library, repeats=10**9)


@scene("config-unsound")
def ten_thousand_control_candidates(library: Library) -> None:
    arms = library.config.arms
    many = msgspec.structs.replace(arms, controls=arms.controls * 700)
    _run_of_a_config_edited_by_hand(library, arms=many)


@scene("config-unsound")
def a_million_patterns(library: Library) -> None:
    battery = library.config.battery
    first = battery.items[0]
    scorer = AllOf(scorers=(AnswerStates(states="."),) * 20_000)
    items = (msgspec.structs.replace(first, scorer=scorer), *battery.items[1:])
    _run_of_a_config_edited_by_hand(library, battery=msgspec.structs.replace(battery, items=items))


@scene("config-unsound")
def one_item_under_two_places(library: Library) -> None:
    battery = library.config.battery
    twice = msgspec.structs.replace(battery, items=(*battery.items, battery.items[0]))
    _run_of_a_config_edited_by_hand(library, battery=twice)


@scene("config-unsound")
def config_that_has_no_canonical_form(library: Library) -> None:
    path = f"generated/{RULE}/eval.config.json"
    text = (library.root / path).read_text()
    commit = library.repo.commit({path: text.replace("number 1.", "number \\ud800.")})
    library.register()
    library.add_run(_registered_run(library, commit=commit))
    library.repo.commit()


@scene("config-unsound")
def thresholds_lowered_under_the_same_hash(library: Library) -> None:
    weak = msgspec.structs.replace(library.config.admission, effect_percent=1)
    library.config = msgspec.structs.replace(library.config, admission=weak)
    library.register()
    library.add_run()
    library.repo.commit()


@scene("config-unsound")
def config_that_is_none(library: Library) -> None:
    path = f"generated/{RULE}/eval.config.json"
    commit = library.repo.commit({path: '{"schema": "chaff.eval-config/1"}\n'})
    library.register()
    library.add_run(_registered_run(library, commit=commit))
    library.repo.commit()


@scene("commit-unknown")
def commit_that_does_not_exist(library: Library) -> None:
    library.add_run(_registered_run(library, commit="f" * 40))
    library.repo.commit()


@scene("commit-unknown")
def no_commit_named(library: Library) -> None:
    library.add_run(_registered_run(library, commit=None))
    library.repo.commit()


@scene("commit-not-on-main")
def registered_on_a_branch(library: Library) -> None:
    library.repo.branch("work")
    commit = library.repo.commit({"NOTES": "x"})
    library.add_run(_registered_run(library, commit=commit))
    library.repo.commit()


@scene("commit-unknown")
def registered_and_run_in_one_squashed_branch(library: Library) -> None:
    library.repo.branch("work")
    commit = library.repo.commit({"NOTES": "x"})
    library.add_run(_registered_run(library, commit=commit))
    library.repo.commit()
    library.repo.switch("main")
    library.repo.merge("work", "--squash")


@scene("commit-not-ancestor")
def run_committed_beside_its_registration(library: Library) -> None:
    commit = library.repo.head
    library.repo.branch("early", "HEAD~1")
    library.repo.write(library.outputs())
    library.repo.write({"specs/program.jsonnet": "{}"})
    library.add_run(_registered_run(library, commit=commit))
    library.repo.commit()


@scene("commit-not-ancestor")
def run_and_config_in_one_commit(library: Library) -> None:
    """Main got the two in one commit; the same change, on another branch, names that commit."""
    library.config = tiny_config(repeats=4)
    library.write_generated()
    commit = library.repo.commit({"NOTES": "x"})
    library.repo.branch("work", "HEAD~1")
    library.write_generated()
    library.add_run(_registered_run(library, commit=commit))
    library.repo.commit()


@scene("start-before-registration")
def started_before_registration(library: Library) -> None:
    library.add_run(_registered_run(library, started_at="2026-12-01T09:30:00Z"))
    library.repo.commit()


@scene("start-before-registration")
def started_in_the_second_of_registration(library: Library) -> None:
    lines = _registered_run(library, started_at="2026-12-01T11:00:00Z")
    assert f"{library.repo.clock:%Y-%m-%dT%H:%M:%SZ}" == lines[0]["started_at"]
    library.add_run(lines)
    library.repo.commit()


@scene("start-after-commit")
def committed_before_it_started(library: Library) -> None:
    library.add_run(_registered_run(library))
    library.repo.commit(at=datetime(2026, 12, 2, 10, 14, 59, tzinfo=UTC))


@scene("start-after-commit")
def committed_in_part_before_it_started(library: Library) -> None:
    lines = _registered_run(library)
    data = seal(lines)
    library.write_run(lines, data.splitlines(keepends=True)[0])
    library.write_entry(lines, state="open", billed_nano_usd=0)
    library.repo.commit(at=datetime(2026, 12, 2, 10, tzinfo=UTC))
    library.add_run(lines)
    library.repo.commit()


@scene("main-unknown")
def no_main_branch(library: Library) -> None:
    library.add_run()
    library.repo.commit()
    library.repo.git("branch", "--quiet", "--move", "main", "trunk")


@scene("shallow-clone")
def shallow_clone(library: Library) -> None:
    library.add_run()
    library.repo.commit()
    shallow = library.repo.clone(library.repo.path.parent / "shallow", "--depth=1")
    library.repo = shallow


@scene("run-rewritten")
def committed_then_rewritten(library: Library) -> None:
    library.add_run()
    library.repo.commit()
    lines = _registered_run(library, commit=library.repo.git("rev-parse", "HEAD~1"))
    set_answer(lines[SOME], good=lines[SOME]["score"] == "fail")
    lines[SOME]["score"] = "pass" if lines[SOME]["score"] == "fail" else "fail"
    library.add_run(lines)
    library.repo.commit()


@scene("run-rewritten")
def rewritten_and_not_committed(library: Library) -> None:
    commit = library.repo.head
    library.add_run()
    library.repo.commit()
    library.add_run(_registered_run(library, commit=commit, passes=useless))


@scene("run-deleted")
def run_and_entry_forgotten(library: Library) -> None:
    library.add_run()
    entry = library.write_entry(seal_lines(library))
    library.repo.commit()
    (library.root / run_path(seal_lines(library))).unlink()
    value = (library.root / entry).read_text()
    # The entry now speaks of a start that was given up.
    library.repo.write({entry: value.replace('"closed"', '"abandoned"')})
    library.repo.commit()


def seal_lines(library: Library) -> Lines:
    lines = _registered_run(library)
    seal(lines)
    return lines


def _given_up_and_gone(library: Library, lines: Lines) -> None:
    (library.root / run_path(lines)).unlink()
    library.write_entry(lines, state="abandoned")
    library.repo.commit()


@scene("run-deleted")
def spoilt_before_it_was_deleted(library: Library) -> None:
    lines = _registered_run(library, passes=useless)
    path = library.root / library.add_run(lines)
    library.repo.commit()
    path.write_bytes(path.read_bytes() + b"junk\n")
    library.repo.commit()
    _given_up_and_gone(library, lines)


@scene("run-deleted")
def unfinished_before_it_was_deleted(library: Library) -> None:
    lines = _registered_run(library, passes=useless)
    library.add_run(lines)
    library.repo.commit()
    library.write_run(lines, seal(lines[:-1]))
    library.repo.commit()
    _given_up_and_gone(library, lines)


@scene("run-deleted")
def declared_a_pilot_before_it_was_deleted(library: Library) -> None:
    lines = _registered_run(library, passes=useless)
    path = library.add_run(lines)
    library.repo.commit()
    library.repo.commit({path: seal([lines[0] | {"pilot": True}, *lines[1:]])})
    _given_up_and_gone(library, lines)


@scene("run-deleted")
def another_repository_in_place_of_a_run(library: Library) -> None:
    place = f"160000,{library.repo.head},{run_path(seal_lines(library))}"
    library.repo.git("update-index", "--add", "--cacheinfo", place)
    library.repo.git("commit", "--quiet", "--message=change")
    library.repo.git("update-index", "--force-remove", run_path(seal_lines(library)))
    library.repo.commit()


@scene("run-deleted")
def replaced_by_one_that_claims_to_be_older(library: Library) -> None:
    better = _registered_run(library)
    lines = _registered_run(library, passes=useless, started_at="2026-12-02T10:16:00Z")
    library.add_run(lines)
    library.repo.commit()
    library.add_run(better)
    _given_up_and_gone(library, lines)


@scene("run-deleted")
def moved_to_where_nobody_looks(library: Library) -> None:
    path = library.root / library.add_run()
    library.repo.commit()
    (library.root / "runs/gates").mkdir()
    path.rename(library.root / "runs/gates/x.jsonl")
    library.write_entry(seal_lines(library), state="abandoned")
    library.repo.commit()


@scene("run-gone")
def run_never_committed_and_gone(library: Library) -> None:
    library.write_entry(seal_lines(library))
    library.repo.commit()


@scene("run-gone")
def run_deleted_with_its_entry_left(library: Library) -> None:
    path = library.add_run()
    library.repo.commit()
    (library.root / path).unlink()
    library.repo.commit()


@scene("misplaced-run")
def run_in_another_models_folder(library: Library) -> None:
    lines = seal_lines(library)
    path = library.root / library.add_run(lines)
    folder = path.parent.with_name(CONFIRMATION)
    folder.mkdir()
    path.rename(folder / path.name)
    library.repo.commit()


@scene("misplaced-run")
def run_under_another_start(library: Library) -> None:
    path = library.root / library.add_run()
    path.rename(path.with_name("20261202T101501Z.jsonl"))
    library.repo.commit()


def entry_of(lines: Lines) -> str:
    header = lines[0]
    name = run_path(lines).rsplit("/", 1)[1].removesuffix(".jsonl")
    return f"runs/spend/{name}-{header['rule']}-{header['model']}.json"


@scene("misplaced-run")
def run_at_the_top(library: Library) -> None:
    library.repo.commit({"runs/mine.jsonl": "{}\n"})


@scene("misplaced-run")
def linked_folder(library: Library) -> None:
    (library.root / "runs").mkdir()
    (library.root / f"runs/{RULE}").symlink_to(library.root.parent)
    library.repo.commit()


@scene("misplaced-run")
def runs_are_a_link(library: Library) -> None:
    (library.root / "runs").symlink_to("/")
    library.repo.commit()


@scene("pilot-in-runs")
def pilot_among_the_evidence(library: Library) -> None:
    lines = _registered_run(library, pilot=True)
    library.write_run(lines, seal(lines))
    library.repo.commit()


@scene("second-run")
def second_complete_run(library: Library) -> None:
    library.add_run()
    lines = _registered_run(library, started_at="2026-12-03T10:15:00Z")
    lines[-1]["finished_at"] = "2026-12-03T10:45:00Z"
    library.add_run(lines)
    library.repo.commit()


@scene("second-run")
def second_run_that_claims_to_be_the_first(library: Library) -> None:
    backdated = _registered_run(library)
    lines = _registered_run(library, started_at="2026-12-02T10:16:00Z")
    library.add_run(lines)
    library.repo.commit()
    library.add_run(backdated)
    library.repo.commit()


@scene("duplicate-response")
def answers_of_an_older_run(library: Library) -> dict[str, Any]:
    library.add_run()
    lines = seal_lines(library)
    lines[0]["started_at"], lines[-1]["finished_at"] = (
        "2028-01-01T00:00:00Z",
        "2028-01-01T01:00:00Z",
    )
    library.add_run(lines)
    library.repo.commit()
    return {"now": NOW + timedelta(days=365)}


# ---- the ledger


@scene("ledger-unreadable")
def entry_that_is_no_json(library: Library) -> None:
    lines = seal_lines(library)
    library.add_run(lines)
    library.repo.commit({entry_of(lines): "{"})


@scene("ledger-unreadable")
def entry_with_an_unknown_field(library: Library) -> None:
    library.add_run(entry={"refunded_nano_usd": 1})
    library.repo.commit()


@scene("ledger-misnamed")
def entry_under_another_name(library: Library) -> None:
    lines = seal_lines(library)
    library.add_run(lines)
    entry = library.root / entry_of(lines)
    entry.rename(entry.with_name(entry.name.replace("20261202", "20261203")))
    library.repo.commit()


@scene("ledger-misnamed")
def start_declared_a_pilot(library: Library) -> None:
    library.add_run(entry={"pilot": True})
    library.repo.commit()


@scene("ledger-mismatch")
def entry_of_another_experiment(library: Library) -> None:
    library.add_run(entry={"config_hash": library.config.battery_hash})
    library.repo.commit()


@scene("ledger-mismatch")
def entry_of_another_endpoint(library: Library) -> None:
    library.add_run(entry={"endpoint": "embedded"})
    library.repo.commit()


@scene("ledger-deleted")
def abandoned_start_forgotten(library: Library) -> None:
    lines = seal_lines(library)
    path = library.write_entry(lines, state="abandoned")
    library.repo.commit()
    (library.root / path).unlink()
    library.repo.commit()


@scene("ledger-deleted")
def abandoned_start_moved_to_where_nobody_looks(library: Library) -> None:
    path = library.root / library.write_entry(seal_lines(library), state="abandoned")
    library.repo.commit()
    path.rename(path.parent.with_name("notes.txt"))
    library.repo.commit()


def _rewritten_start(library: Library, **now: Any) -> None:
    lines = seal_lines(library)
    library.write_entry(lines, state="abandoned")
    library.repo.commit()
    library.write_entry(lines, **{"state": "abandoned", **now})
    library.repo.commit()


@scene("ledger-rewritten")
def start_declared_a_pilot_afterwards(library: Library) -> None:
    pilot = run_path(seal_lines(library)).replace("runs/", ".chaff/pilots/")
    _rewritten_start(library, pilot=True, run=pilot)


@scene("ledger-rewritten")
def start_given_to_another_experiment(library: Library) -> None:
    _rewritten_start(library, config_hash=library.config.battery_hash)


@scene("ledger-rewritten")
def spent_less_than_before(library: Library) -> None:
    _rewritten_start(library, billed_nano_usd=1)


@scene("ledger-state")
def complete_run_still_open(library: Library) -> None:
    library.add_run(entry={"state": "open"})
    library.repo.commit()


@scene("ledger-state")
def complete_run_given_up(library: Library) -> None:
    library.add_run(entry={"state": "abandoned"})
    library.repo.commit()


@scene("ledger-state")
def incomplete_run_closed(library: Library) -> None:
    library.add_run(_registered_run(library)[:-1], entry={"state": "closed"})
    library.repo.commit()


@scene("ledger-billed")
def billed_less_than_it_cost(library: Library) -> None:
    library.add_run(entry={"billed_nano_usd": 1})
    library.repo.commit()


@scene("ledger-billed")
def closed_but_still_reserving(library: Library) -> None:
    library.add_run(entry={"reserved_nano_usd": 1})
    library.repo.commit()


@scene("run-unledgered")
def run_without_an_entry(library: Library) -> None:
    lines = _registered_run(library)
    library.write_run(lines, seal(lines))
    library.repo.commit()


@scene("over-rule-cap")
def over_the_rule_cap(library: Library) -> None:
    library.program = tiny_program(rule_usd=0.01)
    library.register()
    library.add_run()
    library.repo.commit()


@scene("over-rule-cap")
def over_the_rule_cap_by_what_was_lost(library: Library) -> None:
    library.add_run(entry={"lost_nano_usd": 2 * 10**9})
    library.repo.commit()


@scene("over-rule-cap")
def over_the_rule_cap_by_pilots(library: Library) -> None:
    lines = _registered_run(library, pilot=True)
    path = f".chaff/pilots/{RULE}/{PRIMARY}/20261202T101500Z.jsonl"
    library.write_entry(lines, run=path, billed_nano_usd=2 * 10**9 + 1)
    library.repo.commit()


@scene("over-program-cap")
def over_the_program_cap(library: Library) -> None:
    library.program = tiny_program(program_usd=0.01)
    library.register()
    library.add_run()
    library.repo.commit()


# ---- generated files and the environment


@scene("generated-missing")
def rule_not_compiled(library: Library) -> None:
    (library.root / f"generated/{RULE}/rule.json").unlink()


@scene("generated-differs")
def config_edited_by_hand(library: Library) -> None:
    path = library.root / f"generated/{RULE}/eval.config.json"
    path.write_text(path.read_text().replace('"repeats": 3', '"repeats": 4'))


@scene("generated-differs")
def config_behind_a_link(library: Library) -> None:
    path = library.root / f"generated/{RULE}/rule.json"
    path.rename(library.root / "rule.json")
    path.symlink_to(library.root / "rule.json")


@scene("generated-leftover")
def file_of_a_rule_that_is_gone(library: Library) -> None:
    library.repo.write({"generated/old-rule/eval.config.json": "{}"})


@scene("spec-refused")
def rule_that_does_not_compile(library: Library) -> None:
    library.refused = {RULE: "specs/rules/x.jsonnet: 11 items [too-few-items]"}


@scene("spec-refused")
def program_that_does_not_compile(library: Library) -> None:
    library.refused = {"program": "specs/program.jsonnet: no field x"}


@scene("key-in-ci")
def key_among_headers_of_ones_own(library: Library) -> dict[str, Any]:
    return {"environment": {"CI": "true", "ANTHROPIC_CUSTOM_HEADERS": "x-api-key: k"}}


@scene("key-in-ci")
def federated_identity_in_ci(library: Library) -> dict[str, Any]:
    return {"environment": {"CI": "1", "ANTHROPIC_FEDERATION_RULE_ID": "fdrl_1"}}


@scene("key-in-ci")
def key_in_ci(library: Library) -> dict[str, Any]:
    return {"environment": {"CI": "true", "ANTHROPIC_API_KEY": "secret"}}


# ---- what a tier rests on


@scene("enforced-without-evidence")
def enforced_and_never_measured(library: Library) -> None:
    library.tier = "enforced"
    library.register()


@scene("enforced-without-evidence")
def enforced_and_failed(library: Library) -> None:
    library.tier = "enforced"
    library.register()
    library.add_run(_registered_run(library, passes=useless))
    library.repo.commit()


@scene("enforced-without-evidence")
def enforced_on_the_confirmation_model(library: Library) -> None:
    library.tier = "enforced"
    library.register()
    library.add_run(_registered_run(library, model=CONFIRMATION))
    library.repo.commit()


@scene("enforced-without-evidence")
def enforced_on_practice(library: Library) -> None:
    library.tier, library.practice = "enforced", tiny_config(practice=True)
    library.register()
    commit = library.repo.head
    library.add_run(honest_run(library.practice, commit=commit, model=PRACTICE))
    library.repo.commit()


@scene("enforced-without-evidence")
def enforced_on_an_endpoint_that_may_not(library: Library) -> None:
    library.tier = "enforced"
    library.register()
    library.add_run(_registered_run(library, endpoint="http://127.0.0.1:11434"))
    library.repo.commit()


@scene("enforced-without-evidence")
def enforced_on_a_run_that_is_not_committed(library: Library) -> None:
    library.tier = "enforced"
    library.register()
    library.add_run()


@scene("enforced-without-evidence")
def enforced_on_an_incomplete_run(library: Library) -> None:
    library.tier = "enforced"
    library.register()
    library.add_run(_registered_run(library)[:-1])
    library.repo.commit()


def _harmful_control(arm: str, item: int, repeat: int) -> bool:
    return arm != "control"


@scene("guards-not-held")
def admitted_only_because_the_control_harms(library: Library) -> None:
    library.tier = "enforced"
    library.register()
    library.add_run(_registered_run(library, passes=_harmful_control))
    library.repo.commit()


def _just_enough(arm: str, item: int, repeat: int) -> bool:
    """Pass an item more or less in each of a few items: admitted, at a p of about 0.002."""
    return arm == "removed" and item < 9 and repeat <= 1 + item % 2


@scene("guards-not-held")
def admitted_at_the_thirteenth_attempt(library: Library) -> None:
    library.tier = "enforced"
    library.register()
    for number in range(10, 22):
        started = f"2026-12-01T{number}:59:00Z"
        lines = _registered_run(library, started_at=started)
        library.write_entry(lines, state="abandoned", billed_nano_usd=0)
    library.add_run(_registered_run(library, passes=_just_enough))
    library.repo.commit()


def _enforced(library: Library) -> None:
    library.tier = "enforced"
    library.register()
    library.add_run()
    library.repo.commit()


@scene("evidence-differs")
def enforced_without_claims(library: Library) -> None:
    _enforced(library)


@scene("evidence-differs")
def claims_more_than_was_measured(library: Library) -> None:
    _enforced(library)
    path = library.claim()
    told = (library.root / path).read_text()
    library.repo.commit({path: told.replace('"attempt": 1', '"attempt": 0')})


@scene("evidence-differs")
def a_heuristic_that_claims(library: Library) -> None:
    library.repo.commit({f"generated/{library.rule}/evidence.json": "[]"})


@scene("evidence-drifted")
def enforced_and_edited_since(library: Library) -> None:
    library.tier = "enforced"
    library.register()
    library.add_run()
    library.repo.commit()
    library.config = tiny_config(repeats=4)
    library.register()


@scene("evidence-old")
def enforced_on_an_old_run(library: Library) -> dict[str, Any]:
    library.tier = "enforced"
    library.register()
    library.add_run()
    library.repo.commit()
    return {"now": NOW + timedelta(days=365)}


@scene("model-unpriced")
def enforced_on_a_model_without_a_price(library: Library) -> None:
    library.tier = "enforced"
    prices = {m: p for m, p in library.program.prices.items() if m != PRIMARY}
    library.program = msgspec.structs.replace(library.program, prices=prices)
    library.register()
    library.add_run()
    library.repo.commit()


@scene("failed-not-buried")
def failed_and_not_buried(library: Library) -> None:
    library.add_run(_registered_run(library, passes=useless))
    library.repo.commit()


@scene("grave-missing")
def buried_without_a_page(library: Library) -> None:
    library.buried = True
    library.register()


@scene("failed-not-buried")
def a_page_but_not_buried(library: Library) -> None:
    library.add_run(_registered_run(library, passes=useless))
    library.repo.commit({f"graveyard/{RULE}.md": f"config {library.config.config_hash}\n"})


@scene("failed-not-buried")
def buried_for_another_experiment(library: Library) -> None:
    library.add_run(_registered_run(library, passes=useless))
    library.buried = True
    library.write_generated()
    library.repo.commit({f"graveyard/{RULE}.md": f"config {library.config.battery_hash}\n"})


def _buried(library: Library, **forged: str) -> None:
    library.add_run(_registered_run(library, passes=useless))
    library.buried = True
    library.write_generated()
    library.repo.commit()
    library.write_grave(**forged)


@scene("grave-differs")
def better_numbers_on_the_page(library: Library) -> None:
    _buried(library, old="Removed minus control: **+0.00", new="Removed minus control: **+0.14")
    library.claim()


@scene("grave-differs")
def more_passes_on_the_page(library: Library) -> None:
    _buried(library, old="| removed | ", new="| removed | 1")
    library.claim()


@scene("grave-differs")
def a_page_that_names_no_run(library: Library) -> None:
    _buried(library, old=".jsonl", new="")
    library.claim()
