"""The table's key: it signs what phones and hosts carry, and what the QR code says is made of it."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING

from companion import atomic, outside
from companion.errors import BadInput
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

KEY_FILE = "web.key"
KEY_BYTES = 32


def load_key(path: Path, notice: Callable[[str], object]) -> bytes:
    """The table's signing key from `path`, made at the first call and readable by its owner only. 32 bytes.

    Never raises: anything but a whole key is replaced by a new one, with which everybody joins anew, and `notice` is
    told so in one sentence; so it is when the new one cannot be kept, which then lasts until the table stops.
    """
    try:
        kept = outside.content(path, most_bytes=KEY_BYTES)
    except FileNotFoundError:
        return _new_key(path, notice)
    except BadInput:  # too much for a key, or a pipe
        kept = b""
    except OSError as error:  # somebody else's file, which may be a whole key
        why = error.strerror
        return _new_key(
            path, notice,
            told(
                "The table's key {path} cannot be read ({error}): there is a new one, and everybody joins anew.",
                path=path, error=why,
            ),
        )  # fmt: skip
    if _is_whole(kept):
        return kept
    return _new_key(
        path, notice, told("The table's key {path} was damaged: it is a new one, and everybody joins anew.", path=path)
    )


def _is_whole(key: bytes) -> bool:
    """A power cut leaves a file of no bytes, or one of the right size that was never filled: keys everybody knows."""
    return len(key) == KEY_BYTES and any(key)


def _new_key(path: Path, notice: Callable[[str], object], said: str | None = None) -> bytes:
    key = secrets.token_bytes(KEY_BYTES)
    try:
        atomic.write(path, key, mode=0o600)
    except OSError as error:
        why = error.strerror
        said = told(
            "The table's key {path} cannot be kept ({error}): everybody joins anew after each start.",
            path=path, error=why,
        )  # fmt: skip
    if said is not None:
        notice(said)
    return key


def join_key(key: bytes) -> str:
    """What the QR code carries, from the table's signing key: whoever has it stands before the table."""
    return base64.b32encode(hmac.new(key, b"join", hashlib.sha256).digest()[:5]).decode()


def shown_address(joining: str) -> str:
    """How an address to join is written below its code: nobody types the key."""
    return joining.partition("?")[0].partition("//")[2]


def join_address(address: str, key: bytes) -> str:
    """What the QR code on kiosk and OLED leads a phone to; `address` is the base address of the pages."""
    return f"{address.rstrip('/')}/play?k={join_key(key)}"
