"""Where a clause stands in the published rulebook of Disorder of the Villains, by its headings. V18 is ours alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

SECTIONS: Mapping[str, str] = {
    "V1": "Setup 1, Minting a Villain",
    "V2": "Setup 2, 3",
    "V3": "Gameplay",
    "V4": "Gameplay",
    "V5": "Gameplay",
    "V6": "Triggering Traits",
    "V7": "Triggering Traits",
    "V8": "Triggering Traits",
    "V9": "Triggering Traits",
    "V10": "Triggering Traits",
    "V11": "Interruptions",
    "V12": "Interruptions",
    "V13": "Minting a Villain",
    "V14": "Minting a Villain",
    "V15": "Glossary",
    "V16": "Minting a Villain",
    "V17": "Winning & Losing",
}
