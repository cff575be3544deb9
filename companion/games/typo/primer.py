"""TYPO in five minutes. See `companion.games.primer`. The words of the examples are words in all our languages."""

from __future__ import annotations

from companion.games.primer import Example, Lesson, Primer
from companion.games.typo import clauses as c
from companion.sentences import told

ROWS = {"rows": ["H", "P", "T", "M"]}
WORDS = ("hotel", "opus", "panda", "model")
REVEALED = {"event": "reveal", "cards": {"Ann": "O", "Bob": "A"}}
FIRST = ({"event": "place", "player": "Bob", "row": 2, "side": "back", "word": "panda"},)
GROWN = (
    REVEALED,
    *FIRST,
    {"event": "place", "player": "Ann", "row": 1, "side": "back", "word": "hotel"},
    {"event": "reveal", "cards": {"Ann": "T", "Bob": "N"}},
    {"event": "place", "player": "Bob", "row": 2, "side": "back", "word": "panda"},
    {"event": "place", "player": "Ann", "row": 1, "side": "back", "word": "hotel"},
    {"event": "reveal", "cards": {"Ann": "E", "Bob": "X"}},
    {"event": "place", "player": "Ann", "row": 1, "side": "back", "word": "hotel"},
)
MODEL = {"event": "reveal", "cards": {"Ann": "O", "Bob": "R", "Cy": "S"}}

PRIMER = Primer(
    aim=told("Get rid of your cards by making rows longer. Whoever has no cards left first wins."),
    lessons=(
        Lesson(
            told("Deal"),
            told(
                "Two players get 14 cards each, three 13, four 12, five 11, six 10. Four more start the four rows; the "
                "others are out."
            ),
            (c.T1,),
        ),
        Lesson(
            told("Choose in secret"),
            told(
                "Everybody chooses a card, then all are shown at once and placed in the order of the alphabet. Of "
                "equal letters whoever holds the timer goes first."
            ),
            (c.T2, c.T3, c.T4),
            Example((REVEALED,), WORDS, options=ROWS),
        ),
        Lesson(
            told("Place it"),
            told(
                "Lay your card before or behind one of the four rows, and say a word that begins with the letters of "
                "that row as it now stands."
            ),
            (c.T5,),
            Example(
                (
                    REVEALED,
                    {"event": "place", "player": "Bob", "row": 3, "side": "back", "word": "taxi"},
                    {"event": "place", "player": "Ann", "row": 2, "side": "front", "word": "opus"},
                ),
                WORDS,
                options=ROWS,
            ),
        ),
        Lesson(
            told("No word?"),
            told(
                "If you know none, or your thirty seconds are over, you take the second half of the longest row; its "
                "first half is out. Your card begins a new row there, and the timer is yours."
            ),
            (c.T8, c.T9, c.T10),
            Example((*GROWN, {"event": "fail", "player": "Bob"}), WORDS, options=ROWS),
        ),
        Lesson(
            told("I doubt it"),
            told(
                "A word counts until more than half of the others doubt it: then it is spelled and looked up. Every "
                "form of a word is good, names and abbreviations are not. If it falls, that is the same as having "
                "no word."
            ),
            (c.T7, c.T8, c.T12),
            Example(
                (
                    MODEL,
                    {"event": "place", "player": "Ann", "row": 4, "side": "back", "word": "mooxel"},
                    {"event": "doubt", "players": ["Bob", "Cy"], "row": 1},
                ),
                WORDS,
                ("Ann", "Bob", "Cy"),
                ROWS,
                pictured=2,
            ),
        ),
        Lesson(
            told("Thirty seconds"),
            told(
                "Whoever holds the timer may start it for whoever is to place a card. Until then nobody has to hurry."
            ),
            (c.T6,),
        ),
        Lesson(
            told("The end"),
            told(
                "With your last card on a row you have won at once, whatever the others still hold; unless your "
                "word is doubted and falls."
            ),
            (c.T11,),
        ),
    ),
    at_table=(
        told("Choose your card on your phone, or lay the chosen ones below the rows in the order in which you sit."),
        told("Lay your card at its row, say your word aloud, and type it where the table asks for it."),
        told("Doubt with the red button on your phone; once enough of you do, the word is looked up."),
    ),
)
