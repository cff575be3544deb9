"""What the referee says in Disorder of the Villains: of turns, cards that come into play, minting, and the end.

What it says of effects and traits is in `effect_sentences`, what is wrong with a deck in `deck_sentences`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.core import counted, spoken_list
from companion.games.events import printable
from companion.sentences import message, told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.sentences import Told

MANY: Mapping[str, str] = {"monster": message("monsters"), "villain": message("villains")}
_OPENED: Mapping[str, str] = {"drop": message("drop"), "play": message("play")}
_ROOM: Mapping[str, str] = {
    "monster": message("is not needed: there is room for another monster"),
    "villain": message("is not needed: there is room for another villain"),
}

# ——— what comes now (V4, V11, V12, V15) ———

NO_EFFECT_WAITS = message("No effect is waiting to be carried out.")
NO_DROP = message("No DROP effect is being carried out.")


def turn_of(player: str, other: str) -> Told:
    """Whose turn it is, to the other player."""
    return told("It is {player}'s turn, not {player2}'s.", player=player, player2=other)


def opened_first(player: str, effect: str) -> Told:
    """A DROP or PLAY is being carried out."""
    return told("First {player} must {effect} a card from the hand.", player=player, effect=told(_OPENED[effect]))


def not_carried_out_yet(player: str, card: str) -> Told:
    """The opponent's chance comes before the effect."""
    return told("{player} may still interrupt {card}, so nothing is carried out yet.", player=player, card=card)


def chance_of(player: str, other: str) -> Told:
    """Who may interrupt, to the other player."""
    return told("It is {holder} who may interrupt now, not {player}.", holder=player, player=other)


# ——— the draw of a turn (V4, V6) ———


def drawn_already(player: str) -> Told:
    """A second draw."""
    return told("{player} has drawn already this turn.", player=player)


def deck_is_empty(player: str) -> Told:
    """A draw without a card."""
    return told("{player}'s deck is empty and gives nothing.", player=player)


def draws(player: str, count: int, thanks_to: Sequence[str], number: int) -> Told:
    """A draw, of several cards because of these cards' traits, and how many are in the hand now."""
    if count == 1:
        return told("{player} draws a card and holds {number}.", player=player, number=number)
    return told(
        "{player} draws {cards}, thanks to {names}, and holds {number}.",
        player=player,
        cards=counted(count, "card"),
        names=spoken_list(thanks_to),
        number=number,
    )


# ——— cards coming into play (V3–V5, V7) ———


def room_is_left(kind: str) -> Told:
    """Of the field `discard`."""
    return told(_ROOM[kind])


def makes_no_room(cards: Sequence[str]) -> Told:
    """Of the field `discard`: only these would."""
    return told("makes no room: it must be one of {cards}", cards=spoken_list(cards, "or"))


def draw_before_playing(player: str) -> Told:
    """A card comes too early."""
    return told("{player} must draw before playing a card.", player=player)


def played_already(player: str) -> Told:
    """A second card."""
    return told("{player} has played this turn's card already.", player=player)


def not_in_deck(player: str, card: str) -> Told:
    """A card that is not the player's."""
    return told("There is no {card} in {player}'s deck.", card=printable(card), player=player)


def not_in_hand(player: str, card: str) -> Told:
    """A card that came into play before."""
    return told("{card} cannot be in {player}'s hand: it lies on the table.", card=card, player=player)


def nothing_in_hand(player: str) -> Told:
    """There is no card to play."""
    return told("{player} has no card in hand.", player=player)


def no_room(player: str, most: int, kind: str) -> Told:
    """A card must make room."""
    return told(
        "{player} has {most} {kinds} in play and must name one to discard.",
        player=player,
        most=most,
        kinds=told(MANY[kind]),
    )


def triggers_when_played(card: str, problem: str) -> Told:
    """What is wrong with the target of an immediate trait."""
    return told("{card} triggers when played, and {problem}.", card=card, problem=problem)


def plays(player: str, card: str) -> Told:
    """A card comes into play."""
    return told("{base}.", base=_plays(player, card))


def plays_and_waits(player: str, card: str, effect: str) -> Told:
    """A card comes into play, and its trait works."""
    base = _plays(player, card)
    return told("{base}, and its {effect} now waits to be carried out.", base=base, effect=effect.upper())


def plays_in_vain(player: str, card: str, effect: str) -> Told:
    """A card comes into play, and its trait could do nothing."""
    base = _plays(player, card)
    return told("{base}, but there is nothing its {effect} could do.", base=base, effect=effect.upper())


