"""Lexicon: a dictionary and the questions word games ask of it."""

from __future__ import annotations

import sys
from collections import Counter
from heapq import merge
from itertools import islice
from typing import TYPE_CHECKING, Any

from companion.lexicon.folding import Umlauts, fold, fold_all
from companion.lexicon.index import FEW, SET_AT_MOST, WordIndex
from companion.lexicon.positions import A, Pattern, Where

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

WILD = "?"


class Lexicon:
    """A dictionary: its words, the proper names beside it, and how it folds.

    Words, patterns and letters come in as people write them; every method folds. Words go out folded, in small letters.
    Text that cannot be folded (a hyphen, a digit) is no word, begins none and lies in none. Immutable to its users.
    """

    __slots__ = (
        "__weakref__",
        "_also_names",
        "_lost_runs",
        "_members",
        "_names",
        "_overlaid",
        "_words",
        "banned",
        "language",
        "name",
        "umlauts",
    )

    def __init__(
        self,
        name: str,
        words: WordIndex,
        names: WordIndex,
        *,
        also_names: Collection[str] = (),
        banned: Collection[str] = (),
        language: str = "",
        umlauts: Umlauts = "plain",
    ) -> None:
        """`names` are the names that are no words; names that are words too come in `also_names`."""
        self.name = name
        self.language = language
        self.umlauts = umlauts
        self.banned = frozenset(banned)
        self._words = words
        self._members = words.members
        self._names = names
        self._also_names = frozenset(also_names)
        self._overlaid = False
        self._lost_runs: Callable[[], bytes | None] = _nothing

    @classmethod
    def from_words(
        cls,
        words: Iterable[str],
        names: Iterable[str] = (),
        *,
        name: str = "inline",
        shown: Collection[str] | None = None,
        banned: Iterable[str] = (),
        language: str = "",
        umlauts: Umlauts = "plain",
    ) -> Lexicon:
        """Build from words as people write them; what cannot be folded is left out.

        `shown` are the folded words the device may show by itself (None: all); `banned` words are taken out again.
        """
        out = set(fold_all(banned, umlauts))
        listed = dict.fromkeys(fold_all(words, umlauts))
        named = set(fold_all(names, umlauts)) - out
        for word in out:
            listed.pop(word, None)
        return cls(
            name,
            WordIndex.build(listed, shown),
            WordIndex.build(named - listed.keys(), (), set_at_most=FEW),
            also_names=named & listed.keys(),
            banned=out,
            language=language,
            umlauts=umlauts,
        )

    def with_names(self) -> Lexicon:
        """The same dictionary with its proper names counting as words (shares all memory with this one)."""
        other = Lexicon(
            self.name,
            self._words,
            self._names,
            also_names=self._also_names,
            banned=self.banned,
            language=self.language,
            umlauts=self.umlauts,
        )
        other._overlaid = True
        return other

    def fold(self, text: str) -> str | None:
        """The letters a–z of a word the way this dictionary folds, None when a sign inside cannot be folded."""
        return fold(text, self.umlauts)

    def is_word(self, word: str) -> bool:
        """Whether the dictionary has the word (proper names do not count, except in `with_names()`)."""
        if word.encode("utf-8", "surrogatepass") in self._members:
            return True
        if word.islower() and word.isalpha() and word.isascii() and not self._overlaid:
            return False  # nothing to fold: the commonest no, without a second look
        folded = self.fold(word)
        if folded is None:
            return False
        code = folded.encode()
        return code in self._members or (self._overlaid and code in self._names.members)

    def is_name(self, word: str) -> bool:
        """Whether it is listed as the name of a person or place (it may be a word too)."""
        folded = self.fold(word)
        return folded is not None and (folded in self._also_names or folded.encode() in self._names.members)

    def is_common(self, word: str) -> bool:
        """Whether it is a word in its own right, even where names count."""
        folded = self.fold(word)
        return folded is not None and folded.encode() in self._members

    def begins(self, prefix: str) -> bool:
        """Whether any word begins with these letters (or is just them); wilds are allowed."""
        return self.contains(prefix, where="start")

    def fillings(self, pattern: str) -> str:
        """The letters a–z that the first `?` of a pattern can be for a word to begin with it, in alphabetical order.

        Empty where there is no `?`.
        """
        cells = self._pattern(pattern)
        if cells is None or len(cells.literals) == cells.length:
            return ""
        wild = min(set(range(cells.length)).difference(cell for cell, _ in cells.literals))
        found = set[int]().union(*(layer.positions.letters(cells, wild) for layer in self._layers()))
        return "".join(chr(A + letter) for letter in sorted(found))

    def contains(self, pattern: str, *, where: Where = "inside", longer: bool = False) -> bool:
        """Whether any word has the pattern in it as consecutive letters; `?` is any letter.

        `where` may ask for it at the start or as the whole word, `longer` for words longer than the pattern.
        """
        cells = self._pattern(pattern)
        return cells is not None and any(
            layer.positions.exists(cells, where, longer=longer) for layer in self._layers()
        )

    def is_word_pattern(self, pattern: str) -> bool:
        """Whether some resolution of the wilds makes the whole pattern a word."""
        return self.contains(pattern, where="whole")

    def witness(
        self, pattern: str, *, where: Where = "inside", longer: bool = False, shown: bool = False
    ) -> str | None:
        """The shortest word (the first in the alphabet of these) that has the pattern, None when none has."""
        return next(iter(self.find(pattern, where=where, longer=longer, shown=shown, limit=1)), None)

    def count(self, pattern: str, *, where: Where = "inside", longer: bool = False) -> int:
        """How many words have the pattern."""
        cells = self._pattern(pattern)
        if cells is None:
            return 0
        hits = (hit for layer in self._layers() for hit in layer.positions.hits(cells, where, longer=longer))
        return sum(plane.bit_count() for _, plane in hits)

    def find(
        self,
        pattern: str,
        *,
        where: Where = "inside",
        longer: bool = False,
        shown: bool = False,
        names: bool = False,
        limit: int | None = None,
    ) -> list[str]:
        """The words that have the pattern, shortest first, then alphabetical; at most `limit`.

        `shown`: only words the device may show by itself. `names`: proper names too, all of which may then be shown.
        """
        cells = self._pattern(pattern)
        if cells is None:
            return []
        layers = [(layer, layer.positions.hits(cells, where, longer=longer, shown=shown)) for layer in self._layers()]
        if names:
            layers[1:] = [(self._names, self._names.positions.hits(cells, where, longer=longer))]
        return _merged(layers, limit, longest_first=False)

    def spell(
        self,
        letters: str,
        wilds: int = 0,
        *,
        shortest: int = 1,
        longest: int | None = None,
        shown: bool = False,
        limit: int | None = None,
    ) -> list[str]:
        """All words that these letters can lay, each used once; longest first, then alphabetical; at most `limit`.

        `wilds` more cards stand for any letter, and so does every `?` among the letters.
        """
        cells = self._pattern(letters)
        if cells is None:
            return []
        rack = Counter(letter for _, letter in cells.literals)
        wilds += cells.length - len(cells.literals)
        lengths = range(shortest, (rack.total() + wilds if longest is None else longest) + 1)
        layers = [
            (layer, _only_shown(layer, layer.racks.hits(rack, wilds, lengths), shown)) for layer in self._layers()
        ]
        return _merged(layers, limit, longest_first=True)

    def may_show(self, word: str) -> bool:
        """Whether the device may show this word by itself (every word may be ruled on)."""
        return bool(self.find(word, where="whole", shown=True)) if WILD not in word else False

    def words(self) -> Iterator[str]:
        """Every word, shortest first, then alphabetical (names are not among them)."""
        return self._words.positions.all_words()

    def runs(self) -> Iterator[tuple[int, str]]:
        """As `groups`, but of all that counts as a word: names too, where they do."""
        return ((length, group.text) for layer in self._layers() for length, group in layer.positions.groups())

    def unshown(self) -> list[str]:
        """The words, names too where they count, that the device may not show by themselves."""
        layers = list(self._layers())
        hidden = {word for layer in layers for word in layer.positions.unshown()}
        return sorted(word for word in hidden if len(layers) == 1 or not self.may_show(word))

    def groups(self) -> Iterator[tuple[int, str]]:
        """The lengths there are words of, ascending, with all words of the length run together in their order."""
        return ((length, group.text) for length, group in self._words.positions.groups())

    def lost_runs(self) -> bytes | None:
        """What was solved of the words and is kept beside them (`companion.solvers.superghost`), None where nothing is.

        It may be read from a disk: not for whoever must not wait.
        """
        return self._lost_runs()

    def beside(self, lost_runs: Callable[[], bytes | None]) -> Lexicon:
        """This dictionary, which from now on asks there for what was solved of its words."""
        self._lost_runs = lost_runs
        return self

    def __len__(self) -> int:
        return len(self._words)

    def __repr__(self) -> str:
        return f"<Lexicon {self.name}: {len(self)} words, {self.names_count} names>"

    @property
    def names_count(self) -> int:
        """How many proper names are listed."""
        return len(self._names) + len(self._also_names)

    def memory_bytes(self) -> int:
        """Bytes of memory this dictionary holds."""
        return self._words.memory_bytes() + self._names.memory_bytes()

    def state(self) -> tuple[Any, ...]:
        """Everything as plain tuples, lists, strings, bytes and integers, for a cache; `from_state` takes it back."""
        return (
            self.name,
            *self._words.state(),
            *self._names.state(),
            tuple(sorted(self._also_names)),
            tuple(sorted(self.banned)),
            self.language,
            self.umlauts,
        )

    @classmethod
    def from_state(cls, state: tuple[Any, ...], *, set_at_most: int = SET_AT_MOST) -> Lexicon:
        """The dictionary that `state()` was taken from; up to `set_at_most` words are afforded a set, which is quicker.

        Names are asked seldom: beyond a few they are kept small rather than quick.
        """
        name, also_names, banned, language, umlauts = state[0], *state[5:]
        return cls(
            name,
            WordIndex.from_state(state[1:3], set_at_most=set_at_most),
            WordIndex.from_state(state[3:5], set_at_most=FEW),
            also_names=also_names,
            banned=banned,
            language=language,
            umlauts=umlauts,
        )

    def _layers(self) -> tuple[WordIndex, ...]:
        return (self._words, self._names) if self._overlaid else (self._words,)

    def _pattern(self, text: str) -> Pattern | None:
        """The cells of a pattern, None when a sign in it is neither a letter nor a wild."""
        folded = text.strip().lower()
        if not folded.isascii():
            parts = [self.fold(part) if part else "" for part in folded.split(WILD)]
            if None in parts or any(map(str.isspace, folded)):
                return None
            folded = WILD.join(part or "" for part in parts)
        if folded and not folded.replace(WILD, "a").isalpha():
            return None
        return Pattern(len(folded), tuple((cell, ord(sign) - A) for cell, sign in enumerate(folded) if sign != WILD))


def _nothing() -> None:
    """Nothing was solved."""


def _only_shown(layer: WordIndex, hits: Iterator[tuple[int, int]], shown: bool) -> Iterator[tuple[int, int]]:
    for length, plane in hits:
        group = layer.positions.group(length)
        kept = plane & group.shown if shown and group else plane
        if kept:
            yield length, kept


def _merged(
    layers: list[tuple[WordIndex, Iterator[tuple[int, int]]]], limit: int | None, *, longest_first: bool
) -> list[str]:
    """The marked words of all layers, by length and then alphabetical; no more are looked up than are asked for."""
    sign = -1 if longest_first else 1
    found = [_marked(layer, hits) for layer, hits in layers]
    words = found[0] if len(found) == 1 else merge(*found, key=lambda word: (sign * len(word), word))
    return list(islice(words, None if limit is None else min(limit, sys.maxsize)))  # beyond it islice takes none


def _marked(layer: WordIndex, hits: Iterator[tuple[int, int]]) -> Iterator[str]:
    return (word for length, plane in hits for word in layer.positions.words(length, plane))
