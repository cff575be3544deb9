"""What words can bring at most, which the search goes by: no less than they do bring, whichever way cards are laid."""

from collections import Counter
from functools import cache

from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.games.wordcard.events import PlainType
from companion.games.wordcard.kinds import groups_of, kinds_of
from companion.games.wordcard.notation import WILD
from companion.games.wordcard.reading import WordReader
from companion.games.wordcard.scoring import Scheme
from tests.solvers.test_wordcard_solver import TYPES

WORDS = ("abbacabb", "bacbacbcb", "abba", "cab", "bac", "ab", "ba", "cabbac")
ALL_OF_LONG = ["7/A", "7/A", "K/A", "7/B", "8/B", "8/B", "8/B", "9/C"]  # ABBACABB


def reader(cards: list[str], kind: PlainType) -> tuple[WordReader, tuple[int, ...]]:
    """A reader of the words that the cards can spell, and how many there are of each kind."""
    scheme = Scheme(kind, "most", {})
    kinds = kinds_of(groups_of(cards, scheme), scheme)
    letters = Counter(card[-1].lower() for card in cards)
    spelled = [word for word in WORDS if (Counter(word) - letters).total() <= letters[WILD]]
    return WordReader(kinds, scheme, spelled, only_whole=False), tuple(one.count for one in kinds)


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from([kind for kind in TYPES if kind != "cardplay"]),
    st.lists(st.sampled_from(["7/A", "8/B", "9/C", "K/A"]), min_size=1, max_size=9),
    st.integers(0, 1),
)
@example(kind="wordplay", reals=ALL_OF_LONG, wilds=0)
@example(kind="cardplay_plus", reals=ALL_OF_LONG, wilds=0)
@example(kind="wordplay", reals=ALL_OF_LONG[1:], wilds=1)
@example(kind="wordplay", reals=["7/B", "7/B", "7/B", "7/B", "K/A", "K/A", "9/C", "9/C", "9/C"], wilds=0)
def test_no_way_to_lay_the_cards_brings_more_in_words_than_was_promised(
    kind: PlainType, reals: list[str], wilds: int
) -> None:
    words, all_cards = reader([*reals, *[WILD] * wilds], kind)

    @cache
    def most(reading: int, left: tuple[int, ...]) -> int:
        """What words bring at most in this line and in those that begin after it, held against the promise."""
        further = [most(0, left)] if reading and any(left) else [0]
        for number, count in enumerate(left):
            rest = (*left[:number], count - 1, *left[number + 1 :])
            further += [read.gain + most(read.reading, rest) for read in words.read(reading, number) if count]
        assert words.promise(reading, left) >= max(further)
        return max(further)

    most(0, all_cards)


def test_a_wild_in_a_line_in_which_no_word_can_count_any_more_stands_for_no_letter() -> None:
    words, _ = reader(["9/C", WILD], "cardplay")
    (lost,) = words.read(0, 1)
    assert [read.letter for read in words.read(lost.reading, 0)] == [""]
    assert [read.letter for read in words.read(0, 0)] == [""]


def test_a_line_may_end_where_what_is_hidden_stands_inside_what_is_shown_and_not_before() -> None:
    scheme = Scheme("wordplay", "most", {})
    kinds = kinds_of(groups_of(["7/P", "8/L", "9/A", "10/N", "J/E", "Q/T"], scheme), scheme)
    words = WordReader(kinds, scheme, ["planet", "plan"], only_whole=False, hidden=["plan"])
    reading, may_end = 0, []
    for letter in "planet":
        (read,) = words.read(reading, next(at for at, kind in enumerate(kinds) if kind.letter == letter))
        reading = read.reading
        may_end.append(words.good(reading))
    assert may_end == [False, False, False, False, False, True]


def test_where_words_pay_nothing_what_they_bring_is_nothing() -> None:
    words, _ = reader(["7/A", "8/B"], "cardplay")
    (first,) = words.read(0, 0)
    assert [read.gain for read in words.read(first.reading, 1)] == [0]


def test_no_card_follows_a_hidden_word_that_it_does_not_take_in() -> None:
    scheme = Scheme("cardplay_plus", "most", {})
    kinds = kinds_of(groups_of(["7/A", "8/B", "9/C"], scheme), scheme)
    words = WordReader(kinds, scheme, ["ab"], only_whole=False, hidden=["ab"])
    (first,) = words.read(0, 0)
    (second,) = words.read(first.reading, 1)
    assert words.read(second.reading, 2) == ()
    assert len(words.read(first.reading, 2)) == 1
