"""What each event of each game asks for, with three buttons: the fields that this moment of the match needs."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, get_args

from companion.dialog import cards
from companion.dialog.prompts import LETTERS, WILD, Deed, maybe, one_of, pick, several, sign, spelled, words
from companion.games.villains.state import decks_of
from companion.games.wordcard.events import PlainType
from companion.referee.doubting import doubted, rows_to_choose
from companion.sentences import message

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.dialog.prompts import Asking, Script
    from companion.games.core import View

    Fields = Callable[[View, str, Mapping[str, Any]], Asking]

SHARED = frozenset({"reveal", "resolve", "close", "hands", "showdown", "card", "doubt"})  # everybody's, told once
NOBODYS = frozenset({"timeout"})  # the clock's
MOST_PLACES = 20


def event_script(match: View, event: str, player: str, options: Mapping[str, Any]) -> Script:
    """The script that ends in this event of this player, handed in."""

    def script() -> Asking:
        fields = FIELDS.get(f"{match.game}.{event}", _nothing)
        said = yield from fields(match, player, options)
        if event not in SHARED and "players" not in said:
            said = {"player": player, **said}
        return Deed("event", {"event": event, **said})

    return script


def _nothing(_match: View, _player: str, _options: Mapping[str, Any]) -> Asking:
    yield from ()
    return {}


def another_card(match: View, options: Mapping[str, Any]) -> Asking:
    """Any card of the game, when the camera has not read it."""
    if match.game == "wordcard":
        return (yield from cards.hand_card(message("Which card")))
    if match.game == "villains":
        names = dict.fromkeys(name for player in match.players for name in _deck(player, options))
        return (yield from one_of(message("Which card"), names))
    return (yield from spelled(message("Which card")))


# ——— Disorder! ———


def _letter_card(title: str = message("Which card")) -> Asking:
    return (yield from sign(title, (*LETTERS, WILD)))


def _place(match: View, _player: str, _options: Mapping[str, Any]) -> Asking:
    card = yield from _letter_card()
    if not match.board["row"]:
        return {"card": card}
    side = yield from pick(message("Where"), [(message("right end"), "right"), (message("left end"), "left")])
    return {"card": card, "side": side}


def _word(_match: View, player: str, _options: Mapping[str, Any]) -> Asking:
    word = ""
    while not word:
        word = yield from spelled(player)
    return {"word": word.lower()}


def _numbered(title: str, things: Sequence[str]) -> Asking:
    """One of several things by its number, from 1. When an earlier event is corrected they may be gone by now."""
    shown = [(f"{at}: {thing}", at) for at, thing in enumerate(things, 1)]
    return (yield from pick(title, shown or [(str(at), at) for at in range(1, MOST_PLACES + 1)]))


def _place_in_row(match: View, title: str = message("Which card")) -> Asking:
    return (yield from _numbered(title, match.board["row"]))


def _squeeze(match: View, _player: str, _options: Mapping[str, Any]) -> Asking:
    row = match.board["row"]
    after = yield from _numbered(message("Where"), [f"{left} _ {right}" for left, right in pairwise(row)])
    return {"card": (yield from _letter_card()), "after": after}


def _exchange(match: View, _player: str, _options: Mapping[str, Any]) -> Asking:
    at = yield from _place_in_row(match)
    return {"at": at, "card": (yield from _letter_card())}


def _switch(match: View, _player: str, _options: Mapping[str, Any]) -> Asking:
    at = yield from _place_in_row(match)
    return {"at": at, "with": (yield from _place_in_row(match, message("With which")))}


# ——— TYPO ———


def _reveal(match: View, _player: str, _options: Mapping[str, Any]) -> Asking:
    shown = {}
    for player in match.players:
        shown[player] = yield from sign(player)
    return {"cards": shown}


def _row(title: str, rows: Sequence[str], numbers: Sequence[int]) -> Asking:
    return (yield from pick(title, [(f"{number}: {''.join(rows[number - 1])}", number) for number in numbers]))


def _typo_place(match: View, player: str, options: Mapping[str, Any]) -> Asking:
    row = yield from _row(message("Which row"), match.board["rows"], (1, 2, 3, 4))
    side = yield from pick(message("Where"), [(message("right end"), "back"), (message("left end"), "front")])
    return {"row": row, "side": side, **(yield from _word(match, player, options))}


def _longest(board: Mapping[str, Any]) -> Asking:
    """Which row goes, where several are longest."""
    if len(board["longest"]) < 2:
        return {}
    return {"row": (yield from _row(message("Row taken"), board["rows"], board["longest"]))}


def _doubt(match: View, _player: str, _options: Mapping[str, Any]) -> Asking:
    said = match.board["doubtable"]
    others = [name for name in match.players if said is None or name != said["player"]]
    doubters = yield from several(message("Who doubts"), others)
    return {"players": doubters, **(yield from _longest(said or match.board))}


def row_of_doubt(match: View, doubters: Sequence[str]) -> Script:
    """The script that asks which of the longest rows goes, when enough doubt a word that is in no dictionary (T9)."""

    def script() -> Asking:
        row = yield from _row(message("Row taken"), match.board["doubtable"]["rows"], rows_to_choose(match, doubters))
        return Deed("event", doubted(match, doubters, row))

    return script


def _fail(match: View, _player: str, _options: Mapping[str, Any]) -> Asking:
    return (yield from _longest(match.board))


# ——— Disorder of the Villains ———


def _in_play(match: View) -> list[tuple[str, Any]]:
    """Every card in play as a target: said with its player, so that both may have one of that name."""
    return [
        (f"{card['name']} ({player})", {"player": player, "card": card["name"]})
        for player, side in match.board["sides"].items()
        for card in side["in_play"]
    ]


def _deck(player: str, options: Mapping[str, Any], kind: str | None = None) -> list[str]:
    """The names of a player's cards, or of those of a kind."""
    cards = decks_of([player], options)[player]
    return [card.name for card in cards.values() if kind in (None, card.kind)]


