"""Whatever is sent, the table stands: the API against its own description, and events of any shape."""

import asyncio
import unicodedata
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from companion.web import judging
from companion.web.judge_process import answer_to
from companion.web.openapi import description
from tests.views import WORDS, placed
from tests.web.tables import LiveTable

SETUP = {"game": "disorder", "players": ["Ann", "Bob", "Cy"], "options": {"lexicon": WORDS, "action_cards": True}}
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
WITHOUT_END = ["/live", "/speech/{language}"]  # streams that are meant to go on; their own tests read them

api = schemathesis.openapi.from_dict(description()).exclude(path=WITHOUT_END)


class JudgedHere:
    """Answers as the process does that judges a transcript: a hundred of those take longer to start than to judge."""

    returncode = 0

    def __init__(self, data: Path) -> None:
        self._data, self._body = data, b""
        self.stdin, self.stdout = self, asyncio.StreamReader()

    def write(self, body: bytes) -> None:
        self._body += body

    async def drain(self) -> None:
        pass

    def close(self) -> None:
        answer = answer_to(self._body, self._data)
        self.stdout.feed_data(b"%d\n%b" % (answer.status_code, bytes(answer.body)))
        self.stdout.feed_eof()


@pytest.fixture(scope="module", autouse=True)
def _judged_here() -> Iterator[None]:
    @asynccontextmanager
    async def process(data: Path) -> AsyncIterator[JudgedHere]:
        yield JudgedHere(data)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judging, "_process", process)
        patch.setattr("companion.web.judge_process._go_on_for", lambda _seconds: None)
        yield


@pytest.fixture(scope="module")
def open_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveTable]:
    """A table whose host is whoever asks, with a match under way: the most there is to break."""
    with LiveTable(tmp_path_factory.mktemp("open")) as table:
        table.submit(lambda referee: referee.begin(SETUP)).result()
        table.play(placed("ZO"))
        yield table


@pytest.fixture(scope="module")
def playing(open_table: LiveTable) -> Iterator[httpx.Client]:
    """A host's client at a table with a match under way, whatever was done to the table before."""
    with httpx.Client(base_url=open_table.address, timeout=60) as client:
        client.post("/api/match/close", json={})
        assert client.post("/api/matches", json=SETUP).status_code == 201
        yield client


@pytest.fixture(scope="module")
def shut_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveTable]:
    """A table at which the fuzzer is nobody."""
    with LiveTable(tmp_path_factory.mktemp("shut"), local=False) as table:
        table.submit(lambda referee: referee.begin(SETUP)).result()
        table.play(placed("ZO"))
        yield table


few = settings(
    max_examples=12,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@api.parametrize()
@few
def test_the_api_keeps_its_description(case: schemathesis.Case[Any], open_table: LiveTable) -> None:
    case.call_and_validate(base_url=f"{open_table.address}/api", checks=CHECKS)


@api.parametrize()
@few
def test_a_stranger_changes_nothing_whatever_is_sent(case: schemathesis.Case[Any], shut_table: LiveTable) -> None:
    case.headers.pop("Authorization", None)
    case.cookies.clear()
    before = shut_table.view
    answer = case.call(base_url=f"{shut_table.address}/api")
    assert answer.status_code < 500
    assert shut_table.view == before


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
names = st.sampled_from(
    ["place", "object", "challenge", "name_word", "squeeze", "exchange", "switch", "correct", "undo"]
)
fields = st.sampled_from(["player", "card", "side", "word", "after", "at", "with", "number", "to", "wilds"])
likely = st.sampled_from(["Ann", "Bob", "Cy", "A", "?", "left", "zoo", 1, 2, 10**30, None])


@given(
    event=st.dictionaries(fields, likely | json_values, max_size=6).flatmap(
        lambda given_fields: st.builds(lambda name: {"event": name, **given_fields}, names | json_values)
    )
)
@example(event={"event": "name_word", "player": "Ann", "word": "?"})
@settings(max_examples=150, suppress_health_check=list(HealthCheck))
def test_an_event_of_any_shape_is_ruled_on_and_a_refused_one_changes_nothing(
    event: Any, open_table: LiveTable, playing: httpx.Client
) -> None:
    before = open_table.view
    answer = playing.post("/api/events", json={"event": event})
    assert answer.status_code == (400 if has_slip(event) else 200)
    after = open_table.view
    if has_slip(event):
        assert "no letter" in answer.json()["error"]
        assert after == before
    elif not answer.json()["accepted"]:
        assert after.match == before.match
        assert after.protocol == before.protocol


def has_slip(event: dict[str, Any]) -> bool:
    """Whether a word is typed with a sign that is no letter: that is asked again, and does not come to the rules."""
    said = event["to"] if isinstance(event.get("to"), dict) else event
    word = said.get("word") if said.get("event") == "name_word" else None
    return isinstance(word, str) and any(
        unicodedata.category(sign)[0] not in "LM" and sign not in "'’- " for sign in word
    )


@given(body=st.binary(max_size=200))
@settings(max_examples=60, suppress_health_check=list(HealthCheck))
def test_a_body_of_any_bytes_is_answered(body: bytes, playing: httpx.Client) -> None:
    answer = playing.post("/api/events", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (200, 400)
    assert ("error" in answer.json()) == (answer.status_code == 400)
