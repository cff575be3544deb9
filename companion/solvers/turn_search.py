"""What a hand can do at once in WORDCARD, for every set of the cards that it may come to hold: lines laid, cards tagged
on to lines, a row on the grid, put together.

There may be other hands than the one held (a card taken, wilds exchanged for real cards), and other lines for some of
them. What they have in common is looked for once for all of them: the lines that any of the hands make, and what any
adds to each line. For each hand that is then put together which uses no card twice.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial, reduce
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from companion.games.wordcard.notation import WILD
from companion.solvers.abreast import empty_rows, kept
from companion.solvers.card_sets import NONE, CardSets
from companion.solvers.grid_growing import GridGrower
from companion.solvers.grid_turns import GridTurns
from companion.solvers.growing import pieces_of
from companion.solvers.hand_sets import HandSets
from companion.solvers.tagging import Tagging

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.games.wordcard.scoring import Scheme
    from companion.solvers.grid_boards import GridPlace, GridTable
    from companion.solvers.row_ends import RowEnds
    from companion.solvers.search import Best, Opening
    from companion.solvers.spellings import Flags, Ints

MOST_TOLD = 50  # of what was put together: mostly the first is as good by the rules as it was thought to be


class HandToPlay(NamedTuple):
    """A hand that there may be: its cards, the lines it may tag on to (by number), a card that must be laid or one that
    is like it, and whether a card may be discarded."""

    cards: tuple[str, ...]
    lines: tuple[int, ...] = ()
    must: str | None = None
    may_discard: bool = False


@dataclass(frozen=True, slots=True)
class Playground:
    """What there is to add to: the lines that may be tagged on to, each with what was paid for it, or the grid; what a
    laydown needs (None: anything will do), and what it brings if no card is left (None: others are in the hand)."""

    lines: Sequence[tuple[tuple[str, ...], int]]
    grid: GridTable | None
    opening: Opening | None
    finish_bonus: int | None

    def lying(self) -> list[str]:
        """All cards that lie there."""
        on_grid = [] if self.grid is None else [*self.grid.there.values()]
        return [card for cards, _ in self.lines for card in cards] + on_grid


class Candidate(NamedTuple):
    """What may be the best: what it brings at most, by which hand (its number), of which set, what is discarded."""

    gain: int
    hand: int
    number: int
    discarded: str | None


class Laydown(NamedTuple):
    """Lines that may be laid at once, and what they bring at most; no laydown of the hand brings more."""

    lines: tuple[tuple[str, ...], ...]
    at_most: int


class FoundPart(NamedTuple):
    """A part of it: what it brings, and lines laid, or cards before and behind a line (by its number), or rows of cards
    by place on the grid, one laid after the other."""

    gain: int
    laid: tuple[tuple[str, ...], ...] = ()
    line: int | None = None
    before: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    rows: Sequence[Mapping[GridPlace, str]] = ()


class Room(NamedTuple):
    """How many cards of a hand may be put at the end of rows at once (see RowGrower): of the hand held and of what else
    it may come to hold to rows that lie apart, and of any to what lies there; on how many grids rows are laid upon
    others, of all hands together, and how many upon each other."""

    held: int
    other: int
    on_table: int
    grids: int = 0
    rows: int = 0


class ToPlay(NamedTuple):
    """Of a player the hands there may be, the first of which is the one held, what there is to add to, and what room
    there is for the search."""

    hands: Sequence[HandToPlay]
    ground: Playground
    room: Room


class _Joint(NamedTuple):
    """A step of putting together: what there was by set, what was put to it, and how that is done."""

    before: Ints
    more: Ints
    part: Callable[[int], FoundPart]


class TurnsSearch:
    """The search of what several players can do, each alone, on one table: their rows grow side by side. `searches` are
    those of the players, and `are_all_laid` says by player whether all lines are known that can be laid apart."""

    def __init__(self, players: Sequence[ToPlay], scheme: Scheme, ends: RowEnds) -> None:
        """The grid is the same for all players."""
        cards = [reduce(or_, (Counter(hand.cards) for hand in player.hands)) for player in players]
        parts = [CardSets(list(each.elements()), scheme) for each in cards]
        wholes = [[part.of(hand.cards) for hand in each.hands] for part, each in zip(parts, players, strict=True)]
        self.sets = HandSets(parts, wholes)
        lying = [card for player in players for card in player.ground.lying()]
        grid = players[0].ground.grid
        if grid is not None:  # what is laid lies there then
            lying += [piece.laid for piece in pieces_of([kind.card for kind in self.sets.kinds], scheme)]
        held, other, on_table, grids, upon = zip(*(player.room for player in players), strict=True)
        self.grower = GridGrower(self.sets, lying, scheme, ends, 0)
        self.grower.give_room(other)
        steps = [empty_rows(np.zeros(len(parts), dtype=np.int64), self.sets.begins)]
        while len(steps[-1].used):
            steps.append(self.grower.laying_apart(steps[-1], held))
        self.steps = [
            kept(rows._replace(line=np.zeros_like(rows.line)), self.grower.ends.may_end(rows.ends)) for rows in steps
        ]
        self.laid = self.sets.nothing()
        for rows in self.steps[1:]:
            # Of whole numbers of one size that is done many times as soon.
            np.maximum.at(self.laid, rows.used.astype(np.int64), rows.brings.astype(np.int64))
        self.are_all_laid = ~self.grower.dropped_held
        self.grower.give_room(on_table)
        self.rows: GridTurns | None = None
        if grid is not None:
            most = max(grids), max(upon)
            self.rows = GridTurns(grid, self.grower, self.sets, scheme, self.steps, wholes, most)
        self.searches = [TurnSearch(self, number, player, scheme) for number, player in enumerate(players)]
        self.lines = list(dict.fromkeys(line for player in players for line in player.ground.lines))
        may_tag = [[search.may_tag_on_to(line) for line in self.lines] for search in self.searches]
        self.tags: Tagging | None = None
        if any(map(any, may_tag)):
            self.tags = Tagging(self.grower, self.sets, steps, self.lines, np.array(may_tag, dtype=np.bool_))


class TurnSearch:
    """The search of one player; `is_whole` says whether nothing was dropped, `sets` are those of the cards."""

    def __init__(self, shared: TurnsSearch, number: int, player: ToPlay, scheme: Scheme) -> None:
        self._shared, self._number = shared, number
        self._hands, self._ground, self._scheme = player.hands, player.ground, scheme
        hands, ground = self._hands, self._ground
        self.sets = shared.sets.parts[number]
        self._begin = int(shared.sets.begins[number])
        self._wholes = [self.sets.of(hand.cards) for hand in hands]
        self._dearest = self.sets.dearest(scheme)
        self._known: tuple[int, Best] | None = None
        self._are_all_joined = True
        self._joints: dict[tuple[tuple[int, ...], int], tuple[Ints, list[_Joint]]] = {}
        self._laid = shared.sets.of(number, shared.laid)
        self._may_tag = ground.opening is None or any(
            (self._laid[self.is_enough(hand)] > NONE).any() for hand in range(len(hands))
        )

    def may_tag_on_to(self, line: tuple[tuple[str, ...], int]) -> bool:
        """Whether that line of the table can be tagged on to."""
        return self._may_tag and line in self._ground.lines

    @property
    def is_whole(self) -> bool:
        """See the class."""
        tags = self._shared.tags
        is_tagged = tags is None or bool(tags.is_whole[self._number])
        rows = self._shared.rows
        is_built = rows is None or bool(rows.are_all[self._number])
        is_known = self._are_all_joined and self._shared.grower.ends.are_all_counted
        return is_known and not self._shared.grower.dropped[self._number] and is_tagged and is_built

    @property
    def has_no_bonus(self) -> bool:
        """Whether it is known that no line laid on the grid earns a bonus, so that nothing is better than to lay all
        cards, played for the fewest."""
        rows = self._shared.rows
        return rows is not None and not rows.may_be_long[self._number]

    def laydown(self) -> Laydown | None:
        """The best laydown of the hand held; None where lines that can be laid are not known."""
        joints: list[_Joint] = []
        best = self._laid_together(joints)
        is_known = self._are_all_joined and self._shared.grower.ends.are_all_counted
        if not is_known or not self._shared.are_all_laid[self._number]:
            return None
        whole = self._wholes[0]
        best = np.where(self.is_enough(0), best, NONE)
        best[0] = NONE
        best[whole] += self._finish_bonus
        number = int(best.argmax())
        if best[number] <= NONE + self._finish_bonus:
            return Laydown((), 0)
        gain = int(best[number]) - (self._finish_bonus if number == whole else 0)
        parts = self._parted(number, gain, joints)
        return Laydown(tuple(line for part in parts for line in part.laid), int(best[number]))

    def knows(self, laid: Best) -> None:
        """A laydown of the hand held that was found already."""
        number = self.sets.of(card for line in laid.lines for card in line)
        gain = laid.gain - (self._finish_bonus if number == self._wholes[0] else 0)
        if number and gain > self._laid[number]:
            self._laid[number], self._known = gain, (number, laid)

    @property
    def _finish_bonus(self) -> int:
        return self._ground.finish_bonus or 0

    def is_enough(self, hand: int) -> Flags:
        """By set whether so much of that hand may be laid (W6)."""
        enough, opening = self.sets.held_in(self._wholes[hand]), self._ground.opening
        if opening is None:
            return enough
        if opening.points is None:
            enough &= self.sets.cards >= opening.cards
        else:
            values = [0 if kind.card == WILD else self._scheme.value(kind.card) for kind in self.sets.kinds]
            enough &= self.sets.counts @ np.array(values, dtype=np.int64) >= opening.points
        if self._ground.finish_bonus is not None:
            enough[self._wholes[hand]] = True
        return enough

    # ——— parts ———

    def added(self, line: int | None) -> Ints:
        """By set the most that its cards add to that line; None is the grid."""
        shared, found = self._shared, None
        if line is None and shared.rows is not None:
            found = shared.rows.single
        elif line is not None and shared.tags is not None:
            found = shared.tags.best[shared.lines.index(self._ground.lines[line])]
        return self.sets.nothing() if found is None else shared.sets.of(self._number, found)

    def part(self, line: int | None, number: int) -> FoundPart:
        """What that set best adds to that line, or to the grid."""
        gain, shared = int(self.added(line)[number]), self._shared
        if line is None:
            assert shared.rows is not None  # it was found there
            return self._on_grid(gain, shared.rows.one_row(self._begin + number))
        assert shared.tags is not None  # it was found there
        at_line = shared.lines.index(self._ground.lines[line])
        step, at, behind = shared.tags.way(at_line, self._begin + number)
        before = shared.grower.laid(shared.steps[: step + 1], at)
        return FoundPart(gain, line=line, before=self._cards(before), behind=self._cards(behind))

    def _built(self, apart: Ints) -> Ints:
        """By set the most that rows on the grid bring, several where one does not bring as much, nor lines `apart`."""
        one, rows = self.added(None), self._shared.rows
        assert rows is not None  # it is asked for the grid only
        several = self._shared.sets.of(self._number, rows.best)
        return np.where(several > np.maximum(one, apart), several, one)

    def _building(self, joined: Ints, number: int) -> FoundPart:
        """The rows on the grid that bring the most of that set."""
        rows = self._shared.rows
        assert rows is not None  # it was found there
        gain = int(joined[number])
        is_one = gain == rows.single[self._begin + number]
        return self._on_grid(gain, (rows.one_row if is_one else rows.rows)(self._begin + number))

    def _on_grid(self, gain: int, rows: Sequence[Mapping[GridPlace, int]]) -> FoundPart:
        pieces = self._shared.grower.pieces
        return FoundPart(gain, rows=[{place: pieces[piece].laid for place, piece in row.items()} for row in rows])

    def _laying(self, number: int) -> FoundPart:
        """The lines laid that bring the most of that set."""
        gain = int(self._laid[number])
        if self._known is not None and self._known[0] == number:
            return FoundPart(gain, self._known[1].lines)
        step = int(self.sets.cards[number])
        steps = self._shared.steps
        at = steps[step].first(0, self._begin + number, gain)
        assert at is not None  # it was found there
        return FoundPart(gain, (self._cards(self._shared.grower.laid(steps[: step + 1], at)),))

    def _cards(self, pieces: Sequence[int]) -> tuple[str, ...]:
        return tuple(self._shared.grower.pieces[piece].laid for piece in pieces)

    # ——— put together ———

    def candidates(self) -> list[Candidate]:
        """What brings the most by what is thought of it, the most first."""
        gains = np.concatenate([gain for hand in range(len(self._hands)) for gain in self._of_hand(hand)])
        best = np.argsort(-gains, kind="stable")[:MOST_TOLD]
        return [self._candidate(int(gains[at]), int(at)) for at in best[gains[best] > NONE]]

    def _candidate(self, gain: int, at: int) -> Candidate:
        at, number = divmod(at, self.sets.count)
        hand, discards = divmod(at, 2)
        kind = int(self._dearest[0][self._wholes[hand] - number])
        return Candidate(gain, hand, number, self.sets.kinds[kind].card if discards else None)

    def _of_hand(self, number: int) -> tuple[Ints, Ints]:
        """By set what it brings, without and with a card discarded."""
        hand, whole = self._hands[number], self._wholes[number]
        best, _ = self._put_together(number)
        there = (best > NONE) & self.sets.held_in(whole)
        there[0] = False  # where nothing is laid nothing is done
        if hand.must is not None:
            there &= self.sets.with_any(hand.must)
        fewest = self._scheme.aim == "fewest"
        if fewest:
            spent = [sum(map(self._scheme.in_hand, each.cards)) for each in (hand, self._hands[0])]
            best = best - (spent[0] - spent[1])
        discarding = self.sets.nothing()
        some = np.nonzero(there & (np.arange(self.sets.count) != whole) & hand.may_discard)[0]
        discarding[some] = best[some] + np.where(self.sets.cards[whole - some] == 1, self._finish_bonus, 0)
        discarding[some] += self._dearest[1][whole - some] if fewest else 0
        best = np.where(there, best, NONE)
        best[whole] += self._finish_bonus if there[whole] else 0
        return best, discarding

    def _put_together(self, number: int) -> tuple[Ints, list[_Joint]]:
        """By set the most that is put together of its cards, and step by step how."""
        lines = self._hands[number].lines if self._shared.tags is not None else ()
        key = lines, -1 if self._ground.opening is None else number
        if key in self._joints:
            return self._joints[key]
        joints: list[_Joint] = []
        best = self._laid_together(joints)
        if self._ground.opening is not None:
            best = np.where(self.is_enough(number), best, NONE)
            best[0] = NONE if self._shared.rows is None else 0
        for line in lines:
            best = self._join(joints, best, self.added(line), partial(self.part, line))
        if self._shared.rows is not None:
            added = self._built(best)
            if self._ground.opening is not None:
                added = np.where(self.is_enough(number), added, NONE)
            best = self._join(joints, best, added, partial(self._building, added))
        self._joints[key] = best, joints
        return best, joints

    def _laid_together(self, joints: list[_Joint]) -> Ints:
        """By set the most that lines of its cards bring that lie apart. Elsewhere than in WORDCARD lines put behind
        each other bring no less than each by itself, unless a word that is not to be shown stands where they meet."""
        best = self.sets.nothing()
        best[0] = 0
        best = self._join(joints, best, self._laid, self._laying)
        while self._scheme.type == "wordcard" or self._shared.grower.ends.forbid_words:
            more = self._join(joints, best, self._laid, self._laying)
            if (more == best).all():
                break
            best = more
        return best

    def _join(self, joints: list[_Joint], best: Ints, more: Ints, part: Callable[[int], FoundPart]) -> Ints:
        """What there was, with more put to it or not."""
        more = more.copy()
        more[0] = 0
        joints.append(_Joint(best, more, part))
        best, are_all = self.sets.joined(best, more)
        self._are_all_joined &= are_all
        return best

    def parts(self, candidate: Candidate) -> list[FoundPart]:
        """What a candidate is put together of."""
        best, joints = self._put_together(candidate.hand)
        return self._parted(candidate.number, int(best[candidate.number]), joints)

    def _parted(self, number: int, gain: int, joints: Sequence[_Joint]) -> list[FoundPart]:
        """What brings so much with that set, step by step."""
        parts: list[FoundPart] = []
        for joint in reversed(joints):
            number, rest = self.sets.parted(number, gain, joint.before, joint.more)
            gain = int(joint.before[number])
            parts += [joint.part(rest)] if rest else []
        return parts[::-1]
