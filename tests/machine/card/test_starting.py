"""What a card's start makes of its settings, in a root of the test's own."""

from __future__ import annotations

import configparser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.machine.card import boot_partition, starting, wifi_files
from companion.machine.card.settings import PASSPHRASE, CardSettings, Wifi
from companion.machine.card.slots import Slots

DEFAULTS = "# words\nTABLESIDE_OPTIONS=\n\nKIOSK_URL=http://127.0.0.1:8080/kiosk\n"
NETWORK = "/etc/NetworkManager/system-connections"
KEPT = {
    "/run/card/no-kiosk",
    "/run/card/hotspot",
    f"{NETWORK}/tableside-wifi.nmconnection",
    f"{NETWORK}/tableside-hotspot.nmconnection",
}
OWN = Wifi("Game night", "play with us")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A root as far as it is written to."""
    (tmp_path / "etc/default").mkdir(parents=True)
    (tmp_path / "etc/default/tableside").write_text(DEFAULTS, encoding="utf-8")
    return tmp_path


def files(root: Path) -> set[str]:
    """What there is in it."""
    return {str(path).removeprefix(str(root)) for path in root.rglob("*") if not path.is_dir() or path.is_symlink()}


def test_the_settings_come_to_where_they_work(root: Path) -> None:
    settings = CardSettings("cards", "nl", "Europe/Amsterdam", False, "usb:1", Wifi("Home"), hotspot=OWN)
    for _ in range(2):  # every start does it
        starting.write_settings(settings, root)
    lines = (root / "etc/default/tableside").read_text(encoding="utf-8").splitlines()
    assert lines == [
        "# words",
        "",
        "KIOSK_URL=http://127.0.0.1:8080/kiosk",
        "TABLESIDE_OPTIONS=--language nl --camera usb:1",
    ]
    assert str((root / "etc/localtime").readlink()) == "/usr/share/zoneinfo/Europe/Amsterdam"
    assert files(root) >= KEPT


def test_a_setting_taken_back_leaves_nothing(root: Path) -> None:
    starting.write_settings(CardSettings(kiosk=False, wifi=Wifi("Home", "long enough"), hotspot=OWN), root)
    connection = root / "etc/NetworkManager/system-connections/tableside-wifi.nmconnection"
    assert connection.stat().st_mode & 0o777 == 0o600
    starting.write_settings(CardSettings(), root)
    assert not files(root) & KEPT


NAMES = st.text(min_size=1).filter(lambda name: len(name.encode(errors="replace")) <= 32 and name.isprintable())


def read_back(connection: str) -> configparser.RawConfigParser:
    """As GLib's key files have it."""
    parsed = configparser.RawConfigParser(delimiters="=", comment_prefixes="#", inline_comment_prefixes=None)
    parsed.read_string(connection)
    return parsed


def test_the_tables_own_wifi_goes_before_one_that_is_joined_and_is_where_phones_are_greeted() -> None:
    parsed = read_back(wifi_files.hotspot(OWN))
    assert (parsed["wifi"]["mode"], parsed["wifi-security"]["psk"]) == ("ap", "play\\swith\\sus")
    assert int(parsed["connection"]["autoconnect-priority"]) > 0
    assert "autoconnect-priority" not in read_back(wifi_files.joining(OWN))["connection"]
    assert parsed["ipv4"]["address1"] == f"{wifi_files.HOTSPOT_ADDRESS}/24"
    socket = Path("systemd/tableside-portal.socket").read_text(encoding="utf-8")
    assert f"ListenStream={wifi_files.HOTSPOT_ADDRESS}:80" in socket


@given(NAMES, st.none() | st.from_regex(PASSPHRASE, fullmatch=True))
def test_networkmanager_reads_back_what_was_meant(name: str, passphrase: str | None) -> None:
    """As GLib's key files do: spaces around a value go, and backslashes stand for something."""
    parsed = read_back(wifi_files.joining(Wifi(name, passphrase)))
    assert bytes(int(byte) for byte in parsed["wifi"]["ssid"].rstrip(";").split(";")).decode() == name
    if passphrase is None:
        assert "wifi-security" not in parsed
    else:
        kept = parsed["wifi-security"]["psk"]
        assert kept.replace("\\\\", "\0").replace("\\s", " ").replace("\0", "\\") == passphrase


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> list[CardSettings]:
    """A start that changes no machine; returns what settings its steps were given."""
    given_to: list[CardSettings] = []

    def refuse(_: CardSettings) -> None:
        raise FileNotFoundError(2, "No such file or directory", "iw")

    monkeypatch.setattr(starting, "STEPS", {"the settings": given_to.append, "the Wi-Fi's country": refuse})
    monkeypatch.setattr(starting, "lay_over", lambda: None)
    monkeypatch.setattr(starting, "remember_machine", lambda: None)
    return given_to


def test_what_was_wrong_stands_on_the_boot_partition_in_the_tables_language(
    tmp_path: Path, still: list[CardSettings]
) -> None:
    (tmp_path / "tableside.toml").write_text('langauge = "de"\nlanguage = "nl"\nname = "cards"', encoding="utf-8")
    assert len(starting.start(tmp_path)) == 2
    assert still == [CardSettings(name="cards", language="nl")]
    assert (tmp_path / "tableside-said.txt").read_bytes().decode().split("\r\n") == [
        "tableside.toml kent geen instelling langauge; bedoelde je language?",
        "the Wi-Fi's country moest worden weggelaten: [Errno 2] No such file or directory: 'iw'.",
        "",
    ]


def test_a_card_without_settings_starts_with_those_of_a_new_one(
    tmp_path: Path, still: list[CardSettings], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "STEPS", {"the settings": still.append})
    (tmp_path / "tableside-said.txt").write_text("of the last time", encoding="utf-8")
    assert starting.start(tmp_path) == []
    assert still == [CardSettings()]
    assert not (tmp_path / "tableside-said.txt").exists()


def test_settings_that_cannot_be_read_are_said(tmp_path: Path, still: list[CardSettings]) -> None:
    (tmp_path / "tableside.toml").mkdir()
    said = starting.start(tmp_path)
    assert said[0].startswith("tableside.toml had to be left out: [Errno 21] Is a directory")
    assert still == [CardSettings()]


def test_the_machine_keeps_the_number_of_its_first_start(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    for number in ("1" * 32, "2" * 32):
        (tmp_path / "etc/machine-id").write_text(number + "\n", encoding="ascii")
        starting.remember_machine(tmp_path, tmp_path)
        assert boot_partition.slots(tmp_path) == Slots(machine="1" * 32)


def test_without_a_data_partition_it_is_said(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nothing outlasts"):
        starting.lay_over(tmp_path, tmp_path / "data")


def test_ssh_stays_shut_without_a_key(tmp_path: Path) -> None:
    keys = tmp_path / "run/card/authorized_keys"
    keys.parent.mkdir(parents=True)
    keys.write_text("of the last time", encoding="ascii")
    starting.open_ssh(CardSettings(), tmp_path, tmp_path / "data")
    assert not keys.exists()
