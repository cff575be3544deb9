"""Asking for WORDCARD cards, rank first and letter then, on the table (`*=Q/R`) or in a hand (`*`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.dialog.prompts import DONE, LETTERS, NONE, sign
from companion.games.wordcard.cards import RANKS, WILD
from companion.sentences import message

if TYPE_CHECKING:
    from companion.dialog.prompts import Asking

NEXT_LINE = "/"


def real_card(title: str) -> Asking:
    """A card like `Q/R`."""
    rank = yield from sign(title, RANKS)
    letter = yield from sign(f"{title}: {rank}/", LETTERS)
    return f"{rank}/{letter}"


def hand_card(title: str) -> Asking:
    """A card of a hand: `Q/R` or a wild."""
    return (yield from _card(title, (), laid=False))


def cards(title: str, *, laid: bool, at_least: int = 0) -> Asking:
    """Cards until done."""
    found: list[str] = []
    while card := (yield from _card(_so_far(title, found), (DONE,) if len(found) >= at_least else (), laid=laid)):
        found.append(card)
    return found


def lines(title: str) -> Asking:
    """Lines of laid cards, each of at least one, until done."""
    found: list[list[str]] = []
    more = True
    while more:
        line: list[str] = []
        while True:
            ends = (DONE, NEXT_LINE) if line else ()
            card = yield from _card(_so_far(f"{title}: {len(found) + 1}", line), ends, laid=True)
            if card in (None, NEXT_LINE):
                break
            line.append(card)
        found.append(line)
        more = card == NEXT_LINE
    return found


def _card(title: str, ends: tuple[str, ...], *, laid: bool) -> Asking:
    """One card; None for the sign of the end, the sign itself for any other that ends a line."""
    rank = yield from sign(title, (*ends, *RANKS, WILD))
    if rank in ends:
        return None if rank == DONE else rank
    if rank != WILD:
        letter = yield from sign(f"{title}: {rank}/", LETTERS)
        return f"{rank}/{letter}"
    return (yield from meant_card()) if laid else WILD


def meant_card() -> Asking:
    """What a wild on the table stands for: a card, a rank alone or a letter alone."""
    meant = yield from sign(message("stands for"), (*RANKS, NONE))
    letter = yield from sign(message("stands for"), LETTERS if meant == NONE else (*LETTERS, NONE))
    return f"*={'' if meant == NONE else meant}/{'' if letter == NONE else letter}"


def _so_far(title: str, found: list[str]) -> str:
    return f"{title}{' ' if ': ' in title else ': '}{' '.join(found)}" if found else title
