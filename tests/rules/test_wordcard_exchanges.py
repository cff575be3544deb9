"""WORDCARD clause by clause, turns, lost time, drawing and discarding (W17, W25)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.rules.play import last
from tests.rules.wordcard_table import LAID, play, table

if TYPE_CHECKING:
    from companion.referee.match import Match


def test_w17_a_timeout_after_notice_loses_the_turn() -> None:
    match = table()
    play(
        match,
        """
        Bob notice -> not_your_turn W17
        Ann timeout -> not_now W17
        Ann notice -> noticed W17
        Ann notice -> not_now W17
        Bob timeout -> not_your_turn W17
        Ann timeout -> turn_lost W17
        Bob timeout -> not_now W17
        """,
    )
    assert match.result()["turn"] == "Bob"


def test_w17_a_notice_is_for_this_turn_only() -> None:
    play(table(), "Ann notice -> noticed W17\nAnn end_turn -> turn_ended W17\nBob timeout -> not_now W17")


def test_w17_a_turn_may_end_without_a_laydown_and_hold_several() -> None:
    play(
        table(),
        "Ann end_turn -> turn_ended W17\nBob end_turn -> turn_ended W17\n" + LAID + "Ann lay 7/O 7/N -> laid W7 Ann+14",
    )


def test_w25_one_draw_and_one_discard_a_turn_the_draw_first() -> None:
    match = table()
    result = play(
        match,
        """
        Ann draw deck -> drawn W25
        Ann draw deck -> not_now W25
        Ann draw pile -> not_now W25
        Ann discard K/S -> discarded W25
        Ann discard K/S -> not_now W25
        Ann end_turn -> turn_ended W17
        Bob discard * -> not_now W25
        Bob draw deck -> drawn W25
        Bob discard * -> discarded W25
        Ann discard A/A -> not_your_turn W25
        """,
    )
    assert result["hand"] == {"Ann": 10, "Bob": 10}


def test_w25_a_card_from_the_open_pile_must_be_played() -> None:
    match = table()
    play(
        match,
        """
        Ann draw deck -> drawn W25
        Ann discard Q/S -> discarded W25
        Ann end_turn -> turn_ended W17
        Bob draw pile -> drawn W25
        Bob end_turn -> must_play_picked_card W25
        Bob discard Q/S -> must_play_picked_card W25
        Bob lay 7/T 8/R 9/A 10/I J/N -> laid W6 Bob+101
        Bob end_turn -> must_play_picked_card W25
        Bob tag 1 back=Q/S -> tagged W7 Bob+54
        Bob end_turn -> turn_ended W17
        """,
    )


def test_w25_a_contested_card_from_the_pile_goes_back_and_the_turn_is_over() -> None:
    match = table()
    play(
        match,
        "Ann draw deck -> drawn W25\nAnn discard Q/S -> discarded W25\n"
        "Ann end_turn -> turn_ended W17\nBob draw pile -> drawn W25",
    )
    result = play(match, "Bob lay Q/S A/X A/X A/X A/X -> laid W6 Bob+14\ncontest Ann sxxxx -> word_fails W16 Bob-14")
    assert result["turn"] == "Ann"
    assert result["hand"]["Bob"] == 10
    assert match.state.pile[-1] == "Q/S"


def test_w25_replacing_a_wild_plays_the_card_too() -> None:
    match = table()
    play(
        match,
        "Ann lay 7/T *=/R 9/A 10/I J/N -> laid W6 Ann+135\n"
        "Ann draw deck -> drawn W25\nAnn discard 8/R -> discarded W25",
    )
    play(match, "Ann end_turn -> turn_ended W17\nBob draw pile -> drawn W25\nBob replace_wild 1 2 8/R -> replaced W8")
    play(match, "Bob end_turn -> turn_ended W17")


def test_w25_nobody_goes_out_without_the_card_they_took_up() -> None:
    match = table(type="cardplay", hand=8)
    play(match, "Ann draw deck -> drawn W25\nAnn discard 7/X -> discarded W25\nAnn end_turn -> turn_ended W17")
    eights = " ".join(["8/A"] * 8)
    play(
        match,
        f"""
        Bob draw pile -> drawn W25
        Bob lay {eights} 8/A -> must_play_picked_card W25
        Bob lay {eights} -> laid W6 Bob+114
        Bob tag 1 back=8/A -> must_play_picked_card W25
        """,
    )
    assert last(match)["reason"] == "Bob took up 7/X and must play it."
    again = table(type="cardplay", hand=8)
    play(again, "Ann draw deck -> drawn W25\nAnn discard 8/X -> discarded W25\nAnn end_turn -> turn_ended W17")
    play(again, f"Bob draw pile -> drawn W25\nBob lay {eights} 8/X -> out W18 Bob+172")


def test_w25_a_wild_from_the_pile_is_played_as_whatever_it_stands_for() -> None:
    match = table()
    play(
        match,
        "Ann draw deck -> drawn W25\nAnn discard * -> discarded W25\n"
        "Ann end_turn -> turn_ended W17\nBob draw pile -> drawn W25",
    )
    play(match, "Bob end_turn -> must_play_picked_card W25\nBob lay 7/T *=/R 9/A 10/I J/N -> laid W6 Bob+135")
    play(match, "Bob end_turn -> turn_ended W17")


def test_w25_the_dealer_at_the_start_need_not_play_it_and_nobody_knows_the_first_card() -> None:
    match = table()
    play(match, "Ann draw pile -> drawn W25\nAnn discard Q/S -> discarded W25\nAnn end_turn -> turn_ended W17")
    play(match, "Bob draw pile -> drawn W25\nBob end_turn -> must_play_picked_card W25")
    unknown = table("Ann Bob Cy")
    play(unknown, "Ann end_turn -> turn_ended W17\nBob draw pile -> drawn W25\nBob end_turn -> turn_ended W17")
    play(unknown, "Cy draw pile -> no_such_card W25")


def test_w25_whoever_starts_instead_of_the_dealer_must_play_it() -> None:
    match = table(starter="Bob", pick_any=True)
    play(match, "Bob draw pile cards=Q/S -> drawn W25\nBob end_turn -> must_play_picked_card W25")


def test_w25_the_last_card_is_laid_or_tagged_never_discarded() -> None:
    match = table(hand=8)
    play(match, "Ann draw deck -> drawn W25\n" + LAID + "Ann lay 7/O 7/N -> laid W7 Ann+14")
    play(match, "Ann tag 2 back=7/E -> tagged W7 Ann+21\nAnn discard A/A -> not_now W25")
    play(match, "Ann tag 2 back=7/S -> out W18 Ann+92")


def test_w25_lost_time_undoes_an_exchange_whose_card_was_not_played() -> None:
    match = table()
    play(
        match,
        "Ann draw deck -> drawn W25\nAnn discard Q/S -> discarded W25\n"
        "Ann end_turn -> turn_ended W17\nBob draw pile -> drawn W25",
    )
    play(match, "Bob notice -> noticed W17\nBob timeout -> turn_lost W17\nAnn end_turn -> turn_ended W17")
    assert match.state.pile[-1] == "Q/S"
    assert match.result()["hand"]["Bob"] == 10
    play(match, "Bob draw pile -> drawn W25\nBob discard A/A -> discarded W25\nBob notice -> noticed W17")
    undone = "the exchange of this turn is undone"
    match.apply({"event": "join", "player": "Cy"})
    for ends in ("leave", "sit_out"):  # whichever way the turn ends, cards move, and it is said
        assert undone in match.apply({"event": ends, "player": "Bob"}).reason
        match.apply({"event": "undo"})
    match.apply({"event": "undo"})
    assert undone in match.apply({"event": "timeout", "player": "Bob"}).reason
    assert match.state.pile[-1] == "Q/S"
    assert match.result()["hand"]["Bob"] == 10


def deep_pile(**options: Any) -> Match:
    """A pile of the first card, A/S, 9/S and Q/S, and Ann's turn."""
    match = table(**({"pick_any": True} | options))
    cards = ("A/S", "9/S", "Q/S", "*")
    for player, card in zip(("Ann", "Bob") * 2, cards, strict=True):
        play(
            match,
            f"{player} draw deck -> drawn W25\n"
            f"{player} discard {card} -> discarded W25\n{player} end_turn -> turn_ended W17",
        )
    return match


