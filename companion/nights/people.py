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
        self._called = {person_of(group[0]): group[0] for group in notebook.same}
        self._spelled: dict[str, dict[str, None]] = {}
        newest: dict[str, str] = {}
        for match in matches:
            for name in match.scores:
                person = self.of(name)
                newest[person] = name
                self._spelled.setdefault(person, {})[name] = None
        self._called = {**newest, **self._called}

    def of(self, name: str) -> str:
        """The person who plays by this name."""
        own = person_of(name)
        return self._leads.get(own, own)

    def called(self, person: str) -> str:
        """What a person is called: the name said first where several are the same, else as it was written last."""
        return self._called.get(person, person)

    def spellings(self, person: str) -> tuple[str, ...]:
        """The names a person has played by."""
        return tuple(self._spelled.get(person, ()))

    def seats(self, names: Iterable[str]) -> Mapping[str, str]:
        """By person, the name of those players who are somebody; of two who are the same person the first."""
        found: dict[str, str] = {}
        for name in names:
            if not is_guest(name):
                found.setdefault(self.of(name), name)
        return found

    def team_of(self, players: Sequence[str]) -> frozenset[str]:
        """The persons of a team."""
        return frozenset(map(self.of, players))
