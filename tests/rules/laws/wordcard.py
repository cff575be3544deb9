"""What the clauses of WORDCARD but those about laying make true: of choosing, contests, turns and the end."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from companion.games.wordcard.state import result
from tests.rules.laws import Step, law
from tests.rules.laws.wordcard_lines import new_lines, paid, value_of, was_laid

if TYPE_CHECKING:
    from companion.games.wordcard.state import State

EXCHANGES = ("draw", "discard")


@law("W5")
def in_the_wild_game_the_dealer_says_first_what_is_played(step: Step) -> bool | None:
    """Nothing else comes before, and only the dealer of a wild game says it."""
    if step.before.choosing and step.ruling.accepted:
        assert (step.kind, step.seat) == ("dealer_chooses", step.before.dealer)
        assert step.after.options.type == step.event.type
    if step.verdict == "chosen":
        assert step.before.choosing
        assert not step.after.choosing
        return True
    return None


def _skipped(step: Step, lost: list[int], after_seat: int) -> tuple[int, list[int]]:
    """Who plays after that seat, and the turns still lost then."""
    seat = after_seat
    while True:
        seat = (seat + 1) % len(lost)
        if seat in step.before.gone:
            continue
        if not lost[seat]:
            return seat, lost
        lost[seat] -= 1


@law("W16")
def a_contest_costs_the_challengers_or_takes_the_laydown_back(step: Step) -> bool | None:
    """Right after it, about a word that was claimed."""
    if step.verdict not in ("word_stands", "word_fails"):
        return None
    doubtful, lost = step.before.doubtful, [hand.lost_turns for hand in step.before.hands]
    assert step.event.word.lower() in doubtful.claimed
    challengers = {step.before.players.index(name) for name in step.event.players}
    assert doubtful.owner not in challengers
    holds = step.event.upheld if step.event.about else step.before.words.is_word(step.event.word)
    assert (step.verdict == "word_stands") == holds
    if holds:
        expected = [turns + (seat in challengers) for seat, turns in enumerate(lost)]
        assert [hand.lost_turns for hand in step.after.hands] == expected
        assert step.after.lines == step.before.lines
        return True
    lost[doubtful.owner] += len(challengers) - 1
    turn, left = _skipped(step, lost, doubtful.owner)
    assert (step.after.turn, [hand.lost_turns for hand in step.after.hands]) == (turn, left)
    assert step.after.lines == doubtful.before.lines
    owner, before = step.after.hands[doubtful.owner], doubtful.before.hands[doubtful.owner]
    assert (owner.score, owner.bonus, owner.opened_in) == (before.score, before.bonus, before.opened_in)
    assert step.ruling.house
    return True


@law("W17")
def a_turn_lasts_until_it_is_ended_or_its_notice_has_run_out(step: Step) -> bool | None:
    """Its end cites W17; a timeout only after the notice, which is given once."""
    if step.verdict == "turn_ended":
        assert step.cites == "W17"
        return True
    if step.verdict == "noticed":
        assert not step.before.noticed
        assert step.after.noticed
    if step.verdict == "turn_lost":
        assert (step.cites, step.before.noticed) == ("W17", True)
    if step.verdict in ("turn_ended", "turn_lost", "word_fails", "final", "chosen", "discarded"):
        return None
    if step.ruling.accepted:
        assert step.after.turn == step.before.turn
    return None


@law("W18")
def turns_go_round_until_somebody_has_no_cards_left(step: Step) -> bool | None:
    """Out of turn nobody ends one, by W18; who lays the last card is out."""
    if step.kind == "end_turn" and step.verdict == "not_your_turn":
        assert step.cites == "W18"
        assert step.seat != step.before.turn
        return True
    if step.verdict in ("turn_ended", "turn_lost"):
        turn, lost = _skipped(step, [hand.lost_turns for hand in step.before.hands], step.before.turn)
        assert (step.after.turn, [hand.lost_turns for hand in step.after.hands]) == (turn, lost)
    if was_laid(step):
        assert (step.verdict == "out") == (step.after.hands[step.seat].cards == 0) == (step.after.out == step.seat)
        return step.verdict == "out"
    if step.before.winners is not None:
        ended_by = "W27" if step.before.left_alone else "W18"
        assert (step.verdict, step.cites) == ("game_over", ended_by) or step.verdict == "malformed"
    return None


@law("W19")
def finishing_earns_25_or_50(step: Step) -> bool | None:
    """Fifty in one turn, 25 after a laydown of an earlier one; without a long line and the last card nothing."""
    if not was_laid(step):
        return None
    _, bonus = paid(step)
    if any(len(line.cards) >= 8 for line in new_lines(step)):
        return None
    hand = step.before.hands[step.seat]
    at_once = hand.opened_in in (None, step.before.turn_number)
    assert bonus == ((50 if at_once else 25) if step.verdict == "out" else 0)
    return step.verdict == "out"


def _totals(step: Step) -> list[int]:
    """By seat, the points with what was left in hands; partners have their sum. Nobody who has left without one."""
    state, double = step.before, 2 if step.before.scheme.type == "wordcard" else 1
    scores = [hand.score for hand in state.hands]
    for name, cards in getattr(step.event, "hands", {}).items():
        left = double * sum(50 if card == "*" else value_of(card, state) for card in cards)
        scores[state.players.index(name)] += left if state.scheme.aim == "fewest" else -left
    for pair in state.options.partners:
        seats = [state.players.index(name) for name in pair]
        for seat in seats[1:]:
            scores[seats[0]] += scores[seat]
        for seat in seats[1:]:
            scores[seat] = scores[seats[0]]
    return [scores[seat] for seat in _counted(state)]


def _counted(state: State) -> list[int]:
    """The seats of those who play, and of partners of whom one does."""
    pairs = [{state.players.index(name) for name in pair} for pair in state.options.partners]
    return [
        seat for seat in range(len(state.players))
        if seat not in state.gone or any(seat in pair and pair - set(state.gone) for pair in pairs)
    ]  # fmt: skip


def _scores(step: Step) -> list[int]:
    return [step.after.hands[seat].score for seat in _counted(step.before)]


def _final(step: Step, aim: str) -> list[int] | None:
    """The totals of a match that ends by hands shown; None for any other step."""
    if step.verdict != "final" or step.before.group or step.before.scheme.aim != aim:
        return None
    return _totals(step)


@law("W20")
def cards_left_in_hand_count_their_value_and_a_wild_fifty(step: Step) -> bool | None:
    """In wordcard twice; who went out has none, so the differences between scores say it."""
    if step.verdict != "final" or step.before.group:
        return None
    totals, scores = _totals(step), _scores(step)
    if step.before.scheme.aim == "most":
        assert [score - scores[0] for score in scores] == [total - totals[0] for total in totals]
    return any(step.event.hands.values())


@law("W21")
def for_the_fewest_the_winner_becomes_nothing(step: Step) -> bool | None:
    """And what it was below 0 comes to all others."""
    totals = _final(step, "fewest")
    if totals is None:
        return None
    best = min(totals)
    assert _scores(step) == [0 if total == best else total + max(0, -best) for total in totals]
    assert step.cites == "W21"
    return True


@law("W22")
def for_the_most_the_lowest_total_is_taken_off_all(step: Step) -> bool | None:
    """Its own too, which is our reading; not where there are no others."""
    totals = _final(step, "most")
    if totals is None:
        return None
    alone = len(step.before.teams()) == 1
    lowest = 0 if alone else min(totals)
    assert _scores(step) == [total - lowest for total in totals]
    assert (step.cites, step.ruling.house) == ("W22", not alone)
    return True


@law("W23")
def the_fewest_or_the_most_win_and_equals_share(step: Step) -> bool | None:
    """By the aim, all of them."""
    if step.verdict != "final":
        return None
    totals = _totals(step)
    best = min(totals) if step.before.scheme.aim == "fewest" else max(totals)
    won = [seat for seat, total in zip(_counted(step.before), totals, strict=True) if total == best]
    assert step.after.winners == tuple(seat for seat in won if seat not in step.before.gone)
    return True


@law("W24")
def a_solution_is_made_of_the_open_cards_each_once(step: Step) -> bool | None:
    """It pays its lines, and fifty for all cards; the group game ends when it is closed."""
    if step.verdict != "solved":
        return None
    used = Counter("*" if card.startswith("*") else card for row in step.event.lines for card in row)
    assert not used - Counter(step.before.options.cards)
    assert not step.before.solved[step.seat]
    was, now = (state.hands[step.seat] for state in (step.before, step.after))
    assert now.bonus - was.bonus >= (50 if used.total() == len(step.before.options.cards) else 0)
    return True


@law("W25")
def one_draw_then_one_discard_and_what_is_picked_up_is_played(step: Step) -> bool | None:
    """A turn that ends without that undoes its exchange: the hand is as large, and the pile as high, as before it."""
    if step.kind in EXCHANGES and step.ruling.accepted:
        drawn, discarded = step.before.drawn, step.before.discarded
        assert (drawn, discarded) == ((False, False) if step.kind == "draw" else (True, False))
        return True
    if step.verdict == "turn_ended":
        assert step.before.picked is None
    if step.verdict == "turn_lost":
        was, now = (state.hands[step.before.turn] for state in (step.before, step.after))
        if step.before.picked is None:
            assert now.cards == was.cards
            assert step.after.pile == step.before.pile
        elif was.cards + step.before.discarded >= len(step.before.taken):
            kept = step.before.pile[: len(step.before.pile) - step.before.discarded]
            assert now.cards == was.cards + step.before.discarded - len(step.before.taken)
            assert step.after.pile == (*kept, *step.before.taken)
    return None


@law("W26")
def there_is_nothing_but_points(step: Step) -> bool | None:
    """Whoever wins, nobody is owed anything: the scores are all there is."""
    if step.verdict != "final":
        return None
    assert set(result(step.after)) == {"lines", "hand", "bonuses", "lost_turns"}
    return True


@law("W27", seats=True)
def a_latecomer_has_a_full_hand_and_the_points_of_whoever_is_last(step: Step) -> bool | None:
    """Not open, no turn to lose; nobody else's hand or turn changes."""
    if not step.joined:
        return None
    before, after = step.before, step.after
    seat = after.players.index(step.event.player)
    hand, others = after.hands[seat], [before.hands[other].score for other in step.playing(before)]
    had = [old.score for old in before.hands[seat : seat + 1]]
    if before.group:
        assert (hand.cards, hand.score) == (0, sum(had))
    else:
        worst = min if before.scheme.aim == "most" else max
        assert (hand.cards, hand.score) == (before.options.hand, worst([*had, *others], default=0))
        assert (hand.opened_in, hand.lost_turns) == (None, 0)
    assert all(after.hands[at] == old for at, old in enumerate(before.hands) if at != seat and at not in before.gone)
    assert (after.lines, after.pile, after.out) == (before.lines, before.pile, before.out)
    assert after.acting in (before.turn, None) or len(step.playing(before)) < 2
    return True


