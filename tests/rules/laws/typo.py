"""What the clauses of TYPO make true."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.rules.laws import Step, law

if TYPE_CHECKING:
    from companion.games.typo.state import State

ROW_MARKS = "'’-"


def _row_of(before: State, step: Step) -> str:
    """What the row of a placement is, with the card in front or behind."""
    letter, row = before.queue[0][1], before.rows[step.event.row - 1]
    front, back = (letter, "") if step.event.side == "front" else ("", letter)
    return f"{front}{row}{back}"


def _changed(step: Step) -> dict[int, int]:
    """By seat, how many cards more there are in hand."""
    both = zip(step.before.hands, step.after.hands, strict=True)
    return {seat: now - was for seat, (was, now) in enumerate(both) if now != was}


@law("T1")
def four_rows_and_the_cards_of_so_many_players(step: Step) -> bool | None:
    """Nobody has more cards than at the start but by taking half a row."""
    assert len(step.after.rows) == 4
    first = {2: 14, 3: 13, 4: 12}.get(len(step.before.players))  # more come late
    if all(len(row) == 1 for row in step.before.rows) and not step.before.queue and step.before.winner is None:
        return all(hand == first for hand in step.before.hands)
    return None


@law("T2")
def everybody_reveals_one_card_before_any_is_placed(step: Step) -> bool | None:
    """A round is one card of each who is not away, and no card is placed before all lie there."""
    if step.verdict == "revealed":
        here = [seat for seat in step.playing(step.after) if seat not in step.before.out]
        assert sorted(seat for seat, _ in step.after.queue) == here
        assert not step.before.queue
        return True
    if step.kind == "place" and step.ruling.accepted:
        assert step.before.queue
    if step.kind == "reveal" and step.before.queue and step.before.winner is None and step.verdict != "malformed":
        assert (step.verdict, step.cites) == ("not_now", "T2")
        return True
    return None


@law("T3")
def the_cards_are_placed_by_their_letters(step: Step) -> bool | None:
    """The order is that of the alphabet, and another than the first has no turn."""
    if step.verdict == "revealed":
        letters = [letter for _, letter in step.after.queue]
        assert letters == sorted(letters)
        return len(set(letters)) > 1
    if step.kind in ("place", "fail", "timeout") and step.before.queue and step.before.winner is None:
        assert (step.verdict == "not_your_turn") == (step.seat != step.before.queue[0][0])
    return None


@law("T4")
def of_equal_letters_the_holder_is_first_then_clockwise(step: Step) -> bool | None:
    """Seats with one letter stand in the order counted from the holder at the reveal."""
    if step.verdict != "revealed":
        return None
    seats, holder, decided = len(step.before.players), step.before.holder, False
    for letter in {letter for _, letter in step.after.queue}:
        together = [(seat - holder) % seats for seat, each in step.after.queue if each == letter]
        assert together == sorted(together)
        decided |= len(together) > 1
    return decided


@law("T5")
def a_word_begins_with_the_row_as_it_then_stands(step: Step) -> bool | None:
    """A card is placed exactly when the word said begins so; nothing but that row changes."""
    if step.kind != "place" or step.verdict not in ("placed", "wins", "does_not_begin"):
        return None
    row = _row_of(step.before, step)
    said = "".join(sign for sign in step.event.word if sign not in ROW_MARKS).upper()
    assert said.startswith(row) == step.ruling.accepted
    if step.ruling.accepted:
        rows = list(step.before.rows)
        rows[step.event.row - 1] = row
        assert list(step.after.rows) == rows
        assert step.verdict == "wins" or step.ruling.house == (said == row)
    return True


@law("T7")
def a_doubted_word_falls_only_to_more_than_half_and_the_dictionary(step: Step) -> bool | None:
    """Enough doubters and no word of the dictionary undo the placement; everything else leaves it."""
    if step.kind != "doubt" or step.verdict not in ("word_stands", "word_fails", "too_few_doubters"):
        return None
    before, placed = step.before, step.before.placement
    players = len(step.playing(before))
    asked = players - (before.options.majority == "others")
    enough = 2 * len(set(step.event.players)) > asked
    spelled = step.event.spelling or placed.word
    fails = enough and not before.words.is_word(spelled)
    assert (step.verdict == "word_fails") == fails
    assert (step.verdict == "too_few_doubters") == (not enough)
    assert step.after.placement is None
    other = 2 * len(set(step.event.players)) > 2 * players - 1 - asked
    assert step.ruling.house == (enough != other)
    if fails:
        assert step.after.rows[placed.row] in (placed.before, placed.letter)
    else:
        assert step.after.rows == before.rows
    return True


@law("T8")
def the_second_half_of_a_longest_row_goes_to_the_hand(step: Step) -> bool | None:
    """The larger half comes to the hand, the card begins the row anew, its player has the timer."""
    if step.verdict not in ("row_taken", "word_fails"):
        return None
    failed = step.before.placement if step.verdict == "word_fails" else None
    seat, letter = (failed.seat, failed.letter) if failed else step.before.queue[0]
    rows = list(step.before.rows)
    if failed:
        rows[failed.row] = failed.before
    gone = [at for at, row in enumerate(step.after.rows) if row == letter and len(rows[at]) == max(map(len, rows))]
    assert gone
    half = (max(map(len, rows)) + 1) // 2
    assert _changed(step).get(seat, 0) == (half if failed else half - 1)
    assert step.after.holder == seat
    return True


@law("T9")
def of_several_longest_rows_one_must_be_named(step: Step) -> bool | None:
    """Without a row nothing is taken where several are longest, and never one that is not."""
    if step.kind not in ("fail", "timeout") or step.verdict not in ("choose_row", "not_the_longest", "row_taken"):
        return None
    longest = [at for at, row in enumerate(step.before.rows, start=1) if len(row) == max(map(len, step.before.rows))]
    named = step.event.row
    if named is None:
        assert (step.verdict == "choose_row") == (len(longest) > 1)
    else:
        assert (step.verdict == "row_taken") == (named in longest)
    return len(longest) > 1


@law("T10")
def what_is_longest_is_judged_without_the_failing_card(step: Step) -> bool | None:
    """A doubted card counts for no row: that it made its row longest takes nothing."""
    if step.verdict not in ("word_fails", "not_the_longest") or step.kind != "doubt" or step.event.row is None:
        return None
    placed = step.before.placement
    rows = [placed.before if at == placed.row else row for at, row in enumerate(step.before.rows)]
    is_longest = len(rows[step.event.row - 1]) == max(map(len, rows))
    assert (step.verdict == "word_fails") == is_longest
    return True


@law("T11")
def a_card_leaves_the_hand_when_placed_and_the_last_one_wins(step: Step) -> bool | None:
    """One card fewer in the hand that placed it, none at a reveal, and who has none has won."""
    if step.verdict == "revealed":
        assert step.after.hands == step.before.hands
    if step.verdict in ("placed", "wins"):
        assert _changed(step) == {step.seat: -1}
        assert (step.verdict == "wins") == (step.after.hands[step.seat] == 0) == (step.after.winner == step.seat)
        return True
    if step.before.winner is not None and step.kind != "doubt" and step.verdict != "malformed" and not step.before.gone:
        assert (step.verdict, step.cites) == ("game_over", "T11")
    return None


@law("T12")
def what_is_no_word_of_the_dictionary_does_not_stand(step: Step) -> bool | None:
    """A name alone never makes a doubted word stand."""
    if step.kind != "doubt" or step.verdict not in ("word_stands", "word_fails"):
        return None
    spelled = step.event.spelling or step.before.placement.word
    assert (step.verdict == "word_stands") == step.before.words.is_word(spelled)
    return True


@law("T13", seats=True)
def a_latecomer_has_the_fullest_hand_and_plays_from_the_next_reveal(step: Step) -> bool | None:
    """The others keep their cards, and what lies chosen is placed first."""
    if not step.joined:
        return None
    seat = step.after.players.index(step.event.player)
    fullest = max(step.before.hands[other] for other in step.playing(step.before))
    had = step.before.hands[seat] if seat < len(step.before.hands) else 0
    assert step.after.hands[seat] == max(fullest, had)
    assert all(step.after.hands[at] == had for at, had in enumerate(step.before.hands) if at != seat)
    assert (step.after.queue, step.after.rows) == (step.before.queue, step.before.rows)
    return True


@law("T13", seats=True)
def of_a_leaver_nothing_is_placed_doubted_or_timed(step: Step) -> bool | None:
    """No card, no word and no timer is theirs; the rows stay as they are."""
    gone = step.after.gone
    assert step.after.holder not in gone
    assert not gone or not {seat for seat, _ in step.after.queue}.intersection(gone)
    assert step.after.placement is None or step.after.placement.seat not in gone
    if not step.left:
        return None
    assert step.after.rows == step.before.rows
    left = step.playing(step.after)
    assert step.after.winner == (left[0] if len(left) == 1 else None)
    if len(left) > 1:
        assert step.after.queue == tuple(card for card in step.before.queue if card[0] != step.seat)
    if step.before.holder == step.seat:
        seats = len(step.before.players)
        clockwise = [(step.seat + more) % seats for more in range(1, seats)]
        assert step.after.holder == next(seat for seat in clockwise if seat in left)
    return True


@law("T13", seats=True)
def whoever_is_away_keeps_their_cards_and_the_others_play_on(step: Step) -> bool | None:
    """No row, hand or timer changes; somebody still chooses a card for the next reveal."""
    assert set(step.playing(step.after)) - set(step.after.out)
    if not step.sat_out:
        return None
    before, after = step.before, step.after
    assert (after.rows, after.hands, after.holder) == (before.rows, before.hands, before.holder)
    assert len(after.queue) == max(0, len(before.queue) - 1)
    assert (step.seat in after.out) == (not before.queue)
    return True
