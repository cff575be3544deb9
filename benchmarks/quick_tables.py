"""A match of quick players: the table they sit at, and the pocket dictionaries of what they know."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from companion.games import part, rulebook
from companion.games.dealing import dealing
from companion.games.events import read_event
from companion.games.opponent import Strength

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from random import Random

    from companion.games.core import Words

WILD = "?"
MOST_WILDS = 2  # on a board for which a word is still thought of
MOST_EVENTS = 600  # of one match; one that goes on longer is left

Said = dict[str, Any]


class Unfinished(Exception):
    """The match goes round in circles, or nobody says anything."""


class Pocket:
    """A pocket dictionary, by all parts of its words: looked up, not searched."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = sorted(words, key=lambda word: (len(word), word))
        self.known = frozenset(self.words)
        self._saving: dict[str, str | None] = {}

    @cached_property
    def within(self) -> Mapping[str, str]:
        """Each part of a word, and the shortest word that holds it."""
        return self._parts(longer=False)

    @cached_property
    def longer(self) -> Mapping[str, str]:
        """The same of the words that are longer than the part."""
        return self._parts(longer=True)

    @cached_property
    def start(self) -> Mapping[str, str]:
        """Each beginning of a word, and the shortest word."""
        found: dict[str, str] = {}
        for word in self.words:
            for last in range(1, len(word) + 1):
                found.setdefault(word[:last], word)
        return found

    @cached_property
    def spelled(self) -> Mapping[str, str]:
        """The sorted letters of each word, and a word of just them."""
        return {"".join(sorted(word)): word for word in self.words}

    def _parts(self, *, longer: bool) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for word in self.words:
            for first, last in combinations(range(len(word) + 1), 2):
                if not longer or last - first < len(word):
                    found.setdefault(word[first:last], word)
        return found

    def saving(self, board: str) -> str | None:
        """A word to name for a board (D8); None when none is known."""
        letters = board.lower()
        if WILD not in letters:
            return None if letters in self.known else self.longer.get(letters)
        if letters not in self._saving:
            self._saving[letters] = self._searched(letters)
        return self._saving[letters]

    def stands(self, board: str) -> bool:
        """Whether a word can be named for a board."""
        return self.saving(board) is not None

    def _searched(self, letters: str) -> str | None:
        """With each letter for each wild."""
        if letters.count(WILD) > MOST_WILDS:
            return None
        spelled = [letters]
        while WILD in spelled[0]:
            spelled = [each.replace(WILD, letter, 1) for each in spelled for letter in ascii_lowercase]
        return next((self.longer[each] for each in spelled if each in self.longer and each not in self.known), None)


@dataclass
class QuickTable:
    """A match of quick players, who all are careful or all are not; `step` says what one of them would say next, the
    likeliest first."""

    game: str
    state: Any
    options: Mapping[str, Any]
    dealt: Any
    chance: Random
    careful: bool
    pockets: Mapping[str, Pocket]
    words: Words
    step: Callable[[QuickTable], Iterator[Said]]
    said: list[Said] = field(default_factory=list)
    knows: Mapping[str, Any] = field(default_factory=dict)

    @property
    def strength(self) -> Strength:
        """How the practice opponents play here."""
        return Strength.MEDIUM if self.careful else Strength.EASY

    def tried(self, said: Said) -> bool:
        """Whether the rules take an event; the match has gone on then."""
        book, before = rulebook(self.game), self.state
        event = read_event(book.events, said, before.players)
        after, ruling = book.rule(before, event)
        if ruling.accepted:
            deals = dealing(self.game)
            assert deals is not None
            self.state = after
            self.dealt = deals.after(self.dealt, before, event, after, self.chance)
            self.said.append(said)
        return ruling.accepted

    def course(self) -> Iterator[Any]:
        """The states of the match to its end. Raises Unfinished."""
        view = part(self.game, "state").view  # type: ignore[union-attr]
        yield self.state
        while not view(self.state).over:
            if len(self.said) >= MOST_EVENTS or not any(self.tried(said) for said in self.step(self)):
                raise Unfinished(f"{self.game}: {self.state}")
            yield self.state

    def winners(self) -> tuple[str, ...]:
        """Who has won."""
        found: tuple[str, ...] = part(self.game, "state").view(self.state).winners  # type: ignore[union-attr]
        return found
