"""Readings that were kept as JSON (`Table.to_json`), made into tables again: nothing is taken for granted of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, get_args

from companion.errors import BadInput
from companion.sentences import told
from companion.vision.sighting import Alternative, Printing, Sighting, Table, Unlike

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_CARDS = 500
LONGEST_TEXT = 100
FARTHEST_PX = 1e6


def table_from_json(document: Any, what: str) -> Table:
    """The table in a document. Raises BadInput, naming `what` it is and the place in it, for anything else."""
    kept = KeptObject(document, what)
    sightings = tuple(map(_sighting, kept.each("sightings")))
    rows = kept.value("rows", lambda rows: _are_rows(rows, len(sightings)))
    printing = kept.value("printing", lambda value: value is None or value in get_args(Printing))
    unlike = kept.value("unlike", lambda value: value is None or value in get_args(Unlike))
    return Table(sightings, tuple(map(tuple, rows)), printing, unlike)


class KeptObject:
    """An object of a document that was kept (`what` it is of); each of its values is asked for by its kind.

    Raises BadInput, naming place and value, for one that is not there or is of another kind.
    """

    def __init__(self, document: Any, what: str) -> None:
        self._what = what
        if not isinstance(document, dict):
            raise BadInput(told("{what} is damaged: it is no object as it was kept", what=what))
        self._document = document

    def value(self, name: str, is_usable: Callable[[Any], bool]) -> Any:
        """The value of this name."""
        value = self._document.get(name)
        if not is_usable(value):
            raise BadInput(told("{what} is damaged: its “{name}” is not as it was kept", what=self._what, name=name))
        return value

    def each(self, name: str) -> list[KeptObject]:
        """The objects in the list of this name."""
        items = self.value(name, lambda value: isinstance(value, list) and len(value) <= MOST_CARDS)
        return [KeptObject(item, f"{self._what}, {name} {number}") for number, item in enumerate(items)]


def is_text(value: Any) -> bool:
    """Whether it is a text of a card's length."""
    return isinstance(value, str) and len(value) <= LONGEST_TEXT


def is_text_if_any(value: Any) -> bool:
    """The same, or nothing."""
    return value is None or is_text(value)


def is_whole_if_any(value: Any) -> bool:
    """Whether it is a whole number that fits a pixel or a card, or nothing."""
    return value is None or (type(value) is int and abs(value) <= FARTHEST_PX)


def _sighting(kept: KeptObject) -> Sighting:
    corners = kept.value("quad", _is_quad)
    first, second, third, fourth = ((float(x), float(y)) for x, y in corners)
    return Sighting(
        kind=kept.value("kind", is_text),
        label=kept.value("label", is_text),
        quad=(first, second, third, fourth),
        confidence=float(kept.value("confidence", _is_chance)),
        accepted=kept.value("accepted", lambda value: isinstance(value, bool)),
        alternatives=tuple(
            Alternative(one.value("label", is_text), float(one.value("confidence", _is_chance)))
            for one in kept.each("alternatives")
        ),
        value=kept.value("value", is_whole_if_any),
        rank=kept.value("rank", is_text_if_any),
        dna=kept.value("dna", is_text_if_any),
        sideways=kept.value("sideways", lambda value: value is None or isinstance(value, bool)),
    )


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)


def _is_chance(value: Any) -> bool:
    return _is_number(value) and 0 <= value <= 1


def _is_quad(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 4 and all(map(_is_point, value))


def _is_point(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(_is_number(pixel) and abs(pixel) < FARTHEST_PX for pixel in value)
    )


def _are_rows(rows: Any, cards: int) -> bool:
    return isinstance(rows, list) and all(
        isinstance(row, list) and all(type(at) is int and 0 <= at < cards for at in row) for row in rows
    )
