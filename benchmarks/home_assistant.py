"""A real Home Assistant as the judge of what a table tells it.

    python -m benchmarks.home_assistant ENVIRONMENT [--keep FOLDER]

ENVIRONMENT is a virtual environment of its own that has Home Assistant (`python3.13 -m venv ENVIRONMENT`, then
`ENVIRONMENT/bin/pip install homeassistant paho-mqtt`: some 800 MB, and at its first start it installs more, which is
why this is no test). Mosquitto is Debian's, the table is `tableside run` with simulated hardware, and the two
automations are those of `docs/hub.md`.

A match is played at the table's own pages; a small integration inside Home Assistant writes down every state that
changes and every service that is called, and presses the table's buttons. It is seen to that all entities are there,
that turn, scores, timer and ruling are the table's, that the automations act, that a button pauses the match, that a
table that is killed is unavailable and comes back, and that all is there again after Home Assistant was restarted. The
exit status is 1 when anything is not as it should be.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import httpx

from tests.hub.brokers import Broker, free_port

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

PATIENCE_S, STARTING_S = 60.0, 900.0  # at its first start Home Assistant installs what its parts need
KNOWS_DEFAULT_ENTITY_ID = (2025, 10)  # releases before it name an entity after its device
HERE = Path(__file__).parent
PLAYERS = ["Ann", "Bob", "Cy"]
WATCHER = {
    "domain": "watcher", "name": "Watcher", "version": "1.0.0", "codeowners": [], "dependencies": [],
    "documentation": "https://example.org", "iot_class": "local_push", "requirements": [],
}  # fmt: skip


class Table:
    """`tableside run` that tells the broker, and its host."""

    def __init__(self, data: Path, broker: int) -> None:
        self._data, self._broker, self._port = data, broker, free_port()
        self._client = httpx.Client(base_url=f"http://127.0.0.1:{self._port}", timeout=60)

    def start(self) -> None:
        command = [sys.executable, "-m", "companion.cli", "run", "--data", str(self._data), "--port", str(self._port)]
        command += ["--phones", "no", "--hub", f"mqtt://127.0.0.1:{self._broker}", "--hub-allow", "pause,resume"]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self._process.stdout.readline()

    @property
    def id(self) -> str:
        """The table's id."""
        return str(json.loads((self._data / "table-id").read_bytes())["id"])

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait()

    def post(self, path: str, body: Mapping[str, Any]) -> None:
        answer = self._client.post(path, json=body)
        answer.raise_for_status()

    def play(self, **event: Any) -> None:
        """Hand in an event as the host."""
        self.post("/api/events", {"event": event})

    @property
    def state(self) -> Any:
        """The table as its own pages have it."""
        return self._client.get("/api/view").json()["table"]


