"""The clauses of AnagraScramble, in our own words. `house` marks those that carry a reading of ours."""

from companion.games.core import Clause, numbered

A1 = Clause(
    "A1",
    "Two to six players and the green deck, the red deck or both; with both, the next card's colour is shown first, "
    "and that card is the one turned, whoever plays it.",
)
A2 = Clause("A2", "The die has two 7s, three 6s, three 5s, two 4s, a PASS and a star.")
A3 = Clause("A3", "PASS loses the turn; with the star the player picks 4, 5, 6 or 7.")
A4 = Clause(
    "A4",
    "Only the player whose turn it is plays: after the roll one declaration, to raise the target (to 7 at most), to "
    "pass the turn on, or Double or Triple.",
)
A5 = Clause(
    "A5",
    "Passing on costs the target less 3 points; the next player must play that target, may raise or double it but not "
    "pass it on, and then still has the roll of their own (house).",
    house=True,
)
A6 = Clause("A6", "The card is turned, thirty seconds run, and the words written end the turn.")
A7 = Clause(
    "A7", "Only the words listed on the card count: every dictionary word of 4 to 7 letters that its letters can spell."
)
A8 = Clause(
    "A8",
    "With a listed word of the target length or more, all listed words written count their letters, each word not "
    "listed costs 2 (house; or 2 for all of them, if so agreed); a word written twice counts once (house).",
    house=True,
)
A9 = Clause(
    "A9", "Double or Triple multiplies the highest listed word of exactly the target length; without one, nothing."
)
A10 = Clause(
    "A10", "Without a listed word of the target length or more: minus the target, twice or three times if declared."
)
A11 = Clause("A11", "Letters: 1 AEIOULNSTR, 2 DG, 3 BCMP, 4 FHVWY, 5 K, 8 JX, 10 QZ.")
A12 = Clause(
    "A12",
    "The game ends after the agreed number of rolls each (house: five); PASS is a roll; most points win.",
    house=True,
)
A13 = Clause("A13", "Those tied for first write words for one more card: the most listed words win.")
A14 = Clause(
    "A14",
    "Still tied, the most words of 7 letters, then 6, 5, 4, of that card (house); else they share the win (house).",
    house=True,
)
A15 = Clause(
    "A15",
    "Tokens are each score less the average, rounded towards zero; missing units go to those whose rounding lost most "
    "(house).",
    house=True,
)
A16 = Clause("A16", "When time is up the list is closed; a timeout is an empty list.")
A17 = Clause(
    "A17",
    "Whoever joins late, before the last roll, sits behind the last player, with the points of whoever has fewest and "
    "the rolls of whoever has had fewest, or those they left with if these were worse; a leaver's turn ends without "
    "points, the next roll is that of the next player with the fewest, and who has left neither owes nor gets tokens; "
    "whoever is away when they should roll has had that roll, as with PASS; the last one left wins (house).",
    house=True,
)

CLAUSES = numbered(A1, A2, A3, A4, A5, A6, A7, A8, A9, A10, A11, A12, A13, A14, A15, A16, A17)
