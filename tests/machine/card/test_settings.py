"""`tableside.toml` on a card: whatever is in it, the table starts, and what was wrong is said."""

from __future__ import annotations

import base64
import string
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.language import LANGUAGES, messages
from companion.machine.card.settings import CardSettings, Wifi, read_settings
from companion.sentences import is_told
from tests.machine.card import SHIPPED_SETTINGS

ZONES = {"Etc/UTC", "Europe/Amsterdam", "Europe/Paris"}
KEY = "ssh-ed25519 " + base64.b64encode(b"\0\0\0\x0bssh-ed25519" + b"\0\0\0\x20" + bytes(32)).decode() + " somebody"
NO_NAME = "name in tableside.toml cannot be used; expected letters, digits and hyphens, 63 at most"
ALL = f"""
name = "Cards-2"
language = "nl"
zone = "Europe/Amsterdam"
kiosk = false
camera = "usb:1"
[wifi]
name = "Café №1"
passphrase = "correct horse"
country = "NL"
[hotspot]
name = "Game night"
passphrase = "play with us"
country = "DE"
[ssh]
key = "{KEY}"
"""


def test_everything_that_can_be_said() -> None:
    wifi, hotspot = Wifi("Café №1", "correct horse", "NL"), Wifi("Game night", "play with us", "DE")
    expected = CardSettings("cards-2", "nl", "Europe/Amsterdam", False, "usb:1", wifi, KEY, hotspot)
    assert read_settings(ALL.encode(), ZONES) == (expected, [])


@pytest.mark.parametrize("content", [ALL.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + ALL.encode()])
def test_an_editor_of_another_system_changes_nothing(content: bytes) -> None:
    assert read_settings(content, ZONES) == read_settings(ALL.encode(), ZONES)


def test_the_file_that_a_new_card_has_says_nothing_and_is_right_once_its_lines_count() -> None:
    assert read_settings(SHIPPED_SETTINGS, ZONES) == (CardSettings(), [])
    lines = SHIPPED_SETTINGS.decode().splitlines()
    counting = [line.removeprefix("#") if line.startswith("#") and " = " in line else line for line in lines]
    settings, said = read_settings("\n".join(counting).encode(), ZONES)
    assert settings.zone == "Europe/Amsterdam"
    assert settings.wifi == Wifi("Our Wi-Fi", "what stands on the router", "NL")
    assert settings.hotspot == Wifi("Game night", "what phones must know", "NL")
    assert [line.split(" ")[0] for line in said] == ["ssh.key"]  # only an example


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('name = "my table"', NO_NAME),
        ('name = "-a"', NO_NAME),
        ('zone = "Amsterdam"', "zone in tableside.toml cannot be used; expected a time zone such as Europe/Amsterdam"),
        ('kiosk = "yes"', "kiosk in tableside.toml cannot be used; expected true or false, without quotes"),
        ('camera = "usb"', "camera in tableside.toml cannot be used; expected usb:0, usb:1 and so on, or none"),
        ('ssh.key = "ssh-ed25519 AAAA"', "ssh.key in tableside.toml cannot be used; expected the one line of a file such as id_ed25519.pub"),  # noqa: E501
        ('langauge = "nl"', "tableside.toml has no setting langauge; did you mean language?"),
        ("purple = 1", "tableside.toml has no setting purple"),
        ('wifi.passphrase = "long enough"', "wifi.name in tableside.toml is missing, so no Wi-Fi is joined"),
        ('hotspot.name = "Home"', "hotspot.passphrase in tableside.toml is missing, so the table makes no Wi-Fi"),
        ('hotspot.passphrase = "long one"', "hotspot.name in tableside.toml is missing, so the table makes no Wi-Fi"),
        ('hotspot.country = "NL"', "hotspot.name in tableside.toml is missing, so the table makes no Wi-Fi"),
    ],
)  # fmt: skip
def test_a_line_that_is_wrong_is_said_and_all_others_count(line: str, said: str) -> None:
    settings, told = read_settings(f'{line}\nlanguage = "nl"\n'.encode(), ZONES)
    assert told == [said]
    assert settings == CardSettings(language="nl")


