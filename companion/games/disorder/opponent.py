"""How the table plays Disorder!: it spells on in words it knows, and challenges where it knows none.

Easy lays any card that stands, medium looks whether the next player would be stuck, hard some plies further. Who has no
card that stands lays one face down, which costs one chip more at most, and hopes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.disorder.events import EVENTS
from companion.games.disorder.legal import hindrance, legal
from companion.games.disorder.lookahead import affordable, chances, moves, standing, without
from companion.games.disorder.play import rule
from companion.games.disorder.state import HOUSE_VALUES, WILD
from companion.games.events import read_event
from companion.games.opponent import Strength

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from companion.games.disorder.lookahead import Standing
    from companion.games.disorder.state import State
    from companion.games.opponent import OwnView

    Own = OwnView[State]

PLIES: Mapping[Strength, int] = {Strength.EASY: 0, Strength.MEDIUM: 1, Strength.HARD: 3}
TRIED = 600  # words looked at for one board, the shortest; only short boards and those of wilds are in more


def answer(own: Own) -> Mapping[str, Any] | None:
    """See Opponent."""
    state, seat = own.state, own.state.players.index(own.player)
    if hindrance(state, seat, "object") is None and not _known(own, state.board):
        return _said(own, "object")
    if state.turn != seat or state.phase == "over":
        return None
    return _ANSWERS[state.phase](own)


def _answer_objection(own: Own) -> Mapping[str, Any]:
    return _said(own, "stand" if _known(own, own.state.board) else "withdraw")


def _name(own: Own) -> Mapping[str, Any]:
    """A word that saves the board; where none is known, any word that holds it, or the board itself."""
    saving = _standing(own, own.state.board).saving or _standing(own, own.state.board, most=None).saving
    return _said(own, "name_word", word=saving or _some_word(own, own.state.board, own.state.board))


def _prove(own: Own) -> Mapping[str, Any]:
    letters = own.state.debts[0].letters
    return _said(own, "prove", word=_some_word(own, letters, letters))


def _play(own: Own) -> Mapping[str, Any]:
    state = own.state
    now = _standing(own, state.board)
    seat = state.turn
    if hindrance(state, seat, "challenge") is None and not now.is_safe:
        return _said(own, "challenge")
    best = _best(own, now)
    if best is not None:
        return _said(own, "place", card=best[0], side=best[1])
    return _stuck(own)


def _best(own: Own, now: Standing) -> tuple[str, str] | None:
    """The card and its end that leave this player best off; None where no card of the hand stands."""
    letters = [card for card in own.hand if card in HOUSE_VALUES]
    if not now.board:
        return (own.chance.choice(letters), "right") if letters else None
    found = list(moves(now, (*letters, WILD) if letters else ()))
    if not found:
        return None
    plies = affordable(len(now.places), PLIES[own.strength])
    worth = [(_worth(own, then, letters, card, plies), own.chance.random(), card, side) for card, side, then in found]
    return max(worth)[2:]


def _worth(own: Own, then: Standing, letters: Sequence[str], card: str, plies: int) -> float:
    """How good it is to leave a board so: the odds that somebody else is stuck first, by the chips that lie there."""
    if not plies or own.strength is Strength.EASY:
        return 0.0
    odds = 1 - chances(then, without(letters, card), plies, own=False)
    return (odds - 0.5) * sum(map(own.state.value, then.board))


def _stuck(own: Own) -> Mapping[str, Any]:
    """No card stands: an action card that helps, or a card face down."""
    state = own.state
    action = next(iter(_actions(own)), None)
    if action is not None:
        return action
    letters = [card for card in own.hand if card in HOUSE_VALUES]
    if not letters:
        return _said(own, "concede" if state.board else "place", **({} if state.board else {"card": WILD}))
    return _said(own, "place", card=WILD, side="right" if not state.board else own.chance.choice(("left", "right")))


def _actions(own: Own) -> Iterable[Mapping[str, Any]]:
    """What the action cards of the hand can do that leaves a board that stands, or the same board to the next (D12)."""
    state = own.state
    for offer in legal(state)[own.player]:
        for raw in offer.events() if offer.event in own.hand else ():
            if raw.get("card", own.hand[0]) in own.hand:
                then, ruling = rule(state, read_event(EVENTS, raw, state.players))
                if ruling.accepted and (then.board == state.board or _standing(own, then.board).is_safe):
                    yield raw


def _standing(own: Own, board: str, most: int | None = TRIED) -> Standing:
    """A board in the words this player knows."""
    names = own.state.options.names_allowed
    return standing(board, own.words.find(board, longer=True, names=names, limit=most), own.words.is_word)


def _known(own: Own, letters: str) -> bool:
    return own.words.witness(letters, names=own.state.options.names_allowed) is not None


def _some_word(own: Own, letters: str, else_: str) -> str:
    return own.words.witness(letters, names=own.state.options.names_allowed) or else_.replace(WILD, "e").lower()


def _said(own: Own, event: str, **fields: Any) -> Mapping[str, Any]:
    return {"event": event, "player": own.player, **fields}


_ANSWERS: Mapping[str, Callable[[Own], Mapping[str, Any]]] = {
    "objection": _answer_objection, "name_word": _name, "prove": _prove, "place": _play,
}  # fmt: skip
