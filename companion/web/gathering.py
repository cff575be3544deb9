"""What several phones hand in one by one and the rules take as one event: secret choices, hands, doubts.

A secret choice stays here, in memory, until everybody has chosen; pages are told who has, never what. All of it
belongs to one moment of one match and is forgotten when the match moves on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.web.requests import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.rules.core import View
    from companion.tableview import TableView

Moment = tuple[int | None, int]


class Gathering:
    """Collects for the current moment. Used on one thread (the event loop's) only."""

    def __init__(self) -> None:
        self._moment: Moment = (None, 0)
        self._choices: dict[str, Any] = {}
        self._doubters: list[str] = []

    def shown(self, view: TableView) -> dict[str, Any]:
        """What every page may know: who has chosen and who doubts."""
        self._keep_up(view)
        return {"chosen": sorted(self._choices), "doubters": list(self._doubters)}

    def choose(self, view: TableView, player: str, body: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Note what a player chose or shows: a `card` to reveal (TYPO), the `cards` left in hand (WORDCARD).

        Returns the event once everybody asked has answered, None before. Raises Refused 400 for what is no card, 409
        when this player is asked for nothing.
        """
        self._keep_up(view)
        match = view.match
        asked = _asked(match) if match is not None else ()
        if match is None or player not in asked:
            raise Refused(409, "no cards are being chosen now")
        self._choices[player] = _letter(body) if match.awaiting == "reveal" else _cards(body)
        if set(self._choices) < set(asked):
            return None
        field = "cards" if match.awaiting == "reveal" else "hands"
        return {"event": match.awaiting, field: {name: self._choices[name] for name in asked}}

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


def _asked(match: View) -> tuple[str, ...]:
    """Who must choose now: everybody for a reveal, everybody with cards left when hands are shown."""
    if match.awaiting == "reveal":
        return match.players
    if match.awaiting == "hands":
        return tuple(name for name in match.players if match.board["players"][name]["cards"])
    return ()


def _letter(body: Mapping[str, Any]) -> str:
    letter = body.get("card")
    if not isinstance(letter, str) or len(letter) != 1 or not "A" <= letter <= "Z":
        raise Refused(400, "the field “card” must be one capital letter A–Z")
    return letter


def _cards(body: Mapping[str, Any]) -> list[str]:
    cards = body.get("cards")
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        raise Refused(400, "the field “cards” must be a list of cards such as “Q/R”")
    return cards
