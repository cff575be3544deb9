"""What could have been in Disorder!, told when a challenge is decided and nobody can play on it any more.

The words that would have won; the cards that would have been safe; between two, until when the round could still be
won. All this is of the dictionary and the row: hands are not known, so that "could" means with the right card. Which
cards are safe is exact, a card face down among them. Who could win is exact where the search reaches (`face_down`);
beyond it, of rows that lie all face up, the solved dictionary says what cards face up alone would have done
(`superghost`). Nothing of who could win is said among more than two, nor where action cards were agreed on: whether
somebody still holds one, nobody knows.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from companion.games.disorder.events import NameWord, Prove, Timeout
from companion.games.disorder.state import CHALLENGE_FROM_CARDS, WILD
from companion.games.disorder.words import check_word, proves, saving_words
from companion.solvers.face_down import FaceDown, TooMany
from companion.solvers.superghost import SolvedWords, Superghost

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from companion.games.disorder.state import State
    from companion.solvers.superghost import Added

COPIES = 4  # of each letter in the deck (D1)
SHORTEST_ROW = CHALLENGE_FROM_CARDS - 1  # what one card more makes a row that may be challenged
WINNING_CARDS = 3  # so many are told, at most


def hints(state: State, event: Any, earlier: Iterable[State] = ()) -> Mapping[str, Any]:
    """After a challenge was decided, and every proof given or failed, what could have been (JSON-ready).

    `saving_words` that would have won, where whoever had to name a word lost. `safe_cards`, letters and `?` for a card
    face down, that the `player` who lost could have laid to the `left` or the `right` of the `row` instead.
    `last_chance`: with which `row` before them that player could last have won, by which `cards`; `face_up` says that
    this holds if nobody lays a card face down. `lost_from`: from which `row` on no card of theirs won.
    `right_in_hundred`: how often the challenge would have been right, were each card face down one of the letters left
    in the deck.

    `earlier` are the states before this one, the newest first.
    """
    if not _ends_the_challenge(state, event):
        return {}
    lost = _challenged_loses(state, event)
    saving = {"saving_words": list(saving_words(state))} if lost else {}
    if isinstance(event, Prove) and not _is_proven(state, event):
        return saving  # the points are the debtor's, whoever was right
    loser = state.challenged if lost else state.challenger
    assert loser is not None  # a challenge has both
    rows = list(_rows_faced(state, earlier, loser, lost=lost))
    told = {**_safe_cards(state, rows[:1]), **_who_could_win(state, rows)}
    return {
        **saving,
        **{name: {"player": state.name(loser), **each} for name, each in told.items()},
        **_right_in_hundred(state),
    }


def _ends_the_challenge(state: State, event: Any) -> bool:
    """Whether the round ends with it: while a proof is owed, a word with the row in it would be one."""
    if state.phase == "name_word":
        return isinstance(event, (NameWord, Timeout)) and not state.debts
    if state.phase == "prove":
        return isinstance(event, Timeout) or (
            isinstance(event, Prove) and (len(state.debts) == 1 or not _is_proven(state, event))
        )
    return False


def _is_proven(state: State, event: Prove) -> bool:
    return proves(state, event.word, state.debts[0].letters)


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


def _faced(state: State, row: str) -> FaceDown:
    """All that can come of a row. Raises TooMany where it fits in too many places."""
    found = state.words.find(row, longer=True, names=state.options.names_allowed)
    return FaceDown(row.lower(), found, state.allows)


def _safe_cards(state: State, rows: list[str]) -> dict[str, Any]:
    for row in rows:
        if len(row) >= SHORTEST_ROW:
            try:
                safe = _faced(state, row).safe()
            except TooMany:
                return {}
            sides = {
                side: "".join(added.card.upper() for added in safe if added.side == side) for side in ("left", "right")
            }
            return {"safe_cards": {"row": row, **sides}}
    return {}


def _who_could_win(state: State, rows: list[str]) -> dict[str, Any]:
    if len(state.rivals) > 2 or state.options.action_cards:
        return {}
    found: dict[str, Any] = {}
    for row in rows:
        winning, face_up = _winning(state, row)
        if winning is None:
            break
        if winning:
            cards = [{"side": added.side, "card": added.card.upper()} for added in winning]
            return {**found, "last_chance": {"row": row, "cards": cards, "face_up": face_up}}
        if not face_up:
            found["lost_from"] = {"row": row}
    return found


def _winning(state: State, row: str) -> tuple[tuple[Added, ...] | None, bool]:
    """Some of the cards that win with the row on the table, None where that is not known, and whether that holds only
    with all cards face up."""
    if len(row) >= SHORTEST_ROW:
        try:
            return _faced(state, row).winning(WINNING_CARDS), False
        except TooMany:
            pass
    words = state.words
    if WILD in row or state.options.names_allowed or not isinstance(words, SolvedWords):
        return None, True
    table = words.lost_runs()
    return (None if table is None else Superghost(table, words).winning(row.lower())[:WINNING_CARDS]), True


def _right_in_hundred(state: State) -> dict[str, int]:
    """The share of the ways to deal the cards face down from the deck without the letters on the table that leave the
    row finished or impossible. Without a card face down there is nothing to guess."""
    board = state.board
    if WILD not in board:
        return {}
    try:
        spellings = _faced(state, board).spellings()
    except TooMany:
        return {}
    left = {letter: COPIES - board.count(letter) for letter in map(chr, range(ord("A"), ord("Z") + 1))}
    unseen, hidden = sum(left.values()), board.count(WILD)
    ways = sum(
        _ways([letter for card, letter in zip(board, spelled.upper(), strict=True) if card == WILD], left)
        for spelled in spellings
    )
    return {"right_in_hundred": round(100 * (1 - ways / prod(range(unseen - hidden + 1, unseen + 1))))}


def _ways(letters: list[str], left: Mapping[str, int]) -> int:
    """In how many ways these letters, in their order, can be dealt from so many cards of each."""
    return prod(max(0, left[letter] - letters[:place].count(letter)) for place, letter in enumerate(letters))
