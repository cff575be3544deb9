"""Which words players made, as each game says it of the events that stand."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.opponents import Against
from companion.games.made import MadeWord, made_words
from companion.games.opponent import Strength
from companion.games.wordcard.scoring import worth
from companion.referee.match import Match, played
from tests.dictionary import shipped

MATCHES = sorted((Path(__file__).parents[1] / "matches").glob("*.json"))
WORDS = {"words": ["zoo", "zookeeper", "ten", "tent", "stone", "toner"]}


def made(match: Match) -> list[MadeWord]:
    return list(made_words(match.book.game, match.course()))


def replayed(game: str, players: list[str], events: list[Any], **options: Any) -> list[MadeWord]:
    match = played({"game": game, "players": players, "options": {"lexicon": WORDS, **options}, "events": events})
    assert all(ruling.accepted for ruling in match.rulings), match.rulings
    return made(match)


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_the_course_leads_to_where_the_match_stands_and_words_are_of_players_and_the_dictionary(path: Path) -> None:
    match = played(json.loads(path.read_text("utf-8"))["document"], shipped)
    steps = list(match.course())
    befores, afters = [step[0] for step in steps], [step[2] for step in steps]
    assert befores[1:] == afters[:-1]
    assert not steps or afters[-1] == match.state
    for each in made(match):
        assert each.player in match.players
        assert each.word.isalpha()
        assert each.word.islower()


def placed(cards: str) -> list[dict[str, str]]:
    return [{"event": "place", "player": "AnnBob"[at % 2 * 3 :][:3], "card": card} for at, card in enumerate(cards)]


def test_a_word_that_holds_a_challenge_is_made_and_one_that_does_not_is_none() -> None:
    called = [*placed("ZOOK"), {"event": "challenge", "player": "Ann"}]
    named = {"event": "name_word", "player": "Bob", "word": "Zookeeper"}
    assert replayed("disorder", ["Ann", "Bob"], [*called, named]) == [MadeWord("Bob", "zookeeper", 19)]
    assert replayed("disorder", ["Ann", "Bob"], [*called, {**named, "word": "tent"}]) == []


def test_what_was_taken_back_or_corrected_was_not_made() -> None:
    called = [*placed("ZOOK"), {"event": "challenge", "player": "Ann"}]
    named = {"event": "name_word", "player": "Bob", "word": "zookeeper"}
    assert replayed("disorder", ["Ann", "Bob"], [*called, named, {"event": "undo"}]) == []
    corrected = {"event": "correct", "number": 6, "to": {**named, "word": "ten"}}
    assert replayed("disorder", ["Ann", "Bob"], [*called, named, corrected]) == []


def test_a_word_said_with_a_card_is_made_when_the_dictionary_has_it() -> None:
    events = [
        {"event": "reveal", "cards": {"Ann": "E", "Bob": "T"}},
        {"event": "place", "player": "Ann", "row": 1, "side": "back", "word": "tent"},
        {"event": "place", "player": "Bob", "row": 2, "side": "back", "word": "stabel"},
    ]
    assert replayed("typo", ["Ann", "Bob"], events, rows=["T", "S", "Z", "O"]) == [MadeWord("Ann", "tent")]


@pytest.mark.parametrize("strict", [False, True])
def test_a_word_counts_what_its_line_counts_and_no_bonus_of_its_player(strict: bool) -> None:
    for seed in (5, 6):
        against = Against("wordcard", (Strength.MEDIUM,) * 2, seed, shipped(), {"hand": 8, "strict": strict})
        while not against.match.view().over:
            against.enter(against.next_event() or {})
        scheme, words = against.match.state.scheme, against.match.state.words
        for before, event, after in against.match.course():
            for each in made_words("wordcard", [(before, event, after)]):
                if event.event == "lay" and each.points is not None:
                    (line,) = event.lines
                    assert each.points == worth(line, scheme, words, [each.word]).points, (each, event)


def test_a_game_that_makes_no_words_has_none() -> None:
    assert list(made_words("villains", [(None, None, None)])) == []
    assert list(made_words("no such game", [(None, None, None)])) == []
