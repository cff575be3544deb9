"""`tableside.toml` on the boot partition: what its owner wants of the table, read and checked. Pure.

A setting that cannot be used is left out and told in one sentence; all others count.
"""

from __future__ import annotations

import base64
import binascii
import difflib
import re
import tomllib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from companion.language import LANGUAGES
from companion.sentences import joined, told

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping

FILE = "tableside.toml"
LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")  # RFC 1123, 2.1
SSID_BYTES = 32  # IEEE 802.11, 9.4.2.2
PASSPHRASE = re.compile(r"[ -~]{8,63}|[0-9A-Fa-f]{64}")  # IEEE 802.11, annex J: signs of ASCII, or the key itself
COUNTRY = re.compile(r"[A-Z]{2}")
CAMERA = re.compile(r"usb:[0-9]{1,2}|none")
KEY_KINDS = re.compile(r"ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(256|384|521)|sk-[a-z0-9-]+@openssh\.com")
AT_LINE = re.compile(r"at line (\d+)")


@dataclass(frozen=True, slots=True)
class Wifi:
    """A Wi-Fi; one without a passphrase is open. `country` has two capitals (ISO 3166-1)."""

    name: str
    passphrase: str | None = field(default=None, repr=False)
    country: str | None = None


@dataclass(frozen=True, slots=True)
class CardSettings:
    """What the owner wants; as it stands here where nothing is said. `wifi` is to be joined, `hotspot` is one of the
    table's own, which always has a passphrase."""

    name: str = "tableside"
    language: str = "en"
    zone: str = "Etc/UTC"
    kiosk: bool = True
    camera: str = "usb:0"
    wifi: Wifi | None = None
    ssh_key: str | None = None
    hotspot: Wifi | None = None


def read_settings(content: bytes, zones: Container[str]) -> tuple[CardSettings, list[str]]:
    """The settings, and a sentence for each that is left out. `zones` are the time zones there are."""
    try:
        document = tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return CardSettings(), [told("{file} is no text (UTF-8), so nothing in it counts", file=FILE)]
    except tomllib.TOMLDecodeError as error:
        return CardSettings(), [_not_understood(str(error))]
    reading = _Reading(document)
    known = CardSettings()
    settings = CardSettings(
        name=reading.take("name", _host_name, told("letters, digits and hyphens, 63 at most"), known.name),
        language=reading.take("language", _one_of(LANGUAGES), joined(", ", list(LANGUAGES)), known.language),
        zone=reading.take(
            "zone", _one_of(zones), told("a time zone such as {zone}", zone="Europe/Amsterdam"), known.zone
        ),
        kiosk=reading.take("kiosk", _yes_or_no, told("true or false, without quotes"), known.kiosk),
        camera=reading.take("camera", _matching(CAMERA), told("usb:0, usb:1 and so on, or none"), known.camera),
        ssh_key=reading.take("ssh.key", _public_key, told("the one line of a file such as id_ed25519.pub"), None),
    )
    settings = replace(settings, wifi=_wifi(reading), hotspot=_hotspot(reading))
    reading.look_for_others()
    return settings, reading.said


def _not_understood(said: str) -> str:
    found = AT_LINE.search(said)
    if found is None:
        return told(
            "the end of {file} is not understood, so nothing in it counts; is a quotation mark missing?", file=FILE
        )
    return told(
        "line {line} of {file} is not understood, so nothing in it counts; text stands in straight quotation marks",
        line=found[1],
        file=FILE,
    )


class _Reading:
    """Takes settings out of a document and remembers which were asked for."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.said: list[str] = []
        self._flat = dict(_flattened(document))
        self._known: set[str] = set()

    def take(self, key: str, check: Callable[[Any], Any | None], expected: str, otherwise: Any) -> Any:
        """What `check` makes of a setting; `otherwise` where it is not there or is None to it, which is then told."""
        self._known.add(key)
        if key not in self._flat:
            return otherwise
        value = check(self._flat[key])
        if value is None:
            self.said.append(
                told("{key} in {file} cannot be used; expected {expected}", key=key, file=FILE, expected=expected)
            )
            return otherwise
        return value

    def look_for_others(self) -> None:
        """Tell of each setting that nobody asked for."""
        for key in self._flat.keys() - self._known:
            near = difflib.get_close_matches(key, self._known, n=1)
            if near:
                self.said.append(
                    told("{file} has no setting {key}; did you mean {near}?", file=FILE, key=key, near=near[0])
                )
            else:
                self.said.append(told("{file} has no setting {key}", file=FILE, key=key))


def _flattened(document: Mapping[str, Any], before: str = "") -> list[tuple[str, Any]]:
    flat = []
    for key, value in document.items():
        flat += _flattened(value, f"{before}{key}.") if isinstance(value, dict) else [(before + key, value)]
    return flat


def _wifi(reading: _Reading) -> Wifi | None:
    """The Wi-Fi to join."""
    wifi = _network(reading, "wifi")
    if wifi is None or wifi.name:
        return wifi
    if wifi.passphrase is not None:
        reading.said.append(told("{key} in {file} is missing, so no Wi-Fi is joined", key="wifi.name", file=FILE))
    return None


def _hotspot(reading: _Reading) -> Wifi | None:
    """The table's own Wi-Fi, which nobody may use who was not told how."""
    hotspot = _network(reading, "hotspot")
    if hotspot is None or hotspot == _NONE:
        return None
    for key in ("name", "passphrase"):
        if not getattr(hotspot, key):
            reading.said.append(
                told("{key} in {file} is missing, so the table makes no Wi-Fi", key=f"hotspot.{key}", file=FILE)
            )
            return None
    return hotspot


_NONE = Wifi("")


def _network(reading: _Reading, part: str) -> Wifi | None:
    """A Wi-Fi, without a name where none is said; None where something of it cannot be used, for one half right would
    only be tried in vain."""
    before = len(reading.said)
    name = reading.take(f"{part}.name", _ssid, told("the name of a Wi-Fi, 32 bytes at most"), "")
    phrase = reading.take(
        f"{part}.passphrase", _matching(PASSPHRASE), told("8 to 63 letters, digits and signs without accents"), None
    )
    country = reading.take(
        f"{part}.country", _matching(COUNTRY), told("two capitals such as {country}", country="NL"), None
    )
    return Wifi(name, phrase, country) if len(reading.said) == before else None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _host_name(value: Any) -> str | None:
    name = (_text(value) or "").lower()
    return name if LABEL.fullmatch(name) else None


def _yes_or_no(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def _one_of(names: Container[str]) -> Callable[[Any], str | None]:
    return lambda value: value if isinstance(value, str) and value in names else None


def _matching(pattern: re.Pattern[str]) -> Callable[[Any], str | None]:
    return lambda value: value if isinstance(value, str) and pattern.fullmatch(value) else None


def _ssid(value: Any) -> str | None:
    name = _text(value) or ""
    return name if 0 < len(name.encode()) <= SSID_BYTES else None


def _public_key(value: Any) -> str | None:
    """One line as sshd(8) has it, without options: kind, key in Base64, which begins with the kind, comment."""
    kind, _, rest = (_text(value) or "").strip().partition(" ")
    encoded = rest.partition(" ")[0]
    try:
        key = base64.b64decode(encoded, validate=True)
    except binascii.Error:
        return None
    begins = len(kind).to_bytes(4, "big") + kind.encode()
    line = f"{kind} {rest}"
    return line if KEY_KINDS.fullmatch(kind) and key.startswith(begins) and line.isprintable() else None
