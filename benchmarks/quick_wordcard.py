"""The quick player of WORDCARD, in each of its types and for both aims.

It draws, lays what it sees in six (careful: eight) cards of its hand, tags on if it is careful, and discards any card
(careful: what fits least). Where lines must be words it sees the longest word, where they must be combinations all
equal ranks and runs, of which the careless lays but one at a time after its opening. In WORDCARD, where a line is both
and little fits, it sees eight (careful: all) cards, and even the careless tags on and discards what fits least. A wild
is a common letter and a rank it has most of. The solution of a group game is what it sees in the open cards, again and
again in those that are left: of two (careful: six) tries the one that uses most.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from typing import TYPE_CHECKING

from companion.games.wordcard.legal import hindrance
from companion.games.wordcard.notation import RANKS, WILD, face
from companion.games.wordcard.scoring import SHORTEST_RUN, SHORTEST_WORD
from companion.games.wordcard.state import awaiting

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from benchmarks.quick_tables import Pocket, QuickTable, Said

COMMON = "ETAOINSRHLDCUMFPGWYBVKXJQZ"
SEES = {False: 6, True: 8}  # cards at a time, the careless and the careful
SEES_BOTH = {False: 8, True: 20}  # where a line must be a word and a combination
TRIES = {False: 2, True: 6}  # at the solution of a group game
LONGEST = 4  # cards of a line that is a word and a combination

Lines = list[list[str]]


def step(table: QuickTable) -> Iterator[Said]:
    """See QuickTable."""
    state = table.state
    awaited = awaiting(state)
    if state.group:
        yield from _handed_in(table)
    elif awaited == "hands":
        left = [player for player, hand in zip(state.players, state.hands, strict=True) if hand.cards]
        yield {"event": "hands", "hands": {player: list(table.dealt.hand(player)) for player in left}}
    elif awaited == "dealer_chooses":
        yield {"event": "dealer_chooses", "player": state.name(state.dealer), "type": "wordplay"}
    else:
        yield from _turn(table)


def _turn(table: QuickTable) -> Iterator[Said]:
    state = table.state
    seat, player = state.turn, state.name(state.turn)
    hand = table.dealt.hand(player)
    if not state.drawn and table.dealt.deck:
        yield {"event": "draw", "player": player, "from": "deck"}
    lines = _seen(table, player, hand)
    if lines and not table.careful and state.hands[seat].opened_in is not None:
        lines = [max(lines, key=len)]
    if lines:
        yield {"event": "lay", "player": player, "lines": lines}
    if (table.careful or state.scheme.type == "wordcard") and hindrance(state, "tag", seat) is None:
        yield from _tagged(table, player, hand)
    if hand and not state.discarded:
        worst = max(hand, key=lambda card: _uselessness(table, card, hand))
        yield {"event": "discard", "player": player, "card": worst}
    yield {"event": "end_turn", "player": player}


def _handed_in(table: QuickTable) -> Iterator[Said]:
    """A solution of one who has none yet, in any order; the end when nobody finds one any more."""
    state = table.state
    open_ = [player for player, done in zip(state.players, state.solved, strict=True) if not done]
    table.chance.shuffle(open_)
    for player in open_:
        tries = [_solution(table, player) for _ in range(TRIES[table.careful])]
        best = max(tries, key=lambda lines: sum(map(len, lines)))
        if best:
            yield {"event": "solution", "player": player, "lines": best}
    yield {"event": "close"}


def _solution(table: QuickTable, player: str) -> Lines:
    left, lines = Counter(table.state.options.cards), Lines()
    while True:
        found = _seen(table, player, list(left.elements()))
        if not found:
            return lines
        lines += found
        left -= Counter(WILD if face(card).wild else card for line in found for card in line)


# ——— what it sees ———


def _seen(table: QuickTable, player: str, hand: Sequence[str]) -> Lines:
    """Lines of some cards, each once; none where it sees none."""
    scheme, cards = table.state.scheme, list(hand)
    table.chance.shuffle(cards)
    cards = cards[: (SEES_BOTH if scheme.type == "wordcard" else SEES)[table.careful]]
    real = [card for card in cards if card != WILD]
    ranks = Counter(map(_rank, real)) or Counter(RANKS)  # of nothing but wilds any rank will do
    rank = ranks.most_common(1)[0][0] if scheme.pays_combinations else ""
    letter = table.chance.choice("EASTRN") if scheme.pays_words else ""
    cards = [f"*={rank}/{letter}" if card == WILD else card for card in cards]
    if scheme.type == "wordcard":
        return _apart(_words_of_combinations(table.pockets[player], cards))
    if scheme.needs_words:
        word = _longest_word(table.pockets[player], cards)
        return [word] if word else []
    return _apart([*_equals(cards), *_runs(cards)])


def _apart(lines: Iterable[list[str]]) -> Lines:
    """The longest lines that use no card twice; alike cards are told by how many of them there are."""
    left: Counter[str] = Counter()
    chosen = Lines()
    found = sorted(lines, key=len, reverse=True)
    for line in found:
        left |= Counter(line)  # no line has more of a card than the hand
    for line in found:
        if Counter(line) <= left:
            left -= Counter(line)
            chosen.append(line)
    return chosen


def _longest_word(pocket: Pocket, cards: Sequence[str]) -> list[str]:
    for count in range(len(cards), SHORTEST_WORD - 1, -1):
        for some in combinations(cards, count):
            word = pocket.spelled.get("".join(sorted(map(_letter, some))))
            if word is not None:
                return _spelling(word, some)
    return []


def _spelling(word: str, cards: Iterable[str]) -> list[str]:
    by_letter: dict[str, list[str]] = {}
    for card in cards:
        by_letter.setdefault(_letter(card), []).append(card)
    return [by_letter[letter].pop() for letter in word]


def _by_rank(cards: Iterable[str]) -> dict[str, list[str]]:
    ranked: dict[str, list[str]] = {}
    for card in cards:
        ranked.setdefault(_rank(card), []).append(card)
    return ranked


def _equals(cards: Sequence[str]) -> Iterator[list[str]]:
    yield from (equal for equal in _by_rank(cards).values() if len(equal) > 1)


def _runs(cards: Sequence[str]) -> Iterator[list[str]]:
    """Every run, one card of each rank."""
    ranked = _by_rank(cards)
    for first, last in combinations(range(len(RANKS) + 1), 2):
        if last - first >= SHORTEST_RUN and all(rank in ranked for rank in RANKS[first:last]):
            yield [ranked[rank][0] for rank in RANKS[first:last]]


def _words_of_combinations(pocket: Pocket, cards: Sequence[str]) -> Iterator[list[str]]:
    ranked = _by_rank(cards)
    for equal in ranked.values():
        for count in range(SHORTEST_WORD, min(len(equal), LONGEST) + 1):
            for some in combinations(equal, count):
                word = pocket.spelled.get("".join(sorted(map(_letter, some))))
                if word is not None:
                    yield _spelling(word, some)
    for first in range(len(RANKS)):
        for count in range(SHORTEST_RUN, LONGEST + 1):
            for run in product(*(ranked.get(rank, ()) for rank in RANKS[first : first + count])):
                if len(run) == count:
                    yield from (list(line) for line in (run, run[::-1]) if "".join(map(_letter, line)) in pocket.known)


# ——— tagging on, and what is thrown away ———


def _tagged(table: QuickTable, player: str, hand: Sequence[str]) -> Iterator[Said]:
    for number, line in enumerate(table.state.lines, start=1):
        for card in hand:
            if card != WILD:
                for side, beside, longer in (
                    ("front", line.cards[0], (card, *line.cards)),
                    ("back", line.cards[-1], (*line.cards, card)),
                ):
                    if _may_fit(table, player, card, beside, longer):
                        yield {"event": "tag", "player": player, "line": number, side: [card]}


def _may_fit(table: QuickTable, player: str, card: str, beside: str, longer: Sequence[str]) -> bool:
    scheme = table.state.scheme
    if scheme.needs_words and "".join(map(_letter, longer)) not in table.pockets[player].known:
        return False
    return not scheme.needs_combinations or _step(card, beside) <= 1


def _step(card: str, beside: str) -> int:
    """How far apart their ranks are; far where one has none."""
    ranks = [_rank(card), _rank(beside)]
    return abs(RANKS.index(ranks[0]) - RANKS.index(ranks[1])) if all(ranks) else len(RANKS)


def _uselessness(table: QuickTable, card: str, hand: Sequence[str]) -> float:
    """A wild is never thrown away before others; the careful keep what others of the hand go with, and common
    letters."""
    if card == WILD:
        return -100.0
    scheme = table.state.scheme
    if not table.careful and scheme.type != "wordcard":
        return table.chance.random()
    fits = sum(_step(card, other) == 0 for other in hand if other != WILD) if scheme.needs_combinations else 0
    rare = COMMON.index(_letter(card).upper()) if scheme.needs_words else table.chance.random()
    return rare / len(COMMON) - fits


def _letter(card: str) -> str:
    return (face(card).letter or "").lower()


def _rank(card: str) -> str:
    return face(card).rank or ""
