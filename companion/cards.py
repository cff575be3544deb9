"""Card and Deck: what can lie on a table. Deck files are `decks/*.toml`; `decks.py` reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

CardKind = Literal["letter", "rank", "word", "jumble", "monster", "villain", "wild", "action"]


@dataclass(frozen=True, slots=True)
class Card:
    """One printed card. `label` is what is read off it ("A", "10", "TUERNEV", a name); `copies` how many a deck has.

    `value` is the printed value in points (None when nothing is printed). `rank` goes with a letter
    where a card has both; `dna` and `colour` are a portrait's.
    """

    kind: CardKind
    label: str
    value: int | None = None
    copies: int = 1
    rank: str | None = None
    dna: str | None = None
    colour: str | None = None

    @property
    def name(self) -> str:
        """What people call it: its label, with the rank before it where a letter has one ("Q/R")."""
        return self.label if self.rank is None else f"{self.rank}/{self.label}"


@dataclass(frozen=True, slots=True)
class Deck:
    """All cards of one kind of table. `reads` names what the eyes must look for on its cards."""

    name: str
    title: str
    reads: Literal["letters", "ranks", "ranked_letters", "jumbles", "portraits", "words"]
    cards: tuple[Card, ...]
    back: str | None = "WILD"
