"""Rebuild the shipped dictionaries from the packages they come from: `python wordlists/rebuild.py`.

Packages are asked for by name and exact version: Debian's through `apt-get download`, npm's through `npm pack`;
nothing is installed. The same packages give the same bytes. Options: `--packages DIR` reads packages that are there
already, `--any-version` takes what the package managers have now (and says what changed), `--check` writes nothing and
exits with 1 when a shipped list differs from what the packages give.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from companion.errors import BadInput  # noqa: E402 (the checkout may not be installed)
from companion.lexicon.folding import fold  # noqa: E402
from companion.lexicon.wordfile import pack, unpack  # noqa: E402

Signs = dict[str, str]
MOST_LETTERS = 28
VOWEL = re.compile("[aeiouy]")


@dataclass(frozen=True)
class Package:
    """One source: its name, version and the digest of the file that was used. `debian` or else npm."""

    name: str
    version: str
    sha256: str
    debian: bool


PACKAGES = (
    Package("scowl", "2020.12.07-2", "de692546df9b169f2cbdf4d8d88111a374733a9c382b820a6f943914ca705718", True),
    Package("wdutch", "1:2.20.19-2", "79dc0dbbd9b3e029ba84423a804c635aca87105521962f9b4c3023399c94dc35", True),
    Package("tanglet-data", "1.6.3-2", "dd40a490b2bf6b628dc4cc1a1a070dc7c6a284fa43b53d18f900aa5708d7e9ff", True),
    Package(
        "an-array-of-english-words", "2.0.0", "24a6f44cd209c8127ad0afacfff935e2af0831e4b0ed5fa62cd0e2c3774e2f2a", False
    ),
    Package(
        "an-array-of-french-words", "2.0.0", "037dd0983a4cb18c9d5226b0fdad7943d8f1d562f0a5a5b50b2b989f06f347f2", False
    ),
    Package("word-list", "4.1.0", "c0cd6e2a112392204960e9998d79347a8ae1571dab5e3fdbfa685ef5977faedb", False),
)

# SCOWL's size classes and the sign each gets in the column `size` of en.words; "0": SCOWL does not have the word.
# 60 is the last without misspellings, 80 the one made for word games; 95 has names and noise and is not read.
SIZES = {10: "1", 20: "2", 35: "3", 40: "4", 50: "5", 55: "6", 60: "7", 70: "8", 80: "9"}
DIALECTS = (
    "english", "american", "british", "british_z", "canadian", "australian",
    "variant_1", "british_variant_1", "canadian_variant_1", "australian_variant_1",
)  # fmt: skip
# The rulebooks play this one; SCOWL has it at size 80 only.
COMMON_AT_THE_TABLE = {"futhorc": "7"}
# Abbreviations that the Dutch list writes like words.
DUTCH_ABBREVIATIONS = {
    "adv", "apk", "apr", "atb", "atv", "aug", "azc", "dec", "dpi", "ebt", "ecg", "eeg", "feb", "hbo", "hso",
    "ia", "ic", "isp", "iva", "ivf", "kca", "kmo", "lbo", "lno", "lso", "lto", "mbo", "mhz", "nov", "okt",
    "ozb", "pda", "sep", "soa", "tso", "ub", "uhd", "vbo", "vso", "vve", "vvo", "vwo",
}  # fmt: skip
FRENCH_WITHOUT_VOWEL = frozenset({"pst", "brrr", "pfft"})
# The German list begins at three letters; these are the ones of two that every German dictionary has.
GERMAN_OF_TWO = (
    "ab ah ai am an as au da do du eh ei er es ex fa ha he ho hu im in ja je la mi na nu ob oh re sa si so ti um ur ut "
    "uz wo zu"
)


class Sources:
    """The packages, fetched and unpacked below one folder."""

    def __init__(self, folder: Path, packages: Path | None, *, any_version: bool) -> None:
        self._folder, self._packages, self._any_version = folder, packages, any_version
        for package in PACKAGES:
            self._unpack(package, self._fetch(package))

    def _fetch(self, package: Package) -> Path:
        where = self._packages or self._folder / f"{package.name}.fetched"
        if not self._packages:
            where.mkdir()
            version = "" if self._any_version else ("=" if package.debian else "@") + package.version
            fetch = ["apt-get", "download"] if package.debian else ["npm", "pack", "--silent"]
            fetch.append(package.name + version)
            done = subprocess.run(fetch, cwd=where, capture_output=True, text=True, check=False)
            if done.returncode:
                raise BadInput(f"{' '.join(fetch)} failed: {done.stderr.strip().splitlines()[-1]}")
        ending = "_*.deb" if package.debian else "-[0-9]*.tgz"
        found = sorted(where.glob(package.name + ending))
        if not found:
            raise BadInput(f"{where} has no file {package.name}{ending}")
        digest = hashlib.sha256(found[-1].read_bytes()).hexdigest()
        if digest != package.sha256:
            if not self._any_version:
                raise BadInput(f"{found[-1].name} has SHA-256 {digest}, expected {package.sha256} (see --any-version)")
            say(f"{package.name}: {found[-1].name}, another than {package.version}")
        return found[-1]

    def _unpack(self, package: Package, archive: Path) -> None:
        into = self._folder / package.name
        into.mkdir()
        if package.debian:
            subprocess.run(["dpkg-deb", "-x", str(archive), str(into)], check=True)
        else:
            with tarfile.open(archive) as members:
                members.extractall(into, filter="data")

    def path(self, package: str, inside: str) -> Path:
        """A file or folder of an unpacked package."""
        return self._folder / package / inside

    def npm_json(self, package: str) -> list[str]:
        """The words of an npm package that is one JSON array."""
        words: list[str] = json.loads(self.path(package, "package/index.json").read_text("utf-8"))
        return words

    def tanglet(self, language: str) -> list[list[str]]:
        """Tanglet's lines of one language: the folded word, then its spellings unless that is the word itself."""
        path = self.path("tanglet-data", f"usr/share/tanglet/gamedata/{language}/words")
        return [line.split() for line in gzip.decompress(path.read_bytes()).decode().splitlines()]


