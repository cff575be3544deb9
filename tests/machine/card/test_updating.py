"""A new version into the other slot: only whole, only signed, and forgotten unless its table answers."""

from __future__ import annotations

import hashlib
import lzma
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.errors import BadInput
from companion.machine.card import boot_partition, updating
from companion.machine.card.slots import Running, Slots
from tests.programs import program

if TYPE_CHECKING:
    from collections.abc import Iterator

CONTENT = bytes(range(256)) * 40_000
SCRIPTS = Path(__file__).parents[3] / "scripts"


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """A folder with a version and the list of what is in it."""
    folder = tmp_path / "release"
    folder.mkdir()
    file = folder / "tableside-2.slot.xz"
    file.write_bytes(lzma.compress(CONTENT))
    listed(file)
    return file


def listed(file: Path) -> None:
    """Write the list anew."""
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    file.with_name("SHA256SUMS").write_text(f"{digest}  {file.name}\n", encoding="ascii")


@pytest.fixture
def card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The boot partition of a card whose slot a runs; the slots are files beside it."""
    boot = tmp_path / "boot"
    boot.mkdir()
    (boot / "slot.env").write_text("slot=a\nmachine=" + "5" * 32 + "\n", encoding="ascii")
    for slot in "ab":
        (tmp_path / slot).write_bytes(bytes(len(CONTENT) + 4096))
    monkeypatch.setattr(updating, "this_slot", lambda: Running("a", False))
    monkeypatch.setattr(updating, "partition", lambda slot: tmp_path / slot)
    return boot


def test_it_comes_into_the_other_slot_and_is_tried(release: Path, card: Path, tmp_path: Path) -> None:
    said: list[object] = []
    assert updating.update(release, said.append, card) == "b"
    assert (tmp_path / "b").read_bytes()[: len(CONTENT)] == CONTENT
    assert not any((tmp_path / "a").read_bytes())
    assert boot_partition.slots(card) == Slots("a", "b", "5" * 32)
    assert said == ["Checking tableside-2.slot.xz", "Writing slot b"]


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-100])


def one_bit(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[200] ^= 1
    file.write_bytes(content)


def no_list(file: Path) -> None:
    file.with_name("SHA256SUMS").unlink()


def no_archive(file: Path) -> None:
    file.write_bytes(b"no archive at all")
    listed(file)


def half_an_archive(file: Path) -> None:
    cut_short(file)
    listed(file)


@pytest.mark.parametrize("damage", [cut_short, one_bit, no_list, no_archive, half_an_archive, Path.unlink])
def test_a_damaged_one_is_never_tried(release: Path, card: Path, damage: object) -> None:
    assert callable(damage)
    damage(release)
    with pytest.raises(BadInput):
        updating.update(release, print, card)
    assert boot_partition.slots(card) == Slots("a", None, "5" * 32)


def test_one_too_big_for_the_slot_is_never_tried(release: Path, card: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updating, "partition", lambda _: Path("/dev/full"))
    with pytest.raises(OSError, match="No space"):
        updating.update(release, print, card)
    assert boot_partition.slots(card).tried is None


def test_what_the_card_does_not_hold_is_never_tried(release: Path, card: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updating, "_put_all", lambda slot, chunk: slot.write(bytes(len(chunk))))
    with pytest.raises(BadInput, match="read back"):
        updating.update(release, print, card)
    assert boot_partition.slots(card).tried is None


def test_while_a_version_is_tried_the_one_before_is_not_written_over(
    release: Path, card: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(updating, "this_slot", lambda: Running("b", True))
    with pytest.raises(BadInput, match="only tried"):
        updating.update(release, print, card)
    assert not any((tmp_path / "a").read_bytes())


def test_once_the_version_is_kept_the_next_may_come(release: Path, card: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No power-on lies between: the kernel's command line still says that it is tried."""
    monkeypatch.setattr(updating, "this_slot", lambda: Running("b", True))
    boot_partition.put("slot.env", Slots("b", None, "5" * 32).text().encode(), card)
    assert updating.update(release, print, card) == "a"
    assert boot_partition.slots(card) == Slots("b", "a", "5" * 32)


def test_a_line_of_blanks_in_the_list_says_nothing(release: Path, tmp_path: Path) -> None:
    with release.with_name("SHA256SUMS").open("a", encoding="ascii") as sums:
        sums.write("   \n\nalone \n")
    updating.verify(release, tmp_path / "no signers")


@pytest.mark.skipif(program("ssh-keygen") is None, reason="ssh-keygen is not installed here")
def test_only_who_is_trusted_can_sign(release: Path, tmp_path: Path) -> None:
    for name in ("ours", "other"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / name)], check=True)
    signers = tmp_path / "signers"
    signers.write_text("releases@tableside " + (tmp_path / "ours.pub").read_text(encoding="ascii"), encoding="ascii")
    with pytest.raises(BadInput, match="not signed"):
        updating.verify(release, signers)
    for name, is_trusted in (("other", False), ("ours", True)):
        subprocess.run([SCRIPTS / "sign", release.parent, tmp_path / name], check=True)
        if is_trusted:
            updating.verify(release, signers)
        else:
            with pytest.raises(BadInput, match="not signed"):
                updating.verify(release, signers)
    listed(release)  # another list than the signed one
    with release.with_name("SHA256SUMS").open("a", encoding="ascii") as sums:
        sums.write("0  more\n")
    with pytest.raises(BadInput, match="not signed"):
        updating.verify(release, signers)


@pytest.fixture
def table() -> Iterator[str]:
    """A table that answers."""

    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"a page")

        def log_message(self, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answering) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


def test_the_version_that_answers_is_kept(card: Path, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updating, "this_slot", lambda: Running("b", True))
    assert updating.is_given_up(card)
    assert updating.keep(card, table) == "b"
    assert boot_partition.slots(card) == Slots("b", None, "5" * 32)
    assert not updating.is_given_up(card)


def test_the_version_that_does_not_answer_is_not_kept(card: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updating, "this_slot", lambda: Running("b", True))
    with pytest.raises(OSError, match="refused"):
        updating.keep(card, "http://127.0.0.1:1/")
    assert boot_partition.slots(card).kept == "a"
    assert updating.is_given_up(card)


def test_the_other_slots_partition_is_found_on_the_card_that_was_started(tmp_path: Path) -> None:
    cmdline = tmp_path / "cmdline"
    cmdline.write_text("root=PARTUUID=7ab1e51d-02 ro", encoding="ascii")
    with pytest.raises(BadInput, match="no partition for slot b"):
        updating.partition("b", cmdline)
    cmdline.write_text("root=/dev/sda1 ro", encoding="ascii")
    with pytest.raises(BadInput, match="no partition for slot a"):
        updating.partition("a", cmdline)
