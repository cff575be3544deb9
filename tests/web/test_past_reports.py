"""The reports of past matches: made one at a time, once each, and the newest kept."""

import asyncio
import json
from pathlib import Path
from threading import Event, Lock
from typing import Any, cast

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.referee.match import Match
from companion.report.match_report import MatchReport, report_of
from companion.web.past_reports import MOST_KEPT, PastReports
from tests.apart import wait_for
from tests.rules.play import WORDS
from tests.rules.test_typo import almost_out, place
from tests.web.tables import LiveTable
from tests.web.talking import happen

OVER = Path(__file__).parents[1] / "matches" / "anagrascramble-3.json"
NOTHING = MatchReport("disorder", (), (), (), None, None)


class Maker:
    """Notes what it makes of matches, which are numbers here."""

    def __init__(self) -> None:
        self.made: list[int] = []

    def __call__(self, match: Match) -> MatchReport:
        self.made.append(cast("int", match))
        return NOTHING


def asked(reports: PastReports, number: int) -> Any:
    return reports.of({"events": [number]}, cast("Match", number))


@given(st.lists(st.integers(0, MOST_KEPT + 4), max_size=80))
def test_those_asked_for_last_are_made_no_second_time(numbers: list[int]) -> None:
    maker = Maker()

    async def ask() -> None:
        reports = PastReports(maker)
        newest: list[int] = []
        made = []
        for number in numbers:
            await asked(reports, number)
            made += [] if number in newest else [number]
            newest = [*(each for each in newest if each != number), number][-MOST_KEPT:]
        assert maker.made == made

    wait_for(ask)


def test_of_many_who_ask_at_once_each_waits_for_its_turn() -> None:
    maker, busy, another = Maker(), Lock(), Event()

    def alone(match: Match) -> MatchReport:
        if not busy.acquire(blocking=False):
            another.set()
        assert not another.wait(0.005)  # so long another may come in between
        busy.release()
        return maker(match)

    async def ask() -> None:
        reports = PastReports(alone)
        await asyncio.gather(*(asked(reports, number) for number in (1, 2, 3, 1, 2, 3)))

    wait_for(ask)
    assert sorted(maker.made) == [1, 2, 3]


def test_a_report_that_cannot_be_made_keeps_no_other_waiting() -> None:
    def fail(match: Match) -> MatchReport:
        raise ValueError(match)

    async def ask() -> None:
        reports = PastReports(fail)
        for number in (1, 2):
            with pytest.raises(ValueError, match=str(number)):
                await asked(reports, number)

    wait_for(ask)


def test_whoever_looks_again_waits_for_no_report(
    client: httpx.Client, table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    def making(match: Match) -> MatchReport:
        made.append(match.events)
        return report_of(match)

    monkeypatch.setattr(table.site.reports, "_make", making)
    brought = client.post("/api/matches/import", json=json.loads(OVER.read_text("utf-8"))["document"])
    page = f"/matches/{brought.json()['match_id']}"
    first = client.get(page).text
    assert (client.get(page).text == first, "What could have been" in first, len(made)) == (True, True, 1)
    for event in ("undo", "redo"):  # it comes to the same state by another way
        assert happen(client, event)["accepted"]
    assert client.get(page).status_code == 200
    assert (len(made), made[1][:-2]) == (2, made[0])


def test_a_report_waits_while_the_winning_word_can_still_be_doubted(client: httpx.Client) -> None:
    won = almost_out()
    won.apply(place("Ann", 3, "front", "enxx"))
    assert won.view().over
    options = {"lexicon": {"words": list(WORDS), "names": []}, "rows": list("RENT")}
    document = {"game": "typo", "players": list(won.players), "options": options, "events": won.events}
    number = client.post("/api/matches/import", json=document).json()["match_id"]
    page = f"/matches/{number}"
    assert "What could have been" not in client.get(page).text
    assert client.get(f"{page}/report.pdf").status_code == 409
    client.post("/api/match/close", json={})
    assert "What could have been" in client.get(page).text
