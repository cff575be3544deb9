"""How many events are offered, to a depth from fixed positions, counted and checked by hand: all of them accepted."""

from tests.rules.perft import offered_ways
from tests.rules.play import begin, event
from tests.rules.villains_table import table as villains
from tests.rules.wordcard_table import LAID, play
from tests.rules.wordcard_table import table as wordcard


def test_disorder() -> None:
    """26 letters and the wild, at the left, the right or unsaid: 81 · then Bob may concede, too: 81 × 82."""
    assert offered_ways(begin("disorder", ("Ann", "Bob")), 2) == [81, 81 * 82]


def test_typo() -> None:
    """Everybody reveals one of the three sample letters (3) · four rows, two ends, and each of the four rows to fail or
    to run out of time with: 3 × (8 + 4 + 4)."""
    assert offered_ways(begin("typo", ("Ann", "Bob"), rows=["R", "E", "N", "T"]), 2) == [3, 3 * 16]


def test_anagrascramble() -> None:
    """Four numbers, PASS, four picks = 9 · from t: 7 − t raises, pass on, Double, Triple, the card: 7, 6, 5, 4 each in
    two ways, and 9 rolls of Bob's after PASS: 2 × 22 + 9 = 53."""
    assert offered_ways(begin("anagrascramble", ("Ann", "Bob"), rolls=1), 2) == [9, 53]


def test_villains() -> None:
    """Ann draws (1) · plays one of 19 cards (19) · and ends her turn, or Bob declines or lets his time run out
    (19 × 3)."""
    assert offered_ways(villains(), 3) == [1, 19, 19 * 3]


def test_wordcard() -> None:
    """Draw from the deck or the pile, the sample laydown, end, notice: 5. Then after a draw (2): lay, end, notice, and
    208 real cards or a wild to discard = 212 each; after the laydown: draw (2), lay, tag, end, notice and Bob's contest
    = 7; after the end: Bob's 5; after the notice: draw (2), lay, end, timeout = 5: 424 + 7 + 5 + 5 = 441."""
    assert offered_ways(wordcard(), 2) == [5, 441]


def test_w16_wordcard_contested_by_several() -> None:
    """After the laydown Ann may draw (2), lay, tag, end and be given notice, Bob and Cy each contest alone or both
    together: 6 + 2 × 2 = 10. Each of them may name an explanation good or wrong instead: 4 × 2 more."""
    match = wordcard("Ann Bob Cy")
    play(match, LAID)
    assert offered_ways(match, 1) == [10]
    match = wordcard("Ann Bob Cy", explanations=True)
    play(match, LAID)
    assert offered_ways(match, 1) == [10 + 4 * 2]


def test_anagrascramble_with_both_decks() -> None:
    """With both decks each roll is said with one of two colours: 2 × 9."""
    match = begin("anagrascramble", ("Ann", "Bob"), deck="both")
    assert offered_ways(match, 1) == [18]
    match.apply(event("roll", "Ann", face="7", colour="red"))
    assert offered_ways(match, 1) == [4]  # pass on, Double, Triple, the red card
