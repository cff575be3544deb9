"""A night that goes on whatever happens to the table: all saved matches, played by host, phones, buttons and camera."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.kills_table import Gone
from companion.games.core import plain
from companion.games.whose import By
from companion.referee.match import Match
from companion.referee.presses import call_by

if TYPE_CHECKING:
    from random import Random

    from benchmarks.kills_table import Table
    from benchmarks.resuming import Progress
    from companion.games.core import Words

SAVED = Path(__file__).parents[1] / "tests" / "matches"
PRESS_S = 5.0  # until what a button called must have been ruled on


def no_dictionary(name: str) -> Words:
    """Saved matches bring their words along."""
    raise LookupError(name)


def script() -> list[tuple[dict[str, Any], list[Any]]]:
    """The matches of the night: the setup of each, and its events that are accepted one after the other."""
    night = []
    for path in sorted(SAVED.glob("*.json")):
        document = json.loads(path.read_text("utf-8"))["document"]
        setup = {"options": {}, **{key: document[key] for key in ("game", "players", "options") if key in document}}
        match = Match.begin(setup, no_dictionary)
        night.append((setup, [event for event in document["events"] if match.apply(event).accepted]))
    return night


@dataclass(slots=True)
class Kept:
    """What the table has acknowledged of a match: its setup, and its events by number from 1."""

    setup: dict[str, Any]
    events: list[Any] = field(default_factory=list)
    closed: bool = False


class Night:
    """Plays the script, remembers what was acknowledged, and holds the table to it after each start."""

    def __init__(self, chance: Random, tally: Progress) -> None:
        self._chance, self._tally = chance, tally
        self._script = script()
        chance.shuffle(self._script)
        self._at = 0  # which match of the script is played
        self._kept: dict[int, Kept] = {}
        self._match_id: int | None = None
        self._mirror: Match | None = None
        self._under_way: list[Any] = []  # handed in and not answered: may have happened or not, once each
        self._tokens: dict[str, str] = {}

    @property
    def _plan(self) -> list[Any]:
        return self._script[self._at % len(self._script)][1]

    def wrong(self, what: str) -> None:
        """Something that must not be."""
        self._tally.find(f"life {self._tally.done}: {what}"[:3000])

    # ------------------------------------------------------------------ playing

    def act(self, table: Table) -> None:
        """Do one thing. Raises Gone."""
        if self._chance.random() < 0.15:  # somebody turns through the menus
            table.ask("POST", "/api/press", {"button": self._chance.choice(("up", "down"))})
            self._tally.counts["menus turned"] += 1
        if self._match_id is None:
            self._begin(table)
        elif self._mirror is not None and len(self._kept[self._match_id].events) < len(self._plan):
            self._happen(table, self._mirror, self._plan[len(self._kept[self._match_id].events)])
        else:
            self._leave(table)

    def _begin(self, table: Table) -> None:
        setup = self._script[self._at % len(self._script)][0]
        self._under_way = [setup]
        status, answer = table.ask("POST", "/api/matches", setup)
        self._under_way = []
        if status != 201:
            self.wrong(f"a match was not begun: {status} {answer}")
            self._at += 1
            return
        self._take(int(answer["match_id"]), Kept(setup))

    def _take(self, match_id: int, kept: Kept) -> None:
        self._match_id, self._kept[match_id] = match_id, kept
        self._mirror = Match.begin(kept.setup, no_dictionary)
        for event in kept.events:
            self._mirror.apply(event)

    def _leave(self, table: Table) -> None:
        self._under_way = ["close"]
        table.ask("POST", "/api/match/close", {})
        self._under_way = []
        self._left()

    def _left(self) -> None:
        assert self._match_id is not None
        self._kept[self._match_id].closed = True
        self._match_id, self._mirror, self._at = None, None, self._at + 1

    def _happen(self, table: Table, match: Match, event: Any) -> None:
        """The next event, by whoever may hand it in; what is refused to one the host says."""
        self._under_way = [event]
        ways = [self._by_phone, self._by_button, self._by_camera]
        self._chance.shuffle(ways)
        ruled = None
        for way in ways:
            if self._chance.random() < 0.8 and (ruled := way(table, match, event)) is not None:
                break
        else:
            ruled = self._answered("host", table.ask("POST", "/api/events", {"event": event}))
        self._under_way = []
        if ruled is None:  # the clock was quicker, say: the next match, then
            self._tally.counts["matches given up"] += 1
            self._leave(table)
            return
        self._entered(ruled)

    def _entered(self, ruled: Any) -> None:
        assert self._match_id is not None
        assert self._mirror is not None
        kept = self._kept[self._match_id]
        if ruled["number"] != len(kept.events) + 1:
            self.wrong(f"event {ruled['number']} was acknowledged after {len(kept.events)}: {ruled['event']}")
        kept.events.append(ruled["event"])
        self._mirror.apply(ruled["event"])
        self._tally.counts["events acknowledged"] += 1

    def _answered(self, who: str, answer: tuple[int, Any]) -> Any:
        status, said = answer
        if status >= 500:
            self.wrong(f"{who} got {status} {said}")
        if status != 200 or not said.get("accepted") or "ruling" not in said:
            return None
        self._tally.counts[f"by {who}"] += 1
        return said["ruling"]

    def _by_phone(self, table: Table, match: Match, event: Any) -> Any:
        cards = event.get("cards") if isinstance(event, dict) else None
        if isinstance(cards, dict) and set(cards) == set(match.players):  # chosen in secret, one after the other
            ruled = None
            for name, card in cards.items():
                choice = {"cards": card} if isinstance(card, list) else {"card": card}
                answer = table.ask("POST", "/api/choice", choice, self._token(table, name))
                ruled = self._answered("phone", answer) or ruled
            return ruled
        name = event.get("player") or match.view().turn
        if name not in match.players:
            return None
        return self._answered("phone", table.ask("POST", "/api/events", {"event": event}, self._token(table, name)))

    def _token(self, table: Table, name: str) -> str:
        if name not in self._tokens:
            table.ask("POST", "/api/seats/free", {"name": name})
            status, said = table.ask("POST", "/api/join", {"key": table.join_key, "name": name})
            if status != 201:
                self.wrong(f"{name} could not sit down: {status} {said}")
            self._tokens[name] = said.get("token", "")
        return self._tokens[name]

    def _by_button(self, table: Table, match: Match, event: Any) -> Any:
        buttons = ("challenge", *(f"player{seat}" for seat in range(1, len(match.players) + 1)))
        fitting = [button for button in buttons if call_by(match.view(), match.state, button) == event]
        if not fitting:
            return None
        assert self._match_id is not None
        number, until_s = len(self._kept[self._match_id].events) + 1, time.monotonic() + PRESS_S
        table.ask("POST", "/api/press", {"button": self._chance.choice(fitting)})
        while time.monotonic() < until_s:
            newest = self._shown(table)["rulings"][-1:]
            if newest and newest[0]["number"] == number:
                self._tally.counts["by button"] += 1
                return newest[0]
            time.sleep(0.005)
        self._tally.counts["presses without a ruling"] += 1
        return None

    def _by_camera(self, table: Table, match: Match, event: Any) -> Any:
        kind = match.book.events.get(str(event.get("event"))) if isinstance(event, dict) else None
        if kind is None or not kind.by & By.CAMERA:
            return None
        return self._answered("camera", (200, table.see(event)))

    # ------------------------------------------------------------------ after a start

    def check(self, table: Table) -> None:
        """Hold the table, started anew, against all that it has acknowledged. Raises Gone."""
        view = self._shown(table)
        if view["notices"]:
            self.wrong(f"the displays say {[notice['text'] for notice in view['notices']]}")
        self._which(table, view["match_id"])
        if self._match_id is not None:
            self._same(table, view)
        for match_id in self._chance.sample(sorted(self._kept), min(2, len(self._kept))):
            if match_id != self._match_id:
                self._all_of(table, match_id)
        for name, token in self._tokens.items():
            _, who = table.ask("GET", "/api/who", token=token)
            if who.get("seat") != name:
                self.wrong(f"{name}'s phone is {who}")
        timer = view["timer"]
        if timer is not None and timer["running"]:
            self.wrong(f"a timer runs after a start: {timer}")
        if view["paused"]:
            self._tally.counts["paused"] += 1
            table.ask("POST", "/api/match/resume", {})
        self._under_way = []

    def _shown(self, table: Table) -> Any:
        """The table as a page sees it. Raises Gone, also for one that shows none, which is found."""
        status, said = table.ask("GET", "/api/view")
        if status != 200:
            self.wrong(f"no view: {status} {said}")
            raise Gone(f"{status}")
        return said["table"]

    def _which(self, table: Table, match_id: int | None) -> None:
        """The match that lies on the table is the one that was begun, or one more or less if that was under way."""
        if match_id == self._match_id:
            return
        doing = self._under_way[0] if self._under_way else None
        if doing == "close" and match_id is None and self._match_id is not None:
            self._left()
        elif self._match_id is None and isinstance(doing, dict) and "game" in doing and match_id is not None:
            self._take(match_id, Kept(doing))
        else:
            self.wrong(f"on the table is match {match_id}, acknowledged was {self._match_id}; under way {doing}")
            table.ask("POST", "/api/match/close", {})
            self._match_id, self._mirror = None, None

    def _same(self, table: Table, view: Any) -> None:
        """The match on the table has all its events, at most one more that was under way, and shows what they make."""
        assert self._match_id is not None
        kept = self._kept[self._match_id]
        events = self._all_of(table, self._match_id)
        more = events[len(kept.events) :]
        doing = self._under_way[0] if self._under_way else None
        if len(more) > 1 or (more and not _is_of(more[0], doing)):
            self.wrong(f"match {self._match_id} has {more} more than was acknowledged; under way was {doing}")
        self._tally.counts["unanswered, and kept"] += len(more)
        self._take(self._match_id, Kept(kept.setup, events))
        assert self._mirror is not None
        ought, shows = self._mirror.view(), view["match"]
        for name in ("scores", "turn", "awaiting", "over", "winners", "holders"):
            if plain(getattr(ought, name)) != plain(shows[name]):
                self.wrong(f"the displays show {name} {shows[name]}, it is {getattr(ought, name)}")
        reasons = [ruling.reason for ruling in self._mirror.rulings][-len(view["rulings"]) :] if view["rulings"] else []
        if [ruling["reason"] for ruling in view["rulings"]] != reasons:
            self.wrong(f"the displays show other rulings than {reasons[-3:]}")

    def _all_of(self, table: Table, match_id: int) -> list[Any]:
        """The events of a match in the journal, which must begin with those that were acknowledged."""
        kept = self._kept[match_id]
        status, rulings = table.ask("GET", f"/api/matches/{match_id}/rulings")
        if status != 200:
            self.wrong(f"match {match_id} is gone: {status} {rulings}")
            return list(kept.events)
        events = [ruling["event"] for ruling in rulings]
        if events[: len(kept.events)] != kept.events:
            self.wrong(
                f"match {match_id} had {len(kept.events)} events acknowledged and has {len(events)}: {events[-2:]}"
            )
        if kept.closed and len(events) != len(kept.events):
            self.wrong(f"match {match_id}, left, has {len(events)} events; acknowledged were {len(kept.events)}")
        for ruling in rulings[-3:]:
            if ruling.get("frame") and table.ask("GET", f"/frames/{match_id}/{ruling['frame']}")[0] != 200:
                self.wrong(f"the picture {ruling['frame']} of a ruling is gone")
        return events


def _is_of(event: Any, doing: Any) -> bool:
    """Whether an event is the one that was handed in; the door fills in whose it is, a host their name."""
    if not isinstance(event, dict) or not isinstance(doing, dict):
        return bool(event == doing)
    added = {"player", "players", "by"}
    return {key: value for key, value in event.items() if key not in added} == {
        key: value for key, value in doing.items() if key not in added
    }