def english(sources: Sources) -> tuple[Signs, Signs, Signs, set[str]]:
    """Columns `size`, `tournament` and `shown` of all English words, and the names.

    The guard: SCOWL words of up to three letters, without a vowel, or that are also names, need a second source.
    """
    scowl = sources.path("scowl", "usr/share/dict/scowl")
    names = english_names(scowl)
    tournament = {word for word in sources.npm_json("an-array-of-english-words") if playable(word)}
    size: Signs = {}
    for level, sign in SIZES.items():
        for written in scowl_words(scowl, [f"{dialect}-words.{level}" for dialect in DIALECTS]):
            word = fold(written) or ""
            if playable(word) and (word in tournament or not (len(word) <= 3 or word in names or no_vowel(word))):
                size.setdefault(word, sign)
    size |= COMMON_AT_THE_TABLE
    size |= dict.fromkeys(tournament - size.keys(), "0")
    inoffensive = set(sources.path("word-list", "package/words.txt").read_text("utf-8").split())
    tanglet = {line[0].lower() for line in sources.tanglet("en")}
    seldom = stems("en")
    shown = {
        word: "1" if word in inoffensive and (word in tanglet or len(word) == 2) and not seldom.search(word) else "0"
        for word in size
    }
    return size, {word: "01"[word in tournament] for word in size}, shown, {name for name in names if len(name) > 2}


def english_names(scowl: Path) -> set[str]:
    """SCOWL's names of people and places, folded; no possessives, no words all in capitals."""
    files = [path.name for kind in ("proper-names", "upper") for path in sorted(scowl.glob(f"*-{kind}.*"))]
    files = [name for name in files if int(name.rpartition(".")[2]) <= 80]
    return {folded for name in scowl_words(scowl, files) if not shouted(name) and (folded := fold(name))}


def scowl_words(scowl: Path, files: list[str]) -> list[str]:
    """The lines of those of the files that are there (not every dialect has every size)."""
    return [word for name in files if (scowl / name).exists() for word in (scowl / name).read_text("utf-8").split()]


def dutch(sources: Sources) -> tuple[set[str], set[str]]:
    """Words (entries all in small letters) and names (one leading capital) of OpenTaal's list."""
    words, names = set(), set()
    for entry in sources.path("wdutch", "usr/share/dict/dutch").read_text("utf-8").splitlines():
        folded = fold(entry)
        if folded is None or not playable(folded):
            continue
        if entry == entry.lower() and not no_vowel(folded) and folded not in DUTCH_ABBREVIATIONS:
            words.add(folded)
        elif entry[0].isupper() and entry[1:] == entry[1:].lower() and len(folded) > 2:
            names.add(folded)
    return words, names


def french(sources: Sources) -> set[str]:
    """The French word-game list, without the units and initials it has."""
    folded = {fold(word) for word in sources.npm_json("an-array-of-french-words")}
    return {word for word in folded if word and playable(word) and (not no_vowel(word) or word in FRENCH_WITHOUT_VOWEL)}