def taken_and_laid(laid: str, **options: Any) -> Match:
    """Ann has taken up 9/S, Q/S and a wild, of which 9/S must be played, and has laid these cards."""
    match = deep_pile(hand=8, **options)
    play(match, f"Ann draw pile cards=9/S,Q/S,* -> drawn W25\n{laid}")
    return match


def test_w25_what_was_taken_up_and_laid_stays_where_it_lies_when_the_turn_is_lost() -> None:
    match = taken_and_laid("Ann lay 7/S 8/T 9/O Q/N J/E Q/S -> laid W6 Ann+269\nAnn discard A/A -> discarded W25")
    play(match, "Ann notice -> noticed W17\nAnn timeout -> turn_lost W17")
    assert match.state.pile == (None, "A/S", "9/S", "*"), "Q/S lies in the line, and A/A is in the hand again"
    assert match.result()["hand"]["Ann"] == 8 + 3 - 6 - 2
    assert match.state.lines[0].cards[-1] == "Q/S"


def test_w25_a_hand_is_never_below_zero_when_an_exchange_is_undone() -> None:
    """Nine of eleven cards laid, by what was said none of those taken up: two are left, and no three can go back."""
    match = taken_and_laid(
        "Ann lay 7/S 8/T 9/O Q/N J/E | 7/T 7/O 8/N 9/E -> laid W6 Ann+248\nAnn notice -> noticed W17\n"
        "Ann timeout -> turn_lost W17"
    )
    assert match.state.pile[-2:] == ("9/S", "Q/S")
    assert match.result()["hand"]["Ann"] == 0


