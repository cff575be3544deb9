"""The referee's answers in WORDCARD: who may do what when, exchanges, turns, contests."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.errors import BadInput
from companion.games.comings import names_playing, seats_taken
from companion.games.core import Ruling, accepted, game_over, malformed, refused
from companion.games.events import Malformed
from companion.games.verdicts import Shared
from companion.games.wordcard import clauses as c
from companion.games.wordcard import events as e
from companion.games.wordcard import sentences as say
from companion.games.wordcard.ending import close, show_hands, solve
from companion.games.wordcard.laying import cards_beside, lay, replace_wild, tag
from companion.games.wordcard.legal import Hindrance, hindrance
from companion.games.wordcard.options import check_choice, chosen_options
from companion.games.wordcard.state import State
from companion.games.wordcard.turns import exchange_undone, next_turn, with_exchange
from companion.games.wordcard.verdicts import V
from companion.lexicon import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.games.core import Clause

Answer = tuple[State, Ruling]

_OWN_CLAUSE: Mapping[type, Clause] = {
    e.DealerChooses: c.W5, e.Draw: c.W25, e.Discard: c.W25, e.Lay: c.W6, e.Tag: c.W7, e.ReplaceWild: c.W8,
    e.Contest: c.W16, e.EndTurn: c.W18, e.Notice: c.W17, e.Timeout: c.W17, e.Hands: c.W18, e.Solution: c.W24,
    e.Close: c.W24,
}  # fmt: skip

_AWAITED: Mapping[Hindrance, str] = {
    Hindrance.SOLUTIONS_ONLY: say.SOLUTIONS_ONLY,
    Hindrance.NOTHING_LAID: say.CONTEST_COMES_AT_ONCE,
    Hindrance.NOBODY_OUT: say.NOBODY_IS_OUT,
    Hindrance.DEALER_FIRST: say.DEALER_FIRST,
    Hindrance.CHOSEN: say.CHOSEN_ALREADY,
}


def rule(state: State, event: e.Event) -> Answer:
    """Judge one event: first what refuses it in the order of the transcript's rules, then the game."""
    if refusal := _refusal(state, event):
        return state, refusal
    after, ruling = _ANSWERS[type(event)](state, event)
    return (after if ruling.accepted else state), ruling


def _refusal(state: State, event: e.Event) -> Ruling | None:
    clause = _OWN_CLAUSE[type(event)]
    if fault := _wrong_form(state, event):
        return malformed(fault)
    seat = _seat(state, event)
    why = hindrance(state, event.event, seat)
    if why is Hindrance.OVER and state.winners is not None:
        ended_by = c.W27.ours if state.left_alone else c.W18
        return game_over(ended_by, [state.name(seat) for seat in state.winners])
    awaited = _out_of_time(state, event, why, seat)
    if awaited and state.acting is None:  # while nobody is in turn this goes before what is not enabled
        return refused(Shared.NOT_NOW, clause, say.not_now(awaited))
    if refusal := _not_enabled(state, event, why):
        return refusal
    if why is Hindrance.NOT_THE_TURN:
        return refused(Shared.NOT_YOUR_TURN, clause, say.turn_of(state.name(state.turn)))
    if why is Hindrance.NOT_THE_DEALER:
        return refused(Shared.NOT_YOUR_TURN, c.W5, say.is_dealer(state.name(state.dealer)))
    if awaited:
        return refused(Shared.NOT_NOW, c.W5 if state.choosing else clause, say.not_now(awaited))
    if fault := _wrong_for_now(state, event):
        return malformed(fault)
    return None


def _wrong_form(state: State, event: e.Event) -> Malformed | None:
    """What the types of the fields cannot say; decided by the event and the match's options alone."""
    if isinstance(event, e.Lay):
        wanted = "cells" if state.options.grid else "lines"
        return Malformed(wanted, say.IS_MISSING) if getattr(event, wanted) is None else None
    if isinstance(event, e.Contest) and event.about is not None and event.upheld is None:
        return Malformed("upheld", say.UPHELD_IS_MISSING)
    if isinstance(event, e.DealerChooses):
        return _unusable(partial(check_choice, event, names_playing(state)))
    return None


def _unusable(read: Callable[[], object]) -> Malformed | None:
    """What is wrong with the options of a dealer's choice; None when they can be read so."""
    try:
        read()
    except BadInput as problem:
        return Malformed(_blamed(problem.about.key), say.cannot_be_used(problem.sentence))
    return None


def _blamed(key: str | None) -> tuple[str, ...]:
    """The path of the field that a choice of the dealer is refused for."""
    return tuple((key or "options").split("."))


