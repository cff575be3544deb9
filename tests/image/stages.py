"""What is looked at, one stage after the other; each leaves its card for the next."""

from __future__ import annotations

import re
import sqlite3
import subprocess
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.machine.card.settings import FILE
from companion.machine.card.slots import STATE
from companion.machine.card.starting import SAID
from tests.box.machine import BoxError
from tests.image.card import DATA, CardMachine, change_slot, get, new_card, partition, put, slots, write_slot

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.box.page import Step

SETTINGS = """name = "cards"
language = "nl"
langauge = "de"
zone = "Europe/Amsterdam"
kiosk = false
camera = "none"
[wifi]
name = "Home"
passphrase = "long enough"
country = "NL"
[ssh]
key = "{key}"
"""
PERSISTENT = ("cat /etc/machine-id", "ssh-keygen -lf /data/ssh/ssh_host_ed25519_key", "ls -R /data/network")
FAILED = "systemctl --failed --no-legend --plain | cut -d ' ' -f 1"


def same(what: str, found: object, expected: object) -> None:
    """Raise BoxError unless both are the same."""
    if found != expected:
        raise BoxError(f"{what}: {found!r}, not {expected!r}")


def first_start(folder: Path, step: Step) -> None:
    """A new card: what its settings say is so, the root is only read, and what is kept has a partition of its own."""
    key = (folder / "key.pub").read_text(encoding="ascii").strip()
    card = new_card(folder, "card", SETTINGS.format(key=key))
    with CardMachine(folder, card) as machine:
        machine.answered()
        machine.wait()
        step.say(f"it answers {machine.own_s():.0f} s after the start of its kernel at the latest, by its own clock")
        same("failed units", machine.sh(FAILED), "")
        same("root", machine.sh("findmnt -no OPTIONS /run/card/root").split(",")[0], "ro")
        same(
            "written",
            machine.sh("touch /run/card/root/x 2>&1 || true"),
            "touch: cannot touch '/run/card/root/x': Read-only file system",
        )
        same("boot", machine.sh("findmnt -no OPTIONS /boot/firmware").split(",")[0], "ro")
        same("name", machine.sh("hostname; cat /etc/hostname"), "cards\ncards")
        same("zone", machine.sh("date +%Z | tr -d ST"), "CE")
        same(
            "language",
            "--language nl --camera none" in machine.sh("pgrep -af 'tableside run'"),
            True,
        )
        same(
            "kiosk",
            machine.sh("systemctl is-active tableside-kiosk.path tableside-kiosk.service || true"),
            "inactive\ninactive",
        )
        same("connection", "tableside-wifi" in machine.sh("nmcli -g NAME connection"), True)
        same("owner", machine.sh("stat -c %U:%a /var/lib/tableside /data/network"), "tableside:750\nroot:700")
        step.say("mounted: " + machine.sh("findmnt -rno TARGET,SOURCE,FSTYPE -t ext4,vfat,overlay").replace("\n", "; "))
        step.say(
            "memory: "
            + machine.sh("free -m | sed -n 2p")
            + "; written over the root: "
            + machine.sh("du -sm /run/card/memory")
        )
        same("caches made at each start", machine.sh("systemctl show -P ConditionResult ldconfig.service"), "no")
        same("dictionaries", machine.sh("ls /var/lib/tableside/lexica | head -1") != "", True)
        same("machine", slots_machine(machine), machine.sh("cat /etc/machine-id"))
    said = get(card, SAID).decode()
    same("said", said, f"{FILE} kent geen instelling langauge; bedoelde je language?\r\n")
    step.say(f"on the boot partition stands: {said.strip()}")


def slots_machine(machine: CardMachine) -> str:
    """The number that slot.env says."""
    return machine.sh(f"sed -n s/machine=//p /boot/firmware/{STATE}")