def test_w25_what_goes_back_when_the_contested_laydown_is_taken_back_is_all_that_was_taken_up() -> None:
    match = taken_and_laid("Ann lay 7/S 8/T 9/O Q/X J/E Q/S words=stoxes -> laid W6 Ann+54", words=("stones",))
    play(match, "contest Bob stoxes -> word_fails W16 Ann-54")
    assert match.state.pile == (None, "A/S", "9/S", "Q/S", "*")
    assert match.result()["hand"]["Ann"] == 8
    assert not match.state.lines


def test_w25_a_card_taken_up_that_takes_the_place_of_a_wild_stays_there() -> None:
    match = taken_and_laid(
        "Ann lay 7/S 8/T 9/O Q/N J/E *=Q/S -> laid W6 Ann+69\nAnn replace_wild 1 6 Q/S -> replaced W8",
        words=("stones",),
    )
    play(match, "Ann notice -> noticed W17\nAnn timeout -> turn_lost W17")
    assert match.state.pile == (None, "A/S", "9/S")
    assert match.result()["hand"]["Ann"] == 8 + 3 - 6 - 1


def test_w25_any_open_card_with_all_that_lie_on_it() -> None:
    match = deep_pile()
    result = play(
        match,
        """
        Ann draw pile cards=Q/S -> no_such_card W25
        Ann draw pile cards=9/S,* -> no_such_card W25
        Ann draw pile cards=A/A,B/B -> malformed —
        Ann draw pile cards=8/X,7/X,A/S,9/S,Q/S,* -> no_such_card W25
        Ann draw pile cards=9/S,Q/S,* -> drawn W25
        Ann end_turn -> must_play_picked_card W25
        Ann discard Q/S -> discarded W25
        Ann lay 7/T 8/R 9/A 10/I J/N 9/S -> laid W6 Ann+154
        Ann end_turn -> turn_ended W17
        """,
    )
    assert result["hand"]["Ann"] == 10 + 3 - 1 - 6


def test_w25_down_to_the_first_card_which_nobody_has_seen() -> None:
    match = deep_pile()
    play(match, "Ann draw pile cards=8/X,A/S,9/S,Q/S,* -> drawn W25\nAnn end_turn -> must_play_picked_card W25")


def test_w25_taking_no_cards_is_no_draw() -> None:
    ruling = deep_pile().apply({"event": "draw", "player": "Ann", "from": "pile", "cards": []})
    assert ruling.verdict == "no_such_card"


def test_w25_deep_draws_only_if_agreed_and_only_for_the_most() -> None:
    for match in (deep_pile(pick_any=False), deep_pile(aim="fewest")):
        play(match, "Ann draw pile cards=Q/S,* -> not_enabled W25\nBob draw pile cards=Q/S,* -> not_enabled W25")
        play(match, "Ann draw pile -> drawn W25")
    play(deep_pile(pick_any=False), "Ann draw deck cards=Q/S -> drawn W25")
