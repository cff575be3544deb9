"""A custom integration of Home Assistant's: writes down what it sees and presses buttons that it is told to.

It is copied into the configuration of a Home Assistant that `benchmarks/home_assistant.py` starts, and runs inside it.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from homeassistant.helpers import entity_registry  # type: ignore[import-not-found, unused-ignore]

DOMAIN = "watcher"
SEEN, ORDERS = "seen.jsonl", "orders.jsonl"


async def async_setup(hass: Any, _config: Any) -> bool:
    """Home Assistant calls this once, when it starts."""
    folder = Path(hass.config.config_dir)
    orders = folder / ORDERS
    orders.touch()
    done = len(orders.read_text("utf-8").splitlines())

    def write(document: dict[str, Any]) -> None:
        with (folder / SEEN).open("a", encoding="utf-8") as file:
            file.write(json.dumps(document, default=str) + "\n")

    def changed(event: Any) -> None:
        new = event.data["new_state"]
        entry = entity_registry.async_get(hass).async_get(event.data["entity_id"])
        if entry is not None and entry.platform == "mqtt":
            state, attributes = (None, {}) if new is None else (new.state, dict(new.attributes))
            write({"entity": entry.entity_id, "id": entry.unique_id, "state": state, "attributes": attributes})

    async def obey(_now: Any = None) -> None:
        nonlocal done
        while True:
            for line in orders.read_text("utf-8").splitlines()[done:]:
                done += 1
                order = json.loads(line)
                found = entity_registry.async_get(hass).async_get_entity_id("button", "mqtt", order["press"])
                await hass.services.async_call("button", "press", {"entity_id": found})
            await asyncio.sleep(0.2)

    async def nothing(_call: Any) -> None:
        """A lamp and a speaker that are not there: it is seen that they are called."""

    for domain, service in (("light", "turn_on"), ("tts", "speak")):
        hass.services.async_register(domain, service, nothing)
    hass.bus.async_listen("state_changed", changed)
    hass.bus.async_listen("call_service", lambda event: write({"service": dict(event.data)}))
    hass.bus.async_listen_once("homeassistant_started", lambda _: write({"started": True}))
    hass.async_create_background_task(obey(), "watcher")
    return True
