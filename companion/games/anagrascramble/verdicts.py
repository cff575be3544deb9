"""What a ruling of AnagraScramble is called: a closed set, beside the verdicts every game shares."""

from enum import StrEnum


class Verdict(StrEnum):
    """First what is accepted, then what refuses."""

    ROLLED = "rolled"
    TURN_LOST = "turn_lost"
    DECLARED = "declared"
    PASSED_ON = "passed_on"
    CARD = "card"
    SCORED = "scored"
    MISSED = "missed"
    SHOWDOWN = "showdown"

    CANNOT_PASS_ON = "cannot_pass_on"
    BAD_TARGET = "bad_target"


V = Verdict  # as the rules write it
