"""Decks and DNA of Disorder of the Villains."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.decks import deckfiles
from companion.errors import BadInput
from companion.games.board import Areas, Asked, Creature, Waiting
from companion.games.villains.deck import Effect, Trait, read_deck
from companion.games.villains.dna import matches, readings
from companion.games.villains.house_deck import HOUSE
from tests.rules.villains_table import deck, table, timed
from tests.seen import labels, only, seen

if TYPE_CHECKING:
    from random import Random

ALL_MONSTERS = ["".join(four) for four in combinations_with_replacement("ABCD", 4)]
SEQUENCES = ["".join(four) for four in combinations_with_replacement("ABCDxy", 4)]


def test_v14_the_rulebook_s_examples() -> None:
    assert readings("BBxx") == ("AABB", "BBCC", "BBDD")
    assert readings("BBxy") == ("ABBC", "ABBD", "BBCD")
    assert readings("ABCD") == ("ABCD",)


@pytest.mark.parametrize(
    ("sequence", "taken"),
    [
        ("AAAA", 1),
        ("xxxx", 4),
        ("yyyy", 4),  # a y alone is one further letter too
        ("xxyy", 6),  # two different letters, in either order
        ("xyyy", 12),  # one once and another three times
        ("ABxy", 1),
        ("ABCx", 1),
        ("AAAx", 3),
        ("xxxy", 12),
    ],
)
def test_v14_how_many_hands_of_four_a_sequence_takes(sequence: str, taken: int) -> None:
    assert sum(matches(sequence, four) for four in ALL_MONSTERS) == taken


def by_the_clause(sequence: str, monsters: str) -> bool:
    """V14 said the long way round: some letters for x and y, different from each other and from those written."""
    written = Counter(sign for sign in sequence if sign in "ABCD")
    for x, y in product("ABCD", repeat=2):
        meant = written + Counter({x: sequence.count("x")}) + Counter({y: sequence.count("y")})
        fresh = x not in written or "x" not in sequence
        fresh_y = (y not in written or "y" not in sequence) and (x != y or "x" not in sequence or "y" not in sequence)
        if fresh and fresh_y and meant == Counter(monsters):
            return True
    return False


def test_v14_every_sequence_with_every_four_monsters() -> None:
    for sequence in SEQUENCES:
        for monsters in ALL_MONSTERS:
            assert matches(sequence, monsters) == by_the_clause(sequence, monsters), (sequence, monsters)


@given(st.sampled_from(SEQUENCES), st.permutations("ABCD"), st.randoms(use_true_random=False))
def test_v14_order_does_not_matter(sequence: str, letters: list[str], random: Random) -> None:
    shuffled = list(sequence)
    random.shuffle(shuffled)
    four = (letters * 2)[:4]
    assert matches(sequence, four) == matches("".join(shuffled), reversed(four))


def test_v14_fewer_or_more_than_four_never_match() -> None:
    assert not matches("xxxx", "AAA")
    assert not matches("xxxx", "AAAAA")
    assert not matches("AAAA", "")


# ——— V1: what a deck must be ———


def changed(**changes: Any) -> dict[str, Any]:
    """The plain deck with its card Bat changed; a change to None takes the field away."""
    plain = deck()
    for card in plain["cards"]:
        if card["name"] == "Bat":
            card.update(changes)
            for key, value in changes.items():
                if value is None and key != "trait":
                    del card[key]
    return plain


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"dna": "E"}, "the monster “Bat” has DNA “E”"),
        ({"dna": "AB"}, "the monster “Bat” has DNA “AB”"),
        ({"dna": "x"}, "the monster “Bat” has DNA “x”"),
        ({"dna": ""}, "the monster “Bat” has DNA “”"),
        ({"dna": "X"}, "the monster “Bat” has DNA “X”"),
        ({"kind": "villain", "dna": "ABCX"}, "the villain “Bat” has DNA “ABCX”"),
        ({"kind": "villain"}, "the villain “Bat” has DNA “B”"),
        ({"kind": "villain", "dna": "ABCE"}, "the villain “Bat” has DNA “ABCE”"),
        ({"kind": "villain", "dna": "ABCD"}, "5 villains"),
        ({"kind": "ghost"}, "cards, no. 9: kind” must be “monster” or “villain” (the card “Bat”)"),
        ({"name": "Bee"}, "“Bee” is there more than once"),
        ({"name": "Oz"}, "“Oz” is there more than once"),
        ({"name": 3}, "cards, no. 9: name” must be text"),
        ({"dna": None}, "cards, no. 9: dna” is missing (the card “Bat”)"),
        ({"colour": 3}, "cards, no. 9: colour” must be text (the card “Bat”)"),
        ({"trait": {"timing": "timed", "effect": "draw"}}, "the timed trait of “Bat” must say when"),
        ({"trait": {"timing": "constant", "effect": "bounce"}}, "constant trait of “Bat” must be draw or shield"),
        ({"trait": {"timing": "constant", "effect": "negate"}}, "must be draw or shield, not negate"),
        ({"trait": {"timing": "constant"}}, "cards, no. 9: trait: effect” is missing (the card “Bat”)"),
        ({"trait": {"timing": "constant", "effect": None}}, "cards, no. 9: trait: effect"),
        ({"trait": {"timing": "immediate", "effect": "shield"}}, "“Bat” can shield only by a constant trait"),
        ({"trait": {"timing": "minted", "effect": "shield"}}, "not by one that is minted"),
        ({"trait": {"timing": "timed", "when": "any", "effect": "shield"}}, "not by one that is timed"),
        ({"trait": {"timing": "constant", "effect": "draw", "amount": 0}}, "cards, no. 9: trait: amount"),
        ({"trait": {"timing": "later", "effect": "draw"}}, "cards, no. 9: trait: timing"),
        ({"trait": {"timing": "immediate", "effect": "sing"}}, "cards, no. 9: trait: effect"),
        ({"trait": {"timing": "immediate", "effect": "draw", "amount": 0}}, "cards, no. 9: trait: amount"),
        ({"trait": {"timing": "timed", "effect": "draw", "when": "never"}}, "cards, no. 9: trait: when"),
        ({"trait": "draw"}, "cards, no. 9: trait"),
    ],
)
def test_v1_a_deck_that_breaks_it_is_an_error_that_names_the_card(changes: dict[str, str], problem: str) -> None:
    with pytest.raises(BadInput) as error:
        table(decks={"Ann": changed(**changes)}, starting={})
    assert problem in str(error.value)
    assert "Ann's deck" in str(error.value)


@pytest.mark.parametrize(
    ("changes", "about"),
    [
        ({"dna": "E"}, ("Bat", "dna")),
        ({"dna": None}, ("Bat", "dna")),
        ({"kind": "villain", "dna": "ABCD"}, ("Bat", "kind")),
        ({"name": "Bee"}, ("Bee", "name")),
        ({"name": 3}, (None, "name")),
        ({"trait": {"timing": "timed", "effect": "draw"}}, ("Bat", "trait")),
        ({"trait": {"timing": "constant", "effect": None}}, ("Bat", "trait")),
    ],
)
def test_v1_an_error_is_about_the_card_and_its_key(changes: dict[str, str], about: tuple[str | None, str]) -> None:
    with pytest.raises(BadInput) as error:
        read_deck(changed(**changes), "the deck")
    assert (error.value.about.card, error.value.about.key) == about


def test_v1_exactly_four_villains_and_sixteen_monsters() -> None:
    few = deck()
    few["cards"] = [card for card in few["cards"] if card["name"] != "Bat"]
    with pytest.raises(BadInput, match="15 monsters, and it must have exactly 16; the last is “Duck”"):
        read_deck(few, "the deck")
    none = {"cards": [card for card in deck()["cards"] if card["kind"] == "monster"]}
    with pytest.raises(BadInput, match=r"0 villains, and it must have exactly 4$"):
        read_deck(none, "the deck")


@pytest.mark.parametrize("raw", [{}, {"cards": 3}, {"cards": [3]}, {"cards": [], "name": 3}])
def test_v1_a_deck_without_usable_cards(raw: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="the deck") as error:
        read_deck(raw, "the deck")
    assert (error.value.about.card, error.value.about.key) == (None, None)


def test_v1_colour_and_trait_may_be_left_out() -> None:
    plain = deck()
    for card in plain["cards"]:
        del card["colour"], card["trait"]
    assert read_deck(plain, "the deck")["Bat"].trait is None


# ——— the house deck ———


def test_house_deck_and_its_file_are_the_same() -> None:
    file = deckfiles.read("villains")
    from_file = {card.label: (card.kind, card.dna, card.colour) for card in file.deck.cards}
    assert from_file == {card.name: (card.kind, card.dna, card.colour) for card in HOUSE.cards}
    traits = {card.name: card.trait for card in HOUSE.cards if card.trait is not None}
    assert {name: Trait(**given_trait) for name, given_trait in file.traits.items()} == traits


def test_house_deck_uses_every_timing_every_keyword_and_every_when() -> None:
    traits = [card.trait for card in HOUSE.cards if card.trait is not None]
    assert {each.timing for each in traits} == {"immediate", "timed", "constant", "minted"}
    assert {each.effect for each in traits} == set(get_args(Effect))
    assert {each.when for each in traits} == {"own", "opponent", "any", None}


def test_house_deck_has_four_monsters_of_each_letter_and_colour_and_each_villain_can_be_minted() -> None:
    monsters = [card for card in HOUSE.cards if card.kind == "monster"]
    assert Counter(card.dna for card in monsters) == dict.fromkeys("ABCD", 4)
    assert set(Counter(card.colour for card in monsters).values()) == {4}
    stock = Counter(card.dna for card in monsters)
    for villain in (card for card in HOUSE.cards if card.kind == "villain"):
        assert any(Counter(reading) <= stock for reading in readings(villain.dna))


def test_the_view_shows_what_lies_there_and_what_may_be_done() -> None:
    match = table({"Oz": timed("draw", "own"), "Ape": timed("burn", "opponent")})
    view = match.view()
    assert view.may == {"Ann": ("draw", "trigger"), "Bob": ()}
    anns, bobs = only(seen(match), Areas).areas
    assert anns.cards == (Creature("Oz", "villain", "ABCD", "red", trait="draw"),)
    assert labels(bobs.cards) == ["Oz2"]
    match.apply({"event": "draw", "player": "Ann"})
    match.apply({"event": "play", "player": "Ann", "card": "Ape"})
    assert match.view().may["Bob"] == ("decline", "timeout")
    assert seen(match).asked == Asked("Bob", "Interrupt Ape?")
    match.apply({"event": "trigger", "player": "Ann", "card": "Oz"})
    assert [effect.text for effect in only(seen(match), Waiting).effects] == ["Oz: DRAW"]
    assert seen(match).asked == Asked("Bob", "Interrupt Oz?")
    assert match.view().may == {"Ann": (), "Bob": ("decline", "timeout")}
    match.apply({"event": "timeout", "player": "Bob"})
    assert seen(match).asked is None
    assert match.view().may == {"Ann": ("resolve",), "Bob": ("resolve",)}
