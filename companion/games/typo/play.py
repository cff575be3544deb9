"""The referee's answers in TYPO: one function per event, and what they share."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, get_args

from companion.games.comings import is_deserted, seats_taken
from companion.games.core import Ruling, accepted, cited, game_over, malformed, refused
from companion.games.events import Malformed
from companion.games.typo import clauses as c
from companion.games.typo import events as e
from companion.games.typo import sentences as say
from companion.games.typo.events import Majority
from companion.games.typo.legal import Hindrance, hindrance
from companion.games.typo.state import ROWS, Placement, State, halves
from companion.games.typo.verdicts import V
from companion.games.typo.words import begins
from companion.games.verdicts import Shared

if TYPE_CHECKING:
    from companion.games.core import Cited

Answer = tuple[State, Ruling]


def rule(state: State, event: e.Event) -> Answer:
    """Judge one event: first what refuses it in the order of the transcript's rules, then the game."""
    if isinstance(event, e.Doubt):
        return _doubt(state, event)
    if isinstance(event, e.Reveal) and set(event.cards) != set(state.names_choosing):
        return state, malformed(Malformed("cards", say.cards_of(state.names_choosing)))
    why = hindrance(state, event.event, None if isinstance(event, e.Reveal) else event.player)
    if why is Hindrance.OVER:
        return state, _over(state)
    if isinstance(event, e.Reveal):
        return _reveal(state, event)
    if why is Hindrance.NOTHING_REVEALED:
        clause = c.T2 if isinstance(event, e.Place) else c.T8
        return state, refused(Shared.NOT_NOW, clause, say.REVEAL_FIRST)
    seat, letter = state.queue[0]
    if why is Hindrance.NOT_THE_TURN:
        return state, refused(Shared.NOT_YOUR_TURN, c.T3, say.first_to_place(state.name(seat), letter))
    return _place(state, event) if isinstance(event, e.Place) else _fail(state, event)


def _over(state: State) -> Ruling:
    clause = c.T13.ours if is_deserted(state) else c.T11
    return game_over(clause, [name for seat, name in enumerate(state.players) if seat == state.winner])


def _reveal(state: State, event: e.Reveal) -> Answer:
    if hindrance(state, event.event) is Hindrance.STILL_PLACING:
        waiting = [state.name(seat) for seat, _ in state.queue]
        return state, refused(Shared.NOT_NOW, c.T2, say.still_to_be_placed(waiting))
    seats = len(state.players)
    cards = ((seat, event.cards[state.name(seat)]) for seat in state.choosing)
    queue = tuple(sorted(cards, key=lambda card: (card[1], (card[0] - state.holder) % seats)))
    order = say.order([(state.name(seat), letter) for seat, letter in queue])
    return replace(state, queue=queue, placement=None, out=()), accepted(V.REVEALED, c.T3, order)


def _place(state: State, event: e.Place) -> Answer:
    if not 1 <= event.row <= ROWS:
        return state, refused(V.NO_SUCH_ROW, c.T5, say.no_such_row(ROWS))
    seat, letter = state.queue[0]
    before = state.rows[event.row - 1]
    letters = letter + before if event.side == "front" else before + letter
    if not begins(state.words, event.word, letters):
        return state, refused(V.DOES_NOT_BEGIN, c.T5, say.does_not_begin_try_again(event.word, letters))
    placed = replace(
        state,
        rows=state.with_row(event.row - 1, letters),
        hands=state.with_hand(seat, -1),
        queue=state.queue[1:],
        placement=Placement(seat, letter, event.row - 1, before, event.word),
    )
    whole = state.words.fold(event.word) == letters.lower()
    if placed.hands[seat] == 0:
        return replace(placed, winner=seat), accepted(V.WINS, c.T11, say.wins(event.player, event.word, letters))
    reason = say.placed(event.player, event.word, letters, cards=placed.hands[seat])
    return placed, accepted(V.PLACED, c.T5.ours if whole else c.T5, reason)


def _doubt(state: State, event: e.Doubt) -> Answer:
    placement = state.placement
    if placement is None:
        if hindrance(state, event.event) is Hindrance.OVER:
            return state, _over(state)
        return state, refused(Shared.NOT_NOW, c.T7, say.NOTHING_TO_DOUBT)
    owner = state.name(placement.seat)
    if owner in event.players:
        return state, malformed(Malformed("players", say.doubts_own_word(owner)))
    closed = replace(state, placement=None)
    doubters = len(set(event.players))
    clause = _doubt_clause(state, doubters)
    if doubters < state.doubters_needed:
        return closed, accepted(V.TOO_FEW_DOUBTERS, clause, _too_few(state, doubters))
    spelled = placement.word if event.spelling is None else event.spelling
    letters = state.rows[placement.row]
    if not begins(state.words, spelled, letters):
        return state, refused(V.DOES_NOT_BEGIN, c.T7, say.spelling_does_not_begin(spelled, letters))
    if state.words.is_word(spelled):
        return closed, accepted(V.WORD_STANDS, clause, say.stands(spelled))
    undone = replace(
        closed,
        rows=state.with_row(placement.row, placement.before),
        hands=state.with_hand(placement.seat, 1),
        winner=None,
    )
    why = say.not_in_the_dictionary(spelled)
    after, ruling = _take_row(undone, placement.seat, placement.letter, event.row, why)
    named, house = cited(clause)
    failed = replace(ruling, verdict=V.WORD_FAILS, clause=named, house=house)
    return (after, failed) if ruling.accepted else (state, ruling)


def _doubt_clause(state: State, doubters: int) -> Cited:
    """Whether half is of the others or of all is a reading of ours; it decides where the two come out differently."""
    enough = {doubters >= state.doubters_by(majority) for majority in get_args(Majority)}
    return c.T7 if len(enough) == 1 else c.T7.ours


def _too_few(state: State, doubters: int) -> str:
    players = len(seats_taken(state))
    if state.options.majority == "all":
        return say.too_few_of_all(doubters, players)
    return say.too_few_of_the_others(doubters, players - 1)


def _fail(state: State, event: e.Fail | e.Timeout) -> Answer:
    seat, letter = state.queue[0]
    is_said = isinstance(event, e.Fail)
    why = say.cannot_place(event.player, letter) if is_said else say.time_is_up(event.player)
    failed = replace(state, queue=state.queue[1:], placement=None)
    after, ruling = _take_row(failed, seat, letter, event.row, why)
    return (after, ruling) if ruling.accepted else (state, ruling)


def _take_row(state: State, seat: int, letter: str, row: int | None, why: str) -> Answer:
    """T8–T10: the second half of the longest row to the player, the first half out, the failing card in its place."""
    longest = state.longest()
    if row is None:
        if len(longest) > 1:
            return state, refused(V.CHOOSE_ROW, c.T9, say.choose_row(why, [index + 1 for index in longest]))
        index = longest[0]
    elif not 1 <= row <= ROWS:
        return state, refused(V.NO_SUCH_ROW, c.T9, say.no_such_row(ROWS))
    elif row - 1 not in longest:
        clause = c.T8 if len(longest) == 1 else c.T9
        return state, refused(V.NOT_THE_LONGEST, clause, say.not_the_longest(row))
    else:
        index = row - 1
    out, kept = halves(state.rows[index])
    after = replace(state, rows=state.with_row(index, letter), hands=state.with_hand(seat, len(kept) - 1), holder=seat)
    reason = say.row_taken(why, state.name(seat), index + 1, kept=kept, out=out, letter=letter)
    return after, accepted(V.ROW_TAKEN, c.T8, reason)
