"""What several phones hand in one by one and the rules take as one event: secret choices, doubts.

A secret choice stays here, in memory, until everybody has chosen; pages are told who has, never what. All of it
belongs to one moment of one match and is forgotten when the match moves on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.web.requests import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.tableview import TableView

Moment = tuple[int | None, int]


class Gathering:
    """Collects for the current moment. Used on one thread (the event loop's) only."""

    def __init__(self) -> None:
        self._moment: Moment = (None, 0)
        self._choices: dict[str, str] = {}
        self._doubters: list[str] = []

    def shown(self, view: TableView) -> dict[str, Any]:
        """What every page may know: who has chosen and who doubts."""
        self._keep_up(view)
        return {"chosen": sorted(self._choices), "doubters": list(self._doubters)}

    def choose(self, view: TableView, player: str, letter: str) -> Mapping[str, Any] | None:
        """Note a secret choice; the `reveal` event once everybody has chosen, None before.

        Raises Refused 400 for what is no letter, 409 when nothing is being chosen.
        """
        self._keep_up(view)
        match = view.match
        if match is None or match.awaiting != "reveal" or player not in match.players:
            raise Refused(409, "no cards are being chosen now")
        if len(letter) != 1 or not "A" <= letter <= "Z":
            raise Refused(400, "the field “card” must be one capital letter A–Z")
        self._choices[player] = letter
        if set(self._choices) < set(match.players):
            return None
        return {"event": "reveal", "cards": {name: self._choices[name] for name in match.players}}

    def doubt(self, view: TableView, player: str) -> Mapping[str, Any] | None:
        """Note a doubt; the `doubt` event once more than half of the other players doubt (T7), None before.

        Raises Refused 409 when there is nothing this player could doubt.
        """
        self._keep_up(view)
        match = view.match
        if match is None or "doubt" not in match.may.get(player, ()):
            raise Refused(409, "there is no word you could doubt now")
        if player not in self._doubters:
            self._doubters.append(player)
        if 2 * len(self._doubters) <= len(match.players) - 1:
            return None
        return {"event": "doubt", "players": list(self._doubters)}

    def _keep_up(self, view: TableView) -> None:
        moment = (view.match_id, len(view.protocol))
        if moment != self._moment:
            self._moment = moment
            self._choices = {}
            self._doubters = []