def _not_enabled(state: State, event: e.Event, why: Hindrance | None) -> Ruling | None:
    options = state.options
    if why is Hindrance.NOT_WILD:
        return refused(Shared.NOT_ENABLED, c.W5, say.ONLY_IN_THE_WILD_GAME)
    if why is Hindrance.NOT_GROUP:
        return refused(Shared.NOT_ENABLED, c.W24, say.ONLY_IN_THE_GROUP_GAME)
    if isinstance(event, e.Tag | e.Lay) and options.tag_on == "own" and _is_at_another(state, event):
        agreed = say.OWN_LINES_ONLY if isinstance(event, e.Tag) else say.BESIDE_OWN_CARDS_ONLY
        return refused(Shared.NOT_ENABLED, c.W7.ours, agreed)
    if why is Hindrance.ON_GRID:
        return refused(Shared.NOT_ENABLED, c.W9, say.NOT_ON_THE_GRID)
    if isinstance(event, e.Draw) and event.from_ == "pile" and event.cards is not None:
        if not options.pick_any:
            return refused(Shared.NOT_ENABLED, c.W25, say.TOP_CARD_ONLY)
        if options.aim == "fewest":
            return refused(Shared.NOT_ENABLED, c.W25, say.NOT_FOR_THE_FEWEST)
    if _is_not_explained(state, event):
        return refused(Shared.NOT_ENABLED, c.W16, say.NO_EXPLANATIONS)
    return None


def _is_not_explained(state: State, event: e.Event) -> bool:
    """Whether an explanation is contested where none was agreed."""
    return isinstance(event, e.Contest) and event.about is not None and not state.options.explanations


def _is_at_another(state: State, event: e.Tag | e.Lay) -> bool:
    """Whether there is such a line, or a card beside the cells, and it is not that of the player who tags on."""
    seat = state.players.index(event.player)
    if isinstance(event, e.Lay):
        return any(laid.owner != seat for laid in cards_beside(state, event.cells or ()))
    number = event.line - 1
    return 0 <= number < len(state.lines) and state.lines[number].owner != seat


def _seat(state: State, event: e.Event) -> int | None:
    """The seat of the player whose event it is; None for what names none."""
    if isinstance(event, (e.Contest, e.Hands, e.Close)):
        return None
    return state.players.index(event.player)


def _out_of_time(state: State, event: e.Event, why: Hindrance | None, seat: int | None) -> str | None:
    """What is awaited instead of the event; None when it may come now."""
    if why is Hindrance.SOLVED and seat is not None:
        return say.solved_already(state.name(seat))
    if state.out is not None and (why is Hindrance.SOMEBODY_OUT or _is_not_explained(state, event)):
        return say.hands_first(state.name(state.out))
    return _AWAITED.get(why) if why else None


def _wrong_for_now(state: State, event: e.Event) -> Malformed | None:
    """What makes an awaited event malformed as things stand: the dealer's choice (W5), challengers (W16), hands
    (W18)."""
    if isinstance(event, e.DealerChooses):
        return _unusable(partial(chosen_options, state.options, event, names_playing(state)))
    if isinstance(event, e.Contest) and state.doubtful is not None:
        owner = state.name(state.doubtful.owner)
        if owner in event.players:
            return Malformed("players", say.own_word(owner))
    if isinstance(event, e.Hands):
        others = [state.name(seat) for seat in seats_taken(state) if seat != state.out]
        if set(event.hands) != set(others):
            return Malformed("hands", say.hands_of(others))
        for name, cards in event.hands.items():
            held = state.hands[state.players.index(name)].cards
            if len(cards) != held:
                return Malformed(("hands", name), say.hand_holds(held, len(cards)))
    return None


# ——— the dealer's choice and exchanges (W5, W25) ———


def _dealer_chooses(state: State, event: e.DealerChooses) -> Answer:
    options = chosen_options(state.options, event, names_playing(state))
    playing = seats_taken(state)
    hands = tuple(replace(hand, cards=options.hand * (seat in playing)) for seat, hand in enumerate(state.hands))
    after = replace(state, options=options, hands=hands, choosing=False)
    return after, accepted(V.CHOSEN, c.W5, say.has_chosen(event.player, event.type))


def _draw(state: State, event: e.Draw) -> Answer:
    if hindrance(state, event.event, state.turn) is Hindrance.DRAWN:
        return state, refused(Shared.NOT_NOW, c.W25, say.drawn_already(event.player))
    if event.from_ == "deck":
        return _taking(state, 1), accepted(V.DRAWN, c.W25, say.draws(event.player))
    wanted: tuple[str | None, ...] = state.pile[-1:] if event.cards is None else event.cards
    count = len(wanted)
    if not 0 < count <= len(state.pile):
        return state, refused(V.NO_SUCH_CARD, c.W25, say.so_many_on_the_pile(len(state.pile)))
    for lying, named in zip(state.pile[-count:], wanted, strict=True):
        if lying not in (None, named):
            return state, refused(V.NO_SUCH_CARD, c.W25, say.lies_on_the_pile(lying, named))
    free = state.turn == state.dealer and state.turn_number == 1
    after = replace(
        _taking(state, count),
        pile=state.pile[:-count],
        picked=None if free else wanted[0],
        taken=() if free else wanted,
    )
    return after, accepted(V.DRAWN, c.W25, say.takes(event.player, wanted, after.picked))


def _taking(state: State, count: int) -> State:
    hand = state.hands[state.turn]
    return replace(state.with_hand(state.turn, replace(hand, cards=hand.cards + count)), drawn=True, doubtful=None)


