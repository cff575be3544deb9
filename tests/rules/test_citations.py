"""Which clauses a verdict may cite, looked through by people: what decides it and nothing else; none is left out."""

import json
from pathlib import Path

import pytest

from companion.games import RULEBOOKS
from companion.games.core import NO_CLAUSE
from companion.referee.match import Match
from tests.rules.play import no_lexicon
from tests.rules.played import played

# An event out of turn or out of time cites the clause of what was handed in, as the transcripts of the readings do.
MAY_CITE = {
    "disorder": """
        placed D3, objection D6, withdrawn D6, stands D6, challenged D7, challenger_loses D8, challenged_loses D8 D14,
        answered D6 D14, proven D6, not_proven D6 D14, conceded D11 D14, squeezed D12, exchanged D12, switched D12,
        passed D12, eliminated D6 D8 D11 D14, warned D14, no_such_card D12, not_enabled D12 D14, game_over D10,
        not_now D3 D6 D7 D8 D11 D12 D14, not_your_turn D3 D6 D7 D11 D14
    """,
    "typo": """
        revealed T3, placed T5, word_stands T7, word_fails T7, too_few_doubters T7, row_taken T8, wins T11,
        does_not_begin T5 T7, choose_row T9, not_the_longest T8 T9, no_such_row T5 T9, game_over T11, not_now T2 T7 T8,
        not_your_turn T3
    """,
    "villains": """
        drawn V4, nothing_to_draw V4, played V3 V4 V15, triggered V10 V11, declined V12, resolved V15, negated V15,
        minted V13, turn_ended V4 V18, wins V17, draw_first V4, already_played V4, must_play V4, board_full V5,
        trait_used V8, too_soon V9, wrong_timing V6 V10, interrupt_first V12 V13, no_match V14, not_a_target V7 V15,
        no_such_card V4 V10 V13, game_over V17 V18, not_now V4 V11 V12 V15, not_your_turn V4 V12 V13 V15
    """,
    "anagrascramble": """
        rolled A2 A3, turn_lost A3, declared A4, passed_on A5, card A6, scored A8 A9, missed A10, showdown A13 A14,
        bad_target A3 A4, cannot_pass_on A5, game_over A12, not_now A4 A6 A13, not_your_turn A4
    """,
    "wordcard": """
        chosen W5, drawn W25, discarded W25, laid W6 W7 W9, tagged W7, replaced W8, word_stands W16, word_fails W16,
        turn_ended W17, turn_lost W17, noticed W17, out W18, final W21 W22 W24, solved W24, too_few_cards W6 W7 W24,
        not_a_word W10 W12 W15 W16, not_a_combination W13 W15, must_play_picked_card W25, no_such_line W7 W8,
        no_such_card W1 W3 W8 W24 W25, not_enabled W5 W7 W9 W16 W24 W25, game_over W18,
        not_now W5 W6 W7 W8 W16 W17 W18 W24 W25, not_your_turn W5 W6 W7 W8 W17 W18 W25
    """,
}
# Looked at one by one: what no event can be decided by, each with why. What breaks such a clause is no event (options
# that cannot be used, an event that is malformed), or the clause only says how much it is that another one decides.
CITED_BY_NONE = {
    "disorder": {
        "D1": "What is agreed before the first event; options against it cannot be used.",
        "D2": "Whose turn it is; an event out of turn cites the clause of what was handed in.",
        "D4": "What a card counts: how much the loser takes, not whether.",
        "D5": "What the board counts: how much the loser takes, not whether.",
        "D9": "What follows when D8 or D6 has decided who has lost.",
        "D13": "Which words there are: that a word is none of them decides by D8, as one of its four.",
    },
    "typo": {
        "T1": "What is agreed and dealt before the first event.",
        "T4": "The order among equal letters within the one T3 gives; a reveal cites T3, for it gives both.",
        "T6": "How long a player has: that it is over comes in as an event, and that one cites T8.",
        "T10": "When the rows are measured: which of them goes is decided by T8 or T9.",
        "T12": "Which words there are: that a doubted word is none of them decides by T7.",
    },
    "villains": {
        "V1": "What a deck is; another one cannot be used.",
        "V2": "What is dealt before the first event.",
        "V16": "A minted Villain is not in play: to name it as a target is refused by V7 or V15.",
    },
    "anagrascramble": {
        "A1": "What is agreed; a roll without a colour, or a card of another one, is malformed.",
        "A7": "Which words are listed: what was written counts by A8, A9 or A10.",
        "A11": "What letters count: how much A8 or A9 gives.",
        "A15": "Tokens are reckoned from the scores when all is over; no event asks for them.",
        "A16": "What a timeout stands for, an empty list, is decided by A10 like any other list.",
    },
    "wordcard": {
        "W2": "What cards are worth: how much other clauses give.",
        "W4": "What counts by the aim: how much other clauses give.",
        "W11": "What words count: how much a laydown gives, which W6 or W7 lets stand.",
        "W14": "What counts with plus: how much a laydown gives; what must be good is refused by W10 or W13.",
        "W19": "Bonuses: how much a laydown gives.",
        "W20": "What is left in hand: how much is counted when W21 or W22 makes the scores final.",
        "W23": "Who has won, once W21, W22 or W24 has made the scores final.",
        "W26": "There are no stakes, so there is no event about them.",
    },
}
MATCHES = sorted((Path(__file__).parents[1] / "matches").glob("*.json"))


