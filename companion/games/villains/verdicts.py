"""What a ruling of Disorder of the Villains is called: a closed set, beside the verdicts every game shares."""

from enum import StrEnum


class Verdict(StrEnum):
    """First what is accepted, then what refuses."""

    DRAWN = "drawn"
    NOTHING_TO_DRAW = "nothing_to_draw"
    PLAYED = "played"
    TRIGGERED = "triggered"
    DECLINED = "declined"
    RESOLVED = "resolved"
    NEGATED = "negated"
    MINTED = "minted"
    TURN_ENDED = "turn_ended"
    WINS = "wins"

    DRAW_FIRST = "draw_first"
    ALREADY_PLAYED = "already_played"
    MUST_PLAY = "must_play"
    BOARD_FULL = "board_full"
    TRAIT_USED = "trait_used"
    TOO_SOON = "too_soon"
    WRONG_TIMING = "wrong_timing"
    INTERRUPT_FIRST = "interrupt_first"
    NO_MATCH = "no_match"
    NOT_A_TARGET = "not_a_target"
    NO_SUCH_CARD = "no_such_card"


V = Verdict  # as the rules write it
