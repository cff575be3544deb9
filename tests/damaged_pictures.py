"""Pictures that are none."""

import struct


def endless_bitmap() -> bytes:
    """A bitmap whose header claims 67 million columns: OpenCV raises at it, where it gives nothing for other damage."""
    return struct.pack("<2sIHHI IiiHH24x", b"BM", 16_000, 0, 0, 54, 40, 0x0400_0011, 300, 1, 24) + bytes(99)
