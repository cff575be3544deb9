"""What the command line tells of a match in the journal."""

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.referee.journal import JOURNAL_NAME, Journal, JournalEvent

SAVED = Path(__file__).parents[1] / "matches" / "disorder-1.json"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    document = json.loads(SAVED.read_text("utf-8"))["document"]
    events = document.pop("events")
    journal = Journal(tmp_path / JOURNAL_NAME)
    match = journal.begin(document, "2026-01-01T20:00:00")
    journal.append(match.id, [JournalEvent(at, event, "host", "") for at, event in enumerate(events, start=1)])
    journal.close()
    return tmp_path


def test_a_match_is_shown_ruling_by_ruling_and_on_demand_with_the_clauses(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = json.loads(SAVED.read_text("utf-8"))["result"]
    assert main(["matches", "--data", str(data), "show", "1"]) == 0
    briefly = capsys.readouterr().out
    assert all(ruling["reason"] in briefly for ruling in result["rulings"])
    assert "In the rulebook" not in briefly
    assert main(["matches", "--data", str(data), "show", "1", "--explain"]) == 0
    in_full = capsys.readouterr().out.splitlines()
    assert [line for line in in_full if not line.startswith(" " * 8)] == briefly.splitlines()
    cited = [ruling["clause"] for ruling in result["rulings"]]
    again = next(at for at, clause in enumerate(cited) if clause != "—" and cited.index(clause) < at)
    about = [line.strip() for line in in_full if line.startswith(" " * 8)]
    assert f"Ruled before under it: {cited.index(cited[again]) + 1}" in about
    assert [line.split(":")[0] for line in about if line[1:3].strip(":").isdigit()] == [
        one for one in cited if one != "—"
    ]
    assert any(line.startswith("In the rulebook: ") for line in about)


def test_nobody_is_told_by_what_the_table_deals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    setup = {"game": "disorder", "players": ["Ann", "Table"], "options": {}}
    journal = Journal(tmp_path / JOURNAL_NAME)
    journal.begin({**setup, "practice": {"players": {"Table": "hard"}, "seed": 3}}, "2026-01-01T20:00:00")
    journal.close()
    assert main(["matches", "--data", str(tmp_path), "export", "1"]) == 0
    exported = json.loads(capsys.readouterr().out)
    assert exported == {**setup, "practice": {"players": {"Table": "hard"}}, "events": []}
