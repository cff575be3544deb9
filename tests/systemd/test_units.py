"""The units as systemd itself judges them, and the files the installation lays down."""

import configparser
import os
import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from companion.web.connections import Limits
from companion.web.serving import BACKLOG

CHECKOUT = Path(__file__).parents[2]
UNITS = CHECKOUT / "systemd"
SERVICE = UNITS / "tableside.service"
KIOSK = UNITS / "tableside-kiosk.service"
KIOSK_PATH = UNITS / "tableside-kiosk.path"
PORTAL = UNITS / "tableside-portal.service"
PORTAL_SOCKET = UNITS / "tableside-portal.socket"

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed here")


def settings(unit: Path) -> dict[str, list[str]]:
    """Each setting of a unit file with all its values, in order; an option given twice adds up in systemd."""
    found: dict[str, list[str]] = {}
    for line in unit.read_text().splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(name, []).append(value)
    return found


@pytest.fixture
def stage(tmp_path: Path) -> Path:
    """What `make install` lays down, in a folder instead of the machine's root."""
    environment = {**os.environ, "DESTDIR": str(tmp_path), "KIOSK": "yes"}
    subprocess.run([CHECKOUT / "scripts" / "install"], env=environment, check=True)
    return tmp_path


@needs_systemd
@pytest.mark.parametrize("unit", [SERVICE, KIOSK, KIOSK_PATH, PORTAL, PORTAL_SOCKET], ids=lambda unit: unit.name)
def test_systemd_finds_nothing_wrong(unit: Path, tmp_path: Path) -> None:
    for each in (SERVICE, KIOSK, KIOSK_PATH, PORTAL, PORTAL_SOCKET):
        # verify wants every command to be there, so a program that is stands in for one that need not be.
        text = each.read_text().replace("/opt/tableside/venv/bin/tableside", sys.executable)
        (tmp_path / each.name).write_text(text)
    verdict = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", tmp_path / unit.name],
        env={**os.environ, "SYSTEMD_UNIT_PATH": f"{tmp_path}:"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (verdict.returncode, verdict.stderr) == (0, "")


@needs_systemd
def test_systemd_notices_a_mistake(tmp_path: Path) -> None:
    """The check above can fail: a misspelt setting is found."""
    unit = tmp_path / "tableside.service"
    unit.write_text(SERVICE.read_text().replace("ProtectClock=yes", "ProtectClocks=yes"))
    verdict = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True, check=False
    )
    assert "ProtectClocks" in verdict.stderr


@needs_systemd
@pytest.mark.parametrize(
    ("unit", "limit"), [(SERVICE, 1.4), (KIOSK, 2.5), (PORTAL, 0.6)], ids=lambda value: getattr(value, "stem", "")
)
def test_exposure_is_small(unit: Path, limit: float) -> None:
    analyze = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)]
    verdict = subprocess.run(analyze, capture_output=True, text=True, check=False)
    exposure = re.search(rf"Overall exposure level for {unit.name}: ([\d.]+)", verdict.stdout)
    assert exposure, verdict.stderr
    assert float(exposure[1]) <= limit


def test_the_devices_of_the_table_are_allowed_and_no_others() -> None:
    found = settings(SERVICE)
    assert found["DevicePolicy"] == ["closed"]
    allowed = {value.split()[0] for value in found["DeviceAllow"]}
    assert allowed == {
        "char-gpiochip",
        "char-i2c",
        "char-video4linux",
        "char-media",
        "char-dma_heap",
        "char-alsa",
        "/dev/vcio",
    }


def test_devices_that_come_later_are_allowed_too() -> None:
    """systemd allows the kinds of devices that the kernel knows when the service starts (`/proc/devices`)."""
    loaded = {"char-i2c": "i2c_dev", "char-media": "mc", "char-video4linux": "videodev", "char-alsa": "snd"}
    built_in = {"char-gpiochip", "char-dma_heap"}
    found = settings(SERVICE)
    kinds = {value.split()[0] for value in found["DeviceAllow"] if value.startswith("char-")}
    assert kinds == loaded.keys() | built_in
    units = {f"modprobe@{module}.service" for module in loaded.values()}
    for relation in ("Wants", "After"):
        assert units <= set(" ".join(found[relation]).split()), relation


