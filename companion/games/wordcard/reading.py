"""The words along a line that grows card by card, as far as the future depends on them: one half of `exact.py`.

The words that the cards can spell, wilds and all, make an automaton (Aho and Corasick, 1975): its node after some
letters is the longest ending that still begins a word, and it knows every word that ends there. With the values of the
cards of that ending, that is all a further card's worth in words depends on.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from companion.games.wordcard.notation import WILD
from companion.games.wordcard.scoring import LONG, LONG_BONUS

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from companion.games.wordcard.kinds import Kind
    from companion.games.wordcard.scoring import Scheme

    Spelled = Sequence[str]

LOST = -1  # the node of a line in which no word can count any more


class Reading(NamedTuple):
    """The node of the automaton, the values of the cards of that ending, the cards from the first without a word, and
    those from the first of a hidden word that a longer one must still take in."""

    node: int
    tail: tuple[int, ...] = ()
    open_: int = 0
    bare: int = 0


class Read(NamedTuple):
    """One more card read: the reading after it (by number), what its words bring, the letter a wild stands for."""

    reading: int
    gain: int
    letter: str


class Automaton:
    """The words as a tree with the way back to the next shorter ending; nodes are numbered by their depth."""

    def __init__(self, words: Spelled, hidden: Collection[str] = ()) -> None:
        self.children: list[dict[str, int]] = [{}]
        self.depth = [0]
        self.is_word = [False]
        self.is_hidden = [False]
        self.first_deeper = [1]  # by depth: the number of the first node that is deeper
        self._grow(sorted(set(words)), hidden)
        self.shorter = [0] * len(self.depth)  # the longest shorter ending that is a node
        self.endings: list[tuple[int, ...]] = [()]  # the lengths of the words that end here, longest first
        self.shown = [0]  # the length of the longest word ending here that is not hidden
        self.bare = [0]  # the length of the longest hidden one, if it is longer than that
        self.steps: list[dict[str, int]] = [self.children[0]]
        self._link()

    def _grow(self, words: Sequence[str], hidden: Collection[str]) -> None:
        """Level by level, each word one letter further, so that deeper nodes get higher numbers."""
        at = dict.fromkeys(words, 0)
        for depth in range(1, max(map(len, words), default=0) + 1):
            at = {word: node for word, node in at.items() if len(word) >= depth}
            for word, node in at.items():
                letter = word[depth - 1]
                child = self.children[node].get(letter)
                if child is None:
                    child = self.children[node][letter] = len(self.depth)
                    self.children.append({})
                    self.depth.append(depth)
                    self.is_word.append(False)
                    self.is_hidden.append(False)
                if len(word) == depth:
                    self.is_word[child], self.is_hidden[child] = True, word in hidden
                at[word] = child
            self.first_deeper.append(len(self.depth))

    def on_the_way_to(self, length: int) -> set[int]:
        """The nodes from which a word of that length or more can be reached."""
        found = {node for node, depth in enumerate(self.depth) if depth >= length}
        for node in reversed(range(len(self.depth))):
            if not found.isdisjoint(self.children[node].values()):
                found.add(node)
        return found

    def _link(self) -> None:
        self.endings += [()] * (len(self.depth) - 1)
        self.shown += [0] * (len(self.depth) - 1)
        self.bare += [0] * (len(self.depth) - 1)
        self.steps += [{}] * (len(self.depth) - 1)
        for node, children in enumerate(self.children):
            for letter, child in children.items():
                back = self.steps[self.shorter[node]].get(letter, 0) if node else 0
                self.shorter[child] = back
                own = (self.depth[child],) if self.is_word[child] else ()
                self.endings[child] = (*own, *self.endings[back])
                self.shown[child], self.bare[child] = self.shown[back], self.bare[back]
                if self.is_hidden[child]:
                    self.bare[child] = self.depth[child]
                elif self.is_word[child]:
                    self.shown[child], self.bare[child] = self.depth[child], 0
                self.steps[child] = {**self.steps[back], **self.children[child]}


class WordReader:
    """Reads cards one after the other in one game: what their words bring, and at most can bring still."""

    def __init__(
        self,
        kinds: Sequence[Kind],
        scheme: Scheme,
        words: Spelled,
        *,
        only_whole: bool,
        hidden: Collection[str] = (),
    ) -> None:
        """`words` are those the cards can spell, of which the `hidden` must stand inside others; `only_whole`: nothing
        but the word that is the whole line counts."""
        self._kinds = kinds
        self._factor = scheme.factor
        self._needed = scheme.needs_words
        self._whole = scheme.type == "wordcard" or only_whole
        self._inner = scheme.aim == "most" and scheme.pays_words and not only_whole
        self._cards = sum(kind.count for kind in kinds)
        # Where words are not needed and pay nothing by themselves, only a long one matters: the whole line.
        self._only_long = not self._needed and not self._inner
        self._tree = Automaton([word for word in words if len(word) >= LONG] if self._only_long else words, hidden)
        self._readings = [Reading(0)]
        self._numbers = {self._readings[0]: 0}
        self._known: dict[tuple[int, int], tuple[Read, ...]] = {}
        self._tables: dict[tuple[int, ...], list[int]] = {}
        self._ending_worth: dict[int, list[int]] = {}
        self._to_long = self._tree.on_the_way_to(LONG)

    def read(self, reading: int, kind: int) -> tuple[Read, ...]:
        """Every way to read a card of that kind there from which the line can still become good."""
        known = self._known.get((reading, kind))
        if known is None:
            known = self._known[reading, kind] = tuple(self._reads(self._readings[reading], self._kinds[kind]))
        return known

    def good(self, reading: int) -> bool:
        """Whether the line may end here, as far as words go."""
        node, _, open_, bare = self._readings[reading]
        if bare:
            return False
        if not self._needed:
            return True
        return self._tree.is_word[node] if self._whole else open_ == 0

    def promise(self, reading: int, left: tuple[int, ...]) -> int:
        """No less than words can bring still with so many cards left, in this line and in others after it."""
        node = self._readings[reading].node
        if self._inner:
            return self._table(left)[node]
        if node == LOST or not any(left):
            return 0
        all_in_one = self._tree.depth[node] == self._cards - sum(left)
        return LONG_BONUS if all_in_one and node in self._to_long else 0

    def _reads(self, before: Reading, kind: Kind) -> list[Read]:
        """The readings after one more card, a wild as every letter that leads anywhere."""
        found = []
        if before.node == LOST:
            return [Read(self._number(before), 0, "")]
        steps = self._tree.children[before.node] if self._whole or self._only_long else self._tree.steps[before.node]
        if kind.card == WILD:
            found = [self._reach(before, kind.value, node, letter) for letter, node in steps.items()]
            lost = True
        else:
            node = steps.get(kind.letter, 0)
            found = [self._reach(before, kind.value, node, "")] if node else []
            lost = not node
        if lost and not self._needed and not before.bare:
            found.append(Read(self._number(Reading(LOST if self._only_long else 0)), 0, ""))
        return [each for each in found if each is not None]

    def _reach(self, before: Reading, value: int, node: int, letter: str) -> Read | None:
        """What reaching a node brings; None where a card is left behind without a word, or a hidden word bare."""
        endings, depth = self._tree.endings[node], self._tree.depth[node]
        open_ = 0
        if self._needed and not self._whole:
            open_ = before.open_ + 1
            if endings and endings[0] >= open_:
                open_ = 0
            elif open_ > depth:
                return None
        bare = max(before.bare + 1 if before.bare else 0, self._tree.bare[node])
        if self._tree.shown[node] >= bare:
            bare = 0
        elif bare > depth:
            return None
        gain = LONG_BONUS if depth >= LONG and self._tree.is_word[node] else 0
        if not self._inner:
            return Read(self._number(Reading(node, (), open_, bare)), gain, letter)
        values = (*before.tail, value)
        gain += self._factor * sum(sum(values[-length:]) for length in endings)
        return Read(self._number(Reading(node, values[-depth:], open_, bare)), gain, letter)

    def _number(self, reading: Reading) -> int:
        number = self._numbers.setdefault(reading, len(self._readings))
        if number == len(self._readings):
            self._readings.append(reading)
        return number

    # ——— what can come at most ———

    def _most_of_endings(self, last: int) -> list[int]:
        """For every node no less than the words ending there can bring when their last card has that value."""
        known = self._ending_worth.get(last)
        if known is not None:
            return known
        others = sorted((kind.value for kind in self._kinds for _ in range(kind.count)), reverse=True)
        others.remove(last)
        sums = [0, *accumulate([last, *others])]
        worth = {
            endings: self._factor * sum(sums[length] for length in endings)
            + (LONG_BONUS if endings and endings[0] >= LONG else 0)
            for endings in dict.fromkeys(self._tree.endings)
        }
        found = self._ending_worth[last] = [worth[endings] for endings in self._tree.endings]
        return found

    def _table(self, left: tuple[int, ...]) -> list[int]:
        """For every node that can be reached with these cards left: no less than their words can bring.

        That forgets nothing but the values of the cards before, and what cards lie before the ending.
        """
        table = self._tables.get(left)
        if table is not None:
            return table
        tree = self._tree
        reals: list[tuple[str, list[int], list[int]]] = []
        wild: tuple[list[int], list[int]] | None = None
        for number, (count, kind) in enumerate(zip(left, self._kinds, strict=True)):
            if count:
                then = self._table((*left[:number], count - 1, *left[number + 1 :]))
                ends = self._most_of_endings(kind.value)
                if kind.card == WILD:
                    wild = ends, then
                else:
                    reals.append((kind.letter, ends, then))
        table = self._tables[left] = []
        for node in range(tree.first_deeper[min(self._cards - sum(left), len(tree.first_deeper) - 1)]):
            best = table[tree.shorter[node]] if node else 0
            children = tree.children[node]
            if children:
                for letter, ends, then in reals:
                    child = children.get(letter)
                    if child is not None and ends[child] + then[child] > best:
                        best = ends[child] + then[child]
                if wild is not None:
                    ends, then = wild
                    for child in children.values():
                        if ends[child] + then[child] > best:
                            best = ends[child] + then[child]
            table.append(best)
        return table
