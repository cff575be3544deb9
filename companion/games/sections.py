"""Where in the published rulebook a clause stands: what a player looks up who wants to read it there. Pure.

A game says it in a module `sections` of its folder: `SECTIONS` has, by the clause's number, the heading or the number
that the rulebook itself has. What is ours alone is not there, and a game of one's own needs none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games import part

if TYPE_CHECKING:
    from collections.abc import Mapping


def section_of(game: str, clause: str) -> str | None:
    """The section of the game's published rulebook that this clause takes up; None where it takes up none."""
    sections: Mapping[str, str] = getattr(part(game, "sections"), "SECTIONS", {})
    return sections.get(clause)
