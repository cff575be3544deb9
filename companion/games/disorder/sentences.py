"""What the referee says in Disorder!: every sentence of its rulings, and the parts they are put together from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.core import counted, quoted, spoken_list, spoken_sum
from companion.games.disorder.state import WILD
from companion.sentences import joined, message, sentence, told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.sentences import Told

_LARGEST_NUMBER = 999  # of a card that is named; a larger one is not read aloud

# ——— what comes now ———

NO_ACTION_CARDS = message("This match is played without action cards.")
NO_TIMER = message("This match is played without a timer.")


def turn_of(player: str) -> Told:
    """Whose turn it is, to somebody else."""
    return told("It is {player}'s turn.", player=player)


def not_now(phase: str, player: str) -> Told:
    """What comes first; the player is in turn."""
    awaited = {
        "place": told("{player} is to play a card", player=player),
        "objection": told("{player} must first withdraw the card or stand by it", player=player),
        "name_word": told("{player} is to name the word", player=player),
        "prove": told("{player} is to prove the beginning", player=player),
    }
    return told("Not now: {awaited}.", awaited=awaited[phase])


def letters_for_wilds(count: int) -> Told:
    """Of a field: so many wilds lie on the board."""
    return told("must have one letter per wild, here {count}", count=count)


# ——— cards (D3) and the objection to a beginning (D6) ———

OWN_CARD = message("Nobody objects to a card of their own.")
TOO_LATE_TO_OBJECT = message("An objection comes directly after the second or third card, with all cards face up.")


def plays(player: str, card: str) -> Told:
    """A card is put to the board."""
    return told("{player} plays {what}.", player=player, what=told("a card face down") if card == WILD else card)


def not_playing(player: str) -> Told:
    """Who objects is out of the tie-break."""
    return told("{player} does not play this round.", player=player)


def doubts(player: str, board: str, owner: str) -> Told:
    """An objection; `owner` played the card."""
    return told(
        "{player} doubts that a word has {board} in it: {player2} withdraws the card or stands.",
        player=player,
        board=board,
        player2=owner,
    )


def withdraws(player: str) -> Told:
    """The objection's card goes back."""
    return told("{player} takes the card back and plays another.", player=player)


def stands_by(player: str, board: str) -> Told:
    """The objection's card stays."""
    return told(
        "{player} stands, and must prove {board} when this round's challenge is decided.", player=player, board=board
    )


# ——— action cards (D12) ———

NO_CHANGE_WITH_ITSELF = message("A card cannot change places with itself.")


def no_neighbours(place: int) -> Told:
    """Nothing can be squeezed in there."""
    return told("There are no two neighbours with {place} on the left.", place=_card(place))


def no_card_at(place: int) -> Told:
    """The board is not as long."""
    return told("The board has no {place}.", place=_card(place))


def _card(place: int) -> Told:
    return told("card {place}", place=place) if abs(place) <= _LARGEST_NUMBER else told("such card")


def squeezes_in(player: str, board: str) -> Told:
    """The board with a card more."""
    return told("{player} squeezes a card in: {board}.", player=player, board=board)


def exchanges(player: str, board: str) -> Told:
    """The board with another card."""
    return told("{player} exchanges a card: {board}.", player=player, board=board)


def switches(player: str, board: str) -> Told:
    """The board in another order."""
    return told("{player} switches two cards: {board}.", player=player, board=board)


def passes(player: str, following: str) -> Told:
    """The board as it was."""
    return told("{player} passes; it is {player2}'s turn.", player=player, player2=following)


# ——— the challenge (D7) and the word named (D8) ———

TOO_FEW_TO_CHALLENGE = message("A challenge needs at least four cards on the board.")
NOBODY_TO_CHALLENGE = message("Nobody else has changed the board, so there is nobody to challenge.")


def challenges(player: str, challenged: str) -> Told:
    """The word is asked for."""
    return told("{player} challenges {player2}: which word is it?", player=player, player2=challenged)


def holds(word: str, spelled: str | None) -> Told:
    """The word named is none of D8's failures."""
    return told("{said} is a word, and {spelled} in it is not finished", said=quoted(word), spelled=spelled)


def not_in_the_dictionary(word: str) -> Told:
    """The word named is no word."""
    return told("{said} is not in the dictionary", said=quoted(word))


def wilds_elsewhere(word: str, wilds: str | None) -> Told:
    """The word named fits the board, but not with these letters for its wilds."""
    if len(wilds or "") == 1:
        return told("{said} does not have {letter} where the wild lies", said=quoted(word), letter=wilds)
    return told("{said} does not have {wilds} where the wilds lie", said=quoted(word), wilds=wilds)


def does_not_fit(word: str) -> Told:
    """The word named does not fit the board."""
    return told("{said} does not have the board's letters together in that order", said=quoted(word))


def finished(word: str, spelled: str | None) -> Told:
    """The board is a word already."""
    return told("in {said} the board spells {spelled}, which is already a word", said=quoted(word), spelled=spelled)


def named_nothing(player: str) -> Told:
    """The timer has run out before a word was named (D14)."""
    return told("time is up and {player} has named no word", player=player)


# ——— the proof of a beginning (D6) ———


