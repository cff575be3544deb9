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
            Offer(event, {"player": (name,), **fields}, samples)
            for event, fields, samples in _choices(state)
            if hindrance(state, seat, event) is None
        )
        for seat, name in enumerate(state.players)
    }


def _choices(state: State) -> Iterable[tuple[str, Mapping[str, tuple[Any, ...]], Any]]:
    """The events by name with the places the board has for them; whether they are possible at all is not looked at."""
    places = tuple(range(1, len(state.board) + 1))
    yield from ((event, {}, _as_it_is) for event in ("stand", "withdraw"))
    yield from ((event, {}, _a_word) for event in ("name_word", "prove"))
    yield "place", {"card": CARDS, "side": ("left", "right", None)}, _as_it_is
    yield from ((event, {}, _as_it_is) for event in ("object", "challenge", "concede"))
    if places[1:]:
        yield "squeeze", {"after": places[:-1], "card": CARDS}, _as_it_is
    if places:
        yield "exchange", {"at": places, "card": CARDS}, _as_it_is
    for at in places if places[1:] else ():
        yield "switch", {"at": (at,), "with": tuple(place for place in places if place != at)}, _as_it_is
    yield from ((event, {}, _as_it_is) for event in ("pass", "timeout"))


def _as_it_is() -> Iterable[Mapping[str, Any]]:
    return ({},)


def _a_word() -> Iterable[Mapping[str, Any]]:
    return ({"word": SAMPLE_WORD},)
