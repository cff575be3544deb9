"""What could have been in WORDCARD: the best that hands shown at the end could still have laid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.missed import Missed
from companion.games.wordcard import sentences as say
from companion.games.wordcard.hindsight import hints

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.games.wordcard.state import State


def missed_in(before: State, event: Any, _after: State, _following: Any) -> Iterator[Missed]:
    """The points that stayed in hand: only at the end does anybody know what the hands were."""
    for best in hints(before, event).get("best_laydowns", ()):
        if best["points"] > 0:
            lines = [" ".join(line) for line in best["lines"]]
            reason = say.could_have_laid(best["player"], lines, best["points"], surely=best["exhaustive"])
            yield Missed(best["player"], best["points"], reason)
