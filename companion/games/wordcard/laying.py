"""Laying down, tagging on, replacing a wild (W6–W9, W18, W19)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.games.core import Ruling, accepted, refused, shortened
from companion.games.verdicts import Shared
from companion.games.wordcard import clauses as c
from companion.games.wordcard import grid as g
from companion.games.wordcard import line_sentences as say
from companion.games.wordcard.legal import Hindrance, hindrance
from companion.games.wordcard.lines import NotGood, check_good, claim, gain, with_paid
from companion.games.wordcard.notation import WILD, WILDS, in_hand, stands_for
from companion.games.wordcard.scoring import FINISH_AT_ONCE_BONUS, FINISH_LATER_BONUS, LONG_BONUS
from companion.games.wordcard.sentences import must_play
from companion.games.wordcard.state import Doubtful, Laid, Line, State
from companion.games.wordcard.verdicts import V

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.core import Cited, Clause
    from companion.games.wordcard import events as e

Answer = tuple[State, Ruling]
OPENS_WITH_ANY_TOUCH = 1
LATER_CARDS = 2


@dataclass(frozen=True, slots=True)
class NewLines:
    """New or changed lines with what each has grown from, the cards used, and the claims made."""

    cards: tuple[str, ...]
    lines: tuple[tuple[Line, tuple[tuple[Line, int], ...]], ...]
    claimed: tuple[str, ...]


# ——— laying down ———


def lay(state: State, event: e.Lay) -> Answer:
    """Judge a laydown in lines or on the grid."""
    return _lay_cells(state, event) if state.options.grid else _lay_lines(state, event)


def _lay_lines(state: State, event: e.Lay) -> Answer:
    rows = event.lines or ()
    cards = tuple(card for row in rows for card in row)
    if refusal := _hand_refusal(state, cards) or _too_few(state, cards, LATER_CARDS):
        return state, refusal
    if not all(rows):
        return state, refused(V.TOO_FEW_CARDS, _lay_clause(state), say.EMPTY_LINE)
    fresh = [Line(row, owner=state.turn) for row in rows]
    try:
        lines, claimed = _judged(state, fresh, event.words)
    except NotGood as bad:
        return state, bad.ruling
    change = NewLines(cards, tuple((line, ()) for line in lines), claimed)
    after = replace(state, lines=(*state.lines, *lines))
    return _scored(state, after, change, V.LAID, _lay_clause(state))


def _lay_cells(state: State, event: e.Lay) -> Answer:
    cells = event.cells or ()
    cards = tuple(cell.card for cell in cells)
    taken = {laid.spot: laid for laid in state.grid}
    if refusal := _hand_refusal(state, cards):
        return state, refusal
    for cell in cells:
        spot = (cell.x, cell.y)
        if spot in taken:
            return state, refused(V.NO_SUCH_CARD, c.W8, say.place_taken(cell.x, cell.y, taken[spot].card))
        taken[spot] = Laid(spot, cell.card, state.turn)
    if refusal := _too_few(state, cards, OPENS_WITH_ANY_TOUCH if cards_beside(state, cells) else LATER_CARDS):
        return state, refusal
    return _new_grid(state, event, tuple(taken.values()))


def cards_beside(state: State, cells: Sequence[e.CardOnGrid]) -> list[Laid]:
    """The cards of the grid that touch one of these places (W9)."""
    near = {spot for cell in cells for spot in g.neighbours((cell.x, cell.y))}
    return [laid for laid in state.grid if laid.spot in near]


def _new_grid(state: State, event: e.Lay, grid: tuple[Laid, ...]) -> Answer:
    """The runs of the grid with the new cards on it: those that are new or changed must be good (W9)."""
    fresh = {(cell.x, cell.y) for cell in event.cells or ()}
    changed, history = [], []
    for run in g.runs_through({laid.spot: laid.card for laid in grid}, fresh):
        grown_from = tuple((old, at) for old in state.lines if (at := g.place_in(old, run)) is not None)
        inherited = tuple(dict.fromkeys(word for old, _ in grown_from for word in old.claimed))
        changed.append(replace(run, claimed=inherited))
        history.append(grown_from)
    alone = fresh.difference(*(g.spots(run) for run in changed))
    try:
        if alone:
            raise NotGood(_lonely(state))
        lines, claimed = _judged(state, changed, event.words)
    except NotGood as bad:
        return state, bad.ruling
    grown = {(old.at, old.down) for before in history for old, _ in before}
    unchanged = [line for line in state.lines if (line.at, line.down) not in grown]
    cards = tuple(cell.card for cell in event.cells or ())
    lines = tuple(
        with_paid(line, before, state.scheme, state.words) for line, before in zip(lines, history, strict=True)
    )
    table = tuple(sorted([*unchanged, *lines], key=g.in_order))
    change = NewLines(cards, tuple(zip(lines, history, strict=True)), claimed)
    return _scored(state, replace(state, grid=grid, lines=table), change, V.LAID, c.W9)


def _lonely(state: State) -> Ruling:
    verdict, clause = (V.NOT_A_WORD, c.W10) if state.scheme.needs_words else (V.NOT_A_COMBINATION, c.W13)
    return refused(verdict, clause, say.LONELY_CARD)


def _judged(
    state: State, lines: Sequence[Line], words: Sequence[str] | None
) -> tuple[tuple[Line, ...], tuple[str, ...]]:
    """The lines with their claims, all of them good, and the words claimed now; raises NotGood."""
    claiming, claimed = claim(lines, words, state.scheme, state.words, strict=state.options.strict)
    for line in claiming:
        check_good(line, state.scheme, state.words)
    return claiming, claimed


def _lay_clause(state: State) -> Clause:
    return c.W6 if state.hands[state.turn].opened_in is None else c.W7


def _hand_refusal(state: State, cards: Sequence[str]) -> Ruling | None:
    """More cards than are held (W1), all of them without the one taken up (W25), or more wilds on the table than the
    deck has (W3)."""
    held = state.hands[state.turn].cards
    lying = [laid.card for laid in state.grid] or [card for line in state.lines for card in line.cards]
    wilds = sum(card.startswith(WILD) for card in (*lying, *cards))
    if wilds > WILDS:
        return refused(V.NO_SUCH_CARD, c.W3, say.too_many_wilds(WILDS, wilds))
    if state.withholds_picked(cards):
        return refused(V.MUST_PLAY_PICKED_CARD, c.W25, must_play(state.name(state.turn), state.picked))
    if len(cards) <= held:
        return None
    return refused(V.NO_SUCH_CARD, c.W1, say.too_many_cards(state.name(state.turn), held, len(cards)))


def _too_few(state: State, cards: Sequence[str], later: int) -> Ruling | None:
    """Whether an opening is too small (W6), or a later laydown (W7)."""
    hand, who = state.hands[state.turn], state.name(state.turn)
    if hand.opened_in is not None:
        if len(cards) >= later:
            return None
        return refused(V.TOO_FEW_CARDS, c.W7, say.too_few_laid(LATER_CARDS))
    if cards and len(cards) == hand.cards:
        return None
    least, points = state.options.open_cards, state.options.open_points
    if points is None:
        if len(cards) >= least:
            return None
        return refused(V.TOO_FEW_CARDS, c.W6, say.too_few_to_open(who, least, len(cards)))
    worth = [(card, state.scheme.value(card)) for card in cards]
    if sum(value for _, value in worth) >= points:
        return None
    return refused(V.TOO_FEW_CARDS, c.W6, say.too_little_to_open(who, points, worth))


# ——— tagging on ———


def tag(state: State, event: e.Tag) -> Answer:
    """Judge cards put before or behind a line (W7)."""
    old = state.lines[event.line - 1] if 1 <= event.line <= len(state.lines) else None
    if hindrance(state, event.event, state.turn) is Hindrance.NOT_OPEN:
        return state, refused(Shared.NOT_NOW, c.W7, say.must_open(event.player))
    if old is None:
        return state, refused(V.NO_SUCH_LINE, c.W7, say.no_such_line(event.line, len(state.lines)))
    cards = (*event.front, *event.back)
    if not cards:
        return state, refused(V.TOO_FEW_CARDS, c.W7, say.NOTHING_TAGGED)
    if refusal := _hand_refusal(state, cards):
        return state, refusal
    grown = replace(old, cards=(*event.front, *old.cards, *event.back))
    try:
        (line,), claimed = _judged(state, [grown], event.words)
    except NotGood as bad:
        return state, bad.ruling
    grown_from = ((old, len(event.front)),)
    line = with_paid(line, grown_from, state.scheme, state.words)
    change = NewLines(cards, ((line, grown_from),), claimed)
    clause = c.W7 if old.owner == state.turn else c.W7.ours
    return _scored(state, _with_line(state, event.line, line), change, V.TAGGED, clause)


def _with_line(state: State, number: int, line: Line) -> State:
    return replace(state, lines=(*state.lines[: number - 1], line, *state.lines[number:]))


# ——— what it pays ———


def _scored(state: State, after: State, change: NewLines, verdict: V, clause: Cited) -> Answer:
    """The state and ruling after cards were laid or tagged: points, bonuses, hand, and what may be contested."""
    seat, scheme = state.turn, state.scheme
    hand = state.hands[seat]
    left = hand.cards - len(change.cards)
    parts: list[tuple[str, int]] = []
    before: list[tuple[str, int]] = []
    bonuses: list[tuple[str, int]] = []
    for line, grown_from in change.lines:
        worth, already, long_ones = gain(line, grown_from, scheme, state.words)
        parts += worth.parts
        before += [(say.LINE_AS_IT_WAS, -already)] if already else []
        bonuses += [(name, LONG_BONUS) for name in long_ones]
    if left == 0:
        bonuses.append((say.LAST_CARD, finish_bonus(state, seat)))
    bonus = sum(value for _, value in bonuses)
    points = sum(value for _, value in (*parts, *before))
    scored = points + bonus if scheme.aim == "most" else -bonus
    opened = state.turn_number if hand.opened_in is None else hand.opened_in
    hand = replace(hand, cards=left, score=hand.score + scored, bonus=hand.bonus + bonus, opened_in=opened)
    after = replace(
        after.with_hand(seat, hand),
        **_played(state, change.cards),
        doubtful=Doubtful(seat, change.claimed, before=replace(state, doubtful=None)),
        out=seat if left == 0 else None,
    )
    paid = [*shortened(parts), *before] if scheme.aim == "most" else []
    who = state.name(seat)
    reason = say.lays(who, len(change.cards), paid, shortened(bonuses), adds=scheme.aim == "most")
    if left == 0:
        return after, accepted(V.OUT, c.W18, say.goes_out(reason, who))
    return after, accepted(verdict, clause, reason)


def finish_bonus(state: State, seat: int) -> int:
    """What a player gets for the last card now, who has laid nothing before this turn, or has (W19)."""
    at_once = state.hands[seat].opened_in in (None, state.turn_number)
    return FINISH_AT_ONCE_BONUS if at_once else FINISH_LATER_BONUS


def _played(state: State, cards: Sequence[str]) -> dict[str, Any]:
    """What of a card taken up is still to be played, and what of those taken up is still in the hand (W25)."""
    laid = Counter(in_hand(card) for card in cards)
    taken = []
    for card in state.taken:
        if card is not None and laid[card]:
            laid[card] -= 1
        else:
            taken.append(card)
    picked = None if state.picked in [in_hand(card) for card in cards] else state.picked
    return {"picked": picked, "taken": tuple(taken)}


# ——— replacing a wild ———


def replace_wild(state: State, event: e.ReplaceWild) -> Answer:
    """Judge the exchange of a wild on the table for the real card it stands for (W8); it pays nothing."""
    if not 1 <= event.line <= len(state.lines):
        return state, refused(V.NO_SUCH_LINE, c.W8, say.no_such_line(event.line, len(state.lines)))
    line = state.lines[event.line - 1]
    if not 1 <= event.at <= len(line.cards):
        return state, refused(V.NO_SUCH_CARD, c.W8, say.no_such_card(event.line, len(line.cards), event.at))
    there = line.cards[event.at - 1]
    if not there.startswith("*"):
        return state, refused(V.NO_SUCH_CARD, c.W8, say.no_wild(event.line, event.at, there))
    if not stands_for(there, event.card):
        return state, refused(V.NO_SUCH_CARD, c.W8, say.stands_for_another(there, event.card))
    cards = (*line.cards[: event.at - 1], event.card, *line.cards[event.at :])
    after = replace(
        _with_line(state, event.line, replace(line, cards=cards)),
        **_played(state, [event.card]),
        doubtful=None,
    )
    return after, accepted(V.REPLACED, c.W8.ours, say.replaces(event.player, event.card))
