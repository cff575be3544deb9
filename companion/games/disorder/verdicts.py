"""What a ruling of Disorder! is called and which ground decided: closed sets, beside the verdicts all games share."""

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


class Ground(StrEnum):
    """Why the word asked for does not save the challenged player (D8), in the order in which it is decided."""

    NOT_A_WORD = "not_a_word"
    DOES_NOT_FIT = "does_not_fit"
    FINISHED = "finished"
    TIMEOUT = "timeout"


V = Verdict  # as the rules write it
