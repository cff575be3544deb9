"""What the installed table does at power-on, tried by tests/fresh/run inside a booted Debian that has no network.

Run twice, once per boot. First boot: the table is up with nobody touching anything; a match is begun, and stands
where it stood after the referee is killed and after it stalls. Second boot: that match is on the table.
Exit status 0 when all of it is so. Uses nothing but what the bare system has.
"""

import json
import os
import signal
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


def say(text: str) -> None:
    print(f"   {text}", flush=True)  # noqa: T201 - a program of its own


def unit(name: str) -> str:
    """A property of the service, as systemctl shows it."""
    show = ["systemctl", "show", "--value", f"--property={name}", "tableside.service"]
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


def first_boot() -> None:
    ready_s = (int(unit("ActiveEnterTimestampMonotonic")) - int(unit("InactiveExitTimestampMonotonic"))) / 1e6
    say(f"up at power-on, from start to ready {ready_s:.1f} s; {unit('StatusText')}")
    status = Path(f"/proc/{unit('MainPID')}/status").read_text()
    kept = {line.split(":")[0]: line.split()[1] for line in status.splitlines() if line.split(":")[1:]}
    say(f"capabilities {kept['CapEff']}, no new privileges {kept['NoNewPrivs']}, system call filter {kept['Seccomp']}")
    if (int(kept["CapEff"], 16), kept["NoNewPrivs"], kept["Seccomp"]) != (0, "1", "2"):
        raise SystemExit("the service is not confined as its unit says")

    _, cookie = ask("/host", {"pin": PIN})
    ask("/matches", {"game": "disorder", "players": ["Ada", "Bo", "Cy"], "options": {}}, cookie)
    ask("/events", {"event": {"event": "place", "card": "Z"}}, cookie)
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


if __name__ == "__main__":
    if unit("ActiveState") != "active":
        sys.exit(f"the table did not come up at power-on: {unit('ActiveState')}, {unit('Result')}")
    second_boot() if FIRST_BOOT.exists() else first_boot()
