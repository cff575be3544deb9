"""What could have been in WORDCARD: what each player lost over the whole match, as far as the hands are known then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.comings import names_playing
from companion.games.missed import Missed
from companion.games.wordcard import hindsight_sentences as say
from companion.games.wordcard.additions import in_turn
from companion.games.wordcard.events import Close, Hands, Solution
from companion.games.wordcard.hindsight import best_left, can_search, laying_terms, told_of
from companion.games.wordcard.turn_told import new_words, told_turn
from companion.games.wordcard.walked_back import stretches
from companion.games.wordcard.whole_turn import InHand, best_turns

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.games.wordcard.state import State
    from companion.games.wordcard.walked_back import Stretch
    from companion.games.wordcard.whole_turn import CouldHave, KnownEnds

Found = tuple[int, Missed]


def missed_over_all(course: Sequence[tuple[State, Any, State]]) -> Iterator[Found]:
    """The points lost between two draws of a player: what the best turn of the cards that were certainly in hand would
    have brought more than came of them, and at the end what was left and could still have been done.

    No card of a hand counts in two of them, so that what they cost adds up. In the group game it is what the best
    solution that was found has more than theirs (W24).
    """
    if course and isinstance(course[-1][1], Close):
        yield from _in_the_group_game(course)
        return
    if not course or not isinstance(course[-1][1], Hands) or not can_search(course[-1][0]):
        return
    end, shown, _ = course[-1]
    known: KnownEnds = {}
    still = {name: _still(end, shown, name, could) for name, could in best_left(end, shown, known).items()}
    some = [stretch for stretch in stretches(course) if stretch.place is not None and stretch.cards]
    for stretch in some:
        found = _in_stretch(stretch, known)
        left = still.pop(stretch.player, None) if stretch.is_last else None
        if left is not None and (found is None or left.lost > found[1].lost):
            found = len(course) - 1, left
        if found is not None:
            yield found
    yield from ((len(course) - 1, left) for left in still.values() if left is not None)


def _in_the_group_game(course: Sequence[tuple[State, Any, State]]) -> Iterator[Found]:
    """What the best solution would have brought more than a player's, and all of it to whoever has handed in none."""
    end, _, after = course[-1]
    if after.best is None:
        return
    lines, words = [" ".join(line) for line in after.best.lines], new_words(end, after.best.lines)
    handed_in = {event.player: place for place, (_, event, _) in enumerate(course) if isinstance(event, Solution)}
    for name in names_playing(end):
        place = handed_in.get(name)
        got = 0 if place is None else _brought(course[place], name)
        if after.best.gain > got:
            said = say.of_the_open_cards(name, lines, after.best.gain - got)
            at = len(course) - 1 if place is None else place
            yield at, Missed(name, after.best.gain - got, said, words)


def _brought(step: tuple[State, Any, State], name: str) -> int:
    """What an event changed of a player's score."""
    before, _, after = step
    seat = before.players.index(name)
    return after.hands[seat].score - before.hands[seat].score


def _still(state: State, shown: Hands, name: str, could: CouldHave) -> Missed | None:
    """What hindsight says of a hand that is shown."""
    (best, turn), seat, cards = could, state.players.index(name), shown.hands[name]
    if turn is not None:
        words = told_turn(in_turn(state, seat, len(cards)), turn.events, turn.tables).words
        return Missed(name, turn.gain, told_of(state, seat, cards, turn), words)
    if best.gain <= 0:
        return None
    said = say.could_have_laid(name, [" ".join(line) for line in best.lines], best.gain, surely=best.exhaustive)
    return Missed(name, best.gain, said, new_words(state, best.lines))


def _in_stretch(stretch: Stretch, known: KnownEnds) -> Found | None:
    """What the best turn would have brought more."""
    assert stretch.place is not None  # only where something was done
    assert stretch.state is not None
    state, cards = stretch.state, sorted(stretch.cards.elements())
    seat = state.players.index(stretch.player)
    opening, bonus = laying_terms(state, seat)
    hand = InHand(seat, cards, opening, bonus if stretch.is_whole else None)
    ((laid, turn),) = best_turns(state, [hand], known=known)
    lost = max(laid.gain, turn.gain if turn is not None else 0) - stretch.got
    if lost <= 0:
        return None
    if turn is not None and turn.gain > laid.gain:
        told = told_turn(in_turn(state, seat, len(cards) + (not stretch.is_whole)), turn.events, turn.tables)
        said, words = say.turn_of_hand(stretch.player, told.steps, is_whole=stretch.is_whole), told.words
    else:
        lines = [" ".join(line) for line in laid.lines]
        said, words = say.of_hand(stretch.player, lines, is_whole=stretch.is_whole), new_words(state, laid.lines)
    return stretch.place, Missed(stretch.player, lost, say.more_than_came(said, lost), words)
