"""The arbiter is called to a match of a tournament: with the ruling and its picture, again, and by its own table."""

from __future__ import annotations

import base64
import io
import json
from typing import TYPE_CHECKING

import jsonschema_rs
import pytest
from PIL import Image

from companion.errors import NotNow
from companion.hub.accounts import hashed
from companion.hub.disputes import dispute_message, read_call
from companion.hub.payloads import encoded
from companion.hub.seal import new_key, sealed
from companion.referee.source import Source
from companion.resources import shipped
from tests.hub.brokers import needs_broker
from tests.hub.hub_tournaments import PLAN, paired, until
from tests.views import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.hub.telling_tables import TellingTable
    from tests.hub.watched_hubs import Watched

pytestmark = needs_broker


def jpeg(width: int, height: int) -> bytes:
    made = io.BytesIO()
    Image.effect_noise((width, height), 90).save(made, "JPEG")
    return made.getvalue()


def test_the_arbiter_is_called_with_ruling_clause_and_picture_and_decides(
    watched: Watched, member: Callable[[str], TellingTable]
) -> None:
    table = member("a")
    tournament = paired(watched, "Ann", "Bob")
    desk = watched.hub.tournaments
    until(table, lambda view: view.invitation is not None)
    table.submit(lambda referee: referee.tournament.begin()).result()
    with pytest.raises(NotNow, match="no ruling yet"):
        table.submit(lambda referee: referee.tournament.call_arbiter()).result()
    assert table.view.match is not None
    first, second = table.view.match.players
    table.frames[1, "seen.jpg"] = jpeg(3000, 2000)
    place = {"event": "place", "player": first, "card": "Z"}
    table.submit(lambda referee: referee.happen(place, source=Source.CAMERA, frame="seen.jpg")).result()
    table.play({"event": "concede", "player": second}, {"event": "undo"})
    table.submit(lambda referee: referee.tournament.call_arbiter()).result()
    assert "The arbiter is called." in table.view.notices
    watched.wait(lambda: desk.disputes(tournament) != [])
    (dispute,) = desk.disputes(tournament)
    assert dispute["players"] == [first, second]
    assert dispute["ruling"]["number"] == 3
    assert not dispute["is_answered"]
    desk.act(
        tournament, {"act": "decide", "round": 1, "table": 1, "places": {first: 2, second: 1}, "reason": "heard both"}
    )
    assert desk.disputes(tournament)[0]["is_answered"]
    assert desk.shown(tournament)["pairings"][0]["tables"][0]["decided"] == "heard both"
    table.restart(None)  # a call is told once
    desk.act(tournament, {"act": "unpair"})
    assert len(desk.disputes(tournament)) == 1


def test_the_arbiter_is_called_again_for_a_ruling_that_was_decided(
    watched: Watched, member: Callable[[str], TellingTable]
) -> None:
    table = member("a")
    tournament, desk = paired(watched, "Ann", "Bob"), watched.hub.tournaments
    until(table, lambda view: view.invitation is not None)
    table.submit(lambda referee: referee.tournament.begin()).result()
    table.play({"event": "place", "player": table.view.match.players[0], "card": "Z"})  # type: ignore[union-attr]
    for calls in (1, 2):
        table.submit(lambda referee: referee.tournament.call_arbiter()).result()
        watched.wait(lambda calls=calls: len(desk.disputes(tournament)) == calls)  # type: ignore[misc]
        assert not desk.disputes(tournament)[0]["is_answered"]
        desk.act(tournament, {"act": "decide", "round": 1, "table": 1, "reason": "it stands"})
    assert [each["ruling"]["number"] for each in desk.disputes(tournament)] == [1, 1]


def test_a_call_for_the_arbiter_has_the_picture_made_small(telling: Callable[..., TellingTable]) -> None:
    table = telling("no")
    pairing = {"tournament": "c1", "round": 1, "table": 1, "made": 1}
    table.begin({"game": "disorder", "players": ["Ann", "Bob"], "options": {"lexicon": WORDS}, "pairing": pairing})
    place = {"event": "place", "player": "Ann", "card": "Z"}
    table.submit(lambda referee: referee.happen(place, source=Source.CAMERA, frame="seen.jpg")).result()
    table.submit(lambda referee: referee.tournament.call_arbiter()).result()
    message = dispute_message(table.view, lambda _match, _name: jpeg(3000, 2000))
    assert message is not None
    schema = json.loads(shipped("hub", "schema", "dispute.json").read_text())
    jsonschema_rs.validator_for(schema).validate(json.loads(encoded(sealed(message, "topic", new_key()))))
    message = json.loads(encoded(message))
    call = read_call(message)
    assert call is not None
    assert call.picture is not None
    assert max(Image.open(io.BytesIO(call.picture)).size) == 960
    assert (call.tournament, call.slot, call.made, call.ruling["number"]) == ("c1", (1, 1), 1, 1)
    claims_to_be_huge = jpeg(50, 50).replace(b"\x00\x32\x00\x32", b"\x1f\x40\x1f\x40")  # 8000 × 8000 in its header
    drawing = io.BytesIO()
    Image.new("RGB", (50, 50)).save(drawing, "PNG")
    lies = (base64.b64encode(picture).decode() for picture in (claims_to_be_huge, drawing.getvalue()))
    for picture in ("no base64!", "AAAA", 7, *lies):
        lied = read_call({**message, "picture": picture})
        assert lied is not None
        assert lied.picture is None
    for lie in ({}, {**message, "ruling": {}}, {**message, "pairing": {**pairing, "round": "1"}}):
        assert read_call(lie) is None
    ruling = {**message["ruling"], "reason": "x" * 5000}
    assert read_call({**message, "ruling": ruling}) is None


def test_where_no_tournament_is_there_is_no_arbiter(telling: Callable[..., TellingTable]) -> None:
    table = telling("no")
    table.begin()
    table.lay("Z")
    with pytest.raises(NotNow, match="no match of a tournament"):
        table.submit(lambda referee: referee.tournament.call_arbiter()).result()


def test_no_table_calls_the_arbiter_to_another(watched: Watched) -> None:
    desk = watched.hub.tournaments
    watched.hub.accounts.admit("t0123456789ab", hashed("password"), new_key())
    tournament = desk.open(PLAN)
    for name in ("Ann", "Bob"):
        desk.act(tournament, {"act": "enter", "name": name})
    desk.pair(tournament)
    desk.act(tournament, {"act": "move", "round": 1, "table": 1, "id": "t0123456789ab"})
    ruling = {"number": 1, "headline": "Placed", "reason": "so", "said": None, "clause": None, "clause_text": None}
    pairing = {"tournament": tournament, "round": 1, "table": 1, "made": 1}
    message = {"format": 1, "pairing": pairing, "ruling": ruling, "picture": base64.b64encode(jpeg(50, 50)).decode()}
    assert not desk.disputed("t0123456789ac", message)
    for other in ({"round": 2}, {"table": 2}, {"table": 0}, {"made": 2}, {"tournament": "c0"}):
        assert not desk.disputed("t0123456789ab", {**message, "pairing": {**pairing, **other}})
    assert desk.disputed("t0123456789ab", message)
    assert not desk.disputed("t0123456789ab", message)  # which came twice
    assert [each["has_picture"] for each in desk.disputes(tournament)] == [True]
    assert (desk.file.picture(tournament, 0) or b"").startswith(b"\xff\xd8")
