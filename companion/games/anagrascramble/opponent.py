"""How the table plays AnagraScramble: it writes words it knows, and declares as far as it trusts itself.

Easy finds a few words and declares nothing, medium finds more and doubles what it is sure of, hard finds most and
triples.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.anagrascramble.expected import DIE
from companion.games.anagrascramble.words import LONGEST, NO_CARDS, SHORTEST, word_value
from companion.games.opponent import Strength

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.anagrascramble.state import State
    from companion.games.opponent import OwnView

    Own = OwnView[State]

FOUND: Mapping[Strength, int] = {Strength.EASY: 5, Strength.MEDIUM: 7, Strength.HARD: 11}
"""How many words are written in thirty seconds."""
DECLARES: Mapping[Strength, tuple[str, int] | None] = {
    Strength.EASY: None, Strength.MEDIUM: ("double", 5), Strength.HARD: ("triple", LONGEST),
}  # fmt: skip
"""What is declared up to which target: how sure it is to find a word of so many letters."""


def seen(state: State) -> State:
    """See Opponent: the words listed on the card, and those on all others, are on nobody's side of it."""
    return replace(state, listed=frozenset(), cards=NO_CARDS)


def answer(own: Own) -> Mapping[str, Any] | None:
    """See Opponent."""
    state = own.state
    if state.phase not in ("roll", "card", "words") or state.name(state.turn) != own.player:
        return None
    if state.phase == "roll":
        return _roll(own)
    if state.phase == "words":
        return {"event": "words", "player": own.player, "words": _words(own, str(state.jumble), state.letters)}
    return _declaration(own)


def own_part(own: Own) -> list[str]:
    """See Opponent: its words for the card of a showdown, the most there are."""
    return _words(own, str(own.opened), SHORTEST)


def _roll(own: Own) -> Mapping[str, Any]:
    face = own.chance.choice(DIE)
    pick = {"pick": SHORTEST if own.strength is not Strength.HARD else LONGEST - 1} if face == "star" else {}
    return {"event": "roll", "player": own.player, "face": face, **pick}


def _declaration(own: Own) -> Mapping[str, Any] | None:
    declares = DECLARES[own.strength]
    if own.state.declared or declares is None or own.state.letters > declares[1]:
        return None
    return {"event": "declare", "player": own.player, "move": declares[0]}


def _words(own: Own, jumble: str, target: int) -> list[str]:
    """What is written: easy what comes to mind, the others first a word of just the target, then the dearest."""
    known = list(own.words.spell(jumble, shortest=SHORTEST, longest=LONGEST))
    own.chance.shuffle(known)
    if own.strength is not Strength.EASY:
        known.sort(key=word_value, reverse=True)
        exact = next((word for word in known if len(word) == target), None)
        known.sort(key=lambda word: word != exact)
    return known[: FOUND[own.strength]]
