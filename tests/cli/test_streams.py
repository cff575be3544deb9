"""Standard streams as they come: of any encoding, closed, broken or full; the real command says what it can."""

import os
import subprocess
import sys

import pytest

COMMAND = [sys.executable, "-m", "companion.cli"]
PATIENCE_S = 60  # only a failure waits so long


def ended(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command, after it has ended."""
    command, env = [*COMMAND, *arguments], {**os.environ, **environment}
    return subprocess.run(command, env=env, capture_output=True, timeout=PATIENCE_S, check=False)


def test_signs_that_the_output_cannot_take_are_shown_otherwise() -> None:
    for encoding in ({"PYTHONIOENCODING": "latin-1"}, {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}):
        done = ended("rules", "disorder", "D8", **encoding)
        assert (done.returncode, done.stderr) == (0, b"")
        assert rb"\u201c" in done.stdout


def in_shell(redirected: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """The command with its streams redirected by a shell, after it has ended."""
    words = ["bash", "-o", "pipefail", "-c", f'"$@" {redirected}', "bash", *COMMAND, *arguments]
    return subprocess.run(words, capture_output=True, timeout=PATIENCE_S, check=False)


@pytest.mark.parametrize(("word", "status"), [("ZOO", 0), ("ZZZO", 1)])
def test_a_closed_output_changes_no_answer(word: str, status: int) -> None:
    for redirected in (">&-", "<&- >&-", "<&- >&- 2>&-"):
        done = in_shell(redirected, "word", word)
        assert (done.returncode, done.stdout, done.stderr) == (status, b"", b""), redirected


def test_a_table_starts_without_streams() -> None:
    done = in_shell("<&- >&-", "run", "--port", "0", "--camera", "nonsense")
    assert done.returncode == 2
    assert done.stderr.startswith(b"tableside: "), done.stderr.decode()


@pytest.mark.parametrize("arguments", [["run", "--help"], ["--help"], ["--version"], ["word", "--list"]], ids=" ".join)
def test_whoever_has_seen_enough_of_the_output_is_told_of_no_error(arguments: list[str]) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    with os.fdopen(writes, "wb") as broken:
        done = subprocess.run(
            [*COMMAND, *arguments], stdout=broken, stderr=subprocess.PIPE, timeout=PATIENCE_S, check=False
        )
    assert (done.returncode, done.stderr) == (0, b"")


def test_help_that_finds_no_room_is_said_to_find_none() -> None:
    done = in_shell(">/dev/full", "run", "--help")
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert b"cannot be written: No space left" in done.stderr
