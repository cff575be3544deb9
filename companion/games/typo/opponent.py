"""How the table plays TYPO: it lays cards where it knows a word, and doubts words it does not know.

Easy lays any card it can. Medium gets rid of cards that are hard to place while they can be, and leaves rows that take
many of its own. Hard also looks at whose cards come next: the rows it leaves take few of theirs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from companion.games.opponent import Strength
from companion.games.typo.legal import hindrance
from companion.games.typo.state import halves

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.opponent import OwnView
    from companion.games.typo.state import State

    Own = OwnView[State]

DOUBTS: Mapping[Strength, float] = {Strength.EASY: 0.3, Strength.MEDIUM: 1.0, Strength.HARD: 1.0}
"""How often a word that is not known is doubted: a child lets most of them pass."""
COMMON = "AAAAABBCCDDDEEEEEEFGGHHIIIIJKLLLMMNNNNOOOOPPQRRRRSSSSTTTTUUVWXYZ"
"""The letters of the house deck, for what others may hold."""


class OpenEnd(NamedTuple):
    """Where a card can go: the row (from 1) and its side, and the row as it then is."""

    row: int
    side: str
    letters: str


def answer(own: Own) -> Mapping[str, Any] | None:
    """See Opponent."""
    state, seat = own.state, own.state.players.index(own.player)
    placed = state.placement
    if not own.joined and placed is not None and placed.seat != seat and _disbelieves(own, placed.word):
        return {"event": "doubt", "players": [own.player]}
    if hindrance(state, "place", own.player) is not None:
        return None
    best = _best_spot(own)
    if best is None:
        return _failing(own)
    word = _word(own, best.letters)
    return {"event": "place", "player": own.player, "row": best.row, "side": best.side, "word": word}


def own_part(own: Own) -> str:
    """See Opponent: the card it shows."""
    hand = sorted(set(own.hand))
    can = [card for card in hand if _spots(own, own.state.rows, card)]
    if not can:
        return own.chance.choice(hand)
    if own.strength is Strength.EASY:
        return own.chance.choice(can)
    return max(can, key=lambda card: (_worth_showing(own, card), own.chance.random()))


def chosen(own: Own, choices: Sequence[int]) -> int:
    """See Opponent: which of the longest rows it takes, the one whose cards it can place best."""
    return max(choices, key=lambda row: (_ease_of_taking(own, row), own.chance.random()))


def _disbelieves(own: Own, word: str) -> bool:
    return not own.words.is_word(word) and own.chance.random() < DOUBTS[own.strength]


def _failing(own: Own) -> Mapping[str, Any]:
    longest = [index + 1 for index in own.state.longest()]
    row = {} if len(longest) == 1 else {"row": chosen(own, longest)}
    return {"event": "fail", "player": own.player, **row}


def _ease_of_taking(own: Own, row: int) -> int:
    taken = own.state.rows[row - 1]
    rows = own.state.with_row(row - 1, own.state.queue[0][1] if own.state.queue else taken[:1])
    _, kept = halves(taken)
    return sum(bool(_spots(own, rows, card)) for card in kept)


def _best_spot(own: Own) -> OpenEnd | None:
    """Where the card that is to be placed goes; None where it goes nowhere."""
    spots = _spots(own, own.state.rows, own.state.queue[0][1])
    if not spots or own.strength is Strength.EASY:
        return own.chance.choice(spots) if spots else None
    return max(spots, key=lambda spot: (_worth(own, spot), own.chance.random()))


def _worth(own: Own, spot: OpenEnd) -> float:
    """How good the rows are that a placement leaves: for the own hand, and for hard against the others' cards."""
    state, letter = own.state, own.state.queue[0][1]
    rows = state.with_row(spot.row - 1, spot.letters)
    rest = list(own.hand)
    if letter in rest:
        rest.remove(letter)
    ease = _ease(own, rows, rest)
    if own.strength is not Strength.HARD:
        return ease
    price = len(halves(max(rows, key=len))[1])
    stuck = sum(not _spots(own, rows, card) for _, card in state.queue[1:2])
    return ease - 0.6 * _ease(own, rows, COMMON) + price * stuck


def _worth_showing(own: Own, card: str) -> float:
    """How good it is to show a card now: the harder it is to place, the better, as long as it is likely to find a
    place. Hard counts how many others it has, should somebody take one before."""
    state = own.state
    spots = _spots(own, state.rows, card)
    if own.strength is not Strength.HARD:
        return -len(spots)
    rows_open = len({spot.row for spot in spots})
    first = card <= "M"  # early letters are placed before most others
    safe = 1.0 if rows_open > 1 or first else 0.7
    rest = list(own.hand)
    rest.remove(card)
    best = max(_ease(own, state.with_row(spot.row - 1, spot.letters), rest) for spot in spots)
    rare = 1 - COMMON.count(card) / 6
    return safe + 0.5 * best + 0.5 * rare


def _ease(own: Own, rows: Sequence[str], cards: Sequence[str]) -> float:
    """Which part of these cards can go somewhere, from 0 to 1."""
    if not cards:
        return 1.0
    can = {card: bool(_spots(own, rows, card)) for card in set(cards)}
    return sum(can[card] for card in cards) / len(cards)


def _spots(own: Own, rows: Sequence[str], card: str) -> list[OpenEnd]:
    """Where a card can go in words this player knows."""
    ends = [OpenEnd(number, side, letters) for number, row in enumerate(rows, start=1)
            for side, letters in (("front", card + row), ("back", row + card))]  # fmt: skip
    return [spot for spot in ends if _word(own, spot.letters) is not None]


def _word(own: Own, letters: str) -> str | None:
    return own.words.witness(letters, where="start")
