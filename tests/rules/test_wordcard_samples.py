"""What is offered as an example of a laydown or a tag-on is accepted; none is made up where none is certain."""

from companion.games.wordcard.samples import laydowns, solutions, tags
from companion.games.wordcard.state import Line
from tests.rules.wordcard_table import group, table


def test_no_line_is_offered_where_it_must_be_a_word_and_none_is_known() -> None:
    assert laydowns(table(words=("extraordinary",), strict=True).state) == []
    (offered,) = laydowns(table(words=("stone",), strict=True, open_cards=5).state)
    assert [card[-1] for card in offered["lines"][0]] == list("STONE")


def test_no_line_is_offered_where_no_word_is_as_long_as_it_must_be() -> None:
    assert laydowns(table(words=(), strict=True).state) == []


def test_a_line_that_need_be_no_word_is_tagged_on_to_also_where_words_are_looked_up_at_once() -> None:
    state = table(type="cardplay", words=(), strict=True).state
    assert tags(state, Line(("7/T", "7/O"), 0)) == [{"back": ["7/A"]}]


def test_a_solution_is_spelled_with_the_open_cards_and_no_other_letter() -> None:
    (offered,) = solutions(group(words=("axis", "rain")).state)
    assert [card[-1] for card in offered["lines"][0]] == list("RAIN")


def test_nothing_is_tagged_to_a_line_with_a_wild() -> None:
    state = table().state
    assert tags(state, Line(("7/T", "*=7/O"), 0)) == []
    assert tags(state, Line(("7/T", "7/O"), 0)) == [{"back": ["7/A"]}]


def test_what_is_tagged_must_be_a_word_where_lines_must_be_words() -> None:
    state = table(words=("ton", "tona"), strict=True).state
    assert tags(state, Line(("7/T", "7/O", "7/N"), 0)) == [{"back": ["7/A"]}]
    assert tags(state, Line(("7/N", "7/O"), 0)) == []