def _discard(state: State, event: e.Discard) -> Answer:
    hand = state.hands[state.turn]
    why = hindrance(state, event.event, state.turn)
    if why is Hindrance.NOT_DRAWN:
        return state, refused(Shared.NOT_NOW, c.W25, say.DRAW_FIRST)
    if why is Hindrance.DISCARDED:
        return state, refused(Shared.NOT_NOW, c.W25, say.discarded_already(event.player))
    if why is Hindrance.LAST_CARD:
        return state, refused(Shared.NOT_NOW, c.W25, say.LAST_CARD_STAYS)
    if event.card == state.picked:
        return state, refused(V.MUST_PLAY_PICKED_CARD, c.W25, say.taken_to_be_played(event.card))
    fewer = state.with_hand(state.turn, replace(hand, cards=hand.cards - 1))
    after = replace(fewer, pile=(*state.pile, event.card), discarded=True, doubtful=None)
    return after, accepted(V.DISCARDED, c.W25, say.discards(event.player, event.card))


# ——— turns (W17) ———


def _end_turn(state: State, event: e.EndTurn) -> Answer:
    if hindrance(state, event.event, state.turn) is Hindrance.MUST_PLAY:
        return state, refused(V.MUST_PLAY_PICKED_CARD, c.W25, say.must_play(event.player, state.picked))
    after = next_turn(state)
    return after, accepted(V.TURN_ENDED, c.W17, _turn_over(state, event.player, after))


def _turn_over(state: State, player: str, after: State) -> str:
    """Who goes on, and who had to sit out on the way there."""
    pairs = enumerate(zip(state.hands, after.hands, strict=True))
    skipped = [state.name(seat) for seat, (old, new) in pairs if new.lost_turns < old.lost_turns]
    return say.turn_over(player, after.name(after.turn), skipped)


def _notice(state: State, event: e.Notice) -> Answer:
    if hindrance(state, event.event, state.turn) is Hindrance.NOTICED:
        return state, refused(Shared.NOT_NOW, c.W17, say.noticed_already(event.player))
    noticed = replace(state, noticed=True, doubtful=None)
    return noticed, accepted(V.NOTICED, c.W17, say.notice(event.player))


def _timeout(state: State, event: e.Timeout) -> Answer:
    if hindrance(state, event.event, state.turn) is Hindrance.NOT_NOTICED:
        return state, refused(Shared.NOT_NOW, c.W17, say.not_noticed(event.player))
    reason = with_exchange(state.picked, say.loses_the_turn(event.player))
    return next_turn(exchange_undone(state)), accepted(V.TURN_LOST, c.W17, reason)


# ——— contests (W16) ———


def _contest(state: State, event: e.Contest) -> Answer:
    doubtful = state.doubtful
    assert doubtful is not None  # else it is refused before
    word = fold(event.word)
    if word is None or word not in doubtful.claimed:
        return state, refused(V.NOT_A_WORD, c.W16, say.not_claimed(event.word, doubtful.claimed))
    challengers = tuple(dict.fromkeys(event.players))
    if event.about is not None:
        holds = event.upheld
        why = say.GOOD_EXPLANATION if holds else say.WRONG_EXPLANATION
    else:
        holds = state.words.is_word(word)
        why = say.in_the_dictionary(word) if holds else say.not_in_the_dictionary(word)
    return _word_stands(state, challengers, why) if holds else _word_fails(state, challengers, why)


def _word_stands(state: State, challengers: tuple[str, ...], why: str) -> Answer:
    after = replace(state, doubtful=None)
    for name in challengers:
        seat = state.players.index(name)
        hand = after.hands[seat]
        after = after.with_hand(seat, replace(hand, lost_turns=hand.lost_turns + 1))
    return after, accepted(V.WORD_STANDS, c.W16, say.word_stands(why, challengers))


def _word_fails(state: State, challengers: tuple[str, ...], why: str) -> Answer:
    """The laydown is taken back; the turn broken off, now or since then, is the first of those lost."""
    doubtful = state.doubtful
    assert doubtful is not None  # else nothing is contested
    before, owner = doubtful.before, state.name(doubtful.owner)
    hand = before.hands[doubtful.owner]
    more = len(challengers) - 1
    taken_back = before.with_hand(doubtful.owner, replace(hand, lost_turns=hand.lost_turns + more))
    after = taken_back if doubtful.turn_over else next_turn(exchange_undone(taken_back))
    fails = say.word_fails(why, owner, len(challengers), is_over=doubtful.turn_over)
    reason = with_exchange(doubtful.undone or before.picked, fails)
    return after, accepted(V.WORD_FAILS, c.W16.ours, reason)


_ANSWERS: Mapping[type, Callable[[State, Any], Answer]] = {
    e.DealerChooses: _dealer_chooses, e.Draw: _draw, e.Discard: _discard, e.Lay: lay, e.Tag: tag,
    e.ReplaceWild: replace_wild, e.Contest: _contest, e.EndTurn: _end_turn, e.Notice: _notice, e.Timeout: _timeout,
    e.Hands: show_hands, e.Solution: solve, e.Close: close,
}  # fmt: skip
