"""A whole night, all saved matches one after the other, played by processes that are killed; run by test_killed.

    python -m tests.night FOLDER KILLS SEED

prints one JSON line per process: how many acts had been acknowledged before it (`acked`), how many it found done when
it took the night up (`stood`, None when what it found is neither that nor one more), whether it came so far as to say
(`said`), and whether timers were `paused` (or none could be, for the match is won).
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.clock import FakeClock
from companion.referee.journal import Journal
from companion.referee.referee import Referee
from companion.referee.source import Source
from tests.rules.play import no_lexicon

if TYPE_CHECKING:
    from companion.referee.tableview import TableView

MATCHES = Path(__file__).parent / "matches"
MOST_ACTS = 14  # between two kills
LONGEST_DELAY_S = 0.004  # after an acknowledgement: a commit takes about as long
STARTING_S = 0.03  # how long opening the journal and replaying a match may take

Act = tuple[str, Any]


def acts() -> list[Act]:
    """Everything that is done in the night: begin a match, its events one by one, leave it."""
    night: list[Act] = []
    for path in sorted(MATCHES.glob("*.json")):
        document = json.loads(path.read_text("utf-8"))["document"]
        setup = {name: document[name] for name in ("game", "players", "options") if name in document}
        night += [("begin", setup), *(("event", event) for event in document["events"]), ("close", None)]
    return night


def perform(referee: Referee, act: Act) -> None:
    what, value = act
    if what == "begin":
        referee.begin(value)
    elif what == "event":
        referee.happen(value, source=Source.HOST)
    else:
        referee.close()


def standing(view: TableView) -> str:
    """What must be the same after a restart: match, protocol and all that is shown of it, but no time of day."""
    told = view.to_json(rulings=10_000)
    rulings = [{name: value for name, value in ruling.items() if name != "at"} for ruling in told["rulings"]]
    kept = json.dumps([told["match_id"], told["match"], rulings], sort_keys=True, default=str)
    return hashlib.sha256(kept.encode()).hexdigest()


def uninterrupted(path: Path) -> list[str]:
    """How the table stands after each number of acts, from none on, when nothing goes wrong."""
    journal = Journal(path)
    referee = Referee(journal, FakeClock(), no_lexicon)
    stands = [standing(referee.view)]
    for act in acts():
        perform(referee, act)
        stands.append(standing(referee.view))
    journal.close()
    return stands


def play_on(path: Path, stands: list[str], acked: int, pipe: int) -> None:
    """The child: stand where the last one was killed, then play until killed, acknowledging each act."""
    referee = Referee(Journal(path), FakeClock(), no_lexicon)
    found = standing(referee.view)
    stood = next((done for done in (acked, acked + 1) if done < len(stands) and stands[done] == found), None)
    match = referee.view.match
    _say(pipe, f"stood {stood} {int(referee.view.paused or (match is not None and match.over))}")
    if stood is None:
        return
    for done, act in enumerate(acts()[stood:], stood + 1):
        perform(referee, act)
        _say(pipe, f"acked {done}")


def _say(pipe: int, line: str) -> None:
    os.write(pipe, f"{line}\n".encode())


def kill_once(path: Path, stands: list[str], acked: int, chance: random.Random) -> tuple[list[list[str]], bool]:
    """One child from its start to its SIGKILL: the lines it said, and whether it came to the night's end first."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            play_on(path, stands, acked, writing)
        finally:
            os._exit(0)
    os.close(writing)
    heard, wanted = b"", chance.randrange(MOST_ACTS + 1)
    delay_s = chance.uniform(0, LONGEST_DELAY_S if wanted else STARTING_S)
    while heard.count(b"\n") < wanted and (more := os.read(reading, 4096)):
        heard += more
    until = time.perf_counter() + delay_s
    while time.perf_counter() < until:
        pass
    os.kill(child, signal.SIGKILL)
    while more := os.read(reading, 4096):
        heard += more
    os.close(reading)
    _, status = os.waitpid(child, 0)
    whole = heard.decode().split("\n")[:-1]  # the last piece may be a line cut short
    return [line.split() for line in whole], os.WIFEXITED(status)


def main(folder: Path, kills: int, seed: int) -> None:
    chance = random.Random(seed)
    stands = uninterrupted(folder / "uninterrupted.sqlite3")
    night, acked = 0, 0
    for _ in range(kills):
        path = folder / f"night-{night}.sqlite3"
        said, ended = kill_once(path, stands, acked, chance)
        start = next((line for line in said if line[0] == "stood"), None)
        stood = int(start[1]) if start is not None and start[1] != "None" else None
        report = {"acked": acked, "stood": stood, "said": start is not None}
        sys.stdout.write(json.dumps({**report, "paused": start is not None and start[2] == "1"}) + "\n")
        acked = max([acked, stood or 0, *(int(line[1]) for line in said if line[0] == "acked")])
        if ended and acked == len(stands) - 1:
            night, acked = night + 1, 0


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
