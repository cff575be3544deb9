"""Claims and goodness: what is claimed in new or changed lines, and whether these may lie there (W10, W13–W16)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.core import Ruling, refused
from companion.games.wordcard import clauses as c
from companion.games.wordcard import line_sentences as say
from companion.games.wordcard.scoring import (
    combinations_in,
    covered,
    letters_of,
    new_bonuses,
    stands_in,
    whole,
    words_in,
    worth,
)
from companion.games.wordcard.verdicts import V
from companion.lexicon import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.core import Words
    from companion.games.wordcard.scoring import Listing, Scheme, Span, Worth
    from companion.games.wordcard.state import Line


class NotGood(Exception):
    """Lines that may not lie on the table; `ruling` says why."""

    def __init__(self, ruling: Ruling) -> None:
        super().__init__(ruling.reason)
        self.ruling = ruling


def claim(
    lines: Sequence[Line], given: Sequence[str] | None, scheme: Scheme, words: Words, *, strict: bool
) -> tuple[tuple[Line, ...], tuple[str, ...]]:
    """The new or changed lines with what is claimed in them now, and all words claimed now, folded (W16).

    Raises:
        NotGood: a word claimed stands in none of the lines, or `strict` is played and it is not in the dictionary.
    """
    if not scheme.needs_words:
        return tuple(lines), ()
    spoken = None if given is None else tuple(_folded(word, lines) for word in given)
    claims = [_claims_in(line, spoken, scheme, words) for line in lines]
    everything = tuple(dict.fromkeys(word for some in claims for word in some))
    for word in everything:
        if strict and not words.is_word(word):
            raise NotGood(refused(V.NOT_A_WORD, c.W12, say.not_in_the_dictionary(word)))
    return tuple(_claiming(line, some) for line, some in zip(lines, claims, strict=True)), everything


def _folded(word: str, lines: Sequence[Line]) -> str:
    folded = fold(word)
    if folded is None or not any(stands_in(folded, line.cards) for line in lines):
        raise NotGood(refused(V.NOT_A_WORD, c.W16, say.claimed_but_not_there(word)))
    return folded


def _claims_in(line: Line, spoken: Sequence[str] | None, scheme: Scheme, words: Words) -> tuple[str, ...]:
    """What is claimed in one line: the words spoken that stand in it, and itself where the clause says so."""
    itself = letters_of(line.cards)
    claims = () if spoken is None else tuple(word for word in spoken if stands_in(word, line.cards))
    if scheme.type == "wordcard" or (spoken is None and _claims_itself(line, itself, scheme, words)):
        claims = (*claims, itself) if stands_in(fold(itself) or "", line.cards) else claims
    return tuple(dict.fromkeys(claims))


def _claims_itself(line: Line, itself: str, scheme: Scheme, words: Words) -> bool:
    if scheme.declared_only or words.is_word(itself):
        return True
    return not covered(len(line.cards), words_in(line.cards, words, ()))


def _claiming(line: Line, words: Sequence[str]) -> Line:
    return replace(line, claimed=tuple(dict.fromkeys((*line.claimed, *words))))


def check_good(line: Line, scheme: Scheme, words: Listing) -> None:
    """Raises NotGood when the line is not good in the game played (W10, W13, W14, W15)."""
    count, letters = len(line.cards), letters_of(line.cards).upper().replace(" ", "_")
    if scheme.needs_words:
        spans = words_in(line.cards, words, line.claimed)
        if scheme.type == "wordcard" and not whole(count, spans):
            raise NotGood(refused(V.NOT_A_WORD, c.W15, say.not_one_word(letters)))
        if not covered(count, spans):
            raise NotGood(refused(V.NOT_A_WORD, c.W10, say.card_without_word(letters)))
    if scheme.needs_combinations:
        spans = combinations_in(line.cards)
        ranks = " ".join(line.cards)
        if scheme.type == "wordcard" and not whole(count, spans):
            raise NotGood(refused(V.NOT_A_COMBINATION, c.W15, say.not_one_combination(ranks)))
        if not covered(count, spans):
            raise NotGood(refused(V.NOT_A_COMBINATION, c.W13, say.card_without_combination(ranks)))


def gain(
    line: Line, grown_from: Sequence[tuple[Line, int]], scheme: Scheme, words: Listing
) -> tuple[Worth, int, tuple[str, ...]]:
    """What a new or changed line brings: its worth, what its beginnings were worth before, and its new bonuses.

    `grown_from` are the lines it contains, each with the place in it at which that line begins.
    """
    after = worth(line.cards, scheme, words, line.claimed)
    before = [worth(old.cards, scheme, words, old.claimed).points for old, _ in grown_from]
    return after, sum(before), new_bonuses(after, _paid(grown_from, scheme, words))


def with_paid(line: Line, grown_from: Sequence[tuple[Line, int]], scheme: Scheme, words: Listing) -> Line:
    """The line with the words that are paid and stand in it only inside longer ones (W19)."""
    seen = worth(line.cards, scheme, words, line.claimed).long()
    paid = {span for span in _paid(grown_from, scheme, words) if span.is_word}
    return replace(line, paid=tuple(sorted(paid.difference(seen))))


def _paid(grown_from: Sequence[tuple[Line, int]], scheme: Scheme, words: Listing) -> list[Span]:
    """The long words and combinations that have earned their bonus, where they stand in the line."""
    return [
        span.moved(shift)
        for old, shift in grown_from
        for span in (*old.paid, *worth(old.cards, scheme, words, old.claimed).long())
    ]
