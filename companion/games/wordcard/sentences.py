"""What the referee says in WORDCARD: of options, turns, exchanges, contests and the end.

What it says of cards that are laid and the lines they make is in `line_sentences`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.core import counted, shortened, spoken_list, spoken_sum
from companion.games.wordcard.line_sentences import card_name
from companion.games.wordcard.notation import WILD
from companion.sentences import clauses, joined, message, sentence, told

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from companion.sentences import Told

MOST_NAMED, MOST_HANDS = 10, 4  # cards, and hands, that a sentence read aloud can name

# ——— options, and the dealer's choice (W1, W5) ———

PARTNERS_IN_PAIRS = told("the option “partners” must be pairs of players, each player in one pair")
CARDS_OF_THE_GROUP_GAME = told("the open “cards” are an option of the group game, which needs them, and of no other")


def not_the_dealers(option: str) -> Told:
    """An option that is not chosen with the game."""
    return told("the dealer cannot set the option “{name}”", name=option)


def hand_of(fewest: int, most: int, count: int) -> Told:
    """How many cards each player gets."""
    return told("a hand has {fewest} to {most} cards, not {count}", count=count, fewest=fewest, most=most)


def open_cards_of(fewest: int, most: int, count: int) -> Told:
    """How many cards all see in the group game."""
    return told("the group game has {fewest} to {most} open cards, not {count}", count=count, fewest=fewest, most=most)


def lines_are_no_words(game: str | None) -> Told:
    """Claims are asked for where there are none."""
    return told("the option “declared_only” needs a game where lines must be words, which {game} is not", game=game)


def cannot_be_used(problem: str) -> Told:
    """Of a field: the options of a dealer's choice."""
    return told("cannot be used: {problem}", problem=problem)


def has_chosen(player: str, game: str) -> Told:
    """The dealer's choice."""
    return told("{player} has chosen {type}.", player=player, type=game.replace("_", " "))


# ——— what comes now ———


def is_dealer(player: str) -> Told:
    """Who the dealer is, to somebody else."""
    return told("{player} is the dealer.", player=player)


def turn_of(player: str) -> Told:
    """Whose turn it is, to somebody else."""
    return told("It is {player}'s turn.", player=player)


def not_now(awaited: str) -> Told:
    """What comes first; `awaited` is one of the parts below."""
    return told("Not now: {awaited}.", awaited=awaited)


SOLUTIONS_ONLY = told("the group game takes solutions only")
CONTEST_COMES_AT_ONCE = told("a contest comes right after a laydown or tag-on, and only once")
NOBODY_IS_OUT = told("nobody is out yet")
DEALER_FIRST = told("the dealer first says what is played")
CHOSEN_ALREADY = told("the game is chosen already")


def solved_already(player: str) -> Told:
    """Part: a second solution."""
    return told("{player} has handed in a solution already", player=player)


def hands_first(player: str) -> Told:
    """Part: somebody has no cards left."""
    return told("{player} is out and the others show their hands", player=player)


# ——— what is not played here ———

ONLY_IN_THE_WILD_GAME = message("Only in the wild game the dealer chooses what is played.")
ONLY_IN_THE_GROUP_GAME = message("That belongs to the group game.")
OWN_LINES_ONLY = message("It was agreed to tag on to one's own lines only.")
BESIDE_OWN_CARDS_ONLY = message("It was agreed to lay on to one's own lines only.")
NOT_ON_THE_GRID = message("On the grid cards are only laid.")
TOP_CARD_ONLY = message("Only the top card of the open pile may be taken.")
NOT_FOR_THE_FEWEST = message("Deeper cards may be taken only when playing for the most points.")
NO_EXPLANATIONS = message("This match is played without explanations of words.")

# ——— what is wrong with a field ———

IS_MISSING = told("is missing")
UPHELD_IS_MISSING = told("is missing: it says whether the table found the explanation good")


def own_word(owner: str) -> Told:
    """Among the challengers is whoever claimed the word."""
    return told("must not name {owner}, whose word it is", owner=owner)


def hands_of(players: Sequence[str]) -> Told:
    """Whose hands are to be shown."""
    return told("must show the hands of {players}", players=spoken_list(players) or told("nobody"))


def hand_holds(held: int, count: int) -> Told:
    """How many cards are in the hand that is shown."""
    return told("must have {cards}, not {count}", cards=counted(held, "card"), count=count)


def left_in_this_hand(held: int, count: int) -> Told:
    """A player shows more or fewer cards than are left."""
    return told("Cards left in your hand: {held}, and these are {count}.", held=held, count=count)


# ——— exchanges (W25) ———