class HomeAssistant:
    """A Home Assistant in a folder of its own, with the broker set up and the documented automations."""

    def __init__(self, environment: Path, folder: Path, broker: int, table: str) -> None:
        self._command = [str(environment / "bin" / "hass"), "-c", str(folder)]
        self._folder = folder
        self._read = 0
        self._seen: list[dict[str, Any]] = []
        (folder / ".storage").mkdir(parents=True)
        watcher = folder / "custom_components" / "watcher"
        watcher.mkdir(parents=True)
        (watcher / "manifest.json").write_text(json.dumps(WATCHER))
        shutil.copy(HERE / "home_assistant_watcher.py", watcher / "__init__.py")
        (folder / "configuration.yaml").write_text(
            f"http:\n  server_port: {free_port()}\nwatcher:\nautomation: !include automations.yaml\n"
        )
        (folder / "automations.yaml").write_text(documented_automations(table, version(environment)))
        (folder / ".storage" / "core.config_entries").write_text(json.dumps(mqtt_entry(broker)))

    def start(self) -> None:
        log = (self._folder / "hass.log").open("ab")
        self._process = subprocess.Popen(self._command, stdout=log, stderr=log)
        log.close()
        self.wait(lambda it: it.get("started") is True, "Home Assistant starts", STARTING_S)

    def stop(self) -> None:
        self._process.send_signal(signal.SIGINT)
        self._process.wait()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def log(self) -> str:
        """What it has logged of its own."""
        return (self._folder / "hass.log").read_text("utf-8", "replace")

    def press(self, button: str) -> None:
        """Press a button of the table, by its unique id."""
        with (self._folder / "orders.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps({"press": button}) + "\n")

    def wait(
        self, is_it: Callable[[dict[str, Any]], bool], what: str, patience_s: float = PATIENCE_S
    ) -> dict[str, Any]:
        """The first thing from now on that `is_it`. Raises TimeoutError."""
        until_s = time.monotonic() + patience_s
        while time.monotonic() < until_s:
            for found in self._news():
                if is_it(found):
                    return found
            if self._process.poll() is not None:
                raise TimeoutError(f"Home Assistant ended before: {what}; {self.log()[-2000:]}")
            time.sleep(0.1)
        raise TimeoutError(f"in vain waited for: {what}; last was {json.dumps(self._seen[-6:])}")

    def becomes(self, entity: str, is_so: Callable[[dict[str, Any]], bool], what: str) -> dict[str, Any]:
        """The state of an entity, by the end of its unique id, once it is so: its newest, or a later one."""
        for old in [it for it in self._seen if str(it.get("id")).endswith(entity)][-1:]:
            if is_so(old):
                return old
        return self.wait(lambda it: str(it.get("id")).endswith(entity) and is_so(it), what)

    def spoken(self, is_so: Callable[[list[str]], bool], what: str) -> None:
        """Wait until what the speaker was told to say is so. Raises TimeoutError."""

        def said() -> list[str]:
            called = [it["service"] for it in self._seen if "service" in it]
            return [one["service_data"]["message"] for one in called if one["service"] == "speak"]

        if not is_so(said()):
            self.wait(lambda _: is_so(said()), what)

    def entities(self) -> dict[str, str]:
        """The entities that were seen, by unique id."""
        list(self._news())
        return {it["id"]: it["entity"] for it in self._seen if "id" in it}

    def _news(self) -> Iterator[dict[str, Any]]:
        path = self._folder / "seen.jsonl"
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        while self._read < len(lines):
            self._seen.append(json.loads(lines[self._read]))
            self._read += 1
            yield self._seen[-1]


def version(environment: Path) -> tuple[int, int]:
    """Year and month of a Home Assistant."""
    said = subprocess.run([environment / "bin" / "hass", "--version"], capture_output=True, text=True, check=True)
    year, month, _ = said.stdout.strip().split(".", 2)
    return int(year), int(month)


def documented_automations(table: str, release: tuple[int, int]) -> str:
    """The automations that docs/hub.md shows, for this table."""
    text = (HERE.parent / "docs" / "hub.md").read_text("utf-8")
    (automations,) = [block for block in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL) if "alias:" in block]
    named = table if release >= KNOWS_DEFAULT_ENTITY_ID else table[-4:]
    return str(automations).replace("t0123456789ab", named)


def mqtt_entry(broker: int) -> dict[str, Any]:
    """What Home Assistant keeps once somebody has told its MQTT integration where the broker is."""
    entry = {
        "entry_id": "tablesidebench", "domain": "mqtt", "title": "broker", "version": 1, "minor_version": 1,
        "data": {"broker": "127.0.0.1", "port": broker, "discovery": True}, "options": {}, "source": "user",
        "pref_disable_new_entities": False, "pref_disable_polling": False, "unique_id": None, "disabled_by": None,
    }  # fmt: skip
    return {"version": 1, "minor_version": 1, "key": "core.config_entries", "data": {"entries": [entry]}}


