"""What the installed table does at power-on, tried by tests/fresh/run inside a booted Debian that has no network.

Run twice, once per boot. First boot: the table is up with nobody touching anything; a match is begun, and stands
where it stood after the referee is killed and after it stalls. Second boot: that match is on the table, and the kiosk
shows it, confined as its unit says and with Chromium's own sandbox whole.
Exit status 0 when all of it is so. Uses nothing but what the bare system has.
"""

import json
import os
import pwd
import signal
import struct
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

TABLE = "http://127.0.0.1:8080"
PIN = "424242"
FIRST_BOOT = Path("/var/lib/first-boot.json")
PATIENCE_S = 60
KIOSK = "tableside-kiosk"
SCREEN = ":99"
KIOSK_PICTURE = Path("/kiosk.xwd")
COLOURS = 100  # a page that has nothing on it has fewer


def say(text: str) -> None:
    print(f"   {text}", flush=True)  # noqa: T201 - a program of its own


def unit(name: str, service: str = "tableside") -> str:
    """A property of a service, as systemctl shows it."""
    show = ["systemctl", "show", "--value", f"--property={name}", f"{service}.service"]
    return subprocess.run(show, capture_output=True, text=True, check=True).stdout.strip()


def wait_for_another(pid: int) -> int:
    """The referee's process once the service is up again with one that is not `pid`."""
    end_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < end_s:
        newest = int(unit("MainPID"))
        if unit("ActiveState") == "active" and newest not in (0, pid):
            return newest
        time.sleep(0.1)
    raise SystemExit(f"the service did not come back: {unit('ActiveState')}, {unit('Result')}")


def ask(path: str, body: object = None, cookie: str = "") -> tuple[Any, str]:
    """Answer and cookie of a request to the table's API."""
    headers = {"Content-Type": "application/json", "Origin": TABLE, "Cookie": cookie}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{TABLE}/api{path}", data, headers), timeout=10) as answer:
        return json.load(answer), (answer.headers["Set-Cookie"] or "").partition(";")[0]


def match_on_the_table() -> object:
    """The running match as the kiosk gets it, without what may differ after a restart."""
    view = ask("/view")[0]["table"]
    return {name: view[name] for name in ("match_id", "match", "rulings")}


