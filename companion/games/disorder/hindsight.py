"""What could have been in Disorder!, told when a challenge is decided and nobody can play on it any more.

The words that would have won; the cards that would have been safe; the challenge or the objection that was not made;
between two, until when the round could still be won. All this is of the dictionary and the row: hands are not known, so
that "could" means with the right card. Which cards are safe is exact, a card face down and the action cards among them.
Who could win is exact where the search reaches (`face_down`); beyond it, of rows that lie all face up, the solved
dictionary says what cards face up alone would have done (`superghost`). Nothing of who could win is said among more
than two, nor where action cards were agreed on: whether somebody still holds one, nobody knows.
"""

from __future__ import annotations

from itertools import combinations, islice
from typing import TYPE_CHECKING, Any

from companion.games.disorder import sentences as say
from companion.games.disorder.events import NameWord, Prove, Timeout
from companion.games.disorder.legal import hindrance
from companion.games.disorder.odds import right_in_hundred
from companion.games.disorder.state import CHALLENGE_FROM_CARDS, WILD
from companion.games.disorder.words import (
    check_word,
    proves,
    proving_words,
    saving_words,
    standing_letters,
    standing_rows,
    stands,
)
from companion.sentences import as_json
from companion.solvers.face_down import MOST_FITS, FaceDown, TooMany
from companion.solvers.superghost import SolvedWords, Superghost

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from companion.games.disorder.state import State
    from companion.sentences import Told
    from companion.solvers.superghost import Added

SHORTEST_ROW = CHALLENGE_FROM_CARDS - 1  # what one card more makes a row that may be challenged
WINNING_CARDS = 3  # so many are told, at most
ACTION_ROWS = 3  # so many rows of each action card, at most


def hints(state: State, event: Any, earlier: Iterable[State] = ()) -> Mapping[str, Any]:
    """After a challenge was decided, and every proof given or failed, what could have been (JSON-ready).

    `saving_words` that would have won, where whoever had to name a word lost; `no_word` is true where there is none at
    all. `safe_cards`, letters and `?` for a card face down, that the `player` who lost could have laid to the `left` or
    the `right` of the `row` instead; `safe_actions`, where action cards were agreed on, some rows that a `squeeze`, an
    `exchange` or a `switch` could have made of it (a pass is always safe). `last_chance`: with which `row` before them
    that player could last have won, by some of which cards, told in the same way; `face_up` says that this holds if
    nobody lays a card face down. `lost_from`: from which `row` on no card of theirs won. `right_in_hundred`: how often
    the challenge would have been right, were each card face down one of the letters not seen yet. `remarks`: the newest
    row that player had before them which no word could have saved, or a beginning that is in no word: by a challenge,
    or an objection, they would not have lost.

    `earlier` are the states of the match before this one, the newest first.
    """
    if not _ends_the_challenge(state, event):
        return {}
    lost = _challenged_loses(state, event)
    saving: dict[str, Any] = {"saving_words": list(saving_words(state))} if lost else {}
    if state.phase == "prove" and not _is_proven(state, event):
        return saving  # the points are the debtor's, whoever was right
    if lost and not saving["saving_words"] and not stands(state, state.board):
        saving["no_word"] = True
    loser = state.challenged if lost else state.challenger
    assert loser is not None  # a challenge has both
    states = tuple(earlier)
    faced = list(_faced(state, states, loser, lost=lost))
    said = [unsaid(each, loser) for each in faced]
    told = _who_could_win(faced[: next((at for at, each in enumerate(said) if each is not None), None)])
    if faced:
        board = faced[0].board
        told = {**_safe_cards(state, board), **_safe_actions(state, board), **told}
    remarks = [each for each in said if each is not None][:1]
    chance = None if "no_word" in saving else right_in_hundred(state, states)
    return {
        **saving,
        **{name: {"player": state.name(loser), **each} for name, each in told.items()},
        **({"remarks": [{"text": each, "said": as_json(each)} for each in remarks]} if remarks else {}),
        **({} if chance is None else {"right_in_hundred": chance}),
    }


def _ends_the_challenge(state: State, event: Any) -> bool:
    """Whether the round ends with it: while a proof is owed, a word with the row in it would be one."""
    if state.phase == "name_word":
        return isinstance(event, (NameWord, Timeout)) and not state.debts
    if state.phase == "prove":
        return isinstance(event, (Prove, Timeout)) and (len(state.debts) == 1 or not _is_proven(state, event))
    return False


def _is_proven(state: State, event: Prove | Timeout) -> bool:
    return isinstance(event, Prove) and proves(state, event.word, state.debts[0].letters)


