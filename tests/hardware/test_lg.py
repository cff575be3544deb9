"""lgpio as it is: what its import does to the current folder, and that nothing of it is left."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from subprocess import CompletedProcess

import pytest

pytestmark = pytest.mark.skipif(
    find_spec("lgpio") is None, reason="lgpio is not installed (there are no wheels of it from Python 3.13 on)"
)
CHECKOUT = Path(__file__).parents[2]
UNWRITABLE = "/proc"  # for root too
IMPORTED = "from hardware.lg import import_lgpio; import_lgpio(); import lgpio"


def python(code: str, cwd: Path | str, **environment: str) -> CompletedProcess[str]:
    """What a Python of its own prints in this folder."""
    here = {**os.environ, "PYTHONPATH": str(CHECKOUT), **environment}
    command = [sys.executable, "-W", "error", "-c", code]
    return subprocess.run(command, cwd=cwd, env=here, capture_output=True, text=True, check=False)


def test_its_own_import_needs_a_folder_to_write_in() -> None:
    """What the rest here is for; should a newer lgpio do without, so can we."""
    assert "FileNotFoundError" in python("import lgpio", UNWRITABLE).stderr


def test_it_is_imported_where_the_current_folder_cannot_be_written() -> None:
    done = python(f"{IMPORTED}, os; print(lgpio._notify_thread.is_alive(), os.getcwd())", UNWRITABLE)
    assert (done.stdout, done.stderr) == (f"True {UNWRITABLE}\n", "")


def test_nothing_is_left_of_it(tmp_path: Path) -> None:
    current, temporary = tmp_path / "current", tmp_path / "temporary"
    current.mkdir()
    temporary.mkdir()
    done = python(f"{IMPORTED}; print(lgpio._notify_thread.is_alive())", current, TMPDIR=str(temporary))
    assert (done.stdout, done.stderr) == ("True\n", "")
    assert (list(current.iterdir()), list(temporary.iterdir())) == ([], [])


def test_its_errors_are_known_once_it_is_in_use() -> None:
    code = f"from hardware.lg import lgpio_errors; print(lgpio_errors()); {IMPORTED}"
    done = python(f"{code}; print(lgpio_errors() == (lgpio.error,))", UNWRITABLE)
    assert done.stdout == "()\nTrue\n"


def test_the_doctor_looks_at_everything_from_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """As on a Pi, whose pins lgpio drives; on this machine it finds none, and the doctor says so."""
    code = "from companion.cli import main; main()"
    command = [sys.executable, "-c", code, "doctor", "--look", "--data", str(tmp_path)]
    here = {**os.environ, "PYTHONPATH": str(CHECKOUT), "GPIOZERO_PIN_FACTORY": "lgpio"}
    done = subprocess.run(command, cwd=UNWRITABLE, env=here, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert "✗ buttons: the Pi's pins cannot be used" in done.stdout
    assert "camera:" in done.stdout
