"""The referee's answers in Disorder!: one function per event, and what they share."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.comings import is_deserted
from companion.games.core import Ruling, accepted, game_over, malformed, refused
from companion.games.disorder import clauses as c
from companion.games.disorder import events as e
from companion.games.disorder import sentences as say
from companion.games.disorder.legal import Hindrance, hindrance
from companion.games.disorder.state import OBJECTION_CARDS, WILD, Debt, State
from companion.games.disorder.verdicts import Ground, V
from companion.games.disorder.words import check_word, proves
from companion.games.events import Malformed
from companion.games.verdicts import Shared

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.games.core import Cited
    from companion.games.disorder.words import Check

Answer = tuple[State, Ruling]

_OWN_CLAUSE: Mapping[type, Cited] = {
    e.Withdraw: c.D6, e.StandBy: c.D6, e.Prove: c.D6, e.Challenge: c.D7, e.NameWord: c.D8,
    e.Concede: c.D11, e.Squeeze: c.D12, e.Exchange: c.D12, e.Switch: c.D12, e.Pass: c.D12, e.Timeout: c.D14.ours,
}  # fmt: skip
_OUT_OF_TURN_CLAUSE: Mapping[type, Cited] = {e.Challenge: c.D7, e.Concede: c.D11, e.Timeout: c.D14.ours}


def rule(state: State, event: e.Event) -> Answer:
    """Judge one event: first what refuses it in the order of the transcript's rules, then the game."""
    if refusal := _refusal(state, event):
        return state, refusal
    after, ruling = _ANSWERS[type(event)](state, event)
    return (after if ruling.accepted else state), ruling


def _refusal(state: State, event: e.Event) -> Ruling | None:
    kind, seat = type(event), state.players.index(event.player)
    clause = _OWN_CLAUSE.get(kind, c.D3)
    if fault := _wrong_wilds(state, event, seat):
        return malformed(fault)
    why = hindrance(state, seat, event.event)
    if why is Hindrance.OVER:
        clause = c.D15.ours if is_deserted(state) else c.D10
        return game_over(clause, [state.name(rival) for rival in state.rivals])
    if why is Hindrance.NO_ACTION_CARDS:
        return refused(Shared.NOT_ENABLED, clause, say.NO_ACTION_CARDS)
    if why is Hindrance.NO_TIMER:
        return refused(Shared.NOT_ENABLED, clause, say.NO_TIMER)
    if isinstance(event, e.Object):
        return _objection_refusal(state, seat, why)
    if why is Hindrance.NOT_THE_TURN:
        clause = _OUT_OF_TURN_CLAUSE.get(kind, c.D3)
        return refused(Shared.NOT_YOUR_TURN, clause, say.turn_of(state.name(state.turn)))
    if why is Hindrance.OTHER_AWAITED:
        return refused(Shared.NOT_NOW, clause, say.not_now(state.phase, state.name(state.turn)))
    return None


def _wrong_wilds(state: State, event: e.Event, seat: int) -> Malformed | None:
    """The number of wilds is known from the board, so it is looked at only when it is that player's turn."""
    if not isinstance(event, e.NameWord) or event.wilds is None or state.phase == "over" or seat != state.turn:
        return None
    count = state.board.count(WILD)
    if len(event.wilds) == count:
        return None
    return Malformed("wilds", say.letters_for_wilds(count))


# ——— cards (D3) and the objection to a beginning (D6) ———


def _place(state: State, event: e.Place) -> Answer:
    board = event.card + state.board if event.side == "left" else state.board + event.card
    return _card_played(state, board), accepted(V.PLACED, c.D3, say.plays(state.name(state.turn), event.card))


def _card_played(state: State, board: str) -> State:
    """The board after a card was placed or squeezed in: the next player's turn, and maybe an objection's chance."""
    return replace(
        _board_changed(state, board),
        objectable=len(board) in OBJECTION_CARDS and WILD not in board,
        before_card=(state.board, state.changed_by),
    )


def _board_changed(state: State, board: str) -> State:
    return replace(
        state,
        board=board,
        changed_by=state.turn,
        turn=state.after(state.turn),
        objectable=False,
        before_card=("", None),
    )


def _objection_refusal(state: State, seat: int, why: Hindrance | None) -> Ruling | None:
    if why is Hindrance.OWN_CARD:
        return refused(Shared.NOT_YOUR_TURN, c.D6, say.OWN_CARD)
    if why is Hindrance.NOT_PLAYING:
        return refused(Shared.NOT_YOUR_TURN, c.D6, say.not_playing(state.name(seat)))
    if why is Hindrance.TOO_LATE:
        return refused(Shared.NOT_NOW, c.D6, say.TOO_LATE_TO_OBJECT)
    return None