def power_cut(folder: Path, step: Step) -> None:
    """In the middle of a match the plug is pulled: its state is the same after, and the file systems are whole."""
    card = folder / "card.img"
    put(card, FILE, get(card, FILE).replace(b'langauge = "de"\n', b""))
    with CardMachine(folder, card) as machine:
        table = machine.entered()
        same("machine", slots_machine(machine), machine.sh("cat /etc/machine-id"))
        kept = [machine.sh(each) for each in PERSISTENT]
        table.begin()
        newest = [table.place(each) for each in "ZOZ"][-1]
        machine.cut()
    same("said", get(card, SAID), b"")
    same("event", in_journal(folder, card), newest)
    with CardMachine(folder, card) as machine:
        table = machine.entered()
        same("the match goes on with event", table.place("O"), newest + 1)
        same("kept", [machine.sh(each) for each in PERSISTENT], kept)
    step.say("the same after it: " + "; ".join(kept).replace("\n", " "))
    step.say(f"event {newest} was acknowledged, the plug pulled, and the match went on with event {newest + 1}")


HOTSPOT = b"""[hotspot]
name = "Game night"
passphrase = "play with us"
country = "NL"
"""
PHONE = """network={
ssid="Game night"
psk="play with us"
key_mgmt=WPA-PSK
}
"""
JOINED = "ip netns exec phone iw dev wlan1 link | grep -q 'SSID: Game night'"
OWN_WIFI = "nmcli -t -f NAME,DEVICE connection show --active | grep -q tableside-hotspot:wlan0"
ASKS = """import urllib.request
for address, host in (("http://10.42.0.1:8080/play", "10.42.0.1:8080"), ("http://10.42.0.1/", "captive.apple.com")):
    answer = urllib.request.urlopen(urllib.request.Request(address, headers={"Host": host}))
    print(answer.status, answer.url)"""


def hotspot(folder: Path, step: Step) -> None:
    """The table's own Wi-Fi, on a radio that the kernel plays; another, in a network of its own, is a phone's."""
    card = spoilt_card(folder)
    put(card, FILE, get(card, FILE) + HOTSPOT)
    with CardMachine(folder, card) as machine:
        machine.entered()
        machine.sh("modprobe mac80211_hwsim radios=2 && sleep 1 && nmcli device set wlan1 managed no")
        machine.sh("ip netns add phone && iw phy phy1 set netns name phone && ip -n phone link set wlan1 up")
        machine.write("/run/phone.conf", PHONE.encode())
        machine.write("/run/asks.py", ASKS.encode())
        within(machine, OWN_WIFI)
        machine.sh("ip netns exec phone wpa_supplicant -B -i wlan1 -c /run/phone.conf")
        within(machine, JOINED)
        machine.sh("ip -n phone address add 10.42.0.77/24 dev wlan1")
        same("country", "country NL" in machine.sh("iw reg get"), True)
        step.say("a phone in it: " + machine.sh("ip netns exec phone python3 /run/asks.py").replace("\n", "; "))
        step.say("who gives it addresses: " + machine.sh("pgrep -a dnsmasq | cut -c 1-120"))


def within(machine: CardMachine, command: str, seconds: int = 120) -> None:
    """Wait, by its own clock, until a command succeeds."""
    machine.sh(f"for each in $(seq {seconds}); do {command} && exit 0; sleep 1; done; exit 1")


def in_journal(folder: Path, card: Path) -> int:
    """The newest event in the journal of a card that is off, whose file systems are looked at before."""
    with partition(card, 2) as device:
        checked = subprocess.run(["e2fsck", "-fn", str(device)], capture_output=True, text=True, check=False)
        same("fsck of the root", checked.returncode, 0)
    with partition(card, DATA) as device:
        checked = subprocess.run(["e2fsck", "-p", str(device)], capture_output=True, text=True, check=False)
        if checked.returncode > 1:
            raise BoxError(f"the data partition is damaged: {checked.stdout}")
        for name in ("journal.sqlite3", "journal.sqlite3-wal"):
            (folder / name).unlink(missing_ok=True)
            dump = f"dump /tableside/{name} {folder / name}"
            subprocess.run(["debugfs", "-R", dump, str(device)], capture_output=True, check=True)
    journal = sqlite3.connect(folder / "journal.sqlite3")
    try:
        (newest,) = journal.execute("SELECT max(number) FROM event").fetchone()
    finally:
        journal.close()
    return int(newest or 0)