def must_prove_first(why: str, debtor: str, letters: str) -> Told:
    """How the challenge went, and that a proof comes before the chips."""
    return told(
        "{why}; before the chips are given, {debtor} must prove {letters}.",
        why=sentence(why),
        debtor=debtor,
        letters=letters,
    )


def proves(word: str, letters: str) -> Told:
    """The word has the letters in it."""
    return told("{word} proves {letters}", word=quoted(word), letters=letters)


def must_prove_next(why: str, debtor: str, letters: str) -> str:
    """What was proven, and who owes the next proof."""
    return sentence(told("{why}; now {debtor} must prove {letters}.", why=why, debtor=debtor, letters=letters))


def proof_is_no_word(word: str) -> Told:
    """The word that was to prove a beginning is none."""
    return told("{word} is not in the dictionary", word=quoted(word))


def does_not_prove(word: str, letters: str) -> Told:
    """The word does not have the letters in it."""
    return told("{word} does not have {letters} in it", word=quoted(word), letters=letters)


def proven_nothing(player: str) -> Told:
    """The timer has run out before a word was said (D14)."""
    return told("time is up and {player} has proven nothing", player=player)


# ——— the chips (D9–D11) and the timer (D14) ———

NOTHING_TO_CONCEDE = message("There is nothing on the board to concede.")


def concedes(player: str) -> Told:
    """Why the player takes the chips."""
    return told("{player} concedes", player=player)


def concedes_late(player: str) -> Told:
    """The timer has run out before a card was played."""
    return told("time is up, so {player} concedes", player=player)


def no_timer_now(player: str) -> Told:
    """An objection is answered in one's own time."""
    return told("The timer does not run while {player} answers an objection.", player=player)


def asked_for_a_card(player: str) -> Told:
    """The timer has run out on an empty board."""
    return told("{player} is asked to play a card.", player=player)


def takes(why: str, player: str, cards: Sequence[tuple[str, int]]) -> Told:
    """Who takes the chips of the board's cards, each with its value, and why."""
    return told("{why}: {player} takes {chips}.", why=sentence(why), player=player, chips=_chips(cards))


def is_eliminated(why: str, player: str, cards: Sequence[tuple[str, int]]) -> Told:
    """Who is out of the tie-break instead of taking the chips, and why."""
    return told(
        "{why}, so {player} would take {chips} and is out of the tie-break.",
        why=sentence(why),
        player=player,
        chips=_chips(cards),
    )


def _chips(cards: Sequence[tuple[str, int]]) -> str:
    """What the cards count together: `Z 10 + O 2 + O 2 + wild 1 = 15 chips`."""
    if len(cards) == 1:
        return counted(cards[0][1], "chip")
    return spoken_sum([(told("wild") if card == WILD else card, value) for card, value in cards], "chip")


# ——— who joins and who leaves (D15) ———


def joins(player: str, chips: int) -> Told:
    """Somebody sits down in mid-match."""
    return told("{player} joins with seven cards and {chips}.", player=player, chips=counted(chips, "chip"))


def leaves(player: str) -> Told:
    """Somebody leaves who has nothing to answer for."""
    return told("{player} leaves, and the cards of that hand are discarded.", player=player)


def leaves_a_round(player: str, starter: str) -> Told:
    """Somebody leaves who would have to answer for what lies on the board."""
    return told(
        "{player} leaves, so nobody takes the chips of this round; {starter} starts the next.",
        player=player,
        starter=starter,
    )


def only_the_tied(players: Sequence[str]) -> Told:
    """In a tie-break nobody sits down."""
    return told("Only those tied for fewest play on: {players}.", players=spoken_list(players))


def passed_over(player: str, following: str) -> Told:
    """Somebody who is away does not play this turn."""
    return told("{player} is away; it is {next}'s turn.", player=player, next=following)


# ——— what could have been ———


def could_have_named(player: str, board: str, words: Sequence[str]) -> Told:
    """A challenge was lost that one of these words would have won."""
    return told("{player} could have named {words} for {board}.",
                player=player, words=_any_of(words), board=board)  # fmt: skip


def called_in_vain(player: str, word: str, board: str) -> Told:
    """A challenge was called against cards that stand in a word."""
    return told("{player} challenged {board}, which stands in {word}.", player=player, board=board, word=quoted(word))


def gave_up_early(player: str, board: str, words: Sequence[str]) -> Told:
    """A round was given up while its cards still stood in a longer word."""
    return told("{player} gave up on {board}, which goes on to {words}.",
                player=player, board=board, words=_any_of(words))  # fmt: skip


def could_have_challenged(player: str, board: str) -> Told:
    """Somebody played on where a challenge would have been right."""
    return told("No word would have saved {board}: {player} could have challenged it.", player=player, board=board)


def could_have_objected(player: str, board: str) -> Told:
    """Somebody played on where an objection would have been right."""
    return told("No word has {board} in it: {player} could have objected to it.", player=player, board=board)


def could_have_proven(player: str, letters: str, words: Sequence[str]) -> Told:
    """A proof was not given though there was one."""
    return told("{player} could have proven {letters} with {words}.",
                player=player, words=_any_of(words), letters=letters)  # fmt: skip


def _any_of(words: Sequence[str]) -> str:
    """Some words, one of which would do."""
    return joined(", ", [quoted(word) for word in words])
