"""One of every screen, with the longest things it must hold: what the reference pictures and the contact sheet show.

Names have 12 letters, the texts are those of the longest of the four languages.
"""

import string

from companion.display import screens
from companion.display.screens import Clockface

LONG, OTHER = "Maximilianas", "Bartholomeus"
WHEEL = (*string.ascii_uppercase, "✓", "⌫")
GERMAN = {"points": "Punkte", "Challenge!": "Anzweifeln!", "Tie: the seats decide": "Gleich: Sitz zählt"}
REASON = "Bob names no word that holds LICE as neighbouring letters and is longer, so Bob takes the ten chips."
TEN = tuple((f"{name:x<12}"[:12], score) for name, score in zip("ABCDEFGHIJ", range(112, 12, -10), strict=True))


def german(message):
    return GERMAN.get(message, message)


GALLERY = {
    "quiet": screens.quiet("Tableside", "PIN 4711"),
    "quiet-link": screens.quiet("Tableside", "PIN 4711", link="http://192.168.178.100:8000/"),
    "turn": screens.turn("Ann", board="LICE", points=10),
    "turn-empty": screens.turn(LONG, doing="lay a card"),
    "turn-long": screens.turn(LONG, board="LICENSEABC", points=138, alert=True, translate=german),
    "turn-timer": screens.turn(LONG, board="LICENSEABC", points=112, timer=Clockface(27, 30), translate=german),
    "turn-minute": screens.turn("Ann", doing="writes words", timer=Clockface(60, 60)),
    "turn-paused": screens.turn("Ann", board="LICE", points=10, timer=Clockface(5, 30, running=False)),
    "challenge": screens.challenge("Ann", "Bob", doing="name your word"),
    "challenge-long": screens.challenge(LONG, OTHER, doing="nennt ein Wort", timer=Clockface(29, 30), translate=german),
    "challenge-tie": screens.challenge(OTHER, tie=True, translate=german),
    "ruling": screens.ruling("The challenge is lost", "D8", REASON, changes=[("Bob", 10)]),
    "ruling-house": screens.ruling("Herausforderung verloren", "D14 (Haus)", REASON, changes=[(LONG, -15)]),
    "ruling-reason": screens.ruling("The challenge is lost", "D8", REASON, page=1),
    "ruling-refused": screens.ruling("Not now", "D7", "Four cards must lie there first.", accepted=False),
    "entry": screens.entry("Ann", "", WHEEL, 0),
    "entry-long": screens.entry(LONG, "UNBELIEVABLENESSES", WHEEL, 26),
    "question": screens.question("New card: O or Q?", ("O", "Q", *string.ascii_uppercase), 0),
    "question-two": screens.question("Dritte Karte: O oder Q?", ("O", "Q"), 1),
    "menu": screens.menu("Ann", ("challenge", "concede", "pause", "undo", "back"), 3),
    "menu-long": screens.menu(LONG, ("Herausfordern", "Unterbrechung"), 0),
    "totals": screens.totals((("Ann", 12), ("Bob", 50), ("Cy", 0)), "chips", winners=("Cy",)),
    "totals-ten": screens.totals(TEN, "chips", page=1),
    "message": screens.message("Notice", "The camera gives no picture any more; check its cable."),
}
