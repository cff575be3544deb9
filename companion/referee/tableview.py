"""TableView: all that any display may know of the table at one moment, as one immutable value.

The referee makes a new one after each change and hands it to everybody who shows something: OLED, buzzer, kiosk,
phones. `version` grows by one each time; `server` is new at each start of the program, so a page knows when to
load itself anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

from companion.games import rulebook
from companion.games.board import board_of
from companion.games.comings import hinders_joining
from companion.games.form import forms_in_time, forms_of
from companion.games.house_rules import chosen_rules
from companion.games.names import awaited, event_name, headline
from companion.games.sections import section_of
from companion.games.window import is_in_time
from companion.referee.citing import earlier
from companion.referee.door import possible_for
from companion.referee.gathering import Gathering
from companion.referee.joining import joint_choices
from companion.sentences import as_json, sentence, told

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from enum import StrEnum

    from companion.games.board import Board
    from companion.games.core import Clause, Ruling, View
    from companion.games.form import Form
    from companion.practice.agreement import Practice
    from companion.referee.inquiry import Question
    from companion.referee.invitation import Invitation
    from companion.referee.judgement import Record
    from companion.sentences import Told

Speakers = Literal["table", "page", "both"]  # the table's own loudspeaker, the kiosk's page
SPEAKERS: tuple[Speakers, ...] = get_args(Speakers)


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted event of the match, ruled on (`record`), with where it came from.

    `source` is one of `Source`; `at` the wall clock in ISO 8601 UTC; `frame` the name of the
    picture the event was made from. `game` is the match's.
    """

    record: Record
    source: str
    at: str
    frame: str | None = None
    game: str = field(kw_only=True)

    @property
    def number(self) -> int:
        """The event's number in the match, from 1."""
        return self.record.number

    @property
    def event(self) -> Mapping[str, Any]:
        """The event as it was handed in."""
        event: Mapping[str, Any] = self.record.event
        return event

    @property
    def ruling(self) -> Ruling:
        """The referee's answer to it."""
        return self.record.ruling

    @property
    def changes(self) -> Mapping[str, int]:
        """What it changed of the scores, non-zero entries only."""
        return self.record.changes

    def to_json(self) -> dict[str, Any]:
        """The transcript's ruling, with the event itself, the clause in words, its source, time and frame."""
        clause = self.ruling.clause
        return {
            **self.record.to_json(),
            "number": self.number,
            "event": dict(self.event),
            "said": as_json(self.ruling.reason),
            "headline": headline(self.game, self.ruling.verdict),
            "called": event_name(self.game, self.event["event"]),
            "clause_text": clause and clause.text,
            **section_json(self.game, clause),
            "house": self.ruling.house,
            "detail": self.ruling.detail,
            "source": self.source,
            "at": self.at,
            "frame": self.frame,
        }


@dataclass(frozen=True, slots=True)
class Timer:
    """The window that runs or is paused. `remaining_ms` is as of `as_of_ms` on the program's monotonic clock."""

    label: str
    total_ms: int
    remaining_ms: int
    running: bool
    as_of_ms: int


@dataclass(frozen=True, slots=True)
class Dialog:
    """What the three navigation buttons work on: a menu (`items`, `cursor`), a `wheel` of signs to pick one from, or a
    word being entered (`letters`) with such a wheel. A title of two parts has them parted by “: ”. `note` is a sentence
    on the item under the cursor."""

    title: str
    items: tuple[str, ...]
    cursor: int
    letters: str | None = None
    wheel: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The last event the rules refused: it changed nothing, but whoever tried should see why."""

    event: Mapping[str, Any]
    verdict: StrEnum
    clause: str | None
    reason: str
    house: bool = False

    @classmethod
    def of(cls, event: Mapping[str, Any], ruling: Ruling) -> Refusal:
        """The refusal that this ruling on the event is."""
        number = ruling.clause.number if ruling.clause else None
        return cls(event, ruling.verdict, number, ruling.reason, ruling.house)


@dataclass(frozen=True, slots=True)
class Sound:
    """A sound to be made once: displays remember the last `id` they have played."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Voicing:
    """How loud what happens is spoken, in `percent` (0 is not at all), and by whom: one of `SPEAKERS`."""

    percent: int = 0
    by: Speakers = "table"


