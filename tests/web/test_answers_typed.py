"""What the table really answers has the types of `wire.d.ts`: nothing is missing, and nothing besides is there."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from companion.games import RULEBOOKS
from tests.programs import program
from tests.web.tables import LiveTable
from tests.web.test_wire import WIRE

TSC = program("tsc")
STRICT = ("--noEmit", "--strict", "--lib", "es2022,dom,dom.iterable")
SAVED = Path(__file__).parents[1] / "matches"


def _answers(client: httpx.Client, table: LiveTable) -> Iterator[tuple[str, Any]]:
    """Answers with the type of each: of a match of every game as it begins, half way and at its end."""

    def get(path: str) -> Any:
        answer = client.get(f"/api/{path}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    games, decks = get("games"), get("decks")
    yield "Record<string, Wire.GameOffer>", games
    yield "{ games: Record<string, Wire.DeckOffer[]>; problems: Wire.Notice[] }", decks
    for game in RULEBOOKS:
        for saved in sorted(SAVED.glob(f"{game}-[12].json")):
            document = json.loads(saved.read_text("utf-8"))["document"]
            events = document["events"]
            for some in (events[:1], events[: len(events) // 2], events):
                begun = client.post("/api/matches/import", json={**document, "events": some})
                assert begun.status_code == 201, begun.text
                client.post("/api/events", json={"event": {"event": "correct", "number": 99_999, "to": None}})
                yield 'Omit<Wire.Message, "clock">', table.site.live.snapshot()
                client.post("/api/match/close", json={})
        number = begun.json()["match_id"]
        yield "Wire.Totalled[]", get(f"matches/{number}/rulings")
        report = client.get(f"/api/matches/{number}/report")
        if report.status_code == 200:
            yield "Wire.MatchReport", report.json()
    yield "Wire.PastMatch[]", get("matches")


@pytest.mark.skipif(TSC is None, reason="TypeScript is not installed here")
def test_answers_have_the_types_that_are_written_down(client: httpx.Client, table: LiveTable, tmp_path: Path) -> None:
    assert TSC is not None
    said = [
        f"const answer{at}: {kind} = {json.dumps(value)};" for at, (kind, value) in enumerate(_answers(client, table))
    ]
    answers = tmp_path / "answers.ts"
    answers.write_text("\n".join([*said, "export {};"]), "utf-8")
    judged = subprocess.run([TSC, *STRICT, answers, WIRE], capture_output=True, text=True, check=False, timeout=300)
    assert judged.stdout == ""
