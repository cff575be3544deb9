"""Hands of WORDCARD that are searched side by side: each as if it were alone, and the best laydown found on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.games.wordcard.notation import WILD
from companion.games.wordcard.scoring import Scheme
from companion.lexicon import Lexicon
from companion.solvers.abreast import empty_rows
from companion.solvers.card_sets import NONE, CardSets
from companion.solvers.columns import SOON_SORTED, best_of_alike
from companion.solvers.hand_sets import HandSets
from companion.solvers.prefix_tree import WordTree
from companion.solvers.row_ends import RowEnds, ShownEnds
from companion.solvers.search import Best, best_laydown, recounted
from companion.solvers.turn_search import HandToPlay, Playground, Room, ToPlay, TurnsSearch
from tests.solvers.test_wordcard_shown import HIDDEN, MANNERED
from tests.solvers.test_wordcard_solver import AIMS, CARDS, SMALL, TYPES, brute_force, two_cards_or_all

if TYPE_CHECKING:
    from companion.games.wordcard.events import Aim, PlainType

MOST = Scheme("wordplay", "most", {})
ROOM = Room(150_000, 24_000, 24_000)
HANDS = st.lists(st.one_of(CARDS, CARDS, st.just(WILD)), min_size=1, max_size=4)


def to_play(hand: list[str], *others: list[str], room: Room = ROOM) -> ToPlay:
    """A hand that may do anything on a table where nothing lies, and come to hold others."""
    hands = [HandToPlay(tuple(each)) for each in (hand, *others)]
    return ToPlay(hands, Playground([], None, None, 50), room)


# ——— the sets ———


@given(st.lists(st.lists(CARDS, min_size=1, max_size=3), min_size=1, max_size=3), st.data())
def test_the_sets_of_each_hand_are_what_they_are_alone(hands: list[list[str]], data: st.DataObject) -> None:
    parts = [CardSets(hand, MOST) for hand in hands]
    sets = HandSets(parts, [[part.of(hand)] for part, hand in zip(parts, hands, strict=True)])
    gains = st.lists(st.sampled_from((NONE, 1, 2, 5)), min_size=sets.count, max_size=sets.count)
    one, other = (np.array(data.draw(gains), dtype=np.int64) for _ in range(2))
    best, are_all = sets.joined(one, other)
    assert are_all.all()
    for hand, part in enumerate(parts):
        alone, _ = part.joined(sets.of(hand, one), sets.of(hand, other))
        assert sets.of(hand, best).tolist() == alone.tolist()
        begin = int(sets.begins[hand])
        steps = zip(sets.source.tolist(), sets.kind.tolist(), sets.target.tolist(), strict=True)
        found = {(source - begin, target - begin) for source, _, target in steps if sets.owner[source] == hand}
        has_more = zip(*np.nonzero(part.has_more), strict=True)
        assert found == {(int(number), int(number + part.ones[kind])) for number, kind in has_more}
    assert sets.left_of([1] * len(sets.kinds)).tolist() == sets.left.tolist()
    for number in np.nonzero(best > NONE)[0].tolist():
        first, second = sets.parted(number, int(best[number]), one, other)
        assert one[first] + other[second] == best[number]
        assert sets.owner[first] == sets.owner[second] == sets.owner[number]


def test_of_many_rows_that_are_alike_the_first_of_the_best_is_kept() -> None:
    numbers = np.arange(6 * SOON_SORTED)
    columns = [numbers % 7, numbers % (2 * SOON_SORTED)]
    gain = (numbers * 5) % 11
    best: dict[tuple[int, int], int] = {}
    for at, row in enumerate(zip(columns[0].tolist(), columns[1].tolist(), strict=True)):
        if row not in best or gain[at] > gain[best[row]]:
            best[row] = at
    assert best_of_alike(columns, gain).tolist() == sorted(best.values())


# ——— the best laydown ———


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(TYPES), st.sampled_from(AIMS), st.lists(HANDS, min_size=1, max_size=3), CARDS)
def test_the_best_laydown_of_each_hand_is_that_of_all_ways_to_lay_it(
    kind: PlainType, aim: Aim, hands: list[list[str]], taken: str
) -> None:
    hands = [[card for card in hand if card != WILD or number == 0][:3] or [taken] for number, hand in enumerate(hands)]
    scheme, ends = Scheme(kind, aim, {}), RowEnds(Scheme(kind, aim, {}), WordTree(SMALL))
    searches = TurnsSearch([to_play(hand, [*hand, taken]) for hand in hands], scheme, ends).searches
    for hand, search in zip(hands, searches, strict=True):
        found = search.laydown()
        assert found is not None
        assert found.at_most == brute_force(hand, scheme, SMALL, enough=two_cards_or_all(hand))
        laid = Best(found.lines, found.at_most, exhaustive=True)
        assert recounted(laid, hand, scheme, SMALL, 50).gain == found.at_most, "by the rules, too"


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(TYPES), st.sampled_from(AIMS), st.lists(CARDS, min_size=1, max_size=5))
@example("cardplay_plus", "most", ["7/A", "7/A", "7/B", "7/B", "7/B"])  # ABA and BB, but not ABABB: bab is hidden
def test_so_is_the_best_that_may_be_shown(kind: PlainType, aim: Aim, hand: list[str]) -> None:
    scheme = Scheme(kind, aim, {})
    search = TurnsSearch([to_play(hand)], scheme, ShownEnds(scheme, WordTree(MANNERED))).searches[0]
    found = search.laydown()
    assert found is not None
    assert found.at_most == best_laydown(hand, scheme, MANNERED).gain


def test_it_is_not_told_where_there_was_no_room_for_all_lines() -> None:
    letters = "abcdefgh"
    words = Lexicon.from_words({a + b for a in letters for b in letters})
    hand = [f"{7 + at % 4}/{letter.upper()}" for at, letter in enumerate(letters)]
    ends = RowEnds(MOST, WordTree(words))
    assert TurnsSearch([to_play(hand)], MOST, ends).searches[0].laydown() is not None
    assert TurnsSearch([to_play(hand, room=Room(1, 1, 1))], MOST, ends).searches[0].laydown() is None
    # For want of room for what may come into a hand nothing is missed of what it holds.
    more = [*hand, WILD]
    search = TurnsSearch([to_play(hand, more, room=Room(150_000, 1, 1))], MOST, ends).searches[0]
    assert search.laydown() is not None
    assert not search.is_whole


def test_rows_of_no_card_are_those_of_their_hands() -> None:
    rows = empty_rows(np.zeros(2, dtype=np.int64), np.array([0, 5]))
    assert rows.used.tolist() == [0, 5]


def test_the_dictionary_tells_which_words_may_not_be_shown() -> None:
    assert set(MANNERED.unshown()) == set(HIDDEN)
    assert not SMALL.unshown()
