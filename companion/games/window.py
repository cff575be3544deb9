"""How long somebody has: the windows of a game, described by it and kept by the referee's one clock. Pure.

A game says it in a module `windows` of its folder, as `Windows` describes; one without it takes all the time it wants.
The rules know no seconds: a window that runs out reaches them as the `timeout` of its player.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from companion.games import function_of, part

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.core import Ruling, View

EVERYBODY = ""  # whose a window is that runs for all at once: who say something together, or who may doubt what won


@dataclass(frozen=True, slots=True)
class Window:
    """A window of `total_ms` for `player`; when it runs out, `timeout` of that player goes to the rules.

    `before` is what the player has to go by (the row, the rows, the jumble, the card just played): before other cards
    it is another window.
    """

    player: str
    label: str
    total_ms: int
    before: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As a note has it."""
        return {
            "player": self.player, "label": self.label, "total_ms": self.total_ms, "before": list(self.before)
        }  # fmt: skip

    @classmethod
    def from_json(cls, noted: Mapping[str, Any]) -> Window:
        """The window that `to_json` noted."""
        return cls(noted["player"], noted["label"], noted["total_ms"], tuple(noted["before"]))


@dataclass(frozen=True, slots=True)
class Timed:
    """What everybody has now who may let the time run out: so many seconds, what for, and what they go by.

    `written` is the event of what is put on paper meanwhile, if something is: what stands there when the time is up is
    handed in as it stands. What is to be said aloud must be said in time. A time that only `reminds` is no event when
    it is up: it is heard once, and whoever is waited for takes all the time they want.
    """

    seconds: float
    label: str
    before: tuple[str, ...] = ()
    written: str | None = None
    reminds: bool = False


class Windows(Protocol):
    """A game's module `windows`. What a game does not need is left out.

    `HOLD_S` is how long a running window waits for others, once one of several who must say it together has said so,
    or for whoever may have it wait (`may_hold`).
    """

    HOLD_S: float

    def timed(self, state: Any) -> Timed | None:
        """The time that runs by itself for those who may hand in `timeout` now; None where none does."""
        ...

    def last_word(self, state: Any) -> Timed | None:
        """How long a match that is won waits for what may still be said of it; then it is over for good. None where
        nothing may."""
        ...

    def offered(self, state: Any) -> tuple[Window, str] | None:
        """A window that opens only once somebody starts it, and who may; None when none is on offer."""
        ...

    def is_waiting(self, state: Any) -> bool:
        """Whether something is judged first that the next events decide, while the time that ran is put aside."""
        ...

    def may_hold(self, state: Any) -> str | None:
        """Who may have their own window wait, once, to say what they do; None when nobody may."""
        ...

    def too_late(self, event: Mapping[str, Any], player: str) -> Ruling | None:
        """The refusal of what `player` cannot do any more, whose time is up while the rules want to know more; that of
        what `EVERYBODY` could say until the match was over for good."""
        ...


def windows(view: View, state: Any) -> tuple[Window, ...]:
    """The windows that open by themselves, that of the player in turn first; once the match is won that of everybody
    who may still say something of it."""
    timed: Timed | None = function_of(view.game, "windows", "last_word" if view.over else "timed")(state)
    if timed is None:
        return ()
    players = [player for player, events in view.may.items() if "timeout" in events]
    players.sort(key=lambda player: player != view.turn)
    of = [EVERYBODY] if view.over else players
    return tuple(Window(player, timed.label, round(timed.seconds * 1000), timed.before) for player in of)


def written_meanwhile(view: View, state: Any) -> str | None:
    """The event of what is put on paper while the time runs; None where nothing is."""
    timed: Timed | None = function_of(view.game, "windows", "timed")(state)
    return None if timed is None else timed.written


def only_reminds(view: View, state: Any) -> bool:
    """Whether no event comes of it when the time is up that runs by itself."""
    if view.over:
        return True
    timed: Timed | None = function_of(view.game, "windows", "timed")(state)
    return timed is not None and timed.reminds


def offered(view: View, state: Any) -> Window | None:
    """The window that only opens when somebody says so; None when nothing is on offer."""
    offer = None if view.over else function_of(view.game, "windows", "offered")(state)
    return None if offer is None else offer[0]


def holder(view: View, state: Any) -> str | None:
    """Who may start the window that is on offer; None when none is."""
    offer = None if view.over else function_of(view.game, "windows", "offered")(state)
    return None if offer is None else offer[1]


def possible(view: View, state: Any) -> tuple[Window, ...]:
    """Every window that may be open now."""
    offer = offered(view, state)
    return windows(view, state) if offer is None else (offer,)


def is_waiting(view: View, state: Any) -> bool:
    """Whether the time that ran is put aside until something has been judged."""
    return bool(function_of(view.game, "windows", "is_waiting")(state))


def may_hold(view: View, state: Any) -> str | None:
    """Who may have the window that runs for them wait, once; None when nobody may."""
    player: str | None = function_of(view.game, "windows", "may_hold")(state)
    return player


def too_late(game: str, event: Mapping[str, Any], player: str) -> Ruling | None:
    """The refusal of what `player` cannot do any more, whose time is up; None for everything else."""
    ruling: Ruling | None = function_of(game, "windows", "too_late")(event, player)
    return ruling


def is_in_time(game: str, event: str, player: str | None, late: str | None) -> bool:
    """Whether `player` can still say an event of that name (None: the table together) where the time of `late` is up;
    None while time lasts."""
    if late is None or late not in (player, EVERYBODY):
        return True
    return too_late(game, {"event": event, "player": player}, late) is None


def hold_ms(game: str) -> int:
    """How long a running window waits for others to join in what one of them has said, or for whoever it runs for."""
    return round(getattr(part(game, "windows"), "HOLD_S", 0) * 1000)
