"""The clauses of WORDCARD, in our own words. `house` marks those that carry a reading of ours."""

from companion.games.core import Clause, numbered

W1 = Clause(
    "W1",
    "One to eight players hold 8 to 13 cards each and play for themselves or with a partner, whose points are added.",
)
W2 = Clause(
    "W2",
    "A card has a rank and a letter of the same value: ace 1, 7 to 10 their number, jack, queen and king 10 (house), "
    "unless agreed otherwise.",
    house=True,
)
W3 = Clause(
    "W3",
    "A wild card stands for a rank, a letter or both; it counts 0 when playing for the fewest points and 25 for the "
    "most.",
)
W4 = Clause(
    "W4",
    "For the fewest, cards left in hand count against you and bonuses are deducted; for the most, every laydown and "
    "tag-on scores and cards left in hand are deducted.",
)
W5 = Clause(
    "W5",
    "Seven games: wordplay, cardplay, both with plus, wordcard, group, and wild, where the dealer first says which "
    "of the first five is played and with which options.",
)
W6 = Clause(
    "W6",
    "A player's first laydown needs 5 cards, or the number of cards or the value agreed upon, unless it empties the "
    "hand.",
)
W7 = Clause(
    "W7",
    "Once open, lay down two or more cards and tag any number on to the front or back of lines on the table, "
    "anyone's (house) or as agreed one's own.",
    house=True,
)
W8 = Clause(
    "W8",
    "Cards laid stay as they are; only a wild may be replaced by the real card it stands for, and goes into the hand "
    "of the player who does it (house).",
    house=True,
)
W9 = Clause(
    "W9",
    "A line is a row of cards from left to right; on the grid, every run of two or more neighbouring cards across or "
    "down.",
)
W10 = Clause(
    "W10",
    "A word has two letters or more, and a line is good when each of its cards belongs to a word standing in it.",
)
W11 = Clause(
    "W11",
    "Every place in a line where a word stands counts the sum of its cards, words in words too, claimed words until "
    "they fall, or the claimed ones only if so agreed (house); a tag-on pays what is new (house).",
    house=True,
)
W12 = Clause(
    "W12",
    "Words are those of the dictionary without names of people and places, exclamations and abbreviations; "
    "conjugated verbs are allowed (house).",
    house=True,
)
W13 = Clause(
    "W13",
    "Combinations are two or more of one rank, or 3 to 8 neighbours in the order 7 8 9 10 J Q K A, up or down; each "
    "card must belong to one, and each longest one counts the sum of its cards (house).",
    house=True,
)
W14 = Clause(
    "W14",
    "In wordplay plus, lines must be words and combinations in them count too; in cardplay plus, lines must be "
    "combinations and words in them count too.",
)
W15 = Clause(
    "W15",
    "In wordcard each line is one word and one combination over its full length; points count double, and so do "
    "cards left in hand.",
)
W16 = Clause(
    "W16",
    "Right after a laydown or tag-on the others may contest one claimed word of it, once: if it stands, each "
    "challenger loses a turn; if not, it is taken back and its player loses a turn per challenger, this one being "
    "the first (house).",
    house=True,
)
W17 = Clause(
    "W17",
    "A turn lasts until its player ends it; once a turn one minute's notice may be given, and running out of time "
    "after it loses the turn.",
)
W18 = Clause("W18", "Turns go round clockwise until somebody has no cards left: then the game ends.")
W19 = Clause(
    "W19",
    "Bonuses add up: 25 for finishing after a laydown of an earlier turn, 50 for finishing in one turn, 50 for each "
    "word of 8 letters or more and for each combination of 8 or more of a rank or a run of 8, paid once (house).",
    house=True,
)
W20 = Clause("W20", "Cards left in hand count their value and a wild 50, in wordcard twice that.")
W21 = Clause(
    "W21",
    "For the fewest, the winner's score becomes 0 and what it was below 0 is added to everybody else's.",
)
W22 = Clause(
    "W22",
    "For the most, the lowest total is taken off every total, its own included (house); not in the group game.",
    house=True,
)
W23 = Clause("W23", "The fewest or the most points win, by the aim; equal totals share (house).", house=True)
W24 = Clause(
    "W24",
    "Group game: everybody hands in lines made of the same 8 to 13 open cards, for the most points, 50 more for "
    "using them all; the referee shows the best it can find.",
)
W25 = Clause(
    "W25",
    "One draw and then one discard a turn; a card from the open pile must be played in that turn, except by the "
    "dealer at the start; if agreed, a deeper card may be taken with all that lie on it. If a turn ends without that, "
    "its exchange is undone (house): what was taken up and is still in the hand goes back on the pile, the discard "
    "into the hand.",
    house=True,
)
W26 = Clause("W26", "Playing for money is strictly forbidden.")
W27 = Clause(
    "W27",
    "Whoever joins late, before somebody is out, sits behind the last player with a full hand, not open, and with the "
    "points of whoever is last (none in the group game), or those they left with if these were worse; a leaver's "
    "hand is out of the game, what they laid stays, their turn is lost, their partner keeps the points of both; "
    "whoever is away loses the turn they are in, as when their time is up, and what they just laid may still be "
    "contested; the last ones left win (house).",
    house=True,
)

CLAUSES = numbered(
    W1, W2, W3, W4, W5, W6, W7, W8, W9, W10, W11, W12, W13, W14, W15, W16, W17, W18, W19, W20, W21, W22, W23, W24, W25,
    W26, W27,
)  # fmt: skip
