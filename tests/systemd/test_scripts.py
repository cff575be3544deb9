"""The shell scripts, against stand-ins for the programs they call: what is asked of each, word for word."""

import re
import subprocess
from pathlib import Path

import pytest

from companion.machine.portal import dnsmasq

CHECKOUT = Path(__file__).parents[2]


class StandIn:
    """Makes programs that write their arguments, one a line, into a file and then do what `script` says."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.path = folder, folder / "bin"
        self.path.mkdir()

    def __call__(self, name: str, script: str = "") -> Path:
        calls = self.folder / f"{name}.calls"
        program = self.path / name
        program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$*" >>"{calls}"\n{script}\n')
        program.chmod(0o755)
        return calls


@pytest.fixture
def stand_in(tmp_path: Path) -> StandIn:
    return StandIn(tmp_path)


def run(command: list[str], stand_in: StandIn, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [CHECKOUT / command[0], *command[1:]],
        env={"PATH": f"{stand_in.path}:/usr/sbin:/usr/bin:/sbin:/bin", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


class TestKioskBrowser:
    def test_one_page_full_screen_with_a_profile_that_is_new(self, stand_in: StandIn, tmp_path: Path) -> None:
        calls = stand_in("chromium")
        stale = tmp_path / "run" / "profile" / "Crashed"
        stale.mkdir(parents=True)
        done = run(
            ["systemd/kiosk-browser"], stand_in, RUNTIME_DIRECTORY=str(tmp_path / "run"), KIOSK_URL="http://here/"
        )
        assert (done.returncode, done.stderr) == (0, "")
        options = calls.read_text().split()
        assert options[-1] == "http://here/"
        assert {"--kiosk", "--enable-auto-reload", f"--user-data-dir={tmp_path}/run/profile"} <= set(options)
        assert not stale.exists()

    def test_the_page_is_the_table_s_own_by_default(self, stand_in: StandIn, tmp_path: Path) -> None:
        calls = stand_in("chromium")
        run(["systemd/kiosk-browser"], stand_in, RUNTIME_DIRECTORY=str(tmp_path))
        assert calls.read_text().split()[-1] == "http://127.0.0.1:8080/kiosk"

    @pytest.mark.parametrize(
        ("memory", "asked", "is_light"),
        [
            ("MemTotal:  948304 kB\n", "", True),
            ("MemTotal: 1894872 kB\n", "", False),
            ("MemTotal:  948304 kB\n", "no", False),
            ("MemTotal: 1894872 kB\n", "yes", True),
            ("nonsense\n", "", False),
        ],
    )
    def test_where_memory_is_short_the_processor_draws(
        self, stand_in: StandIn, tmp_path: Path, memory: str, asked: str, is_light: bool
    ) -> None:
        calls = stand_in("chromium")
        (tmp_path / "meminfo").write_text(memory)
        here = {"RUNTIME_DIRECTORY": str(tmp_path), "MEMINFO": str(tmp_path / "meminfo"), "KIOSK_LIGHT": asked}
        done = run(["systemd/kiosk-browser"], stand_in, **here)
        assert (done.returncode, done.stderr) == (0, "")
        options = set(calls.read_text().split())
        assert ({"--disable-gpu", "--in-process-gpu", "--no-unsandboxed-zygote"} <= options) == is_light
        assert "--no-sandbox" not in options

    def test_outside_the_service_it_says_so(self, stand_in: StandIn) -> None:
        stand_in("chromium")
        done = run(["systemd/kiosk-browser"], stand_in)
        assert done.returncode != 0
        assert "tableside-kiosk.service" in done.stderr


class TestHotspot:
    NMCLI = """
case "$*" in
    "-t -f NAME connection show") cat "$STATE" 2>/dev/null ;;
    "-t -f DEVICE,TYPE device") printf 'lo:loopback\\neth0:ethernet\\nwlan0:wifi\\n' ;;
    "connection add "*) echo tableside-hotspot >"$STATE" ;;
    "-e no -g 802-11-wireless.ssid "*) echo Tableside ;;
    "-s -e no -g 802-11-wireless-security.psk "*) echo secret4242 ;;
