"""Connections as NetworkManager keeps them (nm-settings-keyfile(5)): a Wi-Fi that is joined, one of the table's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.machine.card.settings import Wifi

HOTSPOT_ADDRESS = "10.42.0.1"  # where phones are greeted, too (systemd/tableside-portal.socket)


def joining(wifi: Wifi) -> str:
    """The connection that joins a Wi-Fi."""
    return _connection("tableside-wifi", _radio(wifi, "infrastructure"), _security(wifi), _AUTOMATIC)


def hotspot(wifi: Wifi) -> str:
    """The connection that is a Wi-Fi of the table's own. Where there is one radio, it goes before any that is joined.
    As `make hotspot` makes it: a Pi's own radio cannot protect management frames as an access point."""
    security = [*_security(wifi), "proto=rsn;", "pairwise=ccmp;", "pmf=1"]
    shared = ["[ipv4]", "method=shared", f"address1={HOTSPOT_ADDRESS}/24", "", "[ipv6]", "method=disabled", ""]
    radio = [*_radio(wifi, "ap"), "band=bg"]
    return _connection("tableside-hotspot", radio, security, shared, "autoconnect-priority=100")


_AUTOMATIC = ["[ipv4]", "method=auto", "", "[ipv6]", "method=auto", ""]


def _connection(name: str, radio: list[str], security: list[str], addresses: list[str], *more: str) -> str:
    return "\n".join(["[connection]", f"id={name}", "type=wifi", *more, "", *radio, "", *security, "", *addresses])


def _radio(wifi: Wifi, mode: str) -> list[str]:
    """Its name byte by byte, for it may be any."""
    return ["[wifi]", f"mode={mode}", "ssid=" + "".join(f"{byte};" for byte in wifi.name.encode())]


def _security(wifi: Wifi) -> list[str]:
    if wifi.passphrase is None:
        return []
    # As GLib reads it back: a backslash and spaces at the ends would not stay.
    escaped = wifi.passphrase.replace("\\", "\\\\").replace(" ", "\\s")
    return ["[wifi-security]", "key-mgmt=wpa-psk", f"psk={escaped}"]