def _object(state: State, event: e.Object) -> Answer:
    owner = state.changed_by if state.changed_by is not None else state.turn
    asked = replace(state, phase="objection", turn=owner, objectable=False)
    reason = say.doubts(event.player, state.board, state.name(owner))
    is_next = state.name(state.turn) == event.player
    return asked, accepted(V.OBJECTION, c.D6 if is_next else c.D6.ours, reason)


def _withdraw(state: State, event: e.Withdraw) -> Answer:
    board, changed_by = state.before_card
    back = replace(state, phase="place", board=board, changed_by=changed_by, before_card=("", None))
    return back, accepted(V.WITHDRAWN, c.D6, say.withdraws(event.player))


def _stand(state: State, event: e.StandBy) -> Answer:
    debts = (*state.debts, Debt(state.turn, state.board))
    on = replace(state, phase="place", turn=state.after(state.turn), debts=debts, before_card=("", None))
    return on, accepted(V.STANDS, c.D6, say.stands_by(event.player, state.board))


# ——— action cards (D12) ———


def _squeeze(state: State, event: e.Squeeze) -> Answer:
    if not 1 <= event.after < len(state.board):
        return state, refused(V.NO_SUCH_CARD, c.D12, say.no_neighbours(event.after))
    board = state.board[: event.after] + event.card + state.board[event.after :]
    return _card_played(state, board), accepted(V.SQUEEZED, c.D12, say.squeezes_in(event.player, board))


def _exchange(state: State, event: e.Exchange) -> Answer:
    if not 1 <= event.at <= len(state.board):
        return state, refused(V.NO_SUCH_CARD, c.D12, say.no_card_at(event.at))
    board = state.board[: event.at - 1] + event.card + state.board[event.at :]
    return _board_changed(state, board), accepted(V.EXCHANGED, c.D12, say.exchanges(event.player, board))


def _switch(state: State, event: e.Switch) -> Answer:
    cards = list(state.board)
    for place in (event.at, event.with_):
        if not 1 <= place <= len(cards):
            return state, refused(V.NO_SUCH_CARD, c.D12, say.no_card_at(place))
    if event.at == event.with_:
        return state, refused(V.NO_SUCH_CARD, c.D12, say.NO_CHANGE_WITH_ITSELF)
    first, second = event.at - 1, event.with_ - 1
    cards[first], cards[second] = cards[second], cards[first]
    board = "".join(cards)
    return _board_changed(state, board), accepted(V.SWITCHED, c.D12, say.switches(event.player, board))


def _pass(state: State, event: e.Pass) -> Answer:
    on = replace(state, turn=state.after(state.turn), objectable=False, before_card=("", None))
    return on, accepted(V.PASSED, c.D12, say.passes(event.player, state.name(on.turn)))


# ——— the challenge (D7, D8), its proof (D6) and the chips (D9–D11) ———


def _challenge(state: State, event: e.Challenge) -> Answer:
    why = hindrance(state, state.turn, event.event)
    if why is Hindrance.TOO_FEW_CARDS:
        return state, refused(Shared.NOT_NOW, c.D7, say.TOO_FEW_TO_CHALLENGE)
    if why is Hindrance.NOBODY_TO_CHALLENGE:
        return state, refused(Shared.NOT_NOW, c.D7, say.NOBODY_TO_CHALLENGE)
    assert state.changed_by is not None  # else there is nobody to challenge
    called = replace(
        state,
        phase="name_word",
        challenger=state.turn,
        challenged=state.changed_by,
        turn=state.changed_by,
        objectable=False,
    )
    return called, accepted(V.CHALLENGED, c.D7, say.challenges(event.player, state.name(called.turn)))


def _name_word(state: State, event: e.NameWord) -> Answer:
    check = check_word(state, event.word, event.wilds)
    if check.failing is None:
        return _decided(state, None, say.holds(event.word, check.spelled))
    return _decided(state, check.failing, _why_it_fails(state, event, check))


def _why_it_fails(state: State, event: e.NameWord, check: Check) -> str:
    if check.failing is Ground.NOT_A_WORD:
        return say.not_in_the_dictionary(event.word)
    if check.failing is Ground.FINISHED:
        return say.finished(event.word, check.spelled)
    if event.wilds is not None and check_word(state, event.word).failing is not Ground.DOES_NOT_FIT:
        return say.wilds_elsewhere(event.word, event.wilds)
    return say.does_not_fit(event.word)


def _decided(state: State, failing: Ground | None, why: str, clause: Cited | None = None) -> Answer:
    """The challenge is decided: the chips go out, unless a beginning must be proven first."""
    loser = state.challenger if failing is None else state.challenged
    assert loser is not None  # a challenge has both
    if state.debts:
        debt = state.debts[0]
        reason = say.must_prove_first(why, state.name(debt.debtor), debt.letters)
        waiting = replace(state, phase="prove", turn=debt.debtor, loser=loser, failing=failing)
        return waiting, accepted(V.ANSWERED, clause or _proof_clause(state), reason, detail=failing)
    verdict = V.CHALLENGER_LOSES if failing is None else V.CHALLENGED_LOSES
    return _pay(state, loser, accepted(verdict, clause or c.D8, why, detail=failing))


