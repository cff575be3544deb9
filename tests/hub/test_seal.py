"""The seal: who has the key has said it, on this topic and no other."""

from __future__ import annotations

import hashlib
import hmac
import json

from hypothesis import given
from hypothesis import strategies as st

from companion.hub.seal import is_key, is_sealed, new_key, sealed

KEYS = st.binary(min_size=32, max_size=32).map(bytes.hex)
MESSAGES = st.dictionaries(st.text(max_size=8), st.integers() | st.text() | st.lists(st.integers()), max_size=4)


@given(MESSAGES, st.text(max_size=20), KEYS)
def test_what_is_sealed_is_believed_after_the_journey(message: dict[str, object], topic: str, key: str) -> None:
    message = {name: part for name, part in message.items() if name != "seal"}
    assert is_sealed(json.loads(json.dumps(sealed(message, topic, key))), topic, key)


@given(MESSAGES, KEYS, KEYS)
def test_nobody_else_is_believed(message: dict[str, object], key: str, other: str) -> None:
    said = sealed(message, "one", key)
    assert not is_sealed(said, "two", key)
    assert not is_sealed({**said, "more": 1}, "one", key)
    assert not is_sealed({**said, "seal": 7}, "one", key)
    assert not is_sealed(message, "one", key) or "seal" in message
    assert key == other or not is_sealed(said, "one", other)


def test_the_seal_is_the_same_in_every_version_and_however_the_message_is_ordered() -> None:
    """Tables and hub need not be of the same version: by hand, as RFC 2104 and the module's own words have it."""
    key, topic = "0b" * 32, "tableside/1/t0123456789ab/result"
    text = r'{"a":[1,2],"b":{"x":1,"y":"Zo\u00eb"}}'
    seal = hmac.new(b"\x0b" * 32, f"{topic}\n{text}".encode(), hashlib.sha256).hexdigest()
    message = {"b": {"y": "Zoë", "x": 1}, "a": [1, 2]}
    assert sealed(message, topic, key) == {**message, "seal": seal}
    assert is_sealed({"seal": seal, **message}, topic, key)
    assert is_sealed({**json.loads(text), "seal": seal}, topic, key)


def test_keys_are_new_each_time() -> None:
    assert is_key(new_key())
    assert new_key() != new_key()
    assert not any(map(is_key, ("", "ab", "g" * 64, None, 7)))
