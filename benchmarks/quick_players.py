"""Quick players, who play a whole match in some milliseconds: for play-outs by the ten thousand.

They play by the rules themselves, every event handed to the game's `rule`, with hands dealt as at a table. What they
know of words is a pocket dictionary of some thousand; the rules have the whole one. A match's players are all careless
or all careful, and know as many words, though not the same:

- Disorder!: a careless player lays any card that stands in a word it knows, a careful one the card that leaves the
  fewest letters to the next. Who knows no word for the board challenges, who has no card lays one face down.
- TYPO: careless, any card in any place; careful, the card with the fewest places where most of its hand still fits.
- Disorder of the Villains: careless, any card; careful, the Monster that brings its Villains nearest. Both mint as soon
  as they can, use no timed traits and do not interrupt.
- WORDCARD: `benchmarks/quick_wordcard.py` says it.
- Games without a player here are played by those of `companion.practice`, easy or medium.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from benchmarks import quick_wordcard
from benchmarks.quick_tables import WILD, QuickTable
from companion.decks import deckfiles
from companion.games.dealing import completed, dealing, opening, turned
from companion.games.disorder.state import HOUSE_VALUES
from companion.games.layout import layout_of
from companion.games.opponent import opponent
from companion.games.together import asked_of
from companion.games.typo.state import longest_of
from companion.games.villains.legal import mintable
from companion.games.villains.outlook import nearness
from companion.games.villains.state import BOARD_LIMIT
from companion.practice.table_hand import own_view, vocabulary
from companion.referee.match import Match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from benchmarks.quick_tables import Pocket, Said
    from companion.games.core import Words

PLAYERS = ("Ann", "Bob", "Cy", "Di", "Eve", "Flo")
DOUBTS = {False: 0.3, True: 0.9}  # how often a word is doubted that is not known, by careless and careful


def seated(
    game: str,
    count: int,
    seed: int,
    words: Words,
    pockets: Sequence[Pocket],
    *,
    careful: bool,
    options: Mapping[str, Any] | None = None,
) -> QuickTable:
    """A match dealt by a seed. `pockets` are those players get theirs from; `options` those that are not as a match has
    them by itself."""
    chance, deals, players = Random(seed), dealing(game), PLAYERS[:count]
    assert deals is not None
    cards = deckfiles.load(layout_of(game, {}).deck).cards
    played = {**deals.options(players, cards, chance), **(options or {})}
    match = Match.begin({"game": game, "players": list(players), "options": played}, lambda _: words)
    dealt = deals.deal(match.state, cards, chance)
    own = {player: chance.choice(pockets) for player in players}
    table = QuickTable(game, match.state, played, dealt, chance, careful, own, words, _STEPS.get(game, _practised))
    if game not in _STEPS:
        table.knows = {player: vocabulary(words, table.strength, chance.getrandbits(32)) for player in players}
    return table


# ——— Disorder! ———


def _disorder(table: QuickTable) -> Iterator[Said]:
    state = table.state
    board, player = state.board.lower(), state.name(state.turn)
    pocket = table.pockets[player]
    if state.phase == "objection":
        yield {"event": "stand" if board in pocket.within else "withdraw", "player": player}
    elif state.phase == "name_word":
        yield {"event": "name_word", "player": player, "word": pocket.saving(board) or board.replace(WILD, "e")}
    elif state.phase == "prove":
        letters = state.debts[0].letters.lower()
        yield {"event": "prove", "player": player, "word": pocket.within.get(letters, letters)}
    else:
        yield from _on_board(table, player, pocket)


def _on_board(table: QuickTable, player: str, pocket: Pocket) -> Iterator[Said]:
    state = table.state
    if state.objectable:
        for seat in state.rivals:
            if seat != state.changed_by and state.board.lower() not in table.pockets[state.name(seat)].within:
                yield {"event": "object", "player": state.name(seat)}
    if len(state.board) >= 4 and not pocket.stands(state.board):
        yield {"event": "challenge", "player": player}
    letters = sorted(card for card in set(table.dealt.hand(player)) if card in HOUSE_VALUES)
    sides = ("left", "right") if state.board else ("right",)
    spots = [(card, side, card + state.board if side == "left" else state.board + card)
             for card in letters for side in sides]  # fmt: skip
    found = [spot for spot in spots if not state.board or pocket.stands(spot[2])]
    if found:
        best = min(found, key=lambda spot: (_ways_on(table, pocket, spot[2]), table.chance.random()))
        yield {"event": "place", "player": player, "card": best[0], "side": best[1]}
    elif letters:
        yield {"event": "place", "player": player, "card": WILD, "side": table.chance.choice(sides)}
    yield {"event": "concede", "player": player}


def _ways_on(table: QuickTable, pocket: Pocket, board: str) -> int:
    if not table.careful or WILD in board or len(board) < 3:
        return 0
    return sum(pocket.stands(letter + board) + pocket.stands(board + letter) for letter in HOUSE_VALUES)


# ——— TYPO ———


def _typo(table: QuickTable) -> Iterator[Said]:
    state = table.state
    if state.placement is not None:
        yield from _doubted(table)
    if not state.queue:
        yield {"event": "reveal", "cards": {player: _shown(table, player) for player in state.names_choosing}}
        return
    seat, card = state.queue[0]
    player = state.name(seat)
    spots = _spots(table.pockets[player], state.rows, card)
    if spots:
        hand = table.dealt.hand(player) if table.careful else ()
        best = max(spots, key=lambda spot: (_fitting(table, player, spot, hand), table.chance.random()))
        word = table.pockets[player].start[best[2]]
        yield {"event": "place", "player": player, "row": best[0] + 1, "side": best[1], "word": word}
    yield {"event": "fail", "player": player, **_row_taken(table, state.longest())}


def _doubted(table: QuickTable) -> Iterator[Said]:
    state = table.state
    placed = state.placement
    doubters = [
        player for seat, player in enumerate(state.players)
        if seat != placed.seat and placed.word not in table.pockets[player].known
        and table.chance.random() < DOUBTS[table.careful]
    ]  # fmt: skip
    if len(doubters) >= state.doubters_needed:
        longest = longest_of(state.with_row(placed.row, placed.before))
        yield {"event": "doubt", "players": doubters, **_row_taken(table, longest)}


def _row_taken(table: QuickTable, longest: Sequence[int]) -> Said:
    return {} if len(longest) == 1 else {"row": table.chance.choice(longest) + 1}


def _shown(table: QuickTable, player: str) -> str:
    hand = sorted(set(table.dealt.hand(player)))
    places = {card: len(_spots(table.pockets[player], table.state.rows, card)) for card in hand}
    can = [card for card in hand if places[card]] or hand
    fewest = min(places[card] for card in can) if table.careful else None
    shown: str = table.chance.choice([card for card in can if fewest in (None, places[card])])
    return shown


def _spots(pocket: Pocket, rows: Sequence[str], card: str) -> list[tuple[int, str, str]]:
    ends = ((row, side, (card + letters if side == "front" else letters + card).lower())
            for row, letters in enumerate(rows) for side in ("front", "back"))  # fmt: skip
    return [spot for spot in ends if spot[2] in pocket.start]


def _fitting(table: QuickTable, player: str, spot: tuple[int, str, str], hand: Sequence[str]) -> int:
    rows = table.state.with_row(spot[0], spot[2].upper())
    return sum(bool(_spots(table.pockets[player], rows, card)) for card in hand)


# ——— Disorder of the Villains ———


def _villains(table: QuickTable) -> Iterator[Said]:
    state = table.state
    if state.opened is not None:
        player = state.name(state.opened.seat)
        yield from _played(table, player, state.opened.seat, state.opened.effect)
    elif state.chance is not None:
        yield {"event": "decline", "player": state.name(state.chance.seat)}
    elif state.stack:
        yield from ({"event": "resolve", **aim} for aim in _aims(table))
    else:
        yield from _villains_turn(table, state.name(state.turn))


def _villains_turn(table: QuickTable, player: str) -> Iterator[Said]:
    state = table.state
    if not state.drawn:
        yield {"event": "draw", "player": player}
        return
    for villain in mintable(state, state.turn):
        yield {"event": "mint", "player": player, "villain": villain}
    if not state.played:
        yield from _played(table, player, state.turn, "play")
    yield {"event": "end_turn", "player": player}


def _played(table: QuickTable, player: str, seat: int, event: str) -> Iterator[Said]:
    state = table.state
    cards = list(table.dealt.hand(player))
    table.chance.shuffle(cards)
    if table.careful:
        cards.sort(key=lambda card: _brings(state, seat, card), reverse=True)
    for card in cards:
        there = state.of_kind(seat, state.described((seat, card)).kind)
        rooms = list(there) if len(there) == BOARD_LIMIT else [None]
        table.chance.shuffle(rooms)
        if table.careful and rooms[0] is not None:
            rooms.sort(key=lambda room: _near(state, seat, card, room), reverse=True)
        for room in rooms:
            said = {"event": event, "player": player, "card": card, **({} if room is None else {"discard": room})}
            yield from ({**said, **aim} for aim in _aims(table))


def _aims(table: QuickTable) -> Iterator[Said]:
    """No target, and where one is wanted any."""
    yield {}
    aims = [written for _, written in table.state.all_targets() if written is not None]
    table.chance.shuffle(aims)
    yield from ({"target": written} for written in aims)


def _brings(state: Any, seat: int, card: str) -> float:
    kind = state.described((seat, card)).kind
    return _near(state, seat, card, None) if kind == "monster" else 1.0


def _near(state: Any, seat: int, card: str, without: str | None) -> float:
    monsters = [state.described((seat, name)).dna for name in state.of_kind(seat, "monster") if name != without]
    dna = [*monsters, state.described((seat, card)).dna][-BOARD_LIMIT:]
    villains = state.of_kind(seat, "villain")
    return max((nearness(state.described((seat, name)).dna, tuple(sorted(dna))) for name in villains), default=0.0)


# ——— any other ———


def _practised(table: QuickTable) -> Iterator[Said]:
    """As `companion.practice` plays, each asked in its turn."""
    plays = opponent(table.game)
    assert plays is not None

    def view(player: str, **more: Any) -> Any:
        seed = table.chance.getrandbits(32)
        own = own_view(table.game, table.state, player, table.dealt, table.knows[player], table.strength, seed)
        return replace(own, **more)

    for player in table.state.players:
        said = plays.answer(view(player))
        if said is not None:
            yield dict(completed(table.game, table.dealt, table.state, said))
    yield from _together(table, lambda player: plays.own_part(view(player, opened=_opened(table))))
    event = turned(table.game, table.dealt, table.state)
    if event is not None:
        yield dict(completed(table.game, table.dealt, table.state, event))


def _opened(table: QuickTable) -> Any:
    return opening(table.game, table.dealt, table.state)


def _together(table: QuickTable, own_part: Callable[[str], Any]) -> Iterator[Said]:
    asked = asked_of(table.game, table.state)
    if asked is not None:
        opens = {} if asked.opens is None else {asked.opens: _opened(table)}
        yield {"event": asked.event, asked.field: {player: own_part(player) for player in asked.players}, **opens}


_STEPS: Mapping[str, Callable[[QuickTable], Iterator[Said]]] = {
    "disorder": _disorder, "typo": _typo, "villains": _villains, "wordcard": quick_wordcard.step,
}  # fmt: skip
