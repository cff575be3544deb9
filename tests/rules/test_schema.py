"""The JSON Schemas in docs/schema: made from the types, current, and true of real transcripts."""

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from companion.cli import main
from companion.games import RULEBOOKS
from companion.games.events import ByPlayer, Player
from companion.games.schema import transcript_schema, type_schema

HERE = Path(__file__).parent
SAVED = sorted((HERE.parent / "matches").glob("*.json"))
SCHEMAS = HERE.parent.parent / "docs" / "schema"


def read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


@pytest.mark.parametrize("game", RULEBOOKS)
def test_the_schema_in_the_docs_is_current(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", game, "--schema"]) == 0
    assert (SCHEMAS / f"{game}.json").read_text("utf-8") == capsys.readouterr().out


def test_types_say_the_same_in_json_schema() -> None:
    assert type_schema(Player)["type"] == "string"
    assert type_schema(Player | None)["anyOf"][1] == {"type": "null"}
    assert ByPlayer().schema()["description"] == "entries for players of the match"
    events = transcript_schema(RULEBOOKS["typo"])["$defs"]
    assert events["place"]["required"] == ["event", "player", "row", "side", "word"]
    assert events["place"]["properties"]["side"] == {"enum": ["front", "back"]}
    assert set(events) == {*RULEBOOKS["typo"].events, "undo", "redo", "correct", "join", "leave", "sit_out"}


@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.stem)
def test_saved_matches_follow_the_schema(path: Path) -> None:
    document = read(path)["document"]
    schema = read(SCHEMAS / f"{document['game']}.json")
    assert jsonschema_rs.validator_for(schema).is_valid(document)
    assert not jsonschema_rs.validator_for(schema).is_valid(document | {"game": "chess"})
    assert not jsonschema_rs.validator_for(schema).is_valid(document | {"events": [{"event": "dance"}]})
    assert not jsonschema_rs.validator_for(schema).is_valid(document | {"players": "Ann"})
