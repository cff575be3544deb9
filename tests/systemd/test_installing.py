"""`make install` and `make uninstall` where systemd runs, with stand-ins for what they call, in a root of its own."""

import subprocess
from pathlib import Path

import pytest

from tests.programs import PATH, program

CHECKOUT = Path(__file__).parents[2]

# Says what it was called with, and answers what the test has put into a file of its name.
STAND_IN = """#!/bin/sh
name=$(basename "$0")
echo "$name $*" >>/tmp/calls/all
[ ! -e "/tmp/calls/$name" ] || . "/tmp/calls/$name"
"""
PROGRAMS = (
    "systemctl",
    "udevadm",
    "systemd-sysusers",
    "runuser",
    "journalctl",
    "dpkg-query",
    "apt-get",
    "raspi-config",
)

pytestmark = pytest.mark.skipif(program("bwrap") is None, reason="bubblewrap is not installed here")


def executable(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    file.chmod(0o755)


class Machine:
    """Folders that stand in those of the machine, its calls, and what its programs answer."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.etc, self.calls_folder = folder, folder / "etc", folder / "calls"
        for name in ("etc/systemd/system", "calls", "opt", "local", "run/systemd/system", "var"):
            (folder / name).mkdir(parents=True)
        (self.etc / "passwd").write_text("root:x:0:0::/:/bin/sh\ntableside:x:0:0::/:/bin/sh\n")
        (self.etc / "group").write_text("root:x:0:\ntableside:x:0:\n")
        for name in PROGRAMS:
            executable(folder / "bin" / name, STAND_IN)
        self.answer("dpkg-query", "echo installed")
        # An environment that seems sound.
        venv = folder / "opt/tableside/venv"
        executable(venv / "bin/python", '#!/bin/sh\necho "python $*" >>/tmp/calls/all\n. /tmp/calls/python\n')
        self.answer("python", '[ "$1" != --version ] || exec /usr/bin/python3 --version')
        executable(venv / "bin/pip", "#!/opt/tableside/venv/bin/python\n")
        (venv / "pyvenv.cfg").touch()

    def answer(self, name: str, script: str) -> None:
        """What a program does when it is called, after having said so."""
        (self.calls_folder / name).write_text(f"{script}\n")

    def install(self, **environment: str) -> subprocess.CompletedProcess[str]:
        return self.run("install", **environment)

    def run(self, script: str, **environment: str) -> subprocess.CompletedProcess[str]:
        (self.calls_folder / "all").write_text("")
        hidden = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"]
        shown = {"etc": "/etc", "opt": "/opt", "run": "/run", "var": "/var", "local": "/usr/local", "bin": "/tmp/bin"}
        own = [word for name, path in shown.items() for word in ("--bind", str(self.folder / name), path)]
        own += ["--bind", str(self.calls_folder), "/tmp/calls", "--ro-bind", str(CHECKOUT), "/tmp/checkout"]
        user = ["--unshare-user", "--unshare-pid", "--uid", "0", "--gid", "0", "--die-with-parent"]
        command = ["bwrap", *user, *hidden, *own, "--chdir", "/", f"/tmp/checkout/scripts/{script}"]
        return subprocess.run(
            command,
            env={"PATH": f"/tmp/bin:{PATH}", **environment},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def calls(self) -> list[str]:
        called = (self.calls_folder / "all").read_text().splitlines()
        return [call for call in called if not call.startswith("dpkg-query")]


@pytest.fixture(scope="module", autouse=True)
def _a_root_can_be_had() -> None:
    """Some containers let nobody have a namespace of their own."""
    tried = ["bwrap", "--ro-bind", "/", "/", "--unshare-user", "--unshare-pid", "--proc", "/proc", "true"]
    if subprocess.run(tried, env={"PATH": PATH}, capture_output=True, check=False).returncode != 0:
        pytest.skip("no namespaces of one's own here")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def place(calls: list[str], part: str) -> int:
    """Where among the calls the one is that has these words."""
    (found,) = (number for number, call in enumerate(calls) if part in call)
    return found


def test_a_running_table_is_away_only_while_what_it_runs_is_exchanged(machine: Machine) -> None:
    """What it loads late would be new beside the old; and solving takes minutes."""
    done = machine.install(KIOSK="no")
    assert done.returncode == 0, done.stderr
    assert "Installed and running" in done.stdout
    calls = machine.calls()
    steps = ["stop tableside.service", "--requirement requirements.lock", "--force-reinstall"]
    steps += ["restart tableside.service", "word --list", "--solve all"]
    places = [place(calls, step) for step in steps]
    assert places == sorted(places)
    assert "systemctl start tableside.service" not in calls


def test_it_comes_back_where_installing_fails(machine: Machine) -> None:
    machine.answer(
        "python", "case $* in *--force-reinstall*) exit 1 ;; --version) exec /usr/bin/python3 --version ;; esac"
    )
    assert machine.install(KIOSK="no").returncode == 1
    assert machine.calls()[-1] == "systemctl start tableside.service"


def test_a_table_that_does_not_run_is_not_stopped(machine: Machine) -> None:
    machine.answer("systemctl", '[ "$*" != "--quiet is-active tableside.service" ]')
    assert machine.install(KIOSK="no").returncode == 0
    assert "systemctl stop tableside.service" not in machine.calls()


@pytest.mark.parametrize("kiosk", ["yes", "no"])
@pytest.mark.parametrize("has_desktop", [True, False])
def test_an_update_keeps_what_was_chosen(machine: Machine, kiosk: str, has_desktop: bool) -> None:
    if has_desktop:
        (machine.etc / "systemd/system/display-manager.service").touch()
    unit = machine.etc / "systemd/system/tableside-kiosk.service"
    for chosen in ({"KIOSK": kiosk}, {}):
        done = machine.install(**chosen)
        assert done.returncode == 0, done.stderr
        assert unit.exists() == (kiosk == "yes")


@pytest.mark.parametrize("has_desktop", [True, False])
def test_at_first_a_kiosk_takes_the_screen_from_no_desktop(machine: Machine, has_desktop: bool) -> None:
    if has_desktop:
        (machine.etc / "systemd/system/display-manager.service").touch()
    assert machine.install().returncode == 0
    assert (machine.etc / "systemd/system/tableside-kiosk.service").exists() != has_desktop


def test_another_word_is_refused(machine: Machine) -> None:
    done = machine.install(KIOSK="true")
    assert (done.returncode, done.stderr) == (2, "scripts/install: KIOSK=true is neither yes nor no\n")
    assert machine.calls() == []


class TestRemoving:
    HOTSPOT = "nmcli connection delete tableside-hotspot"
    LAID = ("etc/systemd/system/tableside-portal.socket", "etc/NetworkManager/dnsmasq-shared.d/tableside.conf")

    @pytest.fixture
    def laid(self, machine: Machine) -> list[Path]:
        """An installed table with a hotspot."""
        executable(machine.folder / "bin" / "nmcli", STAND_IN)
        assert machine.install(KIOSK="yes").returncode == 0
        laid = [machine.folder / file for file in self.LAID]
        for file in laid:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch()
        return [*laid, machine.etc / "systemd/system/tableside.service", machine.folder / "opt/tableside"]

    @pytest.mark.parametrize(
        ("status", "said", "complaint"),
        [
            (0, "The hotspot is removed, and its password.\n", ""),
            (10, "", ""),  # as NetworkManager says that there is none
            (8, "", "NetworkManager does not answer; should there be a hotspot: sudo nmcli connection delete"),
        ],
    )
    def test_the_hotspot_goes_with_the_rest(
        self, machine: Machine, laid: list[Path], status: int, said: str, complaint: str
    ) -> None:
        machine.answer("nmcli", f"exit {status}")
        done = machine.run("uninstall")
        assert done.returncode == 0, done.stderr
        assert machine.calls()[-1] == self.HOTSPOT, "last, for whoever types it may be in the hotspot"
        assert sum(call.startswith("nmcli") for call in machine.calls()) == 1
        assert done.stdout.startswith(f"{said}Tableside is removed.")
        assert done.stderr.startswith(complaint)
        assert bool(done.stderr) == bool(complaint)
        assert not any(file.exists() for file in laid)
