"""What a game of Disorder! shows: the row with its values and the chips on it, who owes a proof, the tie-break."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.board import Board, Called, Caption, Count, Letter, Note, Row, Strip
from companion.games.core import spoken_list
from companion.games.disorder.state import WILD, scores
from companion.sentences import told

if TYPE_CHECKING:
    from companion.games.board import Part
    from companion.games.disorder.state import State


def board(state: State) -> Board:
    """See Boards."""
    cards = tuple(Letter(card, None if card == WILD else state.value(card)) for card in state.board)
    points = state.points() if cards else None
    empty = told("Any card may begin.")
    row = Row(cards, worth=points, empty=empty, at_hand=True)
    return Board(parts=(row, _stake(state, points), *_notes(state)), outcome=_outcome(state), called=_called(state))


def _called(state: State) -> Called | None:
    """The challenge between two; once it is answered, who must prove which letters."""
    if state.phase == "prove":
        debt = state.debts[0]
        return Called(told("Prove {letters}!", letters=debt.letters), state.name(debt.debtor))
    if state.challenger is None:
        return None
    on = None if state.challenged is None else state.name(state.challenged)
    return Called(told("Challenge!"), state.name(state.challenger), on)


def _outcome(state: State) -> tuple[Part, ...]:
    """Why whoever has won has: to many people more is better."""
    if state.phase != "over":
        return ()
    totals = spoken_list([f"{player} {chips}" for player, chips in scores(state).items()])
    return (Note(told("The fewest chips win: {totals}.", totals=totals), at_hand=True),)


def _stake(state: State, points: int | None) -> Strip:
    target = Caption(told("Game to {target}", target=state.options.target), "aside")
    if points is None:
        return Strip((target,))
    return Strip((Count(points, told("chip on the table") if points == 1 else told("chips on the table")), target))


def _notes(state: State) -> tuple[Part, ...]:
    owed = [(state.name(debt.debtor), debt.letters) for debt in state.debts]
    notes = [
        Note(told("{player} still owes a proof for {letters}.", player=player, letters=asked)) for player, asked in owed
    ]
    if state.tie_break:
        rivals = spoken_list([state.name(seat) for seat in state.rivals])
        notes.append(Note(told("Tie-break: {players}", players=rivals)))
    return tuple(notes)
