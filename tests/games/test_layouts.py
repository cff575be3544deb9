"""How hands lay the cards of each game where the table is drawn."""

from dataclasses import replace

import pytest

from companion.decks import deckfiles
from companion.errors import BadInput
from companion.games import rulebooks
from companion.games.layout import deck_check, laying_of, layout_of, layouts
from companion.language import translations
from companion.sentences import spoken

PLAYERS = ("Ann", "Bob")


@pytest.mark.parametrize("game", list(rulebooks()))
def test_every_row_there_is_room_for_has_a_name(game: str) -> None:
    rows = laying_of(game, PLAYERS, {}).rows
    assert len(rows) == layout_of(game, {}).rows
    assert len(set(rows)) == len(rows)
    assert layouts(game) is not None


def test_rows_are_called_by_what_they_are() -> None:
    assert laying_of("villains", PLAYERS, {}).rows == ("Bob", "Ann"), "the second player's is farther off"
    *rows, shown = laying_of("typo", PLAYERS, {}).rows
    assert rows == ["Row 1", "Row 2", "Row 3", "Row 4"]
    assert spoken(shown, translations("de").gettext) not in ("", shown)


@pytest.mark.parametrize("game", list(rulebooks()))
@pytest.mark.parametrize("options", [{}, {"action_cards": True}], ids=["as usual", "with action cards"])
def test_what_is_laid_by_one_button_is_a_sign_or_an_event_that_is_on_a_card(
    game: str, options: dict[str, bool]
) -> None:
    laying = laying_of(game, PLAYERS, options)
    cards = {card.name for card in deckfiles.load(layout_of(game, {}).deck).cards}
    assert {*laying.others} <= cards & {*rulebooks()[game].events}
    if laying.are_signs:
        long = {name for name in cards if len(name) > 1}
        assert long == {*laying_of(game, PLAYERS, {"action_cards": True}).others}


def test_action_cards_are_laid_only_where_they_are_played_with() -> None:
    assert laying_of("disorder", PLAYERS, {}).others == ()
    assert len(laying_of("disorder", PLAYERS, {"action_cards": True}).others) == 4


def test_on_a_grid_cards_have_columns_and_else_lines_lie_apart() -> None:
    in_lines, on_grid = (laying_of("wordcard", PLAYERS, {"grid": grid}) for grid in (False, True))
    assert (in_lines.by_column, in_lines.apart) == (False, True)
    assert (on_grid.by_column, on_grid.apart) == (True, False)


def test_between_matches_cards_are_laid_as_in_the_first_game() -> None:
    first = next(iter(rulebooks()))
    assert laying_of(None, (), {}) == laying_of(first, (), {})


MUDDLE, TOPSY = "Professor Muddle", "Madame Topsy"


@pytest.mark.parametrize(
    ("card", "trait", "said"),
    [
        (MUDDLE, {"timing": "minted", "effect": "draw", "amont": 2}, "“amont” is no part of a trait"),
        (MUDDLE, {"timing": "minted", "effect": "draw", "when": "own"}, "“when”, which only a timed one does"),
        (TOPSY, {"timing": "minted", "effect": "burn", "amount": 2}, "“amount”, which only draw has, not burn"),
    ],
)
def test_what_a_trait_says_in_vain_is_refused(card: str, trait: dict[str, str | int], said: str) -> None:
    file, check = deckfiles.read("villains"), deck_check("portraits")
    assert check is not None
    check(file)
    with pytest.raises(BadInput, match=said) as caught:
        check(replace(file, traits={**file.traits, card: trait}))
    assert caught.value.about.card == card


def test_a_creature_is_there_once() -> None:
    file, check = deckfiles.read("villains"), deck_check("portraits")
    assert check is not None
    first, *others = file.deck.cards
    with pytest.raises(BadInput, match="is there more than once"):
        check(replace(file, deck=replace(file.deck, cards=(replace(first, copies=2), *others))))
