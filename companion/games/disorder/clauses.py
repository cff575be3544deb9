"""The clauses of Disorder!, in our own words. `house` marks those that carry a reading of ours."""

from companion.games.core import Clause, numbered

D1 = Clause(
    "D1",
    "Agree on 50 or 100 chips (house: any number); two players or more (house: at most ten), seven cards each; "
    "four action cards join the deck if you like.",
    house=True,
)
D2 = Clause("D2", "The youngest player, named first, starts; turns go round the table in seating order.")
D3 = Clause(
    "D3",
    "On your turn place one card, challenge, concede or play an action card; the first card goes anywhere, "
    "each later one at the left or right end of the row.",
)
D4 = Clause(
    "D4", "A card face up counts its printed value; face down it is wild, any letter for each player, and counts 1."
)
D5 = Clause("D5", "The points on the board are the sum over its cards.")
D6 = Clause(
    "D6",
    "When the second or third card has just been played and all lie face up, any other player (house) may object "
    "before the next event; the player withdraws the card or stands and owes a word with those letters together in "
    "that order. When the round's challenge is decided, the proofs are asked for in the order of the objections; the "
    "first who cannot takes the points, and the rest lapses (house), as every debt does by a concession (house).",
    house=True,
)
D7 = Clause(
    "D7",
    "From the fourth card on, the player whose turn it is may, instead of playing, challenge whoever last changed "
    "the board.",
)
D8 = Clause(
    "D8",
    "The challenged player names one word, once, and wins if it is in the dictionary, holds the board as neighbouring "
    "letters, is longer than the board, and the board itself is not yet a word; else loses.",
)
D9 = Clause(
    "D9", "The loser takes chips for the board's points, the board is discarded, and the taker starts the next round."
)
D10 = Clause(
    "D10",
    "When a total reaches the target the game ends and the fewest chips win; players tied for fewest play on alone, "
    "whoever takes the chips of a round is out (house: these no longer count), until one is left.",
    house=True,
)
D11 = Clause(
    "D11",
    "Instead of playing, on a board with cards, you may take its points, clear it and start the next round at once.",
)
D12 = Clause(
    "D12",
    "Action cards, if agreed, are each a turn: squeeze a card between two, exchange one, switch two, or pass; "
    "whoever changes the board can be challenged for it, a passer cannot.",
)
D13 = Clause("D13", "Every word of the dictionary but names of people and places, unless names were agreed.")
D14 = Clause(
    "D14",
    "If a time to answer was agreed (house), a player who lets it run out has given no word, no proof, or concedes; "
    "on an empty board it is only a warning.",
    house=True,
)
D15 = Clause(
    "D15",
    "Whoever joins late sits behind the last player and takes as many chips as whoever has most, unless they left with "
    "more; a leaver's cards are discarded and nobody answers for what is theirs: a round in which they changed the "
    "board last, owe a proof or are in the challenge is over without chips, and the player after them starts the next; "
    "whoever is away is passed over when a card is theirs to lay, and nothing changes; the last one left wins (house).",
    house=True,
)

CLAUSES = numbered(D1, D2, D3, D4, D5, D6, D7, D8, D9, D10, D11, D12, D13, D14, D15)
