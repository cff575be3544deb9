"""The spelling alphabet of aviation, and how its words are pronounced (ICAO, Annex 10, volume II, 5.2.1.3).

Single letters cannot be told apart by ear (b, d, e, p, t), these words were chosen so that they can, in any language.
Sounds are those of ARPAbet, as CMUdict writes them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

LETTER_NAMES: Mapping[str, str] = {
    name[0].upper(): name
    for name in (
        "Alfa", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "India", "Juliett", "Kilo", "Lima",
        "Mike", "November", "Oscar", "Papa", "Quebec", "Romeo", "Sierra", "Tango", "Uniform", "Victor", "Whiskey",
        "X-ray", "Yankee", "Zulu",
    )
}  # fmt: skip
PRONOUNCED: Mapping[str, tuple[str, ...]] = {
    "alfa": ("AE L F AA", "AE L F AH"),
    "bravo": ("B R AA V OW",),
    "charlie": ("CH AA L IY", "CH AA R L IY", "SH AA L IY"),
    "delta": ("D EH L T AA", "D EH L T AH"),
    "echo": ("EH K OW",),
    "foxtrot": ("F AO K S T R AO T", "F AA K S T R AA T"),
    "golf": ("G AO L F", "G AA L F"),
    "hotel": ("HH OW T EH L",),
    "india": ("IH N D IY AA", "IH N D IY AH"),
    "juliett": ("JH UW L IY EH T",),
    "kilo": ("K IY L OW",),
    "lima": ("L IY M AA", "L IY M AH"),
    "mike": ("M AY K",),
    "november": ("N OW V EH M B AH", "N OW V EH M B ER"),
    "oscar": ("AO S K AA", "AO S K ER"),
    "papa": ("P AA P AA", "P AH P AA", "P AA P AH"),
    "quebec": ("K EH B EH K", "K EY B EH K", "K W AH B EH K"),
    "romeo": ("R OW M IY OW",),
    "sierra": ("S IY EH R AA", "S IY EH R AH"),
    "tango": ("T AE NG G OW", "T AA NG G OW"),
    "uniform": ("Y UW N IY F AO M", "Y UW N IH F AO R M", "UW N IY F AO R M"),
    "victor": ("V IH K T AA", "V IH K T ER", "V IH K T AO R"),
    "whiskey": ("W IH S K IY",),
    "x-ray": ("EH K S R EY",),
    "yankee": ("Y AE NG K IY",),
    "zulu": ("Z UW L UW",),
}
