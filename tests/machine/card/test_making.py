"""Which steps `make image` does again in a folder where an image lies: those that are made of something else now."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.machine.card import IMAGE
from tests.programs import PATH, program

if TYPE_CHECKING:
    from pathlib import Path

# Instead of doing a step, it is said; but the last is done.
STEPS = """
know_arm64() { :; }
once() { [ -e "$made/$1.done" ] || { echo "== $1"; touch "$made/$1.done"; [ "$1" != signed ] || signed; } }
"""
ALL = [
    "bare_root",
    "packages",
    "firmware",
    "wheels",
    "dictionaries",
    "table",
    "card",
    "slot",
    "boot",
    "whole",
    "packed",
]
ALL += ["signed"]


class Image:
    """A checkout of what makes an image, and the folder it is made in."""

    def __init__(self, folder: Path) -> None:
        self.checkout, self.made, self.programs = folder / "checkout", folder / "made", folder / "bin"
        shutil.copytree(IMAGE.parent, self.checkout / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
        with (self.checkout / "scripts/image/debian").open("a", encoding="utf-8") as functions:
            functions.write(STEPS)
        (self.checkout / "companion").mkdir()
        (self.checkout / "companion/__init__.py").write_text('__version__ = "1"\n', encoding="utf-8")
        self.lock = self.checkout / "requirements.lock"
        self.lock.write_text("one==1\n", encoding="utf-8")
        self.programs.mkdir()
        self.program("id", "echo 0")
        self.commit("1")
        (self.made / "out").mkdir(parents=True)
        (self.made / "out/tableside-1.img.xz").write_bytes(b"a card")

    def program(self, name: str, script: str) -> None:
        (self.programs / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        (self.programs / name).chmod(0o755)

    def commit(self, name: str) -> None:
        self.program("git", f"echo {name}")

    def make(self, **settings: Path) -> list[str]:
        """The steps that are done."""
        environment = {"PATH": f"{self.programs}:{PATH}", **{name: str(path) for name, path in settings.items()}}
        command = [self.checkout / "scripts/image/make", self.made]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return [line.removeprefix("== ") for line in done.stdout.splitlines() if line.startswith("== ")]


@pytest.fixture
def image(tmp_path: Path) -> Image:
    made = Image(tmp_path)
    assert made.make() == ["tools", *ALL]
    assert made.make() == []
    return made


def since(step: str) -> list[str]:
    return ALL[ALL.index(step) :]


def test_another_commit_is_another_program(image: Image) -> None:
    image.commit("2")
    assert image.make() == since("dictionaries")


def test_other_python_packages_are_fetched(image: Image) -> None:
    image.lock.write_text("one==2\n", encoding="utf-8")
    assert image.make() == since("wheels")


def test_other_debian_packages_are_another_system(image: Image) -> None:
    script = image.checkout / "scripts/system-packages"
    script.write_text(script.read_text(encoding="utf-8").replace("espeak-ng", "espeak"), encoding="utf-8")
    assert image.make() == ALL


def test_the_card_knows_whom_it_trusts(image: Image, tmp_path: Path) -> None:
    signers = tmp_path / "allowed"
    signers.write_text("somebody\n", encoding="utf-8")
    assert image.make(SIGNERS=signers) == since("card")
    signers.write_text("somebody else\n", encoding="utf-8")
    assert image.make(SIGNERS=signers) == since("card")
    assert image.make(SIGNERS=signers) == []
    assert image.make() == since("card")


@pytest.mark.parametrize("name", ["SIGNERS", "KEY"])
def test_a_file_that_is_not_there_is_not_passed_over(name: str, image: Image, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="nowhere"):
        image.make(**{name: tmp_path / "nowhere"})


@pytest.mark.skipif(program("ssh-keygen") is None, reason="ssh-keygen is not installed here")
def test_what_is_packed_already_is_signed_when_a_key_is_named(image: Image, tmp_path: Path) -> None:
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    out = image.made / "out"
    assert image.make(KEY=key) == ["signed"]
    assert sorted(file.name for file in out.glob("SHA*")) == ["SHA256SUMS", "SHA256SUMS.sig"]
    assert image.make() == ["signed"]
    assert (out / "SHA256SUMS").read_text(encoding="ascii").endswith("  tableside-1.img.xz\n")
    assert not (out / "SHA256SUMS.sig").exists()
