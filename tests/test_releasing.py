"""A release can be checked by somebody who has nothing but it and a public key, and says what it consists of."""

import re
import subprocess
from importlib import metadata
from pathlib import Path

import pytest

from scripts import licences
from tests.programs import program

CHECKOUT = Path(__file__).parents[1]
SIGNER = "releases@tableside"
BLOCK = re.compile(r"```sh\n(.*?)```", re.DOTALL)

pytestmark = pytest.mark.skipif(not program("ssh-keygen"), reason="ssh-keygen is not installed here")


def key(folder: Path) -> Path:
    made = folder / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", made], check=True)
    return made


def sign(folder: Path, by: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([CHECKOUT / "scripts" / "sign", folder, by], capture_output=True, text=True, check=False)


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """A signed release of two files, with the signer's public key where docs/releasing.md wants it."""
    folder, by = tmp_path / "dist", key(tmp_path)
    folder.mkdir()
    (folder / "one.whl").write_bytes(b"a wheel")
    (folder / "two words.txt").write_text("licences")
    assert sign(folder, by).returncode == 0
    (folder / "signer.pub").write_bytes(by.with_name("key.pub").read_bytes())
    return folder


def check(release: Path) -> int:
    """What docs/releasing.md says to type."""
    _, allow, verify = BLOCK.findall((CHECKOUT / "docs" / "releasing.md").read_text("utf-8"))
    return subprocess.run(["sh", "-e", "-c", allow + verify], cwd=release, capture_output=True, check=False).returncode


def test_a_release_is_checked_as_the_docs_say(release: Path) -> None:
    assert check(release) == 0


@pytest.mark.parametrize("file", ["one.whl", "two words.txt", "SHA256SUMS", "SHA256SUMS.sig"])
def test_what_was_changed_since_is_noticed(release: Path, file: str) -> None:
    content = bytearray((release / file).read_bytes())
    content[len(content) // 2] ^= 1
    (release / file).write_bytes(content)
    assert check(release) != 0


def test_another_s_signature_is_noticed(release: Path, tmp_path: Path) -> None:
    (other := tmp_path / "other").mkdir()
    assert sign(release, key(other)).returncode == 0
    assert check(release) != 0


def test_a_file_that_is_gone_is_noticed(release: Path) -> None:
    (release / "one.whl").unlink()
    assert check(release) != 0


def test_no_key_and_no_files_are_said(tmp_path: Path) -> None:
    assert "there is no key" in sign(tmp_path, tmp_path / "nothing").stderr
    (empty := tmp_path / "empty").mkdir()
    assert "is empty" in sign(empty, key(tmp_path)).stderr
    assert not list(empty.iterdir())


def test_every_part_comes_with_its_licence() -> None:
    named = dict(licences.texts())
    for name, version in licences.packages():
        (title,) = (title for title in named if title.startswith(f"{name} {version} ("))
        assert not title.endswith("()"), "the licence has no name"
    assert len(named) == len(licences.OURS) + len(licences.packages())
    assert all(len(text) > 200 for text in named.values())
    assert "MIT License" in named["Tableside"]


def test_a_part_without_its_licence_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(licences, "OURS", (("The clouds", "clouds/*"),))
    assert licences.main() == 1
    assert capsys.readouterr().err == "scripts/licences.py: The clouds: there is no clouds/*\n"


def test_the_lists_are_of_what_is_installed() -> None:
    """A package in the lock that is not here, or of another version, is for other machines only."""
    there = dict(licences.packages())
    assert {"numpy", "gpiozero", "starlette"} <= set(there)
    assert there["starlette"] == metadata.version("starlette")