def played(table: Table, home: HomeAssistant) -> Iterator[str]:
    """What was seen to, one after the other. Raises TimeoutError or AssertionError at what is not so."""
    table.post("/api/matches", {"game": "disorder", "players": PLAYERS})
    home.becomes("_game", lambda it: it["state"] == "Disorder!", "the game")
    home.becomes("_turn", lambda it: it["state"] == "Ann", "whose turn it is")
    seats = [home.becomes(f"_seat{seat}", lambda it: it["state"] == "0", "a seat") for seat in (1, 2, 3)]
    assert [seat["attributes"]["friendly_name"].split()[-1] for seat in seats] == PLAYERS, seats
    yield "game, turn and a score for each of three players are there"

    for player, card in zip([*PLAYERS, *PLAYERS], "ZOOKQ", strict=False):
        table.play(event="place", player=player, card=card)
    home.becomes("_turn", lambda it: it["state"] == "Cy", "the turn of the next")
    table.play(event="challenge", player="Cy")
    ruling = home.becomes("_ruling", lambda it: it["attributes"].get("event_type") == "challenge", "the challenge")
    newest = table.state["rulings"][-1]
    told = {name: ruling["attributes"][name] for name in ("clause", "reason", "headline", "clause_text")}
    assert told == {name: newest[name] for name in told}, (told, newest)
    yield f"the challenge is an event with its clause ({told['clause']}) and the table's own reason"

    called = home.wait(lambda it: it.get("service", {}).get("service") == "turn_on", "the lamp's automation")
    assert called["service"]["service_data"]["color_name"] == "red", called
    last = f"{told['headline']} – {told['reason']}"
    home.spoken(lambda said: said[-1:] == [last], "that the ruling is said")
    yield "the documented automations turn the lamp red and have each ruling said"

    table.play(event="name_word", player="Bob", word="zookq")
    chips = table.state["match"]["scores"]["Bob"]
    home.becomes("_seat2", lambda it: it["state"] == str(chips), "the chips")
    yield f"the loser's {chips} chips are the seat's state"

    home.press(f"tableside_{table.id}_pause")
    until_s = time.monotonic() + PATIENCE_S
    while not table.state["paused"]:
        assert time.monotonic() < until_s, "the pause button does nothing"
        time.sleep(0.2)
    yield "the pause button pauses the match"

    table.kill()
    home.becomes("_turn", lambda it: it["state"] == "unavailable", "that the killed table is gone")
    table.start()
    home.becomes("_turn", lambda it: it["state"] == "Bob", "that the table is there again")
    yield "a table that is killed is unavailable, and back where it stood"

    home.stop()
    home.start()
    home.becomes("_seat2", lambda it: it["state"] == str(chips), "the state after a restart of Home Assistant")
    table.post("/api/match/resume", {})
    table.play(event="place", player="Bob", card="C")
    rulings = [f"{ruling['headline']} – {ruling['reason']}" for ruling in table.state["rulings"]]
    home.spoken(lambda said: said == rulings, f"that each ruling was said once and nothing else ({rulings})")
    yield f"after a restart of Home Assistant all is there again; {len(rulings)} rulings were said, each once"


def main() -> int:
    """Run it. Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("environment", type=Path, help="a virtual environment with Home Assistant")
    parser.add_argument("--keep", type=Path, help="keep Home Assistant's folder here")
    args = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as scratch,
        Broker(Path(scratch), "allow_anonymous true") as broker,
        Table(Path(scratch, "table"), broker.port) as table,
    ):
        home = HomeAssistant(args.environment, args.keep or Path(scratch, "home"), broker.port, table.id)
        wrong = 0
        try:
            with home:
                for so in played(table, home):
                    print(f"  {so}", flush=True)
        except (AssertionError, TimeoutError) as error:
            print(f"NOT SO: {error}")
            wrong = 1
        loud = [line for line in home.log().splitlines() if " ERROR " in line or " WARNING " in line]
        complaints = [line for line in loud if "mqtt" in line or "value_json" in line]
        for line in complaints:
            print(f"COMPLAINT: {line}")
        for unique, entity in sorted(home.entities().items()):
            print(f"  {entity:60} {unique}")
    return 1 if wrong or complaints else 0


if __name__ == "__main__":
    sys.exit(main())
