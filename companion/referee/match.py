"""Match: players, options and events become a state. Undo, redo and correct are events of the log, not edits of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from functools import cache
from typing import Any

from companion.decks import deckfiles
from companion.errors import BadInput
from companion.games import rulebook
from companion.games.comings import playing, rule_seats
from companion.games.core import (
    Rulebook,
    Ruling,
    View,
    Words,
    accepted,
    malformed,
    plain,
    refused,
    spoken_list,
)
from companion.games.events import Malformed, read_event
from companion.games.match_events import SEAT_EVENTS, Correct, Redo, SeatEvent, Undo, read_any
from companion.games.teaching import told_now
from companion.games.verdicts import OfTheMatch
from companion.referee.course import CourseStep, MatchMoment, redone, steps, undone, up_to
from companion.referee.judgement import Fallen, Judgement, Record
from companion.referee.match_document import LexiconLoader, read_lexicon, read_players
from companion.sentences import joined, told

DEFAULT_LEXICON = "en"


class Match:
    """A match of any game: one judgement after the other. Any JSON value is taken as an event; a bad one never raises.

    The same players, options and events always give the same rulings, scores and digest, on every machine.
    """

    def __init__(self, book: Rulebook[Any], start: Any) -> None:
        """A match of that game from a state on; `begin` makes the state from a document."""
        self.book = book
        self._events = {**book.events, **SEAT_EVENTS}  # what a course consists of
        self._start = start
        self._moment = MatchMoment(start)
        self._scores = book.scores(start)
        self._view: View | None = None  # made when somebody looks: a long transcript is not shown event by event
        self._newest: Judgement | None = None

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
        players = read_players(document.get("players"), book)
        options = document.get("options", {})
        if not isinstance(options, Mapping):
            raise BadInput(told("the match's “options” must be an object"))
        lexicon = options.get("lexicon", DEFAULT_LEXICON)
        words = read_lexicon(lexicon, lexicon_loader)
        start = book.start(players, {name: value for name, value in options.items() if name != "lexicon"}, words)
        if book.with_cards is not None:
            printed = deckfiles.read(book.game)
            answers = printed.answers if lexicon == DEFAULT_LEXICON else {}
            start = book.with_cards(start, answers, printed.colours)
        return cls(book, start)

    @property
    def players(self) -> tuple[str, ...]:
        """The players in seating order, who has left among them."""
        return tuple(self._scores)

    @property
    def playing(self) -> tuple[str, ...]:
        """Those of the players who have not left."""
        return playing(self.book, self.state)

    @property
    def record(self) -> tuple[Record, ...]:
        """Every event handed in so far with its ruling, in order."""
        return tuple(reversed([judgement.entry for judgement in self._judgements()]))

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The ruling on each event handed in so far."""
        return tuple(entry.ruling for entry in self.record)

    @property
    def events(self) -> tuple[Any, ...]:
        """The log: every event as it was handed in; nothing is ever removed from it."""
        return tuple(entry.event for entry in self.record)

    @property
    def scores(self) -> Mapping[str, int]:
        """The running totals."""
        return self._scores

    @property
    def state(self) -> Any:
        """The game's own frozen state."""
        return self._moment.state

    def view(self) -> View:
        """All that may be shown of the match as it stands."""
        if self._view is None:
            self._view = self.book.view(self.state)
        return self._view

    def apply(self, event: Any) -> Ruling:
        """Judge one event, whatever it is, and enter it in the record. A refused event changes nothing."""
        judgement = self.judge(event)
        self.enter(judgement)
        return judgement.ruling

    def judge(self, event: Any) -> Judgement:
        """Read and judge one event, whatever it is. The match stays as it is until the judgement is entered."""
        said, ruling, moment = self._ruled(event)
        before = self._scores
        after = before if moment.state is self.state else self.book.scores(moment.state)
        more = {player: after.get(player, 0) - before.get(player, 0) for player in {**before, **after}}
        changes = {player: change for player, change in more.items() if change}
        entry = Record(self._next_number, event, ruling, changes)
        if isinstance(said, Malformed):
            return Judgement(entry, after, None, said, moment, self._newest)
        return Judgement(entry, after, said, None, moment, self._newest)

    def enter(self, judgement: Judgement) -> None:
        """Enter what was judged. Raises ValueError when the match has gone on since then."""
        if judgement.previous is not self._newest:
            raise ValueError(f"event {judgement.entry.number} was judged before the match went on; judge it again")
        if judgement.moment.state is not self.state:
            self._view = None
        self._newest, self._moment, self._scores = judgement, judgement.moment, judgement.scores

    def after(self, judgement: Judgement) -> Match:
        """The match once the judgement is entered; this one stays as it is. Raises ValueError as `enter` does."""
        match = copy(self)
        match.enter(judgement)
        return match

    @property
    def start(self) -> Any:
        """The state before the first event."""
        return self._start

    @property
    def undoes(self) -> int | None:
        """The number of the event that an undo would take back now, a correction included; None when there is none."""
        return None if self._moment.before is None else self._moment.entry

    def correctable(self) -> frozenset[int]:
        """The numbers of the events that another one may be put in the place of: none of those that were taken back."""
        return frozenset(self._not_taken_back())

    def course(self) -> Iterator[tuple[Any, Any, Any]]:
        """Each event that stands, of the game or that somebody joins, leaves or sits out, corrections made, in its
        order: the state before it, the event as read, and the state after it."""
        return (played for _, played in self.numbered_course())

    def numbered_course(self) -> Iterator[tuple[int, tuple[Any, Any, Any]]]:
        """The same, each with its number."""
        return self._numbered(self._moment.course)

    def courses(self) -> list[list[tuple[int, tuple[Any, Any, Any]]]]:
        """The numbered course as each correction that stands found it, the first one first, and at last as it is."""
        courses, moment = [self._moment.course], self._moment
        while moment.before is not None:
            if moment.is_corrected:
                courses.append(moment.before.course)
            moment = moment.before
        return [list(self._numbered(course)) for course in reversed(courses)]

    def around(self, number: int) -> tuple[Any, Any]:
        """The states before and after the event of that number, corrections made; twice that of now where it is none
        that stands."""
        step = self._moment.course
        while step is not None and step.number != number:
            step = step.previous
        if step is None:
            return self.state, self.state
        return self._start if step.previous is None else step.previous.state, step.state

    def hints(self, *, teaching: bool = False) -> dict[str, Any]:
        """What a referee may add to the newest event, JSON-ready: words that would have saved the loser, words missed;
        with `teaching` also what could help somebody.

        Empty when that event was refused, was one of the match's own, or leaves nothing to add.
        """
        played = self._newest_played()
        if self.book.hints is None or played is None:
            return {}
        return told_now(self.book.hints(*played), teaching=teaching)

    def first_hints(self, *, teaching: bool = False) -> Iterator[dict[str, Any]]:
        """Where that takes long, what of it is soon found: more and more of it."""
        played = self._newest_played()
        if self.book.first_hints is not None and played is not None:
            for found in self.book.first_hints(*played):
                yield told_now(found, teaching=teaching)

    def _newest_played(self) -> tuple[Any, Any, Iterator[Any]] | None:
        """The newest event with the state before it and the states before that, the newest first; None where it was
        refused or was one of the match's own."""
        newest, before = self._newest, self._moment.before
        if newest is None or not newest.ruling.accepted or newest.said.event not in self.book.events:
            return None
        assert before is not None  # an event of the game that was accepted came after some moment
        return before.state, newest.said, self._earlier(before)

    def result(self) -> dict[str, Any]:
        """The answer to a transcript, as JSON values."""
        view = self.view()
        return {
            "game": self.book.game,
            "rulings": [entry.to_json() for entry in self.record],
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

    @property
    def _next_number(self) -> int:
        return 1 if self._newest is None else self._newest.entry.number + 1

    def _judgements(self) -> Iterator[Judgement]:
        """The judgements entered so far, the newest first."""
        judgement = self._newest
        while judgement is not None:
            yield judgement
            judgement = judgement.previous

    def _ruled(self, raw: Any) -> tuple[Any, Ruling, MatchMoment]:
        """An event as it was read (what is wrong when it is malformed), the ruling, the moment it leads to."""
        now = self._moment
        try:
            said = read_any(self.book.events, raw, self.playing, self._playing_before)
        except Malformed as fault:
            return fault, malformed(fault), now
        if isinstance(said, Correct):
            return said, *self._correct(said.number, raw["to"])
        if isinstance(said, Undo | Redo):
            return said, *(undone(now) if isinstance(said, Undo) else redone(now))
        state, ruling = _judged(self.book, now.state, said)
        if not ruling.accepted:
            return said, ruling, now
        course = CourseStep(self._next_number, raw, said, state, now.course)
        return said, ruling, MatchMoment(state, course, now, entry=self._next_number)

    def _correct(self, number: int, to: Any) -> tuple[Ruling, MatchMoment]:
        """Put `to`, an event as it is handed in (None for none), in the place of an earlier one."""
        now, events = self._moment, self._not_taken_back()
        if number not in events:
            reason = told("No event of the game that still stands in this match has that number.")
            return refused(OfTheMatch.NO_SUCH_EVENT, None, reason), now
        said, state, ruling = self._replayed(self._before(number), to)
        course = CourseStep(number, to, said, state, up_to(now.course, number - 1))
        fallen = []
        for later in sorted(each for each in events if each > number):
            event, stood = events[later]
            said, state, _ = self._replayed(state, event)
            if stood and said is None:
                fallen.append(later)
            course = CourseStep(later, event, said, state, course)
        changed = told("Event {number} is corrected", number=number)
        if to is None:
            changed = told("Event {number} is struck out", number=number)
        rest = told("everything after it still stands")
        if fallen:
            rest = told("no longer standing: {numbers}", numbers=_numbers(fallen))
        reason = told("{changed}; {rest}.", changed=changed, rest=rest)
        if to is not None and not ruling.accepted:
            reason = joined(" ", [reason, told("What is there now is refused: {reason}", reason=ruling.reason)])
        corrected = accepted(OfTheMatch.CORRECTED, None, reason, exhibit=Fallen(tuple(fallen)))
        return corrected, MatchMoment(state, course, before=now, entry=self._next_number)

    def _not_taken_back(self) -> dict[int, tuple[Any, bool]]:
        """The events of the game by their numbers, as they were handed in or corrected, and whether they stand: those
        of the course, and those that were refused when they came, which may have become right."""
        refusals = (judgement.entry for judgement in self._judgements() if judgement.refuses_play)
        in_course = {step.number: (step.event, step.said is not None) for step in steps(self._moment.course)}
        return {entry.number: (entry.event, False) for entry in refusals} | in_course

    def _playing_before(self, number: int) -> tuple[str, ...]:
        """Who played when the event of that number came."""
        return playing(self.book, self._before(number))

    def _before(self, number: int) -> Any:
        """The state that the event of that number met."""
        step = up_to(self._moment.course, number - 1)
        return self._start if step is None else step.state

    def _numbered(self, course: CourseStep | None) -> Iterator[tuple[int, tuple[Any, Any, Any]]]:
        before = self._start
        for step in steps(course):
            if step.said is not None:
                yield step.number, (before, step.said, step.state)
            before = step.state

    def _earlier(self, moment: MatchMoment) -> Iterator[Any]:
        """The states of the match before that of a moment, the newest first."""
        standing = [step.state for step in steps(moment.course) if step.said is not None]
        yield from reversed([self._start, *standing][:-1])

    def _replayed(self, state: Any, raw: Any) -> tuple[Any, Any, Ruling]:
        """An event of the course as it is read by whoever plays by then, None when it does not stand; the state after
        it, and the ruling."""
        try:
            said = read_event(self._events, raw, playing(self.book, state))
        except Malformed as fault:
            return None, state, malformed(fault)
        after, ruling = _judged(self.book, state, said)
        return said if ruling.accepted else None, after, ruling


def _judged(book: Rulebook[Any], state: Any, said: Any) -> tuple[Any, Ruling]:
    """What the rules say to an event of the game, or to somebody who joins or leaves."""
    return rule_seats(book, state, said) if isinstance(said, SeatEvent) else book.rule(state, said)


def judge(document: Any, lexicon_loader: LexiconLoader | None = None) -> dict[str, Any]:
    """Replay a whole transcript and give the answer to it. Raises BadInput as `played` does."""
    return played(document, lexicon_loader).result()


def played(document: Any, lexicon_loader: LexiconLoader | None = None) -> Match:
    """Replay a whole transcript and give the match as it then stands.

    Raises:
        BadInput: the document's game, players, options, lexicon or list of events cannot be used.
    """
    match = Match.begin(document, lexicon_loader or load_lexicon)
    events = document.get("events", [])
    if not isinstance(events, list):
        raise BadInput(told("the match's “events” must be a list"))
    for event in events:
        match.apply(event)
    return match


@cache
def load_lexicon(name: str) -> Words:
    """The shipped dictionary of that name; raises BadInput for an unknown one."""
    from companion import dictionaries

    return dictionaries.load(name)


def _numbers(numbers: Sequence[int]) -> str:
    return spoken_list([str(number) for number in numbers])
