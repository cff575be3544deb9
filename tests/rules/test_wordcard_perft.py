"""All ways a small game of WORDCARD can go, counted and checked by hand."""

from typing import Any

from tests.rules.perft import ways
from tests.rules.wordcard_table import read_line, table


def events(script: str) -> list[dict[str, Any]]:
    return [read_line(line)[0] for line in script.strip().splitlines()]


def test_one_player_with_a_line_and_a_tag() -> None:
    """Alone, with TRAIN to lay once (open_cards 5, hand 8), S to tag while cards are left, and the turn to end.

    1: lay L, end E = 2.
    2: after L: L is not possible again (3 cards left), tag T, E; after E: L, E = 4.
    3: LT: T E · LE: T E · EL: T E · EE: L E = 8.
    4: each T leaves one card fewer, of three; nothing is out yet, so every choice is still twofold = 16.
    5: three tags after the laydown have emptied the hand in LTTT: only `hands` may follow; the others go on = 30.
    """
    match = table("Ann", hand=8)
    candidates = events(
        """
        Ann lay A/T A/R A/A A/I A/N
        Ann tag 1 back=A/S
        Ann end_turn
        """
    )
    assert ways(match, candidates, 5) == [2, 4, 8, 16, 30]


def test_a_contest_splits_the_ways() -> None:
    """Bob may contest XX, which ends Ann's turn at once, or not; both end in Bob's turn.

    1: lay XX (open_cards 2) or QZ, or end = 3.
    2: after a laydown: XX again, QZ again, end, contest of what was laid = 4 each; after the end only Bob's
       own end is a candidate = 1; together 4 + 4 + 1 = 9.
    """
    match = table(hand=8, open_cards=2, words=("on",))
    candidates = events(
        """
        Ann lay A/X A/X
        Ann lay A/Q A/Z
        Ann end_turn
        Bob end_turn
        contest Bob xx
        contest Bob qz
        """
    )
    assert ways(match, candidates, 2) == [3, 9]


def test_w16_several_who_contest_take_as_many_turns() -> None:
    """Ann may lay L once (open_cards 5, hand 8) or end her turn, E; Bob and Cy only end theirs, b and c; what she laid
    is contested by Bob alone, C, or by both, D.

    1: L E = 2.
    2: L: E C D · E: b = 4.
    3: LE: b · LC: b · LD: b · Eb: c = 4.
    4: LEb: c · LCb: c · LDb: c · Ebc: L E = 5.
    5: LEbc: E, for three cards are left · LCbc: L E, the cards are back · LDbc: b, for Ann has lost two turns ·
       EbcL: E C D · EbcE: b = 1 + 2 + 1 + 3 + 1 = 8.
    """
    match = table("Ann Bob Cy", hand=8)
    candidates = events(
        """
        Ann lay A/X A/X A/X A/X A/X
        Ann end_turn
        Bob end_turn
        Cy end_turn
        contest Bob xxxxx
        contest Bob,Cy xxxxx
        """
    )
    assert ways(match, candidates, 5) == [2, 4, 4, 5, 8]


def test_the_exchange() -> None:
    """Draw from the deck or the pile, discard, end: words over D, P, X, E in one turn with at most one draw (D or P),
    one X after it, and P by the dealer at the start without duty. Bob may only end.

    1: D P E = 3.
    2: D: X E · P: X E · E: Bob's e = 2 + 2 + 1 = 5.
    3: DX: E · DE: e · PX: E · PE: e · Ee: D P E = 4 + 3 = 7; the pile still has its card for the second P, for the
       first turn ended without one.
    """
    match = table()
    candidates = events(
        """
        Ann draw deck
        Ann draw pile
        Ann discard A/A
        Ann end_turn
        Bob end_turn
        """
    )
    assert ways(match, candidates, 3) == [3, 5, 7]