DRAW_FIRST = message("The draw comes before the discard.")
LAST_CARD_STAYS = message("The last card must be laid or tagged, not discarded.")


def drawn_already(player: str) -> Told:
    """A second draw."""
    return told("{player} has drawn already this turn.", player=player)


def draws(player: str) -> Told:
    """A draw."""
    return told("{player} draws a card from the deck.", player=player)


def so_many_on_the_pile(count: int) -> Told:
    """More is taken than lies there."""
    return told("The open pile has {cards}.", cards=counted(count, "card"))


def lies_on_the_pile(lying: str | None, named: str | None) -> Told:
    """Something else is named than lies there."""
    return told("On the open pile lies {lying}, not {named}.", lying=_of_the_pile(lying), named=_of_the_pile(named))


def _of_the_pile(card: str | None) -> str:
    """Part: a card of the open pile; None is the one it began with, which nobody need have named."""
    return told("the first card") if card is None else card_name(card)


def takes(player: str, cards: Sequence[str | None], must_play: str | None) -> Told:
    """Cards come from the open pile (None: the one it began with), and one of them may have to be played."""
    taken = spoken_list(list(map(_of_the_pile, cards)))
    if must_play is None:
        return told("{player} takes {taken} from the open pile.", player=player, taken=taken)
    return told(
        "{player} takes {taken} from the open pile and must play {picked} this turn.",
        player=player, taken=taken, picked=card_name(must_play),
    )  # fmt: skip


def discarded_already(player: str) -> Told:
    """A second discard."""
    return told("{player} has discarded already this turn.", player=player)


def taken_to_be_played(card: str) -> str:
    """The card taken up is discarded."""
    return sentence(told("{card} was taken up and must be played.", card=card_name(card)))


def discards(player: str, card: str) -> Told:
    """A discard."""
    return told("{player} discards {what}.", player=player, what=told("a wild") if card == WILD else card)


def must_play(player: str, picked: str | None) -> str:
    """The card taken up is still in the hand at the end of the turn."""
    return sentence(told("{player} took up {picked} and must play it.", player=player, picked=_of_the_pile(picked)))


def exchange_undone(reason: str, picked: str) -> Told:
    """Why a turn ends, and that its exchange is undone."""
    undone = told("{picked} was not played, so the exchange of this turn is undone.", picked=card_name(picked))
    return joined(" ", [reason, sentence(undone)])


# ——— turns (W17) ———


def turn_over(player: str, following: str, skipped: Sequence[str]) -> Told:
    """Who goes on, and who had to sit out on the way there."""
    if not skipped:
        return told("{player}'s turn is over; {player2} goes on.", player=player, player2=following)
    return told(
        "{player}'s turn is over; skipped, for a turn lost before: {skipped}; {player2} goes on.",
        player=player, skipped=spoken_list(skipped), player2=following,
    )  # fmt: skip


def noticed_already(player: str) -> Told:
    """A second notice."""
    return told("{player} has been given notice already.", player=player)


def notice(player: str) -> Told:
    """A notice."""
    return told("{player} has one minute left.", player=player)


def not_noticed(player: str) -> Told:
    """A turn cannot end by the clock yet."""
    return told("{player} has not been given a minute's notice.", player=player)


def loses_the_turn(player: str) -> Told:
    """A turn ends by the clock."""
    return told("The minute is over: {player} loses the turn.", player=player)


# ——— contests (W16) ———

GOOD_EXPLANATION = told("the table finds the explanation good")
WRONG_EXPLANATION = told("the table finds the explanation wrong")


def not_claimed(word: str, claimed: Sequence[str]) -> Told:
    """Another word was claimed, or none."""
    words = spoken_list([each.upper() for each in claimed]) or told("nothing")
    return told("“{word}” was not claimed; claimed was {claimed}.", word=word, claimed=words)


def in_the_dictionary(word: str) -> Told:
    """Part: why the word stands."""
    return told("{word} is in the dictionary", word=word.upper())


def not_in_the_dictionary(word: str) -> Told:
    """Part: why the word fails."""
    return told("{word} is not in the dictionary", word=word.upper())


def word_stands(why: str, challengers: Sequence[str]) -> Told:
    """What the challengers pay."""
    if len(challengers) == 1:
        return told("{why}: {player} loses a turn.", why=sentence(why), player=challengers[0])
    return told("{why}: {players} each lose a turn.", why=sentence(why), players=spoken_list(challengers))


def word_fails(why: str, owner: str, turns: int, *, is_over: bool) -> Told:
    """What the owner pays: the cards, and so many turns, the first of which may be over already."""
    if is_over:
        lost = told("that turn") if turns == 1 else told("{count} turns, that one being the first", count=turns)
    else:
        lost = told("this turn") if turns == 1 else told("{count} turns, this one being the first", count=turns)
    return told(
        "{why}: {owner} takes the cards back without their points and loses {lost}.",
        why=sentence(why), owner=owner, lost=lost,
    )  # fmt: skip


