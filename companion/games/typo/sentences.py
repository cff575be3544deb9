"""What the referee says in TYPO: every sentence of its rulings, and the parts they are put together from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.core import counted, quoted, spoken_list
from companion.sentences import joined, message, told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.sentences import Told

# ——— the reveal, and whose turn it is (T2, T3) ———

REVEAL_FIRST = message("First everybody reveals a card.")


def still_to_be_placed(players: Sequence[str]) -> Told:
    """The next reveal comes too early: these players have a card of this round left."""
    return told("Cards of this round are still to be placed by {waiting}.", waiting=spoken_list(players))


def order(cards: Sequence[tuple[str, str]]) -> Told:
    """In which order the revealed cards are placed, as (player, letter)."""
    return told("The order is {order}.", order=joined(", ", [f"{player} {letter}" for player, letter in cards]))


def first_to_place(player: str, letter: str) -> Told:
    """Whose turn it is, to somebody else."""
    return told("{player} is to place {letter} first.", player=player, letter=letter)


# ——— a card at the end of a row (T5) ———


def no_such_row(rows: int) -> Told:
    """A row is named that is not there."""
    return told("There are {rows} rows, numbered from 1.", rows=rows)


def does_not_begin_try_again(word: str, letters: str) -> Told:
    """The word said to a placement is none that begins with the row; another may be said."""
    return told("{word} does not begin with {letters}; try again.", word=quoted(word), letters=letters)


def placed(player: str, word: str, letters: str, cards: int) -> Told:
    """The card lies, and so many are left in the player's hand."""
    said, left = _begins(word, letters), counted(cards, "card")
    return told("{said}; {player} has {cards} left.", said=said, player=player, cards=left)


def wins(player: str, word: str, letters: str) -> Told:
    """The player's last card lies (T11)."""
    said = _begins(word, letters)
    return told("{said}, and {player} has no cards left: {player} wins.", said=said, player=player)


def _begins(word: str, letters: str) -> Told:
    return told("{word} begins with {letters}", word=quoted(word), letters=letters)


# ——— doubting the word (T7) ———

NOTHING_TO_DOUBT = message("Only the card just placed can be doubted, before anything else happens.")


def doubts_own_word(owner: str) -> Told:
    """Among the doubters is whoever said the word."""
    return told("cannot name {owner}, whose word is doubted", owner=owner)


def too_few_of_all(doubters: int, players: int) -> Told:
    """More than half of all players are needed."""
    return told(
        "Doubted by {doubters} of all {players} players, and more than half are needed: the word counts.",
        doubters=doubters,
        players=players,
    )


def too_few_of_the_others(doubters: int, others: int) -> Told:
    """More than half of the others are needed."""
    return told(
        "Doubted by {doubters} of the {others} others, and more than half are needed: the word counts.",
        doubters=doubters,
        others=others,
    )


def spelling_does_not_begin(word: str, letters: str) -> Told:
    """The doubted word, as its spelling is given now, does not begin with the row."""
    return told("{word} does not begin with {letters}.", word=quoted(word), letters=letters)


def stands(word: str) -> Told:
    """The doubted word is a word."""
    return told("{word} is in the dictionary: the word stands.", word=quoted(word))


def not_in_the_dictionary(word: str) -> Told:
    """Why a row is taken: the doubted word is none (T10)."""
    return told("{word} is not in the dictionary", word=quoted(word))


# ——— a row is taken (T8, T9) ———


def cannot_place(player: str, letter: str) -> Told:
    """Why a row is taken: the player says so."""
    return told("{player} cannot place {letter}", player=player, letter=letter)


def time_is_up(player: str) -> Told:
    """Why a row is taken: the timer."""
    return told("Time is up for {player}", player=player)


def only_a_row_now(player: str) -> Told:
    """A placement comes too late."""
    return told("The time of {player} is up: only a longest row can be named.", player=player)


WON_FOR_GOOD = message("The time to doubt the word that won is up: it counts.")


def choose_row(why: str, rows: Sequence[int]) -> Told:
    """Several rows, numbered from 1, are longest, and none of them is named."""
    named = spoken_list([str(row) for row in rows], "or")
    return told("{why}; several rows are longest, so choose row {rows}.", why=why, rows=named)


def not_the_longest(row: int) -> Told:
    """Another row is named."""
    return told("Row {row} is not the longest.", row=row)


def row_taken(why: str, player: str, row: int, *, kept: str, out: str, letter: str) -> Told:
    """Which letters of the row (numbered from 1) the player takes, which are out of the game, and what begins anew."""
    if out:
        share = told("{player} takes {kept} of row {row} and {out} is out", player=player, kept=kept, row=row, out=out)
    else:
        share = told("{player} takes {kept} of row {row}", player=player, kept=kept, row=row)
    return told(
        "{why}: {share}; {letter} starts a new row, and {player} gets the timer.",
        why=why, share=share, letter=letter, player=player,
    )  # fmt: skip


# ——— who joins and who leaves (T13) ———


def cards_of(players: Sequence[str]) -> Told:
    """Whose cards are revealed."""
    return told("must have exactly one entry for each of {players}", players=spoken_list(players))


def joins(player: str, cards: int) -> Told:
    """Somebody sits down in mid-match."""
    return told("{player} joins with {cards}.", player=player, cards=counted(cards, "card"))


def too_few_are_out(wanted: int, left: int) -> Told:
    """Nobody can sit down: there is no hand to deal."""
    cards, left_over = counted(wanted, "card"), counted(left, "card")
    return told("A newcomer would be dealt {cards}; only {left} are out of the game.", cards=cards, left=left_over)


def leaves(player: str) -> Told:
    """Somebody leaves, and nothing of theirs stays in the game."""
    return told("{player} leaves, and the cards of that hand are out of the game.", player=player)


def leaves_the_timer(player: str, holder: str) -> Told:
    """Somebody leaves who has the timer."""
    return told(
        "{player} leaves, and the cards of that hand are out of the game; {holder} has the timer.",
        player=player,
        holder=holder,
    )


def sits_the_round_out(player: str) -> Told:
    """Somebody who is away chooses no card for the coming round."""
    return told("{player} is away and lays no card this round.", player=player)


def takes_the_card_up(player: str, letter: str) -> Told:
    """Somebody who is away need not place the card they have revealed."""
    return told("{player} is away; {letter} goes back into that hand.", player=player, letter=letter)


# ——— what could have been ———


def had_a_place(player: str, letter: str, examples: Sequence[tuple[str, str]]) -> Told:
    """A card that was given up on had a place: the row's letters then and a word, for some of them."""
    said = joined(", ", [told("{letters} as in {word}", letters=row, word=quoted(word)) for row, word in examples])
    return told("{player} could have placed {letter}: {examples}.", player=player, letter=letter, examples=said)


def went_undoubted(player: str, word: str, cards: int) -> Told:
    """A word that is none stood, since too few doubted it."""
    taken = counted(cards, "card")
    return told("{word} is not in the dictionary: a doubt would have given {player} {cards}.",
                word=quoted(word), player=player, cards=taken)  # fmt: skip
