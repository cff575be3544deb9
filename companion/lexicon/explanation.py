"""Why a word is valid or not, in one sentence."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from companion.lexicon.lexicon import Lexicon

WordKind = Literal["word", "name", "banned", "not_listed", "single_letter", "too_long", "sign", "empty"]

MOST_LETTERS = 28
"""Shipped dictionaries keep words of at most this many letters."""

_SIGNS = {
    **dict.fromkeys("-‐‑‒–—", "a hyphen"),
    **dict.fromkeys("'’‘ʼ`´", "an apostrophe"),
    **dict.fromkeys(" \t\n\u00a0\u202f", "a space"),
    ".": "a full stop",
}


@dataclass(frozen=True, slots=True)
class Explanation:
    """The answer about one word: as given, folded (None when it cannot be), valid or not, what it is, a sentence."""

    word: str
    folded: str | None
    valid: bool
    kind: WordKind
    text: str


def explain(lexicon: Lexicon, word: str) -> Explanation:
    """Whether the lexicon has the word and, in one sentence, why or why not."""
    folded = lexicon.fold(word)
    kind = _kind(lexicon, word, folded)
    valid = lexicon.is_word(word)
    return Explanation(word, folded, valid, kind, _sentence(lexicon, word.strip(), folded, kind, valid=valid))


def _kind(lexicon: Lexicon, word: str, folded: str | None) -> WordKind:
    if not word.strip():
        return "empty"
    if folded is None:
        return "sign"
    if lexicon.is_word(folded) and not (lexicon.is_name(folded) and not lexicon.is_common(folded)):
        return "word"
    if lexicon.is_name(folded):
        return "name"
    if folded in lexicon.banned:
        return "banned"
    if len(folded) == 1:
        return "single_letter"
    return "too_long" if len(folded) > MOST_LETTERS else "not_listed"


def _sentence(lexicon: Lexicon, word: str, folded: str | None, kind: WordKind, *, valid: bool) -> str:
    match kind:
        case "word":
            spelled = f" (spelled {folded.upper()} on cards)" if folded and folded != word.lower() else ""
            return f"{word} is in the dictionary {lexicon.name}{spelled}."
        case "name":
            return f"{word} is the name of a person or place; names {'count' if valid else 'do not count'} here."
        case "banned":
            return f"{word} is banned by this table's house rules."
        case "single_letter":
            return f"{word} is a single letter, which is no word."
        case "too_long":
            return f"{word} has {len(folded or '')} letters; the dictionary stops at {MOST_LETTERS}."
        case "empty":
            return "There is no word here."
        case "sign":
            return f"{word} has {_sign(lexicon, word)}, so it cannot be laid with cards."
        case "not_listed":
            return f"{word} is not listed in the dictionary {lexicon.name}."


def _sign(lexicon: Lexicon, word: str) -> str:
    sign = next((sign for sign in word if not unicodedata.combining(sign) and lexicon.fold(sign) is None), word[:1])
    if sign in _SIGNS:
        return _SIGNS[sign]
    if sign.isdigit():
        return f"the digit {sign}"
    return f"{sign!r}, {'a letter of another script' if sign.isalpha() else 'a sign that is no letter'}"
