"""Who may do what: tokens, PIN, origins, and the browser on the machine of a simulated table."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import expect
from starlette.requests import Request

from companion.clock import FakeClock, SystemClock
from companion.web.access import HOST_COOKIE, HOST_STAYS_S, KIOSK_COOKIE, Access, phone_of
from companion.web.requests import Refused
from companion.web.seats import MOST_OF_A_PHONE, Seats
from tests.web.browsing import Guest
from tests.web.tables import PIN, LiveTable

SETUP = {"game": "disorder", "players": ["Ann", "Bob"], "options": {"lexicon": {"words": ["zoo"]}}}


NOWHERE = Path("/nonexistent/seats.json")  # read before the first seat was ever taken, and never written


def unexpected(notice: str) -> None:
    raise AssertionError(notice)


def request(client: str = "192.0.2.1", **headers: str) -> Request:
    """A request as the server sees it."""
    named = {"host": "127.0.0.1:8080", **{name.replace("_", "-"): value for name, value in headers.items()}}
    raw = [(name.encode(), value.encode("latin-1")) for name, value in named.items()]
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": raw, "scheme": "http"}
    return Request({**scope, "client": (client, 5000), "server": ("127.0.0.1", 8080)})


def access(
    clock: FakeClock | None = None,
    seats: Seats | None = None,
    *,
    open_locally: bool = False,
    key: bytes = b"k" * 32,
    pin: str = PIN,
) -> Access:
    return Access(
        key, lambda: pin, clock or FakeClock(), seats or Seats(NOWHERE, unexpected), open_locally=open_locally
    )


def as_host(cookie: str) -> Request:
    return request(cookie=f"{HOST_COOKIE}={cookie}")


def as_phone(token: str) -> Request:
    return request(authorization=f"Bearer {token}")


# ---------------------------------------------------------------------- the host


def test_the_right_pin_opens_for_a_night() -> None:
    clock = FakeClock()
    door = access(clock)
    cookie = door.let_host_in(request(), PIN)
    assert door.is_host(as_host(cookie))
    clock.advance(HOST_STAYS_S * 1000 - 1)
    assert door.is_host(as_host(cookie))
    clock.advance(2)
    assert not door.is_host(as_host(cookie))


@pytest.mark.parametrize("days", [-300, -1, 1, 30])
def test_setting_the_clock_neither_ends_nor_prolongs_the_host_s_night(days: int) -> None:
    clock = FakeClock()
    door = access(clock)
    kiosk, host = (enter(request(), PIN) for enter in (door.let_kiosk_in, door.let_host_in))
    clock.set_wall(datetime(2026, 11, 21, tzinfo=UTC) + timedelta(days=days))  # as a time server does
    assert door.is_host(as_host(host))
    assert door.may_show_code(request(cookie=f"{KIOSK_COOKIE}={kiosk}"))
    clock.advance(HOST_STAYS_S * 1000 + 1)
    assert not door.is_host(as_host(host))
    assert not door.may_show_code(request(cookie=f"{KIOSK_COOKIE}={kiosk}"))


def test_after_the_machine_was_switched_off_the_pin_is_typed_again() -> None:
    cookie = access().let_host_in(request(), PIN)
    assert not access(FakeClock("another boot")).is_host(as_host(cookie))  # its clock counts from 0 again


def test_the_machine_s_clock_counts_from_one_boot() -> None:
    assert SystemClock().boot == SystemClock().boot != ""


def test_whoever_is_nobody_is_told_where_a_host_types_the_pin(stranger: httpx.Client) -> None:
    said = stranger.post("/api/events", json={"event": {"event": "pass"}})
    assert said.status_code == 401
    assert "types the PIN again on /host" in said.json()["error"]


@pytest.mark.browser
def test_a_host_whose_hours_are_over_types_the_pin_where_they_are(
    strict_table: LiveTable, guest: Callable[..., Guest]
) -> None:
    host = guest(f"{strict_table.address}/host")
    host.page.locator("#pin").fill(PIN)
    host.press("Open")
    strict_table.submit(lambda referee: referee.begin(SETUP)).result()
    expect(host.page.get_by_role("button", name="Pause")).to_be_visible()
    host.page.context.clear_cookies()  # as after twelve hours
    host.press("Pause")
    again = host.page.get_by_role("dialog")
    expect(again).to_contain_text("type the PIN again")
    again.locator("#pin").fill("0000")
    host.press("Open")
    expect(again.get_by_role("alert")).to_contain_text("not the PIN")
    again.locator("#pin").fill(PIN)
    host.press("Open")
    expect(again).to_be_hidden()
    host.press("Pause")
    expect(host.page.get_by_role("button", name="Go on")).to_be_visible()


def test_a_new_pin_or_another_table_ends_the_old_session() -> None:
    cookie = access().let_host_in(request(), PIN)
    assert access().is_host(as_host(cookie))  # a restart of the same table
    assert not access(pin="0000").is_host(as_host(cookie))
    assert not access(key=b"x" * 32).is_host(as_host(cookie))


@given(st.text(alphabet=st.characters(min_codepoint=33, max_codepoint=126), max_size=80))
def test_no_made_up_token_is_taken(token: str) -> None:
    door = access()
    assert not door.is_host(as_host(token.replace(";", "").replace('"', "")))
    with pytest.raises(Refused, match="join again"):
        door.seat(as_phone(token))


def test_a_phones_token_does_not_make_a_host() -> None:
    door = access()
    assert not door.is_host(as_host(door.join(door.join_key, "Ann")))


def test_wrong_pins_are_slowed_down_and_a_right_one_ends_it() -> None:
    clock = FakeClock()
    door = access(clock)
    for _ in range(3):
        with pytest.raises(Refused) as wrong:
            door.let_host_in(request(), "0000")
        assert wrong.value.status_code == 403
    with pytest.raises(Refused) as waiting:
        door.let_host_in(request(), PIN)  # even the right one has to wait
    assert waiting.value.status_code == 429
    assert waiting.value.headers == {"Retry-After": "2"}
    door.let_host_in(request("192.0.2.2"), PIN)  # somebody else does not
    clock.advance(1001)
    door.let_host_in(request(), PIN)
    for _ in range(3):
        with pytest.raises(Refused, match="not the PIN"):
            door.let_host_in(request(), "0000")


def test_a_page_whose_name_was_made_to_point_here_keeps_the_host_s_own_browser_not_waiting() -> None:
    door = access()
    for guess, name in enumerate(("evil.example:8080", "worse.example", "evil.example", "third.example")):
        with pytest.raises(Refused) as refused:
            door.let_host_in(request(host=name), "0000")
        assert refused.value.status_code == (403 if guess < 3 else 429)  # for all such pages together
    assert door.is_host(as_host(door.let_host_in(request(), PIN)))


@pytest.mark.parametrize(
    ("client", "host", "local"),
    [
        ("127.0.0.1", "127.0.0.1:8080", True),
        ("::1", "localhost:8080", True),
        ("192.168.1.9", "127.0.0.1:8080", False),
        ("127.0.0.1", "evil.example:8080", False),  # a foreign name made to point here
    ],
)
def test_only_this_machines_browser_is_the_host_of_a_simulated_table(client: str, host: str, local: bool) -> None:
    assert access(open_locally=True).is_host(request(client, host=host)) is local
    assert not access(open_locally=False).is_host(request(client, host=host))


# ---------------------------------------------------------------------- phones


def test_joining_needs_the_key_of_the_code() -> None:
    with pytest.raises(Refused, match="scan the code"):
        access().join("AAAAAAAA", "Ann")


# ---------------------------------------------------------------------- through the server


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("matches", SETUP),
        ("matches/import", {**SETUP, "events": []}),
        ("matches/1/reopen", {}),
        ("match/pause", {}),
        ("match/close", {}),
        ("match/again", {}),
        ("seats/free", {"name": "Ann"}),
        ("press", {"button": "challenge"}),
        ("cards", {"act": "clear"}),
        ("events", {"event": {"event": "undo"}}),
        ("choice", {"card": "A"}),
        ("join-in", {}),
        ("answer", {"question": 1, "label": "A"}),
        ("leave", {}),
        ("seat", {}),
    ],
)
def test_a_stranger_changes_nothing(stranger: httpx.Client, strict_table: LiveTable, path: str, body: Any) -> None:
    before = strict_table.view
    answer = stranger.post(f"/api/{path}", json=body)
    assert answer.status_code == 401
    assert list(answer.json()) == ["error", "said"]
    assert strict_table.view == before


@pytest.mark.parametrize("path", ["/screen.png", "/camera.jpg"])
def test_the_displays_pin_is_not_shown_to_strangers(stranger: httpx.Client, path: str) -> None:
    assert stranger.get(path).status_code == 401


def test_the_host_comes_in_and_leaves(stranger: httpx.Client) -> None:
    assert stranger.post("/api/host", json={"pin": "9999"}).status_code == 403
    entered = stranger.post("/api/host", json={"pin": PIN})
    cookie = entered.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert stranger.get("/api/who").json() == {"host": True, "local": False, "seat": None}
    assert stranger.post("/api/matches", json=SETUP).status_code == 201
    stranger.post("/api/host/leave", json={})
    assert not stranger.get("/api/who").json()["host"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_change_from_a_foreign_page_is_refused(
    client: httpx.Client, table: LiveTable, headers: Mapping[str, str]
) -> None:
    answer = client.post("/api/matches", json=SETUP, headers=headers)
    assert answer.status_code == 403
    assert "own pages" in answer.json()["error"]
    assert table.view.match is None


def test_the_tables_own_pages_may(client: httpx.Client, table: LiveTable) -> None:
    headers = {"Origin": table.address, "Sec-Fetch-Site": "same-origin"}
    assert client.post("/api/matches", json=SETUP, headers=headers).status_code == 201


def test_a_form_of_another_site_cannot_send_json(client: httpx.Client) -> None:
    answer = client.post("/api/matches", content=b"{}", headers={"Content-Type": "text/plain"})
    assert answer.status_code == 415


def test_nothing_changes_by_get(client: httpx.Client, table: LiveTable) -> None:
    before = table.view.version
    posted = ("events", "match/pause", "matches/import", "join", "host", "press", "choice", "timer", "hold", "opening")
    for path in posted:
        assert client.get(f"/api/{path}").status_code == 405, path
    client.get("/api/cards")
    assert table.view.version == before


@pytest.mark.parametrize(
    "path", ["/", "/kiosk", "/play", "/host", "/table", "/api/view", "/nowhere", "/static/js/dom.js"]
)
def test_every_answer_keeps_strangers_scripts_out(client: httpx.Client, path: str) -> None:
    headers = client.get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"


def test_one_address_is_one_phone_and_the_table_s_own_machine_none(tmp_path: Path) -> None:
    door = access(seats=Seats(tmp_path / "seats.json", unexpected))
    for number in range(MOST_OF_A_PHONE):
        door.join(door.join_key, f"player {number}", phone=phone_of(request()))
    with pytest.raises(Refused, match="at most"):
        door.join(door.join_key, "Ann", phone=phone_of(request()))
    door.join(door.join_key, "Bob", phone=phone_of(request("192.0.2.2")))
    assert phone_of(request("127.0.0.1")) == phone_of(request("::1")) == ""
    assert phone_of(request("somewhere")) == "somewhere"
