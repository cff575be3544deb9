"""What the table says and thinks on its seats: by its own cards, and to nobody who must not hear it."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.opponents import Against
from companion.clock import FakeClock
from companion.decks import deckfiles
from companion.games import RULEBOOKS
from companion.games.dealing import Dealt
from companion.games.opponent import Strength
from companion.practice.table_seats import TableSeats
from companion.referee.journal import Journal
from companion.referee.referee import Referee
from companion.referee.source import Source
from tests.dictionary import shipped

TYPO_ROWS = {"rows": ["R", "E", "N", "T"]}


def seats(*, deals: bool = True) -> TableSeats:
    return TableSeats(lambda deck: deckfiles.load(deck).cards, lambda: deals)


@pytest.fixture
def referee(tmp_path: Path) -> Iterator[Referee]:
    with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
        yield Referee(journal, FakeClock(), lambda _: shipped())


def begin(referee: Referee, game: str, *people: str, **options: Any) -> None:
    practice = {"players": {"Table": "hard"}, "seed": 3}
    referee.begin({"game": game, "players": [*people, "Table"], "options": options, "practice": practice})


def said(referee: Referee, *events: dict[str, Any]) -> None:
    for event in events:
        referee.happen(event, source=Source.HOST)
        assert referee.view.refusal is None, referee.view.refusal


def dealt(referee: Referee) -> Dealt:
    assert referee.stand.sitting is not None
    found = seats().dealt(referee.stand.sitting)
    assert found is not None
    return found


def winners(referee: Referee) -> tuple[str, ...]:
    assert referee.view.match is not None
    return referee.view.match.winners


def place(player: str, card: str) -> dict[str, Any]:
    return {"event": "place", "player": player, "card": card}


def test_a_word_that_wins_and_is_none_is_doubted(referee: Referee) -> None:
    begin(referee, "typo", "Ann", **TYPO_ROWS)
    stand = referee.stand
    assert stand.sitting is not None
    match = stand.sitting.match
    late = replace(match.state, hands=(1, 5), rows=("R", "EN", "N", "T"))  # Ann has one card left
    match._moment = replace(match._moment, state=late)
    said(referee, {"event": "reveal", "cards": {"Ann": "A", "Table": "Q"}})
    said(referee, {"event": "place", "player": "Ann", "row": 1, "side": "back", "word": "raxyz"})
    assert winners(referee) == ("Ann",)
    answer = seats().answer(referee.stand)
    assert answer is not None
    assert answer.event["event"] == "doubt"
    referee.say(dict(answer.event), answer.player, source=Source.TABLE)
    assert winners(referee) == ()


@pytest.mark.parametrize("game", ["disorder", "villains", "anagrascramble", "wordcard"])
def test_once_a_match_is_over_nothing_is_said(referee: Referee, game: str) -> None:
    begin(referee, game, "Ann")
    said(referee, {"event": "leave", "player": "Ann"})
    assert referee.view.match is not None
    assert referee.view.match.over
    assert seats().answer(referee.stand) is None


def test_what_is_thought_of_a_card_is_for_whoever_plays_alone_and_holds_what_was_dealt(referee: Referee) -> None:
    begin(referee, "disorder", "Ann")
    said(referee, place("Ann", "X"), place("Table", "Q"), place("Ann", "Q"))
    assert referee.stand.sitting is not None
    assert seats().advice(referee.stand.sitting) is not None
    assert seats(deals=False).advice(referee.stand.sitting) is None, "real hands are not those that were dealt"
    said(referee, {"event": "join", "player": "Bob"}, place("Table", "Q"), {"event": "leave", "player": "Bob"})
    said(referee, place("Ann", "Z"))
    assert seats().advice(referee.stand.sitting) is not None


def test_nobody_hears_what_another_could_have_done(referee: Referee) -> None:
    begin(referee, "disorder", "Ann", "Bob")
    said(referee, place("Ann", "X"))
    assert referee.stand.sitting is not None
    assert seats().advice(referee.stand.sitting) is None


@pytest.mark.parametrize("events", [0, 3, 8])
@pytest.mark.parametrize("game", RULEBOOKS)
def test_the_answer_goes_by_its_own_cards_whatever_others_hold_and_whatever_lies_next(
    referee: Referee, monkeypatch: pytest.MonkeyPatch, game: str, events: int
) -> None:
    against = Against(game, (Strength.EASY, Strength.HARD), 3, shipped(), {})
    human, own = against.players
    for _ in range(events):
        event = None if against.match.view().over else against.next_event()
        if event is not None:
            against.enter(event)
    practice = {"players": {own: "hard"}, "seed": 3}
    setup = {"game": game, "players": list(against.players), "options": against.options}
    referee.begin({**setup, "practice": practice})
    said(referee, *(record.event for record in against.match.record))
    answers = set()
    for swap in range(4):
        hidden = [*against.dealt.hand(human), *against.dealt.deck]
        Random(swap).shuffle(hidden)
        count = len(against.dealt.hand(human))
        turns = against.dealt.deck if game == "anagrascramble" else tuple(hidden[count:])  # the next card is turned
        decks = {**against.dealt.decks, human: tuple(reversed(against.dealt.decks.get(human, ())))}
        swapped = replace(against.dealt.with_hand(human, hidden[:count]), deck=turns, decks=decks)
        monkeypatch.setattr(TableSeats, "dealt", lambda *_, swapped=swapped: swapped)
        answers.add(str(seats().answer(referee.stand)))
    assert len(answers) == 1


def test_the_answer_does_go_by_its_own_cards(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(referee, "disorder", "Ann")
    said(referee, place("Ann", "T"))
    answers = set()
    for cards in ("EARS", "OHIN", "QXQX"):
        hand = Dealt({"Table": tuple(cards), "Ann": ()})
        monkeypatch.setattr(TableSeats, "dealt", lambda *_, hand=hand: hand)
        answers.add(str(seats().answer(referee.stand)))
    assert len(answers) > 1


def test_alone_at_the_table_it_does_not_play_on_for_whoever_is_away(referee: Referee) -> None:
    begin(referee, "disorder", "Ann")
    said(referee, place("Ann", "T"), place("Table", "E"))
    referee.away("Ann", is_away=True)
    referee.tick()
    assert [entry.event["event"] for entry in referee.view.protocol] == ["place", "place"]
