"""Lines of WORDCARD and what they are worth, found anew by trying every stretch of a line."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.wordcard.state import Line, State
    from tests.rules.laws import Step

ORDER = ("7", "8", "9", "10", "J", "Q", "K", "A")
HOUSE = {"A": 1, "7": 7, "8": 8, "9": 9, "10": 10, "J": 10, "Q": 10, "K": 10}


def rank_of(card: str) -> str:
    """The rank a card shows, or a wild stands for."""
    return card.removeprefix("*=").partition("/")[0]


def letter_on(card: str) -> str:
    """The letter, small; a space where there is none."""
    return card.partition("/")[2].lower() or " "


def value_of(card: str, state: State) -> int:
    """What the card is worth in points."""
    if card.startswith("*"):
        return 25 if state.scheme.aim == "most" else 0
    rank = rank_of(card)
    return state.options.values.get(rank, HOUSE[rank])  # type: ignore[call-overload, no-any-return]


def _words(line: Line, state: State) -> list[tuple[int, int]]:
    """The stretches of a line that are words, of the dictionary (unless only claimed ones count) or claimed."""
    letters = "".join(map(letter_on, line.cards))
    found = []
    for start in range(len(letters)):
        for end in range(start + 2, len(letters) + 1):
            text = letters[start:end]
            of_the_dictionary = state.words.is_word(text) and not state.scheme.declared_only
            if text in line.claimed or (" " not in text and of_the_dictionary):
                found.append((start, end))
    return found


def combinations(cards: Sequence[str]) -> list[tuple[int, int]]:
    """The stretches that are equal ranks or neighbours up or down, and in no longer stretch of their kind."""
    ranks = [rank_of(card) for card in cards]
    found = []
    for apart, least in ((0, 2), (1, 3), (-1, 3)):  # equal ranks, and neighbours up and down
        ends = [(start, end) for start in range(len(ranks)) for end in range(start + least, len(ranks) + 1)]
        own = [
            (start, end)
            for start, end in ends
            if all(one and other and _step(one, other) == apart for one, other in pairwise(ranks[start:end]))
        ]
        found += [each for each in own if not any(each != other and _is_inside(each, other) for other in own)]
    return found


def _is_inside(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return other[0] <= one[0] and one[1] <= other[1]


def _step(one: str, other: str) -> int:
    return ORDER.index(other) - ORDER.index(one)


def is_covered(count: int, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether each of so many places is in some stretch."""
    return {place for start, end in spans for place in range(start, end)} == set(range(count))


def _spans(line: Line, state: State) -> list[tuple[int, int]]:
    """What counts in a line in the game played."""
    kind = state.scheme.type
    return (_words(line, state) if kind != "cardplay" else []) + (
        combinations(line.cards) if kind != "wordplay" else []
    )


def worth(line: Line, state: State) -> int:
    """What a line is worth in points."""
    values = [value_of(card, state) for card in line.cards]
    double = 2 if state.scheme.type == "wordcard" else 1
    return double * sum(sum(values[start:end]) for start, end in _spans(line, state))


def cards_of(step: Step) -> list[str]:
    """The cards an event lays or tags."""
    event = step.event
    if step.kind == "tag":
        return [*event.front, *event.back]
    if step.before.options.grid:
        return [cell.card for cell in event.cells]
    return [card for row in event.lines for card in row]


def new_lines(step: Step) -> list[Line]:
    """The lines that are new or longer after a laydown."""
    was = Counter((line.cards, line.at, line.down) for line in step.before.lines)
    found = []
    for line in step.after.lines:
        key = (line.cards, line.at, line.down)
        if was[key]:
            was[key] -= 1
        else:
            found.append(line)
    return found


def paid(step: Step) -> tuple[int, int]:
    """What a laydown brought: points and bonuses."""
    seat = step.before.turn
    was, now = step.before.hands[seat], step.after.hands[seat]
    bonus = now.bonus - was.bonus
    return now.score - was.score - (bonus if step.before.scheme.aim == "most" else -bonus), bonus


def was_laid(step: Step, *kinds: str) -> bool:
    """Whether cards were laid or tagged, in one of the games if any are given."""
    return step.kind in ("lay", "tag") and step.ruling.accepted and (not kinds or step.before.scheme.type in kinds)


def gained_by(step: Step) -> int:
    """What the new lines are worth less what the lines were that they have grown from, by the cards alone."""
    state, gained = step.before, 0
    if step.kind == "tag":
        at = step.event.line - 1
        return worth(step.after.lines[at], state) - worth(state.lines[at], state)
    for line in new_lines(step):
        gained += worth(line, state)
    if state.options.grid:
        kept = {(line.cards, line.at, line.down) for line in step.after.lines}
        gained -= sum(worth(line, state) for line in state.lines if (line.cards, line.at, line.down) not in kept)
    return gained
