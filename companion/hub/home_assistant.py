"""What Home Assistant is told of a table, so that it shows it without being set up: one device with its entities.

The form is that of its MQTT integration (https://www.home-assistant.io/integrations/mqtt, "Device discovery payload").
Topics are written in full: its releases of 2025 refuse `~` at the root, though its pages describe it. Pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion import __version__
from companion.games import rulebooks
from companion.games.match_events import MATCH_EVENTS
from companion.sentences import message

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from companion.hub.topics import Topics
    from companion.referee.tableview import TableView

MOST_SEATS = 10
OTHER_EVENTS = ("begun", "late")  # a match has begun; something that happened while nobody listened

_NO_MATCH = (
    "{'turn': none, 'scores': {}, 'players': []}"  # all that is asked for: what is missing is a warning each time
)
_MATCH = f"(value_json.table.match or {_NO_MATCH})"
_RULING = (
    "{{ {'event_type': 'late' if value_json.late else 'begun' if value_json.kind == 'begun'"
    " else value_json.event.event,"
    " 'clause': value_json.clause | default(none), 'clause_text': value_json.clause_text | default(none),"
    " 'reason': value_json.reason | default(''), 'headline': value_json.headline | default(''),"
    " 'player': (value_json.event | default({})).player | default(none),"
    " 'verdict': value_json.verdict | default(none), 'number': value_json.number,"
    " 'game': value_json.game} | tojson }}"
)
_BUTTONS = {
    "pause": (message("Pause"), "mdi:pause"),
    "resume": (message("Go on"), "mdi:play"),
    "challenge": (message("Challenge"), "mdi:hand-back-right"),
}


def discovery(
    topics: Topics, view: TableView, translate: Callable[[str], str], *, token: str = "", deeds: Collection[str] = ()
) -> dict[str, Any]:
    """The discovery payload of a table: an entity for each thing it tells, one for each player of the match on it, and
    a button for each of the `deeds` that `token` allows. Seats that nobody has are taken out."""
    entities = {
        **_of_the_match(topics, translate),
        **_of_the_seats(topics, view, translate),
        **_of_the_machine(topics, translate),
        **_buttons(topics, translate, token, deeds),
    }
    return {
        "device": {
            "identifiers": [f"tableside_{topics.table}"],
            "name": f"Tableside {topics.table[-4:]}",
            "manufacturer": "Tableside",
            "model": translate(message("Referee at the table")),
            "sw_version": __version__,
        },
        "origin": {"name": "Tableside", "sw_version": __version__},
        "availability": [{"topic": topics.presence, "value_template": "{{ value_json.state }}"}],
        "components": {
            name: _identified(topics, name, entity) if len(entity) > 1 else entity for name, entity in entities.items()
        },
        "qos": 1,
    }


def _identified(topics: Topics, name: str, entity: Mapping[str, Any]) -> dict[str, Any]:
    own = f"tableside_{topics.table}_{name}"
    return {**entity, "unique_id": own, "default_entity_id": f"{entity['platform']}.{own}"}


def _of_the_match(topics: Topics, translate: Callable[[str], str]) -> dict[str, dict[str, Any]]:
    events = {event for book in rulebooks().values() for event in book.events}
    view = {"state_topic": topics.view}
    return {
        "game": {
            "platform": "sensor", "name": translate(message("Game")), "icon": "mdi:cards", **view,
            "value_template": "{{ value_json.table.title or '-' }}",
        },
        "turn": {
            "platform": "sensor", "name": translate(message("Turn")), "icon": "mdi:account-arrow-right", **view,
            "value_template": "{{ " + _MATCH + ".turn or '-' }}",
        },
        "timer": {
            "platform": "sensor", "name": translate(message("Time is up at")), "device_class": "timestamp", **view,
            "value_template": "{{ (value_json.table.timer or {}).deadline | default('None', true) }}",
        },
        "ruling": {
            "platform": "event", "name": translate(message("Ruling")), "icon": "mdi:gavel",
            "state_topic": topics.ruling, "event_types": [*sorted({*events, *MATCH_EVENTS}), *OTHER_EVENTS],
            "value_template": _RULING,
        },
    }  # fmt: skip


def _of_the_seats(topics: Topics, view: TableView, translate: Callable[[str], str]) -> dict[str, dict[str, Any]]:
    players = () if view.match is None else view.match.players
    unit = "" if view.match is None else translate(view.match.score_name)
    seats: dict[str, dict[str, Any]] = {}
    for seat in range(MOST_SEATS):
        if seat >= len(players):
            seats[f"seat{seat + 1}"] = {"platform": "sensor"}
            continue
        score = "{{ %s.scores.get(%s.players[%d]) if %s.players | length > %d else 'None' }}"
        seats[f"seat{seat + 1}"] = {
            "platform": "sensor", "name": players[seat], "icon": "mdi:account", "state_topic": topics.view,
            "unit_of_measurement": unit, "value_template": score % (_MATCH, _MATCH, seat, _MATCH, seat),
        }  # fmt: skip
    return seats


def _of_the_machine(topics: Topics, translate: Callable[[str], str]) -> dict[str, dict[str, Any]]:
    health = {"state_topic": topics.health, "entity_category": "diagnostic"}
    return {
        "temperature": {
            "platform": "sensor", "name": translate(message("Temperature")), "device_class": "temperature",
            "unit_of_measurement": "°C", "value_template": "{{ value_json.temperature_c }}", **health,
        },
        "battery": {
            "platform": "sensor", "name": translate(message("Battery")), "device_class": "battery",
            "unit_of_measurement": "%", "value_template": "{{ value_json.battery_percent }}", **health,
        },
        "trouble": {
            "platform": "binary_sensor", "name": translate(message("Trouble")), "device_class": "problem",
            "value_template": "{{ 'ON' if value_json.trouble else 'OFF' }}",
            "json_attributes_topic": topics.health, **health,
        },
    }  # fmt: skip


def _buttons(
    topics: Topics, translate: Callable[[str], str], token: str, deeds: Collection[str]
) -> dict[str, dict[str, Any]]:
    buttons: dict[str, dict[str, Any]] = {}
    for deed, (name, icon) in _BUTTONS.items():
        buttons[deed] = {"platform": "button"}
        if deed in deeds:
            press = f'{{"do": "{deed}", "token": "{token}"}}'
            buttons[deed] |= {
                "name": translate(name), "icon": icon, "command_topic": topics.do, "payload_press": press,
            }  # fmt: skip
    return buttons
