"""docs/web.md and the API's description say whose each event is, as the games themselves describe it."""

from pathlib import Path

import pytest

from companion.games import rulebooks
from companion.games.match_events import MATCH_EVENTS
from companion.games.parties import in_words
from companion.web.openapi import description

PAGE = (Path(__file__).parents[2] / "docs" / "web.md").read_text("utf-8")
GAMES = {book.title: book.events for book in rulebooks().values()} | {"every match": MATCH_EVENTS}
ROWS = [
    (title, by, ", ".join(names)) for title, kinds in GAMES.items() for by, names in in_words(kinds).items()
]  # fmt: skip


@pytest.mark.parametrize(("title", "by", "names"), ROWS, ids=[f"{title}: {by}" for title, by, _ in ROWS])
def test_the_page_says_who_may_hand_in_what(title: str, by: str, names: str) -> None:
    assert f"\n| {title} | {by} | {names} |\n" in PAGE


def test_the_page_says_nothing_else() -> None:
    table = PAGE.partition("| game | who |")[2].partition("\n\n")[0]
    assert len(table.splitlines()) == len(ROWS) + 2


def test_the_description_says_who_may_say_that_somebody_is_away() -> None:
    security = description()["paths"]["/away"]["post"]["security"]
    assert {"phone", "host"} <= {kind for one in security for kind in one}


def test_the_api_s_description_says_the_same() -> None:
    body = description()["paths"]["/events"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    told = body["properties"]["event"]["description"]
    for _, by, names in ROWS:
        assert f"{by}: {names}." in told
