"""The clauses of TYPO, in our own words. `house` marks those that carry a reading of ours."""

from companion.games.core import Clause, numbered

T1 = Clause(
    "T1",
    "Two to six players start with 14, 13, 12, 11 or 10 cards, four further cards start the rows, the rest are out.",
)
T2 = Clause("T2", "Each round every player chooses one card, and all are revealed at once.")
T3 = Clause("T3", "The revealed cards are placed in alphabetical order of their letters.")
T4 = Clause(
    "T4",
    "Of equal letters the timer's holder goes first, then clockwise from the holder; a change of holder during the "
    "round does not reorder it (house).",
    house=True,
)
T5 = Clause(
    "T5",
    "Put the card in front of or behind a row and say a word that begins with the row's letters as they now stand; "
    "it may be exactly those letters (house).",
    house=True,
)
T6 = Clause("T6", "A player has 30 seconds once the holder of the timer starts it.")
T7 = Clause(
    "T7",
    "A word counts unless more than half of the other players (house; of all, the one who said it counted, if so "
    "agreed) doubt it and, spelled out, it is not in the dictionary: then the placement is undone and the card has "
    "failed. A hyphen or an apostrophe may be said and is lost only when doubted.",
    house=True,
)
T8 = Clause(
    "T8",
    "Whoever cannot place takes the second half (rounded up) of the longest row into the hand, the first half is out, "
    "the card starts a new row in its place, and the player receives the timer.",
)
T9 = Clause("T9", "When several rows are longest, the player chooses which one goes.")
T10 = Clause("T10", "Which row is longest is judged before the failing card is placed.")
T11 = Clause(
    "T11",
    "A card leaves the hand when it is placed or fails; whoever has no cards left wins at once, unless the very next "
    "event doubts the winning word.",
)
T12 = Clause(
    "T12",
    "Words of the dictionary with all their forms; no names of places or people, no abbreviations.",
)
T13 = Clause(
    "T13",
    "Whoever joins late sits behind the last player, is dealt as many cards as the fullest hand has from those that "
    "are out, or as many as they left with if those were more, and plays from the next reveal; a leaver's cards, "
    "the chosen one too, are out, a word just said stands, and the timer goes on clockwise; whoever is away "
    "chooses no card for the round, or takes the chosen one up again, as long as somebody plays; the last one left "
    "wins (house).",
    house=True,
)

CLAUSES = numbered(T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13)
