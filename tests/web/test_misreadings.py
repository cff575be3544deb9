"""“That reading was wrong” over HTTP and on the pages: which card, what it is, the case kept of it, the correction."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from companion.cases.case_shelf import CaseShelf
from tests.seen import row_on
from tests.web.browsing import LAPTOP, PHONE, Guest
from tests.web.tables import PIN, LiveTable
from tests.web.talking import begin


def laid(client: httpx.Client, table: LiveTable, cards: str) -> str:
    """Lay cards on the drawn table one by one; the name of the newest kept picture."""
    for card in cards:
        assert client.post("/api/cards", json={"act": "place", "label": card}).status_code == 200
    frame = table.submit(lambda referee: referee.view.frame).result()
    assert frame is not None
    return frame


def kept(table: LiveTable) -> list[tuple[str, str]]:
    """What was read and what is true in each case, once all are kept."""
    table.cases.close()
    shelf = CaseShelf(table.data)
    return [(case.read, case.truth) for case in map(shelf.read, shelf.ids())]


def test_the_cards_of_a_picture_are_told_with_all_that_they_may_be(client: httpx.Client, table: LiveTable) -> None:
    begin(client)
    frame = laid(client, table, "ZQ")
    told = client.get(f"/api/readings/1/{frame}").json()
    assert [(card["read"], card["accepted"]) for card in told["cards"]] == [("Z", True), ("Q", True)]
    assert {"O", "Q", "pass", "?"} <= set(told["names"])
    picture = client.get(f"/readings/1/{frame}/{told['cards'][1]['card']}.jpg")
    assert picture.content.startswith(b"\xff\xd8")
    assert client.get(f"/readings/1/{frame}/77.jpg").status_code == 404
    assert client.get("/api/readings/1/match1-99999.jpg").status_code == 404
    assert client.get("/api/readings/2/" + frame).status_code == 404
    assert client.get("/api/readings/1/match1-..jpg").status_code == 400


def test_the_host_says_what_it_is_and_hands_in_the_correction(client: httpx.Client, table: LiveTable) -> None:
    begin(client)
    frame = laid(client, table, "ZQ")
    answer = client.post("/api/misreadings", json={"frame": frame, "card": 1, "truth": "O"})
    correction = answer.json()["correction"]
    assert (correction["number"], correction["to"]["card"]) == (2, "O")
    assert client.post("/api/events", json={"event": correction}).json()["accepted"]
    assert client.get("/api/view").json()["table"]["difference"] is None
    assert kept(table) == [("Q", "O")]


def test_a_slip_is_taken_back_with_the_case_that_was_kept_of_it(client: httpx.Client, table: LiveTable) -> None:
    begin(client)
    frame = laid(client, table, "ZO")
    client.post("/api/misreadings", json={"frame": frame, "card": 0, "truth": "K"})
    cards = client.get(f"/api/readings/1/{frame}").json()["cards"]
    assert [card["said"] for card in cards] == ["K", None]
    assert client.get("/api/view").json()["table"]["difference"] is not None
    answer = client.post("/api/misreadings", json={"frame": frame, "card": 0, "truth": "Z"})
    assert (answer.status_code, answer.json()["correction"]) == (200, None)
    assert client.get("/api/view").json()["table"]["difference"] is None
    laid(client, table, "Q")
    assert table.submit(lambda referee: row_on(referee.view.board)).result() == "ZOQ"
    assert kept(table) == []


def test_a_card_that_was_not_seen_is_kept_without_its_place(client: httpx.Client, table: LiveTable) -> None:
    begin(client)
    answer = client.post("/api/misreadings", json={"frame": laid(client, table, "Z"), "card": None, "truth": "O"})
    assert answer.json() == {"accepted": True, "correction": None}
    assert kept(table) == [("", "O")]


def test_a_phone_says_so_and_corrects_nothing(host: httpx.Client, phone: Any, strict_table: LiveTable) -> None:
    begin(host)
    frame = laid(host, strict_table, "ZQ")
    said = {"frame": frame, "card": 1, "truth": "O"}
    with httpx.Client(base_url=strict_table.address) as nobody:
        assert nobody.post("/api/misreadings", json=said).status_code == 401
    ann = phone("Ann")
    correction = ann.post("misreadings", said).json()["correction"]
    assert ann.post("events", {"event": {**correction, "by": "Ann"}}).status_code == 403
    host.post("/api/match/pause", json={})
    assert ann.post("misreadings", said).status_code in (400, 409)
    assert kept(strict_table) == [("Q", "O")]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"card": 1}, 400),
        ({"truth": ""}, 400),
        ({"card": 9, "truth": "O"}, 400),
        ({"card": 1, "truth": "Q"}, 400),
        ({"card": "1", "truth": "O"}, 400),
        ({"card": 1, "truth": "ZZ"}, 400),
        ({"card": 1, "truth": "O", "frame": "match1-1.jpg"}, 404),
        ({"card": 1, "truth": "O", "frame": "../journal.sqlite3"}, 404),
    ],
)
def test_what_cannot_be_is_refused_and_kept_nowhere(
    client: httpx.Client, table: LiveTable, body: dict[str, Any], status: int
) -> None:
    begin(client)
    frame = laid(client, table, "ZQ")
    assert client.post("/api/misreadings", json={"frame": frame, **body}).status_code == status
    assert kept(table) == []


def test_without_a_match_there_is_no_reading(client: httpx.Client) -> None:
    answer = client.post("/api/misreadings", json={"frame": "match1-1.jpg", "card": 1, "truth": "O"})
    assert answer.status_code == 409


@pytest.mark.browser
def test_three_taps_on_the_host_page_put_it_right(
    client: httpx.Client, table: LiveTable, guest: Callable[..., Guest]
) -> None:
    begin(client)
    laid(client, table, "ZQ")
    page = guest(f"{table.address}/host", size=LAPTOP).page
    wrong = page.locator("#misread details.misread")
    wrong.locator("summary").click()
    expect(wrong.locator(".cards-read img")).to_have_count(2)
    wrong.locator("[data-card='1']").click()
    wrong.locator("[data-truth=O]").click()
    expect(wrong.get_by_role("status")).to_contain_text("Kept as a case")
    wrong.get_by_role("button", name="Correct no. 2").click()
    expect(page.locator("#protocol li").first).to_contain_text("correct")
    assert kept(table) == [("Q", "O")]


@pytest.mark.browser
def test_a_slip_on_the_host_page_is_taken_back(
    client: httpx.Client, table: LiveTable, guest: Callable[..., Guest]
) -> None:
    begin(client)
    laid(client, table, "ZQ")
    wrong = guest(f"{table.address}/host", size=LAPTOP).page.locator("#misread details.misread")
    for truth, said in (("K", "Kept as a case"), ("Q", "Taken back")):
        wrong.locator("summary").click()
        wrong.locator("[data-card='1']").click()
        expect(wrong.locator("[data-truth=Q]")).to_have_count(1 if truth == "Q" else 0)  # there is no slip yet
        wrong.locator(f"[data-truth={truth}]").click()
        expect(wrong.get_by_role("status")).to_contain_text(said)
        wrong.locator("summary").click()
    assert kept(table) == []


@pytest.mark.browser
def test_a_phone_says_so_in_its_language_while_cards_are_laid(
    host: httpx.Client, strict_table: LiveTable, guest: Callable[..., Guest]
) -> None:
    begin(host)
    laid(host, strict_table, "ZQ")
    address = strict_table.site.join_address
    phone = guest(f"{address}&lang=nl", size=PHONE)
    phone.press("Ann")
    wrong = phone.page.locator("#misread details.misread")
    wrong.locator("summary").click()
    wrong.locator("[data-card='1']").click()
    laid(host, strict_table, "K")  # what is half said stays
    wrong.locator("[data-truth=O]").click()
    expect(wrong).to_contain_text("Als geval bewaard")
    expect(wrong).to_contain_text("De spelleider")
    assert phone.barriers() == []
    assert kept(strict_table) == [("Q", "O")]
    assert PIN not in phone.page.content()
