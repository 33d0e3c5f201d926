"""Many files at once: the same words with one process or two, and not one word stored."""

import pickle

import msgspec

from chaff.errors import BadInputError
from chaff.transcripts import scan as module
from chaff.transcripts.events import Turn
from chaff.transcripts.index import Index
from chaff.transcripts.scan import Scan, transcripts_in
from tests.support.claude_session import assistant, attachment, jsonl, queue, queued, typed

MARKER = "zanzibar-marker"


def words(scan):
    return [(each.path.name, each.event.text) for each in scan if isinstance(each.event, Turn)]


def fill(folder, n_files=5):
    rows = [typed(f"first of {number}") for number in range(n_files)]
    for number in range(n_files):
        copies = rows[: number + 1]
        (folder / f"{number}.jsonl").write_bytes(jsonl(*copies, assistant()))
    return sorted(folder.iterdir())


def test_copies_across_files_count_once(tmp_path):
    paths = fill(tmp_path)
    scan = Scan(paths)
    assert words(scan) == [(f"{number}.jsonl", f"first of {number}") for number in range(5)]
    assert scan.tally.n_copies == 10
    backwards = Scan(paths[::-1])
    assert {text for _, text in words(backwards)} == {f"first of {number}" for number in range(5)}


def test_itself_processes_change_nothing(tmp_path, monkeypatch):
    paths = fill(tmp_path, 8)
    one = Scan(paths, n_processes=1)
    expected = words(one)
    monkeypatch.setattr(module, "_PAYS_FROM", 0)
    monkeypatch.setattr(module, "_PORTION", 1)
    two = Scan(paths, n_processes=2)
    assert words(two) == expected
    assert (two.index, two.tally) == (one.index, one.tally)


def test_a_second_scan_reads_what_changed(tmp_path):
    paths = fill(tmp_path)
    first = Scan(paths)
    words(first)
    with paths[2].open("ab") as file:
        file.write(jsonl(typed("new")))
    (tmp_path / "9.jsonl").write_bytes(jsonl(typed("newer")))
    second = Scan(sorted(tmp_path.iterdir()), first.index)
    assert words(second) == [("2.jsonl", "new"), ("9.jsonl", "newer")]
    assert second.tally.n_rows == 2
    assert words(Scan(sorted(tmp_path.iterdir()), second.index)) == []


def test_a_copied_file_says_nothing_new(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(jsonl(typed("a"), queued("b")))
    first = Scan([tmp_path / "a.jsonl"])
    words(first)
    (tmp_path / "b.jsonl").write_bytes((tmp_path / "a.jsonl").read_bytes())
    assert words(Scan([tmp_path / "b.jsonl"], first.index)) == []


def test_no_word_is_stored(tmp_path, capfd):
    path = tmp_path / f"{MARKER}.jsonl"
    file = {"path": f"/{MARKER}/CLAUDE.md", "type": "Project", "content": MARKER}
    rows = (
        typed(MARKER, cwd=f"/{MARKER}", sessionId=MARKER),
        queued(MARKER),
        queue("remove", MARKER, reason="absorbed_mid_turn"),
        attachment("instructions", files=[file]),
        f'{{"type": "{MARKER}"'.encode(),
        queue("remove", f"{MARKER} two", reason="absorbed_mid_turn"),
    )
    codex = (
        {"type": "session_meta", "payload": {"id": MARKER, "cwd": MARKER}},
        {"type": "event_msg", "payload": {"type": "user_message", "message": MARKER}},
    )
    path.write_bytes(jsonl(*rows))
    (tmp_path / "codex.jsonl").write_bytes(jsonl(*codex))
    (tmp_path / "plain.jsonl").write_bytes(jsonl({"role": "user", "content": MARKER}))
    scan = Scan(transcripts_in(tmp_path))
    assert len(words(scan)) >= 4
    stored = msgspec.json.encode(scan.index)
    assert MARKER.encode() not in stored
    assert MARKER not in "".join(capfd.readouterr())
    assert not list(Scan(transcripts_in(tmp_path), msgspec.json.decode(stored, type=Index)))


def test_an_error_in_a_process_keeps_its_place():
    error = pickle.loads(pickle.dumps(BadInputError("is gone", where="a.jsonl")))  # noqa: S301
    assert str(error) == "a.jsonl: is gone"


def test_a_folder_stands_for_its_session_files(tmp_path):
    (tmp_path / "b" / "subagents").mkdir(parents=True)
    for name in ("b/subagents/x.jsonl", "b/y.jsonl", "b/notes.md", "a.jsonl"):
        (tmp_path / name).write_bytes(b"")
    found = [path.relative_to(tmp_path).as_posix() for path in transcripts_in(tmp_path)]
    assert found == ["a.jsonl", "b/subagents/x.jsonl", "b/y.jsonl"]
    assert transcripts_in(tmp_path / "none.jsonl") == [tmp_path / "none.jsonl"]
