"""All ways the beginning of a game of Disorder of the Villains can go, counted and checked by hand."""

from tests.rules.perft import ways
from tests.rules.villains_table import now, play, table, timed, turn

DRAWS = [{"event": "draw", "player": player} for player in ("Ann", "Bob")]
ENDS = [{"event": "end_turn", "player": player} for player in ("Ann", "Bob")]
DECLINES = [{"event": kind, "player": player} for kind in ("decline", "timeout") for player in ("Ann", "Bob")]
RESOLVE = {"event": "resolve"}


def plays(player, *cards):
    return [{"event": "play", "player": player, "card": card} for card in cards]


def test_the_first_turns_with_two_plain_cards_each():
    """1 draw · × 2 cards = 2 · × (decline, timeout, end) = 6 · each goes on in one way (end, end, Bob's draw) = 6 ·
    then Bob draws, draws, or plays one of 2: 2 × (1 + 1 + 2) = 8 · then 2 cards after each draw, and after each play of
    his decline, timeout or end: 2 × (2 + 2 + 2 × 3) = 20."""
    candidates = [*DRAWS, *plays("Ann", "Ape", "Ant"), *plays("Bob", "Ape2", "Ant2"), *DECLINES, *ENDS]
    assert ways(table(), candidates, 6) == [1, 2, 6, 6, 8, 20]


def test_one_interruption_that_draws():
    """Ann's Oz may draw once, at any time. Counted as words over D(raw) P(lay) T(rigger) R(esolve) E(nd), where
    T comes before R, D before P before E, and no E between T and R:
    1: D, T = 2 · 2: DP, DT, TD, TR = 4 · 3: DPT, DPE, DTP, DTR, TDP, TDR, TRD = 7 ·
    4: DPTR, DTPR, DTRP, TDPR, TDRP, TRDP, and DPE with T (on Bob's turn; he has no candidate) = 7 ·
    5: the first six followed by E, and DPET by R = 7."""
    oz = {"event": "trigger", "player": "Ann", "card": "Oz"}
    candidates = [DRAWS[0], *plays("Ann", "Ape"), oz, RESOLVE, ENDS[0]]
    assert ways(table({"Oz": timed("draw")}), candidates, 5) == [2, 4, 7, 7, 7]


def test_an_immediate_burn_has_every_other_card_as_its_target():
    """Bob has drawn: he may burn Oz, Ape or his own Oz2 (3), never Bat2 itself; then it is resolved (3), and the turn
    ends (3)."""
    match = table(bob={"Bat2": now("burn")})
    play(match, turn("Ann", "Ape", "V3") + "Bob draw -> drawn V4")
    burns = [
        {"event": "play", "player": "Bob", "card": "Bat2", "target": target}
        for target in ("Oz", "Ape", "Oz2", "Bat2", "Ant")
    ]
    assert ways(match, [*burns, RESOLVE, ENDS[1]], 4) == [3, 3, 3, 0]
