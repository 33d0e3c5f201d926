import json
import os
import resource

import pytest

from chaff.canonical import digest_bytes
from chaff.errors import BadInputError
from chaff.gate.chain import encode, read_chain
from chaff.gate.store import LEDGER, opened, read_ledger
from chaff.gate.texts import keep, text
from chaff.shapes.gate_ledger import Failure, Skip
from tests.support.gates import START, clock_on

CLOCK = clock_on(START)


def skip(why="nothing"):
    return Skip(why=why, text="absent", **CLOCK.stamps)


@pytest.fixture
def state(tmp_path):
    with opened(tmp_path / "state", CLOCK) as store:
        for why in ("one", "two", "three"):
            store.add(skip(why))
    return tmp_path / "state"


def test_lines_are_numbered_by_kind_and_linked(state):
    with opened(state, CLOCK) as store:
        added = store.add(Failure(problem="a fault", **CLOCK.stamps))
    assert added.id == "error-0001"
    lines = (state / LEDGER).read_bytes().splitlines()
    values = [json.loads(line) for line in lines]
    assert [value["id"] for value in values] == [
        "skip-0001",
        "skip-0002",
        "skip-0003",
        "error-0001",
    ]
    assert values[0]["prev"] is None
    for line, value in zip(lines, values[1:], strict=False):
        assert value["prev"] == digest_bytes(line)
    assert encode(read_ledger(state)) == (state / LEDGER).read_bytes()


@pytest.mark.parametrize("length", [1, 20, 80])
def test_a_torn_last_line_is_cut_off_and_noted(state, length):
    path = state / LEDGER
    whole = path.read_bytes()
    torn = whole.splitlines()[-1][:length]
    path.write_bytes(whole + torn)
    assert len(read_ledger(state)) == 3
    with opened(state, CLOCK) as store:
        repair = store.lines[-1]
        assert (repair.cut_bytes, repair.cut) == (length, digest_bytes(torn))
    assert path.read_bytes().startswith(whole)
    with opened(state, CLOCK) as store:
        assert len(store.lines) == 4


def test_a_line_whose_newline_is_missing_does_not_count(state):
    path = state / LEDGER
    path.write_bytes(path.read_bytes()[:-1])
    with opened(state, CLOCK) as store:
        assert [line.id for line in store.lines] == ["skip-0001", "skip-0002", "repair-0001"]


def _lines(data):
    return data.splitlines(keepends=True)


@pytest.mark.parametrize(
    ("spoil", "where", "says"),
    [
        (lambda d: d.replace(b'"two"', b'"too"'), 3, "does not continue"),
        (lambda d: _lines(d)[0] + _lines(d)[2], 2, "does not continue"),
        (lambda d: _lines(d)[1] + _lines(d)[0] + _lines(d)[2], 1, "does not continue"),
        (lambda d: b"".join([*_lines(d), _lines(d)[2]]), 4, "does not continue"),
        (lambda d: d.replace(b'"why":"two"', b'"why":"two","x":1'), 2, "unknown field"),
        (lambda d: d.replace(b'"kind":"skip"', b'"kind":"leap"', 1), 1, "Invalid value"),
        (lambda d: b"\n" + d, 1, "not JSON"),
        (lambda d: d[:100] + b"\0" + d[101:], 1, "JSON"),
        (lambda d: d.replace(b"skip-0002", b"skip-0005"), 2, "should be skip-0002"),
        (lambda d: d.replace(b'"two"', b'"\xff"'), 2, "UTF-8"),
    ],
    ids=[
        "changed", "cut-out", "swapped", "repeated", "field-added", "unknown-kind", "blank",
        "null-byte", "renumbered", "not-utf-8",
    ],
)  # fmt: skip
def test_a_damaged_line_is_refused_and_named(state, spoil, where, says):
    path = state / LEDGER
    spoiled = spoil(path.read_bytes())
    path.write_bytes(spoiled)
    with pytest.raises(BadInputError, match=says) as caught, opened(state, CLOCK):
        pass
    assert caught.value.where == f"{path}:{where}"
    assert "nothing was changed" in caught.value.remedy
    assert path.read_bytes() == spoiled


def test_every_single_changed_byte_is_noticed(state):
    data = (state / LEDGER).read_bytes()
    last = data.rindex(b"\n", 0, -1)
    for at in range(last):
        spoiled = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        with pytest.raises(BadInputError):
            read_chain(spoiled, where="x")


def test_a_full_disk_leaves_no_half_line(state):
    """A limit on the file's size stands for the disk: writing ends in the middle of a line."""
    path = state / LEDGER
    size = path.stat().st_size
    child = os.fork()
    if child == 0:  # pragma: no cover - in the child
        import signal

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 10, size + 10))
        try:
            with opened(state, CLOCK) as store:
                store.add(skip("four"))
        except BadInputError as error:
            os._exit(0 if "cannot be written" in str(error) else 2)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert path.stat().st_size == size


def test_files_are_nobody_elses_business(state):
    keep(state, b"words")
    for path in [state, *state.rglob("*")]:
        if path.name not in ("lock", "lock.holder.json"):
            assert path.stat().st_mode & 0o077 == 0, path


def test_a_kept_text_that_changed_or_is_gone_is_refused(tmp_path):
    name = keep(tmp_path, b"words")
    assert text(tmp_path, name) == b"words"
    [path] = (tmp_path / "texts").iterdir()
    path.write_bytes(b"other words")
    with pytest.raises(BadInputError, match="not what it was"):
        text(tmp_path, name)
    assert keep(tmp_path, b"words") == name
    assert text(tmp_path, name) == b"words"
    path.unlink()
    with pytest.raises(BadInputError, match="cannot be read"):
        text(tmp_path, name)
