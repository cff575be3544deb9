"""The environment scripts/venv makes: whole, mended when it is damaged, and never exchanged for none."""

import base64
import hashlib
import py_compile
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.whole import damaged

CHECKOUT = Path(__file__).parents[2]
LOCK = "own.lock"
FILES = {
    "thing/__init__.py": "kind = 'whole'\n",
    "thing/more.py": "",
    "thing-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: thing\nVersion: 1\n",
    "thing-1.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
}


RECORD = "thing-1.dist-info/RECORD"


def record(*more: str) -> str:
    """The list of files a package brings along."""
    hashes = ((name, hashlib.sha256(text.encode()).digest()) for name, text in FILES.items())
    listed = [f"{name},sha256={base64.urlsafe_b64encode(each).decode().rstrip('=')}," for name, each in hashes]
    return "\n".join([*listed, *more, f"{RECORD},,"])


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What of a checkout makes an environment, with a lock of one package, which lies beside it."""
    folder = tmp_path_factory.mktemp("checkout")
    (folder / "scripts").mkdir()
    for name in ("venv", "find-python", "whole.py"):
        shutil.copy(CHECKOUT / "scripts" / name, folder / "scripts")
    wheel = folder / "thing-1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in {**FILES, RECORD: record()}.items():
            archive.writestr(name, text)
    hashed = hashlib.sha256(wheel.read_bytes()).hexdigest()
    (folder / LOCK).write_text(f"thing @ {wheel.as_uri()} --hash=sha256:{hashed}\n")
    return folder


def made(checkout: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [checkout / "scripts/venv", checkout / "env", LOCK],
        env={"PATH": "/usr/bin:/bin", "PYTHON": sys.executable, "PIP_NO_INDEX": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def environment(checkout: Path) -> Path:
    """One that is whole, and whose locks are to be gone through again, as by `make install`."""
    done = made(checkout)
    assert done.returncode == 0, done.stderr
    env = checkout / "env"
    (env / f".installed-{LOCK}").unlink()
    return env


def installed(environment: Path, pattern: str) -> Path:
    (found,) = environment.glob(f"lib/python3*/site-packages/{pattern}")
    return found


def test_a_whole_one_is_left_as_it_is(checkout: Path, environment: Path) -> None:
    (environment / "mark").touch()
    done = made(checkout)
    assert (done.returncode, done.stderr) == (0, "")
    assert (environment / "mark").exists()


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:20])


def test_a_damaged_one_is_mended_and_stays_where_the_packages_cannot_be_had(checkout: Path, environment: Path) -> None:
    emptied(installed(environment, "thing/__init__.py"))  # as a power cut leaves it
    (environment / "mark").touch()
    wheel = next(checkout.glob("*.whl"))
    kept = wheel.rename(checkout / "kept")
    assert made(checkout).returncode != 0
    assert (environment / "mark").exists(), "a damaged one may still do"
    kept.rename(wheel)
    done = made(checkout)
    assert done.returncode == 0, done.stderr
    assert "thing/__init__.py" in done.stderr
    assert installed(environment, "thing/__init__.py").read_text() == FILES["thing/__init__.py"]
    assert not (environment / "mark").exists()
    assert not (checkout / "env.before").exists()


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("thing/__init__.py", emptied),
        ("thing/more.py", Path.unlink),
        ("thing/__pycache__/compiled.pyc", cut_short),
        ("thing-1.dist-info/RECORD", Path.unlink),  # as pip leaves it when it is killed
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_damage_is_seen(name: str, damage: Callable[[Path], None], tmp_path: Path) -> None:
    for path, text in {**FILES, RECORD: record("thing/__pycache__/compiled.pyc,,")}.items():
        file = tmp_path / path
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    compiled = py_compile.compile(str(tmp_path / "thing/__init__.py"), str(tmp_path / "thing/__pycache__/compiled.pyc"))
    assert compiled is not None
    assert list(damaged(str(tmp_path))) == []
    damage(tmp_path / name)
    assert len(list(damaged(str(tmp_path)))) == 1
