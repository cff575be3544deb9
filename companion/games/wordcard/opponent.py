"""How the table plays WORDCARD: it draws, lays the best it finds, tags on what fits, and throws away what fits least.

Easy makes lines of a few cards at a time, medium of more, hard of its whole hand, and each of the words it knows; hard
also keeps all cards where more of them make longer lines, and contests.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from companion.games.events import read_event
from companion.games.opponent import Strength
from companion.games.wordcard.events import EVENTS
from companion.games.wordcard.hindsight import laying_terms
from companion.games.wordcard.legal import hindrance
from companion.games.wordcard.notation import WILD, face
from companion.games.wordcard.play import rule
from companion.games.wordcard.scoring import letters_of, words_in
from companion.games.wordcard.state import awaiting
from companion.solvers.search import best_laydown, best_solution

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from companion.games.opponent import OwnView
    from companion.games.vocabulary import Vocabulary
    from companion.games.wordcard.state import State

    Own = OwnView[State]
    Said = Mapping[str, Any]

STEPS: Mapping[Strength, int] = {Strength.EASY: 1_000, Strength.MEDIUM: 10_000, Strength.HARD: 100_000}
"""How many cards are put at the end of a line in thought, each time something could be laid."""
LOOKS_AT: Mapping[Strength, int] = {Strength.EASY: 6, Strength.MEDIUM: 8, Strength.HARD: 20}
"""Of how many cards at a time it tries to make lines: who sees more at once lays longer ones."""
APART = 10  # columns and rows from what lies there, on the grid


class KnownWords:
    """The words somebody knows, as the search asks for them."""

    def __init__(self, words: Vocabulary) -> None:
        self._words = words

    def is_word(self, word: str, /) -> bool:
        """See SearchedWords."""
        return self._words.is_word(word)

    def begins(self, prefix: str, /) -> bool:
        """See SearchedWords."""
        return self._words.witness(prefix, where="start") is not None

    def may_show(self, _word: str, /) -> bool:
        """See SearchedWords. What is known is laid."""
        return True

    def spell(
        self, letters: str, /, *, shortest: int = 1, longest: int | None = None, shown: bool = False
    ) -> Sequence[str]:
        """See SearchedWords."""
        del shown
        return self._words.spell(letters, shortest=shortest, longest=longest)


def answer(own: Own) -> Said | None:
    """See Opponent."""
    state, seat = own.state, own.state.players.index(own.player)
    awaited = awaiting(state)
    if awaited == "solution" and hindrance(state, "solution", seat) is None:
        return {"event": "solution", "player": own.player, "lines": _solution(own)}
    contest = _contest(own, seat)
    if contest is not None or state.acting != seat:
        return contest
    if awaited == "dealer_chooses":
        return {"event": "dealer_chooses", "player": own.player, "type": "wordplay"}
    return _on_turn(own, seat)


def own_part(own: Own) -> list[str]:
    """See Opponent: what is left in its hand."""
    return list(own.hand)


def _on_turn(own: Own, seat: int) -> Said:
    state = own.state
    if hindrance(state, "draw", seat) is None and own.to_draw:
        return {"event": "draw", "player": own.player, "from": "deck"}
    laid = _lay(own, seat) or _tag(own, seat)
    if laid is not None:
        return laid
    keeps = own.strength is Strength.HARD and state.options.aim == "most"  # more cards make longer lines
    if hindrance(state, "discard", seat) is None and not keeps:
        return {"event": "discard", "player": own.player, "card": _worst(own)}
    return {"event": "end_turn", "player": own.player}


def _lay(own: Own, seat: int) -> Said | None:
    """The best laydown that is found."""
    state = own.state
    opening, bonus = laying_terms(state, seat)
    if len(own.hand) < (opening.cards if opening.points is None else 1) or hindrance(state, "lay", seat) is not None:
        return None
    best = best_laydown(
        _looked_at(own),
        state.scheme,
        KnownWords(own.words),
        opening=opening,
        finish_bonus=bonus,
        steps=STEPS[own.strength],
    )
    if not best.lines:
        return None
    said = _claiming(own, {"event": "lay", "player": own.player}, best.lines)
    if not state.options.grid:
        return _if_good(own, {**said, "lines": [list(line) for line in best.lines]})
    y = max((laid.spot[1] for laid in state.grid), default=0)
    cells = [
        {"x": x, "y": y + APART * number, "card": card}
        for number, line in enumerate(best.lines, start=1) for x, card in enumerate(line)
    ]  # fmt: skip
    return _if_good(own, {**said, "cells": cells})


def _looked_at(own: Own) -> Sequence[str]:
    cards = list(own.hand)
    own.chance.shuffle(cards)
    return cards[: LOOKS_AT[own.strength]]


def _tag(own: Own, seat: int) -> Said | None:
    """One card that makes a line longer, the dearest first."""
    if own.strength is Strength.EASY or hindrance(own.state, "tag", seat) is not None:
        return None
    scheme = own.state.scheme
    cards = sorted(set(own.hand) - {WILD}, key=scheme.value, reverse=True)
    return next((good for card in cards for said in _ends(own, card) if (good := _if_good(own, said))), None)


def _ends(own: Own, card: str) -> Iterator[Said]:
    """Where a card may go: where lines must be words, at the ends of those that then are one."""
    scheme = own.state.scheme
    for number, line in enumerate(own.state.lines, start=1):
        if own.state.options.tag_on == "own" and line.owner != own.state.turn:
            continue
        for side, longer in (("front", (card, *line.cards)), ("back", (*line.cards, card))):
            if not scheme.needs_words or own.words.is_word(letters_of(longer)):
                said = {"event": "tag", "player": own.player, "line": number, side: [card]}
                yield _claiming(own, said, [longer])


def _claiming(own: Own, said: Said, lines: Iterable[Sequence[str]]) -> Said:
    """What is said, with all words it knows in these lines where only those count that are claimed (W16): with none
    told, a whole line is claimed, a word or not."""
    scheme = own.state.scheme
    if not (scheme.declared_only and scheme.needs_words):
        return said
    known = KnownWords(own.words)
    return {**said, "words": sorted({span.name for line in lines for span in words_in(line, known, ())})}


def _if_good(own: Own, said: Said) -> Said | None:
    """What is said, if the rules take it."""
    _, ruling = rule(own.state, read_event(EVENTS, said, own.state.players))
    return said if ruling.accepted else None


def _worst(own: Own) -> str:
    """What fits least: never a wild, nor what must be played; of the others a letter few words have, and held twice."""
    cards = [card for card in own.hand if card not in (WILD, own.state.picked)] or list(own.hand)
    held = Counter(face(card).letter for card in cards if card != WILD)
    common = "ETAOINSRHLDCUMFPGWYBVKXJQZ"
    if own.strength is Strength.EASY:
        return own.chance.choice(cards)
    return max(cards, key=lambda card: (common.find(_letter(card)) + 3 * held[_letter(card)], own.chance.random()))


def _letter(card: str) -> str:
    return "" if card == WILD else face(card).letter or ""


def _contest(own: Own, seat: int) -> Said | None:
    """Hard contests what is no word: to contest a good one would cost a turn."""
    doubtful = own.state.doubtful
    if own.strength is not Strength.HARD or doubtful is None or doubtful.owner == seat:
        return None
    wrong = next((word for word in doubtful.claimed if not own.words.is_word(word)), None)
    if wrong is None or hindrance(own.state, "contest") is not None:
        return None
    return {"event": "contest", "players": [own.player], "word": wrong}


def _solution(own: Own) -> list[list[str]]:
    """The best lines of the group game that are found (W24)."""
    options = own.state.options
    found = best_solution(
        options.cards or (), options.group_type, KnownWords(own.words), values=options.values,
        declared_only=options.declared_only, steps=STEPS[own.strength],
    )  # fmt: skip
    return [list(line) for line in found.lines]
