"""Match: players, options and events become a state. Undo, redo and correct are events of the log, not edits of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from companion.decks import deckfiles
from companion.errors import BadInput
from companion.games import rulebook
from companion.games.core import (
    NO_CLAUSE,
    Ruling,
    View,
    Words,
    accepted,
    malformed,
    plain,
    quoted,
    refused,
    spoken_list,
)
from companion.games.core import Rulebook as _Rulebook
from companion.games.events import Correct, Malformed, Undo, read_event, read_match_event
from companion.lexicon import Lexicon
from companion.sentences import told

LexiconLoader = Callable[[str], Words]
Rulebook = _Rulebook[Any]
DEFAULT_LEXICON = "en"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a match's record: event `number` (from 1), the event as handed in, the ruling, the score changes."""

    number: int
    event: Any
    ruling: Ruling
    changes: Mapping[str, int]

    def to_json(self) -> dict[str, Any]:
        """The ruling as the transcript's answer has it."""
        ruling = self.ruling
        document: dict[str, Any] = {
            "event": self.number,
            "accepted": ruling.accepted,
            "verdict": ruling.verdict,
            "clause": ruling.clause.number if ruling.clause else NO_CLAUSE,
            "reason": ruling.reason,
            "changes": dict(self.changes),
        }
        if ruling.clause and ruling.clause.house:
            document["house"] = True
        if ruling.detail is not None:
            document["detail"] = ruling.detail
        return document | dict(ruling.extra)


@dataclass(frozen=True, slots=True)
class _Step:
    """A game event in the course of the match, and what came before: replayed when an earlier one is corrected."""

    number: int
    event: Any  # None: struck out
    stands: bool
    previous: _Step | None


@dataclass(frozen=True, slots=True)
class _Moment:
    """Where the match stands: its state, the game events that led there, and the moments undo and redo lead to."""

    state: Any
    course: _Step | None = None
    before: _Moment | None = None
    ahead: _Moment | None = None


