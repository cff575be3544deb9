"""WORDCARD: a letter in the middle and a rank in the corner, read together as one of the deck's cards."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from companion.vision.calibrate import calibrated, threshold
from companion.vision.letters import NOTHING_THERE, STRAY, direction_prior
from companion.vision.look import LIKELY_CARD, Examined, Look, alternatives, as_quad, outermost, worth_asking
from companion.vision.outline import to_outline
from companion.vision.ranks import corner_votes
from companion.vision.read import LETTER_TURNED_DOWN, LETTERS, RANK_NOTHING, RANKS, read_letters, read_ranks
from companion.vision.rectify import cut, whole_card
from companion.vision.sighting import Sighting

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from companion.cards import Card

HIDDEN = 0.5  # from this chance of showing nothing on, the top-left corner is taken as hidden


def examine_wordcard(look: Look) -> list[Examined]:
    """Every card of the look: its letter and rank, or that it lies face down (a wild)."""
    places = outermost(look.found)
    quads = [to_outline(look.frame, place.quad) for place in places]
    letters = read_letters(look.pyramid, quads)
    joint = letters[:, :LETTER_TURNED_DOWN].reshape(-1, len(LETTERS), 4)
    joint = joint * direction_prior(joint, quads)[:, None, :]
    ranks = read_ranks(look.pyramid, quads)
    kinds = {(card.label, card.rank): card for card in look.deck.cards if card.kind == "letter" and card.rank}
    examined = []
    seen = zip(places, quads, joint, ranks, letters[:, LETTER_TURNED_DOWN:], strict=True)
    for place, quad, letter, corner, other in seen:
        if other[1] > NOTHING_THERE:
            continue
        one = _examine(look, quad, place.score, kinds, letter, corner, other)
        if worth_asking(one.sighting.confidence, place.score):
            examined.append(one)
    return examined


def _examine(
    look: Look, quad: NDArray[np.float32], presence: float, kinds: dict[tuple[str, str], Card],
    letter: NDArray[np.float32], corners: NDArray[np.float32], other: NDArray[np.float32],
) -> Examined:  # fmt: skip
    """The likeliest card of the deck: over all its cards and all four quarter turns, the letter's chance times the
    rank's. A combination the deck does not have is no reading."""
    both = corner_votes(corners)
    own = corner_votes(corners[:, :1])  # the value may stand opposite the rank, and look like one
    votes = np.where(corners[:, 0, RANK_NOTHING:] < HIDDEN, own, both)
    votes = votes / votes.sum(1, keepdims=True)
    by_card = {
        key: letter[LETTERS.index(card.label)] * votes[:, RANKS.index(str(card.rank))] for key, card in kinds.items()
    }
    total = sum(float(chance.sum()) for chance in by_card.values())
    seen = float(letter.sum() / (letter.sum() + other.sum()))
    by_text = {
        f"{rank}/{label}": float(chance.sum()) / max(total, 1e-9) * seen for (label, rank), chance in by_card.items()
    }
    by_text["?"] = float(other[0] / (letter.sum() + other.sum()))
    text = max(by_text, key=lambda name: by_text[name])
    plain = text == "?" and presence < LIKELY_CARD
    confidence = calibrated("letters", min(by_text[text], STRAY) if plain else by_text[text], presence)
    scores = {"cards": by_text, "finder": {"card": presence}}
    accepted = confidence >= threshold("letters")
    others = alternatives(by_text, text)
    if text == "?":
        sighting = Sighting("back", "?", as_quad(quad), confidence, accepted, others)
    else:
        rank, label = text.split("/")
        card, turn = kinds[(label, rank)], int(by_card[(label, rank)].argmax())
        quad = np.roll(quad, -turn, 0)
        sighting = Sighting("letter", label, as_quad(quad), confidence, accepted, others, value=card.value, rank=rank)
    return Examined(sighting, partial(cut, look.pyramid, whole_card(quad), 160, 224), scores)