def update(folder: Path, step: Step) -> None:
    """tableside-update in the machine, from a second disk: slot b is written, tried, answers, and is kept."""
    more = folder / "more.img"
    release = folder / "out"
    more.unlink(missing_ok=True)
    subprocess.run(["mkfs.ext4", "-q", "-d", str(release), str(more), "3G"], check=True)
    card = folder / "card.img"
    (file,) = (each.name for each in release.glob("*.slot.xz"))
    with CardMachine(folder, card, more=more) as machine:
        machine.entered()
        machine.sh("mkdir -p /tmp/release && mount -o ro /dev/vdb /tmp/release")
        began_s = machine.own_s()
        step.say(machine.sh(f"tableside-update --no-reboot /tmp/release/{file}", timeout_s=7200).replace("\n", "; "))
        step.say(f"it took {machine.own_s() - began_s:.0f} s by its own clock")
    same("to be tried", (slots(card).kept, slots(card).tried), ("a", "b"))
    tried(folder, card, step)


def tried(folder: Path, card: Path, step: Step) -> None:
    """Slot b is tried and kept, and the next start takes it."""
    for word in ("tried", "kept"):
        with CardMachine(folder, card) as machine:
            table = machine.entered()
            same("slot", f"tableside.slot=b tableside.word={word}" in machine.sh("cat /proc/cmdline"), True)
            machine.sh("systemctl is-active --wait tableside-keep.service || systemctl start tableside-keep.service")
            same("a match outlasts it", table.view()["match"] is not None, True)
        same("slots", (slots(card).kept, slots(card).tried), ("b", None))
        step.say(f"slot b was started, {word}")


def broken(folder: Path, step: Step, *commands: str) -> None:
    """A slot b that was changed for the worse is tried; in the end slot a is there again, by itself."""
    (whole,) = folder.glob("slot.img")
    card = spoilt_card(folder)
    write_slot(card, "b", whole)
    change_slot(card, "b", *commands)
    put(card, STATE, replace(slots(card), kept="a", tried="b").text().encode())
    machine = CardMachine(folder, card)
    machine.console.unlink(missing_ok=True)
    machine.on()
    machine.wait_off()
    step.say(f"slot b was tried, and went off by itself; {last_words(machine.console)}")
    same("slots", (slots(card).kept, slots(card).tried), ("a", None))
    with machine:
        machine.answered()
        machine.wait()
        same("slot", "tableside.slot=a tableside.word=kept" in machine.sh("cat /proc/cmdline"), True)
    step.say("the next start took slot a, whose table answers")


def spoilt_card(folder: Path) -> Path:
    """A copy of the card, for it is spoilt."""
    card = folder / "spoilt.img"
    subprocess.run(["cp", "--sparse=always", str(folder / "card.img"), str(card)], check=True)
    return card


def last_words(console: Path) -> str:
    """The last line that says something."""
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", console.read_text(encoding="utf-8", errors="replace"))
    return [line.strip() for line in text.splitlines() if line.strip()][-1]


def no_kernel(folder: Path, step: Step) -> None:
    """A slot b without a kernel."""
    broken(folder, step, "unlink /boot/vmlinuz")


def no_root(folder: Path, step: Step) -> None:
    """A slot b whose systemd cannot be started."""
    broken(folder, step, "unlink /usr/lib/systemd/systemd")


def no_table(folder: Path, step: Step) -> None:
    """A slot b whose table does not start: given up after the time that it may take."""
    broken(folder, step, "unlink /opt/tableside/venv/bin/tableside")


STAGES: dict[str, Callable[[Path, Step], None]] = {
    "first-start": first_start,
    "power-cut": power_cut,
    "hotspot": hotspot,
    "update": update,
    "no-kernel": no_kernel,
    "no-root": no_root,
    "no-table": no_table,
}