@law("W27", seats=True)
def a_leaver_has_no_turn_and_no_hand_and_what_they_laid_stays(step: Step) -> bool | None:
    """Turn and cards are never a leaver's, nor is a win; the lines stay."""
    after = step.after
    assert after.acting not in after.gone
    assert all(after.hands[seat].cards == 0 for seat in after.gone)
    assert not set(after.winners or ()) & set(after.gone)
    if not step.left:
        return None
    before = step.before
    assert (after.lines, after.grid) == (before.lines, before.grid)
    assert [hand.score for hand in after.hands] == [hand.score for hand in before.hands]
    apart = {frozenset(team) for team in before.teams() if set(team) - set(after.gone)}
    assert (after.winners is None) == (len(apart) > 1)
    assert after.winners is None or list(after.winners) == step.playing(after)
    assert before.acting == step.seat or after.winners is not None or after.turn == before.turn
    return True


@law("W27", seats=True)
def whoever_is_away_loses_the_turn_they_are_in(step: Step) -> bool | None:
    """What they have laid stays, and the points."""
    if not step.sat_out:
        return None
    before, after = step.before, step.after
    assert before.turn == step.seat
    assert after.turn_number == before.turn_number + 1
    assert [hand.score for hand in after.hands] == [hand.score for hand in before.hands]
    assert after.lines == before.lines
    return True