esac
exit 0"""

    @pytest.fixture
    def nmcli(self, stand_in: StandIn) -> Path:
        stand_in("sudo", 'exec "$@"')
        stand_in("dpkg-query", "echo installed")  # so that nothing is installed for a test
        stand_in("systemctl")
        return stand_in("nmcli", self.NMCLI)

    def test_made_once_kept_and_shown(self, stand_in: StandIn, nmcli: Path, tmp_path: Path) -> None:
        state = str(tmp_path / "state")
        for _ in range(2):
            done = run(["scripts/hotspot", "on"], stand_in, STATE=state, DESTDIR=str(tmp_path))
            assert done.returncode == 0, done.stderr
            assert "Password: secret4242" in done.stdout
            assert "http://10.42.0.1:8080" in done.stdout
        added = [call for call in nmcli.read_text().splitlines() if call.startswith("connection add")]
        assert len(added) == 1
        assert "ifname wlan0 ssid Tableside" in added[0]
        assert "ipv4.method shared" in added[0]
        password = added[0].split("802-11-wireless-security.psk ")[1].split()[0]
        assert len(password) == 10

    def test_phones_are_greeted_while_it_is_on(self, stand_in: StandIn, nmcli: Path, tmp_path: Path) -> None:
        asked = {"STATE": str(tmp_path / "state"), "DESTDIR": str(tmp_path)}
        assert run(["scripts/hotspot", "on"], stand_in, **asked).returncode == 0
        names = tmp_path / "etc" / "NetworkManager" / "dnsmasq-shared.d" / "tableside.conf"
        assert names.read_text() == dnsmasq("10.42.0.1")
        laid = [tmp_path / "usr/local/lib/tableside/portal.py"]
        laid += [tmp_path / "etc/systemd/system" / f"tableside-portal.{kind}" for kind in ("socket", "service")]
        assert all(path.exists() for path in laid)
        assert "enable --now tableside-portal.socket" in (tmp_path / "systemctl.calls").read_text()
        assert nmcli.read_text().splitlines()[-3].startswith("connection up"), "once dnsmasq has the names"
        assert run(["scripts/hotspot", "off"], stand_in, **asked).returncode == 0
        assert not any(path.exists() for path in (names, *laid))

    @pytest.mark.parametrize("failing", ["daemon-reload", "enable"])
    def test_where_nothing_greets_phones_none_is_led_there(
        self, failing: str, stand_in: StandIn, nmcli: Path, tmp_path: Path
    ) -> None:
        stand_in("systemctl", f'[ "$1" != {failing} ]')
        done = run(["scripts/hotspot", "on"], stand_in, STATE=str(tmp_path / "state"), DESTDIR=str(tmp_path))
        assert (done.returncode, "Phones are not greeted" in done.stderr) == (0, True)
        assert list(tmp_path.glob("etc/NetworkManager/dnsmasq-shared.d/*")) == []
        assert "connection up tableside-hotspot" in nmcli.read_text(), "there is a hotspot all the same"

    def test_off_stays_off(self, stand_in: StandIn, nmcli: Path, tmp_path: Path) -> None:
        state = tmp_path / "state"
        state.write_text("tableside-hotspot\n")
        done = run(["scripts/hotspot", "off"], stand_in, STATE=str(state), DESTDIR=str(tmp_path))
        assert done.returncode == 0, done.stderr
        calls = nmcli.read_text()
        assert "connection.autoconnect no" in calls
        assert "connection down tableside-hotspot" in calls

    def test_without_wifi_it_says_what_to_look_at(self, stand_in: StandIn, tmp_path: Path) -> None:
        stand_in("nmcli", "")
        done = run(["scripts/hotspot", "on"], stand_in, STATE=str(tmp_path / "state"))
        assert done.returncode == 1
        assert "no Wi-Fi device" in done.stderr

    @pytest.mark.usefixtures("nmcli")
    def test_another_word_is_refused(self, stand_in: StandIn) -> None:
        assert run(["scripts/hotspot", "onn"], stand_in).returncode == 2


class TestSystemPackages:
    def test_nothing_missing_nothing_asked(self, stand_in: StandIn) -> None:
        stand_in("dpkg-query", "echo installed")
        sudo, apt = stand_in("sudo"), stand_in("apt-get")
        done = run(["scripts/system-packages", "table", "test"], stand_in)
        assert (done.returncode, done.stdout) == (0, "")
        assert not sudo.exists()
        assert not apt.exists()

    def test_only_what_is_missing_is_installed_and_said_first(self, stand_in: StandIn) -> None:
        stand_in("dpkg-query", 'for name; do :; done; [ "$name" = libxcb1 ] || echo installed')
        stand_in("apt-cache", "echo '  Candidate: 1.0'")
        stand_in("sudo", 'exec "$@"')
        apt = stand_in("apt-get")
        done = run(["scripts/system-packages", "table"], stand_in)
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("Missing system packages: libxcb1\n")
        assert apt.read_text().splitlines() == ["-q -y update", "-q -y install --no-install-recommends libxcb1"]

    def test_a_pi_gets_by_name_what_its_camera_s_library_only_recommends(self, stand_in: StandIn) -> None:
        """Recommendations are left out of every installation."""
        stand_in("dpkg-query", "for name; do :; done; case $name in python3-*) echo installed ;; esac")
        stand_in("apt-cache", "printf 'libcamera-ipa:\\n  Candidate: 0.5.2+rpt\\n'")
        stand_in("sudo", 'exec "$@"')
        apt = stand_in("apt-get")
        done = run(["scripts/system-packages", "pi"], stand_in)
        assert done.returncode == 0, done.stderr
        assert apt.read_text().splitlines()[-1] == "-q -y install --no-install-recommends libcamera-ipa"

    def test_either_of_two_names_will_do(self, stand_in: StandIn) -> None:
        stand_in("dpkg-query", 'for name; do :; done; [ "$name" = libglib2.0-0t64 ] || echo installed')
        apt = stand_in("apt-get")
        assert run(["scripts/system-packages", "table"], stand_in).returncode == 0
        assert not apt.exists()

    def test_a_failed_installation_is_not_passed_over(self, stand_in: StandIn) -> None:
        stand_in("dpkg-query")
        stand_in("apt-cache")
        stand_in("sudo", 'exec "$@"')
        stand_in("apt-get", "exit 100")
        assert run(["scripts/system-packages", "lint"], stand_in).returncode == 100

    def test_an_unknown_group_is_refused(self, stand_in: StandIn) -> None:
        assert run(["scripts/system-packages", "tables"], stand_in).returncode == 2


class TestMadeAgain:
    """What an image and the box are made of, in a folder of its own."""

    def made(self, folder: Path, script: str) -> str:
        shell = f"set -eu; made={folder} root={folder}; . {CHECKOUT}/scripts/image/debian; {script}"
        return subprocess.run(["sh", "-c", shell], cwd=folder, capture_output=True, text=True, check=True).stdout

    @pytest.mark.parametrize(("now", "again"), [("as before", ""), ("renewed", "wheels disk ")])
    def test_a_step_and_those_after_it_where_it_depends_on_something_else(
        self, tmp_path: Path, now: str, again: str
    ) -> None:
        script = """steps="root wheels disk"; root() { :; }; wheels() { :; }; disk() { :; }
            depends wheels "{value}"; for step in $steps; do once $step; done"""
        self.made(tmp_path, script.replace("{value}", "as before"))
        said = self.made(tmp_path, script.replace("{value}", now))
        assert re.findall(r"== (\w+)", said) == again.split()

    def test_packages_are_fetched_by_their_hashes_into_an_empty_folder(self, tmp_path: Path) -> None:
        entries = ["a==1 \\\n    --hash=sha256:1\n", "b==2 ; python_full_version < '3.12' \\\n    --hash=sha256:2\n"]
        entries.append("b==3 ; python_full_version >= '3.12' \\\n    --hash=sha256:3 \\\n    --hash=sha256:4\n")
        (tmp_path / "requirements.lock").write_text("".join(entries))
        pip = tmp_path / ".venv" / "bin" / "python"
        pip.parent.mkdir(parents=True)
        pip.write_text('#!/bin/sh\nfor last; do :; done\ncat "$last"\n')
        pip.chmod(0o755)
        old = tmp_path / "wheels" / "a-0-py3-none-any.whl"
        old.parent.mkdir()
        old.touch()
        asked = self.made(tmp_path, "fetch_wheels wheels")
        assert asked.replace("\\\n   ", "").splitlines() == [
            "a==1  --hash=sha256:1",
            "b==3  --hash=sha256:3  --hash=sha256:4",
        ]
        assert list(old.parent.iterdir()) == []


class TestInstall:
    """What is said before sudo may ask for a password. `id` says that an ordinary user calls, `sudo` does nothing."""

    @pytest.fixture
    def sudo(self, stand_in: StandIn) -> Path:
        stand_in("id", "echo 1000")
        return stand_in("sudo", 'echo "sudo was asked"')

    @pytest.mark.parametrize(("kiosk", "named"), [("yes", True), ("no", False)])
    def test_it_says_what_it_will_do_first(self, stand_in: StandIn, sudo: Path, kiosk: str, named: bool) -> None:
        done = run(["scripts/install"], stand_in, KIOSK=kiosk)
        assert done.returncode == 0, done.stderr
        said, _, after = done.stdout.partition("sudo was asked")
        assert after == "\n"
        for promise in ("/opt/tableside", "/usr/local/bin", "/var/lib/tableside (those that are there stay"):
            assert promise in said
        assert ("services tableside and tableside-kiosk" in said) == named
        assert sudo.read_text().splitlines() == [f"env KIOSK={kiosk} {CHECKOUT}/scripts/install"]

    def test_so_does_the_removal(self, stand_in: StandIn, sudo: Path) -> None:
        done = run(["scripts/uninstall"], stand_in)
        assert done.stdout.startswith("Removing Tableside's services and /opt/tableside needs root")
        assert done.stdout.endswith("sudo was asked\n")
        assert sudo.read_text().splitlines() == [f"{CHECKOUT}/scripts/uninstall"]

    def test_the_removal_names_matches_and_settings_only_to_say_that_they_are_there(self) -> None:
        commands = [line for line in (CHECKOUT / "scripts/uninstall").read_text().splitlines() if "echo" not in line]
        assert not any("/var/lib/tableside" in line or "/etc/default" in line for line in commands)

    def test_the_removal_says_of_each_user_how_to_remove_it(self) -> None:
        users = [
            line.split()[1]
            for line in (CHECKOUT / "systemd/tableside.sysusers.conf").read_text().splitlines()
            if line[:2] == "u "
        ]
        (said,) = (line for line in (CHECKOUT / "scripts/uninstall").read_text().splitlines() if "userdel" in line)
        assert re.findall(r"sudo userdel ([\w-]+)", said) == users
