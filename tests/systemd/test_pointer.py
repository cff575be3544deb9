"""No arrow stands in the middle of the kiosk: cage's own pointer is a picture of nothing, in Xcursor(3)'s format.

Nor does the browser draw one because the kernel says that an HDMI socket's remote control can point.
"""

import os
import re
import struct
import subprocess
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
UNITS = CHECKOUT / "systemd"
IMAGE = 0xFFFD0002


def test_every_point_of_the_pointer_is_clear() -> None:
    file = (UNITS / "no-pointer").read_bytes()
    magic, head_bytes, _, contents = struct.unpack_from("<4sIII", file)
    assert (magic, head_bytes, contents) == (b"Xcur", 16, 1)
    kind, size, place = struct.unpack_from("<III", file, head_bytes)
    assert kind == IMAGE
    chunk_bytes, chunk_kind, chunk_size, version, width, height, *_ = struct.unpack_from("<9I", file, place)
    assert (chunk_kind, chunk_size, version) == (kind, size, 1)
    points = file[place + chunk_bytes :]
    assert len(points) == 4 * width * height > 0
    assert not any(points)


def lay(folder: Path, *, kiosk: str) -> None:
    """What `make install` lays into the system."""
    environment = {**os.environ, "DESTDIR": str(folder), "KIOSK": kiosk}
    subprocess.run([CHECKOUT / "scripts" / "install"], env=environment, check=True, capture_output=True, timeout=60)


def test_the_kiosk_passes_over_remote_controls_and_a_desktop_does_not(tmp_path: Path) -> None:
    rules = Path("etc/udev/rules.d/61-tableside-kiosk.rules")
    lay(tmp_path / "kiosk", kiosk="yes")
    lay(tmp_path / "desktop", kiosk="no")
    rule = (tmp_path / "kiosk" / rules).read_text(encoding="utf-8").splitlines()[-1]
    assert set(rule.split(", ")) == {'SUBSYSTEM=="input"', 'SUBSYSTEMS=="rc"', 'ENV{LIBINPUT_IGNORE_DEVICE}="1"'}
    assert not (tmp_path / "desktop" / rules).exists()


def test_it_lies_where_the_unit_has_cage_look(tmp_path: Path) -> None:
    lay(tmp_path, kiosk="yes")
    unit = (tmp_path / "etc/systemd/system/tableside-kiosk.service").read_text(encoding="utf-8")
    (folder,) = re.findall(r"^Environment=XCURSOR_PATH=/(.*)$", unit, re.MULTILINE)
    for name in ("default", "left_ptr"):
        laid = tmp_path / folder / "default" / "cursors" / name
        assert laid.read_bytes() == (UNITS / "no-pointer").read_bytes()


def test_the_browser_has_its_own_pointers(tmp_path: Path) -> None:
    browser = tmp_path / "chromium"
    browser.write_text('#!/bin/sh\necho "path: ${XCURSOR_PATH-none}"\n', encoding="utf-8")
    browser.chmod(0o755)
    environment = {
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "RUNTIME_DIRECTORY": str(tmp_path / "run"),
        "XCURSOR_PATH": "/nowhere",
    }
    done = subprocess.run([UNITS / "kiosk-browser"], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "path: none\n"
