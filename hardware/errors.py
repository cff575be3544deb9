"""What can be wrong with a device, as one sentence a person can act on."""

from __future__ import annotations


class HardwareError(Exception):
    """Base of every error this package raises on purpose: what is wrong, with which part, and what to do."""

    @property
    def sentence(self) -> str:
        """The message as it was given: what is told (`hardware.sentences`) stays so, of which `str` makes English."""
        given: str = self.args[0]
        return given


class BoardError(HardwareError, ValueError):
    """The wiring in a board file cannot be used: the message names the file, the entry and what was expected."""


class CameraError(HardwareError, OSError):
    """A camera, or a folder of photos standing in for one, gives no picture."""
