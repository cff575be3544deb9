"""What Disorder of the Villains calls things on every display. See `companion.games.names.Names`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.sentences import message

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.names import Sounding

AWAITED: Mapping[str, str] = {
    "draw": message("draw a card"),
    "play": message("play a card"),
    "drop": message("drop a card"),
    "decline": message("interrupt, or let it happen"),
    "resolve": message("carry out the newest effect"),
    "end_turn": message("end the turn"),
}
AWAITED_BRIEFLY: Mapping[str, str] = {}
VERDICTS: Mapping[str, str] = {
    "drawn": message("Drawn"),
    "nothing_to_draw": message("Nothing to draw"),
    "played": message("Played"),
    "triggered": message("Trait used"),
    "declined": message("Let happen"),
    "resolved": message("Carried out"),
    "negated": message("Negated"),
    "minted": message("Minted!"),
    "turn_ended": message("Turn ended"),
    "wins": message("A win!"),
    "draw_first": message("Draw first"),
    "already_played": message("Already played"),
    "must_play": message("A card must be played"),
    "board_full": message("No room"),
    "trait_used": message("Trait already used"),
    "too_soon": message("Too soon"),
    "wrong_timing": message("Not at this time"),
    "interrupt_first": message("Interrupt first"),
    "no_match": message("The DNA does not match"),
    "not_a_target": message("Not a target"),
}
DECISIVE = frozenset({"minted", "negated"})
SOUNDS: Mapping[str, Sounding] = {
    "wins": "won",
}
