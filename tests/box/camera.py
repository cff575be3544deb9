"""libcamera's virtual camera, opened as the Pi's own is: through picamera2."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.box.installing import newest_disk
from tests.box.machine import Machine, overlay

if TYPE_CHECKING:
    from pathlib import Path

    from tests.box.page import Page

# Debian has no picamera2, so it lies where the service does not look, and the system's Python opens the camera.
LOOK = r"""cd /home/guest/tableside && export PYTHONPATH=/opt/picamera2 PYTHONDONTWRITEBYTECODE=1
python3 - 2>/tmp/libcamera.log <<'END'
from hardware.board import CameraWiring
from hardware.cameras.pi import PiCamera
from hardware.errors import CameraError

import libcamera
print("libcamera has", [camera.id for camera in libcamera.CameraManager.singleton().cameras])
from picamera2 import Picamera2
print("picamera2 has", [(each["Model"], each["Id"]) for each in Picamera2.global_camera_info()])
camera = PiCamera(CameraWiring())
try:
    camera.open()
    taken = camera.shoot()
    print("a picture of", taken.picture.shape)
except CameraError as error:
    print("the table says:", error)
finally:
    camera.close()
END
grep -v INFO /tmp/libcamera.log | tail -n 4"""


def virtual_camera(folder: Path, page: Page) -> None:
    """How far it goes; what does not go is said by the table's own sentence."""
    disk = overlay(newest_disk(folder), folder / "libcamera.qcow2")
    with page.step("libcamera's virtual camera, through picamera2") as step, Machine(folder, disk) as machine:
        machine.wait()
        for line in machine.sh(LOOK).splitlines():
            step.say(line)
