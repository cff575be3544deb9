"""What a ruling of TYPO is called: a closed set, beside the verdicts every game shares."""

from enum import StrEnum


class Verdict(StrEnum):
    """First what is accepted, then what refuses."""

    REVEALED = "revealed"
    PLACED = "placed"
    WORD_STANDS = "word_stands"
    WORD_FAILS = "word_fails"
    TOO_FEW_DOUBTERS = "too_few_doubters"
    ROW_TAKEN = "row_taken"
    WINS = "wins"

    DOES_NOT_BEGIN = "does_not_begin"
    CHOOSE_ROW = "choose_row"
    NOT_THE_LONGEST = "not_the_longest"
    NO_SUCH_ROW = "no_such_row"


V = Verdict  # as the rules write it
