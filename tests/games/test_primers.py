"""Five minutes a game: the pictures cannot lie, for the rules have judged what is in them; the cards are short."""

import pytest

from companion.games import rulebook, rulebooks
from companion.games.primer import Example, Lesson, Primer, primer_of
from companion.language import LANGUAGES, translations
from companion.referee.match import played
from companion.sentences import spoken
from tests.rules.play import no_lexicon

LONGEST = 390  # signs of a lesson's text in any language: half a minute
PICTURED = [
    pytest.param(game, lesson, lesson.example, id=f"{game}: {lesson.title}")
    for game in rulebooks()
    for lesson in primer_of(game).lessons
    if lesson.example is not None
]


@pytest.mark.parametrize(("game", "lesson", "example"), PICTURED)
def test_all_of_an_example_is_accepted_and_its_ruling_rests_on_the_lessons_clauses(
    game: str, lesson: Lesson, example: Example
) -> None:
    match = played(example.document(game), no_lexicon)
    assert [entry.ruling.reason for entry in match.record if not entry.ruling.accepted] == []
    assert match.rulings[-1].clause in lesson.clauses
    assert example.pictured is None or 0 < example.pictured < len(example.events)


@pytest.mark.parametrize("game", rulebooks())
def test_a_game_is_told_in_a_few_short_cards_that_cite_its_own_clauses(game: str) -> None:
    primer = primer_of(game)
    assert primer.aim
    assert 4 <= len(primer.lessons) <= 7
    assert 2 <= len(primer.at_table) <= 4
    for lesson in primer.lessons:
        assert lesson.clauses
        assert set(lesson.clauses) <= set(rulebook(game).clauses.values())
        for language in LANGUAGES:
            assert len(spoken(lesson.text, translations(language).gettext)) <= LONGEST, (language, lesson.title)


def test_a_game_of_ones_own_needs_no_primer() -> None:
    assert primer_of("chess") == Primer()
