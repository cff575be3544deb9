"""The referee's answers in TYPO: one function per event, and what they share."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, get_args

from companion.games.core import Ruling, accepted, cited, counted, game_over, malformed, quoted, refused, spoken_list
from companion.games.events import Malformed
from companion.games.typo import clauses as c
from companion.games.typo import events as e
from companion.games.typo.events import Majority
from companion.games.typo.legal import Hindrance, hindrance
from companion.games.typo.state import ROWS, Placement, State
from companion.games.typo.verdicts import V
from companion.games.typo.words import begins
from companion.games.verdicts import Shared
from companion.sentences import joined, told

if TYPE_CHECKING:
    from companion.games.core import Cited

Answer = tuple[State, Ruling]


def rule(state: State, event: e.Event) -> Answer:
    """Judge one event: first what refuses it in the order of the transcript's rules, then the game."""
    if isinstance(event, e.Doubt):
        return _doubt(state, event)
    why = hindrance(state, event.event, None if isinstance(event, e.Reveal) else event.player)
    if why is Hindrance.OVER:
        return state, _over(state)
    if isinstance(event, e.Reveal):
        return _reveal(state, event)
    if why is Hindrance.NOTHING_REVEALED:
        clause = c.T2 if isinstance(event, e.Place) else c.T8
        return state, refused(Shared.NOT_NOW, clause, "First everybody reveals a card.")
    seat, letter = state.queue[0]
    if why is Hindrance.NOT_THE_TURN:
        return state, refused(
            Shared.NOT_YOUR_TURN,
            c.T3,
            told("{player} is to place {letter} first.", player=state.name(seat), letter=letter),
        )
    return _place(state, event) if isinstance(event, e.Place) else _fail(state, event)


def _over(state: State) -> Ruling:
    return game_over(c.T11, [name for seat, name in enumerate(state.players) if seat == state.winner])


def _reveal(state: State, event: e.Reveal) -> Answer:
    if hindrance(state, event.event) is Hindrance.STILL_PLACING:
        waiting = spoken_list([state.name(seat) for seat, _ in state.queue])
        return state, refused(
            Shared.NOT_NOW, c.T2, told("Cards of this round are still to be placed by {waiting}.", waiting=waiting)
        )
    seats = len(state.players)
    cards = ((seat, event.cards[name]) for seat, name in enumerate(state.players))
    queue = tuple(sorted(cards, key=lambda card: (card[1], (card[0] - state.holder) % seats)))
    order = joined(", ", [f"{state.name(seat)} {letter}" for seat, letter in queue])
    return replace(state, queue=queue, placement=None), accepted(
        V.REVEALED, c.T3, told("The order is {order}.", order=order)
    )


def _place(state: State, event: e.Place) -> Answer:
    if not 1 <= event.row <= ROWS:
        return state, refused(V.NO_SUCH_ROW, c.T5, told("There are {rows} rows, numbered from 1.", rows=ROWS))
    seat, letter = state.queue[0]
    before = state.rows[event.row - 1]
    letters = letter + before if event.side == "front" else before + letter
    if not begins(state.words, event.word, letters):
        return state, refused(
            V.DOES_NOT_BEGIN,
            c.T5,
            told("{word} does not begin with {letters}; try again.", word=quoted(event.word), letters=letters),
        )
    placed = replace(
        state,
        rows=state.with_row(event.row - 1, letters),
        hands=state.with_hand(seat, -1),
        queue=state.queue[1:],
        placement=Placement(seat, letter, event.row - 1, before, event.word),
    )
    whole = state.words.fold(event.word) == letters.lower()
    said = told("{word} begins with {letters}", word=quoted(event.word), letters=letters)
    if placed.hands[seat] == 0:
        won = replace(placed, winner=seat)
        return won, accepted(
            V.WINS,
            c.T11,
            told("{said}, and {player} has no cards left: {player} wins.", said=said, player=event.player),
        )
    return placed, accepted(
        V.PLACED,
        c.T5.ours if whole else c.T5,
        told(
            "{said}; {player} has {cards} left.",
            said=said,
            player=event.player,
            cards=counted(placed.hands[seat], "card"),
        ),
    )


