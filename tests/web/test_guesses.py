"""Wrong PINs: whoever guesses waits, whoever is elsewhere does not."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.web.guesses import WrongPins


def standing() -> WrongPins:
    return WrongPins(lambda: 0.0)


def test_each_further_wrong_pin_doubles_the_wait() -> None:
    now_s = 0.0
    wrong = WrongPins(lambda: now_s)
    waits = []
    for _ in range(14):
        wrong.wrong("192.0.2.1")
        waits.append(wrong.wait_s("192.0.2.1"))
        now_s += waits[-1]
    assert waits[:7] == [0, 0, 1, 2, 4, 8, 16]
    assert waits[-1] == WrongPins.LONGEST_WAIT_S


def test_the_right_pin_forgets_the_wrong_ones() -> None:
    wrong = standing()
    for _ in range(50):
        wrong.wrong("2001:db8::1")
    wrong.right("2001:db8::1")
    assert wrong.wait_s("2001:db8::1") == wrong.wait_s("2001:db8::2") == 0


GUESSERS: list[tuple[str, Callable[[int], str], str]] = [
    ("one IPv4 address", lambda _: "192.0.2.1", "192.0.2.2"),
    ("many IPv4 addresses", lambda number: f"10.1.{number // 250}.{number % 250}", "192.0.2.2"),
    ("one IPv6 address", lambda _: "2001:db8::1", "2001:db8:0:1::1"),
    ("a whole IPv6 network", lambda number: f"2001:db8::{number:x}", "2001:db8:0:1::1"),
    ("a whole IPv6 network, and the table's own machine", lambda number: f"::{number + 2:x}", "::1"),
    ("the neighbours in IPv6, and IPv4", lambda number: f"fe80::{number:x}", "192.168.1.7"),
]


@pytest.mark.parametrize(("guess", "elsewhere"), [row[1:] for row in GUESSERS], ids=[row[0] for row in GUESSERS])
def test_however_much_is_guessed_nobody_elsewhere_waits(guess: Callable[[int], str], elsewhere: str) -> None:
    wrong = standing()
    for number in range(2 * WrongPins.MOST_KNOWN):
        wrong.wrong(guess(number))
    assert wrong.wait_s(elsewhere) == 0
    assert len(wrong._wrong) <= WrongPins.MOST_KNOWN


def test_an_address_is_the_same_however_it_is_written() -> None:
    for one, same in (("192.0.2.1", "::ffff:192.0.2.1"), ("2001:db8::1", "2001:0DB8:0:0::0001")):
        wrong = standing()
        for _ in range(4):
            wrong.wrong(one)
        assert wrong.wait_s(same) == wrong.wait_s(one) > 0


def test_a_network_of_addresses_without_end_is_slowed_down_as_one() -> None:
    wrong = standing()
    for number in range(WrongPins.FREE_IN_A_NETWORK - 1):
        wrong.wrong(f"2001:db8::{number:x}:1")
    assert wrong.wait_s("2001:db8::5") == 0  # somebody who mistypes keeps nobody else waiting
    wrong.wrong("2001:db8::ffff:1")
    assert wrong.wait_s("2001:db8::5") == 1


@given(st.ip_addresses().map(str) | st.text(max_size=10), st.integers(1, 30))
def test_whoever_guesses_waits_whatever_the_address(client: str, more: int) -> None:
    wrong = standing()
    for _ in range(WrongPins.FREE - 1 + more):
        wrong.wrong(client)
    assert wrong.wait_s(client) >= min(2.0 ** (more - 1), WrongPins.LONGEST_WAIT_S)