@pytest.mark.parametrize("unit", [SERVICE, KIOSK, PORTAL], ids=lambda unit: unit.stem)
def test_every_hardening_line_is_explained(unit: Path) -> None:
    hardening = re.compile(
        r"(Private|Protect|Restrict|SystemCall|Device|IPAddressDeny|CapabilityBounding|NoNew|Memory|Lock|Keyring|Remove)\w*="
    )
    for above, line in pairwise(unit.read_text().splitlines()):
        continues = above.partition("=")[0] == line.partition("=")[0]  # one comment for both
        if hardening.match(line) and not continues:
            assert above.startswith("#"), f"nothing says why {line}"


def test_the_referee_is_kept_whatever_ends_it() -> None:
    found = settings(SERVICE)
    assert found["Type"] == ["notify"]
    assert (found["Restart"], found["StartLimitIntervalSec"]) == (["always"], ["0"])
    assert 5 <= int(found["WatchdogSec"][0]) <= 30
    assert found["StateDirectory"] == ["tableside"]
    assert not any("network" in " ".join(found[relation]) for relation in ("Wants", "After"))  # which may never come


def test_phones_are_greeted_again_whatever_ends_the_greeting() -> None:
    found = settings(PORTAL)
    assert (found["Restart"], found["StartLimitIntervalSec"]) == (["on-failure"], ["0"])


def test_a_tried_version_whose_first_start_fails_is_kept_once_it_answers() -> None:
    found = settings(UNITS / "card/tableside-keep.service")
    assert "Requires" not in found
    assert (found["Wants"], found["After"]) == (["tableside.service"], ["tableside.service"])
    assert (found["Restart"], found["StartLimitIntervalSec"]) == (["on-failure"], ["0"])


def test_strangers_leave_files_to_the_table() -> None:
    (files,) = settings(SERVICE)["LimitNOFILE"]
    assert int(files) >= Limits().strangers + BACKLOG + 256


class TestKiosk:
    """The page at the table: there after the referee, back after a crash of either side, never blank, never asking."""

    def test_it_comes_after_the_referee_and_stays_when_that_restarts(self) -> None:
        found = settings(KIOSK)
        assert any("tableside.service" in units.split() for units in found["After"])
        assert settings(KIOSK_PATH)["Wants"] == ["tableside.service"]  # only there: see the unit
        assert "tableside.service" not in " ".join(found["Wants"])
        assert not {"Requires", "BindsTo", "PartOf"} & found.keys()

    def test_it_comes_back_whatever_ends_it(self) -> None:
        found = settings(KIOSK)
        assert (found["Restart"], found["StartLimitIntervalSec"]) == (["always"], ["0"])

    def test_it_starts_when_there_is_a_display_driver_however_late(self) -> None:
        waiting = settings(KIOSK_PATH)
        assert waiting["PathExistsGlob"] == ["/dev/dri/card*"]
        assert waiting["WantedBy"] == ["multi-user.target"]
        found = settings(KIOSK)
        assert found["Also"] == [KIOSK_PATH.name]
        assert "WantedBy" not in found  # or it would run without a display
        assert not any(name.startswith("Condition") for name in found)  # looked at once, and never again

    def test_no_limit_is_on_paper_only(self) -> None:
        """Of the limits that need the unit's control group: the login session has one of its own."""
        found = settings(KIOSK)
        assert "PAMName" in found
        assert not {"DevicePolicy", "DeviceAllow", "IPAddressDeny", "MemoryMax", "TasksMax"} & found.keys()

    def test_chromium_keeps_its_own_sandbox(self) -> None:
        options = "".join(line for line in (UNITS / "kiosk-browser").read_text().splitlines() if line[:1] != "#")
        assert "sandbox" not in options.replace("--no-unsandboxed-zygote", "")  # that one forks what has no sandbox
        assert {"user", "pid", "net"} <= set(settings(KIOSK)["RestrictNamespaces"][0].split())

    def test_it_is_cage_with_one_window_which_has_no_idle_timer(self) -> None:
        (started,) = settings(KIOSK)["ExecStart"]
        (own,) = settings(KIOSK)["RuntimeDirectory"]
        own_socket = f"/usr/bin/env XDG_RUNTIME_DIR=/run/{own} "  # ProtectHome= hides the login session's in /run/user
        assert started == f"{own_socket}/usr/bin/cage -s -- /opt/tableside/kiosk-browser"
        assert "swayidle" not in KIOSK.read_text()

    def test_nothing_is_left_to_ask_about_after_a_crash(self) -> None:
        browser = (UNITS / "kiosk-browser").read_text()
        assert 'rm -rf "$profile"' in browser
        for option in ("--hide-crash-restore-bubble", "--noerrdialogs", "--no-first-run", "--enable-auto-reload"):
            assert f"    {option} \\\n" in browser

    def test_it_is_another_user_than_the_referee_and_the_first_to_go_when_memory_ends(self) -> None:
        found = settings(KIOSK)
        assert found["User"] != settings(SERVICE)["User"]
        assert int(found["OOMScoreAdjust"][0]) > 0 > int(settings(SERVICE)["OOMScoreAdjust"][0])


