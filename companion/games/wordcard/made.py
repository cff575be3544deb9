"""The words laid in WORDCARD: those claimed with the cards laid down, tagged on or solved with, as the dictionary has
them. Where combinations alone are played there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.made import MadeWord
from companion.games.wordcard.events import Lay, Solution, Tag
from companion.games.wordcard.lines import claim
from companion.games.wordcard.state import Line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.games.wordcard.state import State


def words_of(before: State, event: Any, after: State) -> Iterator[MadeWord]:
    """The words of a laydown, of cards tagged on and of a solution; with its points, bonuses left out, where nothing
    else was laid with it."""
    words = [word for word in _claimed(before, event, after) if before.words.is_word(word)]
    if not words:
        return
    seat = before.players.index(event.player)
    was, now = before.hands[seat], after.hands[seat]
    points = now.score - was.score - (now.bonus - was.bonus)
    is_alone = len(words) == 1 and len(getattr(event, "lines", ()) or ()) <= 1 and after.scheme.aim == "most"
    for word in words:
        yield MadeWord(event.player, word, points if is_alone else None)


def _claimed(before: State, event: Any, after: State) -> tuple[str, ...]:
    if isinstance(event, (Lay, Tag)) and after.doubtful is not None:
        return after.doubtful.claimed
    if isinstance(event, Solution):
        lines = [Line(row, None) for row in event.lines]
        return claim(lines, None, before.scheme, before.words, strict=True)[1]
    return ()
