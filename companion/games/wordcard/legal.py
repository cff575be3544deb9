"""What may be handed in in WORDCARD: what hinders an event (W5, W7, W9, W16–W18, W24, W25), and all one can say."""

from __future__ import annotations

from enum import Enum, auto
from functools import partial
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, get_args

from companion.games.comings import seats_taken
from companion.games.legal import Offer
from companion.games.wordcard.events import PlainType
from companion.games.wordcard.notation import RANKS, WILD, stands_for
from companion.games.wordcard.samples import laydowns, solutions, tags

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.games.wordcard.state import State

REAL_CARDS = tuple(f"{rank}/{letter}" for rank in RANKS for letter in ascii_uppercase)
_ANYBODYS = ("contest", "hands", "solution", "close")


class Hindrance(Enum):
    """Why an event cannot be handed in now."""

    OVER = auto()
    SOLVED = auto()
    SOLUTIONS_ONLY = auto()
    NOTHING_LAID = auto()
    SOMEBODY_OUT = auto()
    NOBODY_OUT = auto()
    DEALER_FIRST = auto()
    CHOSEN = auto()
    NOT_WILD = auto()
    NOT_GROUP = auto()
    ON_GRID = auto()
    NOT_THE_TURN = auto()
    NOT_THE_DEALER = auto()
    DRAWN = auto()
    NOT_DRAWN = auto()
    DISCARDED = auto()
    LAST_CARD = auto()
    NOT_OPEN = auto()
    MUST_PLAY = auto()
    NOTICED = auto()
    NOT_NOTICED = auto()


def hindrance(state: State, event: str, seat: int | None = None) -> Hindrance | None:
    """What hinders an event of that name; None when nothing does. `seat` is whose it is, if it is a player's.

    What nobody may do because it is not its time goes before what is not enabled while no single player must act, and
    after whose turn it is while one must.
    """
    if state.winners is not None:
        return Hindrance.OVER
    untimely = _untimely(state, event, seat)
    if untimely and state.acting is None:
        return untimely
    if not_agreed := _not_agreed(state, event):
        return not_agreed
    if state.acting is not None and event not in _ANYBODYS and seat != state.turn:
        return Hindrance.NOT_THE_TURN
    if untimely is Hindrance.CHOSEN and seat != state.dealer:
        return Hindrance.NOT_THE_DEALER
    return untimely or _hinders_in_turn(state, event)


def _untimely(state: State, event: str, seat: int | None) -> Hindrance | None:
    """What is awaited instead."""
    if state.group:
        if event == "solution" and seat is not None and state.solved[seat]:
            return Hindrance.SOLVED
        return None if event in ("solution", "close") else Hindrance.SOLUTIONS_ONLY
    if event == "contest":
        return Hindrance.NOTHING_LAID if state.doubtful is None else None
    if state.out is not None:
        return None if event == "hands" else Hindrance.SOMEBODY_OUT
    if event == "hands":
        return Hindrance.NOBODY_OUT
    if state.choosing == (event == "dealer_chooses"):
        return None
    return Hindrance.DEALER_FIRST if state.choosing else Hindrance.CHOSEN


def _not_agreed(state: State, event: str) -> Hindrance | None:
    if event == "dealer_chooses" and not state.wild:
        return Hindrance.NOT_WILD
    if event in ("solution", "close") and not state.group:
        return Hindrance.NOT_GROUP
    return Hindrance.ON_GRID if event in ("tag", "replace_wild") and state.options.grid else None


def _hinders_in_turn(state: State, event: str) -> Hindrance | None:
    """What hinders the player in turn: the order of an exchange (W25), not being open (W7), notice (W17)."""
    hand = state.hands[state.turn]
    hindered = {
        "draw": [(state.drawn, Hindrance.DRAWN)],
        "discard": [
            (not state.drawn, Hindrance.NOT_DRAWN),
            (state.discarded, Hindrance.DISCARDED),
            (hand.cards == 1, Hindrance.LAST_CARD),
        ],
        "tag": [(hand.opened_in is None, Hindrance.NOT_OPEN)],
        "end_turn": [(state.picked is not None, Hindrance.MUST_PLAY)],
        "notice": [(state.noticed, Hindrance.NOTICED)],
        "timeout": [(not state.noticed, Hindrance.NOT_NOTICED)],
    }
    return next((why for holds, why in hindered.get(event, ()) if holds), None)


