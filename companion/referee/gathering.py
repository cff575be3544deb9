"""What several say together, gathered part by part until it is one event. Pure values.

A part stays here until all are there, over a restart, too; displays are told who has handed theirs in, never what. All
of it belongs to one moment of one match.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from companion.errors import BadInput
from companion.games.window import EVERYBODY, Window
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from companion.games.together import PartsAsked

WITNESSES = 2  # phones that must say the same of what lies there for all to see


@dataclass(frozen=True, slots=True)
class Gathering:
    """The `parts` handed in so far by player. `opened` is what opens the gathering once it is known, `said_by` what
    each player's phone says it is, `by_phone` whose parts can come by phone. `is_closed` says that its time is up."""

    asked: PartsAsked | None = None
    parts: Mapping[str, Any] = field(default_factory=dict)
    said_by: Mapping[str, Any] = field(default_factory=dict)
    opened: Any = None
    by_phone: frozenset[str] = frozenset()
    is_closed: bool = False

    def opening(self, value: Any, player: str | None, phones: Collection[str]) -> Gathering:
        """With what a phone, or the host (None), says that opens it: once two phones say the same, or the host does."""
        said_by = self.said_by if player is None else {**self.said_by, player: value}
        if player is not None and list(said_by.values()).count(value) < WITNESSES:
            return replace(self, said_by=said_by)
        return replace(self, said_by=said_by, opened=value, by_phone=frozenset(phones))

    def joined(self, player: str, part: Any) -> Gathering:
        """With a player's part; a change of mind replaces it. Raises BadInput once the time is up, but for what
        somebody without a phone has written by then."""
        if self.is_closed and player in self.parts:
            raise BadInput(told("the time is up: what was handed in counts"))
        return replace(self, parts={**self.parts, player: part})

    def asks(self, player: str) -> bool:
        """Whether this player's part is asked for now."""
        asked = self.asked
        return asked is not None and player in asked.players and (asked.opens is None or self.opened is not None)

    @property
    def opens(self) -> bool:
        """Whether it is still to be said what opens it."""
        return self.asked is not None and self.asked.opens is not None and self.opened is None

    @property
    def is_begun(self) -> bool:
        """Whether anybody has said anything yet."""
        return bool(self.parts or self.said_by) or self.opened is not None

    @property
    def whole(self) -> Mapping[str, Any] | None:
        """The event once every part is there; None before."""
        asked = self.asked
        if asked is None or not self.parts.keys() >= set(asked.players):
            return None
        opening = {} if asked.opens is None else {asked.opens: self.opened}
        return {"event": asked.event, **opening, asked.field: {name: self.parts[name] for name in asked.players}}

    @property
    def window(self) -> Window | None:
        """The time that runs for all of them, once what opens it is known; None where none does."""
        if self.asked is None or self.asked.window is None or self.opened is None:
            return None
        timed = self.asked.window
        return Window(EVERYBODY, timed.label, round(timed.seconds * 1000), (str(self.opened),))

    def closed(self, written: Mapping[str, Any], phones: Collection[str]) -> Gathering:
        """With the time up, and what each of these players has put on paper, handed in or not. Whoever has one of
        `phones` and has handed nothing in has written nothing; of the others what they have written is still to be
        said."""
        players = self.asked.players if self.asked is not None else ()
        nothing: dict[str, Any] = {player: [] for player in players if player in self.by_phone or player in phones}
        return replace(self, parts={**nothing, **self.parts, **written}, is_closed=True)

    def carrying(self, before: Gathering) -> Gathering:
        """With what was handed in before, of those who are asked for the same still: somebody has come, gone, or sits
        out. What something must open first begins anew."""
        same = self.asked is not None and before.asked is not None and self.asked.event == before.asked.event
        if self.asked is None or not same or self.asked.opens is not None:
            return self
        return replace(self, parts={name: part for name, part in before.parts.items() if name in self.asked.players})

    def to_json(self) -> dict[str, Any]:
        """What a later start of the program needs to have all that was handed in."""
        return {
            "parts": dict(self.parts), "said_by": dict(self.said_by), "opened": self.opened,
            "by_phone": sorted(self.by_phone), "closed": self.is_closed,
        }  # fmt: skip

    def restored(self, noted: Mapping[str, Any]) -> Gathering:
        """With what `to_json` noted of it, at the same moment of the same match."""
        return replace(
            self, parts=noted["parts"], said_by=noted["said_by"], opened=noted["opened"],
            by_phone=frozenset(noted["by_phone"]), is_closed=noted["closed"],
        )  # fmt: skip

    def shown(self) -> dict[str, Any]:
        """What every page may know: who has handed theirs in, and what opens it with who says which it is."""
        known = {"chosen": sorted(self.parts), "opened": self.opened, "said_by": dict(self.said_by)}
        return {**known, "closed": self.is_closed}
