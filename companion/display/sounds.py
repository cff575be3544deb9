"""What the table sounds like, as data: a sound is a tuple of (frequency in Hz, duration in ms); 0 Hz is a rest.

Pitches lie between 500 and 2,700 Hz, where small piezo buzzers are loud (their resonance is mostly near 2–4 kHz) and
ears of any age hear them. An active buzzer plays the same rhythms on its one tone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

Tones = tuple[tuple[int, int], ...]

LOW, MIDDLE, HIGH, TOP = 523, 784, 1047, 2093  # C5, G5, C6, C7
REST = 0

BEGIN: Tones = ((LOW, 90), (MIDDLE, 90), (HIGH, 160))
CALLED: Tones = ((TOP, 80),)
ALARM: Tones = ((HIGH, 120), (REST, 40), (HIGH, 120), (REST, 40), (TOP, 260))
QUESTION: Tones = ((MIDDLE, 110), (REST, 50), (HIGH, 150))
ACCEPTED: Tones = ((HIGH, 60),)
REFUSED: Tones = ((LOW, 240),)
WON: Tones = ((LOW, 110), (MIDDLE, 110), (HIGH, 110), (TOP, 340))
STANDS: Tones = ((MIDDLE, 110), (HIGH, 220))
FALLS: Tones = ((HIGH, 110), (MIDDLE, 110), (LOW, 320))
TICK: Tones = ((TOP, 35),)
TIME_IS_UP: Tones = ((TOP, 220), (REST, 80), (TOP, 220), (REST, 80), (TOP, 420))

# What happens at the table, and how a game says that its rulings sound (`companion.games.names.Sounding`).
NAMED: Mapping[str, Tones] = {
    "call": CALLED,
    "tick": TICK,
    "time": TIME_IS_UP,
    "begin": BEGIN,
    "question": QUESTION,
    "refused": REFUSED,
    "accepted": ACCEPTED,
    "alarm": ALARM,
    "stands": STANDS,
    "falls": FALLS,
    "won": WON,
}


def sound(name: str) -> Tones:
    """The sound of a name: "call" (a button was pressed), "tick" (each of the last five seconds), "time" (it is up),
    "begin", "question", "refused", or how a ruling sounds. Any other is a short "accepted"."""
    return NAMED.get(name, ACCEPTED)
