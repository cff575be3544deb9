"""Where a clause stands in the published rulebook of WORDCARD, by the numbers of its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Mapping


def _rule(number: int) -> str:
    return told("rule {number}", number=number)


def _rules(numbers: str) -> str:
    return told("rules {numbers}", numbers=numbers)


SECTIONS: Mapping[str, str] = {
    "W1": _rule(2),
    "W2": _rule(1),
    "W3": _rule(3),
    "W4": _rules("4, 5"),
    "W5": _rules("6, 34"),
    "W6": _rule(14),
    "W7": _rule(15),
    "W8": _rules("3, 19"),
    "W9": _rule(17),
    "W10": _rules("22–24"),
    "W11": _rule(24),
    "W12": _rule(25),
    "W13": _rule(29),
    "W14": _rules("30, 31"),
    "W15": _rules("32, 33"),
    "W16": _rule(26),
    "W17": _rule(20),
    "W18": _rules("8, 40"),
    "W19": _rules("42–46"),
    "W20": _rules("4, 5, 18, 33"),
    "W21": _rule(47),
    "W22": _rule(48),
    "W23": _rules("4, 5"),
    "W24": _rules("36–39"),
    "W25": _rules("10–12, 21"),
    "W26": _rule(50),
}
