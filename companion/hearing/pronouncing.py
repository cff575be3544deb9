"""How an English word that no dictionary has is pronounced: by rules from letters to sounds. Pure.

Rules of the kind that were found for English long ago (Elovitz and others, Automatic Translation of English Text to
Phonetics by Means of Letter-to-Sound Rules, NRL report 7948, 1976), in their coarsest form: the longest group of
letters first, an e at the end silent. The sounds are those of ARPAbet. It is there for names, to choose among few.
"""

from __future__ import annotations

import re
import unicodedata

_VOWEL = "[aeiouy]"
_SILENT_E = re.compile(rf"(?<={_VOWEL})(?!.le)([bcdfghjklmnprstvwxz]+)e(s?)$")
_SOFTENED = str.maketrans("cg", "sj")  # before an e
_LONG = {"a": "EY", "e": "IY", "i": "AY", "o": "OW", "u": "UW", "y": "AY"}
_GROUPS = {
    "eigh": "EY", "ough": "AO", "augh": "AO", "tion": "SH AH N", "sion": "ZH AH N", "ight": "AY T", "tch": "CH",
    "sch": "S K", "eau": "OW", "igh": "AY", "dge": "JH", "ing": "IH NG", "ch": "CH", "sh": "SH", "th": "TH",
    "ph": "F", "gh": "G", "ck": "K", "wh": "W", "wr": "R", "kn": "N", "qu": "K W", "ng": "NG", "nk": "NG K",
    "ee": "IY", "ea": "IY", "oo": "UW", "oa": "OW", "ou": "AW", "ow": "OW", "ai": "EY", "ay": "EY", "au": "AO",
    "aw": "AO", "ei": "EY", "ey": "IY", "eu": "UW", "ew": "UW", "ie": "IY", "oi": "OY", "oy": "OY", "ue": "UW",
    "ui": "UW", "er": "ER", "ir": "ER", "ur": "ER", "ar": "AA R", "or": "AO R", "a": "AE", "b": "B", "c": "K",
    "d": "D", "e": "EH", "f": "F", "g": "G", "h": "HH", "i": "IH", "j": "JH", "k": "K", "l": "L", "m": "M",
    "n": "N", "o": "AA", "p": "P", "q": "K", "r": "R", "s": "S", "t": "T", "u": "AH", "v": "V", "w": "W",
    "x": "K S", "y": "IY", "z": "Z",
}  # fmt: skip
_SOFT = {"ce": "S EH", "ci": "S IH", "cy": "S IY", "ge": "JH EH", "gi": "JH IH", "gy": "JH IY"}
_AT_THE_END = {"a": "AH", "o": "OW", "i": "IY", "e": "IY", "es": "IH Z", "le": "AH L", "y": "IY", "ce": "S", "ge": "JH"}
_LONGEST = max(map(len, _GROUPS))
DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def words_of(text: str) -> list[str]:
    """The words of a text in small unaccented letters, digits by their names; signs are left out."""
    spelled = re.sub(r"\d", lambda digit: f" {DIGITS[int(digit[0])]} ", text.casefold())
    plain = unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode()
    return re.findall(r"[a-z]+(?:['-][a-z]+)*", plain)


def by_rules(word: str) -> str:
    """The sounds of a word of small letters a to z, with blanks between; empty for one without letters."""
    letters = re.sub("[^a-z]", "", word)
    letters = re.sub(r"([bcdfgklmnprstz])\1", r"\1", letters)
    if not (silent := _SILENT_E.search(letters)):
        return _sounds(letters, is_end=True)
    before, tail = letters[: silent.start()], silent[1].translate(_SOFTENED) + silent[2]
    head, vowel = before[:-1], before[-1]
    if len(silent[1]) == 1 and not head.endswith(tuple(_LONG)):  # "made", but not "pause" or "charge"
        return " ".join(filter(None, (_sounds(head), _LONG[vowel], _sounds(tail))))
    return _sounds(before + tail)


def _sounds(letters: str, *, is_end: bool = False) -> str:
    sounds: list[str] = []
    at = 0
    while at < len(letters):
        rest = letters[at:]
        if is_end and at and rest in _AT_THE_END:
            sounds.append(_AT_THE_END[rest])
            break
        if rest[:2] in _SOFT and len(rest) > 2:
            sounds.append(_SOFT[rest[:2]].split()[0])
            at += 1
            continue
        length = next(size for size in range(min(_LONGEST, len(rest)), 0, -1) if rest[:size] in _GROUPS)
        sounds.append(_GROUPS[rest[:length]])
        at += length
    return " ".join(sounds)
