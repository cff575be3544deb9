"""All ways the beginnings of Disorder!, TYPO and AnagraScramble can go, counted and checked by hand."""

from itertools import product

from tests.rules.perft import ways
from tests.rules.play import begin, event

PLACES = [event("place", player, card="A") for player in ("Ann", "Bob")]


def test_disorder_placing_and_conceding() -> None:
    """On an empty board there is one way (place), else two (place, concede); conceding empties it: Fibonacci."""
    candidates = [*PLACES, *(event("concede", player) for player in ("Ann", "Bob"))]
    match = begin("disorder", ("Ann", "Bob"), target=1000)
    assert ways(match, candidates, 8) == [1, 2, 3, 5, 8, 13, 21, 34]


def test_disorder_objections() -> None:
    """P place, O object, S stand, W withdraw. 1: P · 2: PP · 3: PPP, PPO · 4: PPPP, PPPO, PPOS, PPOW ·
    5: PPPPP, PPPOS, PPPOW, PPOSP, PPOWP · 6: each goes on with P, and PPOSP (a third card, whatever is owed for the
    second) and PPOWP (a second card again) with O, too · 7: PPOSPO and PPOWPO with S and W, PPPOWP and PPOWPP (third
    cards) with P and O, PPPPPP, PPPOSP and PPOSPP (fourth cards and later) with P: 4 + 4 + 3."""
    candidates = [
        *PLACES,
        *(event(name, player) for name in ("object", "stand", "withdraw") for player in ("Ann", "Bob")),
    ]
    assert ways(begin("disorder", ("Ann", "Bob")), candidates, 7) == [1, 1, 2, 4, 5, 7, 11]


def test_disorder_action_cards_on_two_cards() -> None:
    """Squeeze has one gap, exchange two cards, switch two orders of naming the one pair; pass one: 1 + 2 + 2 + 1."""
    match = begin("disorder", action_cards=True)
    match.apply(event("place", "Ann", card="C"))
    match.apply(event("place", "Bob", card="T"))
    candidates = [
        *(event("squeeze", "Cy", card="A", after=after) for after in range(-1, 4)),
        *(event("exchange", "Cy", at=at, card="A") for at in range(-1, 4)),
        *(event("switch", "Cy", at=at, with_=other) for at, other in product(range(-1, 4), repeat=2)),
        event("pass", "Cy"),
    ]
    assert ways(match, candidates, 1) == [1 + 2 + 2 + 1]


def test_typo_the_first_round() -> None:
    """One reveal · Ann: er and re each fit one place, ee two (both ends of E), and four rows to fail with = 8 ·
    Bob after each of the 4 placements: doubt it, or fail with the longest row = 4 × 2; after each of the 4 failures:
    four rows of one to fail with = 4 × 4; 24 in all."""
    match = begin("typo", ("Ann", "Bob"), rows=["R", "E", "N", "T"], words=["er", "re", "ee"])
    candidates = [
        event("reveal", cards={"Ann": "E", "Bob": "X"}),
        event("doubt", players=["Bob"]),
        *(event("fail", player, row=row) for player in ("Ann", "Bob") for row in range(6)),
        *(
            event("place", "Ann", row=row, side=side, word=word)
            for row, side, word in product(range(6), ("front", "back"), ("er", "re", "ee"))
        ),
    ]
    assert ways(match, candidates, 3) == [1, 8, 24]


def test_anagrascramble_the_first_roll() -> None:
    """Four numbers, PASS, and the star with four picks: 9 · a target t leaves 7 − t raises, pass on, Double, Triple and
    the card: 7, 6, 5, 4 for 4, 5, 6, 7, each reached in two ways, and after PASS Bob has 9 rolls: 2 × 22 + 9 = 53."""
    candidates = [event("card", jumble="PLANETS")]
    for player in ("Ann", "Bob"):
        candidates += [event("roll", player, face=face) for face in ("4", "5", "6", "7", "pass")]
        candidates += [event("roll", player, face="star", pick=pick) for pick in range(3, 9)]
        candidates += [event("declare", player, move=move) for move in ("pass_on", "double", "triple")]
        candidates += [event("declare", player, move="raise", to=to) for to in range(3, 9)]
    assert ways(begin("anagrascramble", ("Ann", "Bob"), rolls=1), candidates, 2) == [9, 53]