@needs_systemd
def test_users_and_groups_are_made(stage: Path, tmp_path: Path) -> None:
    accounts = tmp_path / "accounts"
    (accounts / "etc").mkdir(parents=True)
    if os.geteuid() != 0:
        subprocess.run(["systemd-sysusers", "--dry-run", stage / "etc/sysusers.d/tableside.conf"], check=True)
        return
    subprocess.run(["systemd-sysusers", f"--root={accounts}", stage / "etc/sysusers.d/tableside.conf"], check=True)
    groups = {
        name: members.split(",")
        for name, _, _, members in (line.split(":") for line in (accounts / "etc/group").read_text().splitlines())
    }
    assert all("tableside" in groups[group] for group in ("gpio", "i2c", "video"))
    assert "tableside" not in groups["tableside-kiosk"]


def test_own_settings_survive_an_update(stage: Path) -> None:
    own = stage / "etc/default/tableside"
    own.write_text("TABLESIDE_OPTIONS=--camera usb:0\n")
    (stage / "etc/systemd/system/tableside.service").unlink()
    environment = {**os.environ, "DESTDIR": str(stage), "KIOSK": "no"}
    subprocess.run([CHECKOUT / "scripts" / "install"], env=environment, check=True)
    assert own.read_text() == "TABLESIDE_OPTIONS=--camera usb:0\n"
    assert (stage / "etc/systemd/system/tableside.service").read_text() == SERVICE.read_text()


def test_the_settings_file_names_what_the_units_use(stage: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parser = configparser.ConfigParser(interpolation=None)
    monkeypatch.setattr(parser, "optionxform", str)  # names as they are written, capitals and all
    parser.read_string("[settings]\n" + (stage / "etc/default/tableside").read_text())
    commands = SERVICE.read_text() + (UNITS / "kiosk-browser").read_text()
    for name in parser["settings"]:
        assert f"${name}" in commands or f"${{{name}:" in commands


@needs_systemd
def test_udev_accepts_the_rules() -> None:
    udevadm = shutil.which("udevadm")
    if udevadm is None or subprocess.run([udevadm, "verify", "--help"], capture_output=True, check=False).returncode:
        pytest.skip("this systemd cannot verify udev rules (from 254 on it can)")
    # Groups are made by the installation, so their names say nothing yet.
    subprocess.run([udevadm, "verify", "--resolve-names=never", *UNITS.glob("*.rules")], check=True)
