"""Saved matches: replayed today they give, to the last digit of the digest, what they gave when they were saved."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.games import RULEBOOKS
from companion.referee.match import judge
from tests.rules.play import no_lexicon

SAVED = sorted((Path(__file__).parents[1] / "matches").glob("*.json"))


def read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.stem)
def test_a_saved_match_replays_to_the_same_result_and_digest(path: Path) -> None:
    saved = read(path)
    result = judge(saved["document"], no_lexicon)
    assert result["digest"] == saved["result"]["digest"], "changed on purpose? then run tests/matches/save.py"
    told = [{key: value for key, value in ruling.items() if key != "reason"} for ruling in result["rulings"]]
    then = [{key: value for key, value in ruling.items() if key != "reason"} for ruling in saved["result"]["rulings"]]
    assert told == then
    assert result["scores"] == saved["result"]["scores"]


@pytest.mark.parametrize("game", RULEBOOKS)
def test_every_game_has_saved_matches(game: str) -> None:
    assert any(path.stem.startswith(game) for path in SAVED)
