"""Where a clause stands in the published rulebook of WORDCARD, by the numbers of its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

SECTIONS: Mapping[str, str] = {
    "W1": "2",
    "W2": "1",
    "W3": "3",
    "W4": "4, 5",
    "W5": "6, 34",
    "W6": "14",
    "W7": "15",
    "W8": "3, 19",
    "W9": "17",
    "W10": "22, 23",
    "W11": "24",
    "W12": "25",
    "W13": "29",
    "W14": "30, 31",
    "W15": "32, 33",
    "W16": "26",
    "W17": "20",
    "W18": "8, 40",
    "W19": "42–46",
    "W20": "18",
    "W21": "47",
    "W22": "48",
    "W23": "4, 5",
    "W24": "36–39",
    "W25": "11, 12, 21",
    "W26": "50",
}
