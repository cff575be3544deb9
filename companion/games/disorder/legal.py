"""What may be handed in in Disorder!: what hinders an event (D3, D6, D7, D11, D12, D14), and all that can be said."""

from __future__ import annotations

from enum import Enum, auto
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from companion.games.disorder.state import CHALLENGE_FROM_CARDS, WILD
from companion.games.legal import Offer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.games.disorder.state import State

CARDS = (*ascii_uppercase, WILD)
SAMPLE_WORD = "word"  # a word may be named whether it holds or not
_EVENTS = (
    "stand", "withdraw", "name_word", "prove", "place", "object", "challenge", "concede", "squeeze", "exchange",
    "switch", "pass", "timeout",
)  # fmt: skip
_ACTIONS = ("squeeze", "exchange", "switch", "pass")
_PHASE_OF = {"withdraw": "objection", "stand": "objection", "name_word": "name_word", "prove": "prove"}


class Hindrance(Enum):
    """Why an event cannot be handed in now."""

    OVER = auto()
    NO_ACTION_CARDS = auto()
    NO_TIMER = auto()
    OWN_CARD = auto()
    NOT_PLAYING = auto()
    TOO_LATE = auto()
    NOT_THE_TURN = auto()
    OTHER_AWAITED = auto()
    UNTIMED = auto()
    TOO_FEW_CARDS = auto()
    NOBODY_TO_CHALLENGE = auto()
    EMPTY_BOARD = auto()


def hindrance(state: State, seat: int, event: str) -> Hindrance | None:
    """What hinders the player on that seat from handing in an event of that name; None when nothing does."""
    if state.phase == "over":
        return Hindrance.OVER
    if event in _ACTIONS and not state.options.action_cards:
        return Hindrance.NO_ACTION_CARDS
    if event == "timeout" and state.options.answer_seconds is None:
        return Hindrance.NO_TIMER
    if event == "object":
        return _hinders_objection(state, seat)
    if seat != state.turn:
        return Hindrance.NOT_THE_TURN
    if event == "timeout":
        return Hindrance.UNTIMED if state.phase == "objection" else None
    if state.phase != _PHASE_OF.get(event, "place"):
        return Hindrance.OTHER_AWAITED
    if event == "challenge":
        return _hinders_challenge(state)
    return Hindrance.EMPTY_BOARD if event == "concede" and not state.board else None


def _hinders_objection(state: State, seat: int) -> Hindrance | None:
    if seat == state.changed_by:
        return Hindrance.OWN_CARD
    if seat not in state.rivals:
        return Hindrance.NOT_PLAYING
    return None if state.objectable else Hindrance.TOO_LATE


def _hinders_challenge(state: State) -> Hindrance | None:
    if len(state.board) < CHALLENGE_FROM_CARDS:
        return Hindrance.TOO_FEW_CARDS
    return Hindrance.NOBODY_TO_CHALLENGE if state.changed_by in (None, state.turn) else None


def legal(state: State) -> Mapping[str, tuple[Offer, ...]]:
    """By player, what may be handed in now."""
    return {
        name: tuple(
            Offer(event, {"player": (name,), **fields}, _a_word if event in ("name_word", "prove") else _as_it_is)
            for event in _EVENTS
            if hindrance(state, seat, event) is None
            for fields in _choices(state, event)
        )
        for seat, name in enumerate(state.players)
    }


def _choices(state: State, event: str) -> Iterable[Mapping[str, tuple[Any, ...]]]:
    """The places the board has for an event, possible or not: an offer for each that is yielded."""
    places = tuple(range(1, len(state.board) + 1))
    match event:
        case "place":
            yield {"card": CARDS, "side": ("left", "right", None)}
        case "squeeze":
            if places[1:]:
                yield {"after": places[:-1], "card": CARDS}
        case "exchange":
            if places:
                yield {"at": places, "card": CARDS}
        case "switch":
            for at in places if places[1:] else ():
                yield {"at": (at,), "with": tuple(place for place in places if place != at)}
        case _:
            yield {}


def _as_it_is() -> Iterable[Mapping[str, Any]]:
    return ({},)


def _a_word() -> Iterable[Mapping[str, Any]]:
    return ({"word": SAMPLE_WORD},)
