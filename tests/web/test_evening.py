"""An evening of a café: eight tables, three rounds, somebody late, a correction, a table that dies and comes back."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image
from playwright.sync_api import expect

from companion.referee.source import Source
from tests import dictionary
from tests.hub.brokers import needs_broker
from tests.hub.shown_hub import ShownHub
from tests.web.browsing import PHONE
from tests.web.waiting import until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.hub.telling_tables import TellingTable

pytestmark = needs_broker
NAMES = [
    "Ada", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gus", "Hal",
    "Ida", "Jo", "Kim", "Lou", "Mia", "Ned", "Ola", "Pia",
]  # fmt: skip
LATE = "Zoe"


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[ShownHub]:
    made = ShownHub(tmp_path)
    yield made
    made.close()


def begin(table: TellingTable, round_number: int) -> tuple[str, ...]:
    """Confirm with one press what the hub has set up for this round; who plays."""
    invited = until(
        table, lambda view: view.invitation is not None and view.invitation.pairing["round"] == round_number
    )
    assert invited.dialog is not None
    assert invited.dialog.items[0] == "begin"
    table.submit(lambda referee: referee.buttons.press("select")).result()
    assert table.view.match is not None
    return table.view.match.players


def win(table: TellingTable, winner: str) -> None:
    """The other one gives up, and has the chips."""
    match = table.view.match
    assert match is not None
    first, second = match.players
    table.play({"event": "place", "player": first, "card": "Z"})
    if winner == second:
        table.play({"event": "place", "player": second, "card": "O"})
    table.play({"event": "concede", "player": second if winner == first else first})
    over = table.view.match
    assert over is not None
    assert over.winners == (winner,)


def dispute(table: TellingTable, first: str, organiser: Any) -> None:
    """A ruling made from a picture is disputed; the arbiter sees both and lets it stand, and the match goes on."""
    made = io.BytesIO()
    Image.effect_noise((640, 360), 60).save(made, "JPEG")
    table.frames[table.view.match_id or 0, "seen.jpg"] = made.getvalue()
    place = {"event": "place", "player": first, "card": "Z"}
    table.submit(lambda referee: referee.happen(place, source=Source.CAMERA, frame="seen.jpg")).result()
    table.submit(lambda referee: referee.tournament.call_arbiter()).result()
    call = organiser.page.locator(".dispute")
    expect(call).to_have_count(1)
    expect(call.locator("img")).to_be_visible()
    assert organiser.barriers() == []
    call.get_by_label("Reason").fill("seen by two")
    call.get_by_role("button", name="Decide").click()
    expect(call).to_have_count(0)
    table.play({"event": "undo"})


@pytest.mark.browser
def test_an_evening_of_eight_tables(shown: ShownHub, guest: Callable[..., Any]) -> None:
    tables = [shown.table(f"table {at}", dictionary.shipped) for at in range(1, 9)]
    organiser = guest(f"{shown.address}/tournaments")
    page = organiser.page
    page.get_by_label("Title").fill("Friday at the café")
    page.locator("#game").select_option("disorder")
    page.get_by_label("Game to").fill("1")
    assert organiser.barriers() == []
    organiser.press("Open the tournament")
    page.wait_for_url("**/tournaments/c*")
    tournament = page.url.rsplit("/", 1)[1]
    desk = shown.hub.tournaments
    assert desk.tournament(tournament).plan.options.items() >= {"lexicon": "en", "target": 1}.items()
    page.goto(f"{shown.address}/tournaments/{tournament}/organise")
    page.get_by_label("Name", exact=True).fill(NAMES[0])
    organiser.press("Enter")
    expect(page.locator("#entrants li")).to_have_count(1)
    for name in NAMES[1:]:
        desk.act(tournament, {"act": "enter", "name": name})
    screen, phone = guest(f"{shown.address}/tournaments/{tournament}"), guest(f"{shown.address}/find", size=PHONE)
    points = dict.fromkeys([*NAMES, LATE], 0.0)
    first_round: list[tuple[TellingTable, str, str]] = []

    for number in (1, 2, 3):
        if number == 2:  # the late one comes, and so somebody is left over in each of the two rounds
            page.get_by_label("Name", exact=True).fill(LATE)
            organiser.press("Enter")
            expect(page.locator("#entrants li")).to_have_count(17)
        organiser.press("Pair the next round")
        expect(screen.page.locator(f"tr[data-slot^='{number}/']")).to_have_count(8)
        for name in desk.tournament(tournament).rounds[-1].byes:
            points[name] += 1
        if number == 2:
            phone.page.get_by_label("Your name").fill("zo")
            phone.press("Find my table")
            place = next(each for each in desk.find(LATE) if each["name"] == LATE)
            said = f"You play at table {place['table']}" if place["table"] else "You have a bye in this round"
            expect(phone.page.locator(".you-play")).to_have_text(said)
            assert phone.barriers() == []
            phone.portrait("find")
        for at, table in enumerate(tables):
            one, other = begin(table, number)
            winner = min(one, other) if (at + number) % 3 else max(one, other)
            if number == 2 and at == 3:  # its plug is pulled in the middle of the match
                table.play({"event": "place", "player": one, "card": "Z"})
                table.lose_power()
                table.play({"event": "undo"})
            if number == 3 and at == 4:
                dispute(table, one, organiser)
            win(table, winner)
            points[winner] += 1
            if number == 1:
                first_round.append((table, winner, other if winner == one else one))
        expect(screen.page.locator(f"tr[data-slot^='{number}/'][data-state='over']")).to_have_count(8)
        if number == 2:
            screen.portrait("tournament")
            organiser.portrait("organise")

    expect_points(screen.page, points)
    # A card of the first round was read wrongly: the match is taken up again and ends the other way.
    table, winner, loser = first_round[0]
    table.leave()
    table.submit(lambda referee: referee.reopen(1)).result()
    table.play(*({"event": "undo"} for _ in table.view.protocol))
    win(table, loser)
    points[winner] -= 1
    points[loser] += 1
    expect_points(screen.page, points)
    assert screen.barriers() == []
    assert organiser.barriers() == []


def expect_points(page: Any, points: dict[str, float]) -> None:
    """The standings have everybody with these points, whoever has more before whoever has less."""
    for name, count in points.items():
        expect(page.locator(f"tr[data-player='{name}'] .points")).to_have_text(f"{count:g}")
    shown = [float(each) for each in page.locator(".standings .points").all_text_contents()]
    assert shown == sorted(points.values(), reverse=True)
