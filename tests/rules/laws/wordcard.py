"""What the clauses of WORDCARD make true. Points and goodness are found anew, by trying every stretch of a line."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from companion.games.comings import is_deserted
from companion.games.wordcard.state import result
from tests.rules.laws import Step, law

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.wordcard.state import Line, State

ORDER = ("7", "8", "9", "10", "J", "Q", "K", "A")
HOUSE = {"A": 1, "7": 7, "8": 8, "9": 9, "10": 10, "J": 10, "Q": 10, "K": 10}
LAYS = ("laid", "tagged", "out")
EXCHANGES = ("draw", "discard")


# ——— cards and lines, read anew ———


def _rank(card: str) -> str:
    return card.removeprefix("*=").partition("/")[0]


def _letter(card: str) -> str:
    return card.partition("/")[2].lower() or " "


def _value(card: str, state: State) -> int:
    if card.startswith("*"):
        return 25 if state.scheme.aim == "most" else 0
    rank = _rank(card)
    return state.options.values.get(rank, HOUSE[rank])  # type: ignore[call-overload, no-any-return]


def _words(line: Line, state: State) -> list[tuple[int, int]]:
    """The stretches of a line that are words, of the dictionary (unless only claimed ones count) or claimed."""
    letters = "".join(map(_letter, line.cards))
    found = []
    for start in range(len(letters)):
        for end in range(start + 2, len(letters) + 1):
            text = letters[start:end]
            of_the_dictionary = state.words.is_word(text) and not state.scheme.declared_only
            if text in line.claimed or (" " not in text and of_the_dictionary):
                found.append((start, end))
    return found


def _combinations(cards: Sequence[str]) -> list[tuple[int, int]]:
    """The stretches that are equal ranks or neighbours up or down, and in no longer stretch of their kind."""
    ranks = [_rank(card) for card in cards]
    found = []
    for apart, least in ((0, 2), (1, 3), (-1, 3)):  # equal ranks, and neighbours up and down
        ends = [(start, end) for start in range(len(ranks)) for end in range(start + least, len(ranks) + 1)]
        own = [
            (start, end)
            for start, end in ends
            if all(one and other and _step(one, other) == apart for one, other in pairwise(ranks[start:end]))
        ]
        found += [each for each in own if not any(each != other and _is_inside(each, other) for other in own)]
    return found


def _is_inside(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return other[0] <= one[0] and one[1] <= other[1]


def _step(one: str, other: str) -> int:
    return ORDER.index(other) - ORDER.index(one)


def _is_covered(count: int, spans: Sequence[tuple[int, int]]) -> bool:
    return {place for start, end in spans for place in range(start, end)} == set(range(count))


def _spans(line: Line, state: State) -> list[tuple[int, int]]:
    """What counts in a line in the game played."""
    kind = state.scheme.type
    return (_words(line, state) if kind != "cardplay" else []) + (
        _combinations(line.cards) if kind != "wordplay" else []
    )


def _worth(line: Line, state: State) -> int:
    values = [_value(card, state) for card in line.cards]
    double = 2 if state.scheme.type == "wordcard" else 1
    return double * sum(sum(values[start:end]) for start, end in _spans(line, state))


def _cards(step: Step) -> list[str]:
    """The cards an event lays or tags."""
    event = step.event
    if step.kind == "tag":
        return [*event.front, *event.back]
    if step.before.options.grid:
        return [cell.card for cell in event.cells]
    return [card for row in event.lines for card in row]


def _new(step: Step) -> list[Line]:
    """The lines that are new or longer after a laydown."""
    was = Counter((line.cards, line.at, line.down) for line in step.before.lines)
    found = []
    for line in step.after.lines:
        key = (line.cards, line.at, line.down)
        if was[key]:
            was[key] -= 1
        else:
            found.append(line)
    return found


def _paid(step: Step) -> tuple[int, int]:
    """What a laydown brought: points and bonuses."""
    seat = step.before.turn
    was, now = step.before.hands[seat], step.after.hands[seat]
    bonus = now.bonus - was.bonus
    return now.score - was.score - (bonus if step.before.scheme.aim == "most" else -bonus), bonus


def _laid(step: Step, *kinds: str) -> bool:
    return step.kind in ("lay", "tag") and step.ruling.accepted and (not kinds or step.before.scheme.type in kinds)


def _gained(step: Step) -> int:
    """What the new lines are worth less what the lines were that they have grown from, by the cards alone."""
    state, gained = step.before, 0
    if step.kind == "tag":
        at = step.event.line - 1
        return _worth(step.after.lines[at], state) - _worth(state.lines[at], state)
    for line in _new(step):
        gained += _worth(line, state)
    if state.options.grid:
        kept = {(line.cards, line.at, line.down) for line in step.after.lines}
        gained -= sum(_worth(line, state) for line in state.lines if (line.cards, line.at, line.down) not in kept)
    return gained


# ——— the laws ———


@law("W1")
def nobody_lays_more_than_the_hand_holds_nor_five_wilds_lie(step: Step) -> bool | None:
    """A hand is smaller by the cards laid, and never less than empty."""
    if not _laid(step):
        return None
    was, now = (state.hands[step.seat].cards for state in (step.before, step.after))
    assert now == was - len(_cards(step)) >= 0
    cells = [laid.card for laid in step.after.grid]
    lying = cells or [card for line in step.after.lines for card in line.cards]
    assert sum(card.startswith("*") for card in lying) <= 4
    return True


@law("W2", "W3")
def cards_laid_are_worth_their_rank_and_a_wild_what_the_aim_says(step: Step) -> bool | None:
    """Each card on the table has its value: ace 1, 7 to 10 their number, the faces 10; a wild 0 or 25."""
    if not _laid(step):
        return None
    cards = _cards(step)
    assert [step.before.scheme.value(card) for card in cards] == [_value(card, step.before) for card in cards]
    return bool(cards)


@law("W4")
def for_the_fewest_a_laydown_pays_only_its_bonuses(step: Step) -> bool | None:
    """And they are taken off; for the most its points come with them."""
    if not _laid(step):
        return None
    points, _ = _paid(step)
    assert points == (0 if step.before.scheme.aim == "fewest" else _gained(step))
    return True


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


@law("W6")
def an_opening_is_large_enough_or_the_whole_hand(step: Step) -> bool | None:
    """So many cards, or so many points where these were agreed."""
    if not _laid(step) or step.before.hands[step.seat].opened_in is not None:
        return None
    cards, options = _cards(step), step.before.options
    points = sum(_value(card, step.before) for card in cards)
    enough = len(cards) >= options.open_cards if options.open_points is None else points >= options.open_points
    assert enough or len(cards) == step.before.hands[step.seat].cards
    assert step.kind == "lay"
    assert step.after.hands[step.seat].opened_in == step.before.turn_number
    return True


@law("W7")
def once_open_two_cards_are_laid_or_any_tagged_on_to_any_line(step: Step) -> bool | None:
    """On to another's line by our reading, and where one's own was agreed never."""
    if not _laid(step) or step.before.hands[step.seat].opened_in is None:
        return None
    if step.kind == "lay" and not step.before.options.grid:
        assert len(_cards(step)) >= 2
    if step.kind == "tag":
        line = step.before.lines[step.event.line - 1]
        assert step.after.lines[step.event.line - 1].cards == (*step.event.front, *line.cards, *step.event.back)
        assert step.verdict == "out" or step.ruling.house == (line.owner != step.seat)
        assert step.before.options.tag_on == "any" or line.owner == step.seat
        return True
    return None


@law("W8")
def cards_laid_stay_and_a_wild_is_replaced_by_what_it_stands_for(step: Step) -> bool | None:
    """Whatever is laid, what lay there lies there; a wild goes into the hand for its real card."""
    if step.verdict == "replaced":
        was, now = (list(state.lines[step.event.line - 1].cards) for state in (step.before, step.after))
        wild, real = was[step.event.at - 1], step.event.card
        assert wild.startswith("*=")
        assert (_rank(wild) or _rank(real), _letter(wild).strip() or _letter(real)) == (_rank(real), _letter(real))
        was[step.event.at - 1] = real
        assert now == was
        assert [hand.cards for hand in step.after.hands] == [hand.cards for hand in step.before.hands]
        assert step.ruling.house
        return True
    if _laid(step) and not step.before.options.grid:
        kept = [line.cards for line in step.after.lines][: len(step.before.lines)]
        changed = [at for at, line in enumerate(step.before.lines) if line.cards != kept[at]]
        assert changed == ([step.event.line - 1] if step.kind == "tag" else [])
        return bool(kept)
    return None


@law("W9")
def on_the_grid_every_run_of_neighbours_is_a_line(step: Step) -> bool | None:
    """Two or more cards side by side or one below the other, as long as they go on."""
    if not _laid(step) or not step.before.options.grid:
        return None
    cards = {laid.spot: laid.card for laid in step.after.grid}
    runs = []
    for x, y in cards:
        for right, down in ((1, 0), (0, 1)):
            if (x - right, y - down) in cards or (x + right, y + down) not in cards:
                continue
            length = next(n for n in range(1, len(cards) + 1) if (x + n * right, y + n * down) not in cards)
            runs.append(tuple(cards[x + n * right, y + n * down] for n in range(length)))
    assert sorted(runs) == sorted(line.cards for line in step.after.lines)
    return True


@law("W10")
def where_words_are_laid_each_card_belongs_to_one(step: Step) -> bool | None:
    """Of the dictionary, or claimed."""
    if not _laid(step, "wordplay", "wordplay_plus"):
        return None
    for line in _new(step):
        letters = "".join(map(_letter, line.cards))
        spans = [(start, end) for start in range(len(letters)) for end in range(start + 2, len(letters) + 1)
                 if letters[start:end] in line.claimed or step.before.words.is_word(letters[start:end])]  # fmt: skip
        assert _is_covered(len(line.cards), spans)
    return True


@law("W11")
def every_word_in_a_line_counts_and_a_tag_on_what_is_new(step: Step) -> bool | None:
    """Words in words too, and of a longer line only what it is worth more than before."""
    if not _laid(step, "wordplay") or step.before.scheme.aim != "most":
        return None
    assert _paid(step)[0] == _gained(step)
    return True


@law("W12")
def played_strictly_every_claimed_word_is_in_the_dictionary(step: Step) -> bool | None:
    """Nothing false is laid; and a refusal by W12 names one that is not there."""
    if not step.before.options.strict or step.before.group or not _laid(step):
        return None
    claimed = step.after.doubtful.claimed
    assert all(step.before.words.is_word(word) for word in claimed)
    return bool(claimed)


@law("W13")
def where_combinations_are_laid_each_card_belongs_to_one(step: Step) -> bool | None:
    """Equal ranks, or three neighbours; each longest one counts once."""
    if not _laid(step, "cardplay", "cardplay_plus"):
        return None
    assert all(_is_covered(len(line.cards), _combinations(line.cards)) for line in _new(step))
    if step.before.scheme.type == "cardplay" and step.before.scheme.aim == "most":
        assert _paid(step)[0] == _gained(step)
    return True


@law("W14")
def with_plus_words_and_combinations_both_count(step: Step) -> bool | None:
    """Whichever of them the lines must be."""
    if not _laid(step, "wordplay_plus", "cardplay_plus") or step.before.scheme.aim != "most":
        return None
    assert _paid(step)[0] == _gained(step)
    return True


@law("W15")
def in_wordcard_a_line_is_one_word_and_one_combination_and_counts_double(step: Step) -> bool | None:
    """Over its full length."""
    if not _laid(step, "wordcard"):
        return None
    for line in _new(step):
        assert "".join(map(_letter, line.cards)) in line.claimed
        assert (0, len(line.cards)) in _combinations(line.cards)
    if step.before.scheme.aim == "most":
        assert _paid(step)[0] == _gained(step)
    return True


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
    if _laid(step):
        assert (step.verdict == "out") == (step.after.hands[step.seat].cards == 0) == (step.after.out == step.seat)
        return step.verdict == "out"
    if step.before.winners is not None:
        ended_by = "W27" if is_deserted(step.before) else "W18"
        assert (step.verdict, step.cites) == ("game_over", ended_by) or step.verdict == "malformed"
    return None


@law("W19")
def finishing_earns_25_or_50(step: Step) -> bool | None:
    """Fifty in one turn, 25 after a laydown of an earlier one; without a long line and the last card nothing."""
    if not _laid(step):
        return None
    _, bonus = _paid(step)
    if any(len(line.cards) >= 8 for line in _new(step)):
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
        left = double * sum(50 if card == "*" else _value(card, state) for card in cards)
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
    had = before.hands[seat].score if seat < len(before.players) else 0
    if before.group:
        assert (hand.cards, hand.score) == (0, had)
    else:
        worst = min if before.scheme.aim == "most" else max
        assert (hand.cards, hand.score) == (before.options.hand, worst([had, *others]))
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