def _challenged_loses(state: State, event: Any) -> bool:
    if state.phase == "prove":
        return state.failing is not None
    return not isinstance(event, NameWord) or check_word(state, event.word, event.wilds).failing is not None


def _faced(state: State, earlier: Iterable[State], loser: int, *, lost: bool) -> Iterator[State]:
    """The rows of the round that the loser had to play on, the newest first; not the one they made for the challenge.

    A row that was taken back again is none of them: from one to the next there are fewer cards.
    """
    told, is_first = state.board, lost
    if not lost:
        yield state
    for before in earlier:
        if not before.board:
            return
        another = len(before.board) < len(told) or (is_first and before.board != told)
        if another and before.phase == "place" and before.turn == loser:
            told, is_first = before.board, False
            yield before


# ——— what was not said (D6, D7) ———


def unsaid(state: State, seat: int) -> Told | None:
    """What the player on that seat, whose turn it was, could have said in place of playing on: a challenge of a row
    that no word saves, or an objection to a beginning that no word proves. None where neither would have been right."""
    if could_have_challenged(state, seat):
        return say.could_have_challenged(state.name(seat), state.board)
    if hindrance(state, seat, "object") is None and not proving_words(state, state.board, 1, shown=False):
        return say.could_have_objected(state.name(seat), state.board)
    return None


def could_have_challenged(state: State, seat: int) -> bool:
    """Whether a challenge was possible and certain to be won: no word saves the row, and they owe no proof (D6)."""
    owes = any(debt.debtor == seat for debt in state.debts)
    return not owes and hindrance(state, seat, "challenge") is None and not stands(state, state.board)


# ——— what was safe (D8) ———


def _safe_cards(state: State, row: str) -> dict[str, Any]:
    if len(row) < SHORTEST_ROW:
        return {}
    left, right = standing_letters(state, "", row), standing_letters(state, row, "")
    return {"safe_cards": {"row": row, "left": left, "right": right}}


def _safe_actions(state: State, row: str) -> dict[str, Any]:
    """Rows that can be challenged and would hold; those too short to be challenged are always safe and not told."""
    if not state.options.action_cards or len(row) < CHALLENGE_FROM_CARDS:
        return {}
    by_card = {"squeeze": _squeezed, "exchange": _exchanged, "switch": _switched}
    made = {card: list(islice(rows(state, row), ACTION_ROWS)) for card, rows in by_card.items()}
    return {"safe_actions": {"row": row, **made}}


def _squeezed(state: State, row: str) -> Iterator[str]:
    """Rows that stand with a letter more between two cards: of each gap one, if there is any."""
    for after in range(1, len(row)):
        yield from islice(standing_rows(state, row[:after], row[after:]), 1)


def _exchanged(state: State, row: str) -> Iterator[str]:
    """Rows that stand with another letter in the place of a card: of each place one, if there is any."""
    for at in range(len(row)):
        found = standing_rows(state, row[:at], row[at + 1 :])
        yield from islice((other for other in found if other != row), 1)


def _switched(state: State, row: str) -> Iterator[str]:
    """The rows that stand with two cards in each other's place."""
    for at, other in combinations(range(len(row)), 2):
        cards = list(row)
        cards[at], cards[other] = row[other], row[at]
        if row[at] != row[other] and stands(state, "".join(cards)):
            yield "".join(cards)


# ——— who could win ———


def _who_could_win(faced: list[State]) -> dict[str, Any]:
    """Of rows that the loser faced, the newest first: from which on the round was lost, the last chance by a card."""
    found: dict[str, Any] = {}
    for state in faced:
        row = state.board
        if len(state.rivals) > 2 or state.options.action_cards:
            break
        winning, face_up = _winning(state, row)
        if winning is None:
            break
        if winning:
            ends = {
                side: "".join(added.card.upper() for added in winning if added.side == side)
                for side in ("left", "right")
            }
            return {**found, "last_chance": {"row": row, **ends, "face_up": face_up}}
        if not face_up:
            found["lost_from"] = {"row": row}
    return found


def _winning(state: State, row: str) -> tuple[tuple[Added, ...] | None, bool]:
    """Some of the cards that win with the row on the table, None where that is not known, and whether that holds only
    with all cards face up."""
    if len(row) >= SHORTEST_ROW:
        try:
            found = state.words.find(row, longer=True, names=state.options.names_allowed, limit=MOST_FITS + 1)
            return FaceDown(row.lower(), found, state.allows).winning(WINNING_CARDS), False
        except TooMany:
            pass
    words = state.words
    if WILD in row or state.options.names_allowed or not isinstance(words, SolvedWords):
        return None, True
    table = words.lost_runs()
    return (None if table is None else Superghost(table, words).winning(row.lower())[:WINNING_CARDS]), True
