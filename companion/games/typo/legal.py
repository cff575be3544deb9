"""What may be handed in in TYPO: what hinders an event (T2, T3, T7, T11), and all that can be said in it."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, Any

from companion.games.comings import seats_taken
from companion.games.legal import Offer
from companion.games.typo.state import ROWS, longest_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.games.typo.state import Placement, State


class Hindrance(Enum):
    """Why an event cannot be handed in now."""

    OVER = auto()
    NOTHING_TO_DOUBT = auto()
    STILL_PLACING = auto()
    NOTHING_REVEALED = auto()
    NOT_THE_TURN = auto()


def hindrance(state: State, event: str, player: str | None = None) -> Hindrance | None:
    """What hinders an event of that name; None when nothing does. `player` is whose it is, if it is a player's."""
    if event == "doubt" and state.placement is not None:
        return None
    if state.winner is not None:
        return Hindrance.OVER
    if event == "doubt":
        return Hindrance.NOTHING_TO_DOUBT
    if event == "reveal":
        return Hindrance.STILL_PLACING if state.queue else None
    if not state.queue:
        return Hindrance.NOTHING_REVEALED
    return None if player == state.name(state.queue[0][0]) else Hindrance.NOT_THE_TURN


def legal(state: State) -> Mapping[str, tuple[Offer, ...]]:
    """By player, what may be handed in now; a reveal is everybody's, a doubt that of all who did not say the word."""
    playing = seats_taken(state)
    return {name: tuple(_offers(state, seat)) if seat in playing else () for seat, name in enumerate(state.players)}


def _offers(state: State, seat: int) -> Iterable[Offer]:
    player = (state.name(seat),)
    if hindrance(state, "reveal") is None:
        yield Offer("reveal", {}, lambda: [{"cards": dict.fromkeys(state.names_choosing, letter)} for letter in "AEZ"])
    if hindrance(state, "place", player[0]) is None:
        for row in range(1, ROWS + 1):
            for side in ("front", "back"):
                yield _place(state, {"player": player, "row": (row,), "side": (side,)})
        longest = tuple(index + 1 for index in state.longest())
        rows = (None, *longest) if len(longest) == 1 else longest
        yield Offer("fail", {"player": player, "row": rows})
        yield Offer("timeout", {"player": player, "row": rows})
    placed = state.placement
    if placed is not None and hindrance(state, "doubt") is None and placed.seat != seat:
        yield Offer("doubt", {}, lambda: _doubts(state, placed))


def _place(state: State, fields: Mapping[str, tuple[Any, ...]]) -> Offer:
    """A card at one end of one row. The letters of the row then are a word that begins with them (T5)."""
    before, letter = state.rows[fields["row"][0] - 1], state.queue[0][1]
    letters = letter + before if fields["side"] == ("front",) else before + letter
    return Offer("place", fields, lambda: [{"word": letters.lower()}])


def _doubts(state: State, placed: Placement) -> Iterable[Mapping[str, Any]]:
    """One doubter, and all others; a longest row is named in case the word falls (T9, T10)."""
    others = [state.name(seat) for seat in seats_taken(state) if seat != placed.seat]
    row = longest_of(state.with_row(placed.row, placed.before))[0] + 1
    return [{"players": others[:1], "row": row}, {"players": others, "row": row}]
