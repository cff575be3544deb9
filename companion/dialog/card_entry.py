"""Asking for cards with a rank and a letter, rank first, on the table (`*=Q/R`) or in a hand (`*`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.dialog.prompts import DONE, LETTERS, NONE, sign
from companion.sentences import message

if TYPE_CHECKING:
    from companion.dialog.prompts import Asking
    from companion.games.form_fields import CardField, CardsField, LinesField

WILD = "*"
NEXT_LINE = "/"


def card(field: CardField, _who: str) -> Asking:
    """One card."""
    return (yield from _card(field, field.label, ()))


def cards(field: CardsField, who: str) -> Asking:
    """Cards until done; once there are any, whose they are, if anybody's, heads them."""
    found: list[str] = []
    while taken := (
        yield from _card(
            field,
            _so_far(who or field.label, found) if found else field.label,
            (DONE,) if len(found) >= field.least else (),
        )
    ):
        found.append(taken)
    return found


def lines(field: LinesField, _who: str) -> Asking:
    """Lines of laid cards, each of at least one, until done."""
    found: list[list[str]] = []
    more = True
    while more:
        line: list[str] = []
        while True:
            ends = (DONE, NEXT_LINE) if line else ()
            taken = yield from _card(field, _so_far(f"{field.label}: {len(found) + 1}", line), ends)
            if taken in (None, NEXT_LINE):
                break
            line.append(taken)
        found.append(line)
        more = taken == NEXT_LINE
    return found


def _card(field: CardField, title: str, ends: tuple[str, ...]) -> Asking:
    """One card; None for the sign of the end, the sign itself for any other that ends a line."""
    wild = () if field.wild == "no" else (WILD,)
    rank = yield from sign(title, (*ends, *field.ranks, *wild))
    if rank in ends:
        return None if rank == DONE else rank
    if rank != WILD:
        letter = yield from sign(f"{title}: {rank}/", LETTERS)
        return f"{rank}/{letter}"
    return (yield from meant_card(field.ranks)) if field.wild == "meant" else WILD


def meant_card(ranks: tuple[str, ...]) -> Asking:
    """What a wild on the table stands for: a card, a rank alone or a letter alone."""
    meant = yield from sign(message("stands for"), (*ranks, NONE))
    letter = yield from sign(message("stands for"), LETTERS if meant == NONE else (*LETTERS, NONE))
    return f"*={'' if meant == NONE else meant}/{'' if letter == NONE else letter}"


def _so_far(title: str, found: list[str]) -> str:
    return f"{title}{' ' if ': ' in title else ': '}{' '.join(found)}" if found else title
