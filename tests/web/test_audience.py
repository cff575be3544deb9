"""Those who only watch guess along: nobody is told before the ruling, and the match knows nothing of it."""

from collections.abc import Callable
from functools import cache
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import expect

from benchmarks.playouts import Tally as Strays
from benchmarks.playouts import play_out
from companion.games import RULEBOOKS
from companion.referee.match import Match
from companion.referee.source import Source
from companion.referee.tableview import Entry, TableView
from companion.web.audience import MOST_FROM_ONE_ADDRESS, MOST_PHONES, Audience
from companion.web.requests import Refused
from tests.views import match_after
from tests.web.browsing import PHONE, TELEVISION, Guest
from tests.web.tables import LiveTable
from tests.web.talking import begin, happen, play

Visit = Callable[..., Guest]
CHALLENGE = {"event": "challenge", "player": "Bob"}


def table_after(*events: dict[str, Any]) -> TableView:
    """The table once Zoo and a wild lie there, and these have happened."""
    match = match_after("ZOO?", *events)
    protocol = tuple(Entry(record, Source.HOST, "", game="disorder") for record in match.record)
    return TableView("server", 1, match_id=1, match=match.view(), state=match.state, protocol=protocol)


def challenged(client: httpx.Client) -> None:
    """Zoo and a K lie there, and Ann, who laid the last card, is challenged."""
    begin(client)
    play(client, "ZOOK")
    assert happen(client, "challenge", player="Bob")["accepted"]


def test_guesses_are_tallied_after_the_ruling_and_never_before(client: httpx.Client, table: LiveTable) -> None:
    challenged(client)
    seen = client.get("/api/view").json()["audience"]
    assert (seen["riddle"]["text"], seen["tally"]) == ("Does Ann know a word that holds?", None)
    number, key = seen["riddle"]["number"], table.site.access.join_key

    def guess(phone: str, yes: Any, **more: Any) -> int:
        body = {"key": key, "phone": phone, "riddle": number, "yes": yes, **more}
        return client.post("/api/guesses", json=body).status_code

    for phone, yes in (("granny", False), ("granny", True), ("grandpa", False), ("aunt", True)):
        assert guess(phone, yes) == 200
    assert client.get("/api/view").json()["audience"] == seen, "no guess is told, not even that there is one"
    assert guess("uncle", True, key="wrong") == 403
    assert guess("uncle", True, riddle=number + 1) == 409
    assert guess("uncle", "yes") == 400
    before = table.view.protocol
    assert happen(client, "name_word", player="Ann", word="zookeeper")["accepted"]
    tally = client.get("/api/view").json()["audience"]["tally"]
    assert (tally["answer"], tally["right"], tally["guesses"], tally["about"]) == (True, 2, 3, 6)
    assert guess("uncle", True) == 409, "it is answered"
    assert happen(client, "sit_out", player="Bob")["accepted"]
    assert client.get("/api/view").json()["audience"]["tally"] == tally
    assert happen(client, "place", player="Cy", card="Z")["accepted"]
    assert client.get("/api/view").json()["audience"]["tally"] is None, "the match has gone on"
    assert len(table.view.protocol) == len(before) + 3, "the match knows of none"


def test_whoever_plays_does_not_guess_along(host: httpx.Client, phone: Any, strict_table: LiveTable) -> None:
    challenged(host)
    body = {"key": strict_table.site.access.join_key, "phone": "x", "riddle": 1, "yes": True}
    assert phone("Ann").post("guesses", body).status_code == 403


@given(st.lists(st.tuples(st.integers(0, 150), st.integers(0, 40), st.booleans()), max_size=200))
def test_a_phone_guesses_once_and_no_address_and_no_crowd_more_than_its_share(
    said: list[tuple[int, int, bool]],
) -> None:
    audience = Audience()
    audience.see(table_after(CHALLENGE))
    riddle = audience.shown()["riddle"]
    taken: dict[int, bool] = {}
    from_where: dict[int, set[int]] = {}
    turned_away: list[tuple[bool, int]] = []
    for phone, address, yes in said:
        try:
            audience.guess(riddle["number"], str(phone), str(address), yes=yes)
        except Refused as refused:
            turned_away.append((phone in taken, refused.status_code))
            continue
        if phone not in taken:
            from_where.setdefault(address, set()).add(phone)
        taken[phone] = yes
    assert set(turned_away) <= {(False, 429)}
    assert all(len(phones) <= MOST_FROM_ONE_ADDRESS for phones in from_where.values())
    assert len(taken) <= MOST_PHONES
    named = {"event": "name_word", "player": "Ann", "word": "zookeeper"}
    audience.see(table_after(CHALLENGE, named))
    tally = audience.shown()["tally"]
    assert (tally and (tally["right"], tally["guesses"])) == ((sum(taken.values()), len(taken)) if taken else None)


