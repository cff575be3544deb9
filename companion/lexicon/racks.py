"""Which words a rack of letters can lay: planes of letter counts, made from the planes of places when first needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.lexicon.positions import Positions

# For one word length: (letter 0–25, n, plane of the words that have the letter at least n times).
Counts = tuple[tuple[int, int, int], ...]


class Racks:
    """Answers `spell` for the words of a `Positions` index."""

    __slots__ = ("_counts", "_positions")

    def __init__(self, positions: Positions) -> None:
        self._positions = positions
        self._counts: dict[int, Counts] = {}

    def hits(self, rack: Mapping[int, int], wilds: int, lengths: range) -> Iterator[tuple[int, int]]:
        """Per word length, longest first: the length and the plane of the words that the rack and the wilds can lay.

        A word is too much for the rack by as many letters as it has beyond the rack's own: at most `wilds`.
        """
        for length in sorted(self._positions.lengths, reverse=True):
            group = self._positions.group(length)
            if group is None or length not in lengths or length > sum(rack.values()) + wilds:
                continue
            # beyond[j] marks the words with more than j letters that the rack lacks.
            beyond = [0] * (wilds + 1)
            for letter, times, plane in self._of_length(length):
                if times > rack.get(letter, 0):
                    for more in range(wilds, 0, -1):
                        beyond[more] |= beyond[more - 1] & plane
                    beyond[0] |= plane
            spelled = ((1 << group.size) - 1) ^ beyond[wilds]
            if spelled:
                yield length, spelled

    def _of_length(self, length: int) -> Counts:
        known = self._counts.get(length)
        if known is None:
            group = self._positions.group(length)
            planes = group.planes if group else ()
            known = self._counts[length] = tuple(
                (letter, times, plane)
                for letter, places in enumerate(planes)
                for times, plane in enumerate(_at_least(places), start=1)
            )
        return known

    def planes(self) -> Iterator[int]:
        """The planes made so far (for the memory report)."""
        return (plane for counts in self._counts.values() for _, _, plane in counts)


def _at_least(places: tuple[int, ...]) -> list[int]:
    """From one plane per place: planes of the words with the letter at least once, twice, …, while there are any."""
    at_least: list[int] = []
    for plane in places:
        carried = plane
        for index, so_far in enumerate(at_least):
            at_least[index], carried = so_far | carried, so_far & carried
        if carried:
            at_least.append(carried)
    return at_least
