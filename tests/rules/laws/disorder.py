"""What the clauses of Disorder! make true."""

from __future__ import annotations

from companion.games.disorder.state import HOUSE_VALUES
from tests.rules.laws import Step, law

CHANGES = ("placed", "squeezed", "exchanged", "switched")
PAYS = ("challenger_loses", "challenged_loses", "proven", "not_proven", "conceded", "eliminated")
ACTIONS = ("squeeze", "exchange", "switch", "pass")


def _worth(step: Step) -> int:
    values = {**HOUSE_VALUES, **step.before.options.values}
    return sum(1 if card == "?" else values[card] for card in step.before.board)


def _changed(step: Step) -> dict[int, int]:
    both = zip(step.before.scores, step.after.scores, strict=True)
    return {seat: now - was for seat, (was, now) in enumerate(both) if now != was}


def _ends_the_round(step: Step) -> bool:
    return step.verdict in PAYS and step.after.board == ""


def _reaches(step: Step) -> bool:
    return max(step.after.scores) >= step.before.options.target and not step.before.tie_break


def _next_to(step: Step, seat: int) -> int:
    seats = len(step.before.players)
    round_the_table = [(seat + more) % seats for more in range(1, seats + 1)]
    return next(each for each in round_the_table if each in step.before.rivals)


def _is_word(step: Step, word: str) -> bool:
    words = step.before.words
    return bool(words.is_word(word) or (step.before.options.names_allowed and words.is_name(word)))


@law("D2")
def turns_go_round_the_table(step: Step) -> bool | None:
    """After a card or a passed turn the next one in seating order plays."""
    if step.verdict not in (*CHANGES, "passed"):
        return None
    assert step.after.turn == _next_to(step, step.before.turn)
    return True


@law("D3")
def one_card_a_turn_at_an_end_of_the_row(step: Step) -> bool | None:
    """The row is longer by that card, on the left or on the right."""
    if step.verdict != "placed":
        return None
    assert step.seat == step.before.turn
    row, card = step.before.board, step.event.card
    assert step.after.board == (card + row if step.event.side == "left" else row + card)
    return True


@law("D4")
def a_card_face_down_counts_one(step: Step) -> bool | None:
    """Each wild on the board brings one chip, whatever it was taken for."""
    if not _ends_the_round(step) or "?" not in step.before.board or step.before.tie_break:
        return None
    shown = step.before.board.replace("?", "")
    values = {**HOUSE_VALUES, **step.before.options.values}
    assert sum(_changed(step).values()) - sum(values[card] for card in shown) == step.before.board.count("?")
    return True


@law("D5")
def the_points_are_the_sum_over_the_cards(step: Step) -> bool | None:
    """Whoever takes chips takes just as many."""
    if not _changed(step):
        return None
    assert list(_changed(step).values()) == [_worth(step)]
    return True


@law("D6")
def an_objection_comes_at_once_to_two_or_three_open_cards(step: Step) -> bool | None:
    """Right after such a card, by another than its player, who owes the proof if they stand by it."""
    if step.verdict == "objection":
        assert len(step.before.board) in (2, 3)
        assert "?" not in step.before.board
        assert step.seat != step.before.changed_by
        assert step.ruling.house == (step.seat != step.before.turn)
        assert step.after.turn == step.before.changed_by
        return True
    if step.verdict == "stands":
        newest = step.after.debts[-1]
        assert (newest.debtor, newest.letters) == (step.seat, step.before.board)
        assert step.after.debts[:-1] == step.before.debts
    if step.verdict == "withdrawn":
        assert len(step.after.board) == len(step.before.board) - 1
        assert step.after.turn == step.seat
    if step.verdict in ("proven", "not_proven", "eliminated") and step.kind == "prove":
        letters = step.before.debts[0].letters.lower()
        holds = _is_word(step, step.event.word) and letters in (step.before.words.fold(step.event.word) or "")
        if step.verdict != "eliminated":
            assert (step.verdict == "proven") == holds
        assert step.seat == step.before.debts[0].debtor
        if not holds and not step.before.tie_break:
            assert set(_changed(step)) == {step.seat}
    return None


@law("D7")
def a_challenge_from_the_fourth_card_of_who_last_changed_the_board(step: Step) -> bool | None:
    """Instead of playing, and never of oneself."""
    if step.verdict != "challenged":
        return None
    assert step.seat == step.before.turn
    assert len(step.before.board) >= 4
    assert step.after.turn == step.before.changed_by != step.seat
    return True


@law("D8")
def the_word_holds_the_board_is_longer_and_the_board_unfinished(step: Step) -> bool | None:
    """All four, or the challenged player has lost."""
    if step.kind != "name_word" or not step.ruling.accepted:
        return None
    word = (step.before.words.fold(step.event.word) or "").upper()
    board, wilds = step.before.board, step.event.wilds
    holds = False
    for start in range(len(word) - len(board) + 1):
        there = word[start : start + len(board)]
        fits = all(card in ("?", letter) for card, letter in zip(board, there, strict=True))
        meant = "".join(letter for card, letter in zip(board, there, strict=True) if card == "?")
        holds |= fits and wilds in (None, meant) and not _is_word(step, there)
    holds = holds and _is_word(step, step.event.word) and len(word) > len(board)
    assert (step.ruling.detail is None) == holds
    return True


@law("D9")
def the_loser_takes_the_chips_and_starts_the_next_round(step: Step) -> bool | None:
    """The board is gone, and who has its chips plays first."""
    if not _ends_the_round(step) or step.before.tie_break or _reaches(step):
        return None
    (taker,) = _changed(step) or {step.after.turn: 0}
    assert step.after.turn == taker
    assert (step.after.changed_by, step.after.debts) == (None, ())
    if step.kind == "name_word":
        assert taker == (step.before.challenger if step.ruling.detail is None else step.before.challenged)
    return True


