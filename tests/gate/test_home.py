import pytest

from chaff.canonical import readable_bytes
from chaff.errors import BadInputError, UsageError
from chaff.gate.home import find_home
from chaff.shapes.base import to_json
from tests.support.gates import START, clock_on, make_gate
from tests.support.project import write


def put(root, name, **changes):
    config = readable_bytes(to_json(make_gate(id=name, **changes)))
    return write(root, f"generated/gates/{name}/gate.config.json", config)


def test_paths_are_relative_to_the_project_and_state_has_a_default(tmp_path):
    put(tmp_path, "desk")
    home = find_home(tmp_path)
    assert home.target == tmp_path / "CLAUDE.md"
    assert home.transcripts == (tmp_path / "sessions",)
    assert home.state == tmp_path / "runs/gates/desk"


def test_a_home_folder_is_expanded(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    put(tmp_path, "desk", target="~/.claude/CLAUDE.md", state="~/state", transcripts=["~/a", "/b"])
    home = find_home(tmp_path)
    assert home.target == tmp_path / "me/.claude/CLAUDE.md"
    assert home.state == tmp_path / "me/state"
    assert [str(path) for path in home.transcripts] == [str(tmp_path / "me/a"), "/b"]


def test_of_several_gates_one_is_named(tmp_path):
    put(tmp_path, "desk")
    put(tmp_path, "home")
    with pytest.raises(UsageError, match=r"several gates here \(--gate desk, home\)"):
        find_home(tmp_path)
    assert find_home(tmp_path, gate="home").compiled.gate.id == "home"


def test_a_config_elsewhere_has_its_own_folder(tmp_path):
    path = put(tmp_path, "desk", state="state")
    home = find_home(tmp_path / "nowhere", config=str(path))
    assert home.state == path.parent / "state"


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"\xff"])
def test_what_is_no_config_is_named(tmp_path, data):
    write(tmp_path, "generated/gates/desk/gate.config.json", data)
    with pytest.raises(BadInputError, match=r"gate\.config\.json"):
        find_home(tmp_path)


def test_the_day_is_that_of_the_gates_time_zone(tmp_path):
    put(tmp_path, "desk", timezone="Pacific/Auckland")
    clock = find_home(tmp_path).clock(clock_on(START, hour=23).now)
    assert clock.stamps["day"].isoformat() == "2026-01-06"
    assert clock.stamps["at"] == "2026-01-05T23:00:00Z"
