"""AnagraScramble in five minutes. See `companion.games.primer`. The words of the examples are words in all our
languages."""

from __future__ import annotations

from companion.games.anagrascramble import clauses as c
from companion.games.primer import Example, Lesson, Primer
from companion.sentences import told

CARD = {"event": "card", "jumble": "TNOAIST", "answers": ["station", "toast", "titan", "taint"]}
FIVE = {"event": "roll", "player": "Ann", "face": "5"}

PRIMER = Primer(
    aim=told(
        "Seven jumbled letters, thirty seconds, and a die that says how long a word must be. The most points win."
    ),
    lessons=(
        Lesson(
            told("Roll"),
            told(
                "The die is your target: a word of so many letters or more. PASS ends your turn, the star lets you "
                "choose."
            ),
            (c.A2, c.A3),
            Example((FIVE,)),
        ),
        Lesson(
            told("Dare or duck"),
            told(
                "Before the card is turned you may do one thing: raise the target, say Double or Triple, or pass the "
                "turn on. That costs you the target less 3, and the next player must play it."
            ),
            (c.A4, c.A5),
            Example(
                (
                    {"event": "roll", "player": "Ann", "face": "7"},
                    {"event": "declare", "player": "Ann", "move": "pass_on"},
                )
            ),
        ),
        Lesson(
            told("Thirty seconds"),
            told(
                "Write down the words of four letters and more that you find. If one is long enough, all of them "
                "count, letter by letter, rare letters more. A word that is not on the card costs 2."
            ),
            (c.A6, c.A7, c.A8, c.A11),
            Example(
                (FIVE, CARD, {"event": "words", "player": "Ann", "words": ["toast", "titan", "tosti"]}), pictured=2
            ),
        ),
        Lesson(
            told("Not long enough"),
            told(
                "Without a word of the target's length you lose as many points as the target has letters, twice or "
                "three times that after Double or Triple. Nothing else counts then."
            ),
            (c.A10,),
            Example(
                (
                    {"event": "roll", "player": "Ann", "face": "6"},
                    CARD,
                    {"event": "words", "player": "Ann", "words": ["toast", "titan"]},
                ),
                pictured=2,
            ),
        ),
        Lesson(
            told("Double and Triple"),
            told("They multiply one word only: your best one of exactly the target's length."),
            (c.A8, c.A9),
            Example(
                (
                    FIVE,
                    {"event": "declare", "player": "Ann", "move": "triple"},
                    CARD,
                    {"event": "words", "player": "Ann", "words": ["toast", "station"]},
                ),
                pictured=3,
            ),
        ),
        Lesson(
            told("The end"),
            told(
                "After as many rolls each as you agreed on, the most points win. Those who are tied all get the same "
                "card: the most words win, then the longest."
            ),
            (c.A12, c.A13, c.A14),
        ),
    ),
    at_table=(
        told("Roll the die and say on your phone what it shows, then what you dare."),
        told("Turn a card under the camera: it is read, and the thirty seconds run."),
        told("Write your words on your phone; what stands there when the time is up counts."),
    ),
)
