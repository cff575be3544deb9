"""The kiosk's own command in real cage, drawing onto no screen, with what its unit hides hidden."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.programs import PATH, program

UNIT = Path(__file__).parents[2] / "systemd" / "tableside-kiosk.service"
NOBODY = "65534"  # cage refuses to run as root

pytestmark = pytest.mark.skipif(
    not (program("cage") and program("bwrap")), reason="cage or bubblewrap is not installed here"
)

# Hands cage a seat as logind does on a machine with a screen; there is no keyboard on it, no mouse and no touch panel.
SEAT = "SEATD_VTBOUND=0 seatd -l silent & until [ -S /run/seatd.sock ]; do sleep 0.01; done"

# Stands in for kiosk-browser: says in which folder cage's socket lies, for as long as it takes to look.
LOOK = '#!/bin/sh\n[ -S "$XDG_RUNTIME_DIR/$WAYLAND_DISPLAY" ] && echo "socket in $XDG_RUNTIME_DIR"\n'


def exec_start() -> list[str]:
    (line,) = re.findall(r"^ExecStart=(.*)$", UNIT.read_text(), re.MULTILINE)
    return shlex.split(line)


def variables() -> list[str]:
    """The unit's own, as bubblewrap takes them."""
    lines = re.findall(r"^Environment=(.*)$", UNIT.read_text(), re.MULTILINE)
    pairs = [word.split("=", 1) for line in lines for word in shlex.split(line)]
    return [word for name, value in pairs for word in ("--setenv", name, value)]


def in_the_unit(
    command: list[str], tmp_path: Path, backends: str = "headless", set_here: list[str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command where /run is empty but for the unit's folder, with the variables a login session brings along and
    the unit's (or `set_here`)."""
    program = tmp_path / "kiosk-browser"
    program.write_text(LOOK)
    program.chmod(0o755)
    hidden = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/run", "--tmpfs", "/tmp"]
    shown = [
        "--perms",
        "0700",
        "--dir",
        "/run/tableside-kiosk",
        "--ro-bind",
        str(program),
        "/opt/tableside/kiosk-browser",
    ]
    session = ["--setenv", "XDG_RUNTIME_DIR", "/run/user/987", *(variables() if set_here is None else set_here)]
    screenless = ["--setenv", "WLR_BACKENDS", backends, "--setenv", "WLR_RENDERER", "pixman"]
    user = ["--unshare-user", "--uid", NOBODY, "--gid", NOBODY]
    made = ["--tmpfs", "/opt"] if not Path("/opt/tableside").is_dir() else []
    bwrap = ["bwrap", "--unshare-pid", "--die-with-parent", *user, *hidden, *made, *shown, *session, *screenless]
    environment = {"PATH": PATH, "LIBSEAT_BACKEND": "seatd" if SEAT in command else "noop"}
    return subprocess.run(
        [*bwrap, "--", *command], env=environment, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.fixture(scope="module", autouse=True)
def _something_can_be_hidden() -> None:
    """Some containers let nobody have a namespace of their own, and so does the kernel within a changed root."""
    tried = subprocess.run(
        ["bwrap", "--unshare-user", "--ro-bind", "/", "/", "true"], capture_output=True, text=True, check=False
    )
    if tried.returncode:
        pytest.skip(f"bubblewrap can hide nothing here: {tried.stderr.strip()}")


def test_cage_gets_its_socket_although_the_login_sessions_folder_is_hidden(tmp_path: Path) -> None:
    done = in_the_unit(exec_start(), tmp_path)
    assert done.stdout == "socket in /run/tableside-kiosk\n", done.stderr


def test_without_a_folder_of_its_own_it_would_not_start(tmp_path: Path) -> None:
    """The check above can fail: the session's folder is not there for it."""
    command = [word for word in exec_start() if not word.startswith("XDG_RUNTIME_DIR=")]
    done = in_the_unit(["timeout", "--kill-after=1", "5", *command], tmp_path)
    assert done.stdout == ""
    assert "Unable to open Wayland socket" in done.stderr


@pytest.mark.skipif(not program("seatd"), reason="seatd is not installed here")
def test_it_starts_where_there_is_nothing_to_type_or_point_with(tmp_path: Path) -> None:
    """A table has a screen and buttons. cage looks for input devices and is told that it may find none."""
    command = ["sh", "-c", f'{SEAT}; exec timeout 20 "$@"', SEAT, *exec_start()]
    done = in_the_unit(command, tmp_path, "headless,libinput")
    assert done.stdout == "socket in /run/tableside-kiosk\n", done.stderr
    done = in_the_unit(command, tmp_path, "headless,libinput", set_here=[])
    assert done.stdout == ""
    assert "no input devices" in done.stderr