def _from_hand(match: View, player: str, options: Mapping[str, Any]) -> Asking:
    names = _deck(player, options)
    side = match.board["sides"][player]
    lying = {card["name"] for card in (*side["in_play"], *side["minted"])} | set(side["discard"])
    chosen = yield from one_of(message("Which card"), [name for name in names if name not in lying] or names)
    said = {"card": chosen}
    if len(side["in_play"]) >= 4:
        own = [(card["name"], card["name"]) for card in side["in_play"]]
        discard = yield from maybe(message("Discard first"), own)
        if discard is not None:
            said["discard"] = discard
    return said


def _target(match: View) -> Asking:
    chosen = yield from maybe(message("Target"), _in_play(match))
    return {} if chosen is None else {"target": chosen}


def _play(match: View, player: str, options: Mapping[str, Any]) -> Asking:
    return {**(yield from _from_hand(match, player, options)), **(yield from _target(match))}


def _trigger(match: View, player: str, options: Mapping[str, Any]) -> Asking:
    side = match.board["sides"][player]
    own = [card["name"] for card in (*side["in_play"], *side["minted"]) if card["trait"]]
    card = yield from one_of(message("Whose trait"), own or _deck(player, options))
    return {"card": card, **(yield from _target(match))}


def _resolve(match: View, _player: str, _options: Mapping[str, Any]) -> Asking:
    newest = match.board["stack"][-1:]
    return (yield from _target(match)) if newest and newest[0]["effect"] == "copy" else {}


def _mint(match: View, player: str, options: Mapping[str, Any]) -> Asking:
    own = [card["name"] for card in match.board["sides"][player]["in_play"] if card["kind"] == "villain"]
    return {"villain": (yield from one_of(message("Villain"), own or _deck(player, options, "villain")))}


# ——— AnagraScramble ———


def _colour(options: Mapping[str, Any]) -> Asking:
    if options.get("deck") != "both":
        return {}
    return {"colour": (yield from pick(message("Next card"), [(message("green"), "green"), (message("red"), "red")]))}


def _roll(_match: View, _player: str, options: Mapping[str, Any]) -> Asking:
    faces = [("4", "4"), ("5", "5"), ("6", "6"), ("7", "7"), ("PASS", "pass"), ("★", "star")]
    said: dict[str, Any] = {"face": (yield from pick(message("Die"), faces))}
    if said["face"] == "star":
        said["pick"] = yield from _letters(message("Letters picked"))
    return {**said, **((yield from _colour(options)) if said["face"] != "pass" else {})}


def _letters(title: str) -> Asking:
    return (yield from pick(title, [(str(count), count) for count in (4, 5, 6, 7)]))


def _declare(_match: View, _player: str, _options: Mapping[str, Any]) -> Asking:
    moves = [
        (message("raise the target"), "raise"),
        (message("pass it on"), "pass_on"),
        (message("Double"), "double"),
        (message("Triple"), "triple"),
    ]
    move = yield from pick(message("Declare"), moves)
    return {"move": move, "to": (yield from _letters(message("Raise to")))} if move == "raise" else {"move": move}


