"""WORDCARD's house rules, as they are chosen before a match: what a table may agree on otherwise than we read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from companion.games.form_fields import ChoiceField, Option
from companion.games.wordcard.events import Options, PlainType
from companion.games.wordcard.options import LARGEST_HAND, WORD_TYPES
from companion.sentences import message, told

if TYPE_CHECKING:
    from collections.abc import Sequence

WITH_CLAIMS = ("type", (*WORD_TYPES, "wild"))  # elsewhere no word is claimed
FOR_THE_MOST = ("aim", ("most",))
CARDS_TO_OPEN = message("A first laydown needs {value} or more cards, unless a value is agreed upon.")
VALUE_TO_OPEN = message("A first laydown must be worth {value} or more, of however many cards.")
OFFERED_VALUES = range(10, 101, 10)
_OPEN_CARDS = Options().open_cards


def readings(usual: Sequence[str]) -> tuple[ChoiceField, ...]:
    """The house rules; `usual` are the types that are played in turns."""
    in_turns = ("type", tuple(usual))
    return (
        ChoiceField(
            "open_cards", told("Cards to open with"), options=_open_cards(), clause="W6", only=in_turns,
            others=CARDS_TO_OPEN,
        ),
        ChoiceField(
            "open_points", told("Value to open with"), options=_open_points(), clause="W6", only=in_turns,
            others=VALUE_TO_OPEN,
        ),
        ChoiceField("tag_on", told("Tag cards on to"), options=_tag_on(), clause="W7", only=in_turns),
        ChoiceField("grid", told("The lines"), options=_grid(), clause="W9", only=in_turns),
        ChoiceField("declared_only", told("Words that count"), options=_counted(), clause="W11", only=WITH_CLAIMS),
        ChoiceField("strict", told("Words are looked up"), options=_looked_up(), clause="W16", only=WITH_CLAIMS),
        ChoiceField("explanations", told("Contest"), options=_contested(), clause="W16", only=WITH_CLAIMS),
        ChoiceField("pick_any", told("From the open pile"), options=_picked(), clause="W25", only=FOR_THE_MOST),
        ChoiceField("group_type", told("Scored as"), options=_scored_as(), clause="W24", only=("type", ("group",))),
    )  # fmt: skip


def _open_cards() -> tuple[Option, ...]:
    counts = (_OPEN_CARDS, *(count for count in range(1, LARGEST_HAND + 1) if count != _OPEN_CARDS))
    return tuple(Option(count, str(count), told(CARDS_TO_OPEN, value=count)) for count in counts)


def _open_points() -> tuple[Option, ...]:
    none = Option(None, told("none"), told("No value is agreed upon that a first laydown must have."))
    return (none, *(Option(value, str(value), told(VALUE_TO_OPEN, value=value)) for value in OFFERED_VALUES))


def _scored_as() -> tuple[Option, ...]:
    """The way of the group game that is played where nobody chooses, and the others."""
    usual = Options().group_type
    kinds = (usual, *(kind for kind in get_args(PlainType) if kind != usual))
    names = {kind: kind.replace("_", " ").upper() for kind in kinds}
    return tuple(Option(kind, names[kind], told("Lines score as in {type}.", type=names[kind])) for kind in kinds)


def _tag_on() -> tuple[Option, ...]:
    return (
        Option("any", told("any line"), told("Cards are tagged on to anyone's lines.")),
        Option("own", told("own lines"), told("Cards are tagged on to one's own lines only.")),
    )


def _grid() -> tuple[Option, ...]:
    return (
        Option(False, told("lie apart"), told("Lines lie apart, one below the other.")),
        Option(True, told("may cross"), told("Lines may cross, as on a grid.")),
    )


def _counted() -> tuple[Option, ...]:
    return (
        Option(False, told("all in a line"), told("Every word that stands in a line counts.")),
        Option(True, told("claimed ones"), told("Only the words that were claimed count.")),
    )


def _looked_up() -> tuple[Option, ...]:
    return (
        Option(False, told("in a contest"), told("A claimed word counts until it is contested and falls.")),
        Option(True, told("at once"), told("Every word is looked up at once: a false one cannot be laid.")),
    )


def _contested() -> tuple[Option, ...]:
    return (
        Option(False, told("the word"), told("What is contested is whether the word is in the dictionary.")),
        Option(True, told("explanation, too"), told("What a word means may be contested, too: the table decides.")),
    )


def _picked() -> tuple[Option, ...]:
    return (
        Option(False, told("the top card"), told("Only the top card of the open pile may be taken.")),
        Option(True, told("any card"), told("Any card of the open pile may be taken, with all that lie on it.")),
    )
