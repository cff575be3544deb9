"""What is kept of a match in which somebody came or went: its page, its table and its rulings."""

from typing import Any

import httpx

from tests.web.talking import PLAYERS, begin, happen, play


def csv(host: httpx.Client, number: int) -> list[list[str]]:
    return [line.split(",") for line in host.get(f"/api/matches/{number}/csv").text.splitlines()]


def totals(host: httpx.Client, number: int) -> list[dict[str, Any]]:
    return [entry["totals"] for entry in host.get(f"/api/matches/{number}/rulings").json()]


def test_a_latecomer_has_a_column_of_their_own_and_is_on_the_page(host: httpx.Client) -> None:
    number = begin(host)
    play(host, "ZO")
    assert happen(host, "concede", player="Cy")["accepted"]
    assert happen(host, "join", player="Dee")["accepted"]
    assert happen(host, "undo")["accepted"]
    assert happen(host, "join", player="Dee")["accepted"]
    assert [each["Dee"] for each in totals(host, number)] == [0, 0, 0, 12, 0, 12]
    assert csv(host, number)[0][-4:] == [*PLAYERS, "Dee"]
    page = host.get(f"/matches/{number}")
    assert page.status_code == 200
    assert "<span>Dee</span> <b>12</b>" in page.text


def test_a_seat_that_somebody_else_has_taken_keeps_both_names(host: httpx.Client) -> None:
    number = begin(host, {"game": "villains", "players": ["Ann", "Bob"]})
    for name, player in (("leave", "Bob"), ("join", "Cy")):
        assert happen(host, name, player=player)["accepted"]
    assert totals(host, number)[-1] == {"Ann": 0, "Bob": 0, "Cy": 0}
    page = host.get(f"/matches/{number}")
    assert page.status_code == 200
    assert "<span>Bob</span> <b>–</b>" in page.text