def status_of(pid: int) -> dict[str, str]:
    """What the kernel says of a process."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def first_boot() -> None:
    ready_s = (int(unit("ActiveEnterTimestampMonotonic")) - int(unit("InactiveExitTimestampMonotonic"))) / 1e6
    say(f"up at power-on, from start to ready {ready_s:.1f} s; {unit('StatusText')}")
    kept = status_of(int(unit("MainPID")))
    say(f"capabilities {kept['CapEff']}, no new privileges {kept['NoNewPrivs']}, system call filter {kept['Seccomp']}")
    if (int(kept["CapEff"], 16), kept["NoNewPrivs"], kept["Seccomp"]) != (0, "1", "2"):
        raise SystemExit("the service is not confined as its unit says")

    _, cookie = ask("/host", {"pin": PIN})
    ask("/matches", {"game": "disorder", "players": ["Ada", "Bo", "Cy"], "options": {}}, cookie)
    placed = ask("/events", {"event": {"event": "place", "player": "Ada", "card": "Z"}}, cookie)[0]
    if not placed["accepted"]:
        raise SystemExit(f"a card was not taken: {placed['reason']}")
    begun = match_on_the_table()
    for what, number in (("killed", signal.SIGKILL), ("stalled, so ended by the watchdog", signal.SIGSTOP)):
        pid = int(unit("MainPID"))
        started_s = time.monotonic()
        os.kill(pid, number)
        wait_for_another(pid)
        if match_on_the_table() != begun:
            raise SystemExit(f"after the referee was {what}, the match is another: {match_on_the_table()}")
        say(f"{what}: the match stands as it stood, {time.monotonic() - started_s:.1f} s later")
    FIRST_BOOT.write_text(json.dumps(begun))


def second_boot() -> None:
    if match_on_the_table() != json.loads(FIRST_BOOT.read_text()):
        raise SystemExit(f"after power-off the match is another: {match_on_the_table()}")
    say("powered off and on: the match stands as it stood")
    kiosk()


def kiosk() -> None:
    """The page on a screen in memory, and how those who draw it are confined."""
    began_s = time.monotonic()
    subprocess.run(["systemctl", "start", "screen.service", f"{KIOSK}.service"], check=True)
    colours = 0
    while colours < COLOURS:
        if time.monotonic() - began_s > PATIENCE_S:
            raise SystemExit(f"the kiosk shows nothing: {colours} colours; {unit('NRestarts', KIOSK)} restarts")
        time.sleep(0.5)
        colours = colours_shown()
    say(f"the kiosk shows a page of {colours} colours, {time.monotonic() - began_s:.1f} s after its start")
    drawing = [int(process.name) for process in Path("/proc").glob("[0-9]*") if is_type(process, "renderer")]
    if not drawing:
        raise SystemExit("no process of the kiosk is one of Chromium's renderers")
    main = int(unit("MainPID", KIOSK))
    check_confined(main)
    if int(status_of(main)["CapBnd"], 16):
        raise SystemExit("cage could gain capabilities")
    for pid in drawing:
        check_confined(pid)
        for kind in ("user", "pid", "net"):
            if os.readlink(f"/proc/{pid}/ns/{kind}") == os.readlink(f"/proc/{main}/ns/{kind}"):
                raise SystemExit(f"renderer {pid} is in the same {kind} namespace as cage")
    for service in ("tableside", KIOSK):
        every, own = memory_mb(service, "Pss"), memory_mb(service, "Pss_Anon", "Pss_Shmem")
        say(f"{service} takes {every:.0f} MB, of which {own:.0f} MB cannot be read again from a file")
    say(f"{len(drawing)} renderers, each with no capability, a system call filter and namespaces of its own")
    if unit("NRestarts", KIOSK) != "0":
        raise SystemExit(f"the kiosk was started again {unit('NRestarts', KIOSK)} times")


def memory_mb(service: str, *kinds: str) -> float:
    """What all processes of a service's user take of these kinds of memory, what they share counted once."""
    user, shares_kb = pwd.getpwnam(service).pw_uid, 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if process.stat().st_uid == user:
                rolled_up = (process / "smaps_rollup").read_text()
                shares_kb += sum(int(rolled_up.partition(f"{kind}:")[2].split()[0]) for kind in kinds)
        except OSError:
            continue  # it has ended
    return shares_kb * 1024 / 1e6


def is_type(process: Path, kind: str) -> bool:
    """Whether a process of /proc is one of Chromium's of this kind."""
    try:
        return f"--type={kind}".encode() in (process / "cmdline").read_bytes().replace(b"\0", b" ").split()
    except OSError:
        return False  # it has ended


def check_confined(pid: int) -> None:
    """No capability, and system calls filtered. (What bounds capabilities is counted anew in a user namespace of
    Chromium's own, and says nothing there.)"""
    kept = status_of(pid)
    capabilities = [int(kept[name], 16) for name in ("CapEff", "CapPrm", "CapAmb")]
    if any(capabilities) or (kept["NoNewPrivs"], kept["Seccomp"]) != ("1", "2"):
        raise SystemExit(f"process {pid} of the kiosk is not confined as its unit says: {kept}")


def colours_shown() -> int:
    """How many colours the screen shows; 0 while there is none."""
    shot = subprocess.run(["xwd", "-root", "-silent", "-display", SCREEN], capture_output=True, check=False).stdout
    if not shot:
        return 0
    KIOSK_PICTURE.write_bytes(shot)
    header = struct.unpack_from(">25I", shot)  # X11/XWDFile.h
    start, width, bits, line = header[0] + 12 * header[19], header[4], header[11], header[12]
    lines = [shot[place : place + width * bits // 8] for place in range(start, len(shot), line)]
    return len({row[place : place + bits // 8] for row in lines for place in range(0, len(row), bits // 8)})


if __name__ == "__main__":
    if unit("ActiveState") != "active":
        sys.exit(f"the table did not come up at power-on: {unit('ActiveState')}, {unit('Result')}")
    second_boot() if FIRST_BOOT.exists() else first_boot()
