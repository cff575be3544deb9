"""WORDCARD in five minutes. See `companion.games.primer`. The words of the examples are words in all our "
"languages."""

from __future__ import annotations

from companion.games.primer import Example, Lesson, Primer
from companion.games.wordcard import clauses as c
from companion.sentences import told

WORDPLAY = {"type": "wordplay", "aim": "most", "hand": 10}
HOTEL = {"event": "lay", "player": "Ann", "lines": [["7/H", "J/O", "9/T", "A/E", "8/L"]], "words": ["hotel"]}
WORDS = ("hotel", "hotels", "auto", "bus", "autobus", "radio")

PRIMER = Primer(
    aim=told(
        "Every card is two: a letter for words, a rank for combinations. Lay your hand on the table, and be first to "
        "have no cards left."
    ),
    lessons=(
        Lesson(
            told("What is played"),
            told(
                "Deal ten cards each, or 8 to 13, and turn one more up. Agree on words (WORDPLAY), combinations "
                "(CARDPLAY), one with the other as an extra (PLUS), or both at once (WORDCARD). In the wild game the "
                "dealer chooses; in the group game all use the same open cards. And agree whether the most points "
                "win or the fewest."
            ),
            (c.W1, c.W4, c.W5, c.W14, c.W24),
        ),
        Lesson(
            told("Your turn"),
            told(
                "You may draw a card, and then discard one. Your first line needs five cards, unless you agreed "
                "otherwise; from then on two are enough, and single cards can be added to lines that lie there."
            ),
            (c.W6, c.W7, c.W11, c.W25),
            Example(
                (
                    HOTEL,
                    {"event": "end_turn", "player": "Ann"},
                    {"event": "end_turn", "player": "Bob"},
                    {"event": "tag", "player": "Ann", "line": 1, "back": ["10/S"], "words": ["hotels"]},
                ),
                WORDS,
                options=WORDPLAY,
            ),
        ),
        Lesson(
            told("Words"),
            told(
                "Each card counts its rank: ace 1, up to 10 its number, J, Q and K 10. Words in words count, too. A "
                "wild stands for whatever you say."
            ),
            (c.W2, c.W3, c.W6, c.W10, c.W11),
            Example(
                (
                    {
                        "event": "lay",
                        "player": "Ann",
                        "words": ["autobus"],
                        "lines": [["A/A", "7/U", "8/T", "9/O", "10/B", "J/U", "7/S"]],
                    },
                ),
                WORDS,
                options=WORDPLAY,
            ),
        ),
        Lesson(
            told("Combinations"),
            told("Two or more of one rank, or three to eight neighbours of 7 8 9 10 J Q K A, up or down."),
            (c.W6, c.W13),
            Example(
                ({"event": "lay", "player": "Ann", "lines": [["Q/D", "Q/R", "Q/A"], ["9/E", "10/S", "J/N"]]},),
                options={**WORDPLAY, "type": "cardplay"},
            ),
        ),
        Lesson(
            told("Both at once"),
            told("In WORDCARD each line must be a word and a combination, and its points are doubled."),
            (c.W6, c.W15),
            Example(
                (
                    {
                        "event": "lay",
                        "player": "Ann",
                        "lines": [["7/R", "8/A", "9/D", "10/I", "J/O"]],
                        "words": ["radio"],
                    },
                ),
                WORDS,
                options={**WORDPLAY, "type": "wordcard"},
            ),
        ),
        Lesson(
            told("I contest it"),
            told(
                "A word may be contested as long as nobody has gone on. If it is good, you lose a turn. If not, the "
                "cards go back into the hand, and their player loses a turn for each of you."
            ),
            (c.W16,),
            Example((HOTEL, {"event": "contest", "players": ["Bob"], "word": "hotel"}), WORDS, options=WORDPLAY),
        ),
        Lesson(
            told("The end"),
            told(
                "Whoever has no cards left ends it and earns 25, or 50 if all went in one turn; words and "
                "combinations of eight or more earn 50, too. What the others still hold counts against them, a wild "
                "50."
            ),
            (c.W18, c.W19, c.W20),
        ),
    ),
    at_table=(
        told("Lay your line under the camera from left to right, and say when that is all."),
        told("Tap what the camera cannot see: a card drawn from the deck, the end of your turn."),
        told("Contest a word with the red button on your phone, before somebody goes on."),
    ),
)
