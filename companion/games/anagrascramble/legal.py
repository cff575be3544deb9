"""What may be handed in in AnagraScramble: what hinders an event (A4–A6, A12, A13), and all that can be said in it."""

from __future__ import annotations

from enum import Enum, auto
from itertools import islice
from typing import TYPE_CHECKING, Any

from companion.games.anagrascramble.words import LONGEST, SHORTEST
from companion.games.comings import seats_taken
from companion.games.legal import Offer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.games.anagrascramble.state import State

SAMPLE_JUMBLE = "PLANETS"
_PHASE_OF = {
    "roll": "roll", "declare": "card", "card": "card", "words": "words", "timeout": "words", "showdown": "showdown",
}  # fmt: skip
_ANYBODYS = ("card", "showdown")  # they name no player


class Hindrance(Enum):
    """Why an event cannot be handed in now."""

    OVER = auto()
    SHOWDOWN = auto()
    NOT_THE_TURN = auto()
    OTHER_AWAITED = auto()
    DECLARED = auto()


def hindrance(state: State, event: str, player: str | None = None) -> Hindrance | None:
    """What hinders an event of that name; None when nothing does. `player` is whose it is, if it is a player's."""
    if state.phase == "over":
        return Hindrance.OVER
    if state.phase == "showdown":
        return None if event == "showdown" else Hindrance.SHOWDOWN
    if event not in _ANYBODYS and player != state.name(state.turn):
        return Hindrance.NOT_THE_TURN
    if state.phase != _PHASE_OF[event]:
        return Hindrance.OTHER_AWAITED
    return Hindrance.DECLARED if event == "declare" and state.declared else None


def legal(state: State) -> Mapping[str, tuple[Offer, ...]]:
    """By player, what may be handed in now; the card is turned by whoever plays, a showdown is everybody's."""
    playing = seats_taken(state)
    return {name: tuple(_offers(state, seat)) if seat in playing else () for seat, name in enumerate(state.players)}


def _offers(state: State, seat: int) -> Iterable[Offer]:
    name = state.name(seat)
    player = {"player": (name,)}
    if hindrance(state, "roll", name) is None:
        colours = {"colour": ("green", "red")} if state.options.deck == "both" else {}
        faces = tuple(str(letters) for letters in range(SHORTEST, LONGEST + 1))
        yield Offer("roll", {**player, "face": (*faces, "pass"), **colours})
        yield Offer("roll", {**player, "face": ("star",), "pick": tuple(range(SHORTEST, LONGEST + 1)), **colours})
    if hindrance(state, "declare", name) is None:
        yield from _declarations(state, player)
    if seat == state.turn and hindrance(state, "card") is None:
        yield from _cards(state)
    if hindrance(state, "words", name) is None:
        yield Offer("words", player, lambda: [{"words": []}, {"words": list(islice(sorted(state.listed), 3))}])
        yield Offer("timeout", player)
    if hindrance(state, "showdown") is None:
        yield Offer("showdown", {}, lambda: [_showdown(state, 0), _showdown(state, 1)])


def _declarations(state: State, player: Mapping[str, tuple[Any, ...]]) -> Iterable[Offer]:
    moves = ("double", "triple") if state.inherited else ("pass_on", "double", "triple")
    yield Offer("declare", {**player, "move": moves})
    higher = tuple(range(state.letters + 1, LONGEST + 1))
    if higher:
        yield Offer("declare", {**player, "move": ("raise",), "to": higher})


def _cards(state: State) -> Iterable[Offer]:
    """Any seven letters; with both decks of the colour that was shown (A1)."""
    if state.options.deck != "both":
        yield Offer("card", {}, lambda: [{"jumble": SAMPLE_JUMBLE}])
        return
    yield Offer("card", {"colour": (state.colour,)}, lambda: [{"jumble": SAMPLE_JUMBLE}])
    yield Offer("card", {"colour": (None,)}, tuple)  # whether one stands in the deck of that colour is on the card


def _showdown(state: State, more: int) -> Mapping[str, Any]:
    """The tied with the first one `more` words ahead: a tie, and a win."""
    words: dict[str, list[str]] = {state.name(seat): [] for seat in state.winners}
    words[state.name(state.winners[0])] = ["plane"] * more
    return {"jumble": SAMPLE_JUMBLE, "answers": ["plane"], "words": words}
