import pytest

from chaff.errors import BadInputError
from chaff.run import ledger
from chaff.run.ledger import (
    FOLDER,
    Entries,
    new_entry,
    read_entries,
    settled_entry,
    write_entry,
)
from tests.support.records import header

RUN = "runs/a-rule/claude-haiku-4-5/20261202T120000Z.jsonl"


@pytest.fixture
def read(monkeypatch) -> list[str]:
    """Return the names of the entries that are read from the disk, as they are."""
    names: list[str] = []
    plain = ledger.read_entry
    monkeypatch.setattr(ledger, "read_entry", lambda p, r: names.append(p.name) or plain(p, r))
    return names


def closed(billed: int):
    return settled_entry(new_entry(header(), RUN), "closed", recorded_nano_usd=billed)


def test_what_is_closed_is_read_once_and_what_is_open_always(tmp_path, read):
    folder, entries = tmp_path / FOLDER, Entries(tmp_path)
    write_entry(folder / "a.json", closed(5))
    write_entry(folder / "b.json", new_entry(header(), RUN))
    first = entries.read()
    assert entries.read() == first == read_entries(tmp_path)
    assert read == ["a.json", "b.json", "b.json", "a.json", "b.json"]


def test_what_was_closed_and_is_another_file_now_is_read_again(tmp_path, read):
    path, entries = tmp_path / FOLDER / "a.json", Entries(tmp_path)
    write_entry(path, closed(5))
    assert [e.billed_nano_usd for e in entries.read().values()] == [5]
    write_entry(path, closed(7))
    assert [e.billed_nano_usd for e in entries.read().values()] == [7]
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(BadInputError, match=r"a\.json"):
        entries.read()
    path.unlink()
    assert entries.read() == {}


def test_no_ledger_is_an_empty_one_but_what_cannot_be_listed_is_refused(tmp_path):
    assert Entries(tmp_path).read() == {}
    (tmp_path / "runs").mkdir()
    (tmp_path / FOLDER).write_bytes(b"")
    with pytest.raises(BadInputError, match="cannot be read"):
        Entries(tmp_path).read()
    (tmp_path / FOLDER).unlink()
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "gone.json").symlink_to("nowhere")
    with pytest.raises(BadInputError, match=r"gone\.json"):
        Entries(tmp_path).read()
