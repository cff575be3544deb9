"""What the clauses of AnagraScramble make true."""

from __future__ import annotations

from collections import Counter

from tests.rules.laws import Step, law

VALUES = {letter: value for value, letters in
          ((1, "aeioulnstr"), (2, "dg"), (3, "bcmp"), (4, "fhvwy"), (5, "k"), (8, "jx"), (10, "qz"))
          for letter in letters}  # fmt: skip
OWN = ("roll", "declare", "words", "timeout")


def _points(step: Step) -> int:
    """What the player of an event gets by it."""
    return int(step.after.scores[step.before.turn] - step.before.scores[step.before.turn])


def _written(step: Step) -> tuple[list[str], list[str], int]:
    """The words written that are listed and that are not, each once, and how many were written twice."""
    said = step.event.words if step.kind == "words" else ()
    words = [step.before.words.fold(word) or word.strip().casefold() for word in said if word.strip()]
    once = list(dict.fromkeys(words))
    listed = step.before.listed
    return (
        [word for word in once if word in listed],
        [word for word in once if word not in listed],
        len(words) - len(once),
    )


def _sum(words: list[str]) -> int:
    return sum(VALUES[letter] for word in words for letter in word)


@law("A1")
def with_both_decks_the_card_turned_is_of_the_colour_shown(step: Step) -> bool | None:
    """Without a colour no roll, and no card of another one."""
    if step.before.options.deck != "both":
        return None
    if step.verdict == "rolled":
        assert step.event.colour is not None
        assert step.after.colour == step.event.colour
    if step.verdict == "card" and step.event.colour is not None:
        assert step.event.colour == step.before.colour
        return True
    return None


@law("A2")
def the_die_sets_the_target(step: Step) -> bool | None:
    """A number on the die is the target."""
    if step.verdict != "rolled" or step.event.face == "star":
        return None
    assert (str(step.after.target), step.cites) == (step.event.face, "A2")
    return True


@law("A3")
def pass_loses_the_turn_and_the_star_picks(step: Step) -> bool | None:
    """PASS gives nobody points and ends the turn; the star's target is 4 to 7 as picked."""
    if step.kind != "roll" or not step.ruling.accepted or step.event.face not in ("pass", "star"):
        return None
    assert step.cites == "A3"
    assert step.after.scores == step.before.scores
    if step.event.face == "pass":
        assert step.after.target is None
        assert step.after.phase != "card"
    else:
        assert step.after.target == step.event.pick
        assert 4 <= step.after.target <= 7
    return True


@law("A4")
def one_declaration_by_the_player_in_turn(step: Step) -> bool | None:
    """Out of turn is out of turn, by A4; one declaration, and the target is only raised, to 7 at most."""
    if step.verdict == "not_your_turn":
        assert step.cites == "A4"
        assert step.seat != step.before.turn
        return True
    if step.kind in OWN and step.ruling.accepted:
        assert step.seat == step.before.turn
    if step.verdict == "declared":
        assert (step.before.declared, step.after.declared) == (False, True)
        assert step.before.target <= step.after.target <= 7
        assert (step.after.target > step.before.target) == (step.event.move == "raise")
        assert step.after.factor == {"double": 2, "triple": 3}.get(step.event.move, 1)
    return None


@law("A5")
def passing_on_costs_the_target_less_three_and_the_heir_must_play(step: Step) -> bool | None:
    """Once, to the next player, whose own roll is not used up."""
    if step.verdict == "passed_on":
        assert _points(step) == 3 - step.before.target
        assert not step.before.inherited
        seats = len(step.before.players)
        round_the_table = [(step.before.turn + more) % seats for more in range(1, seats)]
        assert step.after.turn == next(seat for seat in round_the_table if seat not in step.before.gone)
        assert (step.after.target, step.after.inherited) == (step.before.target, True)
        assert step.after.rolled == step.before.rolled
        return True
    if step.before.inherited and step.verdict in ("scored", "missed") and step.after.phase == "roll":
        rolls = step.after.rolls
        if rolls[step.before.turn] == min(rolls[seat] for seat in step.playing(step.after)):
            assert step.after.turn == step.before.turn, "the heir has the roll of their own"
    return None


