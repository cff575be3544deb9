"""What was dealt stays dealt where an earlier event is corrected: no hand that was seen turns into another."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.opponents import Against
from companion.clock import FakeClock
from companion.decks import deckfiles
from companion.games import RULEBOOKS
from companion.games.dealing import Dealing, Dealt
from companion.games.layout import layout_of
from companion.games.opponent import Strength
from companion.practice.redealing import hands_after
from companion.practice.table_seats import TableSeats
from companion.referee.journal import Journal
from companion.referee.referee import Referee
from companion.referee.source import Source
from tests.dictionary import shipped

Events = Sequence[Mapping[str, Any]]
SEED = 3
EVENTS = 24  # so few that in no game the deck is used up


class Table:
    """A referee, and the cards that the table has dealt."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.referee = Referee(journal, FakeClock(), lambda _: shipped())

    def begin(self, game: str, *people: str) -> None:
        setup = {"game": game, "players": [*people, "Table"], "options": {}}
        self.referee.begin({**setup, "practice": {"players": {"Table": "hard"}, "seed": SEED}})

    def said(self, *events: Mapping[str, Any]) -> None:
        for event in events:
            self.referee.happen(dict(event), source=Source.HOST)
            assert self.referee.view.refusal is None, self.referee.view.refusal

    @property
    def dealt(self) -> Dealt:
        sitting = self.referee.stand.sitting
        assert sitting is not None
        found = TableSeats(lambda deck: deckfiles.load(deck).cards).dealt(sitting)
        assert found is not None
        return found

    def hand(self, player: str) -> Counter[str]:
        return Counter(self.dealt.hand(player))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with closing(Journal(tmp_path / "journal.sqlite3")) as journal:
        yield Table(journal)


def place(player: str, card: str, **more: Any) -> dict[str, Any]:
    return {"event": "place", "player": player, "card": card, **more}


def correct(number: int, to: Mapping[str, Any] | None) -> dict[str, Any]:
    return {"event": "correct", "number": number, "to": to}


def drawn(player: str, from_: str = "deck") -> dict[str, Any]:
    return {"event": "draw", "player": player, "from": from_}


def turn(player: str, card: str) -> list[dict[str, Any]]:
    discard = {"event": "discard", "player": player, "card": card}
    return [drawn(player), discard, {"event": "end_turn", "player": player}]


def test_whoever_drew_after_a_correction_holds_what_they_drew(table: Table) -> None:
    table.begin("wordcard", "Ann")
    ann, own = (min(table.hand(player)) for player in ("Ann", "Table"))
    table.said(*turn("Ann", ann), *turn("Table", own), drawn("Ann"))
    before, seen = table.dealt, [table.hand(player) for player in ("Ann", "Table")]
    table.said(correct(1, drawn("Ann", "pile")))
    assert table.hand("Table") == seen[1]
    assert table.hand("Ann") - seen[0] == Counter(before.discards[:1]), "the card that event 1 draws now"
    (put_back,) = seen[0] - table.hand("Ann")
    assert sorted(table.dealt.deck) == sorted((*before.deck, put_back)), "what it drew may be drawn again"
    table.said({"event": "undo"})
    assert table.dealt == before


def test_a_newcomer_who_is_struck_out_takes_nobodys_cards_along(table: Table) -> None:
    table.begin("disorder", "Ann")
    cards = {player: min(table.hand(player)) for player in ("Ann", "Table")}
    table.said(place("Ann", cards["Ann"]), {"event": "join", "player": "Bob"}, place("Table", cards["Table"]))
    of_table, of_ann, of_bob = (table.hand(player) for player in ("Table", "Ann", "Bob"))
    table.said(correct(2, None))
    assert (table.hand("Table"), table.hand("Ann"), table.hand("Bob")) == (of_table, of_ann, Counter())
    table.said(correct(2, {"event": "join", "player": "Bob"}))
    assert (table.hand("Table"), table.hand("Ann"), table.hand("Bob")) == (of_table, of_ann, of_bob)


def test_it_holds_after_a_restart_and_for_what_is_drawn_next(table: Table) -> None:
    table.begin("wordcard", "Ann")
    own = min(table.hand("Table"))
    table.said(*turn("Ann", min(table.hand("Ann"))), *turn("Table", own), correct(1, drawn("Ann", "pile")))
    seen = table.hand("Ann")
    table.said(drawn("Ann"))
    assert Table(table.journal).dealt == table.dealt
    assert (table.hand("Ann") - seen).total() == 1


