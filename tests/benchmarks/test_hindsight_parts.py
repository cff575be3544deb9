"""What could have been is measured in every game of the house, by one command."""

from importlib import import_module

from benchmarks.hindsight import PARTS
from companion.games import RULEBOOKS


def test_every_game_has_its_part_and_all_are_measured_by_one_command() -> None:
    assert sorted(RULEBOOKS) == PARTS
    assert all(callable(import_module(f"benchmarks.hindsight_{game}").measured) for game in PARTS)