def _jumble() -> Asking:
    jumble = ""
    while len(jumble) != 7:
        jumble = yield from spelled(message("Seven letters"))
    return {"jumble": jumble}


def _card(_match: View, _player: str, _options: Mapping[str, Any]) -> Asking:
    return (yield from _jumble())


def _words(_match: View, player: str, _options: Mapping[str, Any]) -> Asking:
    return {"words": (yield from words(player))}


def _showdown(match: View, _player: str, _options: Mapping[str, Any]) -> Asking:
    said = yield from _jumble()
    found = {}
    for player in match.board["tied"]:
        found[player] = yield from words(player)
    return {**said, "words": found}


# ——— WORDCARD ———


def _line(match: View) -> Asking:
    return (yield from _numbered(message("Line"), [" ".join(line["cards"]) for line in match.board["lines"]]))


def _lay(_match: View, _player: str, options: Mapping[str, Any]) -> Asking:
    if not options.get("grid"):
        return {"lines": (yield from cards.lines(message("Line")))}
    x, y = (yield from _spot(message("Column"))), (yield from _spot(message("Row")))
    way = yield from pick(message("Which way"), [(message("across"), (1, 0)), (message("down"), (0, 1))])
    laid = yield from cards.cards(message("Which card"), laid=True, at_least=1)
    return {"cells": [{"x": x + at * way[0], "y": y + at * way[1], "card": card} for at, card in enumerate(laid)]}


def _spot(title: str) -> Asking:
    return (yield from pick(title, [(str(at), at) for at in (*range(13), *range(-12, 0))]))


def _tag(match: View, _player: str, _options: Mapping[str, Any]) -> Asking:
    line = yield from _line(match)
    front = yield from cards.cards(message("in front"), laid=True)
    return {"line": line, "front": front, "back": (yield from cards.cards(message("behind"), laid=True))}


def _draw(_match: View, _player: str, _options: Mapping[str, Any]) -> Asking:
    piles = [(message("the deck"), "deck"), (message("the open pile"), "pile")]
    return {"from": (yield from pick(message("Draw"), piles))}


def _discard(_match: View, _player: str, _options: Mapping[str, Any]) -> Asking:
    return {"card": (yield from cards.hand_card(message("Which card")))}


def _replace_wild(match: View, _player: str, _options: Mapping[str, Any]) -> Asking:
    line = yield from _line(match)
    on_it = match.board["lines"][line - 1]["cards"] if match.board["lines"] else ()
    at = yield from _numbered(message("Which card"), on_it)
    return {"line": line, "at": at, "card": (yield from cards.real_card(message("Which card")))}


def _contest(match: View, player: str, options: Mapping[str, Any]) -> Asking:
    claimed = (match.board["contestable"] or {}).get("words")
    if claimed:
        return {"players": [player], "word": (yield from one_of(message("Word"), claimed))}
    return {"players": [player], **(yield from _word(match, player, options))}


def _hands(match: View, _player: str, _options: Mapping[str, Any]) -> Asking:
    left = {}
    for player in match.players:
        if match.board["players"][player]["cards"]:
            left[player] = yield from cards.cards(player, laid=False)
    return {"hands": left}


def _solution(_match: View, _player: str, _options: Mapping[str, Any]) -> Asking:
    return {"lines": (yield from cards.lines(message("Line")))}


def _dealer_chooses(_match: View, _player: str, _options: Mapping[str, Any]) -> Asking:
    kinds = [(kind.replace("_", " "), kind) for kind in get_args(PlainType)]
    return {"type": (yield from pick(message("Game"), kinds))}


FIELDS: Mapping[str, Fields] = {
    "disorder.place": _place, "disorder.name_word": _word, "disorder.prove": _word, "disorder.squeeze": _squeeze,
    "disorder.exchange": _exchange, "disorder.switch": _switch,
    "typo.reveal": _reveal, "typo.place": _typo_place, "typo.doubt": _doubt, "typo.fail": _fail,
    "villains.play": _play, "villains.drop": _from_hand, "villains.trigger": _trigger, "villains.resolve": _resolve,
    "villains.mint": _mint,
    "anagrascramble.roll": _roll, "anagrascramble.declare": _declare, "anagrascramble.card": _card,
    "anagrascramble.words": _words, "anagrascramble.showdown": _showdown,
    "wordcard.lay": _lay, "wordcard.tag": _tag, "wordcard.draw": _draw, "wordcard.discard": _discard,
    "wordcard.replace_wild": _replace_wild, "wordcard.contest": _contest, "wordcard.hands": _hands,
    "wordcard.solution": _solution, "wordcard.dealer_chooses": _dealer_chooses,
}  # fmt: skip
