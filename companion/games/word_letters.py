"""The letters that a word is made of, as far as a form knows them: its own, and those of the cards that are named in
the fields before it. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.board import Jumble, Letter, Ranked
from companion.games.form_fields import (
    WILD,
    CardsField,
    CellsField,
    ChoiceField,
    EachField,
    LettersField,
    LinesField,
    WordField,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.games.board import Shown
    from companion.games.form_fields import Field


def with_letters(field: Field, fields: Sequence[Field], said: Mapping[str, Any]) -> Field:
    """A field of words with the letters that the fields before it (`fields`, of which `said` has the values) have
    brought, where it wants them; so one that everybody is asked for themselves. Any other as it is."""
    if isinstance(field, EachField):
        return replace(field, of=with_letters(field.of, fields, said))
    if not isinstance(field, WordField) or not field.letters_of:
        return field
    asked = {one.name: one for one in fields if one.is_asked(said)}
    wanted = [asked[name] for name in field.letters_of if name in asked]
    brought = (letter for one in wanted for letter in _letters_in(one, said.get(one.name)))
    return replace(field, letters=(*brought, *field.letters), letters_of=())


def readings_of_wilds(field: LettersField, fields: Sequence[Field], said: Mapping[str, Any]) -> tuple[str, ...]:
    """What the wilds of the field's row can stand for in the word that was said in one of the `fields` before it (of
    which `said` has the values): capital letters from left to right, each way once, none where the word does not hold
    the row."""
    words = [said[one.name] for one in fields if isinstance(one, WordField) and one.name in said]
    row, word = field.row, "".join(words[-1:]).upper()
    spelled = (word[start : start + len(row)] for start in range(len(word) - len(row) + 1))
    fitting = (cards for cards in spelled if all(card in (WILD, cards[at]) for at, card in enumerate(row)))
    return tuple(
        dict.fromkeys("".join(each for each, card in zip(cards, row, strict=True) if card == WILD) for cards in fitting)
    )


def _letters_in(field: Field, value: Any) -> Iterator[str]:
    """The letters of the cards that this value of a field names."""
    if value is None:
        return
    match field:
        case ChoiceField():
            chosen = field.option_of(value)
            for card in () if chosen is None else chosen.cards:
                yield from letters_on(card)
        case LettersField():
            yield from value
        case CellsField():
            yield from (ranked_letter(cell["card"]) for cell in value)
        case LinesField():
            yield from (ranked_letter(card) for line in value for card in line)
        case CardsField():
            yield from map(ranked_letter, value)


def letters_on(card: Shown) -> Sequence[str]:
    """The letters that a card brings into a word, `?` for a wild that may be any; a figure brings none."""
    match card:
        case Letter(label=letter):
            return letter
        case Ranked(label=label):
            return ranked_letter(label)
        case Jumble(label=jumble):
            return jumble
    return ""


def ranked_letter(label: str) -> str:
    """The letter of a card with rank and letter (`Q/R`); `?` of a wild that stands for none."""
    return label.rpartition("/")[2] or WILD if "/" in label else WILD
