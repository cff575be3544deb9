"""What several phones hand in one by one and the rules take as one event: secret choices, hands, words.

A secret choice stays here, in memory, until everybody has chosen; pages are told who has, never what. All of it
belongs to one moment of one match and is forgotten when the match moves on.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from companion.sentences import told
from companion.web.requests import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.games.core import View
    from companion.referee.tableview import TableView

Moment = tuple[int | None, int]

JUMBLE = re.compile("[A-Z]{7}")
SHOWDOWN_MS = 30_000  # A13: one more card, and the thirty seconds of A6
MOST_WORDS = 200


class Gathering:
    """Collects for the current moment. Used on one thread (the event loop's) only. `now_ms` is the table's clock."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._moment: Moment = (None, 0)
        self._choices: dict[str, Any] = {}
        self._told: dict[str, str] = {}  # by player, the letters of the card as they say them
        self._jumble: str | None = None
        self._turned_ms = 0

    def shown(self, view: TableView) -> dict[str, Any]:
        """What every page may know: who has chosen, the card of a showdown, who says which it is, and its time."""
        self._keep_up(view)
        return {
            "chosen": sorted(self._choices),
            "jumble": self._jumble,
            "told": dict(self._told),
            "timer": self._jumble and {
                "label": "showdown",
                "total_ms": SHOWDOWN_MS,
                "remaining_ms": SHOWDOWN_MS,
                "running": True,
                "as_of_ms": self._turned_ms,
            },
        }  # fmt: skip

    def turn_card(self, view: TableView, jumble: str, player: str | None) -> None:
        """The card of a showdown is turned: time runs once two phones say the same letters, or the host (None) does.

        Raises Refused 409 when none is awaited, 400 for no jumble.
        """
        self._keep_up(view)
        if view.match is None or view.match.awaiting != "showdown" or self._jumble is not None:
            raise Refused(409, told("no card of a showdown is to be turned now"))
        if not JUMBLE.fullmatch(jumble):
            raise Refused(400, told("the field “jumble” must be seven capital letters A–Z"))
        if player is not None:
            self._told[player] = jumble
        if player is None or list(self._told.values()).count(jumble) > 1:
            self._jumble, self._turned_ms = jumble, self._now_ms()

    def choose(self, view: TableView, player: str, body: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Note what a player hands in: a `card` to reveal (TYPO), the `cards` left in hand (WORDCARD), the `words` of a
        showdown (AnagraScramble).

        Returns the event once everybody asked has answered, None before. Raises Refused 400 for what is no card, 409
        when this player is asked for nothing.
        """
        self._keep_up(view)
        match = view.match
        asked = self._asked(match) if match is not None else ()
        if match is None or player not in asked:
            raise Refused(409, told("no cards are being chosen now"))
        read, field = READ[match.awaiting or ""]
        self._choices[player] = read(body)
        if set(self._choices) < set(asked):
            return None
        gathered: dict[str, Any] = {field: {name: self._choices[name] for name in asked}}
        if self._jumble is not None:
            gathered["jumble"] = self._jumble
        return {"event": match.awaiting, **gathered}

    def _keep_up(self, view: TableView) -> None:
        moment = (view.match_id, len(view.protocol))
        if moment != self._moment:
            self._moment = moment
            self._choices, self._told = {}, {}
            self._jumble = None

    def _asked(self, match: View) -> tuple[str, ...]:
        """Who must choose now: all for a reveal, those with cards left when hands are shown, the tied in a showdown."""
        if match.awaiting == "reveal":
            return match.players
        if match.awaiting == "hands":
            return tuple(name for name in match.players if match.board["players"][name]["cards"])
        if match.awaiting == "showdown" and self._jumble is not None:
            return tuple(match.board["tied"])
        return ()


def _letter(body: Mapping[str, Any]) -> str:
    letter = body.get("card")
    if not isinstance(letter, str) or len(letter) != 1 or not "A" <= letter <= "Z":
        raise Refused(400, told("the field “card” must be one capital letter A–Z"))
    return letter


def _cards(body: Mapping[str, Any]) -> list[str]:
    cards = body.get("cards")
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        raise Refused(400, told("the field “cards” must be a list of cards such as “Q/R”"))
    return cards


def _words(body: Mapping[str, Any]) -> list[str]:
    words = body.get("words")
    if not isinstance(words, list) or len(words) > MOST_WORDS or not all(isinstance(word, str) for word in words):
        raise Refused(400, told("the field “words” must be a list of at most {most} words", most=MOST_WORDS))
    return words


READ: Mapping[str, tuple[Callable[[Mapping[str, Any]], Any], str]] = {
    "reveal": (_letter, "cards"),
    "hands": (_cards, "hands"),
    "showdown": (_words, "words"),
}
