"""What somebody may be called who comes to play, and how it is kept."""

import pytest

from companion.errors import BadInput
from companion.games.naming import as_written, fault_of, must_be_a_name, must_be_several, with_names
from companion.language import messages
from companion.sentences import is_told

FAMILY = "👨🏽‍👩🏽‍👧🏽‍👦🏽"


@pytest.mark.parametrize(
    "name", ["Ann", "B" * 24, "漢" * 12, FAMILY, FAMILY * 12, "Zoe\u0308 2", "Zoë ❤️", "علی\u200cرضا", "ශ්\u200dරී"]
)
def test_a_name_that_displays_have_room_for_is_one(name: str) -> None:
    assert fault_of(name) is None


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "B" * 25,
        "漢" * 13,
        "👧" * 13,
        FAMILY * 13,
        " Ann",
        "Ann ",
        "\u0301",
        "A\u200bn",
        "A\u200cn",
        "a\u0301" * 80,
    ],
)
def test_any_other_is_none_in_a_sentence_of_every_language(name: str) -> None:
    fault = fault_of(name)
    assert fault is not None
    assert is_told(fault)
    assert fault.template in messages("de")
    assert "at most 24" in fault
    assert "Chinese, Japanese and Korean ones count twice" in fault
    with pytest.raises(BadInput) as refused:
        must_be_a_name(name)
    assert refused.value.sentence == fault


def test_however_it_is_composed_a_name_is_kept_in_one_way() -> None:
    assert as_written(" Zoe\u0308\n") == "Zoë"


def test_in_a_new_match_it_is_kept_so_wherever_it_stands() -> None:
    typed = "Zoe\u0308"
    setup = {
        "game": "villains", "players": ["Ann", typed], "deck": {"Ann": "villains", typed: "villains"},
        "options": {"starting": {"Ann": "Moth", typed: "Moth"}}, "practice": {"players": {typed: "hard"}},
    }  # fmt: skip
    assert with_names(setup) == {
        "game": "villains", "players": ["Ann", "Zoë"], "deck": {"Ann": "villains", "Zoë": "villains"},
        "options": {"starting": {"Ann": "Moth", "Zoë": "Moth"}}, "practice": {"players": {"Zoë": "hard"}},
    }  # fmt: skip


@pytest.mark.parametrize("players", [None, 7, "Ann", [], [" "], [7, "Ann"]])
def test_what_is_no_list_of_names_is_left_to_the_match(players: object) -> None:
    assert with_names({"game": "typo", "players": players}) == {"game": "typo", "players": players}


def test_two_spellings_of_one_name_do_not_sit_at_one_table() -> None:
    with pytest.raises(BadInput, match="“Ann” and “ann” would be one player"):
        must_be_several(["Ann", "Bob", "ann"])


def test_who_is_written_with_a_joiner_and_without_is_one_person() -> None:
    with pytest.raises(BadInput, match="would be one player"):
        must_be_several(["علی\u200cرضا", "علیرضا"])
    must_be_several(["👩\u200d👧", "👩👧"])