def _doubt(state: State, event: e.Doubt) -> Answer:
    placement = state.placement
    if placement is None:
        if hindrance(state, event.event) is Hindrance.OVER:
            return state, _over(state)
        return state, refused(
            Shared.NOT_NOW, c.T7, "Only the card just placed can be doubted, before anything else happens."
        )
    owner = state.name(placement.seat)
    if owner in event.players:
        return state, malformed(Malformed("players", told("cannot name {owner}, whose word is doubted", owner=owner)))
    closed = replace(state, placement=None)
    doubters = len(set(event.players))
    clause = _doubt_clause(state, doubters)
    if doubters < state.doubters_needed:
        return closed, accepted(V.TOO_FEW_DOUBTERS, clause, _too_few(state, doubters))
    spelled = placement.word if event.spelling is None else event.spelling
    letters = state.rows[placement.row]
    if not begins(state.words, spelled, letters):
        return state, refused(
            V.DOES_NOT_BEGIN, c.T7, told("{word} does not begin with {letters}.", word=quoted(spelled), letters=letters)
        )
    if state.words.is_word(spelled):
        return closed, accepted(
            V.WORD_STANDS, clause, told("{word} is in the dictionary: the word stands.", word=quoted(spelled))
        )
    undone = replace(
        closed,
        rows=state.with_row(placement.row, placement.before),
        hands=state.with_hand(placement.seat, 1),
        winner=None,
    )
    why = told("{word} is not in the dictionary", word=quoted(spelled))
    after, ruling = _take_row(undone, placement.seat, placement.letter, event.row, why)
    named, house = cited(clause)
    failed = replace(ruling, verdict=V.WORD_FAILS, clause=named, house=house)
    return (after, failed) if ruling.accepted else (state, ruling)


def _doubt_clause(state: State, doubters: int) -> Cited:
    """Whether half is of the others or of all is a reading of ours; it decides where the two come out differently."""
    enough = {doubters >= state.doubters_by(majority) for majority in get_args(Majority)}
    return c.T7 if len(enough) == 1 else c.T7.ours


def _too_few(state: State, doubters: int) -> str:
    players = len(state.players)
    if state.options.majority == "all":
        return told(
            "{doubters} of all {players} players doubt it, and more than half are needed: the word counts.",
            doubters=doubters,
            players=players,
        )
    return told(
        "{doubters} of the {others} others doubt it, and more than half are needed: the word counts.",
        doubters=doubters,
        others=players - 1,
    )


def _fail(state: State, event: e.Fail | e.Timeout) -> Answer:
    seat, letter = state.queue[0]
    why = (
        told("{player} cannot place {letter}", player=event.player, letter=letter)
        if isinstance(event, e.Fail)
        else told("Time is up for {player}", player=event.player)
    )
    failed = replace(state, queue=state.queue[1:], placement=None)
    after, ruling = _take_row(failed, seat, letter, event.row, why)
    return (after, ruling) if ruling.accepted else (state, ruling)


def _take_row(state: State, seat: int, letter: str, row: int | None, why: str) -> Answer:
    """T8–T10: the second half of the longest row to the player, the first half out, the failing card in its place."""
    longest = state.longest()
    if row is None:
        if len(longest) > 1:
            rows = spoken_list([str(index + 1) for index in longest], "or")
            return state, refused(
                V.CHOOSE_ROW, c.T9, told("{why}; several rows are longest, so choose row {rows}.", why=why, rows=rows)
            )
        index = longest[0]
    elif not 1 <= row <= ROWS:
        return state, refused(V.NO_SUCH_ROW, c.T9, told("There are {rows} rows, numbered from 1.", rows=ROWS))
    elif row - 1 not in longest:
        clause = c.T8 if len(longest) == 1 else c.T9
        return state, refused(V.NOT_THE_LONGEST, clause, told("Row {row} is not the longest.", row=row))
    else:
        index = row - 1
    taken = state.rows[index]
    out, kept = taken[: len(taken) // 2], taken[len(taken) // 2 :]
    after = replace(state, rows=state.with_row(index, letter), hands=state.with_hand(seat, len(kept) - 1), holder=seat)
    name = state.name(seat)
    if out:
        share = told(
            "{player} takes {kept} of row {row} and {out} is out", player=name, kept=kept, row=index + 1, out=out
        )
    else:
        share = told("{player} takes {kept} of row {row}", player=name, kept=kept, row=index + 1)
    reason = told(
        "{why}: {share}; {letter} starts a new row, and {player} gets the timer.",
        why=why, share=share, letter=letter, player=name,
    )  # fmt: skip
    return after, accepted(V.ROW_TAKEN, c.T8, reason)