@law("A6")
def a_card_is_turned_after_the_roll_and_words_end_the_turn(step: Step) -> bool | None:
    """Words are written for a card that lies there, and nothing of the turn is left after them."""
    if step.verdict == "card":
        assert (step.before.phase, step.after.phase, step.after.jumble) == ("card", "words", step.event.jumble)
        return True
    if step.verdict in ("scored", "missed"):
        assert step.before.jumble is not None
        assert (step.after.target, step.after.jumble, step.after.factor) == (None, None, 1)
    return None


@law("A7")
def only_words_the_letters_of_the_card_spell_are_listed(step: Step) -> bool | None:
    """Without a list of its own a card has the dictionary's words of 4 to 7 letters that it spells."""
    if step.verdict != "card" or step.event.answers is not None:
        return None
    has = Counter(step.event.jumble.lower())
    for word in step.after.listed:
        assert 4 <= len(word) <= 7
        assert not Counter(word) - has
        assert step.before.words.is_word(word)
    return bool(step.after.listed)


@law("A8")
def all_listed_words_count_and_each_other_costs_two(step: Step) -> bool | None:
    """The sum of the listed, each once, less 2 for each word not listed, or for all of them."""
    if step.verdict != "scored" or step.before.factor > 1:
        return None
    listed, others, twice = _written(step)
    assert max(map(len, listed)) >= step.before.target
    paid = 2 * (min(1, len(others)) if step.before.options.penalty == "once" else len(others))
    assert _points(step) == _sum(listed) - paid
    assert step.ruling.house == (len(others) > 1 or twice > 0)
    return True


@law("A9")
def the_best_word_of_just_the_target_length_is_multiplied(step: Step) -> bool | None:
    """One word is, and none where all are longer."""
    if step.verdict != "scored" or step.before.factor == 1:
        return None
    listed, others, _ = _written(step)
    best = max((_sum([word]) for word in listed if len(word) == step.before.target), default=0)
    paid = 2 * (min(1, len(others)) if step.before.options.penalty == "once" else len(others))
    assert (_points(step), step.cites) == (_sum(listed) + best * (step.before.factor - 1) - paid, "A9")
    return True


@law("A10")
def without_a_word_of_the_target_length_the_target_is_lost(step: Step) -> bool | None:
    """Times two or three if declared, and nothing else counts."""
    if step.verdict not in ("missed", "scored"):
        return None
    listed, _, _ = _written(step)
    is_missed = max(map(len, listed), default=0) < step.before.target
    assert (step.verdict == "missed") == is_missed
    if is_missed:
        assert (_points(step), step.cites) == (-step.before.target * step.before.factor, "A10")
    return bool(is_missed)


@law("A12")
def the_game_ends_after_the_agreed_rolls(step: Step) -> bool | None:
    """PASS is a roll; the most points win, and a tie for first goes on."""
    left = [step.before.options.rolls - step.after.rolls[seat] for seat in step.playing(step.after)]
    if step.kind == "roll" and step.ruling.accepted:
        assert step.after.rolled == step.before.rolled + 1
        assert min(left) >= 0
    if step.verdict not in ("scored", "missed", "turn_lost"):
        return None
    assert (step.after.phase == "roll") == any(left)
    if step.after.phase == "roll":
        return None
    playing = step.playing(step.after)
    most = max(step.after.scores[seat] for seat in playing)
    assert step.after.winners == tuple(seat for seat in playing if step.after.scores[seat] == most)
    assert (step.after.phase == "over") == (len(step.after.winners) == 1)
    return True


