"""What was put together for a turn of WORDCARD as events, and what they bring when the rules play them. Pure."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from companion.games.wordcard import events as e
from companion.games.wordcard.additions import words_said
from companion.games.wordcard.kinds import groups_of, likeness
from companion.games.wordcard.notation import WILD, in_hand
from companion.games.wordcard.play import rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from companion.games.wordcard.scoring import Scheme
    from companion.games.wordcard.state import State

APART = 10  # rows of the grid between lines that are laid by themselves


class TurnPlan(NamedTuple):
    """The card taken from the pile, the wilds replaced, the table and the hand after that; `shows_more`: a wild showed
    less than the card that has its place now."""

    taken: str | None
    replaced: tuple[e.ReplaceWild, ...]
    table: State
    hand: tuple[str, ...]
    shows_more: bool = False


class TurnPart(NamedTuple):
    """A part of a turn: what it brings, and the lines laid or the event that adds cards to what lies there."""

    gain: int
    lines: tuple[tuple[str, ...], ...] = ()
    added: e.Tag | e.Lay | None = None


class TurnWhole(NamedTuple):
    """Parts put together: what they bring at most, and the card discarded."""

    gain: int
    parts: tuple[TurnPart, ...]
    plan: TurnPlan
    discarded: str | None = None


def cost_of(hand: Iterable[str], scheme: Scheme) -> int:
    """What the cards count in a hand at the end (W20)."""
    return sum(map(scheme.in_hand, hand))


def events_of(table: State, whole: TurnWhole) -> tuple[e.Event, ...]:
    """The events in an order that the rules allow; real cards that are alike given out each once, that from the pile
    first."""
    plan, player = whole.plan, table.name(table.turn)
    given = _GivenOut(plan, table.scheme)
    lines = tuple(given.out(line) for part in whole.parts for line in part.lines)
    played: list[e.Event] = [_laying(table, player, lines)] if lines else []
    played += [given.added(part.added) for part in whole.parts if part.added is not None]
    events: list[e.Event] = [e.Draw(player, "pile")] if plan.taken is not None else []
    events += plan.replaced
    if whole.discarded is not None:
        discard = e.Discard(player, given.left_of(whole.discarded))
        at = len(played) - 1 if discard.card == plan.taken else 0  # what was taken is played before its like goes
        played.insert(max(at, 0), discard)
    return (*events, *played)


def _laying(table: State, player: str, lines: tuple[tuple[str, ...], ...]) -> e.Lay:
    words = words_said(table, lines)
    if not table.options.grid:
        return e.Lay(player, lines=lines, words=words)
    below = max((laid.spot[1] for laid in table.grid), default=0)
    cells = [
        e.CardOnGrid(x, below + APART * number, card)
        for number, line in enumerate(lines, start=1)
        for x, card in enumerate(line)
    ]
    return e.Lay(player, cells=tuple(cells), words=words)


class _GivenOut:
    """Real cards of the hand for those that are like them, each once."""

    def __init__(self, plan: TurnPlan, scheme: Scheme) -> None:
        self._scheme = scheme
        groups = (sorted(group, key=lambda card: card == plan.taken) for group in groups_of(plan.hand, scheme))
        self._left = {likeness(group[0], scheme): group for group in groups}

    def out(self, cards: Iterable[str]) -> tuple[str, ...]:
        """The cards of a row."""
        return tuple(card if in_hand(card) == WILD else self._like(card).pop() for card in cards)

    def left_of(self, card: str) -> str:
        """One like that card that is left."""
        return self._like(card)[0]

    def _like(self, card: str) -> list[str]:
        return self._left[likeness(card, self._scheme)]

    def added(self, event: e.Tag | e.Lay) -> e.Tag | e.Lay:
        """An event that lays them."""
        if isinstance(event, e.Tag):
            return e.Tag(event.player, event.line, self.out(event.front), self.out(event.back), event.words)
        cells = event.cells or ()
        cards = self.out(cell.card for cell in cells)
        fresh = tuple(e.CardOnGrid(cell.x, cell.y, card) for cell, card in zip(cells, cards, strict=True))
        return e.Lay(event.player, cells=fresh, words=event.words)


def played(table: State, hand: Sequence[str], events: Iterable[e.Event]) -> tuple[State, ...] | None:
    """The tables after each of them; None where the rules or the hand do not allow them."""
    state, after = table, []
    for event in events:
        state, ruling = rule(state, event)
        if not ruling.accepted:
            return None
        after.append(state)
    held = _held(table, hand, events)
    return tuple(after) if state.picked is None and min(held.values(), default=0) >= 0 else None


def _held(table: State, hand: Sequence[str], events: Iterable[e.Event]) -> Counter[str]:
    """The hand after them."""
    held = Counter(hand)
    for event in events:
        if isinstance(event, e.Draw):
            held.update(card for card in table.pile[-1:] if card is not None)
        elif isinstance(event, e.ReplaceWild):
            held.update({event.card: -1, WILD: 1})
        else:
            held.subtract(map(in_hand, _cards_of(event)))
    return held


def brought_by(table: State, after: State, hand: Sequence[str], events: Iterable[e.Event]) -> int:
    """What they brought by the rules."""
    old, new = table.hands[table.turn], after.hands[table.turn]
    if table.scheme.aim == "most":
        return new.score - old.score
    held = _held(table, hand, events).elements()
    return new.bonus - old.bonus + cost_of(hand, table.scheme) - cost_of(held, table.scheme)


def new_rows(table: State, after: State) -> list[tuple[str, ...]]:
    """The lines that were not there before."""
    before = {line.cards for line in table.lines}
    return [line.cards for line in after.lines if line.cards not in before]


def _cards_of(event: e.Event) -> Iterator[str]:
    """The cards that leave the hand."""
    if isinstance(event, e.Discard):
        yield event.card
    elif isinstance(event, e.Tag):
        yield from (*event.front, *event.back)
    else:
        assert isinstance(event, e.Lay)  # there is no other in a turn
        yield from (card for line in event.lines or () for card in line)
        yield from (cell.card for cell in event.cells or ())