def plays_first(player: str, card: str) -> Told:
    """A card comes into play on the first turn."""
    return told("{base}; on the first turn no trait is triggered.", base=_plays(player, card))


def _plays(player: str, card: str) -> Told:
    return told("{player} plays {card}", player=player, card=card)


def drops(player: str, card: str) -> Told:
    """A card comes into play by a DROP."""
    return told("{player} drops {card}; an immediate trait of it is ignored.", player=player, card=card)


# ——— minting (V13, V14, V17) ———


def no_such_villain(player: str, villain: str) -> Told:
    """There is nothing to mint."""
    return told("{player} has no unminted Villain {villain} in play.", player=player, villain=printable(villain))


def chance_before_mint(player: str, other: str) -> Told:
    """The other player's chance comes before the MINT."""
    return told("{other} may still interrupt {player}'s newest play: no MINT before that.", other=other, player=player)


def effect_before_mint(other: str, card: str, effect: str) -> Told:
    """The other player's effect comes before the MINT."""
    return told(
        "The {effect} of {other}'s {card} still waits: no MINT before it is carried out.",
        effect=effect.upper(),
        other=other,
        card=card,
    )


def no_match(player: str, villain: str, sequence: str, *, monsters: int, dna: str) -> Told:
    """The Monsters in play do not make the Villain."""
    found = (
        told("{monsters} ({dna})", monsters=counted(monsters, "Monster"), dna=dna) if monsters else told("no Monsters")
    )
    return told(
        "{villain} needs {sequence}, and {player} has {found} in play.",
        villain=villain,
        sequence=sequence,
        player=player,
        found=found,
    )


def make(monsters: Sequence[str], dna: str, villain: str, sequence: str) -> Told:
    """Part: which Monsters made the Villain."""
    return told(
        "{names} ({dna}) make {villain} ({sequence})",
        names=spoken_list(monsters),
        dna=dna,
        villain=villain,
        sequence=sequence,
    )


def minted(made: str, player: str, count: int, enough: int) -> Told:
    """A Villain minted, and how many it takes to win."""
    return told(
        "{made}: {player} has minted {count} of {enough} Villains.",
        made=made,
        player=player,
        count=count,
        enough=enough,
    )


def wins(made: str, player: str) -> Told:
    """The last Villain it takes."""
    return told("{made}: that is the second minted Villain, and {player} wins.", made=made, player=player)


# ——— the end of a turn, and of the game (V4, V11, V18) ———


def effect_waits(card: str, effect: str) -> Told:
    """The effect comes before the end of the turn."""
    return told("The {effect} of {card} still waits.", effect=effect.upper(), card=card)


def draw_before_the_end(player: str) -> Told:
    """The draw comes before the end of the turn."""
    return told("{player} must draw a card first.", player=player)


def play_before_the_end(player: str) -> Told:
    """A card comes before the end of the turn."""
    return told("{player} must play a card before the turn can end.", player=player)


def turn_over(player: str, following: str) -> Told:
    """Whose turn it is now."""
    return told(
        "{player}'s turn is over; {player2} is to {awaiting}.", player=player, player2=following, awaiting=told("draw")
    )


def exhausted(minted_by: Sequence[tuple[str, int]], winner: str | None) -> Told:
    """Nobody can go on: how many Villains each of the two has minted, and who wins; None: it is shared."""
    (player, count), (other, others) = minted_by
    end = told("the game is shared") if winner is None else told("{player} wins", player=winner)
    return told(
        "Neither player has a card left to draw or play: {player} has minted {count} and {other} has minted {others},"
        " so {end}.",
        player=player, count=count, other=other, others=others, end=end,
    )  # fmt: skip


# ——— who joins and who leaves (V19) ———


def takes_the_seat(player: str, before: str) -> Told:
    """Somebody sits down where another has left."""
    return told(
        "{player} takes the seat of {before} and plays on with all that lies there.", player=player, before=before
    )


def comes_back(player: str) -> Told:
    """Whoever has left sits down again."""
    return told("{player} is back and plays on with all that lies there.", player=player)


def leaves(player: str) -> Told:
    """Somebody gives the game up."""
    return told("{player} leaves and gives the game up.", player=player)


def away_from_a_chance(player: str) -> Told:
    """Somebody who is away does not interrupt."""
    return told("{player} is away and does not interrupt.", player=player)