@law("D10")
def at_the_target_the_fewest_win_and_the_tied_play_on(step: Step) -> bool | None:
    """Those tied for fewest alone; who takes the chips of a round then is out and no total changes."""
    if step.before.tie_break and _ends_the_round(step):
        assert step.after.scores == step.before.scores
        assert len(step.after.rivals) == len(step.before.rivals) - 1
        assert (step.after.phase == "over") == (len(step.after.rivals) == 1)
        return True
    if step.verdict in PAYS and not step.before.tie_break:
        playing = step.playing(step.after)
        fewest = min(step.after.scores[seat] for seat in playing)
        tied = tuple(seat for seat in playing if step.after.scores[seat] == fewest)
        assert (step.after.phase == "over" or step.after.tie_break) == _reaches(step)
        if _reaches(step):
            assert step.after.rivals == tied
            assert (step.after.phase == "over") == (len(tied) == 1)
            return True
    return None


@law("D11")
def who_concedes_takes_the_chips_at_once(step: Step) -> bool | None:
    """Only on a board with a card on it."""
    if step.kind != "concede" or not step.ruling.accepted:
        return None
    assert step.before.board
    assert step.seat == step.before.turn
    assert step.after.board == ""
    assert step.before.tie_break or set(_changed(step)) <= {step.seat}
    return True


@law("D12")
def action_cards_change_the_board_as_they_say_only_if_agreed(step: Step) -> bool | None:
    """Squeezed in, exchanged or switched; and who passes has changed nothing."""
    if step.kind not in ACTIONS or not step.ruling.accepted:
        return None
    assert step.before.options.action_cards
    was, now = step.before.board, step.after.board
    if step.kind == "pass":
        assert (now, step.after.changed_by) == (was, step.before.changed_by)
        return True
    assert step.after.changed_by == step.seat
    if step.kind == "squeeze":
        assert was[: step.event.after] + step.event.card + was[step.event.after :] == now
        assert 0 < step.event.after < len(was)
    elif step.kind == "exchange":
        assert was[: step.event.at - 1] + step.event.card + was[step.event.at :] == now
    else:
        assert (now[step.event.at - 1], now[step.event.with_ - 1]) == (
            was[step.event.with_ - 1],
            was[step.event.at - 1],
        )
        assert sorted(now) == sorted(was)
    return True


@law("D13")
def a_name_counts_only_where_names_were_agreed(step: Step) -> bool | None:
    """A named word that is only a name holds or not by that option."""
    if step.kind != "name_word" or not step.ruling.accepted:
        return None
    if not step.before.words.is_name(step.event.word) or step.before.words.is_word(step.event.word):
        return None
    assert (step.ruling.detail != "not_a_word") == step.before.options.names_allowed
    return True


@law("D14")
def a_timeout_gives_no_word_no_proof_or_concedes(step: Step) -> bool | None:
    """Only with the option; a warning on an empty board."""
    if step.kind != "timeout" or not step.ruling.accepted:
        return None
    assert step.before.options.answer_seconds is not None
    assert step.ruling.house
    expected = {"name_word": {"challenged_loses", "answered"}, "prove": {"not_proven"},
                "place": {"conceded"} if step.before.board else {"warned"}}[step.before.phase]  # fmt: skip
    assert step.verdict in {*expected, "eliminated"}
    return True


@law("D15", seats=True)
def a_latecomer_has_as_many_chips_as_whoever_has_most(step: Step) -> bool | None:
    """The others keep theirs and their turn; only who left with more has more."""
    if not step.joined:
        return None
    seat = step.after.players.index(step.event.player)
    most = max(step.before.scores[other] for other in step.playing(step.before))
    had = step.before.scores[seat] if seat < len(step.before.scores) else 0
    assert step.after.scores[seat] == max(most, had)
    others = [at for at in range(len(step.before.players)) if at != seat]
    assert all(step.after.scores[other] == step.before.scores[other] for other in others)
    assert (step.after.board, step.after.turn, step.after.debts) == (
        step.before.board, step.before.turn, step.before.debts)  # fmt: skip
    assert seat in step.after.rivals
    return True


@law("D15", seats=True)
def nobody_answers_for_what_a_leaver_has_left(step: Step) -> bool | None:
    """The round goes on only where the leaver has no card, proof or challenge in it; nobody gets chips by it."""
    assert step.after.turn not in step.after.gone
    assert not set(step.after.gone) & set(step.after.rivals)
    if not step.left:
        return None
    before, seat = step.before, step.seat
    assert step.after.scores == before.scores
    alone = len(before.rivals) == 2 and seat in before.rivals
    assert (step.after.phase == "over") == alone
    owes = any(debt.debtor == seat for debt in before.debts)
    if seat in before.rivals and (seat in (before.changed_by, before.challenger, before.challenged) or owes or alone):
        assert (step.after.board, step.after.debts) == ("", ())
    else:
        assert (step.after.board, step.after.debts, step.after.phase) == (before.board, before.debts, before.phase)
        assert step.after.turn == (_next_to(step, seat) if before.turn == seat else before.turn)
    return True


@law("D15", seats=True)
def whoever_is_away_changes_nothing_but_the_turn(step: Step) -> bool | None:
    """Board, chips, debts and who may be challenged stay."""
    if not step.sat_out:
        return None
    before, after = step.before, step.after
    assert before.turn == step.seat != after.turn
    kept = ("board", "scores", "debts", "changed_by", "phase", "rivals", "objectable", "before_card")
    assert [getattr(after, name) for name in kept] == [getattr(before, name) for name in kept]
    return True