def _prove(state: State, event: e.Prove) -> Answer:
    letters = state.debts[0].letters
    if proves(state, event.word, letters):
        return _proven(state, say.proves(event.word, letters))
    is_word = state.allows(event.word)
    why = say.does_not_prove(event.word, letters) if is_word else say.proof_is_no_word(event.word)
    return _not_proven(state, _proof_clause(state), why)


def _proven(state: State, why: str) -> Answer:
    """The next proof owed is awaited; after the last one the chips go as the challenge went (D6)."""
    assert state.loser is not None  # the challenge is decided
    owed = state.debts[1:]
    if not owed:
        return _pay(state, state.loser, accepted(V.PROVEN, c.D6, why, detail=state.failing))
    reason = say.must_prove_next(why, state.name(owed[0].debtor), owed[0].letters)
    return replace(state, debts=owed, turn=owed[0].debtor), accepted(V.PROVEN, c.D6.ours, reason)


def _proof_clause(state: State) -> Cited:
    """What is owed one by one, and lapses with the first who cannot, is a reading of ours (D6)."""
    return c.D6.ours if len(state.debts) > 1 else c.D6


def _not_proven(state: State, clause: Cited, why: str) -> Answer:
    """The debtor takes the points, and what others still owe lapses (D6)."""
    return _pay(state, state.debts[0].debtor, accepted(V.NOT_PROVEN, clause, why, detail=state.failing))


def _concede(state: State, event: e.Concede) -> Answer:
    if hindrance(state, state.turn, event.event) is Hindrance.EMPTY_BOARD:
        return state, refused(Shared.NOT_NOW, c.D11, say.NOTHING_TO_CONCEDE)
    return _pay(state, state.turn, accepted(V.CONCEDED, c.D11, say.concedes(event.player)))


def _timeout(state: State, event: e.Timeout) -> Answer:
    if hindrance(state, state.turn, event.event) is Hindrance.UNTIMED:
        return state, refused(Shared.NOT_NOW, c.D14.ours, say.no_timer_now(event.player))
    if state.phase == "name_word":
        return _decided(state, Ground.TIMEOUT, say.named_nothing(event.player), c.D14.ours)
    if state.phase == "prove":
        return _not_proven(state, c.D14.ours, say.proven_nothing(event.player))
    if not state.board:
        return state, accepted(V.WARNED, c.D14.ours, say.asked_for_a_card(event.player))
    return _pay(state, state.turn, accepted(V.CONCEDED, c.D14.ours, say.concedes_late(event.player)))


def _pay(state: State, taker: int, ruling: Ruling) -> Answer:
    """The taker gets the board's chips and starts the next round (D9), or is out of the tie-break (D10)."""
    why, player = ruling.reason, state.name(taker)
    cards = [(card, state.value(card)) for card in state.board]
    if state.tie_break:
        rivals = tuple(seat for seat in state.rivals if seat != taker)
        fewer = replace(state, rivals=rivals)
        after = fewer.cleared(fewer.after(taker))
        if len(rivals) == 1:
            after = replace(after, phase="over")
        return after, replace(ruling, verdict=V.ELIMINATED, reason=say.is_eliminated(why, player, cards))
    scores = tuple(score + (seat == taker) * state.points() for seat, score in enumerate(state.scores))
    paid = replace(state, scores=scores).cleared(taker)
    after = _finish(paid, taker) if scores[taker] >= state.options.target else paid
    return after, replace(ruling, reason=say.takes(why, player, cards))


def _finish(state: State, taker: int) -> State:
    """The target is reached: the fewest chips win, or those tied for fewest play on alone (D10)."""
    fewest = min(state.scores[seat] for seat in state.rivals)
    rivals = tuple(seat for seat in state.rivals if state.scores[seat] == fewest)
    ended = replace(state, rivals=rivals)
    if len(rivals) == 1:
        return replace(ended, phase="over")
    return replace(ended, tie_break=True, turn=ended.after(taker))


_ANSWERS: Mapping[type, Callable[[State, Any], Answer]] = {
    e.Place: _place, e.Object: _object, e.Withdraw: _withdraw, e.StandBy: _stand, e.Challenge: _challenge,
    e.NameWord: _name_word, e.Prove: _prove, e.Concede: _concede, e.Squeeze: _squeeze, e.Exchange: _exchange,
    e.Switch: _switch, e.Pass: _pass, e.Timeout: _timeout,
}  # fmt: skip
