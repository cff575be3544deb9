"""At each start from a card: what is kept is laid over what is only read, and the settings are put to work.

Each step stands by itself: one that fails is told, and the others are done all the same.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import available_timezones

from companion import atomic
from companion.language import translations
from companion.machine.card import boot_partition, wifi_files
from companion.machine.card.settings import FILE, CardSettings, Wifi, read_settings
from companion.machine.card.slots import MACHINE, STATE
from companion.sentences import spoken, told

if TYPE_CHECKING:
    from collections.abc import Callable

SAID = "tableside-said.txt"
DATA = Path("/data")
# What is kept: the folder on the data partition, where it is laid, whose it is, and who may look.
KEPT = (
    ("tableside", "var/lib/tableside", "tableside", 0o750),
    ("network", "etc/NetworkManager/system-connections", "root", 0o700),
    ("clock", "var/lib/systemd/timesync", "systemd-timesync", 0o755),
)
# The version's own dictionaries, which the table may replace by newer ones.
SHIPPED = Path("/run/card/root/usr/share/tableside/lexica")
LEXICA = Path("/var/lib/tableside/lexica")
RUN = Path("run/card")
CONNECTIONS = Path("etc/NetworkManager/system-connections")
DEFAULTS = "etc/default/tableside"
ZONES = Path("usr/share/zoneinfo")
OPTIONS = "TABLESIDE_OPTIONS="


def start(boot: Path = boot_partition.BOOT) -> list[str]:
    """All of it. Returns what could not be done, as sentences, which then stand on the boot partition, too."""
    said: list[str] = []
    _attempt(said, "the data partition", lay_over)
    settings, wrong = read_settings(_content(said, boot / FILE), available_timezones())
    said += wrong
    for name, step in STEPS.items():
        _attempt(said, name, partial(step, settings))
    _attempt(said, "the machine's number", remember_machine)
    _attempt(said, SAID, lambda: boot_partition.put(SAID, in_language(said, settings.language), boot))
    return said


def _attempt(said: list[str], name: str, step: Callable[[], object]) -> None:
    """Do a step; that it could not be done is added to what was said."""
    try:
        step()
    except subprocess.CalledProcessError as error:
        _left_out(said, name, (error.stderr or b"").decode(errors="replace").strip() or str(error))
    except (OSError, LookupError) as error:
        _left_out(said, name, str(error))


def _left_out(said: list[str], name: str, why: str) -> None:
    said.append(told("{what} had to be left out: {why}", what=name, why=why))


def _content(said: list[str], path: Path) -> bytes:
    """What stands in the settings' file; nothing where there is none, or none that can be read, which is then told."""
    try:
        return path.read_bytes() if path.exists() else b""
    except OSError as error:
        _left_out(said, FILE, str(error))
        return b""


def in_language(said: list[str], language: str) -> bytes | None:
    """The file that tells what was wrong, in the table's language, each on a line of its own; None for none."""
    translate = translations(language).gettext
    lines = [spoken(line, translate) for line in said]
    return "".join(line + ("" if line[-1] in "?." else ".") + "\r\n" for line in lines).encode() or None


def lay_over(root: Path = Path("/"), data: Path = DATA) -> None:
    """Lay what is kept over the folders of the root. Raises OSError where the data partition is not there."""
    if not data.is_mount():
        raise FileNotFoundError(f"{data} is not there, so nothing outlasts the next power-off")
    for name, place, owner, mode in KEPT:
        folder = data / name
        folder.mkdir(exist_ok=True)
        shutil.chown(folder, owner, owner)
        folder.chmod(mode)
        (root / place).mkdir(parents=True, exist_ok=True)
        _run("mount", "--bind", str(folder), str(root / place))
    for folder in (data / "lexica", data / "lexica.work"):
        folder.mkdir(exist_ok=True)
        shutil.chown(folder, "tableside", "tableside")
    LEXICA.mkdir(exist_ok=True)
    layers = f"lowerdir={SHIPPED},upperdir={data / 'lexica'},workdir={data / 'lexica.work'}"
    _run("mount", "-t", "overlay", "-o", layers, "overlay", str(LEXICA))


