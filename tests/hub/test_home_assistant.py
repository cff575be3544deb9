"""What Home Assistant is told, held against what its MQTT integration documents, and filled in with real messages."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import jsonschema_rs
import pytest
from jinja2.sandbox import SandboxedEnvironment

from companion.games import rulebooks
from companion.hub.home_assistant import MOST_SEATS, discovery
from companion.hub.payloads import encoded, ruling_message, view_message
from companion.hub.topics import HOME_ASSISTANT_STATUS, Topics
from companion.language import LANGUAGES, translations
from tests.hourglass import disorder

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.referee.tableview import TableView
    from tests.hourglass import Hourglass
    from tests.hub.brokers import Broker, Ear
    from tests.hub.telling_tables import TellingTable

TOPICS = Topics("t0123456789ab")
TEXT, ID = {"type": "string", "minLength": 1}, {"type": "string", "pattern": "^[a-zA-Z0-9_-]+$"}
# What https://www.home-assistant.io/integrations/mqtt and the pages of its platforms document, as far as it is used.
EVERY = {
    "platform": TEXT, "name": TEXT, "icon": {"type": "string", "pattern": "^mdi:"}, "unique_id": ID,
    "default_entity_id": {"type": "string", "pattern": "^(sensor|event|button|binary_sensor)\\.[a-z0-9_]+$"},
    "entity_category": {"enum": ["diagnostic", "config"]},
}  # fmt: skip
STATE = {"state_topic": TEXT, "value_template": TEXT, "json_attributes_topic": TEXT}
PLATFORMS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "sensor": (
        {
            **STATE, "unit_of_measurement": {"type": "string"},
            "device_class": {"enum": ["timestamp", "temperature", "battery"]},
        },
        ["state_topic"],
    ),
    "binary_sensor": ({**STATE, "device_class": {"enum": ["problem"]}}, ["state_topic"]),
    "event": (
        {**STATE, "event_types": {"type": "array", "items": TEXT, "minItems": 1}}, ["state_topic", "event_types"],
    ),
    "button": ({"command_topic": TEXT, "payload_press": TEXT}, ["command_topic"]),
}  # fmt: skip
REMOVED = {
    "properties": {"platform": {"enum": list(PLATFORMS)}}, "required": ["platform"], "additionalProperties": False,
}  # fmt: skip
SCHEMA = {
    "type": "object",
    "properties": {
        "device": {
            "type": "object",
            "properties": {
                "identifiers": {"type": "array", "items": ID, "minItems": 1},
                **dict.fromkeys(("name", "manufacturer", "model", "sw_version"), TEXT),
            },
            "required": ["identifiers"],
            "additionalProperties": False,
        },
        "origin": {
            "type": "object",
            "properties": {"name": TEXT, "sw_version": TEXT},
            "required": ["name"],
            "additionalProperties": False,
        },
        "availability": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"topic": TEXT, "value_template": TEXT},
                "required": ["topic"],
                "additionalProperties": False,
            },
        },
        "qos": {"enum": [0, 1, 2]},
        "components": {
            "type": "object",
            "propertyNames": ID,
            "additionalProperties": {
                "oneOf": [
                    REMOVED,
                    *(
                        {
                            "properties": {**EVERY, **properties, "platform": {"const": platform}},
                            "required": ["platform", "unique_id", *required],
                            "additionalProperties": False,
                        }
                        for platform, (properties, required) in PLATFORMS.items()
                    ),
                ]
            },
        },
    },
    "required": ["device", "origin", "components"],
    "additionalProperties": False,
}
DOCUMENTED = jsonschema_rs.validator_for(SCHEMA)


def filled_in(template: str, message: dict[str, Any]) -> str:
    """A template as Home Assistant fills it in: `value_json` is what came, in a sandbox."""
    return SandboxedEnvironment().from_string(template).render(value_json=json.loads(encoded(message)))


@pytest.fixture
def glass(hourglass: Callable[..., Hourglass]) -> Hourglass:
    return disorder(hourglass)


def viewed(glass: Hourglass) -> dict[str, Any]:
    return view_message(glass.view, glass.clock.now_ms(), glass.clock.wall())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_discovery_payload_is_as_documented(glass: Hourglass, language: str) -> None:
    told = discovery(TOPICS, glass.view, translations(language).gettext, token="secret", deeds=("pause",))
    DOCUMENTED.validate(told)
    assert not any(
        part["name"].startswith(told["device"]["name"]) for part in told["components"].values() if "name" in part
    )
    assert "~" not in told


def test_ids_of_two_tables_never_meet(glass: Hourglass) -> None:
    mine, other = (discovery(topics, glass.view, str) for topics in (TOPICS, Topics("tba9876543210")))
    ids = [
        {part[key] for part in told["components"].values() for key in ("unique_id", "default_entity_id") if key in part}
        for told in (mine, other)
    ]
    assert ids[0].isdisjoint(ids[1])
    assert mine["device"]["identifiers"] != other["device"]["identifiers"]
    assert TOPICS.discovery != Topics("tba9876543210").discovery


def test_players_have_an_entity_each_and_empty_seats_are_taken_out(glass: Hourglass) -> None:
    seats = {name: part for name, part in discovery(TOPICS, glass.view, str)["components"].items() if "seat" in name}
    assert [part.get("name") for part in seats.values()] == ["Ann", "Bob", "Cy", *[None] * (MOST_SEATS - 3)]
    assert seats["seat4"] == {"platform": "sensor"}
    assert [filled_in(part["value_template"], viewed(glass)) for part in list(seats.values())[:3]] == ["0", "0", "0"]
    assert max(book.seats[1] for book in rulebooks().values()) <= MOST_SEATS


def test_turn_timer_and_game_are_read_from_the_view(glass: Hourglass) -> None:
    parts = discovery(TOPICS, glass.view, str)["components"]
    told = viewed(glass)
    assert filled_in(parts["turn"]["value_template"], told) == told["table"]["match"]["turn"]
    assert filled_in(parts["timer"]["value_template"], told) == told["table"]["timer"]["deadline"]
    assert filled_in(parts["game"]["value_template"], told) == "Disorder!"
    glass.referee.close()
    quiet = viewed(glass)
    shown = {name: filled_in(parts[name]["value_template"], quiet) for name in ("turn", "timer", "game", "seat1")}
    assert shown == {"turn": "-", "timer": "None", "game": "-", "seat1": "None"}


def test_a_ruling_is_an_event_of_a_documented_kind_with_its_clause(glass: Hourglass) -> None:
    part = discovery(TOPICS, glass.view, str)["components"]["ruling"]
    entry = glass.view.protocol[-1]
    event = json.loads(filled_in(part["value_template"], ruling_message(entry, 1, "a" * 64, "b" * 64, late=False)))
    assert (event["event_type"], event["player"]) == ("challenge", "Bob")
    assert (event["clause"], event["reason"]) == (entry.to_json()["clause"], str(entry.ruling.reason))
    assert {name for book in rulebooks().values() for name in book.events} < set(part["event_types"])
    late = json.loads(filled_in(part["value_template"], ruling_message(entry, 1, "a" * 64, "b" * 64, late=True)))
    assert late["event_type"] == "late"  # no lamp turns red for what happened an hour ago
    assert {event["event_type"], "late", "begun"} < set(part["event_types"])


def test_buttons_are_there_only_where_a_token_allows_them(glass: Hourglass) -> None:
    def buttons(*deeds: str) -> set[str]:
        told = discovery(TOPICS, glass.view, str, token="secret", deeds=deeds)
        return {name for name, part in told["components"].items() if part["platform"] == "button" and len(part) > 1}

    assert (buttons(), buttons("pause", "challenge")) == (set(), {"pause", "challenge"})
    assert b"secret" not in encoded(discovery(TOPICS, glass.view, str, token="secret"))


def test_a_table_is_announced_and_again_when_home_assistant_has_started(
    broker: Broker, ear: Ear, telling: Callable[..., TellingTable]
) -> None:
    table = telling(f"mqtt://127.0.0.1:{broker.port}", allow=("pause",))
    announced = ear.wait_for(table.topics.discovery)
    DOCUMENTED.validate(announced)
    ear.wait_for(table.topics.presence, lambda it: it["state"] == "online")
    ear.heard.clear()
    ear.say(HOME_ASSISTANT_STATUS, b"online")
    assert ear.wait_for(table.topics.discovery) == announced
    ear.wait_for(table.topics.presence)
    press = json.loads(announced["components"]["pause"]["payload_press"])
    assert press == {"do": "pause", "token": (table.data / "hub-token").read_text().strip()}


def test_the_view_of_a_quiet_table_has_no_seats(hourglass: Callable[..., Hourglass]) -> None:
    quiet = hourglass("disorder", ["Ann", "Bob"])
    quiet.referee.close()
    view: TableView = quiet.view
    DOCUMENTED.validate(discovery(TOPICS, view, str))
