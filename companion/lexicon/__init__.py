"""Dictionaries and the questions word games ask of them. Pure: `companion.dictionaries` reads and caches the lists."""

from companion.lexicon.explanation import MOST_LETTERS, Explanation, explain
from companion.lexicon.folding import UMLAUTS, Umlauts, fold, fold_all
from companion.lexicon.lexicon import WILD, Lexicon
from companion.lexicon.positions import Where

__all__ = [
    "MOST_LETTERS",
    "UMLAUTS",
    "WILD",
    "Explanation",
    "Lexicon",
    "Umlauts",
    "Where",
    "explain",
    "fold",
    "fold_all",
]
