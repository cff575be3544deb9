"""Learning before the camera: spreads, cards laid one by one, nudged, pushed, replaced; a hand; too many; the check."""

import numpy as np
import pytest

from companion.cards import Card, Deck
from companion.drawn.drawn_table import DrawnTable
from companion.vision.album import Album
from companion.vision.enrolment import Enrolment, Step
from tests.print import decks
from tests.vision.test_enrol import truth

FEW = Deck("few", "Few", "letters", decks.LETTERS.cards[:6])


class Showing:
    """A table, an enrolment that watches it, and a clock."""

    def __init__(self, deck: Deck, album: Album | None = None) -> None:
        self.table = DrawnTable(deck, rows=2)
        self.enrolment = Enrolment(deck, album or Album(), truth(self.table))
        self.now_ms = 0

    def wait(self, ms: int = 1500) -> list[Step]:
        """Let time pass; the steps that led to."""
        steps = []
        for _ in range(ms // 100):
            self.now_ms += 100
            if (step := self.enrolment.watch(self.table.frame(), self.now_ms)) is not None:
                steps.append(step)
        return steps

    def lay(self, *labels: str) -> list[Step]:
        for label in labels:
            self.table.place(label)
        return self.wait()


def test_a_spread_is_learned_and_the_next_one_after_it_then_a_table_is_read_as_a_check() -> None:
    show = Showing(FEW)
    assert show.lay("A", "B", "C", "D") == [Step(learned=("A", "B", "C", "D"))]
    show.table.clear()
    assert show.wait() == []
    assert show.lay("E", "F", "?") == [Step(learned=("E", "F", "?"))]
    assert show.enrolment.left == ()
    show.table.clear()
    show.wait()
    (step,) = show.lay("D", "F", "A")
    assert step.checked is not None
    row = [step.checked.sightings[index] for index in step.checked.rows[0]]
    assert [(card.label, card.accepted) for card in row] == [("D", True), ("F", True), ("A", True)]


def test_cards_laid_one_by_one_beside_each_other_are_learned_once_each() -> None:
    show = Showing(FEW)
    learned = [step.learned for label in "ABCD" for step in show.lay(label)]
    assert learned == [("A",), ("B",), ("C",), ("D",)]


def test_a_card_in_the_place_of_another_is_the_next_one() -> None:
    show = Showing(FEW)
    show.lay("A")
    show.table.clear()
    assert show.lay("B") == [Step(learned=("B",))]


def test_nothing_is_learned_twice_when_the_table_is_pushed_or_a_hand_comes_and_goes() -> None:
    show = Showing(FEW)
    show.lay("A", "B", "C")
    show.table.bump(right_mm=4, turn_deg=1)
    assert show.wait() == []
    show.table.hand((0.0, 0.0))
    assert show.wait(600) == []
    show.table.hand(None)
    assert show.wait() == []
    assert show.enrolment.left == ("D", "E", "F", "?")


def test_more_cards_than_are_to_come_are_not_learned() -> None:
    show = Showing(FEW)
    show.lay("A", "B", "C", "D", "E")
    show.table.clear()
    show.wait()
    assert show.lay("F", "A", "B") == [Step(too_many=3)]
    assert show.enrolment.left == ("F", "?")


def test_it_goes_on_where_it_was_broken_off() -> None:
    before = Showing(FEW)
    before.lay("A", "B")
    after = Showing(FEW, before.enrolment.album)
    assert after.enrolment.left == ("C", "D", "E", "F", "?")
    assert after.lay("C") == [Step(learned=("C",))]


def test_cards_that_differ_in_a_digit_only_are_each_learned_from_a_pile() -> None:
    ranks = ("7", "8", "9")
    deck = Deck("pile", "Pile", "ranked_letters", tuple(Card("letter", "H", rank=rank) for rank in ranks))
    show = Showing(deck)
    learned = []
    for rank in ranks:
        show.table.clear()  # one lies where the other lay; nothing is seen between
        show.table.place("H", rank=rank)
        learned += [step.learned for step in show.wait()]
    assert learned == [("7/H",), ("8/H",), ("9/H",)]


def test_cards_whose_edges_cannot_be_seen_are_not_learned_but_said() -> None:
    show = Showing(FEW)
    show.table.place("A")
    show.table.place("B")
    near, far = truth(show.table)(np.zeros((1, 1), np.uint8))
    half = np.asarray(far - [0.6 * np.ptp(far[:, 0]), 0], np.float32)  # more than half of it is cloth
    show.enrolment = Enrolment(FEW, Album(), lambda _grey: [near, half])
    assert show.wait() == [Step(unclear=1)]
    assert show.enrolment.left == (*"ABCDEF", "?")


@pytest.mark.parametrize("deck", [decks.WORDCARD, decks.VILLAINS])
def test_what_is_learned_is_the_card_that_was_shown(deck: Deck) -> None:
    show = Showing(deck)
    names = show.enrolment.left[:2]
    cards = {card.name: card for card in deck.cards}
    for name in names:
        show.table.place(cards[name].label, rank=cards[name].rank)
    assert [step.learned for step in show.wait()] == [names]
    assert set(show.enrolment.album.cards) == set(names)
    assert np.ptp(show.enrolment.album.pictures.reshape(2, -1), axis=1).min() > 60