class Match:
    """A match of any game. `apply` takes any JSON value as an event and never raises for a bad one.

    The same players, options and events always give the same rulings, scores and digest, on every machine.
    """

    def __init__(self, book: Rulebook, start: Any) -> None:
        """A match of that game from a state on; `begin` makes the state from a document."""
        self.book = book
        self._start = start
        self._moment = _Moment(start)
        self._view = book.view(start)
        self._record: list[Entry] = []

    @classmethod
    def begin(cls, document: Mapping[str, Any], lexicon_loader: LexiconLoader) -> Match:
        """Begin the match a document describes (`game`, `players`, `options`; its events are not read).

        Raises:
            BadInput: the game is unknown, or players, options or the lexicon cannot be used.
        """
        if not isinstance(document, Mapping):
            raise BadInput(told("a match must be a JSON object with game, players, options and events"))
        game = document.get("game")
        if not isinstance(game, str):
            raise BadInput(told("the match does not say which game it is: “game” must be text"))
        book = rulebook(game)
        players = _read_players(document.get("players"), book)
        options = document.get("options", {})
        if not isinstance(options, Mapping):
            raise BadInput(told("the match's “options” must be an object"))
        lexicon = options.get("lexicon", DEFAULT_LEXICON)
        words = _read_lexicon(lexicon, lexicon_loader)
        start = book.start(players, {name: value for name, value in options.items() if name != "lexicon"}, words)
        if book.with_cards is not None and lexicon == DEFAULT_LEXICON:
            start = book.with_cards(start, deckfiles.read(book.game).answers)
        return cls(book, start)

    @property
    def players(self) -> tuple[str, ...]:
        """The players in seating order."""
        return self._view.players

    @property
    def record(self) -> tuple[Entry, ...]:
        """Every event handed in so far with its ruling, in order."""
        return tuple(self._record)

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The ruling on each event handed in so far."""
        return tuple(entry.ruling for entry in self._record)

    @property
    def events(self) -> tuple[Any, ...]:
        """The log: every event as it was handed in; nothing is ever removed from it."""
        return tuple(entry.event for entry in self._record)

    @property
    def scores(self) -> Mapping[str, int]:
        """The running totals."""
        return self._view.scores

    @property
    def state(self) -> Any:
        """The game's own frozen state."""
        return self._moment.state

    def view(self) -> View:
        """All that may be shown of the match as it stands."""
        return self._view

    def apply(self, event: Any) -> Ruling:
        """Judge one event, whatever it is, and enter it in the record. A refused event changes nothing."""
        before = self._view.scores
        ruling, moment = self._judge(event)
        if moment.state is not self._moment.state:
            self._view = self.book.view(moment.state)
        self._moment = moment
        after = self._view.scores
        changes = {player: after[player] - before[player] for player in after if after[player] != before[player]}
        self._record.append(Entry(len(self._record) + 1, event, ruling, changes))
        return ruling

    def peek(self, event: Any) -> Ruling:
        """The ruling `apply` would give now; the match stays as it is."""
        return self._judge(event)[0]

    def hints(self) -> dict[str, Any]:
        """What a referee may add to the newest event, JSON-ready: words that would have saved the loser, words missed.

        Empty when that event was refused, was one of the match's own, or leaves nothing to add.
        """
        before = self._moment.before
        if self.book.hints is None or before is None or not self._record or not self._record[-1].ruling.accepted:
            return {}
        raw = self._record[-1].event
        if not isinstance(raw, Mapping) or raw.get("event") not in self.book.events:
            return {}
        return dict(self.book.hints(before.state, read_event(self.book.events, raw, self.players)))

    def result(self) -> dict[str, Any]:
        """The answer to a transcript, as JSON values."""
        view = self._view
        return {
            "game": self.book.game,
            "rulings": [entry.to_json() for entry in self._record],
            "scores": dict(view.scores),
            "turn": view.turn,
            "awaiting": view.awaiting,
            "over": view.over,
            "winners": list(view.winners),
            **self.book.result(self.state),
            "digest": self.digest(),
        }

    def digest(self) -> str:
        """SHA-256 (hexadecimal) of the state as canonical JSON: equal on every machine for equal matches."""
        document = {"game": self.book.game, "state": plain(self.state)}
        canonical = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(canonical.encode("ascii")).hexdigest()

    def _judge(self, raw: Any) -> tuple[Ruling, _Moment]:
        """The ruling on an event and the moment it leads to, with nothing entered yet."""
        now = self._moment
        try:
            match_event = read_match_event(raw, self.players)
        except Malformed as fault:
            return malformed(fault), now
        if match_event is None:
            return self._play(raw)
        if isinstance(match_event, Correct):
            return self._correct(match_event)
        return _undo(now) if isinstance(match_event, Undo) else _redo(now)

    def _play(self, raw: Any) -> tuple[Ruling, _Moment]:
        now = self._moment
        state, ruling = self._ask(now.state, raw)
        course = _Step(len(self._record) + 1, raw, ruling.accepted, now.course)
        if ruling.accepted:
            return ruling, _Moment(state, course, before=now)
        return ruling, replace(now, course=course)

    def _ask(self, state: Any, raw: Any) -> tuple[Any, Ruling]:
        try:
            event = read_event(self.book.events, raw, self.players)
        except Malformed as fault:
            return state, malformed(fault)
        return self.book.rule(state, event)

    def _correct(self, correction: Correct) -> tuple[Ruling, _Moment]:
        now, number, to = self._moment, correction.number, correction.to
        if to is not None:
            try:
                read_event(self.book.events, to, self.players)
            except Malformed as fault:
                return malformed(fault.inside("to")), now
        steps = _steps(now.course)
        if all(step.number != number for step in steps):
            reason = told("No event of the game that still stands in this match has that number.")
            return refused("no_such_event", None, reason), now
        state, course = self._start, None
        fallen = []
        for step in steps:
            event = to if step.number == number else step.event
            stands = False
            if event is not None:
                state, ruling = self._ask(state, event)
                stands = ruling.accepted
            if step.number > number and step.stands and not stands:
                fallen.append(step.number)
            course = _Step(step.number, event, stands, course)
        changed = told("Event {number} is corrected", number=number)
        if to is None:
            changed = told("Event {number} is struck out", number=number)
        rest = told("everything after it still stands")
        if fallen:
            rest = told("no longer standing: {numbers}", numbers=_numbers(fallen))
        reason = told("{changed}; {rest}.", changed=changed, rest=rest)
        corrected = accepted("corrected", None, reason, now_refused=fallen)
        return corrected, _Moment(state, course, before=now)


