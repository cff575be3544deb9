"""What the clauses of WORDCARD about laying and tagging make true: W1 to W4 and W6 to W15."""

from __future__ import annotations

from tests.rules.laws import Step, law
from tests.rules.laws.wordcard_lines import (
    cards_of,
    combinations,
    gained_by,
    is_covered,
    letter_on,
    new_lines,
    paid,
    rank_of,
    value_of,
    was_laid,
)


@law("W1")
def nobody_lays_more_than_the_hand_holds_nor_five_wilds_lie(step: Step) -> bool | None:
    """A hand is smaller by the cards laid, and never less than empty."""
    if not was_laid(step):
        return None
    was, now = (state.hands[step.seat].cards for state in (step.before, step.after))
    assert now == was - len(cards_of(step)) >= 0
    cells = [laid.card for laid in step.after.grid]
    lying = cells or [card for line in step.after.lines for card in line.cards]
    assert sum(card.startswith("*") for card in lying) <= 4
    return True


@law("W2", "W3")
def cards_laid_are_worth_their_rank_and_a_wild_what_the_aim_says(step: Step) -> bool | None:
    """Each card on the table has its value: ace 1, 7 to 10 their number, the faces 10; a wild 0 or 25."""
    if not was_laid(step):
        return None
    cards = cards_of(step)
    assert [step.before.scheme.value(card) for card in cards] == [value_of(card, step.before) for card in cards]
    return bool(cards)


@law("W4")
def for_the_fewest_a_laydown_pays_only_its_bonuses(step: Step) -> bool | None:
    """And they are taken off; for the most its points come with them."""
    if not was_laid(step):
        return None
    points, _ = paid(step)
    assert points == (0 if step.before.scheme.aim == "fewest" else gained_by(step))
    return True


@law("W6")
def an_opening_is_large_enough_or_the_whole_hand(step: Step) -> bool | None:
    """So many cards, or so many points where these were agreed."""
    if not was_laid(step) or step.before.hands[step.seat].opened_in is not None:
        return None
    cards, options = cards_of(step), step.before.options
    points = sum(value_of(card, step.before) for card in cards)
    enough = len(cards) >= options.open_cards if options.open_points is None else points >= options.open_points
    assert enough or len(cards) == step.before.hands[step.seat].cards
    assert step.kind == "lay"
    assert step.after.hands[step.seat].opened_in == step.before.turn_number
    return True


@law("W7")
def once_open_two_cards_are_laid_or_any_tagged_on_to_any_line(step: Step) -> bool | None:
    """On to another's line by our reading, and where one's own was agreed never."""
    if not was_laid(step) or step.before.hands[step.seat].opened_in is None:
        return None
    if step.kind == "lay" and not step.before.options.grid:
        assert len(cards_of(step)) >= 2
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
        said = rank_of(wild) or rank_of(real), letter_on(wild).strip() or letter_on(real)
        assert said == (rank_of(real), letter_on(real))
        was[step.event.at - 1] = real
        assert now == was
        assert [hand.cards for hand in step.after.hands] == [hand.cards for hand in step.before.hands]
        assert step.ruling.house
        return True
    if was_laid(step) and not step.before.options.grid:
        kept = [line.cards for line in step.after.lines][: len(step.before.lines)]
        changed = [at for at, line in enumerate(step.before.lines) if line.cards != kept[at]]
        assert changed == ([step.event.line - 1] if step.kind == "tag" else [])
        return bool(kept)
    return None


@law("W9")
def on_the_grid_every_run_of_neighbours_is_a_line(step: Step) -> bool | None:
    """Two or more cards side by side or one below the other, as long as they go on."""
    if not was_laid(step) or not step.before.options.grid:
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
    if not was_laid(step, "wordplay", "wordplay_plus"):
        return None
    for line in new_lines(step):
        letters = "".join(map(letter_on, line.cards))
        spans = [(start, end) for start in range(len(letters)) for end in range(start + 2, len(letters) + 1)
                 if letters[start:end] in line.claimed or step.before.words.is_word(letters[start:end])]  # fmt: skip
        assert is_covered(len(line.cards), spans)
    return True


@law("W11")
def every_word_in_a_line_counts_and_a_tag_on_what_is_new(step: Step) -> bool | None:
    """Words in words too, and of a longer line only what it is worth more than before."""
    if not was_laid(step, "wordplay") or step.before.scheme.aim != "most":
        return None
    assert paid(step)[0] == gained_by(step)
    return True


@law("W12")
def played_strictly_every_claimed_word_is_in_the_dictionary(step: Step) -> bool | None:
    """Nothing false is laid; and a refusal by W12 names one that is not there."""
    if not step.before.options.strict or step.before.group or not was_laid(step):
        return None
    claimed = step.after.doubtful.claimed
    assert all(step.before.words.is_word(word) for word in claimed)
    return bool(claimed)


@law("W13")
def where_combinations_are_laid_each_card_belongs_to_one(step: Step) -> bool | None:
    """Equal ranks, or three neighbours; each longest one counts once."""
    if not was_laid(step, "cardplay", "cardplay_plus"):
        return None
    assert all(is_covered(len(line.cards), combinations(line.cards)) for line in new_lines(step))
    if step.before.scheme.type == "cardplay" and step.before.scheme.aim == "most":
        assert paid(step)[0] == gained_by(step)
    return True


@law("W14")
def with_plus_words_and_combinations_both_count(step: Step) -> bool | None:
    """Whichever of them the lines must be."""
    if not was_laid(step, "wordplay_plus", "cardplay_plus") or step.before.scheme.aim != "most":
        return None
    assert paid(step)[0] == gained_by(step)
    return True


@law("W15")
def in_wordcard_a_line_is_one_word_and_one_combination_and_counts_double(step: Step) -> bool | None:
    """Over its full length."""
    if not was_laid(step, "wordcard"):
        return None
    for line in new_lines(step):
        assert "".join(map(letter_on, line.cards)) in line.claimed
        assert (0, len(line.cards)) in combinations(line.cards)
    if step.before.scheme.aim == "most":
        assert paid(step)[0] == gained_by(step)
    return True
