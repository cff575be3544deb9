"""What is wrong with a deck, and with who starts with which card of it, in Disorder of the Villains (V1, V2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.villains.sentences import MANY
from companion.sentences import joined, message, told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.sentences import Told

_ONE: Mapping[str, str] = {"monster": message("monster"), "villain": message("villain")}
_DNA: Mapping[str, str] = {
    "monster": message("one of A, B, C and D"),
    "villain": message("four signs out of A, B, C, D, x and y"),
}


def deck_of(player: str) -> Told:
    """Part: whose deck it is."""
    return told("{player}'s deck", player=player)


def in_deck(deck: str, problem: str) -> Told:
    """What is wrong in a deck."""
    return told("in {deck}, {problem}", deck=deck, problem=problem)


def of_card(problem: str, card: str | None) -> Told:
    """Part: what is wrong with a field, and of which card it is one, if it is."""
    return joined("", [problem, "" if card is None else told(" (the card “{name}”)", name=card)])


def is_there_twice(card: str) -> Told:
    """Part: a name that two cards have."""
    return told("“{card}” is there more than once; all names of a deck must differ", card=card)


def wrong_number(deck: str, kind: str, names: Sequence[str], wanted: int) -> Told:
    """A deck has too many or too few cards of a kind; these are there."""
    has = told("{deck} has {count} {kinds}", deck=deck, count=len(names), kinds=told(MANY[kind]))
    last = told("; the last is “{card}”", card=names[-1]) if names else ""
    return told("{has}, and it must have exactly {wanted}{last}", has=has, wanted=wanted, last=last)


def wrong_dna(card: str, kind: str, dna: str) -> Told:
    """Part: the DNA of a card is none of its kind."""
    has = told("the {kind} “{card}” has DNA “{dna}”", kind=told(_ONE[kind]), card=card, dna=dna)
    return told("{has}; it must be {meaning}", has=has, meaning=told(_DNA[kind]))


def needs_when(card: str) -> Told:
    """Part: a timed trait without its turn."""
    return told("the timed trait of “{card}” must say when: own, opponent or any", card=card)


def cannot_be_constant(card: str, effect: str) -> Told:
    """Part: an effect that no trait has all the time."""
    return told("the constant trait of “{card}” must be draw or shield, not {effect}", card=card, effect=effect)


def shields_only_constantly(card: str, timing: str) -> Told:
    """Part: a shield that is there only at times."""
    return told("“{card}” can shield only by a constant trait, not by one that is {timing}", card=card, timing=timing)


def no_part_of_trait(card: str, key: str, parts: Sequence[str]) -> Told:
    """Part: a key that no trait has, as one that is misspelt."""
    names = ", ".join(parts)
    return told("{key} is no part of a trait, as of “{card}”; it has {parts}", key=key, card=card, parts=names)


def when_only_timed(card: str) -> Told:
    """Part: a turn is named for a trait that waits for none."""
    return told("the trait of “{card}” says “when”, which only a timed one does", card=card)


def amount_only_of_draw(card: str, effect: str) -> Told:
    """Part: an amount of an effect that has none."""
    return told("the trait of “{card}” says “amount”, which only draw has, not {effect}", card=card, effect=effect)


def cannot_start_with(player: str, card: str, villains: Sequence[str]) -> Told:
    """The starting Villain is none of the deck's."""
    refusal = told("{player} cannot start with “{card}”", player=player, card=card)
    return told("{refusal}: the Villains of that deck are {names}", refusal=refusal, names=", ".join(villains))
