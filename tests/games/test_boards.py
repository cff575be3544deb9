"""What the games show: every state of every saved match makes a board, with all that lies on the table in it."""

import json
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from companion.games import part, rulebooks
from companion.games.board import (
    Areas,
    Board,
    Caption,
    Chosen,
    Count,
    Creature,
    Grid,
    Item,
    Jumble,
    Letter,
    Lines,
    Note,
    Part,
    Ranked,
    Row,
    Rows,
    Said,
    Shown,
    Spread,
    Waiting,
    board_of,
)
from companion.language import LANGUAGES, translations
from companion.referee.match import Match
from companion.sentences import is_told, spoken
from tests.rules.play import begin, event, no_lexicon
from tests.seen import items, labels, notes, only
from tests.views import disorder, match_after, placed

ROOT = Path(__file__).parents[2]
MATCHES = sorted((ROOT / "tests" / "matches").glob("*.json"))
PAGE = (ROOT / "companion" / "web" / "static" / "js" / "board.js").read_text("utf-8")
CARDS = (ROOT / "companion" / "web" / "static" / "js" / "cards.js").read_text("utf-8")

Moment = tuple[Any, Board]  # a state, and what is shown of it


@cache
def moments(game: str) -> tuple[Moment, ...]:
    """Every state of the saved matches of a game."""
    found = []
    for path in MATCHES:
        document = json.loads(path.read_text("utf-8"))["document"]
        if document["game"] != game:
            continue
        match = Match.begin({key: part for key, part in document.items() if key != "events"}, no_lexicon)
        found.append(match.state)
        for said in document["events"]:
            match.apply(said)
            found.append(match.state)
    assert len(found) > 50
    return tuple((state, board_of(game, state)) for state in found)


def texts(value: Any) -> Iterator[str]:
    """Every text of a board or a part of one."""
    if is_dataclass(value):
        for each in fields(value):
            yield from texts(getattr(value, each.name))
    elif isinstance(value, tuple):
        for one in value:
            yield from texts(one)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("game", sorted(rulebooks()))
def test_every_game_has_a_board_and_every_state_of_it_is_served(game: str) -> None:
    assert part(game, "board") is not None
    for _state, board in moments(game):
        served = json.loads(json.dumps(board.to_json()))
        assert [part["kind"] for part in served["parts"]] == [part.kind for part in board.parts]
        assert board.parts


@pytest.mark.parametrize("game", sorted(rulebooks()))
def test_what_is_told_is_served_with_what_it_was_made_from_and_speaks_every_language(game: str) -> None:
    told = {text.template: text for _state, board in moments(game) for text in texts(board) if is_told(text)}
    assert told
    for language in set(LANGUAGES) - {"en"}:
        translate = translations(language).gettext
        said = {template: spoken(text, translate) for template, text in told.items()}
        assert any(said[template] != text for template, text in told.items()), language
        assert not any("{" in text for text in said.values()), language
    served = json.dumps([board.to_json() for _state, board in moments(game)], ensure_ascii=False)
    for template in told:
        assert json.dumps(template, ensure_ascii=False) in served


def test_disorder_shows_the_row_what_it_is_worth_and_who_owes() -> None:
    for state, board in moments("disorder"):
        row = only(board, Row)
        assert labels(row.cards) == list(state.board)
        assert row.worth == (state.points() if state.board else None)
        assert sum(card.value or 1 for card in row.cards) == state.points()
        assert [count.number for count in items(board, Count)] == ([state.points()] if state.board else [])
        for debt in state.debts:
            assert f"{state.name(debt.debtor)} still owes a proof for {debt.letters}." in notes(board)
        assert any("Tie-break" in note for note in notes(board)) == state.tie_break
        assert (board.called is None) == (state.challenger is None)
        assert bool(board.outcome) == (state.phase == "over")


def test_disorder_says_at_the_end_why_the_winner_has_won() -> None:
    match = disorder(*placed("ZOO?", ["Ann", "Bob"]), event("concede", "Ann"), players=["Ann", "Bob"], target=5)
    assert match.view().winners == ("Bob",)
    (why,) = board_of("disorder", match.state).outcome
    assert isinstance(why, Note)
    assert why.text == f"The fewest chips win: Ann {match.scores['Ann']} and Bob 0."


def test_disorder_names_both_of_a_challenge() -> None:
    match = match_after("ZOO?", {"event": "challenge", "player": "Bob"})
    called = board_of("disorder", match.state).called
    assert called is not None
    assert (called.by, called.on) == ("Bob", "Ann")


def test_typo_shows_rows_chosen_cards_and_the_word_just_said() -> None:
    for state, board in moments("typo"):
        rows = only(board, Rows).rows
        assert ["".join(labels(line.cards)) for line in rows] == list(state.rows)
        most = max(map(len, state.rows))
        assert [line.is_marked for line in rows] == [len(row) == most for row in state.rows]
        chosen = [(each.player, each.card.label) for each in items(board, Chosen)]
        assert chosen == [(state.name(seat), letter) for seat, letter in state.queue]
        said: list[Said] = items(board, Said)
        assert [(each.player, each.word) for each in said] == (
            [] if state.placement is None else [(state.name(state.placement.seat), state.placement.word)]
        )
        for each in said:
            assert each.joined.format(players="Bob") == "doubted by Bob"


