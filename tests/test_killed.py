"""A table killed at any moment stands where it stood: no acknowledged event is missing, timers are paused."""

import json
import os
import subprocess
import sys
from pathlib import Path

from companion.clock import FakeClock
from companion.journal import Journal
from companion.referee import Referee
from tests.views import PLAYERS, WORDS, shipped

# Plays rounds of Disorder! for ever, and prints the number of each event once the referee has taken it.
PLAYER = """
import json, sys
from pathlib import Path
from companion.clock import SystemClock
from companion.journal import Journal
from companion.referee import Referee

setup = json.loads(sys.argv[2])
referee = Referee(Journal(Path(sys.argv[1])), SystemClock(), lambda name: None)
if referee.view.match is None:
    referee.begin(setup)
print(f"stood at {len(referee.view.protocol)} {int(referee.view.paused)}", flush=True)
while True:
    match = referee.view.match
    event = {"event": "place", "player": match.turn, "card": "Z"}
    if len(match.board["row"]) >= 4:
        event = {"event": "concede", "player": match.turn}
    entry = referee.happen(event, source="host")
    print(entry.number, flush=True)
"""
KILLS = 12


def test_no_acknowledged_event_is_lost_however_often_the_process_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    setup = {
        "game": "disorder",
        "players": PLAYERS,
        "options": {"target": 1_000_000, "values": {"Z": 1}, "lexicon": WORDS, "answer_seconds": 30},
    }
    acknowledged = 0
    for kill in range(KILLS):
        acknowledged = _play_and_kill(path, setup, acknowledged, stop_after=3 + 7 * kill % 19)
    journal = Journal(path)
    referee = Referee(journal, FakeClock(), shipped)
    assert journal.damage is None
    assert [entry.number for entry in referee.view.protocol] == list(range(1, len(referee.view.protocol) + 1))
    assert len(referee.view.protocol) >= acknowledged > KILLS
    assert referee.view.paused
    journal.close()


def _play_and_kill(path: Path, setup: object, acknowledged: int, stop_after: int) -> int:
    """Play until `stop_after` events more are acknowledged, kill the player wherever it is by then, and return the
    number of the last event it acknowledged."""
    process = subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(path), json.dumps(setup)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
    )
    assert process.stdout is not None
    stood = process.stdout.readline().split()
    assert stood[:2] == ["stood", "at"], stood
    assert int(stood[2]) >= acknowledged, "an acknowledged event was lost"
    assert stood[3] == str(int(acknowledged > 0)), "a resumed match is paused, a new one is not"
    for _ in range(stop_after):
        acknowledged = int(process.stdout.readline())
    process.kill()  # SIGKILL
    rest = process.stdout.read().split("\n")
    process.wait()
    process.stdout.close()
    whole = [line for line in rest[:-1] if line]  # the last piece may be a line cut short
    return int(whole[-1]) if whole else acknowledged