def german(sources: Sources) -> set[str]:
    """German words as written, small letters, umlauts and ß kept: the two foldings are made from them.

    Nouns and names both have capitals, so a few names stay in; abbreviations (two capitals together) do not.
    """
    words = set(GERMAN_OF_TWO.split())
    for folded, *spellings in sources.tanglet("de"):
        for spelling in spellings or [folded.lower()]:
            plain = fold(spelling)
            if plain and playable(plain) and not re.search("[A-ZÄÖÜ]{2}", spelling) and not no_vowel(plain):
                words.add(spelling.lower())
    return words


def playable(word: str) -> bool:
    """Letters a–z only, at least two, no more than the lists keep."""
    return 2 <= len(word) <= MOST_LETTERS and word.isascii() and word.isalpha() and word.islower()


def no_vowel(word: str) -> bool:
    """Whether it has neither a, e, i, o, u nor y."""
    return not VOWEL.search(word)


def shouted(name: str) -> bool:
    """IBM, BMW: all in capitals."""
    return len(name) > 1 and name == name.upper()


def stems(language: str) -> re.Pattern[str]:
    """What a word the device shows by itself must not contain, from unshown.toml."""
    with (HERE / "unshown.toml").open("rb") as file:
        table = tomllib.load(file)[language]
    innocent = "".join(f"(?!.*{word})" for word in table.get("except", []))
    return re.compile(f"^{innocent}(?:(?:{'|'.join(table['begins'])})|.*(?:{'|'.join(table['contains'])}))")


def shown(words: set[str], language: str) -> Signs:
    """The column `shown` of a language without a list that leaves rude words out: by stems alone."""
    never = stems(language)
    return {word: "01"[never.search(fold(word) or "") is None] for word in words}


def build(sources: Sources) -> dict[str, bytes]:
    """File name below wordlists/ → contents."""
    size, tournament, english_shown, english_all_names = english(sources)
    dutch_words, dutch_names = dutch(sources)
    french_words, german_words = french(sources), german(sources)
    return {
        "en.words": pack(size, {"size": size, "tournament": tournament, "shown": english_shown}),
        "en-names.words": pack(english_all_names),
        "nl.words": pack(dutch_words, {"shown": shown(dutch_words, "nl")}),
        "nl-names.words": pack(dutch_names),
        "fr.words": pack(french_words, {"shown": shown(french_words, "fr")}),
        "de.words": pack(german_words, {"shown": shown(german_words, "de")}),
        "LICENSES/scowl.txt": sources.path("scowl", "usr/share/doc/scowl/copyright").read_bytes(),
        "LICENSES/opentaal.txt": sources.path("wdutch", "usr/share/doc/wdutch/copyright").read_bytes(),
        **{
            f"LICENSES/{name}.txt": sources.path(name, "package/license").read_bytes()
            for name in ("an-array-of-english-words", "an-array-of-french-words", "word-list")
        },
    }


def same(name: str, ours: bytes, theirs: bytes) -> bool:
    """Whether two files say the same (another liblzma may pack the same words into other bytes)."""
    return unpack(ours) == unpack(theirs) if name.endswith(".words") else ours == theirs


def say(line: str) -> None:
    """Tell whoever runs the script."""
    sys.stdout.write(line + "\n")


def main() -> int:
    """Write (or with --check compare) everything; 0 done, 1 differs, 2 could not be done."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--packages", type=Path, metavar="DIR", help="where the .deb and .tgz files are already")
    parser.add_argument("--any-version", action="store_true", help="do not insist on the versions in PACKAGES")
    parser.add_argument("--check", action="store_true", help="compare with what is shipped, write nothing")
    args = parser.parse_args()
    differ = 0
    try:
        with tempfile.TemporaryDirectory() as folder:
            files = build(Sources(Path(folder), args.packages, any_version=args.any_version))
        for name, contents in files.items():
            path, words = HERE / name, len(unpack(contents)[0]) if name.endswith(".words") else 0
            if args.check and not (path.exists() and same(name, contents, path.read_bytes())):
                differ += 1
                say(f"{name} differs")
            elif not args.check:
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(contents)
                say(f"{name}: {f'{words:,} words, ' if words else ''}{len(contents):,} bytes")
    except (BadInput, OSError, subprocess.CalledProcessError) as error:
        sys.stderr.write(f"rebuild: {error}\n")
        return 2
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
