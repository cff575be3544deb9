"""The hub's tournament desk: takes an organiser's acts, pairs rounds, sets matches up at tables, says how all stand."""

from __future__ import annotations

import secrets
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion import dictionaries
from companion.decks.shelf import SHIPPED, is_own_deck
from companion.errors import BadInput, NotNow, NotThere
from companion.games import rulebook
from companion.games.naming import as_written
from companion.games.persons import person_of
from companion.hub.disputes import read_call
from companion.hub.invitations import invitation_message
from companion.hub.reports import Reports
from companion.hub.topics import Topics
from companion.lexicon import Lexicon
from companion.referee.invitation import Invitation
from companion.referee.match import Match
from companion.sentences import told
from companion.tournament.acts import dispute_act, move_of, opening, pair_act, performed, replayed, report_act
from companion.tournament.exports import crosstable
from companion.tournament.pairing import next_round, number_of_rounds
from companion.tournament.standings import figure, standings, tie_breaks_shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.clock import Clock
    from companion.hub.reports import Reported
    from companion.hub.tournament_file import TournamentFile
    from companion.tournament.plan import Plan
    from companion.tournament.tournament import Slot, Tournament

OWN_ACTS = ("pair", "report", "dispute")  # which the desk makes itself: nobody hands them in


MOST_DISPUTES = 500  # of a tournament: a table that floods its hub is not heard any more


@dataclass
class _Running:
    """A tournament with how many acts it has and when it was opened."""

    tournament: Tournament
    acts: int
    opened: str
    shown: tuple[tuple[int, int], dict[str, Any]] | None = None  # what is shown of it, and of which acts and reports


