"""Who the players of many matches are: one person for all spellings of a name, and for names said to be one. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.persons import is_guest, person_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from companion.nights.notebook import Notebook
    from companion.nights.past_match import PastMatch


class People:
    """The persons of these matches (oldest first), as the notebook has them. A person is named by what the spellings of
    the name they are called by have in common (`person_of`)."""

    def __init__(self, matches: Iterable[PastMatch], notebook: Notebook) -> None:
        self._leads = {person_of(name): person_of(group[0]) for group in notebook.same for name in group}
        self._groups = {person_of(group[0]): group for group in notebook.same}
        self._persons: dict[str, str | None] = {}  # by name, of everybody who has played; None for a guest
        self._spelled: dict[str, dict[str, None]] = {}
        self._seats: dict[int, Mapping[str, str]] = {}
        newest: dict[str, str] = {}
        for match in matches:
            seats: dict[str, str] = {}
            for name in match.scores:
                person = None if name in match.of_table else self._somebody(name)
                if person is not None:
                    newest[person] = name
                    self._spelled.setdefault(person, {})[name] = None
                    seats.setdefault(person, name)
            self._seats[match.id] = seats
        self._called = {**newest, **{person: group[0] for person, group in self._groups.items()}}

    def _somebody(self, name: str) -> str | None:
        if name not in self._persons:
            self._persons[name] = None if is_guest(name) else self.of(name)
        return self._persons[name]

    def of(self, name: str) -> str:
        """The person who plays by this name."""
        own = self._persons.get(name) or person_of(name)
        return self._leads.get(own, own)

    def called(self, person: str) -> str:
        """What a person is called: the name said first where several are the same, else as it was written last."""
        return self._called.get(person, person)

    def group(self, person: str) -> tuple[str, ...]:
        """The names said to be this person, the one they are called by first (`Notebook.group`)."""
        return self._groups.get(person, (self.called(person),))

    def spellings(self, person: str) -> tuple[str, ...]:
        """The names a person has played by."""
        return tuple(self._spelled.get(person, ()))

    def seats(self, match: PastMatch) -> Mapping[str, str]:
        """By person, the name of those players of one of these matches who are somebody: neither a guest nor the table.
        Of two who are the same person the first."""
        return self._seats[match.id]

    def team_of(self, players: Sequence[str]) -> frozenset[str]:
        """The persons of a team."""
        return frozenset(map(self.of, players))
