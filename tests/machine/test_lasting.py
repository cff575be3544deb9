"""What a table that has its process to itself keeps is not looked through for what can be thrown away."""

import subprocess
import sys
from pathlib import Path

PLAYED = """
import gc, json, sys
from pathlib import Path
from companion.app import Setup, started

class Seen:
    pass

def largest():
    return max((len(found) for found in gc.get_objects() if isinstance(found, frozenset)), default=0)

def count():
    return sum(isinstance(found, Seen) for found in gc.get_objects())

before = [Seen()]
with started(Setup(Path(sys.argv[1]), port=0, camera="none"), print) as app:
    at_start, between = count(), [Seen()]
    app.submit(lambda referee: referee.begin({"game": "disorder", "players": ["Ann", "Bob"]})).result()
    in_match, after = count(), [Seen()]
    words = app.played({"game": "disorder", "players": ["Ann", "Bob"], "options": {}, "events": []}).state.words
    assert words.is_word("zebra")
    print(json.dumps([at_start, in_match, count(), largest() < 100_000]))
"""


def test_what_is_there_when_the_table_stands_and_when_a_match_begins_is_set_aside(tmp_path: Path) -> None:
    """In a process of its own. A quarter of a million words are read for the first match, and lie in one set."""
    done = subprocess.run([sys.executable, "-c", PLAYED, tmp_path], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[0, 0, 1, true]"
