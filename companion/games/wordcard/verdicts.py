"""What a ruling of WORDCARD is called: a closed set, beside the verdicts every game shares."""

from enum import StrEnum


class Verdict(StrEnum):
    """First what is accepted, then what refuses."""

    CHOSEN = "chosen"
    DRAWN = "drawn"
    DISCARDED = "discarded"
    LAID = "laid"
    TAGGED = "tagged"
    REPLACED = "replaced"
    WORD_STANDS = "word_stands"
    WORD_FAILS = "word_fails"
    TURN_ENDED = "turn_ended"
    TURN_LOST = "turn_lost"
    NOTICED = "noticed"
    OUT = "out"
    FINAL = "final"
    SOLVED = "solved"

    TOO_FEW_CARDS = "too_few_cards"
    NOT_A_WORD = "not_a_word"
    NOT_A_COMBINATION = "not_a_combination"
    MUST_PLAY_PICKED_CARD = "must_play_picked_card"
    NO_SUCH_CARD = "no_such_card"
    NO_SUCH_LINE = "no_such_line"


V = Verdict  # as the rules write it
