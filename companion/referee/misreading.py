"""A reading that was wrong, as somebody says: which card, what it truly is, what that corrects in the match. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.errors import BadInput
from companion.games.core import quoted
from companion.games.match_events import is_of_the_match
from companion.referee.seeing import FACE_DOWN, NO_CARD
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from companion.decks.shelf import DeckShelf
    from companion.games.layout import Layout
    from companion.referee.inquiry import Inquiry
    from companion.referee.tableview import Entry
    from companion.vision.sighting import Sighting, Table

LONGEST_TRUTH = 40  # characters: the longest name of a card is far below
NOT_CARDS = frozenset({"event", "player", "players", "by", "side"})  # fields of events that name no card


@dataclass(frozen=True, slots=True)
class Misreading:
    """What was wrong with a reading: card number `card` of its `table` (None: one that was not seen) truly is `truth`,
    as events write it (`NO_CARD`: nothing lies there). `frame` names the kept picture it was read on."""

    table: Table
    frame: str
    card: int | None
    truth: str

    @property
    def sighting(self) -> Sighting | None:
        """The card as it was read."""
        return None if self.card is None else self.table.sightings[self.card]

    @property
    def read(self) -> str | None:
        """What the card was read as; None for one that was not seen."""
        return None if self.sighting is None else self.sighting.name

    @property
    def is_as_read(self) -> bool:
        """Whether that is what it was surely read as, so that nothing was wrong."""
        return self.sighting is not None and self.sighting.accepted and self.read == self.truth


@dataclass(frozen=True, slots=True)
class Amended:
    """What the three buttons say of a wrong reading: what was wrong, and the event that corrects the match, if any."""

    wrong: Misreading
    correction: Mapping[str, Any] | None = None


class Misreadings:
    """What is said to have been read wrongly at a table: whether it can be, and who keeps it."""

    def __init__(self, decks: DeckShelf) -> None:
        self._decks = decks
        self._keep: Callable[[Misreading, Layout], object] = _kept_nowhere
        self._forget: Callable[[Misreading], object] = _kept_nowhere

    def hear(
        self, keep: Callable[[Misreading, Layout], object], forget: Callable[[Misreading], object] | None = None
    ) -> None:
        """Have `keep` told of wrong readings, with how the cards are laid, and `forget` of those that somebody
        takes back."""
        self._keep, self._forget = keep, forget or _kept_nowhere

    def said(self, wrong: Misreading, inquiry: Inquiry, layout: Layout) -> Callable[[], None]:
        """Somebody says this of a card: what has it kept, in the place of what was said of the card before.

        Raises BadInput where there was no such card, when nothing is said of it, when that is what was read, unless it
        takes back what was said before, and for what no card of the deck is called.
        """
        _must_be_on_its_picture(wrong)
        before = inquiry.said_before(wrong)
        _must_be_possible(wrong, before, possible_truths(self._decks, layout))
        return partial(self._put, wrong, layout, before)

    def _put(self, wrong: Misreading, layout: Layout, before: Misreading | None) -> None:
        """What was said `before` may have been of another picture."""
        if before is not None and before.truth != wrong.truth:
            self._forget(before)
        if not wrong.is_as_read:
            self._keep(wrong, layout)


def _kept_nowhere(_wrong: Misreading, _layout: Layout | None = None) -> None:
    """Where nobody keeps wrong readings: a table without eyes."""


def _must_be_on_its_picture(wrong: Misreading) -> None:
    """Raises BadInput when there was no such card."""
    if wrong.card is not None and not 0 <= wrong.card < len(wrong.table.sightings):
        held = {"card": wrong.card, "count": len(wrong.table.sightings)}
        raise BadInput(told("there is no card {card} on that picture: it has {count}, counted from 0", **held))


def possible_truths(decks: DeckShelf, layout: Layout) -> tuple[str, ...] | None:
    """What a card of the deck that is laid may truly be, each once, and one that lies face down; None where nobody can
    say: the file of an own deck is gone."""
    try:
        deck = decks.read(layout.deck).deck
    except BadInput:
        return None
    return tuple(dict.fromkeys([*(card.name for card in deck.cards), FACE_DOWN]))


def _must_be_possible(wrong: Misreading, before: Misreading | None, truths: Collection[str] | None) -> None:
    """Raises BadInput when nothing is said of the card, when that is what was read, unless that takes back what was
    said `before`, or when it is none of the possible `truths`."""
    if len(wrong.truth) > LONGEST_TRUTH:
        raise BadInput(told("a card's name has at most {most} characters", most=LONGEST_TRUTH))
    if wrong.sighting is None and wrong.truth == NO_CARD:
        raise BadInput(told("say which card it is that was not seen"))
    if wrong.is_as_read and before is None:
        raise BadInput(told("the card was read as {card}, as you say", card=wrong.truth))
    if truths is not None and not wrong.is_as_read and wrong.truth not in {*truths, NO_CARD}:
        raise BadInput(told("no card of the deck is called {card}", card=quoted(wrong.truth)))


def correction(protocol: Sequence[Entry], correctable: Collection[int], wrong: Misreading) -> dict[str, Any] | None:
    """The event that puts right what was made of a wrong reading: the newest one of the match that names the card once,
    on its own picture before others, corrected (`Correct`, to be signed with `by`). None when none does.

    `correctable` are the numbers of those that another event may take the place of.
    """
    seen = wrong.sighting
    if seen is None or wrong.truth == NO_CARD or wrong.is_as_read:
        return None
    standing = [entry for entry in protocol if entry.number in correctable and not is_of_the_match(entry.event)]
    naming = [(entry, to) for entry in standing if (to := _instead(entry.event, seen.name, wrong.truth)) is not None]
    if not naming:
        return None
    entry, to = max(naming, key=lambda one: (one[0].frame == wrong.frame, one[0].number))
    return {"event": "correct", "number": entry.number, "to": to}


def _instead(event: Mapping[str, Any], read: str, truth: str) -> dict[str, Any] | None:
    """The event with the card that it names called otherwise; None unless it names it just once."""
    said = {name: value for name, value in event.items() if name not in NOT_CARDS}
    if _times(said, read) != 1:
        return None
    return {**event, **{name: _replaced(value, read, truth) for name, value in said.items()}}


def _times(value: Any, read: str) -> int:
    if isinstance(value, dict):
        return sum(_times(each, read) for each in value.values())
    if isinstance(value, list | tuple):
        return sum(_times(each, read) for each in value)
    return int(value == read)


def _replaced(value: Any, read: str, truth: str) -> Any:
    if isinstance(value, dict):
        return {name: _replaced(each, read, truth) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_replaced(each, read, truth) for each in value]
    return truth if value == read else value
