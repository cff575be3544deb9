"""Every ruling and everything awaited has words of its game, so that no display shows a name of the code."""

import json
from pathlib import Path
from types import ModuleType
from typing import get_args

import pytest

from companion.games import part, rulebooks
from companion.games.names import EVENTS, VERDICTS, Sounding, awaited, event_name, headline, is_decisive, sounding
from companion.games.verdicts import OfTheMatch, Shared

SAVED = [json.loads(path.read_text("utf-8")) for path in (Path(__file__).parents[1] / "matches").glob("*.json")]


def module(game: str, name: str) -> ModuleType:
    """A module that every game has."""
    found = part(game, name)
    assert found is not None, f"{game} has no {name}"
    return found


@pytest.mark.parametrize("game", rulebooks())
def test_every_ruling_of_the_saved_matches_has_a_headline(game: str) -> None:
    ruled = {
        ruling["verdict"]
        for saved in SAVED
        for ruling in saved["result"]["rulings"]
        if saved["document"]["game"] == game
    }
    assert ruled - {*VERDICTS, *module(game, "names").VERDICTS} == set()


@pytest.mark.parametrize("game", rulebooks())
def test_every_verdict_a_game_knows_has_a_headline_and_no_other(game: str) -> None:
    own = module(game, "verdicts").Verdict
    known = {*own, *Shared, *OfTheMatch}
    assert known - {*VERDICTS, *module(game, "names").VERDICTS} == set()
    assert {*module(game, "names").VERDICTS} <= set(own)


@pytest.mark.parametrize("game", rulebooks())
def test_what_ends_something_is_a_ruling_with_a_headline(game: str) -> None:
    names = module(game, "names")
    assert set(names.VERDICTS) >= names.DECISIVE
    assert all(is_decisive(game, verdict) for verdict in (*names.DECISIVE, "undone"))
    assert not is_decisive(game, "not_now")


@pytest.mark.parametrize("game", rulebooks())
def test_only_rulings_sound_and_only_in_ways_there_are(game: str) -> None:
    sounds = module(game, "names").SOUNDS
    assert set(sounds) <= set(module(game, "verdicts").Verdict)
    assert set(sounds.values()) <= set(get_args(Sounding))


@pytest.mark.parametrize("game", rulebooks())
def test_every_event_has_a_name_and_only_events_are_awaited(game: str) -> None:
    events, names = rulebooks()[game].events, module(game, "names")
    assert set(events) - {*EVENTS, *module(game, "forms").NAMES} == set()
    assert {*names.AWAITED, *names.AWAITED_BRIEFLY} <= set(events)


def test_a_game_says_its_own_words_and_shares_the_others() -> None:
    assert headline("disorder", "challenged_loses") == "The challenge is won"
    assert headline("typo", "not_now") == headline("villains", "not_now") == "Not now"
    assert (sounding("disorder", "challenged"), sounding("typo", "word_fails")) == ("alarm", "falls")
    assert awaited("typo", "place") != awaited("disorder", "place")
    assert awaited("disorder", "stand", briefly=True) == "stand or withdraw?"
    assert awaited("wordcard", "lay", briefly=True) == event_name("wordcard", "lay") == "Lay cards down"
    assert awaited("wordcard", None) == ""


def test_what_a_game_has_no_words_for_is_called_as_it_is_written() -> None:
    assert headline("longer", "too_short") == "too short"
    assert sounding("longer", "too_short") == sounding("disorder", "placed") == "accepted"
    assert event_name("longer", "give_up") == awaited("longer", "give_up") == "give up"
