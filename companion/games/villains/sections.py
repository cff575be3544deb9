"""Where a clause stands in the published rulebook of Disorder of the Villains, by its headings. V18 is ours alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.sentences import clauses, told

if TYPE_CHECKING:
    from collections.abc import Mapping

SETUP_1 = told("“Setup”, 1")
SETUP_2 = told("“Setup”, 2 and 3")
GAMEPLAY = told("“Gameplay”")
TRIGGERING = told("“Triggering Traits”")
INTERRUPTIONS = told("“Interruptions”")
MINTING = told("“Minting a Villain”")
GLOSSARY = told("“Glossary”")
WINNING = told("“Winning & Losing”")

SECTIONS: Mapping[str, str] = {
    "V1": clauses([SETUP_1, MINTING]),
    "V2": clauses([SETUP_2, GAMEPLAY]),
    "V3": GAMEPLAY,
    "V4": GAMEPLAY,
    "V5": GAMEPLAY,
    "V6": TRIGGERING,
    "V7": TRIGGERING,
    "V8": clauses([TRIGGERING, INTERRUPTIONS]),
    "V9": TRIGGERING,
    "V10": TRIGGERING,
    "V11": INTERRUPTIONS,
    "V12": INTERRUPTIONS,
    "V13": clauses([MINTING, INTERRUPTIONS]),
    "V14": MINTING,
    "V15": GLOSSARY,
    "V16": MINTING,
    "V17": WINNING,
}
