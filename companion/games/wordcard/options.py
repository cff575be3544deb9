"""Reading the options of a game, at its start and when the dealer of the wild game sets them (W1, W5)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, get_args

from companion.errors import About, BadInput
from companion.games.core import read_options
from companion.games.wordcard.events import DealerChooses, Options, PlainType
from companion.sentences import told

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
            raise BadInput(told("the dealer cannot set the option “{name}”", name=name))
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
        wanted = {"fewest": SMALLEST_HAND, "most": LARGEST_HAND}
        raise BadInput(
            told("a hand has {fewest} to {most} cards, not {count}", count=options.hand, **wanted),
            about=About(key="hand"),
        )
    paired = [name for pair in options.partners for name in pair]
    if any(len(pair) != 2 for pair in options.partners) or len(set(paired)) != len(paired):
        raise BadInput(
            told("the option “partners” must be pairs of players, each player in one pair"), about=About(key="partners")
        )
    played = options.group_type if options.type == "group" else options.type
    claims = played in WORD_TYPES or played not in get_args(PlainType)
    if options.declared_only and not claims and not chosen_by_dealer:  # chosen, it is just not in force
        raise BadInput(
            told("the option “declared_only” needs a game where lines must be words, which {game} is not", game=played),
            about=About(key="declared_only"),
        )
    if (options.cards is not None) != (options.type == "group"):
        raise BadInput(
            told("the open “cards” are an option of the group game, which needs them, and of no other"),
            about=About(key="cards"),
        )
    if options.cards is not None and not SMALLEST_HAND <= len(options.cards) <= LARGEST_HAND:
        wanted = {"fewest": SMALLEST_HAND, "most": LARGEST_HAND}
        count = len(options.cards)
        raise BadInput(
            told("the group game has {fewest} to {most} open cards, not {count}", count=count, **wanted),
            about=About(key="cards"),
        )
