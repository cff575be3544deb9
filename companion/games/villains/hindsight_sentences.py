"""What is said of what could have been in Disorder of the Villains: the counter, the best step, the odds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.sentences import told

if TYPE_CHECKING:
    from fractions import Fraction

    from companion.games.villains.odds import Odds
    from companion.sentences import Told


def could_have_minted(player: str, villain: str, *, wins: bool) -> Told:
    """A turn ended while a Villain could be minted."""
    if wins:
        return told("{player} could have minted {villain} and won.", player=player, villain=villain)
    return told("{player} could have minted {villain}.", player=player, villain=villain)


def aimed(card: str, owner: str, target: str) -> Told:
    """Part: the trait of a card, aimed at a card of that player."""
    return told("{card} on {player}'s {target}", card=card, player=owner, target=target)


def could_have_kept(player: str, other: str, villain: str, step: str) -> Told:
    """There was a counter to a MINT: the trait that `step` names."""
    return told(
        "With {step}, {player} could have kept {other} from minting {villain}.",
        step=step, player=player, other=other, villain=villain,
    )  # fmt: skip


def best_was(player: str, other: str, step: str) -> Told:
    """There was a better way to go on than to end the turn: the trait that `step` names."""
    return told(
        "{step} would have served {player} best, whatever {other} answered with the cards that lay open.",
        step=step, player=player, other=other,
    )  # fmt: skip


def stands_ready(player: str, villain: str, *, comes: bool) -> Told:
    """Four Monsters that match a Villain lie there for the next turn, if that `comes` at all."""
    if comes:
        return told("{player} can mint {villain} in the next turn.", player=player, villain=villain)
    return told("{player} would have minted {villain} in the next turn.", player=player, villain=villain)


def is_one_card_short(player: str, odds: Odds, *, comes: bool) -> Told:
    """One more card is enough; the chance to have it in the next turn, if that `comes` at all."""
    percent = _percent(odds.of_next_turn)
    numbers = {"villain": odds.villain, "cards": len(odds.completing), "unseen": odds.unseen, "percent": percent}
    if comes:
        return told(
            "{player} is one card short of {villain}: {cards} of {unseen} unseen cards would do, and in the next turn"
            " one of them is at hand with a chance of {percent}%.",
            player=player, **numbers,
        )  # fmt: skip
    return told(
        "{player} was one card short of {villain}: {cards} of {unseen} unseen cards would have done, and in the next"
        " turn one of them would have been at hand with a chance of {percent}%.",
        player=player, **numbers,
    )  # fmt: skip


def _percent(chance: Fraction) -> str:
    """A chance in whole per cent; what is neither sure nor impossible is not rounded to that."""
    return str(100 if chance == 1 else min(max(round(100 * chance), 1), 99))
