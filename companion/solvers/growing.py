"""A line that grows card by card, reduced to what its future depends on: the heart of the search in `beam.py`.

What a further card can still bring depends only on the end of the line: the longest ending that begins a word of the
dictionary, the cards not yet in a word or combination, and the combination in progress. Two lines that agree in these
and have used the same cards are the same to the search, which keeps the better one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from companion.games.wordcard.notation import RANKS, WILD, WILD_WORTH, face
from companion.games.wordcard.scoring import LONG, LONG_BONUS, SHORTEST_RUN, SHORTEST_WORD

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from companion.games.wordcard.scoring import Scheme

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
COMBINATION_TAIL = SHORTEST_RUN - 1
SHORTEST_EQUALS = 2
NO_RANK = -LONG


@runtime_checkable
class SearchedWords(Protocol):
    """What the search asks of a lexicon."""

    def is_word(self, word: str, /) -> bool:
        """Whether the dictionary has the word."""
        ...

    def begins(self, prefix: str, /) -> bool:
        """Whether a word of the dictionary begins like that."""
        ...

    def may_show(self, word: str, /) -> bool:
        """Whether the word may be shown; every word may be ruled on."""
        ...

    def spell(
        self, letters: str, /, *, shortest: int = 1, longest: int | None = None, shown: bool = False
    ) -> Sequence[str]:
        """The words spelled with some of the letters, each used once, `?` as any; folded, `shown` ones only or all."""
        ...


@runtime_checkable
class WordsInRuns(SearchedWords, Protocol):
    """What the search for whole turns asks of one."""

    def runs(self) -> Iterator[tuple[int, str]]:
        """All words, folded: those of one length run together in the order of the alphabet, with their length; of some
        lengths more than once."""
        ...

    def unshown(self) -> Iterable[str]:
        """The words, folded, that may not be shown."""
        ...


@dataclass(frozen=True, slots=True)
class Piece:
    """A card as it may be laid: what it shows or stands for, its points, and which of the cards in hand it is.

    `gain` is what laying it brings by itself: nothing for the most, what it would cost in hand for the fewest.
    """

    laid: str
    letter: str
    rank: int
    value: int
    gain: int
    kind: int


class End(NamedTuple):
    """The end of a growing line: all that its future depends on.

    `tail` are its last pieces (by number), of which the last `live` begin a word; `open_` counts the cards from the
    first that still needs a word or combination; `equal`, `up` and `down` are the lengths of the combinations in
    progress; `long` says how many cards ago each long word began that a longer one might still swallow, `bare` how many
    ago a hidden word began that a longer one must.
    """

    tail: tuple[int, ...] = ()
    live: int = 0
    open_: int = 0
    equal: int = 0
    up: int = 0
    down: int = 0
    long: tuple[int, ...] = ()
    bare: int = 0


START = End()
Endings = dict[str, tuple[int, tuple[int, ...]]]
"""Of texts, the length of the longest ending that begins a word, and the lengths of the words that end them."""


class Growth(NamedTuple):
    """One more piece at an end: where that leads, what it brings, what ending the line there adds (None: not yet)."""

    piece: int
    end: End
    brought: int
    closing: int | None


def pieces_of(kinds: Sequence[str], scheme: Scheme) -> tuple[Piece, ...]:
    """Every way each kind of card can be laid; a wild stands for every letter and rank that matters in the game."""
    letters = ALPHABET if scheme.pays_words else " "
    ranks = range(len(RANKS)) if scheme.pays_combinations else (-1,)
    pieces = []
    for kind, card in enumerate(kinds):
        gain = scheme.in_hand(card) if scheme.aim == "fewest" else 0
        if card != WILD:
            pieces.append(replace(lying_piece(card, scheme, kind), gain=gain))
            continue
        for letter in letters:
            for rank in ranks:
                laid = f"*={RANKS[rank] if rank >= 0 else ''}/{letter.strip()}"
                pieces.append(Piece(laid, letter.lower(), rank, WILD_WORTH[scheme.aim], gain, kind))
    return tuple(pieces)


def lying_piece(card: str, scheme: Scheme, kind: int) -> Piece:
    """A card as it lies on the table, which brings nothing by lying there. Of a wild without a letter no word counts,
    of one without a rank no combination."""
    shown = face(card)
    rank = RANKS.index(shown.rank) if shown.rank is not None else NO_RANK - LONG * kind  # beside no other
    return Piece(card, (shown.letter or " ").lower(), rank, scheme.value(card), 0, kind)


class Grower:
    """Adds pieces to line ends and says what each brings, in one game with one dictionary."""

    def __init__(
        self,
        pieces: Sequence[Piece],
        scheme: Scheme,
        words: SearchedWords,
        *,
        only_whole: bool,
        only_shown: bool = False,
        in_stages: bool = False,
        endings: Endings | None = None,
    ) -> None:
        """`only_whole`: nothing but the word that is the whole line counts; `only_shown`: words that may not be shown
        must stand inside longer ones that may; `in_stages`: a line may be laid bit by bit, so that long words keep the
        bonuses they earn before a longer one takes them in (counted is no less than that can bring). `endings` are
        those that are known already of these words, and are added to."""
        self._pieces = pieces
        self._scheme = scheme
        self._words = words
        self._pays_points = scheme.aim == "most"
        self._whole = scheme.type == "wordcard" or only_whole
        self._only_whole = only_whole
        self._only_shown = only_shown
        self._in_stages = in_stages
        self._is_hidden: dict[str, bool] = {}
        self._is_word: dict[str, bool] = {}
        self._endings: Endings = {} if endings is None else endings
        self._moves: dict[tuple[End, int], tuple[Growth, ...]] = {}
        self._ways_to_lay: dict[int, list[int]] = {}
        # Only the last card's rank matters for what follows; before it, one rank of a wild is as good as another.
        self._settled: list[int] = []
        first: dict[tuple[int, str], int] = {}
        for number, piece in enumerate(pieces):
            self._ways_to_lay.setdefault(piece.kind, []).append(number)
            self._settled.append(first.setdefault((piece.kind, piece.letter), number))

    def moves(self, end: End, kind: int) -> tuple[Growth, ...]:
        """Every way to lay a card of that kind at that end from which the line can still become good."""
        known = self._moves.get((end, kind))
        if known is None:
            grown = ((number, self._add(end, number)) for number in self._ways_to_lay[kind])
            known = tuple(Growth(number, *then, self.closing(then[0])) for number, then in grown if then is not None)
            self._moves[end, kind] = known
        return known

    def promise(self, end: End) -> int:
        """How good an end looks beyond what it has brought: twice the points of the cards that begin a word."""
        return 2 * self._sum(end.tail, end.live) if end.live else 0

    def _add(self, end: End, number: int) -> tuple[End, int] | None:
        """The end with one more piece and what that brings; None when the line can never become good."""
        piece = self._pieces[number]
        tail = (*end.tail[:-1], *(self._settled[before] for before in end.tail[-1:]), number)
        brought, open_ = piece.gain, end.open_ + 1
        live = 0
        words: tuple[int, ...] = ()
        if self._scheme.pays_words:
            text = self._text(tail[-end.live - 1 :])
            known = self._endings.get(text)
            if known is None:
                known = self._endings[text] = self._words_ending(text)
            live, words = known
        equal, up, down = self._in_progress(end, piece)
        if self._scheme.needs_words:
            open_ = 0 if words and max(words) >= open_ else open_
            if open_ > live:
                return None
        else:
            reach = max(
                (length for length, least in _combinations(equal, up, down) if length >= least),
                default=0,
            )
            open_ = 0 if reach >= open_ else open_
            if open_ > max(equal, up, down):
                return None
        if self._whole and not self._may_become_whole(len(tail), live, equal, up, down):
            return None
        bare = self._bare(end, tail, words) if self._only_shown else 0
        if bare > live:
            return None
        if self._pays_points:
            points = 0 if self._only_whole else sum(self._sum(tail, length) for length in words)
            brought += self._scheme.factor * (points + self._combination_points(tail, equal, up, down))
        long, bonus = self._bonuses(end, words if not self._only_whole else (), live)
        if self._scheme.pays_combinations:
            brought += LONG_BONUS * (equal, up, down).count(LONG)
        brought += bonus
        keep = max(live, COMBINATION_TAIL if self._scheme.pays_combinations else 0)
        return End(tail[-keep:] if keep else (), live, open_, equal, up, down, long, bare), brought

    def closing(self, end: End) -> int | None:
        """What ending the line here still brings; None when it is not good yet."""
        if end.open_ or end.bare or not end.equal:
            return None
        if not self._whole:
            return 0
        length = len(end.tail)
        if not self._word(self._text(end.tail)) or length < SHORTEST_WORD:
            return None
        if self._scheme.type == "wordcard" and not self._one_combination(end, length):
            return None
        if not self._only_whole:
            return 0
        long = LONG_BONUS if length >= LONG else 0
        return long + self._scheme.factor * (self._sum(end.tail, length) if self._pays_points else 0)

    def _one_combination(self, end: End, length: int) -> bool:
        return end.equal == length or (length >= SHORTEST_RUN and length in (end.up, end.down))

    def _may_become_whole(self, length: int, live: int, equal: int, up: int, down: int) -> bool:
        """Whether the line is still the beginning of a word, and in WORDCARD one combination so far."""
        if live < length:
            return False
        return self._scheme.type != "wordcard" or length in (equal, up, down)

    def _words_ending(self, text: str) -> tuple[int, tuple[int, ...]]:
        """See Endings."""
        live, words = 0, []
        for length in range(len(text), 0, -1):
            ending = text[-length:]
            if not live and self._words.begins(ending):
                live = length
            if length >= SHORTEST_WORD and self._word(ending):
                words.append(length)
        return live, tuple(words)

    def _bare(self, end: End, tail: tuple[int, ...], words: Iterable[int]) -> int:
        """How many cards ago a hidden word began that no word that may be shown has taken in yet; 0 without one."""
        shown = hidden = 0
        for length in words:
            if self._hidden(self._text(tail[-length:])):
                hidden = max(hidden, length)
            else:
                shown = max(shown, length)
        bare = max(end.bare + 1 if end.bare else 0, hidden)
        return bare if bare > shown else 0

    def _in_progress(self, end: End, piece: Piece) -> tuple[int, int, int]:
        if not self._scheme.pays_combinations or not end.tail:
            return 1, 1, 1
        step = piece.rank - self._pieces[end.tail[-1]].rank
        return (
            end.equal + 1 if step == 0 else 1,
            end.up + 1 if step == 1 else 1,
            end.down + 1 if step == -1 else 1,
        )

    def _combination_points(self, tail: tuple[int, ...], equal: int, up: int, down: int) -> int:
        """What the combinations in progress grow by with the last piece: all of it at first, then only the new card."""
        points = 0
        for length, least in _combinations(equal, up, down):
            if length >= least:
                points += self._sum(tail, least if length == least else 1)
        return points

    def _bonuses(self, end: End, words: Iterable[int], live: int) -> tuple[tuple[int, ...], int]:
        """The long words that may still be swallowed by longer ones, and the bonus the newest word brings (W19)."""
        long = [ago + 1 for ago in end.long]
        bonus = 0
        longest = max(words, default=0)
        if longest >= LONG:
            outside = [ago for ago in long if ago > longest]
            bonus = LONG_BONUS * (1 - (len(long) - len(outside)))
            bonus = max(bonus, 0) if self._in_stages else bonus
            long = [*outside, longest]
        return tuple(ago for ago in long if ago <= live), bonus

    def _sum(self, tail: tuple[int, ...], length: int) -> int:
        return sum(self._pieces[number].value for number in tail[-length:])

    def _text(self, tail: tuple[int, ...]) -> str:
        return "".join(self._pieces[number].letter for number in tail)

    def _word(self, text: str) -> bool:
        if text not in self._is_word:
            self._is_word[text] = self._words.is_word(text)
        return self._is_word[text]

    def _hidden(self, word: str) -> bool:
        if word not in self._is_hidden:
            self._is_hidden[word] = not self._words.may_show(word)
        return self._is_hidden[word]


def _combinations(equal: int, up: int, down: int) -> tuple[tuple[int, int], ...]:
    """The lengths of the combinations in progress, each with the length from which it is one."""
    return ((equal, SHORTEST_EQUALS), (up, SHORTEST_RUN), (down, SHORTEST_RUN))