def write_settings(settings: CardSettings, root: Path = Path("/")) -> None:
    """The service's options, the zone, whether a kiosk, and the Wi-Fi: one that is joined, and one of its own."""
    options = f"{OPTIONS}--language {settings.language} --camera {settings.camera}"
    lines = (root / DEFAULTS).read_text(encoding="utf-8").splitlines()
    rest = [line for line in lines if not line.startswith(OPTIONS)]
    atomic.write(root / DEFAULTS, "\n".join([*rest, options, ""]).encode(), mode=0o644)
    zone = root / "etc/localtime"
    zone.unlink(missing_ok=True)
    zone.symlink_to(Path("/") / ZONES / settings.zone)
    _mark(root, "no-kiosk", is_so=not settings.kiosk)
    _mark(root, "hotspot", is_so=settings.hotspot is not None)
    _keep_connection(root, "tableside-wifi", settings.wifi, wifi_files.joining)
    _keep_connection(root, "tableside-hotspot", settings.hotspot, wifi_files.hotspot)


def _mark(root: Path, name: str, *, is_so: bool) -> None:
    """Units start or not by what lies there."""
    mark = root / RUN / name
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.touch() if is_so else mark.unlink(missing_ok=True)


def _keep_connection(root: Path, name: str, wifi: Wifi | None, as_file: Callable[[Wifi], str]) -> None:
    path = root / CONNECTIONS / f"{name}.nmconnection"
    if wifi is None:
        path.unlink(missing_ok=True)
    else:
        atomic.write(path, as_file(wifi).encode(), mode=0o600)


def set_name(settings: CardSettings, root: Path = Path("/")) -> None:
    """The machine's name."""
    atomic.write(root / "etc/hostname", f"{settings.name}\n".encode(), mode=0o644)
    atomic.write(root / "etc/hosts", f"127.0.0.1 localhost\n127.0.1.1 {settings.name}\n".encode(), mode=0o644)
    socket.sethostname(settings.name)


def set_country(settings: CardSettings) -> None:
    """Which channels of the Wi-Fi are allowed."""
    country = next((each.country for each in (settings.hotspot, settings.wifi) if each and each.country), None)
    if country is not None:
        _run("iw", "reg", "set", country)


def open_ssh(settings: CardSettings, root: Path = Path("/"), data: Path = DATA) -> None:
    """Whoever has the key may log in; the machine's own key is made once and kept."""
    keys = root / RUN / "authorized_keys"
    keys.unlink(missing_ok=True)
    if settings.ssh_key is None:
        return
    atomic.write(keys, f"{settings.ssh_key}\n".encode(), mode=0o600)
    own = data / "ssh/ssh_host_ed25519_key"
    if not own.exists():
        own.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = own.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        _run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "tableside", "-f", str(fresh))
        fresh.with_suffix(".new.pub").rename(own.with_suffix(".pub"))
        os.sync()
        fresh.rename(own)
    _run("systemctl", "--no-block", "start", "ssh.service")


def remember_machine(root: Path = Path("/"), boot: Path = boot_partition.BOOT) -> None:
    """The machine-id of the first start becomes that of all others, over slot.env and the kernel's command line."""
    known, machine = boot_partition.slots(boot), (root / "etc/machine-id").read_text(encoding="ascii").strip()
    if known.machine is None and MACHINE.fullmatch(machine):
        boot_partition.put(STATE, replace(known, machine=machine).text().encode(), boot)


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


STEPS: dict[str, Callable[[CardSettings], None]] = {
    "the settings": write_settings,
    "the name": set_name,
    "the Wi-Fi's country": set_country,
    "ssh": open_ssh,
}
