"""Looking ahead in Disorder!, held against the rule that judges words; each ply is what the next one leaves."""

from dataclasses import replace
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.disorder.lookahead import Standing, chances, moves, standing, without
from companion.games.disorder.state import WILD
from companion.games.disorder.words import saving_words
from tests.rules.play import WORDS, begin

LETTERS = sorted(set("".join(WORDS).upper()))


EMPTY = begin("disorder").state


def whole(board: str) -> Standing:
    return standing(board, EMPTY.words.find(board, longer=True), EMPTY.words.is_word)


def holds(board: str) -> bool:
    """Whether the rules would let some word save the board."""
    return bool(saving_words(replace(EMPTY, board=board)))


@settings(max_examples=30)
@given(st.sampled_from(WORDS), st.data())
def test_the_moves_are_those_that_the_rules_would_let_stand(word: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(word) - 1))
    length = data.draw(st.integers(1, min(4, len(word) - start)))
    cards = [data.draw(st.sampled_from((letter, WILD))) for letter in word[start : start + length].upper()]
    board = "".join(cards)
    found = {(card, side) for card, side, _ in moves(whole(board), (*LETTERS, WILD))}
    every = product((*LETTERS, WILD), ("left", "right"))
    assert found == {(card, side) for card, side in every if holds(card + board if side == "left" else board + card)}


@settings(max_examples=30)
@given(st.sampled_from(WORDS), st.lists(st.sampled_from(LETTERS), min_size=1, max_size=3), st.integers(1, 3))
def test_to_be_stuck_is_to_have_no_card_that_stands(word: str, hand: list[str], plies: int) -> None:
    now = whole(word[:2].upper())
    odds = chances(now, hand, plies, own=True)
    assert 0 <= odds <= 1
    assert (odds == 0) <= (plies > 1 or not list(moves(now, (*hand, WILD))))
    assert odds == max(
        (1 - chances(then, without(hand, card), plies - 1, own=False) for card, _, then in moves(now, (*hand, WILD))),
        default=0.0,
    )
