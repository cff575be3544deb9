"""What players have begun to write and not handed in yet, each for themselves: a value. Secret, and no event.

It stays with the table, so that a phone that is loaded anew, another phone of the same player, or the same table after
a restart has it again; and what was written when the time ran out counts, as on paper.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.games.window import EVERYBODY, Window

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.core import View


@dataclass(frozen=True, slots=True)
class Draft:
    """What stands in a form: `fields` as they were filled in, by name; `says` is what it would hand in as it stands, {}
    where that is nobody's but the writer's to decide. `window` is the time that ran for its writer then."""

    fields: Mapping[str, str | bool]
    says: Mapping[str, Any] = field(default_factory=dict)
    window: Window | None = None


@dataclass(frozen=True, slots=True)
class Drafts:
    """The drafts by player and event. One player has one draft of an event, the newest."""

    written: Mapping[str, Mapping[str, Draft]] = field(default_factory=dict)

    def of(self, player: str) -> Mapping[str, Draft]:
        """A player's own, by event."""
        return self.written.get(player, {})

    def shown(self, player: str, window: Window | None) -> Mapping[str, Mapping[str, str | bool]]:
        """A player's own as they are shown again, while this window runs: the fields by event. What is written for a
        time that is over is waste paper."""
        return {
            event: draft.fields for event, draft in self.of(player).items() if not draft.says or draft.window == window
        }

    def with_draft(self, player: str, event: str, draft: Draft) -> Drafts:
        """With this draft instead of the player's earlier one; a form that is empty again is none."""
        if not draft.fields:
            return self.without(event, player)
        return Drafts({**self.written, player: {**self.of(player), event: draft}})

    def without(self, event: str, player: str) -> Drafts:
        """Without a player's draft of an event."""
        left = {name: draft for name, draft in self.of(player).items() if name != event}
        return Drafts({**self.written, player: left})

    def after(self, event: Mapping[str, Any], view: View) -> Drafts:
        """Once this event was accepted: it is no draft any more, of its player or, where it has none, of all. Whoever's
        time ran out starts with an empty page."""
        name, player = event["event"], event.get("player")
        if name == "timeout":
            return Drafts({who: own for who, own in self.written.items() if who != player})
        after = self
        for writer in (player,) if player in view.players else view.players:
            after = after.without(name, writer)
        return after

    def in_time(self, player: str, event: str, window: Window | None) -> Mapping[str, Any] | None:
        """What a player's draft says that was written while this window ran; None when there is no such draft."""
        draft = self.of(player).get(event)
        return draft.says if draft is not None and draft.says and draft.window == window else None

    def to_json(self) -> dict[str, Any]:
        """What a later start of the program needs to have them again."""
        return {
            player: {event: _as_json(draft) for event, draft in own.items()}
            for player, own in self.written.items()
            if own
        }

    @classmethod
    def restored(cls, noted: Mapping[str, Any]) -> Drafts:
        """The drafts that `to_json` noted."""
        return cls(
            {player: {event: _from_json(draft) for event, draft in own.items()} for player, own in noted.items()}
        )


def window_of(player: str, open_now: Window | None) -> Window | None:
    """The window that runs for this player, alone or with all others."""
    return open_now if open_now is not None and open_now.player in (player, EVERYBODY) else None


def _as_json(draft: Draft) -> dict[str, Any]:
    window = draft.window and draft.window.to_json()
    return {"fields": dict(draft.fields), "says": dict(draft.says), "window": window}


def _from_json(noted: Mapping[str, Any]) -> Draft:
    window = None if noted["window"] is None else Window.from_json(noted["window"])
    return Draft(noted["fields"], noted["says"], window)