def legal(state: State) -> Mapping[str, tuple[Offer, ...]]:
    """By player, what may be handed in now; `hands` and `close` are anybody's, a contest any other's."""
    playing = seats_taken(state)
    return {name: tuple(_offers(state, seat)) if seat in playing else () for seat, name in enumerate(state.players)}


def _offers(state: State, seat: int) -> Iterable[Offer]:
    player = {"player": (state.name(seat),)}

    def is_free(event: str) -> bool:
        return hindrance(state, event, seat) is None

    if is_free("dealer_chooses"):
        yield Offer("dealer_chooses", {**player, "type": get_args(PlainType)})
    if is_free("solution"):
        yield Offer("solution", player, lambda: solutions(state))
    if is_free("close"):
        yield Offer("close", {})
    yield from _contests(state, seat)
    if is_free("hands"):
        yield Offer("hands", {}, lambda: [_hands(state)])
    if is_free("draw"):
        yield from _draws(state, player)
    if is_free("lay"):
        yield Offer("lay", player, lambda: laydowns(state))
    if is_free("tag"):
        yield from _tags(state, player)
    if is_free("replace_wild"):
        yield from _replacements(state, player)
    if is_free("discard"):
        yield Offer("discard", {**player, "card": tuple(card for card in (*REAL_CARDS, WILD) if card != state.picked)})
    yield from (Offer(event, player) for event in ("end_turn", "notice", "timeout") if is_free(event))


def _contests(state: State, seat: int) -> Iterable[Offer]:
    """Any claimed word, however it is written, by one or by all others together; about its explanation only where that
    was agreed (W16)."""
    doubtful = state.doubtful
    if doubtful is None or doubtful.owner == seat or not doubtful.claimed or hindrance(state, "contest") is not None:
        return
    own, word = state.name(seat), doubtful.claimed[0]
    others = [state.name(other) for other in seats_taken(state) if other not in (seat, doubtful.owner)]
    said = [{"players": challengers, "word": word} for challengers in ([own], *([[own, *others]] if others else ()))]
    yield Offer("contest", {"about": (None,)}, lambda: said)
    if state.options.explanations:
        yield Offer("contest", {"about": ("explanation",), "upheld": (True, False)}, lambda: said)


def _hands(state: State) -> Mapping[str, Any]:
    others = (seat for seat in seats_taken(state) if seat != state.out)
    return {"hands": {state.name(seat): ["7/A"] * state.hands[seat].cards for seat in others}}


def _draws(state: State, player: Mapping[str, tuple[Any, ...]]) -> Iterable[Offer]:
    """From the deck, the top of the pile, or as agreed from deep in it."""
    yield Offer("draw", {**player, "from": ("deck",)})
    if not state.pile:
        return
    yield Offer("draw", {**player, "from": ("pile",), "cards": (None,)})
    if state.options.pick_any and state.options.aim != "fewest":
        known = [card or "7/A" for card in state.pile]  # what lies unseen may be any card
        deep = [{"cards": known[at:]} for at in range(len(known))]
        yield Offer("draw", {**player, "from": ("pile",)}, lambda: deep)


def _tags(state: State, player: Mapping[str, tuple[Any, ...]]) -> Iterable[Offer]:
    for number, line in enumerate(state.lines, start=1):
        if state.options.tag_on == "any" or line.owner == state.turn:
            yield Offer("tag", {**player, "line": (number,)}, partial(tags, state, line))


def _replacements(state: State, player: Mapping[str, tuple[Any, ...]]) -> Iterable[Offer]:
    for number, line in enumerate(state.lines, start=1):
        for at, there in enumerate(line.cards, start=1):
            if there.startswith(WILD):
                cards = tuple(card for card in REAL_CARDS if stands_for(there, card))
                yield Offer("replace_wild", {**player, "line": (number,), "at": (at,), "card": cards})