def _steps(course: _Step | None) -> list[_Step]:
    """The steps of a course, the first one first."""
    steps = []
    while course is not None:
        steps.append(course)
        course = course.previous
    return steps[::-1]


def _undo(now: _Moment) -> tuple[Ruling, _Moment]:
    if now.before is None:
        return refused("nothing_to_undo", None, "There is nothing left to take back."), now
    return accepted("undone", None, "The last event that stood is taken back."), replace(now.before, ahead=now)


def _redo(now: _Moment) -> tuple[Ruling, _Moment]:
    if now.ahead is None:
        return refused("nothing_to_redo", None, "There is nothing to bring back."), now
    return accepted("redone", None, "What was taken back stands again."), now.ahead


def judge(document: Any, lexicon_loader: LexiconLoader | None = None) -> dict[str, Any]:
    """Replay a whole transcript and give the answer to it.

    Raises:
        BadInput: the document's game, players, options, lexicon or list of events cannot be used.
    """
    match = Match.begin(document, lexicon_loader or load_lexicon)
    events = document.get("events", [])
    if not isinstance(events, list):
        raise BadInput(told("the match's “events” must be a list"))
    for event in events:
        match.apply(event)
    return match.result()


@cache
def load_lexicon(name: str) -> Words:
    """The shipped dictionary of that name; raises BadInput for an unknown one."""
    from companion import dictionaries

    return dictionaries.load(name)


def _numbers(numbers: Sequence[int]) -> str:
    return spoken_list([str(number) for number in numbers])


def _read_players(players: Any, book: Rulebook) -> tuple[str, ...]:
    if not isinstance(players, list) or not all(isinstance(name, str) and name.strip() for name in players):
        raise BadInput(told("the match's “players” must be a list of names, none of them empty"))
    if len(set(players)) != len(players):
        raise BadInput(told("two players of the match have the same name"))
    fewest, most = book.seats
    if not fewest <= len(players) <= most:
        wanted = str(fewest) if fewest == most else told("{fewest} to {most}", fewest=fewest, most=most)
        seats = {"game": book.title, "wanted": wanted, "count": len(players)}
        raise BadInput(told("{game} is for {wanted} players, not {count}", **seats))
    return tuple(players)


def _read_lexicon(choice: Any, lexicon_loader: LexiconLoader) -> Words:
    if isinstance(choice, str):
        return lexicon_loader(choice)
    if not isinstance(choice, Mapping):
        raise BadInput(told("the option “lexicon” must be the name of a dictionary or an object with words and names"))
    for key in choice:
        if key not in ("words", "names"):
            raise BadInput(told("an inline lexicon has words and names, not {key}", key=quoted(str(key))))
    words, names = choice.get("words"), choice.get("names", [])
    for key, spellings in (("words", words), ("names", names)):
        if not isinstance(spellings, list) or not all(isinstance(spelling, str) for spelling in spellings):
            raise BadInput(told("the inline lexicon's “{key}” must be a list of words", key=key))
    return Lexicon.from_words(words or (), names)
