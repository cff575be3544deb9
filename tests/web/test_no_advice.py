"""No advice leaks: matches played at random over the real web, and every byte that any address serves searched for what
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
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route

from benchmarks.playouts import document, one_of
from companion.games import RULEBOOKS
from companion.games.anagrascramble.events import Turned
from companion.games.teaching import TEACHING, told_now
from companion.games.typo import hindsight as typo
from companion.language import LANGUAGES
from companion.lexicon import Lexicon
from companion.referee.match import Match
from companion.report.match_report import report_of
from tests.web import tables
from tests.web.served import Ears, Read, addresses, parts, read_all, read_newest
from tests.web.tables import LiveTable
from tests.web.talking import Phone, begin
from tests.web.unsaid import hints_of, unsaid

ENDING = "xqj"
WORDS = [
    *(f"{''.join(letters)}{ENDING}".lower() for letters in product(ascii_uppercase, repeat=2)),
    *(f"{''.join(letters)}{ENDING}".lower() for letters in product("AENRTZ", repeat=3)),
    "tsnlp", "nslptae", "plnst", "ptsnl", "lptnse", "snlt",
]  # fmt: skip
STRANGE = re.compile(r"[a-z]{2,3}xqj|tsnlp|nslptae|plnst|ptsnl|lptnse|snlt")
SEEDS = {"disorder": 12, "typo": 1, "villains": 17, "anagrascramble": 1, "wordcard": 18}  # there is much to advise
EVENTS = 14
ALL_EVERY = 4  # events; after each what is told at once is read, and the answer to it


@pytest.fixture
def quiet_table(strict_table: LiveTable, monkeypatch: pytest.MonkeyPatch) -> LiveTable:
    """A table with a dictionary of these words."""
    monkeypatch.setattr(tables, "shipped", lambda *_: Lexicon.from_words(WORDS))
    strict_table.restart()
    return strict_table


def words_in(text: str) -> set[str]:
    return set(STRANGE.findall(text))


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


def leaks(table: LiveTable, host: httpx.Client, game: str, **setup: Any) -> set[str]:
    """What is served first in a match at random that could help, or that its game says is for teaching only."""
    chance = Random(f"{game}-{SEEDS[game]}")
    said = document(game, chance)
    said["options"]["lexicon"] = "en"
    begin(host, {**said, **setup})
    with ExitStack() as ends:
        ears = Ears(table)
        ends.callback(ears.close)
        phones = [Phone(table, name) for name in said["players"]]
        for phone in phones:
            ends.callback(phone.close)
        for number in range(EVENTS):
            before = match_at(table)
            assert before.book.legal is not None
            event = one_of([offer for own in before.book.legal(before.state).values() for offer in own], chance)
            if event is None:
                continue
            answer = host.post("/api/events", json={"event": event})
            language = list(LANGUAGES)[number // ALL_EVERY % len(LANGUAGES)]
            read = read_newest(table, host) if number % ALL_EVERY else read_all(table, host, phones, language)
            read.take(answer.content, "application/json", "/api/events")
            ears.into(read)
            if found := told_early(match_at(table), read):
                return found
    return set()


def match_at(table: LiveTable) -> Match:
    sitting = table.submit(lambda referee: referee.stand).result().sitting
    assert sitting is not None
    return sitting.match


def told_early(match: Match, read: Read) -> set[str]:
    """What was read that nobody has said and that could help, or is only to be taught."""
    view, hints = match.view(), hints_of(match)
    settled = view.over and not any(view.may.values())
    spoken = words_in(json.dumps(match.events))
    taught = words_in(json.dumps(hints.get(TEACHING, {}))) - words_in(json.dumps(told_now(hints, teaching=False)))
    words = {
        word for word in words_in(read.text) - spoken if word in taught or advises(match.state, match.book.game, word)
    }
    return words | unsaid(match, settled=settled).found_in(read) | (set() if settled else read.unread)


@pytest.mark.parametrize("game", RULEBOOKS)
def test_nothing_that_could_help_is_served(quiet_table: LiveTable, host: httpx.Client, game: str) -> None:
    assert leaks(quiet_table, host, game) == set()


def test_the_search_finds_what_is_told_early(
    quiet_table: LiveTable, host: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(typo, "_bears", lambda *_: False)
    monkeypatch.setattr(typo, "_standing", lambda _: ())
    assert leaks(quiet_table, host, "typo"), "rows that still lie there are spoken of"


def test_the_search_finds_the_words_of_a_card_that_lies_open(
    quiet_table: LiveTable, host: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def early(match: Match, **_: Any) -> Mapping[str, Any]:
        newest = match._newest
        return {"listed_words": sorted(match.state.listed)} if newest and isinstance(newest.said, Turned) else {}

    monkeypatch.setattr(Match, "hints", early)
    assert leaks(quiet_table, host, "anagrascramble")


@pytest.mark.parametrize("game", ["typo", "anagrascramble"])
def test_the_search_finds_what_is_to_be_taught_only_by_whatever_name_it_is_told(
    quiet_table: LiveTable, host: httpx.Client, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr(
        Match, "hints", lambda match, **_: {"outlook": list(hints_of(match).get(TEACHING, {}).values())}
    )
    assert leaks(quiet_table, host, game)


def test_the_search_finds_a_report_that_is_shown_while_the_match_goes_on(
    quiet_table: LiveTable, host: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.pages.is_settled", lambda *_: True)
    found = leaks(quiet_table, host, "disorder")
    assert any(" " in each and not each.startswith("{") for each in found), "its sentences, in whatever language"


def test_the_search_finds_a_new_address_and_what_is_served_there(quiet_table: LiveTable, host: httpx.Client) -> None:
    async def outlook(_: Request) -> Response:
        return JSONResponse({"curve": report_of(match_at(quiet_table)).curve.to_json()})

    quiet_table.app.router.routes.insert(0, Mount("/new", routes=[Route("/outlook/{match_id:number}", outlook)]))
    assert leaks(quiet_table, host, "wordcard")
    with pytest.raises(KeyError, match="colour"):
        list(addresses([Route("/{colour}", outlook)], parts(quiet_table, "en")))
