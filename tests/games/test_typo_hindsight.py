"""What could have been in TYPO: every place and the best of them, against a look at each word; and what is not said."""

from dataclasses import replace
from string import ascii_uppercase
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.teaching import TEACHING
from companion.games.typo.events import Doubt, Fail, Place, Reveal
from companion.games.typo.hindsight import hints
from companion.games.typo.play import rule
from companion.games.typo.state import Placement, State, start
from companion.games.typo.ways import bears_on, example, ways
from companion.lexicon import Lexicon

FEW = settings(max_examples=60)
WORDS = st.lists(st.text("abc", min_size=1, max_size=6), min_size=1, max_size=12, unique=True)
ROW = st.text("ABC", min_size=1, max_size=4)
ROWS = st.tuples(ROW, ROW, ROW, ROW)
ENDS = [("front", "{card}{row}"), ("back", "{row}{card}")]


def table(words: list[str], rows: tuple[str, ...], **fields: Any) -> State:
    """A match of three in which these rows lie there."""
    begun = start(("Ann", "Bob", "Cy"), {"rows": list("RENT")}, Lexicon.from_words(words))
    return replace(begun, rows=rows, **fields)


def fits(words: list[str], letters: str) -> list[str]:
    """The words that begin with these letters, as a look at each word finds them."""
    return sorted((word for word in words if word.startswith(letters.lower())), key=lambda word: (len(word), word))


def ways_by_hand(words: list[str], row: str) -> int:
    return sum(bool(fits(words, put.format(card=card, row=row))) for _, put in ENDS for card in ascii_uppercase)


def bears_by_hand(said: str, rows: tuple[str, ...]) -> bool:
    begun = said.upper()
    placed = [put.format(card=card, row=row) for row in rows for _, put in ENDS for card in ascii_uppercase]
    return any(begun.startswith(letters) for letters in placed)


@FEW
@given(WORDS, ROWS, st.sampled_from("ABC"))
def test_every_place_is_found_with_a_word_and_the_best_one_first(
    words: list[str], rows: tuple[str, ...], card: str
) -> None:
    found = ways(Lexicon.from_words(words), rows, card)
    by_hand = {}
    for number, row in enumerate(rows, start=1):
        for side, put in ENDS:
            letters = put.format(card=card, row=row)
            if fits(words, letters):
                more = ways_by_hand(words, letters) - ways_by_hand(words, row)
                by_hand[number, side] = (letters, fits(words, letters)[0], more)
    assert {(way.row, way.side): (way.letters, way.word, way.more) for way in found} == by_hand
    left = [
        sum(ways_by_hand(words, row) for row in (*rows[: way.row - 1], way.letters, *rows[way.row :])) for way in found
    ]
    assert left == sorted(left, reverse=True), "the best leaves the table the most ways"


def test_a_word_that_may_not_be_shown_is_no_example() -> None:
    assert example(Lexicon.from_words(["ab", "abc"], shown=["abc"]), "AB") == "abc"
    assert example(Lexicon.from_words(["ab"], shown=[]), "AB") is None


@given(st.text("abc", min_size=1, max_size=6), ROWS)
def test_what_bears_on_a_row_begins_as_it_would_with_one_card_more(said: str, rows: tuple[str, ...]) -> None:
    assert bears_on(said, rows) == bears_by_hand(said, rows)


@FEW
@given(WORDS, ROWS, st.sampled_from("ABC"))
def test_nothing_that_is_said_bears_on_a_row_that_still_lies_there(
    words: list[str], rows: tuple[str, ...], card: str
) -> None:
    state = table(words, rows, queue=((0, card), (1, "A")))
    fail = Fail("Ann", row=state.longest()[0] + 1)
    after, _ = rule(state, fail)
    said = hints(state, fail)
    for way in said.get("placements", ()):
        assert way["row"] == fail.row
        assert not bears_by_hand(way["letters"], after.rows)
        assert not bears_by_hand(way["word"], after.rows)
    taught = said[TEACHING]
    assert [way["letters"] for way in taught["placements"]] == [way.letters for way in ways(state.words, rows, card)]
    assert taught["next"]["player"] == "Bob"
    assert taught["next"]["placements"] == [way.to_json() for way in ways(state.words, after.rows, "A")]


