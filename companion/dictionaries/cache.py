"""Compiled lexica on disk, so that a dictionary is there in the blink of an eye. Nothing here is ever fatal."""

from __future__ import annotations

import marshal
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, BinaryIO

from companion import atomic, outside
from companion.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

MAGIC = b"tableside lexicon 2\n"
_DIGEST_BYTES = 32
_SIZE_BYTES = 8
_PIECE_BYTES = 1 << 20


def digest(*parts: bytes) -> bytes:
    """32 bytes that change when any part, or the boundary between two, changes."""
    hashed = blake2b(digest_size=_DIGEST_BYTES)
    for part in parts:
        hashed.update(len(part).to_bytes(8, "big"))
        hashed.update(part)
    return hashed.digest()


def read(path: Path, key: bytes, notice: Callable[[str], None]) -> tuple[Any, ...] | None:
    """The state kept under this key, None when none can be used; `notice` gets the reason in a sentence."""
    try:
        with outside.opened(path) as file:
            return _read(file, path, key, notice)
    except FileNotFoundError:
        return None
    except (OSError, BadInput) as error:
        why = error.strerror if isinstance(error, OSError) else error.sentence
        notice(f"the cache {path} cannot be read ({why}); the dictionary is built from its list instead")
        return None


def _read(file: BinaryIO, path: Path, key: bytes, notice: Callable[[str], None]) -> tuple[Any, ...] | None:
    magic, kept_key, kept_digest = (file.read(size) for size in (len(MAGIC), _DIGEST_BYTES, _DIGEST_BYTES))
    body = file.tell()
    if magic == MAGIC and kept_digest and kept_key != key:
        notice(f"the cache {path} is of another word list or Python; it is built again")
        return None
    # marshal may crash on damaged bytes, so it only ever sees what the digest vouches for.
    if magic != MAGIC or _digest_of_rest(file) != kept_digest:
        notice(f"the cache {path} is damaged; it is built again")
        return None
    file.seek(body)
    return tuple(_parts(file))


def _digest_of_rest(file: BinaryIO) -> bytes:
    hashed = blake2b(digest_size=_DIGEST_BYTES)
    while piece := file.read(_PIECE_BYTES):
        hashed.update(piece)
    return hashed.digest()


def _parts(file: BinaryIO) -> Iterator[Any]:
    """Part by part, so that the largest and not the whole is in memory both as bytes and as what is made of them."""
    while size := file.read(_SIZE_BYTES):
        yield marshal.loads(file.read(int.from_bytes(size, "big")))


def write(path: Path, key: bytes, state: tuple[Any, ...], notice: Callable[[str], None]) -> None:
    """Keep the parts of a state under this key: whole or not at all."""
    payload = [piece for part in map(marshal.dumps, state) for piece in (len(part).to_bytes(_SIZE_BYTES, "big"), part)]
    hashed = blake2b(digest_size=_DIGEST_BYTES)
    for piece in payload:
        hashed.update(piece)
    try:
        atomic.write(path, MAGIC, key, hashed.digest(), *payload)
    except OSError as error:
        notice(f"the cache {path} cannot be written ({error.strerror}); the dictionary works without it")
