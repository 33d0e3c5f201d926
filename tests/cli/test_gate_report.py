from datetime import UTC, datetime, timedelta

import pytest

from chaff.canonical import readable_bytes
from chaff.cli.main import main
from chaff.gate.inputs import DAYS, days_bytes
from chaff.shapes.base import to_json
from chaff.shapes.gate_day import DayScore
from tests.support.gates import TEXT, make_gate
from tests.support.project import write

TODAY = datetime.now(UTC).date()


@pytest.fixture
def gate(tmp_path, monkeypatch):
    compiled = make_gate()
    write(tmp_path, "CLAUDE.md", TEXT)
    config = readable_bytes(to_json(compiled))
    write(tmp_path, "generated/gates/desk/gate.config.json", config)
    first = TODAY - timedelta(days=30)
    days = [
        DayScore(
            day=first + timedelta(days=n),
            score=None if n == 3 else 6.5 + n % 4 / 4,
            rubric=compiled.rubric_hash,
        )
        for n in range(30)
    ]
    write(tmp_path, f"runs/gates/desk/{DAYS}", days_bytes(days))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_page_of_one_gate(gate, capsys):
    assert main(["gate", "report"]) == 0
    assert "wrote gate-desk.html: 29 scored days, 0 edits" in capsys.readouterr().out
    page = (gate / "gate-desk.html").read_text()
    assert page.count('class="day"') == 29
    assert "What this gate can detect" in page
    assert main(["gate", "report"]) == 0


def test_an_example_needs_no_gate(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["gate", "report", "--example", "--output", "page.html"]) == 0
    assert "Generated." in (tmp_path / "page.html").read_text()


def test_no_other_file_is_replaced(gate, capsys):
    assert main(["gate", "report", "--output", "CLAUDE.md"]) == 2
    assert "is no page that chaff wrote" in capsys.readouterr().err
    assert (gate / "CLAUDE.md").read_bytes() == TEXT


def test_without_a_gate(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["gate", "report"]) == 2
    assert "there is no gate here" in capsys.readouterr().err


def test_status_draws_the_last_days(gate, capsys):
    assert main(["gate", "status"]) == 0
    (line,) = [row for row in capsys.readouterr().out.splitlines() if "last 28 days" in row]
    assert "▁" in line
    assert "6.5 to 7.2" in line