def test_the_card_that_was_dealt_to_lie_open_is_known_until_another_lies_on_it(table: Table) -> None:
    seats = TableSeats(lambda deck: deckfiles.load(deck).cards)

    def lies_open() -> str | None:
        sitting = table.referee.stand.sitting
        assert sitting is not None
        dealt = seats.dealt_to(sitting, "Ann")
        assert dealt is not None
        return dealt[1]

    table.begin("wordcard", "Ann")
    (first,) = table.dealt.discards
    assert lies_open() == first
    table.said(*turn("Ann", min(table.hand("Ann"))))
    assert lies_open() is None
    table.said({"event": "undo"}, {"event": "undo"}, {"event": "undo"}, drawn("Ann", "pile"))
    assert lies_open() is None
    assert first in table.hand("Ann")


class OneCard:
    """A game in which each event puts a card away and draws another; what was put away comes back at the end."""

    def deal(self, _state: Any, cards: Sequence[Any], _chance: Any) -> Dealt:
        return Dealt({}, tuple(cards))

    def after(self, dealt: Dealt, _before: Any, _event: Any, _now: Any, chance: Any) -> Dealt:
        away = replace(dealt.with_hand("Ann", ()), discards=(*dealt.discards, *dealt.hand("Ann")))
        return away.drawn("Ann", chance, 1)


@given(seed=st.integers(0, 2**32 - 1), struck=st.sets(st.integers(1, 9)), count=st.integers(1, 9))
def test_no_card_is_lost_or_doubled_where_discards_are_shuffled(seed: int, struck: set[int], count: int) -> None:
    cards: Any = "AABC"
    whole = [(number, (None, None, None)) for number in range(1, count + 1)]
    rest = [each for each in whole if each[0] not in struck]
    for courses in ([whole], [whole, rest], [whole, rest, whole]):
        dealt = hands_after(cast("Dealing", OneCard()), None, cards, seed, courses)
        assert sorted((*dealt.hand("Ann"), *dealt.deck, *dealt.discards)) == sorted(cards)
        assert len(dealt.hand("Ann")) == bool(courses[-1])
    if count <= len(cards) or not struck & set(range(1, count + 1)):  # all stand again as they were drawn
        assert dealt.hands == hands_after(cast("Dealing", OneCard()), None, cards, seed, [whole]).hands


@pytest.mark.parametrize("game", RULEBOOKS)
def test_which_cards_are_dealt_is_chance_that_follows_from_the_seed(game: str) -> None:
    against = Against(game, (Strength.EASY, Strength.EASY), SEED, shipped(), {})
    deck = deckfiles.load(layout_of(game, against.options).deck).cards

    def dealt(seed: int) -> str:
        return str(hands_after(against.deals, against.match.start, deck, seed, against.match.courses()))

    assert dealt(1) == dealt(1)
    assert len({dealt(seed) for seed in range(4)}) == 4


class Watched:
    """How a game is dealt, and what each event of the course that was dealt last has taken from each deck."""

    def __init__(self, deals: Dealing) -> None:
        self._deals = deals
        self.draws: list[list[Counter[str]]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._deals, name)

    def deal(self, state: Any, cards: Any, chance: Any) -> Dealt:
        self.draws.clear()
        return self._deals.deal(state, cards, chance)

    def after(self, dealt: Dealt, before: Any, event: Any, now: Any, chance: Any) -> Dealt:
        found = self._deals.after(dealt, before, event, now, chance)
        self.draws.append([was - still for was, still in zip(decks(dealt), decks(found), strict=True)])
        return found


def decks(dealt: Dealt) -> list[Counter[str]]:
    return [Counter(dealt.deck), *map(Counter, dealt.decks.values())]


@pytest.mark.parametrize("game", RULEBOOKS)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), data=st.data())
def test_an_event_that_still_stands_draws_what_it_drew(game: str, seed: int, data: st.DataObject) -> None:
    """As long as no discards are shuffled, all of it can still be drawn."""
    against = Against(game, (Strength.EASY, Strength.EASY), seed, shipped(), {})
    while len(against.match.events) < EVENTS and (event := against.next_event()):
        against.enter(event)
    match, deck = against.match, deckfiles.load(layout_of(game, against.options).deck).cards
    struck = data.draw(st.lists(st.integers(1, len(match.events)), min_size=1, max_size=2))

    def draws() -> dict[int, list[Counter[str]]]:
        watched = Watched(against.deals)
        hands_after(watched, match.start, deck, seed, match.courses())
        return dict(zip([number for number, _ in match.courses()[-1]], watched.draws, strict=True))

    before = draws()
    for number in struck:
        match.apply(correct(number, None))
    for number, drawn_now in draws().items():
        for was, now in zip(before[number], drawn_now, strict=True):
            assert was <= now or now <= was
