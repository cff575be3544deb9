"""Choose the cards of the AnagraScramble decks: `python wordlists/jumbles.py` writes both deck files.

Deterministic, from en.words and en-names.words alone. Green: words everybody knows (SCOWL sizes 10 and 20) with 12 to
60 shorter words that are common too; red: harder ones (sizes 50 to 60) with 5 to 25. No names or plain plurals, nothing
rude; one word per set of letters; the first hundred in the order of a hash. A card lists the words of 4 to 7 letters
that its letters spell, of the dictionary `en` as far as the device shows words by itself. `--check` writes nothing and
exits with 1 when a deck file differs.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections import Counter, defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from companion.lexicon.wordfile import unpack  # noqa: E402 (the checkout may not be installed)

DECKS = HERE.parent / "companion" / "decks"
SALT = "anagrascramble-v1:"
CARDS = 100
LETTERS = 7
SHORTEST = 4

# The column `size` of en.words: 1 to 9 for SCOWL sizes 10 20 35 40 50 55 60 70 80, 0 for words it does not have.
COMMON = frozenset("1234567")
STANDARD = frozenset("123456789")
COLOURS = {
    "green": ("AnagraScramble, green: common words", frozenset("12"), range(12, 61)),
    "red": ("AnagraScramble, red: harder words", frozenset("567"), range(5, 26)),
}


class WordLists:
    """The English words with their sizes, by the letters they are made of."""

    def __init__(self) -> None:
        words, columns = unpack((HERE / "en.words").read_bytes())
        self.names = set(unpack((HERE / "en-names.words").read_bytes())[0])
        self.size = dict(zip(words, columns["size"], strict=True))
        self.rude = {word for word, sign in zip(words, columns["shown"], strict=True) if sign == "0" and len(word) > 2}
        self.by_letters: defaultdict[str, list[str]] = defaultdict(list)
        for word, shown in zip(words, columns["shown"], strict=True):
            if SHORTEST <= len(word) <= LETTERS and shown == "1" and self.size[word] in STANDARD:
                self.by_letters["".join(sorted(word))].append(word)

    def spelled_with(self, letters: str) -> list[str]:
        """The words of 4 to 7 letters spelled with some of the letters, in order."""
        ordered, keys = sorted(letters), {""}
        for letter in ordered:
            keys |= {key + letter for key in keys}
        return sorted(word for key in keys if len(key) >= SHORTEST for word in self.by_letters.get(key, ()))

    def is_candidate(self, word: str, sizes: frozenset[str], count: range) -> bool:
        """Whether a word may be the answer of a card."""
        if self.size[word] not in sizes or word in self.names or (word.endswith("s") and word[:-1] in self.size):
            return False
        common = [other for other in self.spelled_with(word) if other != word and self.size[other] in COMMON]
        return len(common) in count

    def jumbled(self, word: str) -> str:
        """The letters in another order: one that spells nothing, not even in part."""
        for attempt in range(1000):
            places = sorted(range(LETTERS), key=lambda place: digest(f"{word}:{attempt}:{place}"))
            jumble = "".join(word[place] for place in places)
            parts = {jumble[a:b] for a in range(LETTERS) for b in range(a + 3, LETTERS + 1)}
            if not any(part in self.rude or (len(part) >= SHORTEST and part in self.size) for part in parts):
                return jumble
        raise SystemExit(f"jumbles: {word} spells something in every order")


def digest(text: str) -> str:
    """The order of everything: a hash, so that it is the same everywhere and no one's choice."""
    return hashlib.sha256((SALT + text).encode()).hexdigest()


def chosen(lists: WordLists, sizes: frozenset[str], count: range) -> list[str]:
    """The words of one deck."""
    sevens = [word for key, words in lists.by_letters.items() if len(key) == LETTERS for word in words]
    by_letters: dict[str, str] = {}
    for word in sorted(sevens, key=digest):
        if len(by_letters) < CARDS and lists.is_candidate(word, sizes, count):
            by_letters.setdefault("".join(sorted(word)), word)
    return list(by_letters.values())


def deck_file(lists: WordLists, colour: str) -> str:
    """The deck file of one colour."""
    title, sizes, count = COLOURS[colour]
    lines = [
        "# Made by wordlists/jumbles.py; answers are the words listed on the card's other side.",
        f'name = "anagrascramble-{colour}"',
        f'title = "{title}"',
        'reads = "jumbles"',
        'back = "ANAGRASCRAMBLE"',
        "cards = [",
    ]
    for word in chosen(lists, sizes, count):
        answers = " ".join(sorted(lists.spelled_with(word), key=lambda other: (-len(other), other)))
        label = lists.jumbled(word).upper()
        lines.append(f'  {{ kind = "jumble", label = "{label}", colour = "{colour}", answers = "{answers}" }},')
    return "\n".join([*lines, "]", ""])


def main() -> int:
    """Write or check both deck files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare with what is shipped, write nothing")
    args = parser.parse_args()
    lists, differ = WordLists(), False
    for colour in COLOURS:
        path, text = DECKS / f"anagrascramble-{colour}.toml", deck_file(lists, colour)
        if args.check:
            same = path.exists() and path.read_text("utf-8") == text
            differ = differ or not same
            sys.stdout.write(f"{path.name} {'is as the word lists give it' if same else 'differs'}\n")
        else:
            path.write_text(text, "utf-8")
            words = Counter(
                len(line.split('answers = "')[1].split()) for line in text.splitlines() if "jumble" in line[:20]
            )
            sys.stdout.write(f"{path.name}: {sum(words.values())} cards\n")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
