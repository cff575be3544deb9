"""What hands were in a match of WORDCARD, as far as its events tell: walked back from the cards that left them. Pure.

A hand is known for certain between two draws from the deck, as far as its cards were laid, discarded or shown before
the second of them. What stayed in it beyond that may have been drawn later, and which, nobody can tell; only after a
player's last draw is the whole hand known, when it is shown at the end or empty. Cards taken openly, wilds taken from
the table and cards taken back after a contest are known at once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.games.match_events import Join, Leave
from companion.games.wordcard.dealing import lying
from companion.games.wordcard.events import Draw, Hands
from companion.games.wordcard.notation import WILD
from companion.games.wordcard.turn_played import cost_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from companion.games.wordcard.state import State

    Course = Iterable[tuple[State, Any, State]]


@dataclass(slots=True)
class Stretch:
    """What a player held, and did with it, from one draw to the next.

    `place` and `state` are of the first event of theirs in it (the event's place in the course, and the state before
    it), None while there was none. `cards` were in the hand for certain when it began, of so many as were in it then
    (`held`); `got` is what came of them: points and bonuses, for the fewest what the hand cost less, by discards, too.
    `is_last` says that none followed.
    """

    player: str
    place: int | None = None
    state: State | None = None
    held: int = 0
    cards: Counter[str] = field(default_factory=Counter)
    got: int = 0
    is_last: bool = False
    _later: Counter[str] = field(default_factory=Counter)  # what came in since, and is in the hand

    @property
    def is_whole(self) -> bool:
        """Whether the whole hand is known."""
        return self.cards.total() == self.held

    def go(self, cards: Counter[str]) -> None:
        """These cards left the hand, or were shown in it: what has not come in since was there."""
        came_since = cards & self._later
        self._later -= came_since
        self.cards += cards - came_since

    def come(self, cards: Counter[str]) -> None:
        """These cards came into the hand, for all to see."""
        self._later += cards


def stretches(course: Course) -> Iterator[Stretch]:
    """Every stretch in which its player did something, those of one player in their order."""
    open_: dict[str, Stretch] = {}
    for place, (before, event, after) in enumerate(course):
        if isinstance(event, Hands):
            for player, cards in event.hands.items():
                open_.setdefault(player, Stretch(player)).go(Counter(cards))
            break
        if isinstance(event, Leave) and event.player in open_:
            yield open_.pop(event.player)  # whoever comes back has another hand (W27)
        owner = None if isinstance(event, (Join, Leave)) else _owner(before, event)
        if owner is None or owner not in after.players:
            continue
        if _draws_unseen(before, event):
            if owner in open_:
                yield open_[owner]
            open_[owner] = Stretch(owner)
        elif not before.choosing:
            stretch = open_.setdefault(owner, Stretch(owner))
            if stretch.place is None:
                stretch.place, stretch.state = place, before
                stretch.held = before.hands[before.players.index(owner)].cards
            _move(stretch, before, after, owner)
    for stretch in open_.values():
        stretch.is_last = True
        yield stretch


def _owner(before: State, event: Any) -> str | None:
    """Whose hand an event can change."""
    if before.acting is None and event.event != "contest":
        return None
    if event.event == "contest":
        return None if before.doubtful is None else before.name(before.doubtful.owner)
    return before.name(before.turn)


def _draws_unseen(before: State, event: Any) -> bool:
    """Whether a card comes into the hand that nobody but its owner sees."""
    if not isinstance(event, Draw):
        return False
    return event.from_ == "deck" or (event.cards is None and before.pile[-1:] == (None,))


def _move(stretch: Stretch, before: State, after: State, owner: str) -> None:
    """What left the hand and came into it with an event, and what that brought."""
    was, lies = lying(before), lying(after)
    same = 0
    while same < min(len(before.pile), len(after.pile)) and before.pile[same] == after.pile[same]:
        same += 1
    put = Counter(card or WILD for card in after.pile[same:])
    taken = Counter(card or WILD for card in before.pile[same:])
    came, went = (was - lies) + taken, (lies - was) + put
    stretch.come(came)
    stretch.go(went)
    old, new = (state.hands[state.players.index(owner)] for state in (before, after))
    if before.scheme.aim == "most":
        stretch.got += new.score - old.score
    else:
        costs = [cost_of(cards.elements(), before.scheme) for cards in (went, came)]
        stretch.got += costs[0] - costs[1] + new.bonus - old.bonus
