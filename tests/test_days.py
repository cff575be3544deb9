"""A moment has the day and the hour of where the table stands, wherever they are said."""

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from types import SimpleNamespace

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from companion.cli import main
from companion.days import local_day, local_minute
from companion.hub import tournament_pages
from companion.nights.almanac import Almanac
from companion.nights.notebook import Notebook, Season
from companion.referee.journal import JOURNAL_NAME, Journal, JournalEvent
from tests.apart import wait_for
from tests.nights.matches import ended
from tests.tournament.played import named, steps, tournament

WEST, EAST = "XXX5", "XXX-5"  # so many hours behind Greenwich, or ahead of it
EVENING = "2026-06-01T01:30:00.000Z"


@pytest.fixture(params=[(WEST, "2026-05-31", "20:30"), (EAST, "2026-06-01", "06:30")], ids=["west", "east"])
def here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, str]]:
    """Day and hour of the evening where the table stands."""
    zone, day, hour = request.param
    with monkeypatch.context() as environment:
        environment.setenv("TZ", zone)
        time.tzset()
        yield day, hour
    time.tzset()


def test_day_and_hour_are_those_of_where_the_table_stands(here: tuple[str, str]) -> None:
    day, hour = here
    assert local_day(EVENING) == day
    assert local_minute(EVENING) == f"{day} {hour}"


def test_a_match_belongs_to_the_season_in_which_its_evening_was(here: tuple[str, str]) -> None:
    day, _ = here
    matches = [ended(1, {"Ann": 1, "Bob": 2}, begun=EVENING)]
    almanac = Almanac(matches, Notebook().with_season(Season("Spring", "2026-03-01", "2026-05-31")))
    (season,) = almanac.seasons()
    assert season["matches"] == (day == "2026-05-31")
    assert [each["last"] for each in almanac.players()] == [day, day]


def test_commands_say_it(here: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    day, hour = here
    with closing(Journal(tmp_path / JOURNAL_NAME)) as journal:
        setup = {"game": "typo", "players": ["Ann", "Bob"], "options": {"rows": list("TSZO"), "lexicon": {"words": []}}}
        cards = {"event": "reveal", "cards": {"Ann": "A", "Bob": "B"}}
        journal.append(journal.begin(setup, EVENING).id, [JournalEvent(1, cards, "host", EVENING)])
    assert main(["matches", "--data", str(tmp_path), "list"]) == 0
    assert capsys.readouterr().out.startswith(f"   1  {day} {hour}  typo ")
    assert main(["nights", "--data", str(tmp_path), "player", "Ann"]) == 0
    assert f"newest matches:\n{day}  TYPO" in capsys.readouterr().out


def test_a_tournament_has_the_day_on_which_it_was_opened(
    here: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    day, _ = here
    *_, last = steps(tournament(*named(4)), Random(1))
    desk = SimpleNamespace(opened=lambda _: EVENING, tournament=lambda _: last)
    monkeypatch.setattr(tournament_pages, "_desk", lambda _: desk)
    hub = Starlette(routes=[Route("/{name}", tournament_pages.trf)])

    async def ask() -> list[str]:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(hub), base_url="http://hub") as client:
            return (await client.get("/friday")).text.splitlines()

    lines = wait_for(ask)
    assert [line for line in lines if line.startswith(("042", "052"))] == [
        f"{code} {day.replace('-', '/')}" for code in ("042", "052")
    ]
