"""Seats: one phone a name, over a restart, at most so many; and a list of them that cannot be read or written."""

import json
from pathlib import Path

import httpx
import pytest

from companion.clock import FakeClock
from companion.language import messages
from companion.sentences import is_told
from companion.signs import is_seen
from companion.web.requests import Refused
from companion.web.seats import ASKED_MS, MOST_OF_A_PHONE, MOST_REMEMBERED, MOST_SEATS, Seats
from tests.full_disk import room_for
from tests.web.tables import LiveTable


def unexpected(notice: str) -> None:
    raise AssertionError(notice)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "seats.json"


@pytest.fixture
def seats(path: Path) -> Seats:
    return Seats(path, unexpected)


def test_a_seat_belongs_to_one_phone_until_it_is_freed(seats: Seats) -> None:
    ann = seats.take("Ann")
    assert seats.claim(ann) == "Ann"
    with pytest.raises(Refused, match="another phone"):
        seats.take("Ann")
    assert seats.free("Ann")
    assert not seats.free("Ann")
    with pytest.raises(Refused, match="join again"):
        seats.claim(ann)
    assert seats.claim(seats.take("Ann")) == "Ann"


def test_a_seat_outlives_a_restart_once_it_is_kept(seats: Seats, path: Path) -> None:
    ann = seats.take("Ann")
    assert seats.keep() is None
    restarted = Seats(path, unexpected)
    assert not restarted.taken
    assert restarted.claim(ann) == "Ann"
    assert restarted.taken == ("Ann",)


def test_a_freed_seat_stays_free_over_a_restart(seats: Seats, path: Path) -> None:
    ann = seats.take("Ann")
    seats.keep()
    seats.free("Ann")
    seats.keep()
    restarted = Seats(path, unexpected)
    with pytest.raises(Refused, match="join again"):
        restarted.claim(ann)
    assert not restarted.taken


def test_after_a_restart_a_phone_that_is_asleep_keeps_its_seat(seats: Seats, path: Path) -> None:
    old = seats.take("Ann")
    seats.keep()
    restarted = Seats(path, unexpected)
    assert restarted.is_asleep("Ann")
    assert restarted.claim(old) == "Ann"
    assert not restarted.is_asleep("Ann")


def test_after_a_restart_the_newest_phone_of_a_name_has_the_seat(seats: Seats, path: Path) -> None:
    old = seats.take("Ann")
    seats.keep()
    restarted = Seats(path, unexpected)
    new = restarted.take("Ann")
    restarted.keep()
    with pytest.raises(Refused, match="another phone now"):
        restarted.claim(old)
    assert Seats(path, unexpected).claim(new) == "Ann"


def test_a_phone_that_comes_instead_of_one_that_is_asleep_has_the_seat_once_somebody_agrees(
    seats: Seats, path: Path
) -> None:
    old = seats.take("Ann")
    seats.keep()
    restarted = Seats(path, unexpected)
    new = restarted.ask("Ann")
    restarted.hand_over("Ann", agreed=True)
    restarted.keep()
    with pytest.raises(Refused, match="join again"):
        restarted.claim(old)
    again = Seats(path, unexpected)
    with pytest.raises(Refused, match="join again"):
        again.claim(old)
    assert again.claim(new) == "Ann"


def test_there_are_only_so_many_seats_and_a_freed_one_is_one_more(seats: Seats, path: Path) -> None:
    first, *_ = [seats.take(f"player {number}") for number in range(MOST_SEATS)]
    with pytest.raises(Refused, match=f"all {MOST_SEATS} seats") as full:
        seats.take("one too many")
    assert full.value.status_code == 409
    seats.keep()
    restarted = Seats(path, unexpected)
    for number in range(MOST_SEATS):
        restarted.take(f"other {number}")
    with pytest.raises(Refused, match=f"all {MOST_SEATS} seats"):
        restarted.claim(first)  # a phone that comes back late is no way round it
    restarted.free("other 3")
    assert restarted.claim(first) == "player 0"


def test_however_many_nights_the_list_stays_short(path: Path) -> None:
    for night in range(12):
        seats = Seats(path, unexpected)
        for number in range(MOST_SEATS):
            seats.take(f"{night}/{number}")
        assert seats.keep() is None
    kept = json.loads(path.read_text())
    assert len(kept) == MOST_REMEMBERED
    assert list(kept)[-1] == f"11/{MOST_SEATS - 1}"
    assert {f"11/{number}" for number in range(MOST_SEATS)} <= set(kept)