@dataclass
class TournamentDesk:
    """Every tournament of the hub, from its `file` on. May be used from any thread.

    `keys` are what seals the messages of each table, by id; `post` has the broker say, for good, what is set up at one;
    `tables` are those that are there, in the order in which they are filled. A tournament of the file that is
    damaged, or that the rules of today cannot follow, costs the others nothing: `unreadable` says which, and why.
    """

    file: TournamentFile
    clock: Clock
    keys: Callable[[], Mapping[str, str]]
    post: Callable[[str, Mapping[str, Any]], object]
    tables: Callable[[], Sequence[str]]
    reports: Reports = field(default_factory=Reports)
    unreadable: list[str] = field(default_factory=list)
    _running: dict[str, _Running] = field(default_factory=dict)
    _reports_taken: int = 0
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def __post_init__(self) -> None:
        for name, opened in self.file.tournaments():
            try:
                acts = self.file.acts(name)
                self._running[name] = _Running(replayed(acts), len(acts), opened)
            except BadInput as error:
                self.unreadable.append(
                    told("tournament {name} cannot be read: {problem}", name=name, problem=error.sentence)
                )

    # ------------------------------------------------------------------ the organiser

    def open(self, plan: Mapping[str, Any]) -> str:
        """Open a tournament; its id. A plan without a seed gets one. Raises BadInput."""
        plan = {"seed": secrets.randbelow(2**32), **plan}
        tournament = opening(plan)
        _begun_once(tournament.plan)
        name, at = f"c{secrets.token_hex(4)}", self.clock.wall()
        with self._lock:
            self.file.append(name, 0, at, tournament.plan.to_json())
            self._running[name] = _Running(tournament, 1, at)
        return name

    def act(self, name: str, act: Mapping[str, Any]) -> None:
        """Do one act of the organiser's or the arbiter's. Raises BadInput for what cannot be done now."""
        if act.get("act") in OWN_ACTS:
            raise BadInput(told("rounds and reports are the hub's own acts, not handed in"))
        if act.get("act") == "enter" and isinstance(act.get("name"), str):
            act = {**act, "name": as_written(act["name"])}
        with self._lock:
            if act.get("act") == "move":
                self._must_be_movable(self.tournament(name), act)
            self._do(name, act)
            self._keep_reports(name)  # what the table it is moved to has said of it
            self._set_up()

    def _must_be_movable(self, tournament: Tournament, act: Mapping[str, Any]) -> None:
        """Raises BadInput for a pairing that is over or at this table already, and for no table of the hub."""
        slot, table = move_of(act)
        number, at = slot
        about = {"table": at, "round": number}
        tournament.players_at(slot)
        if slot in tournament.outcomes:
            raise NotNow(told("table {table} of round {round} has its result and is not moved any more", **about))
        if table == tournament.rounds[number - 1].ids[at - 1]:
            raise NotNow(told("table {table} of round {round} is played there already", **about))
        if table and table not in self.keys():
            raise BadInput(told("there is no table {table} at this hub", table=repr(table)))

    def pair(self, name: str) -> None:
        """Pair the next round and set its matches up at the tables. Raises BadInput as `next_round` does."""
        with self._lock:
            running = self._of(name)
            keys = self.keys()
            free = [table for table in self.tables() if table in keys]
            self._do(name, pair_act(next_round(running.tournament, free)))
            self._set_up()

    def reported(self, table: str, message: Mapping[str, Any]) -> bool:
        """A table's report, its seal being right. Whether it says anything new."""
        with self._lock:
            is_new = self.reports.take(table, message)
            self._reports_taken += is_new
            changed = [name for name in self._running if self._keep_reports(name)]
            if changed:
                self._set_up()
        return is_new or bool(changed)

    def disputed(self, table: str, message: Mapping[str, Any]) -> bool:
        """A table calls the arbiter, its seal being right. Whether that is new: over a bad line the same call comes
        twice, and who is called need not be called again; what is said of another table's pairing is let go of."""
        call = read_call(message)
        with self._lock:
            running = None if call is None else self._running.get(call.tournament)
            if call is None or running is None or not call.is_of(running.tournament, table):
                return False
            disputes = running.tournament.disputes
            if len(disputes) >= MOST_DISPUTES or any(
                not each.is_answered and each.slot == call.slot and each.ruling == call.ruling for each in disputes
            ):
                return False
            if call.picture is not None:
                self.file.keep_picture(call.tournament, len(disputes), call.picture)
            self._do(call.tournament, dispute_act(call.slot, call.ruling, has_picture=call.picture is not None))
        return True

    def disputes(self, name: str) -> list[dict[str, Any]]:
        """What the arbiter was called for in a tournament, as JSON: the newest first, its pairing, the ruling, whether
        there is a picture and whether it is decided. Raises NotThere for an unknown one."""
        return [
            {
                "number": number,
                "round": each.slot[0],
                "table": each.slot[1],
                "players": list(each.players),
                "ruling": each.ruling,
                "has_picture": each.has_picture,
                "is_answered": each.is_answered,
            }
            for number, each in reversed(list(enumerate(self.tournament(name).disputes)))
        ]

    def _keep_reports(self, name: str) -> bool:
        """Keep what tables report of a tournament's matches where that is another outcome than before; whether it was.
        A report of other players than were paired, as after a pairing was taken back, is none."""
        tournament, changed = self._running[name].tournament, False
        for slot, each in self.reports.of(name, tournament).items():
            is_fitting = each.outcome is None or set(each.outcome.places) == set(tournament.players_at(slot))
            if is_fitting and each.outcome != tournament.reports.get(slot):
                self._do(name, report_act(slot, each.outcome, each.digest, each.heard))
                changed = True
        return changed

    def _do(self, name: str, act: Mapping[str, Any]) -> None:
        running = self._of(name)
        after = performed(running.tournament, act)
        self.file.append(name, running.acts, self.clock.wall(), act)
        running.tournament, running.acts = after, running.acts + 1

    def set_up(self) -> None:
        """Say what is set up at every table, whatever lies at the broker from before."""
        with self._lock:
            self._set_up()

    def _set_up(self) -> None:
        """Let every table know what is set up at it: the oldest of its pairings without an outcome, or nothing more."""
        due: dict[str, Invitation] = {}
        for name, running in self._running.items():
            tournament = running.tournament
            for slot in tournament.open_slots():
                number, at = slot
                paired = tournament.rounds[number - 1]
                table = paired.ids[at - 1]
                pairing = {"tournament": name, "round": number, "table": at, "made": paired.made}
                setup = {**tournament.plan.setup(tournament.players_at(slot)), "pairing": pairing}
                if table:
                    due.setdefault(table, Invitation(tournament.plan.title, setup))
        for table, key in self.keys().items():
            topic = Topics(table).invitation
            self.post(topic, invitation_message(due.get(table), topic, key))

    # ------------------------------------------------------------------ how all stands

    def all(self) -> list[dict[str, Any]]:
        """Every tournament, the newest first: id, title, game, when it was opened, rounds paired and to be played."""
        with self._lock:
            return [
                {
                    "id": name,
                    "title": running.tournament.plan.title,
                    "game": rulebook(running.tournament.plan.game).title,
                    "opened": running.opened,
                    "players": len(running.tournament.entrants),
                    "round": len(running.tournament.rounds),
                    "rounds": number_of_rounds(running.tournament),
                }
                for name, running in reversed(self._running.items())
            ]

    def tournament(self, name: str) -> Tournament:
        """A tournament as it stands. Raises NotThere for an unknown one."""
        return self._of(name).tournament

    def opened(self, name: str) -> str:
        """When a tournament was opened. Raises NotThere for an unknown one."""
        return self._of(name).opened

    def shown(self, name: str) -> dict[str, Any]:
        """All that everybody may see of a tournament, as JSON. Raises NotThere for an unknown one."""
        with self._lock:
            running = self._of(name)
            moment = running.acts, self._reports_taken
            if running.shown is None or running.shown[0] != moment:  # many pages ask, and little changes
                running.shown = moment, self._made(name)
            return running.shown[1]

    def _made(self, name: str) -> dict[str, Any]:
        tournament = self.tournament(name)
        reported, lines, plan = self.reports.of(name, tournament), standings(tournament), tournament.plan
        return {
            "id": name,
            "title": plan.title,
            "system": plan.system,
            "game": rulebook(plan.game).title,
            "rounds": number_of_rounds(tournament),
            "seed": plan.seed,
            "opened": self._of(name).opened,
            "players": [_entrant(each, tournament) for each in tournament.entrants.values()],
            "pairings": [_round(number, tournament, reported) for number in range(1, len(tournament.rounds) + 1)],
            "tie_breaks": tie_breaks_shown(tournament),
            "standings": [{**line.to_json(), "cells": crosstable(line, lines)} for line in lines],
        }

    def find(self, sought: str) -> list[dict[str, Any]]:
        """Where players whose names begin with this, whichever way it is spelled, play now, in every tournament: the
        table, None for a bye."""
        words = person_of(sought.strip())
        with self._lock:
            found = [place for name, running in self._running.items() for place in _places(name, running.tournament)]
        return [place for place in found if words and person_of(str(place["name"])).startswith(words)]

    def _of(self, name: str) -> _Running:
        if name not in self._running:
            raise NotThere(told("there is no tournament {name}", name=repr(name)))
        return self._running[name]


