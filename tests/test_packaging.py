"""What `pip install .` gives: the program whole, from any folder, with nothing of the checkout at hand.

The wheel is built here and put into a bare environment without asking any index; its dependencies come from the
environment of the tests, and further tests see to it that they are declared and locked. That an index gives the
same is tried by `make fresh`.
"""

import ast
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from companion import __version__
from companion.cli import COMMANDS

CHECKOUT = Path(__file__).parents[1]
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
LOCKED = re.compile(r"^([\w.-]+)==([\w.+!]+)", re.MULTILINE)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    build: list[str | Path] = [
        "wheel",
        "--quiet",
        "--no-index",
        "--no-deps",
        "--no-build-isolation",
        "--wheel-dir",
        folder,
        CHECKOUT,
    ]
    subprocess.run([*pip, *build], check=True)
    (built,) = folder.glob("tableside-*.whl")
    return built


@dataclass(frozen=True)
class Installed:
    """The command as it was installed, in an empty folder with an empty home."""

    python: Path
    environment: dict[str, str]

    def __call__(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.python.with_name("tableside"), *arguments],
            input="",
            cwd=self.environment["HOME"],
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture(scope="module")
def tableside(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    home = tmp_path_factory.mktemp("home")
    bare = tmp_path_factory.mktemp("bare") / "venv"
    subprocess.run([sys.executable, "-m", "venv", bare], check=True)
    pip = [str(bare / "bin" / "python"), "-m", "pip", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--quiet", "--no-index", "--no-deps", wheel], check=True)
    # A plain path in a .pth file adds the dependencies, but not the checkout that is installed beside them.
    (site,) = (bare / "lib").glob("python*/site-packages")
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return Installed(bare / "bin" / "python", {"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8"})


def tracked(folder: str) -> list[str]:
    listing = subprocess.run(["git", "ls-files", folder], cwd=CHECKOUT, capture_output=True, text=True, check=True)
    return [name for name in listing.stdout.splitlines() if (CHECKOUT / name).is_file()]


def test_every_file_of_the_program_is_in_the_wheel_and_nothing_beside_it(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    expected = {*tracked("companion"), *tracked("hardware"), *(f"companion/{name}" for name in tracked("wordlists"))}
    assert sorted(expected - inside) == []
    assert {name.partition("/")[0] for name in inside} == {
        "companion",
        "hardware",
        f"tableside-{__version__}.dist-info",
    }


def test_the_wheel_has_the_licences(wheel: Path) -> None:
    inside = zipfile.ZipFile(wheel).namelist()
    licences = {"LICENSE", *tracked("wordlists/LICENSES")}
    assert all(any(name.endswith(f".dist-info/licenses/{licence}") for name in inside) for licence in licences)


def test_the_installed_program_is_the_one_that_runs(tableside: Installed) -> None:
    done = subprocess.run(
        [tableside.python, "-c", "import companion, hardware; print(companion.__file__, hardware.__file__)"],
        cwd=tableside.environment["HOME"],
        env=tableside.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert str(CHECKOUT) + "/companion" not in done.stdout
    assert done.stdout.count("/bare") == 2


def test_version(tableside: Installed) -> None:
    assert tableside("--version").stdout == f"tableside {__version__}\n"


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_can_be_imported(tableside: Installed, command: str) -> None:
    done = tableside(command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"usage: tableside {command}")


def third_party_imports() -> Iterator[tuple[str, str]]:
    """Top-level names that the program imports and that neither Python nor the program itself provides."""
    own = {"companion", "hardware"}
    for file in [*tracked("companion"), *tracked("hardware")]:
        if not file.endswith(".py"):
            continue
        for node in ast.walk(ast.parse((CHECKOUT / file).read_text())):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module or ""]
            else:
                continue
            for name in names:
                top = name.partition(".")[0]
                if top not in sys.stdlib_module_names | own:
                    yield file, top


def test_every_import_is_a_declared_dependency() -> None:
    declared = {canonicalize_name(Requirement(line).name) for line in PROJECT["dependencies"]}
    extras = {
        canonicalize_name(Requirement(line).name)
        for lines in PROJECT["optional-dependencies"].values()
        for line in lines
    }
    # What an extra brings is imported only where it is used; libcamera has no distribution, the system gives it.
    optional = {name.replace("-", "_") for name in extras} | {"libcamera"}
    providers = packages_distributions()
    undeclared = {
        (file, name)
        for file, name in third_party_imports()
        if name not in optional and not declared & {canonicalize_name(found) for found in providers.get(name, [])}
    }
    assert undeclared == set()


@pytest.mark.parametrize(
    ("lock", "wanted"),
    [
        ("requirements.lock", PROJECT["dependencies"]),
        ("requirements-dev.lock", PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"]),
    ],
)
def test_the_lock_satisfies_what_is_declared(lock: str, wanted: list[str]) -> None:
    versions: dict[str, list[str]] = {}
    for name, version in LOCKED.findall((CHECKOUT / lock).read_text()):
        versions.setdefault(canonicalize_name(name), []).append(version)
    for line in wanted:
        requirement = Requirement(line)
        found = versions.get(canonicalize_name(requirement.name), [])
        assert found, f"{lock} lacks {line}; write it anew with: make lock"
        assert all(requirement.specifier.contains(version) for version in found), f"{lock} has {found}, wanted {line}"


def test_no_script_installs_a_package_without_its_hash() -> None:
    """What is no package of an index is named by its place, and brings none along."""
    installing = []
    for script in filter(Path.is_file, (CHECKOUT / "scripts").rglob("*")):
        if script.suffix != ".pyc":
            lines = script.read_text("utf-8").replace("\\\n", " ").splitlines()
            installing += [line for line in lines if re.search(r"\bpip\"? install\b", line)]
    assert len(installing) > 3
    assert [line for line in installing if not re.search("--require-hashes|--no-deps", line)] == []


def test_the_locks_agree_and_name_no_index() -> None:
    run, dev = ((CHECKOUT / name).read_text() for name in ("requirements.lock", "requirements-dev.lock"))
    assert set(LOCKED.findall(run)) <= set(LOCKED.findall(dev))
    assert "://" not in run + dev
    assert "--hash=sha256:" in run
