"""The emulated machine of tests/box: switched on, talked to over ssh, looked at through its screen, cut off."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

# How long a start may take: seconds of a host core, for on a host with other things to do the clock on the wall says
# nothing; and by that clock, for a machine that hangs uses no core.
START_CORE_S, START_WALL_S = 900, 7200
TICKS_PER_S = os.sysconf("SC_CLK_TCK")
FREEZE_S = 600
OFF_S = 1200
# Its clock counts instructions, a nanosecond each, and stands still while the host does other things: nothing is late
# on a busy host, and no watchdog barks. While it idles its clock goes with the host's. It takes one host core.
PACE = ("-icount", "shift=0", "-accel", "tcg,thread=single,tb-size=1024")
SSH_OPTIONS = (
    "BatchMode=yes", "StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR",
    "ConnectTimeout=240", "ServerAliveInterval=0", "ControlMaster=auto", "ControlPersist=yes",
)  # fmt: skip
BOARDS = {
    # The cores of a Pi 4, two of them, and by its device tree its lines. The screen has no graphics processor: virtio's
    # says it has one also where the host gives it none.
    "virt": (
        "-machine", "virt,gic-version=2", "-cpu", "cortex-a72", "-smp", "2", "-m", "3072",
        "-device", "bochs-display,romfile=", "-device", "virtio-rng-pci",
    ),
    # QEMU's Pi 3: its memory cannot be more, its network hangs on USB, and Debian's kernel finds no screen in it.
    "raspi3b": ("-machine", "raspi3b",),
}  # fmt: skip
ARGUMENTS = {
    "virt": ("pi.dtb", "console=ttyAMA0", "virtio-net-pci"),
    "raspi3b": ("pi3.dtb", "console=ttyAMA0,115200", "usb-net"),
}


class BoxError(Exception):
    """The box did not do what was expected; says what and where."""


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with closing(socket.socket()) as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


@dataclass
class Machine:
    """One QEMU, by default `virt` with the cores of a Pi 4, on a disk of its own.

    `folder` has kernel, initrd, trees and key.
    With `with` it is on inside and off after; `cut` pulls its plug.
    """

    folder: Path
    disk: Path
    board: str = "virt"
    log: Path | None = None  # where each write to the disk is written down, for tests/box/volatile.py
    _qemu: subprocess.Popen[bytes] | None = None
    ssh_port: int = field(default_factory=free_port)
    web_port: int = field(default_factory=free_port)

    def __enter__(self) -> Self:
        self.on()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._qemu is not None:
            self.off() if error is None else self.cut()

    @property
    def table(self) -> str:
        """Where its table is reached from here."""
        return f"http://127.0.0.1:{self.web_port}"

    def on(self, state: Path | None = None) -> None:
        """Switch it on, or with the state of one that was frozen let it go on."""
        _, _, net = ARGUMENTS[self.board]
        forwards = f"hostfwd=tcp:127.0.0.1:{self.ssh_port}-:22,hostfwd=tcp:127.0.0.1:{self.web_port}-:8080"
        self._monitor.unlink(missing_ok=True)
        with self.console.open("ab") as log:
            self._qemu = subprocess.Popen(
                [
                    *("qemu-system-aarch64", *BOARDS[self.board], *PACE, "-display", "none"),
                    *("-serial", "stdio", "-no-reboot", "-qmp", f"unix:{self._monitor},server=on,wait=off"),
                    *self._system(),
                    *self._drive(),
                    *([] if state is None else ["-incoming", f"exec:cat {state}"]),
                    *("-netdev", f"user,id=net,restrict=on,{forwards}", "-device", f"{net},netdev=net"),
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        if state is not None:
            while not self._monitor.exists():
                time.sleep(0.1)
            self._until("query-status", "paused")
            self._tell("cont")

    def _system(self) -> list[str]:
        """What it starts: a kernel with a tree that says it is a Pi."""
        tree, console, _ = ARGUMENTS[self.board]
        return [
            *("-kernel", str(self.folder / "vmlinuz"), "-initrd", str(self.folder / "initrd.img")),
            *("-dtb", str(self.folder / tree), "-append", f"root=LABEL=box rw rootwait {console} quiet"),
        ]

    def _drive(self) -> list[str]:
        kind = "raw" if self.disk.suffix == ".img" else "qcow2"
        file = f"driver={kind},file.driver=file,file.filename={self.disk}"
        if self.board == "raspi3b":
            return ["-drive", f"if=sd,format={kind},file={self.disk}"]
        if self.log is None:
            return ["-blockdev", f"{file},node-name=disk", "-device", "virtio-blk-pci,drive=disk"]
        self.log.write_bytes(b"")
        return [
            *("-blockdev", f"{file},node-name=written", "-blockdev", f"driver=file,node-name=log,filename={self.log}"),
            *("-blockdev", "driver=blklogwrites,node-name=disk,file=written,log=log"),
            *("-device", "virtio-blk-pci,drive=disk"),
        ]

    def wait(self) -> float:
        """Wait until it can be talked to. Returns how many seconds that took."""
        began_s, patient = time.monotonic(), self.patience()
        while patient():
            if self._ssh("true", timeout_s=300).returncode == 0:
                return time.monotonic() - began_s
            time.sleep(1)
        raise BoxError(f"no ssh after {self.core_s():.0f} s of a core; see {self.console}")

    def core_s(self) -> float:
        """How many seconds of a host core it has used. Raises BoxError when it is off."""
        if self._qemu is None or self._qemu.poll() is not None:
            raise BoxError(f"the machine went off by itself; see {self.console}")
        fields = Path(f"/proc/{self._qemu.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS_PER_S

    def patience(self) -> Callable[[], bool]:
        """What says whether a start that begins now may still take longer."""
        end_core_s, end_s = self.core_s() + START_CORE_S, time.monotonic() + START_WALL_S
        return lambda: self.core_s() < end_core_s and time.monotonic() < end_s

    def own_s(self) -> float:
        """Seconds since power-on, by its own clock."""
        return float(self.sh("cat /proc/uptime").split()[0])

    def sh(self, command: str, *, timeout_s: float = 3600, check: bool = True) -> str:
        """What a shell in it, as root, prints. Raises BoxError when it ends with another status than 0."""
        done = self._ssh(command, timeout_s)
        if check and done.returncode != 0:
            said = (done.stdout + done.stderr).decode(errors="replace")[-2000:]
            raise BoxError(f"`{command}` ended with status {done.returncode}: {said}")
        return done.stdout.decode(errors="replace").strip()

    def read(self, path: str) -> bytes:
        """A file of it."""
        return self._ssh(f"cat {path}", 600).stdout

    def write(self, path: str, content: bytes) -> None:
        """Write a file of it."""
        self._ssh(f"cat >{path}", 600, content)

    def shoot(self, picture: Path) -> None:
        """What stands on its screen, as a PNG."""
        self._tell("screendump", filename=str(picture), format="png")

    def freeze(self, state: Path) -> None:
        """Stop it where it stands, keep its memory in a file, and switch it off: `on(state)` goes on from there."""
        self.sh("sync")
        self._tell("stop")
        self._tell("migrate", uri=f"exec:cat >{state}")
        self._until("query-migrate", "completed")
        self.cut()

    def _until(self, question: str, status: str) -> None:
        end_s = time.monotonic() + FREEZE_S
        while (answer := self._tell(question).get("status")) != status:
            if answer == "failed" or time.monotonic() > end_s:
                raise BoxError(f"{question} says {answer}, not {status}")
            time.sleep(0.2)

    def _tell(self, command: str, **arguments: object) -> dict[str, Any]:
        """What QEMU's monitor returns. Raises BoxError when it refuses."""
        with closing(socket.socket(socket.AF_UNIX)) as monitor:
            monitor.connect(str(self._monitor))
            talk = monitor.makefile("rw")
            talk.readline()
            answer: dict[str, Any] = {}
            for said in ({"execute": "qmp_capabilities"}, {"execute": command, "arguments": arguments}):
                talk.write(json.dumps(said) + "\n")
                talk.flush()
                answer = {}
                while not answer.keys() & {"return", "error"}:
                    answer = json.loads(talk.readline())
                if "error" in answer:
                    raise BoxError(f"{command}: {answer['error']}")
            returned: dict[str, Any] = answer["return"]
            return returned

    def cut(self) -> None:
        """Pull the plug: it is off at once, and what it had not written yet is lost."""
        self._end(signal.SIGKILL)

    def off(self) -> None:
        """Power it off as one should."""
        self._ssh("systemctl poweroff", 300)
        try:
            self._qemu and self._qemu.wait(OFF_S)
        except subprocess.TimeoutExpired as error:
            self.cut()
            raise BoxError(f"it did not power off within {OFF_S} s") from error
        self._qemu = None

    def _end(self, how: signal.Signals) -> None:
        if self._qemu is not None:
            self._qemu.send_signal(how)
            self._qemu.wait()
            self._qemu = None

    @property
    def console(self) -> Path:
        """What it says on its serial line, over all of its boots."""
        return self.folder / f"console-{self.disk.stem}.log"

    @property
    def _monitor(self) -> Path:
        return self.folder / f"monitor-{self.disk.stem}"

    def _ssh(self, command: str, timeout_s: float, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        options = [word for option in SSH_OPTIONS for word in ("-o", option)]
        options += ["-o", f"ControlPath={self.folder}/ssh-{self.ssh_port}"]
        ssh = ["ssh", "-i", str(self.folder / "key"), "-p", str(self.ssh_port), *options, "root@127.0.0.1"]
        try:
            return subprocess.run([*ssh, command], input=given, capture_output=True, timeout=timeout_s, check=False)
        except subprocess.TimeoutExpired as error:
            return subprocess.CompletedProcess(
                ssh, 124, error.stdout or b"", b"took longer than " + f"{timeout_s} s".encode()
            )


def overlay(base: Path, top: Path) -> Path:
    """A disk that holds what is written on top of another, which stays as it is."""
    top.unlink(missing_ok=True)
    kind = "qcow2" if base.suffix == ".qcow2" else "raw"
    made = ["qemu-img", "create", "-q", "-f", "qcow2", "-F", kind, "-b", str(base.resolve()), str(top)]
    subprocess.run(made, check=True)
    return top