RENTED = table(["rented", "stab", "sty", "to"], ("RENT", "ST", "U", "Y"), queue=((0, "E"), (1, "A")))


def test_of_a_card_that_was_given_up_only_the_row_that_is_gone_is_spoken_of() -> None:
    state = replace(RENTED, words=Lexicon.from_words(["rented", "stee"]), queue=((0, "E"), (1, "A")))
    said = hints(state, Fail("Ann"))
    assert said == {TEACHING: said[TEACHING]}, "E lies there now, and who has an R would know that RE begins a word"
    state = replace(state, words=Lexicon.from_words(["rents", "sts"]), queue=((0, "S"), (1, "A")))
    assert [way["word"] for way in hints(state, Fail("Ann"))["placements"]] == ["rents"]
    assert [way["word"] for way in hints(state, Fail("Ann"))[TEACHING]["placements"]] == ["sts", "rents"]


def test_a_word_that_is_none_is_told_when_nobody_can_doubt_or_say_it_any_more() -> None:
    placing = Place("Ann", 1, "back", "rente")
    state, _ = rule(RENTED, placing)
    open_now = {"player": "Ann", "word": "rente", "cards": 2, "open": True}
    assert hints(RENTED, placing) == {TEACHING: hints(RENTED, placing)[TEACHING]}
    assert hints(RENTED, placing)[TEACHING]["doubt"] == open_now
    too_few = Doubt(("Bob",))
    assert hints(state, too_few)["doubt"] == {**open_now, "open": False}, "no word begins with RENTE and more of it"
    assert "doubt" not in hints(state, Doubt(("Bob", "Cy"))), "that one was looked up"
    longer, _ = rule(RENTED, Place("Ann", 1, "back", "rentex"))
    assert "doubt" not in hints(longer, too_few), "whoever has an X could say it again"
    assert hints(longer, too_few)[TEACHING]["doubt"]["word"] == "rentex"
    right, _ = rule(RENTED, Place("Ann", 1, "back", "rented"))
    assert "doubt" not in hints(right, too_few)[TEACHING]


def test_no_doubt_is_told_of_where_all_others_together_cannot_have_a_word_looked_up() -> None:
    begun = start(("Ann", "Bob"), {"rows": list("RENT"), "majority": "all"}, Lexicon.from_words(["rat", "tar"]))
    state, _ = rule(begun, Reveal({"Ann": "A", "Bob": "Z"}))
    told = hints(state, Place("Ann", 1, "back", "raxx"))
    assert "doubt" not in told[TEACHING]


def test_after_a_word_has_fallen_its_card_is_spoken_of() -> None:
    state = replace(RENTED, rows=("RENTE", "ST", "U", "Y"), queue=(), placement=Placement(0, "E", 0, "RENT", "renteq"))
    said = hints(state, Doubt(("Bob", "Cy")))
    assert [way["word"] for way in said[TEACHING]["placements"]] == ["rented"]


@pytest.mark.parametrize(("doubters", "is_told"), [(("Bob",), True), (("Bob", "Cy"), False)])
def test_of_the_last_card_nothing_is_said_while_it_can_be_doubted(doubters: tuple[str, ...], is_told: bool) -> None:
    state = replace(RENTED, hands=(1, 5, 5))
    last = Place("Ann", 1, "back", "rentex")
    assert set(hints(state, last)) == {TEACHING}
    over, _ = rule(state, last)
    assert over.winner == 0
    assert ("doubt" in hints(over, Doubt(doubters))) == is_told


def test_before_anything_is_placed_only_a_table_that_wants_to_be_taught_hears_where() -> None:
    state = replace(RENTED, queue=())
    said = hints(state, Reveal({"Ann": "E", "Bob": "Z", "Cy": "Z"}))
    assert set(said) == {TEACHING}
    assert said[TEACHING]["next"]["placements"][0]["word"] == "rented"
