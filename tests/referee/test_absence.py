"""Whoever is away is passed over by the table itself, as long as they are; what nobody else can do is waited for."""

from collections.abc import Callable

import pytest

from companion.errors import BadInput, NotNow
from companion.referee.source import Source
from tests.hourglass import Hourglass, match_of
from tests.tables import lines
from tests.views import PLAYERS, WORDS, placed

REVEAL = {"event": "reveal", "cards": {"Ann": "E", "Bob": "N"}}
PLACE = {"event": "place", "player": "Ann", "row": 1, "side": "front", "word": "erxxx"}


def test_turns_of_whoever_is_away_are_passed_over_until_they_are_back(hourglass: Callable[..., Hourglass]) -> None:
    glass = hourglass("disorder", PLAYERS, lexicon=WORDS)
    glass.referee.away("Bob", is_away=True)
    assert (glass.view.away, len(glass.view.protocol)) == (("Bob",), 0), "nobody waits for Bob yet"
    glass.play(*placed("Z"))
    glass.referee.tick()
    assert (glass.newest, match_of(glass).turn) == (("table", "sat_out"), "Cy")
    glass.play({"event": "place", "player": "Cy", "card": "O"}, {"event": "place", "player": "Ann", "card": "O"})
    glass.referee.away("Bob", is_away=False)
    glass.referee.tick()
    assert (glass.view.away, match_of(glass).turn) == ((), "Bob")
    glass.referee.away("Bob", is_away=True)
    assert match_of(glass).turn == "Cy", "at once, and not with the next turn of the clock"


def test_what_nobody_else_can_do_is_waited_for_and_a_pause_or_an_undo_stops_it(
    hourglass: Callable[..., Hourglass],
) -> None:
    glass = hourglass("disorder", PLAYERS, lexicon=WORDS)
    glass.play(*placed("ZOO?"), {"event": "challenge", "player": "Bob"})
    glass.referee.away("Ann", is_away=True)
    glass.referee.tick()
    assert match_of(glass).actor == "Ann", "her word is awaited"
    glass.play({"event": "name_word", "player": "Ann", "word": "zoom"})
    glass.referee.tick()
    assert match_of(glass).turn != "Ann"
    turn = match_of(glass).turn
    while glass.view.undoes != 4:
        glass.play({"event": "undo"})
    glass.referee.tick()
    assert glass.newest[1] == "undone", f"whoever changes the past is left to it ({turn})"
    glass.play({"event": "place", "player": "Bob", "card": "A"}, {"event": "place", "player": "Cy", "card": "B"})
    glass.referee.pause()
    before = len(glass.view.protocol)
    glass.referee.tick()
    assert len(glass.view.protocol) == before


def test_nothing_is_passed_over_when_nobody_is_left_at_the_table_and_it_is_kept_over_a_restart(
    hourglass: Callable[..., Hourglass],
) -> None:
    glass = hourglass("disorder", PLAYERS, lexicon=WORDS)
    for player in ("Cy", "Bob", "Ann"):
        glass.referee.away(player, is_away=True)
    glass.referee.tick()
    assert glass.view.ruling is None
    glass.restart()
    assert glass.view.away == ("Ann", "Bob", "Cy")
    glass.referee.away("Cy", is_away=False)
    glass.referee.tick()
    assert glass.view.ruling is None, "after a restart no time runs before somebody says so"
    glass.referee.resume()
    glass.referee.tick()
    assert [each.event["player"] for each in glass.view.protocol] == ["Ann", "Bob"]
    with pytest.raises(NotNow, match="Dee"):
        glass.referee.away("Dee", is_away=True)
    glass.referee.close()
    with pytest.raises(BadInput):
        glass.referee.away("Ann", is_away=True)


def test_typo_goes_on_without_them_and_their_last_word_can_still_be_doubted(
    hourglass: Callable[..., Hourglass],
) -> None:
    glass = hourglass("typo", ["Ann", "Bob"], rows=list("RENT"))
    glass.play(REVEAL, PLACE)
    glass.referee.away("Bob", is_away=True)
    glass.referee.tick()
    asked = glass.view.gathering.asked
    assert asked is not None
    assert asked.players == ("Ann",), "Bob took his card up, and is not asked for the next"
    glass.play({"event": "doubt", "players": ["Bob"], "row": 1})
    assert glass.newest == ("host", "word_fails")


def test_a_card_chosen_in_secret_stays_chosen_and_is_revealed_once_the_last_one_waited_for_is_away(
    hourglass: Callable[..., Hourglass],
) -> None:
    glass = hourglass("typo", PLAYERS, rows=list("RENT"))
    for player, card in (("Ann", "E"), ("Bob", "N")):
        glass.referee.gather(player, {"card": card}, source=Source.PHONES)
    glass.referee.away("Bob", is_away=True)
    assert glass.view.gathering.parts == {"Ann": "E"}, "Bob sits this round out, chosen or not"
    glass.restart()
    glass.referee.resume()
    glass.referee.away("Cy", is_away=True)
    glass.referee.tick()
    assert glass.view.protocol[-1].event == {"event": "reveal", "cards": {"Ann": "E"}}
    glass.play({"event": "leave", "player": "Cy"})
    assert glass.view.away == ("Bob",)
    glass.play({"event": "join", "player": "Cy"})
    assert glass.view.away == ("Bob",), "who comes back is there"


def test_whose_time_is_up_does_not_get_out_of_taking_a_row(hourglass: Callable[..., Hourglass]) -> None:
    glass = hourglass("typo", ["Ann", "Bob"], rows=list("RENT"), always_timed=True)
    glass.play(REVEAL)
    glass.wait(31_000)
    assert glass.view.late == "Ann"
    glass.referee.away("Ann", is_away=True)
    glass.referee.tick()
    assert (match_of(glass).actor, glass.view.late) == ("Ann", "Ann")


def test_beside_phones_the_camera_sees_the_cards_of_whoever_has_none(hourglass: Callable[..., Hourglass]) -> None:
    glass = hourglass("typo", PLAYERS, rows=list("RENT"))
    glass.referee.see(lines(*"RENT"))
    for player, card in (("Ann", "E"), ("Bob", "N")):
        glass.referee.gather(player, {"card": card}, source=Source.PHONES)
    glass.referee.see(lines(*"RENT", "T"))
    assert glass.newest == ("camera", "revealed")
    assert glass.view.protocol[-1].event["cards"] == {"Ann": "E", "Bob": "N", "Cy": "T"}


def test_nothing_secret_is_revealed_while_the_match_is_paused(hourglass: Callable[..., Hourglass]) -> None:
    glass = hourglass("typo", PLAYERS, rows=list("RENT"))
    for player, card in (("Ann", "E"), ("Bob", "N")):
        glass.referee.gather(player, {"card": card}, source=Source.PHONES)
    glass.referee.pause()
    glass.play({"event": "leave", "player": "Cy"})
    glass.referee.tick()
    assert glass.view.protocol[-1].event["event"] == "leave"
    glass.referee.resume()
    glass.referee.tick()
    assert glass.view.protocol[-1].event == {"event": "reveal", "cards": {"Ann": "E", "Bob": "N"}}
