import pytest

from chaff.canonical import readable_bytes
from chaff.check.ledger import Starts, cap_faults, read_entry
from chaff.errors import BadInputError
from chaff.shapes.base import convert
from chaff.shapes.ledger import SpendEntry
from tests.support.configs import tiny_program

A, B, C = (f"sha256:{letter * 64}" for letter in "abc")


def entry(rule="r", config_hash=A, started_at="2026-12-02T10:15:00Z", **fields):
    value = {
        "schema": "chaff.spend/1",
        "rule": rule,
        "practice": False,
        "pilot": False,
        "config_hash": config_hash,
        "model": "m",
        "endpoint": "anthropic",
        "started_at": started_at,
        "run": "runs/x",
        "state": "closed",
        "billed_nano_usd": 0,
        "reserved_nano_usd": 0,
        "lost_nano_usd": 0,
    } | fields
    return convert(value, SpendEntry, where="entry")


def ledger(*entries):
    return {str(number): one for number, one in enumerate(entries)}


def test_starts_are_counted_by_rule_model_and_kind():
    starts = Starts(
        ledger(
            entry(started_at="2026-12-03T00:00:00Z"),
            entry(config_hash=B),
            entry(model="other"),
            entry(practice=True),
            entry(pilot=True),
            entry(rule="s", config_hash=C),
        ),
        {"r": [A]},
    )
    assert starts.of("r", "m", practice=False) == ("2026-12-02T10:15:00Z", "2026-12-03T00:00:00Z")
    assert len(starts.of("r", "other", practice=False)) == 1
    assert len(starts.of("r", "m", practice=True)) == 1
    assert starts.of("unknown", "m", practice=False) == ()


@pytest.mark.parametrize(
    ("entries", "current", "names"),
    [
        ([entry("old")], {"new": [A]}, {"old", "new"}),
        ([entry("old"), entry("old", B), entry("new", B)], {}, {"old", "new"}),
        ([entry("old"), entry("mid"), entry("mid", B)], {"new": [B]}, {"old", "mid", "new"}),
        ([entry("other", C)], {"new": [A]}, {"new"}),
    ],
)  # fmt: skip
def test_a_renamed_rule_keeps_its_attempts(entries, current, names):
    starts = Starts(ledger(*entries), current)
    assert starts.names("new") == names
    expected = sum(one.rule in names for one in entries)
    assert len(starts.of("new", "m", practice=False)) == expected


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ([entry(billed_nano_usd=2 * 10**9)], []),
        ([entry(billed_nano_usd=2 * 10**9 + 1)], ["over-rule-cap"]),
        ([entry(billed_nano_usd=10**9), entry(reserved_nano_usd=10**9, lost_nano_usd=1)],
         ["over-rule-cap"]),
        ([entry(billed_nano_usd=2 * 10**9), entry(config_hash=B, billed_nano_usd=1)], []),
        ([entry(billed_nano_usd=2 * 10**9, model="x"), entry(pilot=True, billed_nano_usd=1)],
         ["over-rule-cap"]),
    ],
)  # fmt: skip
def test_the_rule_cap_is_for_one_experiment_on_all_models(entries, expected):
    assert [one.code for one in cap_faults(ledger(*entries), tiny_program())] == expected


@pytest.mark.parametrize(
    ("day", "expected"),
    [("2026-11-29", []), ("2026-11-30", ["over-program-cap"])],
)
def test_the_program_cap_counts_from_its_day(day, expected):
    entries = ledger(
        *(
            entry(f"r{n}", f"sha256:{n:064}", f"{day}T23:59:59Z", billed_nano_usd=2 * 10**9)
            for n in range(13)
        )
    )
    assert [one.code for one in cap_faults(entries, tiny_program())] == expected


def test_an_entry_needs_a_real_date():
    value = {name: getattr(entry(), name) for name in SpendEntry.__struct_fields__}
    data = readable_bytes(value | {"started_at": "2026-02-30T00:00:00Z"})
    with pytest.raises(BadInputError, match="is no date"):
        read_entry(data, "e.json")
