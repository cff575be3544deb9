"""The seal on what a table reports and on what a hub sets up: who has not the table's key cannot have said it.

The key is made by the table when it joins, and goes to the hub over TLS with the table's request. It is an HMAC
(RFC 2104, SHA-256) and no signature: the only one who is to be convinced is the hub, which judges the tournament
anyway, and the table, of its own hub; so no further library is needed and no third party is asked to believe either.
The topic is sealed with the message, so that one cannot be sent again as another.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

SEAL = "seal"
_KEYS = re.compile(r"[0-9a-f]{64}")


def new_key() -> str:
    """A key that nobody can guess: 64 hexadecimal digits."""
    return secrets.token_hex(32)


def is_key(text: object) -> bool:
    """Whether this can be a table's key."""
    return isinstance(text, str) and _KEYS.fullmatch(text) is not None


def sealed(message: Mapping[str, Any], topic: str, key: str) -> dict[str, Any]:
    """The message with its seal, as it goes out on the topic."""
    return {**message, SEAL: _seal(message, topic, key)}


def is_sealed(message: Mapping[str, Any], topic: str, key: str) -> bool:
    """Whether whoever has the key has said this on the topic."""
    said = message.get(SEAL)
    rest = {name: part for name, part in message.items() if name != SEAL}
    return isinstance(said, str) and hmac.compare_digest(said.encode(), _seal(rest, topic, key).encode())


def _seal(message: Mapping[str, Any], topic: str, key: str) -> str:
    text = json.dumps(message, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hmac.new(bytes.fromhex(key), f"{topic}\n{text}".encode(), hashlib.sha256).hexdigest()