def test_anagrascramble_shows_the_jumble_the_target_and_at_the_end_the_tokens() -> None:
    for state, board in moments("anagrascramble"):
        row = only(board, Row)
        assert labels(row.cards) == ([] if state.jumble is None else [state.jumble])
        assert row.awaits == "jumble"
        assert [count.number for count in items(board, Count)] == ([] if state.target is None else [state.target])
        badges = [caption.text for caption in items(board, Caption) if caption.tone == "badge"]
        assert badges == ([] if state.factor == 1 else [f"×{state.factor}"])
        assert bool(board.outcome) == (state.phase == "over")
        shown = " ".join(texts(board.parts))
        assert not any(f" {word} " in f" {shown} " for word in state.listed), "the words of an open card are secret"


def test_anagrascramble_says_who_is_tied_in_the_showdown() -> None:
    match = begin("anagrascramble", ["Ann", "Bob"], rolls=1)
    for player in ("Ann", "Bob"):
        match.apply(event("roll", player, face="5"))
        match.apply(event("card", jumble="PLANETS", answers=["planet"]))
        match.apply(event("words", player, words=["planet"]))
    assert match.view().awaiting == "showdown"
    board = board_of("anagrascramble", match.state)
    assert notes(board) == ["Showdown: Ann and Bob"]
    assert only(board, Row).cards == ()


def test_villains_shows_both_sides_what_waits_and_who_may_interrupt() -> None:
    for state, board in moments("villains"):
        areas = only(board, Areas).areas
        assert [area.player for area in areas] == list(state.players)
        for area, side in zip(areas, state.sides, strict=True):
            assert [(card.label, card.sideways) for card in area.cards] == [
                (card.name, card.sideways) for card in side.in_play
            ]
            assert all(isinstance(card, Creature) and card.dna for card in area.cards)
            assert area.caption == f"hand {side.hand} · deck {side.deck} · discard {len(side.discard)}"
            assert all(card.name in area.note for card in side.minted)
        waiting = [effect.text for part in board.parts if isinstance(part, Waiting) for effect in part.effects]
        assert [text.partition(":")[0] for text in waiting] == [effect.card for effect in reversed(state.stack)]
        assert (board.asked is None) == (state.chance is None)
        if board.asked is not None:
            assert board.asked.player == state.name(state.chance.seat)
            assert f"{board.asked.player} may interrupt {state.chance.card}" in notes(board)


def test_wordcard_shows_what_is_laid_hands_and_the_best_solution() -> None:
    for state, board in moments("wordcard"):
        if state.grid:
            cells = only(board, Grid).cells
            assert [((cell.x, cell.y), cell.card.label) for cell in cells] == [(at.spot, at.card) for at in state.grid]
        else:
            lines = only(board, Lines).lines
            assert [labels(line.cards) for line in lines] == [list(line.cards) for line in state.lines]
            assert [line.said for line in lines] == [", ".join(line.claimed) for line in state.lines]
        spread = [labels(part.cards) for part in board.parts if isinstance(part, Spread)]
        assert spread == ([list(state.options.cards)] if state.options.cards else [])
        captions = [caption.text for caption in items(board, Caption)]
        for name, hand in zip(state.players, state.hands, strict=True):
            assert f"{name}: {hand.cards} cards" in captions
        best = [part for part in board.outcome if isinstance(part, Lines)]
        assert [[labels(line.cards) for line in part.lines] for part in best] == (
            [] if state.best is None else [[list(line) for line in state.best.lines]]
        )
        contested = state.doubtful is not None and state.winners is None
        assert any("may be contested" in note for note in notes(board)) == contested


def test_wordcard_says_of_a_solution_that_a_better_one_may_exist() -> None:
    ended = next(state for state, _board in moments("wordcard") if state.best is not None)
    for exhaustive in (True, False):
        board = board_of("wordcard", replace(ended, best=replace(ended.best, exhaustive=exhaustive)))
        (best,) = [part for part in board.outcome if isinstance(part, Lines)]
        assert best.title.startswith(f"Best solution: {ended.best.gain} points")
        assert best.title.endswith("(that was found)") != exhaustive


def test_a_game_that_describes_no_board_shows_none() -> None:
    assert board_of("none of ours", object()) == Board()


def _kinds(*classes: Any) -> set[str]:
    return {one.kind for one in classes}


def test_the_pages_draw_every_kind_there_is() -> None:
    drawn = re.findall(r"const PARTS = \{ (.*?) \};", PAGE)[0].split(", ")
    assert set(drawn) == _kinds(*Part.__subclasses__())
    told = re.findall(r"^  (\w+): \(", PAGE.partition("const ITEMS = {")[2].partition("\n};")[0], re.MULTILINE)
    assert set(told) == _kinds(*get_args(Item))
    cards = re.findall(r"^  (\w+): \(", CARDS.partition("const CARDS = {")[2].partition("\n};")[0], re.MULTILINE)
    assert set(cards) == _kinds(*get_args(Shown)) == _kinds(Letter, Ranked, Jumble, Creature)


def test_the_page_on_the_api_names_every_kind() -> None:
    table = (ROOT / "docs" / "web.md").read_text("utf-8").partition("| kind of part |")[2].partition("\n## ")[0]
    for kind in _kinds(*Part.__subclasses__(), *get_args(Item), *get_args(Shown)):
        assert f"`{kind}`" in table


def test_the_pages_that_draw_boards_know_no_game() -> None:
    names = [name for game, book in rulebooks().items() for name in (game, book.title)]
    pages = ROOT / "companion" / "web" / "static" / "js"
    for page in ("board.js", "cards.js", "drawn.js", "kiosk.js", "play.js", "table.js"):
        text = (pages / page).read_text("utf-8").lower()
        assert [name for name in names if re.search(rf'["`.]{re.escape(name.lower())}["`]', text)] == [], page
