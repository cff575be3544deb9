"""What a ruling of Disorder! is called: a closed set, beside the verdicts every game shares."""

from enum import StrEnum


class Verdict(StrEnum):
    """First what is accepted, then what refuses."""

    PLACED = "placed"
    OBJECTION = "objection"
    WITHDRAWN = "withdrawn"
    STANDS = "stands"
    CHALLENGED = "challenged"
    CHALLENGER_LOSES = "challenger_loses"
    CHALLENGED_LOSES = "challenged_loses"
    ANSWERED = "answered"
    PROVEN = "proven"
    NOT_PROVEN = "not_proven"
    CONCEDED = "conceded"
    SQUEEZED = "squeezed"
    EXCHANGED = "exchanged"
    SWITCHED = "switched"
    PASSED = "passed"
    ELIMINATED = "eliminated"
    WARNED = "warned"

    NO_SUCH_CARD = "no_such_card"


V = Verdict  # as the rules write it