def _found(step: Step) -> dict[int, list[str]]:
    """By seat, the listed words each of the tied has written."""
    answers = step.event.answers
    listed = {step.before.words.fold(word) for word in answers} if answers is not None else None
    found = {}
    for seat in step.before.winners:
        words = {step.before.words.fold(word) for word in step.event.words[step.before.players[seat]]}
        spelled = set(step.before.words.spell(step.event.jumble, shortest=4, longest=7)) if listed is None else listed
        found[seat] = sorted(word for word in words & spelled if word)
    return found


@law("A13")
def the_tied_write_and_the_most_listed_words_win(step: Step) -> bool | None:
    """Only they write, and who has fewer listed words does not win."""
    if step.verdict != "showdown":
        return None
    counts = {seat: len(words) for seat, words in _found(step).items()}
    assert all(counts[seat] == max(counts.values()) for seat in step.after.winners)
    assert step.after.phase == "over"
    alone = list(counts.values()).count(max(counts.values())) == 1
    assert (step.cites == "A13") == alone
    return True


@law("A14")
def then_the_most_of_seven_six_five_four_letters(step: Step) -> bool | None:
    """Of those with as many words the one with the more long ones wins, or all of them."""
    if step.verdict != "showdown" or step.cites == "A13":
        return None
    found = _found(step)
    kept = [tuple(sum(len(word) == letters for word in words) for letters in (7, 6, 5, 4)) for words in found.values()]
    ranks = dict(zip(found, ((sum(each), *each) for each in kept), strict=True))
    assert step.after.winners == tuple(seat for seat in found if ranks[seat] == max(ranks.values()))
    assert step.ruling.house
    return True


@law("A16")
def a_timeout_is_an_empty_list(step: Step) -> bool | None:
    """It costs the target, as having written nothing does."""
    if step.kind != "timeout" or not step.ruling.accepted:
        return None
    assert (step.verdict, _points(step)) == ("missed", -step.before.target * step.before.factor)
    return True


@law("A17", seats=True)
def a_latecomer_is_level_with_whoever_is_last(step: Step) -> bool | None:
    """As few points and as many rolls to come as anybody; nobody else's change."""
    if not step.joined:
        return None
    seat, before = step.after.players.index(step.event.player), step.before
    others = step.playing(before)
    had = (before.scores[seat], before.rolls[seat]) if seat < len(before.players) else None
    points, rolls = min(before.scores[other] for other in others), min(before.rolls[other] for other in others)
    assert step.after.scores[seat] == (points if had is None else min(points, had[0]))
    assert step.after.rolls[seat] == (rolls if had is None else max(rolls, had[1]))
    assert all(step.after.rolls[other] == before.rolls[other] for other in others)
    assert step.after.jumble == before.jumble
    assert step.after.phase == ("roll" if before.phase == "over" else before.phase)
    assert before.turn not in others or step.after.turn == before.turn, "nobody loses the turn to a newcomer"
    return True


@law("A17", seats=True)
def a_leaver_rolls_no_more_and_the_others_have_equally_many(step: Step) -> bool | None:
    """The turn is never a leaver's; at the end who plays has had all the rolls, or is alone."""
    after = step.after
    left = step.playing(after)
    assert after.phase in ("showdown", "over") or after.turn in left
    assert not set(after.winners) & set(after.gone)
    if after.phase == "over" and len(left) > 1 and step.ruling.accepted:
        assert all(after.rolls[seat] == after.options.rolls for seat in left)
    if not step.left:
        return None
    assert after.scores == step.before.scores
    assert (after.phase == "over") >= (len(left) == 1)
    if len(left) > 1 and step.before.turn != step.seat and step.before.phase != "showdown":
        assert (after.turn, after.phase, after.jumble) == (step.before.turn, step.before.phase, step.before.jumble)
    return True


@law("A17", seats=True)
def whoever_is_away_has_had_that_roll(step: Step) -> bool | None:
    """The points stay as they are."""
    if not step.sat_out:
        return None
    assert (step.before.phase, step.before.turn) == ("roll", step.seat)
    assert step.after.rolls[step.seat] == step.before.rolls[step.seat] + 1
    assert step.after.scores == step.before.scores
    return True