@dataclass(frozen=True, slots=True)
class TableView:
    """The table at one moment. `match` is None between matches."""

    server: str
    version: int
    match_id: int | None = None
    title: str = ""
    match: View | None = None
    state: Any = None  # the game's own, from which its forms and its board are made
    options: Mapping[str, Any] = field(default_factory=dict)
    deck: Any = None  # what the match's setup says of it; None for the deck that the game is played with anyway
    protocol: tuple[Entry, ...] = ()
    refusal: Refusal | None = None
    hints: Mapping[str, Any] = field(default_factory=dict)  # words that would have saved the loser, words missed
    advice: Told | None = None  # what a good player thinks of the newest event, where somebody practises
    undoes: int | None = None  # the number of the event that an undo would take back
    correctable: Callable[[], Collection[int]] = tuple  # gives the numbers of those that another may take the place of
    late: str | None = None  # whose time is up, who can only say what the rules still want to know; or EVERYBODY's
    tie: bool = False  # the newest call was one of several too close to tell apart; the seats decided
    joiners: tuple[str, ...] = ()  # who has joined in what several say, while more are needed or a choice is open
    away: tuple[str, ...] = ()  # those who play and are away from the table
    gathering: Gathering = field(default_factory=Gathering)  # what several say together, as far as it has come
    timer: Timer | None = None
    timer_holder: str | None = None  # who may start a timer now; None when there is none to start
    may_hold: str | None = None  # whose time runs and would wait for them, once, to say what they do
    paused: bool = False
    dialog: Dialog | None = None
    question: Question | None = None
    difference: str | None = None
    frame: str | None = None  # the newest kept picture of the cards, whose reading can be said to be wrong
    notices: tuple[str, ...] = ()
    practice: Practice | None = None  # whom the table plays itself
    teaches: bool = False  # the hints also say what could help somebody
    pairing: Mapping[str, Any] | None = None  # of which tournament's pairing the match is
    called: int | None = None  # the number of the ruling for which the arbiter is called
    calls: int = 0  # how often one was, since the table was started
    invitation: Invitation | None = None  # what a tournament has set up, while no match is being played
    sound: Sound | None = None
    voice: Voicing = field(default_factory=Voicing)
    listening: tuple[str, ...] = ()  # what the table listens for at this moment, when nobody else should speak

    @property
    def ruling(self) -> Entry | None:
        """The newest ruling, if any."""
        return self.protocol[-1] if self.protocol else None

    @property
    def for_phones(self) -> Mapping[str, tuple[str, ...]]:
        """Per player the events that player's phone may hand in now."""
        match = self.match
        if match is None:
            return {}
        book = rulebook(match.game)
        return {
            name: tuple(
                event for event in possible_for(book, match, name) if is_in_time(match.game, event, name, self.late)
            )
            for name in match.players
        }

    @property
    def says_no_more(self) -> bool:
        """Whether the match is over and nothing can be said in it any more, as that a winning word is doubted."""
        return self.match is not None and self.match.over and not any(self.for_phones.values())

    @property
    def hinders_joining(self) -> str | None:
        """Why nobody can join the match as it stands, in one sentence; None where somebody can, and between matches."""
        if self.match is None or self.state is None:
            return None
        refusal = hinders_joining(rulebook(self.match.game), self.state)
        return None if refusal is None else refusal.reason

    @property
    def forms(self) -> tuple[Form, ...]:
        """What may be said now."""
        match = self.match
        if match is None or self.state is None:
            return ()
        return tuple(map(self._as_the_last_word, forms_in_time(match, self.state, self.late)))

    @property
    def awaiting(self) -> str | None:
        """The event that is waited for; of whoever is late, what they can still say."""
        match = self.match
        if match is None:
            return None
        return (self.late and forms_of(match.game).WHEN_LATE) or match.awaiting

    def _as_the_last_word(self, form: Form) -> Form:
        """What whoever is late can still say is asked of them, by the name of what is waited for."""
        match = self.match
        if match is None or (form.event, form.player) != (forms_of(match.game).WHEN_LATE, self.late):
            return form
        return replace(form, label=sentence(told(awaited(match.game, form.event))), is_asked=True)

    @property
    def board(self) -> Board | None:
        """What the game shows besides scores and turn; None between matches."""
        return None if self.match is None or self.state is None else board_of(self.match.game, self.state)

    def readings(self, clause: str | None) -> tuple[str, ...]:
        """What the match's house rules say of the clause of this number, as the game stands."""
        return () if clause is None else tuple(self._chosen().get(clause, ()))

    def _chosen(self) -> Mapping[str, Sequence[str]]:
        return {} if self.match is None else chosen_rules(self.match.game, self.state)

    def to_json(self, *, rulings: int = 20) -> dict[str, Any]:
        """JSON form with the newest `rulings` entries of the protocol (newest last)."""
        board = self.board
        return {
            "server": self.server,
            "version": self.version,
            "match_id": self.match_id,
            "title": self.title,
            "match": self.match and _view_json(self.match, self.awaiting),
            "board": board and board.to_json(),
            "for_phones": {player: list(events) for player, events in self.for_phones.items()},
            "forms": [form.to_json() for form in self.forms],
            "options": dict(self.options),
            "rulings": self._rulings_json(rulings),
            "refusal": self.refusal and self._refusal_json(self.refusal),
            "hints": dict(self.hints),
            "advice": self.advice,
            "advice_said": self.advice and as_json(self.advice),
            "undoes": None if self.undoes is None else self._undone_json(self.protocol[self.undoes - 1]),
            "uncorrectable": self._uncorrectable(),
            "tie": self.tie,
            "joiners": list(self.joiners),
            "away": list(self.away),
            "joint_choices": list(joint_choices(self.match, self.state, self.joiners)),
            "timer": self.timer and _parts(self.timer),
            "timer_holder": self.timer_holder,
            "may_hold": self.may_hold,
            "paused": self.paused,
            "dialog": self.dialog and _parts(self.dialog),
            "question": self.question and _question_json(self.question),
            "difference": self.difference,
            "difference_said": self.difference and as_json(self.difference),
            "frame": self.frame,
            "notices": [{"text": notice, "said": as_json(notice)} for notice in self.notices],
            "practice": self.practice and {name: str(strength) for name, strength in self.practice.strengths.items()},
            "teaches": self.teaches,
            "pairing": self.pairing and dict(self.pairing),
            "called": self.called,
            "invitation": self.invitation and self.invitation.to_json(),
            "sound": self.sound and _parts(self.sound),
            "voice": _parts(self.voice),
            "listening": list(self.listening),
        }

    def entry_json(self, entry: Entry) -> dict[str, Any]:
        """One entry of the protocol as `rulings` has it."""
        so_far = [(each.number, each.ruling.clause) for each in self.protocol if each.number <= entry.number]
        under, *_none = earlier(so_far, 1) or [[]]
        return _in_full(entry, under, self._chosen())

    def _rulings_json(self, newest: int) -> list[dict[str, Any]]:
        """The newest entries, each with the numbers of those before it under the same clause, and how this match reads
        that where a house rule says so."""
        shown = self.protocol[-newest:]
        before = earlier([(entry.number, entry.ruling.clause) for entry in self.protocol], len(shown))
        chosen = self._chosen()
        return [_in_full(entry, under, chosen) for entry, under in zip(shown, before, strict=True)]

    def _uncorrectable(self) -> list[int]:
        """The numbers of the events that no other may take the place of: far fewer than of those that one may."""
        correctable = self.correctable()
        return [entry.number for entry in self.protocol if entry.number not in correctable]

    def _undone_json(self, entry: Entry) -> dict[str, Any]:
        called = event_name(entry.game, entry.event["event"])
        return {"number": entry.number, "called": called, "player": entry.event.get("player")}

    def _refusal_json(self, refusal: Refusal) -> dict[str, Any]:
        game = "" if self.match is None else self.match.game
        clause = None if self.match is None else rulebook(game).clauses.get(refusal.clause or "")
        so_far = [(entry.number, entry.ruling.clause) for entry in self.protocol]
        (under,) = earlier([*so_far, (len(so_far) + 1, clause)], 1)
        return {
            **_parts(refusal),
            "said": as_json(refusal.reason),
            "headline": headline(game, refusal.verdict),
            "clause_text": clause and clause.text,
            **section_json(game, clause),
            "earlier": under,
            "readings": _told_json(self.readings(refusal.clause)),
        }


