"""Small decks of every kind, made in code, for the tests of this room."""

from companion.cards import Card, Deck

LETTERS = Deck(
    "disorder",
    "Disorder!",
    "letters",
    (
        *(Card("letter", chr(65 + place), value=1 + place % 10, copies=4) for place in range(26)),
        *(Card("action", name) for name in ("squeeze", "exchange", "switch", "pass")),
    ),
)
WORDCARD = Deck(
    "wordcard",
    "WORDCARD",
    "ranked_letters",
    (Card("letter", "R", value=10, rank="Q"), Card("letter", "R", value=7, rank="7"), Card("wild", "*")),
    back=None,
)
RANKS = Deck(
    "ranks",
    "Playing cards",
    "ranks",
    tuple(Card("rank", rank, copies=4) for rank in ("A", *"23456789", "10", *"JQK")),
    back=None,
)
VILLAINS = Deck(
    "villains",
    "Villains",
    "portraits",
    (Card("monster", "Bog Hag", dna="A", colour="red"), Card("villain", "The Moth", dna="BBxy", colour="gold")),
    back=None,
)
JUMBLES = Deck("anagrascramble-green", "Jumbles", "jumbles", (Card("jumble", "TUERNEV"),), back=None)
WORDS = Deck("words", "Words", "words", (Card("word", "LIGHTHOUSE"),), back=None)

ALL = (LETTERS, WORDCARD, RANKS, VILLAINS, JUMBLES, WORDS)
