"""What the referee says in AnagraScramble: every sentence of its rulings, and the parts they are put together from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.core import counted, quoted, spoken_list
from companion.sentences import joined, message, told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.sentences import Told

MOST_WORDS = 9  # of a sheet that are read aloud

# ——— fields that are needed only together with others ———

PICK_MISSING = told("is missing: the star lets the player pick 4, 5, 6 or 7")
COLOUR_MISSING = told("is missing: with both decks the next card's colour is shown before the roll")
TO_MISSING = told("is missing: it says what the target is raised to")


def sheets_of(tied: Sequence[str]) -> Told:
    """Whose words a showdown brings."""
    return told("must have exactly one entry for each of {players}", players=spoken_list(tied))


def another_colour_shown(colour: str) -> Told:
    """The card turned is said to have a colour that was not shown (A1)."""
    return told("must be {colour}, the colour that was shown before the roll", colour=told(colour))


def no_card_of_the_colour(colour: str) -> Told:
    """The card turned cannot have the colour that was shown (A1)."""
    return told("is no {colour} card of the house deck, and a {colour} one was shown", colour=told(colour))


# ——— what comes now ———

SHOWDOWN_NOW = message("Now the tied players write words for one more card.")
DECLARED_ALREADY = message("There is one declaration after a roll, and it has been made.")


def turn_of(player: str) -> Told:
    """Whose turn it is, to somebody else."""
    return told("It is {player}'s turn.", player=player)


def not_now(awaited: str, player: str) -> Told:
    """What comes first: `awaited` is a phase of the game in which the player is in turn."""
    comes = {
        "roll": told("{player} rolls the die", player=player),
        "card": told("the card is turned"),
        "words": told("{player} writes words", player=player),
    }
    return told("Not now: next {awaited}.", awaited=comes[awaited])


# ——— the roll and the declaration (A2–A5) ———

STAR_PICKS = message("With the star the player picks 4, 5, 6 or 7.")
MUST_BE_PLAYED = message("A turn that was passed on must be played.")


def loses_the_turn(player: str) -> Told:
    """The die shows PASS."""
    return told("PASS: {player} loses the turn.", player=player)


def picks(player: str, target: int) -> Told:
    """The die shows the star."""
    return told("{player} rolls the star and picks {target}.", player=player, target=target)


def rolls(player: str, target: int) -> Told:
    """The die shows a number."""
    return told("{player} rolls a {target}.", player=player, target=target)


def can_only_be_raised(target: int) -> Told:
    """The target is not raised by what is said."""
    return told("The target is {target} and can only be raised, to 7 at most.", target=target)


def raises(player: str, to: int) -> Told:
    """The target is raised."""
    return told("{player} raises the target to {to}.", player=player, to=to)


def declares(player: str, move: str, target: int, factor: int) -> Told:
    """Double or Triple."""
    return told(
        "{player} declares {move}: a word of {target} letters counts {factor} times.",
        player=player,
        move=move.capitalize(),
        target=target,
        factor=factor,
    )


def passes_on(player: str, heir: str, target: int, less: int) -> Told:
    """What passing the turn on costs, and whose it is now."""
    return told(
        "{player} passes the turn on for {target} − {less} = {points}; {player2} must play the {target}.",
        player=player,
        target=target,
        less=less,
        points=counted(target - less, "point"),
        player2=heir,
    )


# ——— the card and its words (A6–A10) ———


def needs_a_word(jumble: str, player: str, target: int | None) -> Told:
    """The card is turned."""
    return told("{jumble}: {player} needs a word of {target} letters or more.",
                jumble=jumble, player=player, target=target)  # fmt: skip


def missed(player: str, target: int, factor: int) -> Told:
    """No word is long enough."""
    if factor == 1:
        return told(
            "No listed word of {target} letters or more: {player} loses {target} points.",
            target=target, player=player,
        )  # fmt: skip
    return told(
        "No listed word of {target} letters or more: {player} loses {target} × {factor} = {loss} points.",
        target=target, player=player, factor=factor, loss=target * factor,
    )  # fmt: skip


def scores(player: str, said: str, points: int) -> Told:
    """What the words bring; `said` is the sum."""
    return told("{player}: {said} = {points}.", player=player, said=said, points=counted(points, "point"))


def none_counts_more(scored: str, target: int, factor: int) -> Told:
    """What the words bring, and that nothing of it was doubled or tripled."""
    unused = told("No listed word has exactly {target} letters, so none counts {factor} times.",
                  target=target, factor=factor)  # fmt: skip
    return joined(" ", [scored, unused])


def sheet_sum(values: Sequence[tuple[str, int, int]], wrong: Sequence[str], penalty: int, *, once: bool) -> Told:
    """A sheet's words as (word, value, factor), less the penalty for each that is not listed, or once for all."""
    parts: list[str] = [f"{word} {value}" + (f" × {factor}" if factor > 1 else "") for word, value, factor in values]
    if len(parts) > MOST_WORDS:
        parts, others = parts[: MOST_WORDS - 1], parts[MOST_WORDS - 1 :]
        parts.append(told("{count} more", count=len(others)))
    said: list[str] = [quoted(text) for text in wrong]
    if said and once:
        said = [spoken_list(said)]
    less = [told("− {penalty} for {word}", penalty=penalty, word=word) for word in said]
    return joined(" ", [joined(" + ", parts), *less])