def _in_full(entry: Entry, under: Sequence[int], chosen: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    clause = entry.ruling.clause
    readings = chosen.get(clause.number, ()) if clause else ()
    return {**entry.to_json(), "earlier": list(under), "readings": _told_json(readings)}


def section_json(game: str, clause: Clause | None) -> dict[str, Any]:
    """Where the published rulebook has the clause, as pages get it."""
    section = section_of(game, clause.number) if clause else None
    return {"section": section, "section_said": section and as_json(section)}


def _parts(shown: Any) -> dict[str, Any]:
    """The fields of what is shown, as they are: `asdict` would copy every sentence, with all that it was made from."""
    return {each.name: getattr(shown, each.name) for each in fields(shown)}


def _question_json(asked: Question) -> dict[str, Any]:
    field = asked.field and asked.field.to_json()
    return {**_parts(asked), "field": field, "said": as_json(asked.text)}


def _told_json(said: Sequence[str]) -> list[dict[str, Any]]:
    return [{"text": text, "said": as_json(text)} for text in said]


def _view_json(view: View, awaiting: str | None) -> dict[str, Any]:
    return {
        "game": view.game,
        "players": list(view.players),
        "left": list(view.left),
        "scores": dict(view.scores),
        "score_name": view.score_name,
        "low_wins": view.low_wins,
        "turn": view.turn,
        "actor": None if view.over else view.actor,
        "awaiting": awaiting,
        "awaiting_said": awaited(view.game, awaiting),
        "may": {player: list(events) for player, events in view.may.items()},
        "over": view.over,
        "winners": list(view.winners),
        "holders": dict(view.holders),
    }