DAMAGED = {
    "a bad byte": b'{"Ann": "\xff"}',
    "cut short": b'{"Ann": "1234',
    "empty": b"",
    "a list": b'["Ann"]',
    "no ids": b'{"Ann": 7}',
    "a number too long": b"9" * 5000,
    "nested": b"[" * 60_000,
    "huge": b" " * 1_000_000 + b"{}",
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_list_lets_nobody_in_unasked_and_stops_nothing(path: Path, content: bytes) -> None:
    ann = Seats(path, unexpected).take("Ann")
    path.write_bytes(content)
    said: list[str] = []
    seats = Seats(path, said.append)
    (sentence,) = said
    assert str(path) in sentence
    assert is_told(sentence)
    assert sentence.template in messages("de")
    with pytest.raises(Refused, match="join again"):
        seats.claim(ann)
    new = seats.take("Ann")
    assert seats.keep() is None
    assert Seats(path, unexpected).claim(new) == "Ann"


def test_a_list_that_is_a_folder_is_said_when_it_is_read_and_when_it_is_written(path: Path) -> None:
    path.mkdir()
    said: list[str] = []
    seats = Seats(path, said.append)
    assert "Is a directory" in said[0]
    ann = seats.take("Ann")
    problem = seats.keep()
    assert problem is not None
    assert is_told(problem)
    assert problem.template in messages("de")
    assert seats.claim(ann) == "Ann"


# ---------------------------------------------------------------------- through the server


def join(client: httpx.Client, table: LiveTable, name: str) -> httpx.Response:
    return client.post("/api/join", json={"key": table.site.access.join_key, "name": name})


def test_the_25th_phone_is_told_that_no_seat_is_left(host: httpx.Client, strict_table: LiveTable) -> None:
    for number in range(MOST_SEATS):
        assert join(host, strict_table, f"player {number}").status_code == 201
    refused = join(host, strict_table, "one too many")
    assert refused.status_code == 409
    assert refused.json()["said"]["text"] in messages("de")
    assert host.post("/api/seats/free", json={"name": "player 7"}).status_code == 200
    assert join(host, strict_table, "one too many").status_code == 201
    assert len(host.get("/api/view").json()["seated"]) == MOST_SEATS


def test_on_a_full_disk_phones_join_all_the_same_and_it_is_said_until_there_is_room(
    client: httpx.Client, table: LiveTable
) -> None:
    with room_for(0):
        assert join(client, table, "Ann").status_code == 201
    (notice,) = client.get("/api/view").json()["table"]["notices"]
    assert "seats cannot be written" in notice["text"]
    assert join(client, table, "Bob").status_code == 201
    assert client.get("/api/view").json()["table"]["notices"] == []
    table.restart()
    assert table.said == []


def test_another_phone_plays_for_a_name_once_somebody_agrees(seats: Seats) -> None:
    with pytest.raises(Refused, match="no phone plays for Ann"):
        seats.ask("Ann")
    old = seats.take("Ann")
    new = seats.ask("Ann")
    assert list(seats.asking) == ["Ann"]
    with pytest.raises(Refused, match="another phone now"):
        seats.claim(new)
    seats.hand_over("Ann", agreed=True)
    assert not seats.asking
    assert seats.claim(new) == "Ann"
    with pytest.raises(Refused, match="another phone now"):
        seats.claim(old)
    with pytest.raises(Refused, match="no other phone asks"):
        seats.hand_over("Ann", agreed=True)


def test_a_phone_that_is_refused_or_whose_seat_is_freed_plays_for_nobody(seats: Seats) -> None:
    old = seats.take("Ann")
    new = seats.ask("Ann")
    seats.hand_over("Ann", agreed=False)
    assert seats.claim(old) == "Ann"
    with pytest.raises(Refused, match="another phone now"):
        seats.claim(new)
    seats.ask("Ann")
    seats.free("Ann")
    assert not seats.asking


def test_the_yes_is_for_the_phone_that_asked_first_and_no_other_asks_meanwhile(seats: Seats) -> None:
    seats.take("Bob")
    new = seats.ask("Bob")
    with pytest.raises(Refused, match="asks to play for Bob already") as refused:
        seats.ask("Bob")
    assert refused.value.status_code == 409
    seats.hand_over("Bob", agreed=True)
    assert seats.claim(new) == "Bob"
    seats.ask("Bob")
    seats.hand_over("Bob", agreed=False)
    newer = seats.ask("Bob")  # once it is answered another may ask
    seats.hand_over("Bob", agreed=True)
    assert seats.claim(newer) == "Bob"


def test_one_phone_has_seats_for_a_whole_match_and_leaves_the_others_theirs(seats: Seats) -> None:
    held = [seats.take(f"player {number}", "192.0.2.1") for number in range(MOST_OF_A_PHONE)]
    for another in (seats.take, seats.ask):
        with pytest.raises(Refused, match=f"plays for {MOST_OF_A_PHONE} players at most") as refused:
            another("Ann" if another == seats.take else "player 0", "192.0.2.1")
        assert refused.value.status_code == 409
        assert is_told(refused.value.detail)
        assert refused.value.detail.template in messages("de")
    ann = seats.take("Ann", "192.0.2.2")
    seats.claim(held[0], "192.0.2.3")  # it has another address by now
    seats.ask("Ann", "192.0.2.1")
    with pytest.raises(Refused, match="at most"):
        seats.take("Bob", "192.0.2.1")
    seats.hand_over("Ann", agreed=False)
    seats.free("player 1")
    seats.take("Bob", "192.0.2.1")
    assert seats.claim(ann, "192.0.2.2") == "Ann"


def test_a_phone_that_asked_and_gave_up_keeps_no_other_from_asking(path: Path) -> None:
    clock = FakeClock()
    seats = Seats(path, unexpected, clock)
    old = seats.take("Ann")
    first = seats.ask("Ann")
    clock.advance(ASKED_MS - 1)
    assert list(seats.asking) == ["Ann"]
    with pytest.raises(Refused, match="asks to play for Ann already"):
        seats.ask("Ann")
    clock.advance(1)
    assert list(seats.asking) == []
    with pytest.raises(Refused, match="no other phone asks"):
        seats.hand_over("Ann", agreed=True)
    second = seats.ask("Ann")
    seats.hand_over("Ann", agreed=True)
    assert seats.claim(second) == "Ann"
    for gone in (old, first):
        with pytest.raises(Refused, match="another phone now"):
            seats.claim(gone)


def test_that_nobody_asks_any_more_is_seen_without_anybody_doing_anything(tmp_path: Path) -> None:
    clock = FakeClock()
    with LiveTable(tmp_path, clock=clock) as table, httpx.Client(base_url=table.address, timeout=60) as client:
        join(client, table, "Ann")
        ask = {"key": table.site.access.join_key, "name": "Ann", "instead": True}
        assert client.post("/api/join", json=ask).status_code == 202
        assert client.get("/api/view").json()["asking"] == ["Ann"]
        assert client.post("/api/join", json=ask).status_code == 409
        clock.advance(ASKED_MS)
        assert client.get("/api/view").json()["asking"] == []
        assert client.post("/api/seats/hand-over", json={"name": "Ann", "agreed": True}).status_code == 409
        assert client.post("/api/join", json=ask).status_code == 202


@pytest.mark.parametrize(
    "name", ["Ann", "Zoë", "Zoe\u0308", "안나", "Анна", "Ann 2", "Ann \u2764\ufe0f", "\u2600\ufe0f", "☺"]
)
def test_a_name_that_people_see_is_one(name: str) -> None:
    assert is_seen(name)


@pytest.mark.parametrize(
    "name",
    [
        "\u3164",
        "\u2800",
        "Ann\u034f",
        "Ann\ufe0f",
        "\ufe0f",
        "A\ufe00nn",
        "\uffa0",
        "Ann\U000e0100",
        "A\u200bnn",
        "\x1b[2J",
    ],
)
def test_one_with_signs_that_nobody_sees_is_none(host: httpx.Client, strict_table: LiveTable, name: str) -> None:
    assert not is_seen(name)
    refused = join(host, strict_table, name)
    assert refused.status_code == 400
    assert refused.json()["said"]["text"] in messages("de")
