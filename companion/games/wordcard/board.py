"""What a game of WORDCARD shows: the lines or the grid, the open cards, the open pile, hands, what may be contested,
and the best solution of a group game that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.board import (
    Board,
    Caption,
    CardLine,
    Cell,
    Grid,
    Lines,
    Note,
    Pile,
    Ranked,
    Spread,
    Strip,
    ranked,
)
from companion.games.core import counted, spoken_list
from companion.games.wordcard.state import scores
from companion.sentences import joined, told

if TYPE_CHECKING:
    from companion.games.board import Item, Part
    from companion.games.wordcard.state import State
    from companion.solvers.search import Best


def board(state: State) -> Board:
    """See Boards."""
    spread = _spread(state)
    contest = () if state.winners is not None else _contestable(state)
    best = () if state.best is None else (*spread, _best(state.best))
    outcome = (*best, *_why_won(state))
    return Board(parts=(_laid(state), *spread, Strip(_counts(state)), *contest), outcome=outcome, ink="purple")


def _why_won(state: State) -> tuple[Note, ...]:
    """Why whoever has won has, where it was played for the fewest: to many people more is better."""
    if state.winners is None or state.scheme.aim == "most":
        return ()
    totals = spoken_list([f"{player} {points}" for player, points in scores(state).items()])
    return (Note(told("The fewest points win: {totals}.", totals=totals), at_hand=True),)


def cells(state: State) -> tuple[Cell, ...]:
    """The cards of the grid in their places (W9)."""
    return tuple(Cell(*laid.spot, Ranked(laid.card)) for laid in state.grid)


def _laid(state: State) -> Grid | Lines:
    if state.grid:
        return Grid(cells(state), newest=ranked(state.lines[-1].cards) if state.lines else ())
    lines = tuple(CardLine(ranked(line.cards), said=", ".join(line.claimed)) for line in state.lines)
    return Lines(lines, empty=told("Nothing lies on the table yet."))


def _spread(state: State) -> tuple[Part, ...]:
    cards = ranked(state.options.cards or ())
    return (Spread(cards, at_hand=True),) if cards else ()


def _counts(state: State) -> tuple[Item, ...]:
    hands: list[Item] = [
        Caption(told("{player}: {cards}", player=name, cards=counted(hand.cards, "card")), "aside")
        for seat, (name, hand) in enumerate(zip(state.players, state.hands, strict=True))
        if seat not in state.gone
    ]
    solvers = [state.name(seat) for seat, solved in enumerate(state.solved) if solved]
    solved = [Caption(told("Solved: {players}", players=spoken_list(solvers)), "aside")] if solvers else []
    return (*_pile(state), *hands, *solved)


def _pile(state: State) -> tuple[Pile, ...]:
    """The open pile (W5); the group game has none, and a card that nobody named is none to draw."""
    if state.group or not state.pile:
        return ()
    top = state.pile[-1]
    text = told("Open pile: {cards}", cards=counted(len(state.pile), "card"))
    return (Pile(text, None if top is None else Ranked(top)),)


def _contestable(state: State) -> tuple[Note, ...]:
    if state.doubtful is None or not state.doubtful.claimed:
        return ()
    return (Note(told("“{words}” may be contested", words="”, “".join(state.doubtful.claimed))),)


def _best(best: Best) -> Lines:
    title = told("Best solution: {points}", points=counted(best.gain, "point"))
    if not best.exhaustive:
        title = joined(" ", [title, told("(that was found)")])
    return Lines(tuple(CardLine(ranked(cards)) for cards in best.lines), title=title, at_hand=True)
