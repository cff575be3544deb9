"""TYPO's rows before the camera: what is drawn as it is says nothing, one legal placement says just that one."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.games.tables import Difference, DoubtfulCard, Interpretation, Memory, Move, Proposal
from companion.games.typo import RULEBOOK
from companion.games.typo.events import Options
from companion.games.typo.state import State
from companion.games.typo.table import explain
from companion.vision.sighting import Table
from tests.tables import lines
from tests.views import shipped_nothing

ROW = st.text("AENRT", min_size=1, max_size=6)
ROWS = st.lists(ROW, min_size=4, max_size=4).map(tuple)
LETTER = st.sampled_from("AENRTX")
PLAYERS = ("Ann", "Bob", "Cy")


def state(rows: Any, queue: Any = ()) -> State:
    options = Options(rows=("R", "E", "N", "T"))
    return State(PLAYERS, options, shipped_nothing(), hands=(5, 5, 5), rows=tuple(rows), holder=0, queue=queue)


def explained(match: State, table: Table, memory: Memory) -> Interpretation:
    return explain(RULEBOOK.view(match), match, table, memory)


def with_row(rows: Any, number: int, letters: str) -> list[str]:
    return [letters if at == number else row for at, row in enumerate(rows)]


@given(ROWS, LETTER)
def test_rows_as_the_match_has_them_are_nothing_new(rows: Any, letter: str) -> None:
    for queue in ((), ((0, letter), (1, "Z"))):
        assert explained(state(rows, queue), lines(*rows), Memory()) is None


@given(ROWS, LETTER, st.integers(0, 3), st.sampled_from(["front", "back"]))
def test_a_card_at_an_end_of_a_row_is_just_that_placement_but_for_its_word(
    rows: Any, letter: str, number: int, side: str
) -> None:
    placed = letter + rows[number] if side == "front" else rows[number] + letter
    shown = lines(*with_row(rows, number, placed), "QZ")  # others' revealed cards lie below
    finding = explained(state(rows, ((0, letter), (1, "Q"), (2, "Z"))), shown, Memory())
    assert isinstance(finding, Proposal)
    assert finding.missing == "word"
    assert (finding.event["player"], finding.event["row"]) == ("Ann", number + 1)
    ends = {"front": letter + rows[number], "back": rows[number] + letter}
    assert ends[finding.event["side"]] == placed
    assert finding.answered("word") == {**finding.event, "word": "word"}


@given(ROWS, st.integers(0, 3))
def test_a_longest_row_gone_for_the_failing_card_has_been_taken(rows: Any, number: int) -> None:
    longest = max(map(len, rows))
    before = state(rows, ((1, "X"),))
    seen = lines(*with_row(rows, number, "X"))
    finding = explained(before, seen, Memory(agreed=lines(*rows)))
    if len(rows[number]) == longest:
        assert finding == Move({"event": "fail", "player": "Bob", "row": number + 1})
    else:
        assert isinstance(finding, Difference)
    if longest == len(rows[number]):  # without having seen the row there before, people are asked
        asked = explained(before, seen, Memory())
        assert isinstance(asked, Proposal)
        assert asked.missing is None


@given(ROWS, st.lists(LETTER, max_size=5))
def test_as_many_open_cards_as_players_are_a_reveal_and_no_others(rows: Any, shown: list[str]) -> None:
    finding = explained(state(rows), lines(*rows, shown), Memory())
    if len(shown) == len(PLAYERS):
        assert finding == Move({"event": "reveal", "cards": dict(zip(PLAYERS, shown, strict=True))})
    else:
        assert finding is None
    assert explained(state(rows), lines(*rows, [*shown[:2], "?"]), Memory()) is None


@given(ROWS, st.lists(LETTER, min_size=1, max_size=4), st.dictionaries(st.sampled_from(PLAYERS), LETTER, max_size=3))
def test_beside_phones_the_cards_that_lie_open_are_those_of_whoever_has_none(
    rows: Any, shown: list[str], chosen: dict[str, str]
) -> None:
    finding = explained(state(rows), lines(*rows, shown), Memory(chosen=chosen))
    without = [player for player in PLAYERS if player not in chosen]
    if len(shown) == len(PLAYERS):
        assert finding == Move({"event": "reveal", "cards": dict(zip(PLAYERS, shown, strict=True))})
    elif len(shown) == len(without):
        cards = {**chosen, **dict(zip(without, shown, strict=True))}
        assert finding == Move({"event": "reveal", "cards": cards})
    else:
        assert finding is None


@given(ROWS, ROWS, LETTER, st.sets(st.tuples(st.integers(0, 4), st.integers(0, 6))))
def test_a_doubtful_card_is_never_a_move(rows: Any, seen: Any, letter: str, doubtful: set[tuple[int, int]]) -> None:
    shown = lines(*seen, "EEN", doubtful={*doubtful, (4, 1)})
    for queue in ((), ((0, letter),)):
        finding = explained(state(rows, queue), shown, Memory(agreed=lines(*rows)))
        if isinstance(finding, Move):  # a row taken is told from sure cards only
            assert finding.event["event"] == "fail"
            number = finding.event["row"] - 1
            assert (number, 0) not in doubtful
            assert seen[number] == letter
    revealing = explained(state(rows), lines(*rows, "EEN", doubtful={(4, 1)}), Memory())
    assert isinstance(revealing, DoubtfulCard)


def test_a_card_of_another_letter_is_a_difference() -> None:
    finding = explained(state("RENT", ((0, "A"),)), lines("R", "EX", "N", "T"), Memory())
    assert isinstance(finding, Difference)
    assert str(finding.said) == "The table shows EX, the match has E: which is right?"


def test_a_row_too_few_is_a_difference() -> None:
    finding = explained(state(["RA", "E", "N", "T"]), lines("RA", "E", "N"), Memory())
    assert isinstance(finding, Difference)
    assert "RA · E · N," in str(finding.said)
