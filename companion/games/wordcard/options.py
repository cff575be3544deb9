"""Reading the options of a game, at its start and when the dealer of the wild game sets them (W1, W5)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, get_args

from companion.errors import About, BadInput
from companion.games.core import read_options
from companion.games.wordcard import sentences as say
from companion.games.wordcard.events import DealerChooses, Options, PlainType

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SMALLEST_HAND, LARGEST_HAND = 8, 13
NOT_THE_DEALERS = ("type", "cards", "lexicon")
WORD_TYPES = ("wordplay", "wordplay_plus", "wordcard")


def usable_options(raw: Mapping[str, Any], players: Sequence[str]) -> Options:
    """The options of a document. Raises BadInput for what cannot be used."""
    options = read_options(Options, raw, players)
    _check(options)
    return options


def check_choice(choice: DealerChooses, players: Sequence[str]) -> Options:
    """The options a dealer's choice names, the others as they are by default. Raises BadInput for what is none."""
    for name in NOT_THE_DEALERS:
        if name in choice.options:
            raise BadInput(say.not_the_dealers(name))
    return read_options(Options, choice.options, players)


def chosen_options(options: Options, choice: DealerChooses, players: Sequence[str]) -> Options:
    """The options of the wild game after the dealer's choice. Raises BadInput for what cannot be used, about the field
    of the choice that is to blame."""
    given = check_choice(choice, players)
    chosen = replace(options, type=choice.type, **{name: getattr(given, name) for name in choice.options})
    try:
        _check(chosen, chosen_by_dealer=True)
    except BadInput as error:  # blamed is what was handed in: the type, unless the option was chosen as well
        key = f"options.{error.about.key}" if error.about.key in choice.options else "type"
        raise BadInput(error.sentence, about=About(key=key)) from None
    return chosen


def _check(options: Options, *, chosen_by_dealer: bool = False) -> None:
    if not SMALLEST_HAND <= options.hand <= LARGEST_HAND:
        raise BadInput(say.hand_of(SMALLEST_HAND, LARGEST_HAND, options.hand), about=About(key="hand"))
    paired = [name for pair in options.partners for name in pair]
    if any(len(pair) != 2 for pair in options.partners) or len(set(paired)) != len(paired):
        raise BadInput(say.PARTNERS_IN_PAIRS, about=About(key="partners"))
    played = options.group_type if options.type == "group" else options.type
    claims = played in WORD_TYPES or played not in get_args(PlainType)
    if options.declared_only and not claims and not chosen_by_dealer:  # chosen, it is just not in force
        raise BadInput(say.lines_are_no_words(played), about=About(key="declared_only"))
    if (options.cards is not None) != (options.type == "group"):
        raise BadInput(say.CARDS_OF_THE_GROUP_GAME, about=About(key="cards"))
    if options.cards is not None and not SMALLEST_HAND <= len(options.cards) <= LARGEST_HAND:
        problem = say.open_cards_of(SMALLEST_HAND, LARGEST_HAND, len(options.cards))
        raise BadInput(problem, about=About(key="cards"))
