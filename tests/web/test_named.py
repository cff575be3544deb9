"""By whatever way somebody comes to a match that is new, or new to it, they are called what a phone could join by."""

from typing import Any

import httpx
import pytest

from companion.games.naming import fault_of
from tests.web.tables import LiveTable
from tests.web.talking import PLAYERS, SETUP, begin, happen

LONG, FAMILY = "B" * 25, "👨‍👩‍👧‍👦 Family"


def join(client: httpx.Client, table: LiveTable, name: str) -> httpx.Response:
    return client.post("/api/join", json={"key": table.site.access.join_key, "name": name})


@pytest.mark.parametrize("name", [LONG, "Bo\u3164", "\x1b[2J", "👧" * 13])
def test_nobody_is_let_in_by_a_name_that_no_phone_could_join_by(name: str, host: httpx.Client) -> None:
    begin(host)
    for event in (
        {"event": "join", "player": name},
        {"event": "correct", "number": 1, "to": {"event": "join", "player": name}},
    ):
        refused = host.post("/api/events", json={"event": event})
        assert (refused.status_code, refused.json()["error"]) == (400, fault_of(name))
    assert host.get("/api/view").json()["table"]["match"]["players"] == PLAYERS


@pytest.mark.parametrize("name", ["ann", "ANN ", "A\u0301nn"])
def test_nobody_is_let_in_who_would_be_somebody_of_the_match_once_more(name: str, host: httpx.Client) -> None:
    begin(host)
    refused = host.post("/api/events", json={"event": {"event": "join", "player": name}})
    assert refused.status_code == 400
    assert "would be one player" in refused.json()["error"]


def test_who_is_let_in_is_called_as_it_is_kept(host: httpx.Client, strict_table: LiveTable) -> None:
    begin(host)
    assert happen(host, "join", player=" Zoe\u0308 ")["accepted"]
    assert strict_table.view.match is not None
    assert strict_table.view.match.players[-1] == "Zoë"
    assert join(host, strict_table, "Zoe\u0308").json()["name"] == "Zoë"


def test_a_family_has_a_seat_and_plays(host: httpx.Client, strict_table: LiveTable) -> None:
    assert join(host, strict_table, FAMILY).status_code == 201
    assert host.post("/api/matches", json={**SETUP, "players": ["Ann", FAMILY]}).status_code == 201


def test_a_match_is_begun_with_names_as_they_are_kept(host: httpx.Client, strict_table: LiveTable) -> None:
    setup = {**SETUP, "players": ["Ann", "Zoe\u0308"]}
    assert host.post("/api/matches", json=setup).status_code == 201
    assert host.get("/api/view").json()["table"]["match"]["players"] == ["Ann", "Zoë"]


@pytest.mark.parametrize("names", [["Ann", LONG], ["Ann", " Bob "], ["Ann", "ann"]])
def test_what_is_brought_in_keeps_its_names_and_is_played_again_by_others_only(
    names: list[str], host: httpx.Client, strict_table: LiveTable
) -> None:
    theirs: dict[str, Any] = {**SETUP, "players": names, "events": [{"event": "leave", "player": names[1]}]}
    brought = host.post("/api/matches/import", json=theirs)
    assert (brought.status_code, brought.json()["refused"]) == (201, 0)
    assert strict_table.view.match is not None
    assert list(strict_table.view.match.players) == names
    assert happen(host, "join", player=names[1])["accepted"]  # whoever has left comes back by the name they had
    assert happen(host, "leave", player=names[0])["accepted"]
    assert host.post("/api/match/again").status_code == 400
