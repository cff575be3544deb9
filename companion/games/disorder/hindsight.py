"""What could have been in Disorder!, told when a challenge is decided and nobody can play on it any more.

The words that would have won; the cards that would have been safe; between two, until when the round could still be
won. All this is of the dictionary and the row: hands are not known, so that "could" means with the right card. Which
cards are safe is exact, a card face down and the action cards among them. Who could win is exact where the search
reaches (`face_down`); beyond it, of rows that lie all face up, the solved dictionary says what cards face up alone
would have done (`superghost`). Nothing of who could win is said among more than two, nor where action cards were agreed
on: whether somebody still holds one, nobody knows.
"""

from __future__ import annotations

from itertools import combinations, islice
from typing import TYPE_CHECKING, Any

from companion.games.disorder.events import NameWord, Prove, Timeout
from companion.games.disorder.odds import right_in_hundred
from companion.games.disorder.state import CHALLENGE_FROM_CARDS, WILD
from companion.games.disorder.words import (
    check_word,
    proves,
    saving_words,
    standing_letters,
    standing_rows,
    stands,
)
from companion.solvers.face_down import MOST_FITS, FaceDown, TooMany
from companion.solvers.superghost import SolvedWords, Superghost

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from companion.games.disorder.state import State
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
    the challenge would have been right, were each card face down one of the letters not seen yet.

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
    rows = list(_rows_faced(state, states, loser, lost=lost))
    told = _who_could_win(state, rows)
    for row in rows[:1]:
        told = {**_safe_cards(state, row), **_safe_actions(state, row), **told}
    chance = None if "no_word" in saving else right_in_hundred(state, states)
    return {
        **saving,
        **{name: {"player": state.name(loser), **each} for name, each in told.items()},
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


def _rows_faced(state: State, earlier: Iterable[State], loser: int, *, lost: bool) -> Iterator[str]:
    """The rows of the round that the loser had to play on, the newest first; not the one they made for the challenge.

    A row that was taken back again is none of them: from one to the next there are fewer cards.
    """
    told, is_first = state.board, lost
    if not lost:
        yield told
    for before in earlier:
        if not before.board:
            return
        another = len(before.board) < len(told) or (is_first and before.board != told)
        if another and before.phase == "place" and before.turn == loser:
            told, is_first = before.board, False
            yield told


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


def _who_could_win(state: State, rows: list[str]) -> dict[str, Any]:
    if len(state.rivals) > 2 or state.options.action_cards:
        return {}
    found: dict[str, Any] = {}
    for row in rows:
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
