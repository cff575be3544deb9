"""Rows that grow side by side in WORDCARD, part by part: beginnings of words, sets of cards, what is kept of rows."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.wordcard.notation import RANKS
from companion.games.wordcard.scoring import LONG_BONUS, Scheme, covered, words_in, worth
from companion.lexicon import Lexicon
from companion.solvers.abreast import RowGrower, empty_rows, kept
from companion.solvers.card_sets import MOST_PAIRED, NONE, CardSets
from companion.solvers.columns import NOTHING, alike, best_of_alike
from companion.solvers.growing import Piece
from companion.solvers.hand_sets import HandSets
from companion.solvers.prefix_tree import NOWHERE, A, PrefixTree, WordTree, tree_of
from companion.solvers.rank_tails import RankTails, rank_tails_of
from companion.solvers.row_ends import RowEnds, no_cards
from companion.solvers.word_points import MOST_CARDS, WordPoints
from companion.solvers.word_tails import WordTails, letter_sign, tails_of

WORDS = st.sets(st.text("abc", min_size=1, max_size=5), max_size=12)
MOST, FEWEST = Scheme("wordplay", "most", {}), Scheme("wordplay", "fewest", {})


# ——— the tree ———


def followed(tree: PrefixTree | WordTree, text: str) -> int:
    """The node of a text, NOWHERE where no word begins so."""
    node = 0
    for letter in text:
        node = int(tree.child(np.array([node]), np.array([ord(letter) - A]))[0])
        if node == NOWHERE:
            break
    return node


@given(WORDS, st.text("abcd", max_size=6))
def test_the_tree_has_all_that_words_begin_with(words: set[str], text: str) -> None:
    tree = tree_of(Lexicon.from_words(words))
    beginnings = {word[:end] for word in words for end in range(len(word) + 1)} | {""}
    node = followed(tree, text)
    assert len(tree) == len(beginnings)
    assert (node != NOWHERE) == (text in beginnings)
    assert node == NOWHERE or bool(tree.is_word[node]) == (text in words)


@given(WORDS, WORDS, WORDS, st.text("abc", max_size=6))
def test_words_may_be_added_and_only_some_of_a_dictionary_may_count(
    words: set[str], more: set[str], some: set[str], text: str
) -> None:
    tree = WordTree(Lexicon.from_words(words, shown=some), more, only_shown=True)
    beginnings = {word[:end] for word in words | more for end in range(len(word) + 1)} | {""}
    node = followed(tree, text)
    assert (node != NOWHERE) == (text in beginnings)
    if node != NOWHERE:
        assert bool(tree.is_word(np.array([node]))[0]) == (text in more | (words & some))


def test_the_tree_of_a_dictionary_is_made_once() -> None:
    words = Lexicon.from_words(["ab"])
    assert tree_of(words) is tree_of(words)
    assert tree_of(words) is not tree_of(Lexicon.from_words(["ab"]))


# ——— the tails ———


@given(WORDS, WORDS, st.lists(st.tuples(st.sampled_from("abc "), st.integers(1, 9)), min_size=1, max_size=8))
def test_tails_know_the_words_that_end_there_and_ends_what_these_bring(
    words: set[str], shown: set[str], cards: list[tuple[str, int]]
) -> None:
    ends, row = RowEnds(MOST, WordTree(Lexicon.from_words(words, shown=shown))), np.zeros(1, dtype=np.int64)
    beginnings = {word[:end] for word in words for end in range(1, len(word) + 1)}
    end, text, wanted, found = no_cards(1), "", 0, 0
    for at, (letter, value) in enumerate(cards):
        laid, text = Piece("", letter, -1, value, 0, 0), text + letter
        endings = [length for length in range(1, at + 2) if text[-length:] in words and length > 1]
        live = max((length for length in range(1, at + 2) if text[-length:] in beginnings), default=0)
        points = [value for _, value in cards[: at + 1]]
        end, brought, some = ends.read(end._replace(open_=NOTHING[:1]), row, ends.signs([laid]))
        if some is not None and not len(some):
            break  # not a card may be left behind that begins no word
        tail, wanted, found = (
            int(end.word[0]),
            wanted + sum(sum(points[-length:]) for length in endings),
            found + int(brought[0]),
        )
        assert int(ends.words.live[tail]) == live
        assert int(ends.words.longest[tail]) == max(endings, default=0)
        assert int(ends.words.shown[tail]) == max((each for each in endings if text[-each:] in shown), default=0)
        assert int(ends.words.hidden[tail]) == max((each for each in endings if text[-each:] not in shown), default=0)
        assert [int(cards[0]) for _, cards in ends.words.words_at(end.word)] == sorted(endings, reverse=True)
        assert found == wanted
        assert int(ends.promise(end, row)[0]) == 2 * sum(points[len(points) - live :])


def test_there_is_room_for_any_number_of_tails() -> None:
    every = ["".join(letters) for letters in permutations("abcdefg", 5)]
    tails = WordTails(WordTree(Lexicon.from_words(every)))
    ends = []
    for word in every:
        tail = np.zeros(1, dtype=np.int64)
        for letter in word:
            tail = tails.after(tail, np.array([letter_sign(letter)]))
        ends.append(int(tail[0]))
    assert len(set(ends)) == len(every)
    assert all(tails.live[end] == tails.longest[end] == 5 for end in ends)


def test_there_is_room_for_any_number_of_ranks() -> None:
    tails = RankTails(Scheme("cardplay_plus", "most", {}))
    tail = np.zeros(1, dtype=np.int64)
    seen = set()
    for points in range(1, 200):
        tail, brought = tails.after(tail, np.array([tails.way(3, points)]))
        seen.add(int(tail[0]))
        assert int(brought[0]) == (points + (points - 1 if points == 2 else 0)) * (points > 1) + 50 * (points == 8)
        assert bool(tails.good[tail[0]]) == (points > 1)
    assert len(seen) == 199, "each with the points of its last card"


# ——— points ———


@given(st.lists(st.integers(0, 14), min_size=1, max_size=MOST_CARDS), st.data())
def test_the_points_of_the_last_cards_are_what_these_count(cards: list[int], data: st.DataObject) -> None:
    points, packed = WordPoints(), np.zeros(1, dtype=np.int64)
    for at, value in enumerate(cards, start=1):
        packed = points.with_one(packed, np.array([points.code(value)]), np.array([at]))
    last = data.draw(st.integers(0, len(cards)))
    assert points.of_last(packed, np.array([last])).tolist() == [sum(cards[len(cards) - last :])]
    assert points.of_all(packed).tolist() == [sum(cards)]


def test_more_different_points_than_there_is_room_for_are_refused() -> None:
    points = WordPoints()
    assert len({points.code(value) for value in range(16)}) == 16
    with pytest.raises(ValueError, match="99 points: there is room for 16"):
        points.code(99)


@pytest.mark.parametrize(("length", "are_counted"), [(MOST_CARDS, True), (MOST_CARDS + 1, False)])
def test_of_a_word_too_long_for_its_points_it_is_said_that_they_are_not_all_counted(
    length: int, are_counted: bool
) -> None:
    ends = RowEnds(MOST, WordTree(Lexicon.from_words(["a" * length])))
    end, sign = no_cards(1), ends.signs([Piece("", "a", -1, 7, 0, 0)])
    brought = np.zeros(1, dtype=np.int64)
    for _ in range(length):
        end, brought, _ = ends.read(end, np.zeros(1, dtype=np.int64), sign)
    assert int(ends.words.longest[end.word[0]]) == length
    assert ends.are_all_counted == are_counted
    assert (brought.tolist() == [7 * length + LONG_BONUS]) == are_counted


def test_what_is_found_out_of_words_and_ranks_is_kept_with_the_dictionary_and_the_game() -> None:
    words = Lexicon.from_words(["ab", "abc"], shown=["ab"])
    kept_tails, shown = tails_of(WordTree(words)), tails_of(WordTree(words, only_shown=True))
    assert tails_of(WordTree(words, ["ab"])) is kept_tails, "which is there already"
    assert tails_of(WordTree(words, only_shown=True)) is shown
    more = [tails_of(WordTree(words, ["abc"])), tails_of(WordTree(words, ["abd"])), tails_of(WordTree(words, ["abd"]))]
    assert len({*map(id, more), id(kept_tails), id(shown)}) == 5
    game = rank_tails_of(Scheme("cardplay", "most", {"A": 9}))
    assert rank_tails_of(Scheme("cardplay", "most", {"A": 9})) is game
    assert rank_tails_of(Scheme("cardplay", "most", {"A": 8})) is not game


# ——— the sets ———


HANDS = st.lists(st.sampled_from(("7/A", "8/A", "9/B", "10/B", "J/B")), min_size=1, max_size=5)


@given(HANDS, st.data())
def test_two_ways_are_joined_for_every_set(hand: list[str], data: st.DataObject) -> None:
    sets = CardSets(hand, MOST)
    gains = st.lists(st.sampled_from((NONE, 1, 2, 5, 9)), min_size=sets.count, max_size=sets.count)
    one, other = (np.array(data.draw(gains), dtype=np.int64) for _ in range(2))
    best, are_all = sets.joined(one, other)
    assert are_all
    for number in range(sets.count):
        cards = Counter(map(tuple, sets.counts.tolist()))
        assert cards[tuple(sets.counts[number].tolist())] == 1
        apart = [(first, number - first) for first in range(number + 1) if fits(sets, first, number)]
        ways = [int(one[a] + other[b]) for a, b in apart if one[a] > NONE and other[b] > NONE]
        assert int(best[number]) == max(ways, default=NONE)
        if ways:
            first, second = sets.parted(number, int(best[number]), one, other)
            assert first + second == number
            assert one[first] + other[second] == best[number]


def fits(sets: CardSets, part: int, whole: int) -> bool:
    """Whether one set is part of the other."""
    return bool((sets.counts[part] <= sets.counts[whole]).all())


def test_cards_are_told_by_their_sets() -> None:
    sets = CardSets(["10/A", "J/A", "7/B", "*"], MOST)
    number = sets.of(["J/A", "*=/C"])
    assert sets.counts[number].sum() == sets.cards[number] == 2
    assert sets.of(["10/A", "J/A", "7/B", "*"]) == sets.count - 1
    assert sets.with_any("10/A")[number], "which is like the other A"
    assert not sets.with_any("7/B")[number]
    kinds, costs = sets.dearest(FEWEST)
    assert (sets.kinds[int(kinds[number])].card, int(costs[number])) == ("*", 50)


def test_of_too_many_sets_those_are_joined_that_bring_most() -> None:
    hand = [f"{RANKS[at % len(RANKS)]}/{letter}" for at, letter in enumerate("ABCDEFGHIJ")]
    sets = CardSets(hand, MOST)
    assert sets.count > MOST_PAIRED
    one, other = np.arange(sets.count), sets.nothing()
    other[0] = 0
    best, are_all = sets.joined(one, other)
    assert not are_all
    assert (best[-MOST_PAIRED:] == one[-MOST_PAIRED:]).all()
    assert (best[:-MOST_PAIRED] == NONE).all()


# ——— what is kept of rows ———


@given(st.lists(st.tuples(*[st.sampled_from((0, 1, 2**31, 2**31 + 1))] * 4, st.integers(-5, 5)), min_size=1))
def test_of_rows_that_are_alike_the_best_is_kept_however_large_their_numbers(rows: list[tuple[int, ...]]) -> None:
    columns = [np.array(column, dtype=np.int64) for column in zip(*(row[:4] for row in rows), strict=True)]
    gain = np.array([row[4] for row in rows], dtype=np.int64)
    kept = best_of_alike(columns, gain).tolist()
    best: dict[tuple[int, ...], int] = {}
    for at, row in enumerate(rows):
        if row[:4] not in best or row[4] > rows[best[row[:4]]][4]:
            best[row[:4]] = at
    assert kept == sorted(best.values())
    first, which = alike(columns)
    assert [rows[first[like]][:4] for like in which.tolist()] == [row[:4] for row in rows]


def test_rows_are_told_apart_by_numbers_of_less_room_too() -> None:
    """More of them than are sooner sorted, and so large that two of their numbers are no such number together."""
    numbers = np.arange(2**24, 2**24 + 1000)
    columns = [np.repeat(numbers, 2), np.tile(numbers, 2)]
    small = [np.stack([column, column], 1).astype(np.int32)[:, 0] for column in columns]  # a part of a table
    for found, wanted in zip(alike(small), alike(columns), strict=True):
        assert (found == wanted).all()
    assert (best_of_alike(small, numbers.repeat(2)) == best_of_alike(columns, numbers.repeat(2))).all()


LETTERS = "abcdefgh"
SHORT = Lexicon.from_words("".join(some) for count in (2, 3, 4) for some in combinations(LETTERS, count))


def grown(hand: list[str], room: int) -> tuple[dict[int, int], bool, CardSets]:
    """What rows of a hand bring by set, and whether some were dropped."""
    sets = CardSets(hand, MOST)
    grower = RowGrower(HandSets([sets], [[sets.of(hand)]]), [], MOST, RowEnds(MOST, WordTree(SHORT)), room)
    found: dict[int, int] = {}
    steps = [empty_rows(np.zeros(1, dtype=np.int64))]
    while len(steps[-1].used):
        steps.append(grower.laying(steps[-1]))
        rows = steps[-1]
        for at in np.nonzero(grower.ends.may_end(rows.ends))[0].tolist():
            way = [kept(each, np.ones(len(each.used), dtype=np.bool_)) for each in steps]
            cards = [grower.pieces[piece].laid for piece in grower.laid(way, at)]
            assert covered(len(cards), words_in(cards, SHORT, ()))
            assert worth(cards, MOST, SHORT).points == rows.gain[at]
            assert sets.of(cards) == rows.used[at]
            found[int(rows.used[at])] = max(found.get(int(rows.used[at]), 0), int(rows.gain[at]))
    return found, bool(grower.dropped.any()), sets


def test_for_want_of_room_the_most_promising_rows_are_kept_and_it_is_said_that_others_were_not() -> None:
    hand = [f"{rank}/{letter.upper()}" for rank, letter in zip(RANKS, LETTERS, strict=True)]
    every, is_dropped, _ = grown(hand, 10**6)
    assert not is_dropped
    some, is_dropped, sets = grown(hand, 200)
    assert is_dropped
    assert all(gain <= every[number] for number, gain in some.items())
    assert some[sets.count - 1] == every[sets.count - 1], "in the order of the alphabet, as promised"


@pytest.mark.parametrize("aim", [MOST, FEWEST])
def test_a_row_of_no_card_may_not_be_told_from_nothing(aim: Scheme) -> None:
    sets = CardSets(["7/A"], aim)
    grower = RowGrower(HandSets([sets], [[1]]), ["8/B"], aim, RowEnds(aim, WordTree(SHORT)), 100)
    rows, which = grower.onto(empty_rows(np.array([3])), np.array([grower.lying["8/B"]]))
    assert which.tolist() == [0]
    assert (rows.line.tolist(), rows.used.tolist(), rows.gain.tolist()) == ([3], [0], [0])
