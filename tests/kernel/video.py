"""Pictures of a V4L2 camera that the kernel plays (vivid), and its plug pulled; called by tests/kernel/run."""

import time
from pathlib import Path

import numpy as np

from hardware.board import CameraWiring
from hardware.camera import open_camera
from tests.kernel.bus import until

DRIVER = Path("/sys/bus/platform/drivers/vivid")
DEVICE = "vivid.0"
PATIENCE_S = 30.0


def main() -> None:
    with open_camera("usb:0", wiring=CameraWiring(640, 360)) as camera:
        first = camera.latest(timeout_s=PATIENCE_S)
        assert first is not None, camera.fault
        second = camera.latest(first.number, timeout_s=PATIENCE_S)
        assert second is not None, camera.fault
        height_px, width_px, _ = first.picture.shape
        assert (width_px, height_px) == (640, 360)
        colours = len(np.unique(first.picture.reshape(-1, 3) // 64, axis=0))
        assert colours > 6, "vivid shows bars of colours"
        assert (first.picture != second.picture).any(), "and a clock in them"
        print(
            f"pictures of {width_px} × {height_px} points come, with bars of {colours} colours and a clock that goes on"
        )
        for turn in (1, 2):
            began_s = time.monotonic()
            (DRIVER / "unbind").write_text(DEVICE)
            until(lambda: camera.state != "ok")
            print(f"pulled out, {time.monotonic() - began_s:.1f} s later: {camera.fault}")
            until(lambda: not any(Path("/dev").glob("video*")))
            (DRIVER / "bind").write_text(DEVICE)
            began_s, newest = time.monotonic(), camera.latest()
            assert camera.latest(-1 if newest is None else newest.number, PATIENCE_S) is not None, camera.fault
            print(f"put back: pictures again {time.monotonic() - began_s:.1f} s later ({turn})")


if __name__ == "__main__":
    main()
