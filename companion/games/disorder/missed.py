"""What could have been in Disorder!: of each round, how whoever took its chips could have kept them off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.disorder import sentences as say
from companion.games.disorder.events import Concede, NameWord, Prove, Timeout
from companion.games.disorder.hindsight import could_have_challenged
from companion.games.disorder.words import proves, proving_words, saving_words
from companion.games.match_events import SEAT_EVENTS
from companion.games.missed import Missed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.games.disorder.state import State
    from companion.sentences import Told

    Step = tuple[State, Any, State]
    Chance = tuple[int, Told, tuple[str, ...]]

EXAMPLES = 3


def missed_over_all(course: Sequence[Step]) -> Iterator[tuple[int, Missed]]:
    """The last chance of whoever took the chips of a round: a word that would have held or proven, a round that need
    not have been given up, a challenge called in vain or not called at all (D6, D7, D8, D11). Nobody gets chips in a
    tie-break."""
    began = 0
    own = [(place, step) for place, step in enumerate(course) if step[1].event not in SEAT_EVENTS]
    for at, (_, (before, _, after)) in enumerate(own):
        if not before.board:
            began = at
        taker = next((seat for seat, chips in enumerate(before.scores) if after.scores[seat] > chips), None)
        if taker is None or before.tie_break:
            continue
        chance = next(_chances(own[began : at + 1], taker), None)
        if chance is not None:
            place, reason, words = chance
            yield place, Missed(before.name(taker), before.points(), reason, words)


def _chances(of_round: Sequence[tuple[int, Step]], taker: int) -> Iterator[Chance]:
    """What that player could have done with the events of a round, the newest first."""
    for place, (before, event, _) in reversed(of_round):
        if isinstance(event, NameWord) and before.challenger == taker:
            yield place, say.called_in_vain(before.name(taker), event.word, before.board), ()
        elif before.turn == taker and (found := _instead(before, event, taker)) is not None:
            yield place, *found
        if _is_not_proven(before, event):
            return  # whatever was said before: whoever cannot prove takes the chips


def _is_not_proven(before: State, event: Any) -> bool:
    return before.phase == "prove" and not (isinstance(event, Prove) and proves(before, event.word, _owed(before)))


def _owed(state: State) -> str:
    """The letters that are to be proven."""
    return state.debts[0].letters


def _instead(before: State, event: Any, seat: int) -> tuple[Told, tuple[str, ...]] | None:
    """What the player on that seat could have said in place of an event of theirs, and with which words."""
    name, board = before.name(seat), before.board
    if _is_not_proven(before, event):
        words = proving_words(before, _owed(before), EXAMPLES)
        return (say.could_have_proven(name, _owed(before), words), words) if words else None
    if before.phase == "place" and could_have_challenged(before, seat):
        return say.could_have_challenged(name, board), ()
    is_given_up = before.phase == "place" and isinstance(event, (Concede, Timeout))
    if not is_given_up and before.phase != "name_word":
        return None
    words = saving_words(before, EXAMPLES) if board else ()
    tell = say.gave_up_early if is_given_up else say.could_have_named
    return (tell(name, board, words), words) if words else None
