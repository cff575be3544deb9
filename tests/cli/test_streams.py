"""Standard streams as they come: of any encoding, closed, broken or full; the real command says what it can."""

import os
import subprocess
import sys

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
