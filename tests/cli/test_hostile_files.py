"""Files that are none, have no end or are made to hurt: the real command says one sentence, soon, in little memory."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.referee.journal import JOURNAL_NAME

MOST_MEMORY_KB = 500_000
MOST_PROCESSOR_S = 10
GUARD_KIB = 3_000_000  # of addresses: what fails here shall not take the machine with it
BOUNDED = ["sh", "-c", f'ulimit -v {GUARD_KIB}; ulimit -t {MOST_PROCESSOR_S}; exec "$@"', "sh"]

# The command is started by a small process of its own: one started by this one would count what this one is as its own.
MEASURED = """
import os, resource, subprocess, sys
status = subprocess.call(sys.argv[2:])
os.write(int(sys.argv[1]), b"%d" % resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(status)
"""


def refused(*arguments: str, stdin: str = os.devnull, stdout: str | None = None) -> str:
    """The one sentence with which the command ends; what it used of time and memory is looked at."""
    output = os.devnull if stdout is None else stdout
    receives, tells = os.pipe()
    command = [sys.executable, "-c", MEASURED, str(tells), *BOUNDED, sys.executable, "-m", "companion.cli", *arguments]
    with Path(stdin).open("rb") as source, Path(output).open("wb") as sink, os.fdopen(receives) as told:
        ended = subprocess.run(
            command, stdin=source, stdout=sink, stderr=subprocess.PIPE, pass_fds=[tells], check=False
        )
        os.close(tells)
        used_kb = int(told.read())
    said = ended.stderr.decode()
    assert ended.returncode == 2, said
    assert said.startswith("tableside: ")
    assert said.count("\n") == 1, said
    assert used_kb < MOST_MEMORY_KB
    return said


@pytest.fixture
def pipe(tmp_path: Path) -> str:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return str(path)


@pytest.mark.parametrize(
    "before", [["judge"], ["judge", "--batch"], ["scan"], ["deck", "check"], ["scan", "--deck"]], ids=" ".join
)
def test_a_pipe_is_not_waited_for_and_a_device_not_read(pipe: str, tmp_path: Path, before: list[str]) -> None:
    endless = "/dev/zero"
    if "deck" in before[-2:] or "--deck" in before:
        pipe = str(Path(pipe).rename(tmp_path / "pipe.toml"))
        endless = str(tmp_path / "endless.toml")
        Path(endless).symlink_to("/dev/zero")
    after = ["photo.png"] if "--deck" in before else []
    for path in (pipe, endless):
        assert f"{path} is no ordinary file" in refused(*before, path, *after)


@pytest.mark.parametrize("command", [["doctor", "--look"], ["run", "--port", "0", "--camera", "none"]], ids=" ".join)
def test_nor_in_the_place_of_the_board_file(pipe: str, tmp_path: Path, command: list[str]) -> None:
    for path in (pipe, "/dev/zero"):
        assert f"board file {path} is no ordinary file" in refused(*command, "--data", str(tmp_path), "--board", path)


@pytest.mark.parametrize("arguments", [["judge"], ["judge", "--batch"], ["judge", "-"]], ids=" ".join)
def test_standard_input_without_an_end_is_read_to_a_bound(arguments: list[str]) -> None:
    assert "larger than 12 MB" in refused(*arguments, stdin="/dev/zero")


@pytest.mark.parametrize("arguments", [["judge"], ["judge", "--batch"]], ids=" ".join)
def test_what_cannot_be_read_is_said_to_be_so(arguments: list[str]) -> None:
    assert "the document cannot be read (Input/output error)" in refused(*arguments, "/proc/self/mem")
    only_written = ["sh", "-c", 'exec "$@" 0>/dev/null', "sh", sys.executable, "-m", "companion.cli", *arguments]
    ended = subprocess.run(only_written, capture_output=True, check=False)
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert ended.stderr == b"tableside: the document cannot be read (Bad file descriptor)\n"


def test_a_huge_file_is_not_read_to_its_end(tmp_path: Path) -> None:
    for name, command in (("match.json", ["judge"]), ("photo.png", ["scan"]), ("deck.toml", ["deck", "check"])):
        path = tmp_path / name
        path.touch()
        os.truncate(path, 50_000_000_000)  # a hole: it takes no room on the disk
        assert "larger than" in refused(*command, str(path))


def test_a_transcript_of_too_many_events_is_not_judged(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text('{"game": "disorder", "players": ["Ann", "Bob"], "events": [{}' + ",{}" * 3_900_000 + "]}", "utf-8")
    assert "more than 100000 events" in refused("judge", str(path))


@pytest.mark.parametrize(
    "key", ["a." * 50_000 + "a", "'a'.\"b\"." * 12_500 + "a", "a . " * 25_000 + "a"], ids=["plain", "quoted", "spaced"]
)
def test_a_key_of_many_parts_takes_no_gigabytes(tmp_path: Path, key: str) -> None:
    for content in (f"{key} = 1\n", f"[{key}]\n", f"x = {{ {key} = 1 }}\n"):
        path = tmp_path / "deck.toml"
        path.write_text(content, "utf-8")
        assert "dotted key of more than 16 parts" in refused("deck", "check", str(path))


def test_what_is_nested_without_end_is_no_document(tmp_path: Path) -> None:
    deck = tmp_path / "deck.toml"
    for content in ("a = " + "[" * 200_000, "a = " + "{ a = " * 100_000):
        deck.write_text(content, "utf-8")
        assert "nested more than 100 levels" in refused("deck", "check", str(deck))
    recording = tmp_path / "recording"
    recording.mkdir()
    deep = '{"setup": ' + "[" * 200_000 + "]" * 200_000 + "}"
    (recording / "match.json").write_text(deep, "utf-8")
    assert "match.json is nested more than 100 levels" in refused("replay", str(recording))
    assert "nested more than 100 levels" in refused("judge", str(recording / "match.json"))
    (recording / "match.json").write_text('{"setup": {}, "outcome": {}}', "utf-8")
    (recording / "events.jsonl").write_text('{"event": ' + '{"a": ' * 150 + "0" + "}" * 151 + "\n", "utf-8")
    assert "events.jsonl, line 1 is nested more than 100 levels" in refused("replay", str(recording))


def test_a_full_disk_is_said_and_no_half_of_an_answer_passes_for_one(tmp_path: Path) -> None:
    short = {"game": "disorder", "players": ["Ann", "Bob"], "events": [], "options": {"lexicon": {"words": []}}}
    path = tmp_path / "match.json"
    for events in (0, 500):
        path.write_text(json.dumps(short | {"events": [{}] * events}), "utf-8")
        assert "cannot be written: No space left" in refused("judge", str(path), stdout="/dev/full")
    assert "cannot be written: No space left" in refused("deck", "list", stdout="/dev/full")


@pytest.mark.parametrize("name", ["..", ".", "../../mine", ".hidden", "a/b", "a\\u0000b", "x" * 61])
def test_a_deck_goes_by_a_name_that_a_file_may_have(tmp_path: Path, name: str) -> None:
    deck = tmp_path / "deck.toml"
    deck.write_text(f'title = "Mine"\nname = "{name}"\nreads = "letters"\n', "utf-8")
    data = tmp_path / "data"
    assert f"{deck}, line 2: “name” must be" in refused("deck", "add", str(deck), "--data", str(data))
    assert list(data.rglob("*")) == []


def test_a_match_that_finds_no_room_on_the_disk_is_not_exported_by_half(tmp_path: Path) -> None:
    kept = Path(__file__).parents[1] / "journals" / "version1.sqlite3"
    (tmp_path / JOURNAL_NAME).write_bytes(kept.read_bytes())
    for verb in (["export", "1"], ["list"], ["show", "1"]):
        said = refused("matches", "--data", str(tmp_path), *verb, stdout="/dev/full")
        assert "cannot be written: No space left" in said