@pytest.mark.parametrize(
    "wifi",
    [
        'name = ""\npassphrase = "long enough"',
        'name = "nonames nonames nonames nonames n"',
        'name = "Home"\npassphrase = "short"',
        'name = "Home"\npassphrase = "löng enough"',
        'name = "Home"\ncountry = "nl"',
        'name = ["Home"]',
    ],
)
@pytest.mark.parametrize("part", ["wifi", "hotspot"])
def test_a_wifi_that_is_half_right_is_none_and_its_passphrase_never_said(wifi: str, part: str) -> None:
    settings, told = read_settings(f"[{part}]\n{wifi}".encode(), ZONES)
    assert settings == CardSettings()
    assert len(told) == 1
    assert told[0].startswith(f"{part}.")
    assert "enough" not in told[0] + repr(settings)


def test_an_open_wifi_needs_no_passphrase() -> None:
    assert read_settings(b'wifi.name = "Cafe"', ZONES) == (CardSettings(wifi=Wifi("Cafe")), [])


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'name = "a"\nlanguage = nl\n', "line 2 of tableside.toml is not understood"),
        ("name = “a”".encode(), "line 1 of tableside.toml is not understood"),
        (b'name = "a', "the end of tableside.toml is not understood"),
        (b'x = """a', "the end of tableside.toml is not understood"),
        (b"name = \xff", "tableside.toml is no text (UTF-8)"),
    ],
)
def test_what_is_not_toml_leaves_all_as_it_is_on_a_new_card(content: bytes, said: str) -> None:
    settings, told = read_settings(content, ZONES)
    assert settings == CardSettings()
    assert len(told) == 1
    assert told[0].startswith(said)


VALUES = st.recursive(st.one_of(st.text(), st.integers(), st.booleans(), st.floats(), st.datetimes()), st.lists)
KEYS = st.sampled_from(
    [
        "name",
        "language",
        "zone",
        "kiosk",
        "camera",
        "wifi.name",
        "wifi.passphrase",
        "wifi.country",
        "ssh.key",
        "wifi",
        "hotspot.name",
        "hotspot.passphrase",
        "x",
    ]
)


def as_toml(value: object) -> str:
    """A value in TOML's form."""
    if isinstance(value, str):
        return '"' + "".join(f"\\U{ord(sign):08x}" for sign in value if not 0xD800 <= ord(sign) < 0xE000) + '"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(as_toml(each) for each in value) + "]"
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


@given(st.dictionaries(KEYS, VALUES))
def test_any_document_gives_settings_that_can_be_used(document: dict[str, object]) -> None:
    text = "".join(f"{key} = {as_toml(value)}\n" for key, value in document.items())
    settings, told = read_settings(text.encode(), ZONES)
    assert settings.language in LANGUAGES
    assert settings.zone in ZONES
    assert set(settings.name) <= set(string.ascii_lowercase + string.digits + "-")
    assert all("\n" not in line and is_told(line) for line in told)
    if settings.wifi is not None:
        assert 0 < len(settings.wifi.name.encode()) <= 32
        assert settings.wifi.passphrase is None or settings.wifi.passphrase.isascii()
    if settings.hotspot is not None:
        assert 0 < len(settings.hotspot.name.encode()) <= 32
        assert settings.hotspot.passphrase is not None
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        assert len(told) == 1


@given(st.binary())
def test_any_bytes_are_read(content: bytes) -> None:
    settings, told = read_settings(content, ZONES)
    assert settings == CardSettings() or not told


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_what_is_said_has_words_in_every_language(language: str) -> None:
    keys = "name language zone kiosk camera ssh.key wifi.name wifi.passphrase wifi.country nmae qqqqqq"
    wrong = "".join(f"{key} = 1\n" for key in keys.split())
    words = messages(language)
    _, said = read_settings(wrong.encode(), ZONES)
    half = b'wifi.passphrase = "long enough"\nhotspot.name = "Home"'
    for line in [*said, *(line for content in (half, b"\xff", b"a") for line in read_settings(content, ZONES)[1])]:
        assert is_told(line)
        assert line.template in words
        for part in line.fillings.values():
            assert not is_told(part) or part.template in words or part.template.startswith("{part0}")
