"""Disorder! in five minutes. See `companion.games.primer`. The words of the examples are words in all our "
"languages."""

from __future__ import annotations

from companion.games.disorder import clauses as c
from companion.games.primer import Example, Lesson, Primer
from companion.sentences import told

RADIO = (
    {"event": "place", "player": "Ann", "card": "R"},
    {"event": "place", "player": "Bob", "card": "A"},
    {"event": "place", "player": "Ann", "card": "D"},
    {"event": "place", "player": "Bob", "card": "?"},
)
TAXI = (
    {"event": "place", "player": "Ann", "card": "A"},
    {"event": "place", "player": "Bob", "card": "X"},
    {"event": "place", "player": "Ann", "card": "T", "side": "left"},
    {"event": "place", "player": "Bob", "card": "?"},
)
CHALLENGED = {"event": "challenge", "player": "Ann"}
FINISHED = (*TAXI, CHALLENGED, {"event": "name_word", "player": "Bob", "word": "taxis"})
WORDS = ("radio", "taxi", "taxis")

PRIMER = Primer(
    aim=told(
        "Together you spell a word that nobody may finish. Whoever is caught takes chips, and chips are bad: the "
        "fewest win."
    ),
    lessons=(
        Lesson(
            told("Your turn"),
            told(
                "Lay one card at the left or right end of the row and keep a longer word in mind. Face up it is its "
                "letter; face down it is any letter you like and counts only 1. Everybody holds seven cards, and draws "
                "after a turn. The youngest begins."
            ),
            (c.D1, c.D2, c.D3, c.D4),
            Example(RADIO, WORDS),
        ),
        Lesson(
            told("Challenge!"),
            told(
                "From the fourth card on you may challenge instead of laying one. Whoever changed the row last then "
                "names one word: longer than the row, with the row in it, and the row must be no word yet."
            ),
            (c.D7, c.D8, c.D9),
            Example((*RADIO, CHALLENGED, {"event": "name_word", "player": "Bob", "word": "radio"}), WORDS, pictured=5),
        ),
        Lesson(
            told("Caught"),
            told(
                "You name one word, once. If it is none, does not fit or makes the row a finished word, the chips of "
                "the row are yours. Whoever takes chips begins the next round."
            ),
            (c.D8, c.D9),
            Example(FINISHED, WORDS, pictured=5),
        ),
        Lesson(
            told("No such beginning"),
            told(
                "Two or three open cards that stand side by side in no word? Object at once. The card is taken "
                "back, or its player stands by it and owes a word with these letters when the round is settled: "
                "else the chips are theirs."
            ),
            (c.D6,),
            Example(
                (
                    {"event": "place", "player": "Ann", "card": "Q"},
                    {"event": "place", "player": "Bob", "card": "X"},
                    {"event": "object", "player": "Ann"},
                )
            ),
        ),
        Lesson(
            told("Nothing fits"),
            told(
                "No card to lay without finishing a word? Take the chips of the row now, before it grows, and begin "
                "the next round."
            ),
            (c.D11,),
            Example((*TAXI[:3], {"event": "concede", "player": "Bob"}), WORDS, pictured=3),
        ),
        Lesson(
            told("The end"),
            told(
                "It is over as soon as somebody has 50 chips, or as many as you agreed on. Whoever has the fewest wins."
            ),
            (c.D8, c.D10),
            Example(FINISHED, WORDS, options={"target": 10}),
        ),
        Lesson(
            told("Action cards"),
            told(
                "If you play with them, each is a turn: squeeze a card in between, exchange one, switch two, or "
                "pass, which nobody can challenge."
            ),
            (c.D12,),
        ),
    ),
    at_table=(
        told("Lay your card at the row under the camera: the table enters it by itself."),
        told("The big button, or the red one on your phone, calls a challenge or an objection."),
        told("Whoever is challenged types the word on the phone, or spells it with the small buttons."),
    ),
)