def _begun_once(plan: Plan) -> None:
    """Begin a match as the plan sets it up, so that no table has to refuse it. Raises BadInput. A deck file of the
    tables' own is not known here."""

    def empty(dictionary: str) -> Lexicon:
        dictionaries.entry(dictionary)
        return Lexicon.from_words(())

    players = tuple(map(str, range(plan.wanted)))
    setup = plan.setup(players)
    of_players = plan.deck.values() if isinstance(plan.deck, dict) else ()
    for deck in (plan.deck, *(dict.fromkeys(players, each) for each in of_players if not is_own_deck(each))):
        if not is_own_deck(deck):
            SHIPPED.dealt({**setup, "deck": deck})
    Match.begin(setup, empty)


def _places(name: str, tournament: Tournament) -> list[dict[str, Any]]:
    """Where everybody plays in a tournament's newest round."""
    if not tournament.rounds:
        return []
    number, paired, outcomes = len(tournament.rounds), tournament.rounds[-1], tournament.outcomes
    about = {"title": tournament.plan.title, "tournament": name, "round": number}
    at_tables = [
        {
            **about,
            "name": player,
            "table": at,
            "over": (number, at) in outcomes,
            "against": [other for other in players if other != player],
        }
        for at, players in enumerate(paired.tables, 1)
        for player in players
    ]
    return [
        *at_tables,
        *({**about, "name": player, "table": None, "over": True, "against": []} for player in paired.byes),
    ]


def _entrant(each: Any, tournament: Tournament) -> dict[str, Any]:
    is_there = each.is_there(tournament.next_round)
    return {"name": each.name, "rating": each.rating, "has_left": each.until is not None, "plays_next": is_there}


def _round(number: int, tournament: Tournament, reported: Mapping[Slot, Reported]) -> dict[str, Any]:
    paired = tournament.rounds[number - 1]
    return {
        "round": number,
        "byes": list(paired.byes),
        "tables": [_pairing((number, at), tournament, reported) for at in range(1, len(paired.tables) + 1)],
    }


def _pairing(slot: Slot, tournament: Tournament, reported: Mapping[Slot, Reported]) -> dict[str, Any]:
    """One pairing: who, where, how it stands, and, where an arbiter has spoken, why."""
    number, at = slot
    report, decision, outcome = reported.get(slot), tournament.decisions.get(slot), tournament.outcomes.get(slot)
    players = tournament.players_at(slot)
    return {
        "table": at,
        "id": tournament.rounds[number - 1].ids[at - 1],
        "players": list(players),
        "scores": [report.scores.get(name) if report else None for name in players],
        "places": [outcome.places[name] if outcome else None for name in players],
        "points": [figure(outcome.share(name)) if outcome else None for name in players],
        "state": "over" if outcome else "begun" if report else "open",
        "decided": decision.reason if decision else "",
    }
