"""Who sits where: which phone holds which player's name. A phone's hold outlives a restart, and so does its end."""

from __future__ import annotations

import json
import secrets
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion import atomic, outside
from companion.clock import SystemClock
from companion.games.persons import person_of
from companion.sentences import told
from companion.web.requests import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from pathlib import Path

    from companion.clock import Clock

SEATS_FILE = "seats.json"
MOST_SEATS = 24  # the largest match has ten players; some change phones, some only watch
MOST_OF_A_PHONE = 10  # the largest match, all of it on one phone
ASKED_MS = 120_000  # so long who would play for a name that another phone has waits for a yes; chosen
MOST_REMEMBERED = 100  # names whose phones may come back after a restart
LARGEST_FILE = 64 * 1024  # bytes; a hundred names are a tenth of it


@dataclass(frozen=True, slots=True)
class Seat:
    """A phone's hold on a player's name. `id` tells two phones of the same name apart."""

    name: str
    id: str


@dataclass(frozen=True, slots=True)
class Asker:
    """A phone that would play for a name, in a seat of this `id`; until `until_ms` it waits for a yes."""

    id: str
    phone: str
    until_ms: int


class Seats:
    """The seats of a table, kept at `path`. `keep` may run on another thread than everything else. A `phone` is the
    address it speaks from; empty is one that is not counted. `clock` is the referee's.

    A list that cannot be used is done without: everybody joins anew, and `notice` is told so in one sentence.
    """

    def __init__(self, path: Path, notice: Callable[[str], object], clock: Clock | None = None) -> None:
        self._path = path
        self._ids = _read(path, notice)  # the phone of each name, the longest unused name first
        self._clock = clock or SystemClock()
        self._asked: dict[str, Asker] = {}  # by name, the phone that would play for it instead of the one that does
        self._phones: dict[str, str] = {}  # by name, where its phone has spoken from last
        self._here: dict[str, None] = {}  # the names whose phones have spoken since the start, in that order
        self._writing = threading.Lock()

    @property
    def taken(self) -> tuple[str, ...]:
        """The names held by phones that have spoken since the start, in the order they did."""
        return tuple(self._here)

    def take(self, name: str, phone: str = "") -> Seat:
        """Seat a phone. Raises Refused 409 when another has the name already, when no seat is left, and when this phone
        has as many as one can have. One that is asleep has it no more: whoever may not be robbed in their sleep is
        asked for (`ask`)."""
        if name in self._here:
            raise Refused(409, told("{name} already plays on another phone; the host can free the seat", name=name))
        self._must_have_room(phone)
        self._arrive(name)
        self._phones[name] = phone
        seat = Seat(name, secrets.token_hex(8))
        self._ids.pop(name, None)
        self._ids[name] = seat.id
        self._forget_the_oldest()
        return seat

    def is_asleep(self, name: str) -> bool:
        """Whether a phone has this name that has not spoken since the start: it may be asleep, or gone for good."""
        return name in self._ids and name not in self._here

    @property
    def asking(self) -> tuple[str, ...]:
        """The names that another phone would play for. Whoever has waited for `ASKED_MS` has given up."""
        now_ms = self._clock.now_ms()
        return tuple(name for name, asked in self._asked.items() if now_ms < asked.until_ms)

    def ask(self, name: str, phone: str = "") -> Seat:
        """A phone would play for a name that another has. It is seated once `hand_over` says so, within `ASKED_MS`.

        Raises Refused 409 when no phone has it: then it is free to be taken. And while another asks: a yes must not go
        to a phone that came after whoever says it had looked. And as `take` when this phone has as many as it can.
        """
        if name not in self._ids:
            raise Refused(409, told("no phone plays for {name}", name=name))
        if name in self.asking:
            said = told("another phone asks to play for {name} already: say no to it at the table first", name=name)
            raise Refused(409, said)
        self._must_have_room(phone)
        seat = Seat(name, secrets.token_hex(8))
        self._asked[name] = Asker(seat.id, phone, self._clock.now_ms() + ASKED_MS)
        return seat

    def hand_over(self, name: str, *, agreed: bool) -> None:
        """Seat the phone that asks for the name, or do not. Raises Refused 409 when none asks any more."""
        is_asked = name in self.asking
        new = self._asked.pop(name, None)
        if new is None or not is_asked:
            raise Refused(409, told("no other phone asks to play for {name}", name=name))
        if agreed:
            self._ids.pop(name, None)  # it is not what has been unused for longest
            self._ids[name], self._phones[name] = new.id, new.phone

    def claim(self, seat: Seat, phone: str = "") -> str:
        """The name of a phone that says it has this seat. Raises Refused 401 when it has not, or not any more."""
        if self._ids.get(seat.name) != seat.id:
            if seat.name in self._here:
                raise Refused(401, told("{name} plays on another phone now: join again", name=seat.name))
            raise Refused(401, told("this phone's seat is no longer its own: join again"))
        if seat.name not in self._here:
            self._arrive(seat.name)
        self._phones[seat.name] = phone
        return seat.name

    def free(self, name: str) -> bool:
        """Take a seat from its phone, for good; False when nobody held it."""
        if name not in self._here:
            return False
        del self._here[name], self._ids[name]
        self._gone(name)
        return True

    def forget(self, persons: Collection[str]) -> bool:
        """Take every seat from these persons (`person_of`), whichever way they spell their names; False when they had
        none."""
        names = self._held_by(persons)
        for name in names:
            self._here.pop(name, None)
            self._ids.pop(name, None)
            self._gone(name)
        return bool(names)

    def are_held_by(self, persons: Collection[str]) -> bool:
        """Whether one of these persons (`person_of`) has a seat, whichever way they spell their names."""
        return bool(self._held_by(persons))

    def _held_by(self, persons: Collection[str]) -> list[str]:
        return [each for each in {**self._ids, **self._here} if person_of(each) in persons]

    def keep(self) -> str | None:
        """Write the seats down. Returns what went wrong in one sentence, None when nothing did."""
        with self._writing:
            try:
                atomic.write(self._path, json.dumps(dict(self._ids)).encode(), mode=0o600, keeps=True)
            except OSError as error:
                why = error.strerror
                return told(
                    "The seats cannot be written to {path} ({error}): after a restart phones may have to join anew.",
                    path=self._path, error=why,
                )  # fmt: skip
        return None

    def _forget_the_oldest(self) -> None:
        away = [name for name in self._ids if name not in self._here]
        for name in away[: max(0, len(self._ids) - MOST_REMEMBERED)]:
            del self._ids[name]

    def _gone(self, name: str) -> None:
        self._asked.pop(name, None)
        self._phones.pop(name, None)

    def _must_have_room(self, phone: str) -> None:
        asked = [each.phone for name, each in self._asked.items() if name in self.asking]
        if phone and [*self._phones.values(), *asked].count(phone) >= MOST_OF_A_PHONE:
            raise Refused(409, told("one phone plays for {most} players at most", most=MOST_OF_A_PHONE))

    def _arrive(self, name: str) -> None:
        if len(self._here) >= MOST_SEATS:
            raise Refused(409, told("all {most} seats are taken; the host can free one", most=MOST_SEATS))
        self._here[name] = None


def _read(path: Path, notice: Callable[[str], object]) -> dict[str, str]:
    try:
        with outside.opened(path) as file:
            kept = json.loads(file.read(LARGEST_FILE).decode())
        if not isinstance(kept, dict) or not all(isinstance(phone, str) for phone in kept.values()):
            raise ValueError("no names with the ids of their phones")
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        notice(told("The list of seats {path} cannot be used ({error}): everybody joins anew.", path=path, error=why))
        return {}
    return kept