# ——— the end (W18–W23) ———


def left_in_hands(hands: Mapping[str, Sequence[tuple[str, int, int]]], ending: str) -> str:
    """What each player has left, as (card, how many of it, what they count together), and how the game ends."""
    if not 0 < len(hands) <= MOST_HANDS:
        return ending
    is_named = len(hands) < MOST_HANDS and sum(map(len, hands.values())) <= MOST_NAMED
    said = [told("{player}: {sum}", player=player, sum=_left(cards, is_named)) for player, cards in hands.items()]
    return told("Left in hand: {hands}. {ending}", hands=clauses(said), ending=ending)


def _left(cards: Sequence[tuple[str, int, int]], is_named: bool) -> str:
    if not is_named:
        return counted(sum(points for _, _, points in cards), "point")
    return spoken_sum([(_cards(card, count), points) for card, count, points in cards], "point")


def _cards(card: str, count: int) -> str:
    """Cards that are the same: `8 × A/A`."""
    name = told("wild") if card == WILD else card
    return joined(" × ", [str(count), name]) if count > 1 else name


def winner_becomes_nothing(best: int, added: int) -> Told:
    """Part: what the others' totals grow by is what the winner has below nothing."""
    if not added:
        return told("the winner's {best} becomes 0.", best=best)
    return told("the winner's {best} becomes 0 and {extra} is added to all others.", best=best, extra=added)


def lowest_taken_off(lowest: int) -> Told:
    """Part: what every total loses."""
    return told("the lowest total, {lowest}, is taken off every total.", lowest=lowest)


def wins(winners: Sequence[str], score: int, changed: str | None) -> Told:
    """Who has won, and how the totals `changed` at last."""
    names = spoken_list(winners)
    if len(winners) == 1:
        won = told("{player} wins with {points}.", player=names, points=counted(score, "point"))
    else:
        won = told("{players} win with {points}.", players=names, points=counted(score, "point"))
    return joined(" ", [sentence(changed), won]) if changed else won


# ——— the group game (W24) ———

EMPTY_SOLUTION = message("A solution has at least one line, and a line at least one card.")
ALL_CARDS = told("all cards")


def not_among_the_open_cards(cards: Collection[str]) -> Told:
    """A solution has cards that are not there, or not as often."""
    named: Sequence[str] = sorted(told("wild") if card == WILD else card for card in cards)
    return told("There is no {listed} (any more) among the open cards.", listed=spoken_list(named, "or"))


def solved(player: str, parts: Sequence[tuple[str, int]], bonuses: Sequence[tuple[str, int]]) -> Told:
    """What a solution brings."""
    total = spoken_sum([*shortened(parts), *shortened(bonuses)], "point")
    return told("{player}: {sum}.", player=player, sum=total)


def best_solution(ending: str, lines: Sequence[Sequence[str]], points: int, *, exhaustive: bool) -> Told:
    """How the game ends, and what would have been the best."""
    limit = told("no better one exists") if exhaustive else told("the search was not exhaustive")
    found = " | ".join(" ".join(line) for line in lines) or told("no line at all")
    return told(
        "{ending} The best solution found is {found}, for {gain}; {limit}.",
        ending=ending,
        found=found,
        gain=counted(points, "point"),
        limit=limit,
    )


# ——— who joins and who leaves (W27) ———


def joins(player: str, cards: int, points: int) -> Told:
    """Somebody sits down in mid-match."""
    values = {"cards": counted(cards, "card"), "points": counted(points, "point")}
    return told("{player} joins with {cards} and {points}.", player=player, **values)


def joins_the_group(player: str) -> Told:
    """Somebody sits down in the group game, where nobody has a hand."""
    return told("{player} joins and may hand in a solution.", player=player)


def nobody_joins_now(player: str) -> Told:
    """The game is as good as over."""
    return told("{player} has no cards left, so nobody joins any more.", player=player)


def leaves(player: str) -> Told:
    """Somebody leaves, and another's turn goes on."""
    return told("{player} leaves; what they have laid stays.", player=player)


def leaves_the_turn(player: str, following: str) -> Told:
    """Somebody leaves in the middle of their turn."""
    return told("{player} leaves; what they have laid stays, and it is {next}'s turn.", player=player, next=following)


def passed_over(player: str, following: str) -> Told:
    """Somebody who is away loses the turn."""
    return told("{player} is away and loses the turn; it is {next}'s turn.", player=player, next=following)
