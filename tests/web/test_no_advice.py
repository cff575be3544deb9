"""No advice leaks: matches played at random over the real web, and every byte that is served searched for what
hindsight knows and may not say yet. The words of these matches are such as nobody says and no page has in it."""

import json
import re
from collections.abc import Mapping
from contextlib import ExitStack
from itertools import product
from random import Random
from string import ascii_uppercase
from typing import Any

import httpx
import pytest

from benchmarks.playouts import document, one_of
from companion.games import RULEBOOKS
from companion.games.anagrascramble.events import Turned
from companion.games.teaching import TEACHING, told_now
from companion.games.typo import hindsight as typo
from companion.hub.payloads import view_message
from companion.lexicon import Lexicon
from companion.referee.match import Match
from tests.web import tables
from tests.web.tables import LiveTable
from tests.web.talking import Phone, begin

ENDING = "xqj"
WORDS = [
    *(f"{''.join(letters)}{ENDING}".lower() for letters in product(ascii_uppercase, repeat=2)),
    *(f"{''.join(letters)}{ENDING}".lower() for letters in product("AENRTZ", repeat=3)),
    "tsnlp", "nslptae", "plnst", "ptsnl", "lptnse", "snlt",
]  # fmt: skip
STRANGE = re.compile(rb"[a-z]{2,3}xqj|tsnlp|nslptae|plnst|ptsnl|lptnse|snlt")
EVENTS = 14
SERVED = (
    "/api/view",
    "/api/matches/1",
    "/api/matches/1/csv",
    "/api/matches/1/rulings",
    "/matches/1",
    "/kiosk",
    "/play",
)


@pytest.fixture
def quiet_table(strict_table: LiveTable, monkeypatch: pytest.MonkeyPatch) -> LiveTable:
    """A table with a dictionary of these words."""
    monkeypatch.setattr(tables, "shipped", lambda *_: Lexicon.from_words(WORDS))
    strict_table.restart()
    return strict_table


def words_in(served: bytes) -> set[str]:
    return {found.decode() for found in STRANGE.findall(served)}


def everything_served(table: LiveTable, host: httpx.Client, phones: list[Phone]) -> bytes:
    """What host, kiosk, guests and phones get, a hub is told, and lies in the journal."""
    number = table.view.match_id
    served = [host.get(path.replace("/1", f"/{number}", 1)).content for path in SERVED]
    served += [phone.get(path).content for phone in phones for path in ("view", "drafts", "hand")]
    with host.stream("GET", "/api/live") as stream:
        served.append(next(chunk for chunk in stream.iter_bytes() if b"data:" in chunk))
    served.append(json.dumps(view_message(table.view, 0, "2026-01-01T00:00:00+00:00")).encode())
    served += [file.read_bytes() for file in table.data.glob("journal*")]
    return b"\n".join(served)


def advises(state: Any, game: str, word: str) -> bool:
    """Whether the word could help whoever plays on, by the letters that lie there: hindsight is not asked."""
    said = word.upper()
    if game == "typo":
        rows = (*state.rows, *([state.placement.before] if state.placement else []))
        if state.winner is not None and state.placement is None:
            return False
        return any(said[at:].startswith(row) and len(said) > len(row) for row in rows for at in (0, 1))
    if game == "anagrascramble":
        return state.phase == "words" and word in state.listed
    if game == "disorder":
        return bool(state.board) and re.search(state.board.replace("?", "."), said) is not None
    return False


def leaks(table: LiveTable, host: httpx.Client, game: str, seed: int, **setup: Any) -> set[str]:
    """What is served in a match at random that could help, or that its game says is for teaching only."""
    chance = Random(f"{game}-{seed}")
    said = document(game, chance)
    said["options"]["lexicon"] = "en"
    begin(host, {**said, **setup})
    found: set[str] = set()
    with ExitStack() as phones:
        seated = [Phone(table, name) for name in said["players"]] if not table.site.seats.taken else []
        for phone in seated:
            phones.callback(phone.close)
        for _ in range(EVENTS):
            before: Match = sitting_of(table)
            assert before.book.legal is not None
            offers = [offer for own in before.book.legal(before.state).values() for offer in own]
            event = one_of(offers, chance)
            if event is None or host.post("/api/events", json={"event": event}).status_code != 200:
                continue
            found |= told_early(table, everything_served(table, host, seated), game)
    host.post("/api/match/close")
    return found


def sitting_of(table: LiveTable) -> Match:
    sitting = table.submit(lambda referee: referee.stand).result().sitting
    assert sitting is not None
    return sitting.match


def told_early(table: LiveTable, served: bytes, game: str) -> set[str]:
    """Words among the bytes that nobody has said and that could help, or are only to be taught."""
    match = sitting_of(table)
    spoken = words_in(json.dumps(match.events).encode())
    taught = words_in(json.dumps(hints_of(match).get(TEACHING, {})).encode())
    taught -= words_in(json.dumps(told_now(hints_of(match), teaching=False)).encode())
    return {word for word in words_in(served) - spoken if word in taught or advises(match.state, game, word)}


def hints_of(match: Match) -> Mapping[str, Any]:
    """All that the game's hindsight says of the newest event."""
    course = list(match.course())
    if not course or match.book.hints is None:
        return {}
    before, event, _after = course[-1]
    earlier = [state for state, _, _ in reversed(course[:-1])]
    return match.book.hints(before, event, earlier) if event.event in match.book.events else {}


@pytest.mark.parametrize("game", RULEBOOKS)
def test_nothing_that_could_help_is_served(quiet_table: LiveTable, host: httpx.Client, game: str) -> None:
    assert leaks(quiet_table, host, game, 1) == set()


def test_the_search_finds_what_is_told_early(
    quiet_table: LiveTable, host: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert leaks(quiet_table, host, "typo", 1, teach=True), "where a match teaches it is told"
    monkeypatch.setattr(typo, "_bears", lambda *_: False)
    monkeypatch.setattr(typo, "_standing", lambda _: ())
    assert leaks(quiet_table, host, "typo", 1), "rows that still lie there are spoken of"


def test_the_search_finds_the_words_of_a_card_that_lies_open(
    quiet_table: LiveTable, host: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def early(match: Match, **_: Any) -> Mapping[str, Any]:
        newest = match._newest
        return {"listed_words": sorted(match.state.listed)} if newest and isinstance(newest.said, Turned) else {}

    monkeypatch.setattr(Match, "hints", early)
    assert leaks(quiet_table, host, "anagrascramble", 1)