def test_a_guess_is_not_tallied_against_a_question_that_came_while_views_were_missed() -> None:
    audience = Audience()
    audience.see(table_after(CHALLENGE))
    audience.guess(audience.shown()["riddle"]["number"], "granny", "here", yes=True)
    instead = [{"event": "undo"}, {"event": "place", "player": "Bob", "card": "E"}]
    answered = [{"event": "challenge", "player": "Cy"}, {"event": "name_word", "player": "Bob", "word": "zookeeper"}]
    audience.see(table_after(CHALLENGE, *instead, *answered))
    assert audience.shown() == {"riddle": None, "tally": None}


@cache
def night(game: str, seed: int, undone: frozenset[int]) -> tuple[TableView, ...]:
    """The views of a random match, some events of which are taken back and said again."""
    played = play_out(game, seed, Strays())
    match = Match(played.book, played._start)
    protocol: list[Entry] = []
    views = []
    for place, record in enumerate(played.record):
        again = [{"event": "undo"}, record.event] if place in undone else []
        for said in (record.event, *again):
            if match.apply(said).accepted:
                protocol.append(Entry(match.record[-1], Source.HOST, "", game=game))
                seen = TableView(
                    "server", 1, match_id=1, match=match.view(), state=match.state, protocol=tuple(protocol)
                )
                views.append(seen)
    return tuple(views)


@settings(max_examples=30)
@given(st.data())
def test_whatever_views_are_missed_a_tally_counts_guesses_at_what_was_answered(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from([name for name in RULEBOOKS if name != "villains"]))
    views = night(game, data.draw(st.integers(0, 5)), data.draw(st.frozensets(st.integers(0, 30), max_size=3)))
    there, missing = Audience(), Audience()  # who saw every view, and who did not
    open_before: dict[int, int | None] = {}  # the number of the riddle that an event met, by the event's number
    guessed: dict[int, int] = {}  # the riddles guessed at: the number that each has for who saw everything
    for view in views:
        met = there.shown()["riddle"]
        open_before[view.protocol[-1].number] = met and met["number"]
        there.see(view)
        if data.draw(st.booleans()):
            continue
        missing.see(view)
        riddle, tally = missing.shown().values()
        if tally is not None:
            assert open_before[tally["about"]] == guessed[max(guessed)]
        if riddle is not None and riddle["number"] not in guessed:
            missing.guess(riddle["number"], "granny", "here", yes=True)
            guessed[riddle["number"]] = there.shown()["riddle"]["number"]


@pytest.mark.browser
def test_a_phone_without_a_seat_sees_the_match_guesses_and_reads_how_it_came_out(
    table: LiveTable, guest: Visit, client: httpx.Client
) -> None:
    challenged(client)
    watching, kiosk = guest(table.site.join_address, size=PHONE), guest(f"{table.address}/kiosk", size=TELEVISION)
    page = watching.page
    expect(page.locator("#row .card")).to_have_count(4)
    expect(page.locator("#me .others li")).to_have_count(3)
    expect(page.locator("#guess")).to_contain_text("Does Ann know a word that holds?")
    page.locator("[data-guess=yes]").click()
    expect(page.locator("[data-guess=yes]")).to_have_attribute("aria-pressed", "true")
    assert watching.barriers() == []
    watching.portrait("phone-watching")
    expect(kiosk.see("notices")).to_have_text("")
    assert happen(client, "name_word", player="Ann", word="zookeeper")["accepted"]
    expect(kiosk.see("notices")).to_contain_text("yes: 1 of 1 who watch guessed it.")
    expect(page.locator("#guess")).to_contain_text("yes: 1 of 1 who watch guessed it.")
    assert kiosk.misfits() == []
