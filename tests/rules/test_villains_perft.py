"""All ways the beginning of a game of Disorder of the Villains can go, counted and checked by hand."""

from tests.rules.perft import ways
from tests.rules.villains_table import now, play, table, timed, trait, turn

DRAWS = [{"event": "draw", "player": player} for player in ("Ann", "Bob")]
ENDS = [{"event": "end_turn", "player": player} for player in ("Ann", "Bob")]
DECLINES = [{"event": kind, "player": player} for kind in ("decline", "timeout") for player in ("Ann", "Bob")]
RESOLVE = {"event": "resolve"}


def plays(player: str, *cards: str) -> list[dict[str, str]]:
    return [{"event": "play", "player": player, "card": card} for card in cards]


def test_the_first_turns_with_two_plain_cards_each() -> None:
    """1 draw · × 2 cards = 2 · × (decline, timeout, end) = 6 · each goes on in one way (end, end, Bob's draw) = 6 ·
    then Bob draws, draws, or plays one of 2: 2 × (1 + 1 + 2) = 8 · then 2 cards after each draw, and after each play of
    his decline, timeout or end: 2 × (2 + 2 + 2 × 3) = 20."""
    candidates = [*DRAWS, *plays("Ann", "Ape", "Ant"), *plays("Bob", "Ape2", "Ant2"), *DECLINES, *ENDS]
    assert ways(table(), candidates, 6) == [1, 2, 6, 6, 8, 20]


def test_one_interruption_that_draws() -> None:
    """Ann's Oz may draw once, at any time. Counted as words over D(raw) P(lay) T(rigger) C(Bob declines) R(esolve)
    E(nd): P and T each give Bob the chance, R waits for T and for nobody having it, D comes before P before E, and no E
    between T and R:
    1: D, T = 2 · 2: DP, DT, TD, TC = 4 · 3: DP+TCE, DT+PC, TD+PC, TC+DR = 9 ·
    4: DPT+C, DPC+TE, DPE+T (on Bob's turn, who has no other candidate), DTP+C, DTC+PR, TDP+C, TDC+PR, TCD+PR, TCR+D
    = 13 · 5: each goes on in one way: P after R, T after DPCE, C after a last P or T, R after a last C = 13."""
    oz = {"event": "trigger", "player": "Ann", "card": "Oz"}
    candidates = [DRAWS[0], *plays("Ann", "Ape"), oz, DECLINES[1], RESOLVE, ENDS[0]]
    assert ways(table({"Oz": timed("draw")}), candidates, 5) == [2, 4, 9, 13, 13]


def test_a_negate_against_a_negate() -> None:
    """Bob's BURN waits and the chance is Ann's. Words over a (Ann's NEGATE), b (Bob's), C (whoever has the chance lets
    it go), R(esolve): 1: a, b, C = 3 · 2: a+bC, b+aC, C+abR = 7 · 3: ab+C, aC+bR, ba+C, bC+aR, Ca+bC, Cb+aC, CR+ab
    = 12."""
    match = table({"Oz": timed("negate")}, {"Oz2": timed("negate"), "Bat2": now("burn")})
    play(match, turn("Ann", "Ape", "V3") + "Bob draw -> drawn V4\nBob play Bat2 target=Ape -> played V4")
    negates = [
        {"event": "trigger", "player": "Ann", "card": "Oz"},
        {"event": "trigger", "player": "Bob", "card": "Oz2"},
    ]
    assert ways(match, [*negates, *DECLINES[:2], RESOLVE], 3) == [3, 7, 12]


def test_a_shield_leaves_its_own_card_and_what_is_one_s_own() -> None:
    """Of Ann's three cards Bob's BURN may have the one that shields, of his own either that lay there before = 3."""
    match = table({"Ape": trait("constant", "shield")}, {"Bat2": now("burn")})
    play(match, turn("Ann", "Ape", "V3") + turn("Bob", "Ape2") + turn("Ann", "Ant") + "Bob draw -> drawn V4")
    burns = [
        {"event": "play", "player": "Bob", "card": "Bat2", "target": target}
        for target in ("Oz", "Ape", "Ant", "Oz2", "Ape2", "Bat2")
    ]
    assert ways(match, burns, 2) == [3, 0]


def test_an_immediate_burn_has_every_other_card_as_its_target() -> None:
    """Bob has drawn: he may burn Oz, Ape or his own Oz2 (3), never Bat2 itself; then Ann declines (3), it is resolved
    (3), and the turn ends (3)."""
    match = table(bob={"Bat2": now("burn")})
    play(match, turn("Ann", "Ape", "V3") + "Bob draw -> drawn V4")
    burns = [
        {"event": "play", "player": "Bob", "card": "Bat2", "target": target}
        for target in ("Oz", "Ape", "Oz2", "Bat2", "Ant")
    ]
    assert ways(match, [*burns, DECLINES[0], RESOLVE, ENDS[1]], 5) == [3, 3, 3, 3, 0]