# Who joins and who leaves, in every game by its own clause.
OF_SEATS = {"disorder": "D15", "typo": "T13", "villains": "V19", "anagrascramble": "A17", "wordcard": "W27"}
SEATED = ("joined", "left", "sat_out", "already_plays", "table_full", "game_over", "not_now")


def reviewed(game: str) -> set[tuple[str, str]]:
    """Verdict and clause of each citation in the table."""
    entries = [entry.split() for entry in MAY_CITE[game].split(",")]
    entries += [[verdict, OF_SEATS[game]] for verdict in SEATED]
    return {(verdict, clause) for verdict, *clauses in entries for clause in clauses}


def cited(game: str) -> set[tuple[str, str]]:
    """Verdict and clause of each ruling in the saved matches and play-outs of the game."""
    seen = set(played(game).citations)
    for path in MATCHES:
        document = json.loads(path.read_text("utf-8"))["document"]
        if document["game"] == game:
            match = Match.begin(document, no_lexicon)
            seen |= {(ruling.verdict, ruling.clause.number) for ruling in map(match.apply, document["events"])
                     if ruling.clause}  # fmt: skip
    return {(str(verdict), clause) for verdict, clause in seen if clause != NO_CLAUSE}


@pytest.mark.parametrize("game", RULEBOOKS)
def test_a_ruling_cites_only_what_decides_it(game: str) -> None:
    assert not cited(game) - reviewed(game)


@pytest.mark.parametrize("game", RULEBOOKS)
def test_every_clause_that_decides_anything_is_cited(game: str) -> None:
    decide = {clause for _, clause in reviewed(game)}
    assert decide.isdisjoint(CITED_BY_NONE[game])
    assert decide.union(CITED_BY_NONE[game]) == set(RULEBOOKS[game].clauses)
    rare = {"V9", "V18"}  # a trait used too soon, both decks played out: tests/rules/test_villains_turns.py
    assert decide - {clause for _, clause in cited(game)} <= rare


@pytest.mark.parametrize("game", RULEBOOKS)
def test_a_ruling_rests_on_our_part_only_of_a_clause_that_has_one(game: str) -> None:
    for clause in RULEBOOKS[game].clauses.values():
        if clause.house:
            assert clause.ours.clause is clause
        else:
            with pytest.raises(AssertionError, match=clause.number):
                _ = clause.ours
