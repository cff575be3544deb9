"""What the referee says in WORDCARD of cards that are laid and the lines they make: every sentence, and its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.core import counted, spoken_sum
from companion.games.wordcard.notation import WILD
from companion.sentences import clauses, joined, message, sentence, told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.sentences import Told

# ——— laying down and tagging on (W6–W9) ———

EMPTY_LINE = message("A line has at least one card.")
LONELY_CARD = message("A card that stands beside no other belongs to no line.")
NOTHING_TAGGED = message("Tagging on needs one card or more.")


def card_name(card: str) -> str:
    """Part: a card as people call it; of a wild on the table, what it stands for."""
    if not card.startswith(WILD):
        return card
    stands_for = card.removeprefix(WILD).removeprefix("=").strip("/")
    return told("the wild for {card}", card=stands_for) if stands_for else told("the wild")


def place_taken(across: int, down: int, card: str) -> Told:
    """A card already lies there on the grid."""
    return told("The place {x} across, {y} down is taken by {card}.", x=across, y=down, card=card_name(card))


def too_many_wilds(count: int, more: int) -> Told:
    """More wilds would lie on the table than there are."""
    return told("The deck has {count} wilds, and these would be {more}.", count=count, more=more)


def too_many_cards(player: str, held: int, count: int) -> Told:
    """More cards are laid than are held."""
    return told("{player} has {cards} and cannot lay {count}.", player=player, cards=counted(held, "card"), count=count)


def too_few_laid(least: int) -> Told:
    """A later laydown is too small."""
    return told("A laydown needs {cards} or more.", cards=counted(least, "card"))


def too_few_to_open(player: str, least: int, count: int) -> Told:
    """An opening has too few cards."""
    return told(
        "{player} opens with {cards} or more, and these are {count}.",
        player=player,
        cards=counted(least, "card"),
        count=count,
    )


def too_little_to_open(player: str, points: int, worth: Sequence[tuple[str, int]]) -> Told:
    """An opening brings too few points; `worth` is what each card counts."""
    return told(
        "{player} opens with {points} or more, and these are {total}.",
        player=player,
        points=counted(points, "point"),
        total=spoken_sum(worth, "point"),
    )


def must_open(player: str) -> Told:
    """A tag-on comes before the opening."""
    return told("{player} must open before tagging on.", player=player)


def no_such_line(line: int, count: int) -> Told:
    """The line that is named is not there."""
    return told("There is no line {line}; there are {count}.", line=line, count=count)


# ——— claims, and whether lines are good (W10–W16) ———


def not_in_the_dictionary(word: str) -> Told:
    """A word is claimed where only the dictionary's count."""
    return told("{word} is not in the dictionary.", word=word.upper())


def claimed_but_not_there(word: str) -> Told:
    """A word is claimed that the lines do not have."""
    return told("“{word}” is claimed but stands in none of the new lines.", word=word)


def not_one_word(letters: str) -> Told:
    """The line is not a word from its beginning to its end."""
    return told("{letters} is not one word over its full length.", letters=letters)


def card_without_word(letters: str) -> Told:
    """A card of the line is in no word."""
    return told("In {letters} not every card belongs to a word.", letters=letters)


def not_one_combination(ranks: str) -> Told:
    """The line is not a combination from its beginning to its end."""
    return told("{ranks} is not one combination over its full length.", ranks=ranks)


def card_without_combination(ranks: str) -> Told:
    """A card of the line is in no combination."""
    return told("In {ranks} not every card belongs to a combination.", ranks=ranks)


# ——— what cards bring (W13, W18, W19) ———

LINE_AS_IT_WAS = told("the line as it was")
LAST_CARD = told("last card")


def run_of(first: str | None, last: str | None) -> Told:
    """Part: what a combination of ranks in a row is called."""
    return told("{first} to {last}", first=first, last=last)


def lays(
    player: str, count: int, parts: Sequence[tuple[str, int]], bonuses: Sequence[tuple[str, int]], *, adds: bool
) -> Told:
    """How many cards are laid and what they bring: `Ann lays 5 cards: TRAIN 44 + RAIN 37 + IN 20 = 101 points.`

    Bonuses are added to a score or taken off it.
    """
    laid: str = told("{player} lays {cards}", player=player, cards=counted(count, "card"))
    if parts:
        laid = told("{laid}: {sum}", laid=laid, sum=spoken_sum(parts, "point"))
    if bonuses:
        effect = told("added") if adds else told("deducted")
        laid = clauses([laid, joined(" ", [spoken_sum(bonuses, "bonus point"), effect])])
    return joined("", [laid, "."])


def goes_out(laid: str, player: str) -> Told:
    """What the last cards bring, and that they were the last."""
    return joined(" ", [laid, told("{player} has no cards left.", player=player)])


# ——— replacing a wild (W8) ———


def no_such_card(line: int, count: int, at: int) -> Told:
    """The line has fewer cards."""
    return told("Line {line} has {cards}, and no card {at}.", line=line, cards=counted(count, "card"), at=at)


def no_wild(line: int, at: int, there: str) -> Told:
    """Another card lies there."""
    return told("Card {at} of line {line} is {there} and no wild.", at=at, line=line, there=there)


def stands_for_another(there: str, card: str) -> str:
    """The wild was laid as something else."""
    return sentence(told("{there} does not stand for {card}.", there=card_name(there), card=card))


def replaces(player: str, card: str) -> Told:
    """The wild goes to the player's hand."""
    return told("{player} puts {card} in the place of the wild and takes it; that pays nothing.",
                player=player, card=card)  # fmt: skip
