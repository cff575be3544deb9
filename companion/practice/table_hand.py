"""What the table holds and knows on a seat of its own: its hand, and its words."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from companion.games.opponent import OwnView, Strength, seen
from companion.games.vocabulary import Share, Vocabulary
from companion.lexicon import Lexicon

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.core import Words
    from companion.games.dealing import Dealt

SHARES: Mapping[Strength, tuple[Share, ...] | None] = {
    Strength.EASY: (Share(3, 0.95), Share(5, 0.8), Share(7, 0.6), Share(10, 0.4)),
    Strength.MEDIUM: (Share(4, 1.0), Share(6, 0.95), Share(8, 0.9), Share(15, 0.8)),
    Strength.HARD: None,
}
"""How much of a dictionary each strength knows, by the length of words. Chosen so that easy can be beaten by whoever
learns the game, and medium by whoever knows it."""
NO_WORDS = Lexicon.from_words([])


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
