"""Compiled lexica on disk, so that a dictionary is there in the blink of an eye. Nothing here is ever fatal."""

from __future__ import annotations

import marshal
import os
import tempfile
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

MAGIC = b"tableside lexicon 1\n"
_DIGEST_BYTES = 32


def digest(*parts: bytes) -> bytes:
    """32 bytes that change when any part, or the boundary between two, changes."""
    hashed = blake2b(digest_size=_DIGEST_BYTES)
    for part in parts:
        hashed.update(len(part).to_bytes(8, "big"))
        hashed.update(part)
    return hashed.digest()


def read(path: Path, key: bytes, notice: Callable[[str], None]) -> Any | None:
    """The state kept under this key, None when none can be used; `notice` gets the reason in a sentence."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        notice(f"the cache {path} cannot be read ({error.strerror}); the dictionary is built from its list instead")
        return None
    body = len(MAGIC) + 2 * _DIGEST_BYTES
    kept_key, kept_digest = data[len(MAGIC) : body - _DIGEST_BYTES], data[body - _DIGEST_BYTES : body]
    if data.startswith(MAGIC) and len(data) > body and kept_key != key:
        notice(f"the cache {path} is of another word list or Python; it is built again")
        return None
    # marshal may crash on damaged bytes, so it only ever sees what the digest vouches for.
    if not data.startswith(MAGIC) or digest(data[body:]) != kept_digest:
        notice(f"the cache {path} is damaged; it is built again")
        return None
    return marshal.loads(memoryview(data)[body:])


def write(path: Path, key: bytes, state: Any, notice: Callable[[str], None]) -> None:
    """Keep the state under this key: whole or not at all."""
    payload = marshal.dumps(state)
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
            temporary = Path(file.name)
            file.write(MAGIC + key + digest(payload) + payload)
        os.replace(temporary, path)
    except OSError as error:
        notice(f"the cache {path} cannot be written ({error.strerror}); the dictionary works without it")
        if temporary is not None:
            temporary.unlink(missing_ok=True)
