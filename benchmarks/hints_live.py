"""How soon after a ruling a page says what could have been: `python -m benchmarks.hints_live [GAME]`.

    python -m benchmarks.hints_live [GAME] [--matches N] [--seed N]

Whole matches between opponents of all strengths, WORDCARD in every type, for both aims, on the table and on the grid,
are handed to a running table that teaches, so that it says as much as it ever does: by HTTP, to a process of its own
with its journal on disk. What a page hears is heard from `/api/live`. The time counts from the ruling, as soon as the
answer to the event or a page's view has it, until a page's view has a hint, and until it has all of it: in WORDCARD a
good laydown is told first, and gives way to the best one and the best turn. Rulings of which nothing is to be said
count for nothing; nor does the very first hint of a table that has just been started, which is told apart. What the
page heard is held against what the rules say of the same events here. Told are, by game, so many hints, and median,
99th percentile and the longest in milliseconds. If a hint never comes as it is here, that is printed, and the exit
status is 1.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, get_args

import httpx

from benchmarks.figures import at_least_one, percentile
from benchmarks.opponents import Against
from benchmarks.own_process import in_own_process
from companion import dictionaries
from companion.games import RULEBOOKS
from companion.games.opponent import Strength
from companion.games.teaching import TEACH
from companion.games.wordcard.events import Aim, PlainType
from companion.referee.match import Match

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from multiprocessing.connection import Connection

    from companion.games.core import Words

MATCHES = 40  # of each game
MORE = {"wordcard": 3}  # so many times as many: there is something to be said but once a match
LEAST = 2  # hints: the very first is told apart
PATIENCE_S = 10.0  # longer than any hint takes
MS = 1000
SEATS = {"villains": 2}  # else two to four


@dataclass
class _Heard:
    """How many rulings there were, how long it took until there was a hint and all of it, and how many never came."""

    rulings: int = 0
    took_ms: list[tuple[float, float]] = field(default_factory=list)
    missed: int = 0


def main() -> int:
    """Play, and print the figures; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", choices=RULEBOOKS)
    parser.add_argument("--matches", type=at_least_one, default=MATCHES)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    missed = 0
    print(
        f"{'':16} rulings  hints    until there is one         until there is all of it     the very first, all of it"
    )
    for game in [asked.game] if asked.game else RULEBOOKS:
        heard = _measured(game, asked.matches * MORE.get(game, 1), asked.seed)
        missed += heard.missed
        if len(heard.took_ms) < LEAST:
            print(f"{game:16} {heard.rulings:7} {len(heard.took_ms):6}  too few; more --matches tell")
            continue
        cold, *warm = heard.took_ms
        figures = "   ".join(_told([took_ms[part] for took_ms in warm]) for part in range(2))
        print(f"{game:16} {heard.rulings:7} {len(heard.took_ms):6}  {figures} {cold[1]:18.1f} ms", flush=True)
    return 1 if missed else 0


def _told(took_ms: Sequence[float]) -> str:
    return f"{percentile(took_ms, 0.5):7.1f} {percentile(took_ms):7.1f} {max(took_ms):8.1f}"


def _measured(game: str, matches: int, seed: int) -> _Heard:
    """What a page hears of so many matches."""
    luck, heard = Random(seed), _Heard()
    with tempfile.TemporaryDirectory() as name:
        data = Path(name)
        dictionaries.solve(dictionaries.DEFAULT, data, print)  # as at a table that has been asked for it before
        words = dictionaries.at_table(dictionaries.DEFAULT, data)
        with (
            in_own_process(_serve, data) as address,
            httpx.Client(base_url=address, timeout=60) as host,
            _Page(address) as page,
        ):
            for number in range(matches):
                strengths = [luck.choice(list(Strength)) for _ in range(SEATS.get(game) or luck.randint(2, 4))]
                match = Against(game, strengths, luck.getrandbits(32), words, _options(game, number))
                _hear(match, words, host, page, heard)
    return heard


def _hear(played: Against, words: Words, host: httpx.Client, page: _Page, heard: _Heard) -> None:
    """Hand in one match, event by event, and note what is heard of it."""
    events = played.played().events
    setup = {"game": played.game, "players": list(played.players), "options": played.options}
    here = Match.begin(setup, lambda _: words)
    match_id = host.post("/api/matches", json={**setup, TEACH: True}).raise_for_status().json()["match_id"]
    for number, event in enumerate(events, start=1):
        here.apply(event)
        hints = json.loads(json.dumps(here.hints(teaching=True)))
        answer = host.post("/api/events", json={"event": event}).raise_for_status()
        ruled_s = time.monotonic()
        assert answer.json()["accepted"], answer.text
        heard.rulings += 1
        if not hints:
            continue
        times_s = page.hears(match_id, number, hints)
        if times_s is None:
            print(f"{played.game}, seed {played.seed}: what is said of event {number} never came")
            heard.missed += 1
        else:
            seen_s, first_s, all_s = times_s
            began_s = min(seen_s, ruled_s)
            heard.took_ms.append(((first_s - began_s) * MS, (all_s - began_s) * MS))
    host.post("/api/match/close").raise_for_status()


def _options(game: str, number: int) -> Mapping[str, Any]:
    """What is agreed in the match of that number."""
    if game != "wordcard":
        return {}
    kinds = [*product(get_args(PlainType), get_args(Aim), (False, True))]
    kind, aim, grid = kinds[number % len(kinds)]
    return {"type": kind, "aim": aim, "grid": grid}


class _Page:
    """What a page hears, from the moment it is opened."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._news = threading.Condition()
        self._heard: list[tuple[float, dict[str, Any]]] = []  # since somebody listened last
        self._thread = threading.Thread(target=self._listen, daemon=True)

    def __enter__(self) -> _Page:
        self._thread.start()
        with self._news:
            assert self._news.wait_for(lambda: self._heard, PATIENCE_S), "the table says nothing"
        return self

    def __exit__(self, *_: object) -> None:
        """It ends with the table."""

    def hears(self, match_id: int, rulings: int, hints: Mapping[str, Any]) -> tuple[float, float, float] | None:
        """When a view came with so many rulings of the match, when one with a hint, and when one with just these hints;
        None where that never comes."""

        def said() -> list[tuple[float, Mapping[str, Any]]]:
            views = [(at_s, view) for at_s, view in self._heard if view["match_id"] == match_id and view["rulings"]]
            return [(at_s, view["hints"]) for at_s, view in views if view["rulings"][-1]["number"] == rulings]

        with self._news:
            came = self._news.wait_for(lambda: any(hint == hints for _, hint in said()), PATIENCE_S)
            found = said()
            self._heard.clear()
        if not came:
            return None
        first_s = next(at_s for at_s, hint in found if hint)
        return found[0][0], first_s, next(at_s for at_s, hint in found if hint == hints)

    def _listen(self) -> None:
        with httpx.stream("GET", f"{self._address}/api/live", timeout=60) as heard:
            try:
                for line in heard.iter_lines():
                    at_s = time.monotonic()
                    if line.startswith("data: {"):
                        view = json.loads(line.removeprefix("data: "))["table"]
                        with self._news:
                            self._heard.append((at_s, view))
                            self._news.notify_all()
            except httpx.RemoteProtocolError:
                return  # the table has ended


def _serve(ready: Connection, data: Path) -> None:
    """The whole table, simulated, without a camera."""
    from companion.app import Setup, started

    with started(Setup(data, port=0, camera="none"), print) as app:
        ready.send(app.address)
        ready.recv()


if __name__ == "__main__":
    sys.exit(main())