# ——— the showdown (A13, A14) ———


def most_listed(counts: Mapping[str, int], player: str) -> Told:
    """How many listed words each tied player has; one has the most."""
    return told("Listed words: {said}; {player} wins.", said=_listed(counts), player=player)


def longest_words(counts: Mapping[str, int], player: str, letters: int, count: int) -> Told:
    """Several have the most, and one of them has the most long ones."""
    ending = told("{player} has the most of {letters} letters, {count}, and wins",
                  player=player, letters=letters, count=count)  # fmt: skip
    return told("Listed words: {said}; {ending}.", said=_listed(counts), ending=ending)


def win_shared(counts: Mapping[str, int], players: Sequence[str]) -> Told:
    """Several have the most of every length."""
    ending = told("{names} share the win", names=spoken_list(players))
    return told("Listed words: {said}; {ending}.", said=_listed(counts), ending=ending)


# ——— who joins and who leaves (A17) ———

ALL_HAVE_ROLLED = told("The last roll has been had: nobody could have one of their own any more.")


def joins(player: str, points: int, rolls: int) -> Told:
    """Somebody sits down in mid-match."""
    values = {"points": counted(points, "point"), "rolls": rolls}
    return told("{player} joins with {points} and has {rolls} of the rolls to come.", player=player, **values)


def leaves(player: str) -> Told:
    """Somebody leaves, and another's turn goes on."""
    return told("{player} leaves the game.", player=player)


def leaves_a_turn(player: str) -> Told:
    """Somebody leaves in the middle of their turn."""
    return told("{player} leaves the game, and the turn is over without points.", player=player)


def away_for_a_roll(player: str) -> Told:
    """Somebody who is away does not roll."""
    return told("{player} is away: the turn is lost, as with PASS.", player=player)


def _listed(counts: Mapping[str, int]) -> str:
    return spoken_list([f"{player} {count}" for player, count in counts.items()])


# ——— what could have been ———


def could_have_written(player: str, jumble: str, points: int, words: Sequence[str]) -> Told:
    """What the card held for whoever finds every word, with the best of those that were not written."""
    held = counted(points, "point")
    if not words:
        return told("{jumble} held {points} for {player}.", jumble=jumble, points=held, player=player)
    missing = joined(", ", [quoted(word) for word in words])
    return told("{jumble} held {points} for {player}; not written: {words}.",
                jumble=jumble, points=held, player=player, words=missing)  # fmt: skip
