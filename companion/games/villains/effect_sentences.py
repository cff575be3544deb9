"""What the referee says of effects and traits in Disorder of the Villains: every sentence, and the parts of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.core import counted, spoken_list
from companion.games.events import printable
from companion.sentences import message, told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.sentences import Told

MOST_TARGETS_NAMED = 4  # in a sentence that is read aloud

_TIMINGS: Mapping[str, str] = {"immediate": message("immediate"), "constant": message("constant")}

# ——— targets (V6, V7, V15); parts of a sentence that says what needs one ———


def needs_a_target(effect: str, cards: Sequence[tuple[str, str]]) -> Told:
    """None is named; these could be, as (player, card)."""
    return told("{effect} needs a target: {named}", effect=effect.upper(), named=_named(cards))


def is_shielded(player: str, card: str, shield: str) -> Told:
    """The target is one that the opponent's effects cannot have."""
    return told("{card} of {player} is shielded by {shield}", card=card, player=player, shield=shield)


def cannot_be_target(card: str, cards: Sequence[tuple[str, str]]) -> Told:
    """The target is in play, but only these could be it, as (player, card)."""
    instead = told("choose {named}", named=_named(cards)) if cards else told("no card can, so name none")
    return told("{found} cannot be the target; {instead}", found=card, instead=instead)


def _named(cards: Sequence[tuple[str, str]]) -> str:
    if len(cards) > MOST_TARGETS_NAMED:
        return told("one of {count} cards in play", count=len(cards))
    return spoken_list([told("{player}'s {name}", player=player, name=name) for player, name in cards], "or")


def both_have(card: str) -> Told:
    """The target's name could mean either player's card."""
    return told("both players have {card} in play, so say whose it is", card=card)


def is_minted(card: str) -> Told:
    """The target has left play."""
    return told("{card} is minted and can be no target", card=card)


def nobody_has(card: str) -> Told:
    """The target lies nowhere."""
    return told("nobody has {card} in play", card=printable(card))


def has_none(player: str, card: str) -> Told:
    """The target does not lie where it should."""
    return told("{player} has no {card} in play", player=player, card=printable(card))


# ——— carrying an effect out (V11, V15) ———


def cannot_copy(card: str, problem: str) -> Told:
    """What is wrong with the target of what is copied."""
    return told("{card} copies an effect, and {problem}.", card=card, problem=problem)


def carried_out(card: str, effect: str, what: str) -> Told:
    """An effect is done; `what` is one of the parts below."""
    return told("{effect} of {card}: {what}.", effect=effect.upper(), card=card, what=what)


NOTHING_TO_DO = told("there is nothing it could do any more, so nothing happens")
NOTHING_ELSE_WAITS = told("nothing else is waiting, so nothing happens")


def draws_from(player: str, count: int, deck: int) -> Told:
    """Part: a DRAW, from a deck of so many cards."""
    left = told("{deck} − {count} = {left} left in the deck", deck=deck, count=count, left=deck - count)
    return told("{player} draws {cards}; {left}", player=player, cards=counted(count, "card"), left=left)


def hand_is_empty(player: str) -> Told:
    """Part: a DROP or PLAY without a card."""
    return told("{player}'s hand is empty, so nothing happens", player=player)


def puts_down(player: str, *, is_drop: bool) -> Told:
    """Part: a DROP or PLAY."""
    trait = told("without its !!! trait") if is_drop else told("and its trait triggers")
    return told("{player} now puts a card from the hand into play, {trait}", player=player, trait=trait)


def is_gone(card: str) -> Told:
    """Part: the target has left play."""
    return told("{name} is no longer in play, so nothing happens", name=card)


def is_bounced(card: str, owner: str) -> Told:
    """Part: a BOUNCE."""
    return told("{name} goes back to {owner}'s hand", name=card, owner=owner)


def is_burned(card: str, owner: str) -> Told:
    """Part: a BURN."""
    return told("{name} goes to {owner}'s discard", name=card, owner=owner)


def stays_upright(card: str) -> Told:
    """Part: a FLIP of a card with a constant trait."""
    return told("{name} works all the time and stays upright", name=card)


def is_flipped(card: str, *, sideways: bool) -> Told:
    """Part: a FLIP."""
    how = told("sideways: its trait counts as used") if sideways else told("upright: its trait is fresh")
    return told("{name} is turned {how}", name=card, how=how)


def negates(card: str, effect: str, other: str) -> Told:
    """A NEGATE of the other card's effect."""
    return told("{card} takes away the {effect} of {card2}.", card=card, effect=effect.upper(), card2=other)


# ——— traits used between plays (V6, V8–V12) ———


def not_in_play(player: str, card: str) -> Told:
    """There is no such card to trigger."""
    return told("{player} has no {card} in play.", player=player, card=printable(card))


def has_no_trait(card: str) -> Told:
    """There is nothing to trigger."""
    return told("{name} has no trait.", name=card)


def works_by_itself(card: str, timing: str) -> Told:
    """An immediate or constant trait is never triggered."""
    how = told("when it is played") if timing == "immediate" else told("all the time")
    return told(
        "The trait of {name} is {timing}: it works {how} and cannot be triggered.",
        name=card,
        timing=told(_TIMINGS[timing]),
        how=how,
    )


def only_when_minted(card: str) -> Told:
    """A Villain's trait comes too early."""
    return told("The trait of {name} can be triggered only when it is minted.", name=card)


def only_on_turn(card: str, when: str | None) -> Told:
    """A timed trait comes on the wrong player's turn."""
    whose = told("the opponent's turn") if when == "opponent" else told("one's own turn")
    return told("The trait of {name} can be triggered only on {whose}.", name=card, whose=whose)


def is_used(card: str) -> Told:
    """The trait was triggered before."""
    return told("{name} lies sideways: its trait is used.", name=card)


def came_this_turn(card: str) -> Told:
    """The card has not yet lain for a turn."""
    return told("{name} came into play this very turn.", name=card)


def cannot_be_triggered_so(card: str, problem: str) -> Told:
    """What is wrong with the target."""
    return told("{name} cannot be triggered like that: {problem}.", name=card, problem=problem)


def triggers(player: str, card: str, effect: str | None) -> Told:
    """A trait is used; without an `effect` in vain."""
    if effect is None:
        what = told("but there is nothing it could do")
    else:
        what = told("and its {effect} now waits to be carried out", effect=effect.upper())
    return told("{player} triggers {name}, {what}.", player=player, name=card, what=what)


def nothing_to_interrupt(player: str) -> Told:
    """There is no chance to let go."""
    return told("There is nothing that {player} could still interrupt.", player=player)


def does_not_interrupt(player: str) -> Told:
    """The chance let go."""
    return told("{player} does not interrupt.", player=player)


def lets_time_run_out(player: str) -> Told:
    """The chance gone by the clock."""
    return told("{player} has let the time to interrupt run out.", player=player)
