"""The seal: who has the key has said it, on this topic and no other."""

from __future__ import annotations

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


def test_keys_are_new_each_time() -> None:
    assert is_key(new_key())
    assert new_key() != new_key()
    assert not any(map(is_key, ("", "ab", "g" * 64, None, 7)))
