"""What may be said in TYPO, as forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.board import letters
from companion.games.comings import seats_taken
from companion.games.form import Form
from companion.games.form_fields import (
    LETTERS,
    ChoiceField,
    EachField,
    LettersField,
    Option,
    PlayersField,
    SignField,
    TickField,
    WordField,
)
from companion.games.typo.state import longest_of
from companion.sentences import message, told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.form_fields import Field
    from companion.games.typo.state import State

NAMES: Mapping[str, str] = {
    "reveal": message("Reveal the cards"),
    "place": message("Play a card"),
    "doubt": message("Doubt the word"),
    "fail": message("I cannot place it"),
}
WHEN_LATE = "fail"  # T9: only a longest row can be named
ROWS = 4


def form(state: State, event: str, player: str) -> Form:
    """See Forms. Reveal and doubt are the table's together."""
    label = told(NAMES[event])
    if event == "reveal":
        each = EachField(
            "cards", told("card"), players=state.names_choosing, of=SignField("card", told("card"), signs=LETTERS)
        )
        return Form(event, None, label, (each,))
    if event == "doubt":
        return Form(event, None, label, _doubt(state), is_call=True, joined=told("You doubt it"))
    fields = _place(state, player) if event == "place" else _longest(state.rows)
    return Form(event, player, label, fields, is_costly=event == "fail")


def any_card(_state: State) -> Field:
    """See Forms."""
    return SignField("card", told("Which card"), signs=LETTERS)


def setting(players: Sequence[str]) -> tuple[Field, ...]:
    """See Forms. The four cards that start the rows are dealt by people."""
    holders = tuple(Option(player, player) for player in players)
    others = told("A word falls when more than half of the other players doubt it.")
    everybody = told("A word falls when more than half of all players doubt it, whoever said it counted.")
    asked = (Option("others", told("the others"), others), Option("all", told("all players"), everybody))
    return (
        LettersField("rows", told("The four cards that start the rows"), count=ROWS, listed=True, is_needed=True),
        ChoiceField("timer_holder", told("Timer"), options=holders),
        TickField("always_timed", told("Always 30 seconds")),
        ChoiceField("majority", told("Doubt: more than half of"), options=asked, clause="T7"),
    )


def _place(state: State, player: str) -> tuple[Field, ...]:
    """The word begins with the row and the card (T5)."""
    rows = tuple(_row(state.rows, at) for at in range(len(state.rows)))
    sides = (Option("back", told("behind")), Option("front", told("in front")))
    card = tuple(letter for seat, letter in state.queue if state.name(seat) == player)
    return (
        ChoiceField("row", told("Which row"), options=rows),
        ChoiceField("side", told("Where"), options=sides),
        WordField("word", told("Your word"), letters=card, letters_of=("row",)),
    )


def _row(rows: Sequence[str], at: int) -> Option:
    return Option(at + 1, f"{at + 1}: {rows[at]}", cards=letters(rows[at]))


def _doubt(state: State) -> tuple[Field, ...]:
    placed = state.placement
    others = [state.name(seat) for seat in seats_taken(state) if placed is None or seat != placed.seat]
    rows = state.rows if placed is None else state.with_row(placed.row, placed.before)
    return (
        PlayersField("players", told("Who doubts"), among=tuple(others)),
        WordField(
            "spelling",
            told("Spelled"),
            optional=True,
            hint=told("if otherwise than it was said"),
            letters=() if placed is None else tuple(state.rows[placed.row]),
        ),
        *_longest(rows, told("Which of the longest rows")),
    )


def _longest(rows: Sequence[str], hint: str = "") -> tuple[Field, ...]:
    """Which row goes, where several are longest."""
    longest = longest_of(rows)
    if len(longest) < 2:
        return ()
    options = tuple(_row(rows, row) for row in longest)
    return (ChoiceField("row", told("Row taken"), options=options, hint=hint),)
