"""What the table holds and knows on a seat of its own: its hand, dealt by a seed, and its words.

Everything follows from the match's events and a seed, so that a match that is taken up again, or in which something
was taken back, has the same cards as before.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from companion.games.opponent import OwnView, Strength, seen
from companion.games.vocabulary import Share, Vocabulary
from companion.lexicon import Lexicon

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from companion.cards import Card
    from companion.games.core import Words
    from companion.games.dealing import Dealing, Dealt

Happening = tuple[Any, Any, Any]  # the state before an event, the event as it was read, the state after it

SHARES: Mapping[Strength, tuple[Share, ...] | None] = {
    Strength.EASY: (Share(3, 0.95), Share(5, 0.8), Share(7, 0.6), Share(10, 0.4)),
    Strength.MEDIUM: (Share(4, 1.0), Share(6, 0.95), Share(8, 0.9), Share(15, 0.8)),
    Strength.HARD: None,
}
"""How much of a dictionary each strength knows, by the length of words. Chosen so that easy can be beaten by whoever
learns the game, and medium by whoever knows it."""
NO_WORDS = Lexicon.from_words([])


def hands_after(deals: Dealing, start: Any, cards: Sequence[Card], seed: int, course: Iterable[Happening]) -> Dealt:
    """The hands of a match that was dealt with this seed, once the events of `course` have stood."""
    chance = Random(seed)
    dealt = deals.deal(start, cards, chance)
    for before, event, now in course:
        dealt = deals.after(dealt, before, event, now, chance)
    return dealt


def own_view(
    game: str, state: Any, player: str, dealt: Dealt, words: Vocabulary, strength: Strength, seed: int
) -> OwnView[Any]:
    """What an opponent on that seat is told: of what is `dealt` its own hand and how many cards are left. The same
    position, hand and seed always get the same answer."""
    chance = Random(seed)
    return OwnView(seen(game, state), player, dealt.hand(player), strength, words, chance, to_draw=len(dealt.deck))


def vocabulary(words: Words | None, strength: Strength, seed: int) -> Vocabulary:
    """The words the table knows at this strength, in the match with this seed; none in a game without words."""
    return Vocabulary(NO_WORDS if words is None else words, SHARES[strength], seed)
