"""The clauses of Disorder of the Villains, in our own words. `house` marks those that carry a reading of ours."""

from companion.games.core import Clause, numbered

V1 = Clause(
    "V1",
    "A deck is 4 Villains and 16 Monsters, all with different names; a Monster's DNA is A, B, C or D, a Villain's a "
    "sequence of four out of A–D, x and y.",
)
V2 = Clause(
    "V2", "Each player begins with one Villain in play, 2 cards in hand and 17 in the deck; the first named goes first."
)
V3 = Clause("V3", "On the very first turn of the game the card is placed without triggering its trait.")
V4 = Clause(
    "V4",
    "A turn is one draw and then one played card, both required; an empty deck gives nothing and is not refilled; "
    "only with an empty hand (house) may a turn end without a card.",
    house=True,
)
V5 = Clause(
    "V5", "At most 4 Monsters and 4 unminted Villains lie in play; a card too many must name one to discard first."
)
V6 = Clause(
    "V6",
    "A trait is immediate (when played), timed (an interruption), constant (while in play) or minted (once its Villain "
    "is minted); a constant one (house) adds cards to its owner's draw of each turn, or shields the other "
    "cards of its owner from being targets of the opponent.",
    house=True,
)
V7 = Clause(
    "V7",
    "An immediate trait must be used when its card is played and must have its target; the card itself only when there "
    "is no other, and with none at all it does nothing.",
)
V8 = Clause(
    "V8",
    "A card lies sideways as soon as its trait is used, once while in play; coming into play again or FLIP makes it "
    "fresh.",
)
V9 = Clause("V9", "A timed or minted trait cannot be triggered in the turn in which its card came into play.")
V10 = Clause("V10", "Traits are used on one's own turn, except a timed one, whose own text says on whose turn.")
V11 = Clause(
    "V11",
    "Effects wait in a stack and the newest is carried out first; an interruption cancels nothing unless it says so.",
)
V12 = Clause(
    "V12",
    "A play on one's own turn, and any play or trigger that puts an effect on the stack, gives the other player the "
    "chance to interrupt; until they have used it or let it go nothing is carried out (house).",
    house=True,
)
V13 = Clause(
    "V13",
    "MINT, at any time of one's own turn: discard the 4 Monsters in play and set aside one Villain in play that their "
    "DNA matches; first the opponent must have answered one's newest play, and no effect of theirs may wait; what "
    "waits of one's own is carried out all the same.",
)
V14 = Clause(
    "V14",
    "DNA matches in any order: written letters as often as written, all x one letter that is not written, all y one "
    "further letter.",
)
V15 = Clause(
    "V15",
    "DRAW deck to hand, DROP hand to play without the immediate trait, PLAY hand to play with it; BOUNCE to the "
    "owner's hand, BURN to the owner's discard, FLIP turns, COPY does the effect of another card's immediate or timed "
    "trait, NEGATE takes the newest waiting effect away (house).",
    house=True,
)
V16 = Clause(
    "V16",
    "A minted Villain lies aside with its trait still active; it is no target, and nothing can bounce, burn or flip "
    "it.",
)
V17 = Clause("V17", "Whoever mints the second Villain wins at once.")
V18 = Clause(
    "V18",
    "When neither player can draw or play any more the game ends with the turn (house): more minted Villains win, else "
    "it is shared.",
    house=True,
)
V19 = Clause(
    "V19",
    "Whoever leaves gives the game up and the other wins (house); unless somebody joins then and takes the empty seat, "
    "who plays on with all that lies there. A chance to interrupt that somebody has who is away is let go; nothing "
    "else of theirs is passed over, for the other can do nothing without them.",
    house=True,
)

CLAUSES = numbered(V1, V2, V3, V4, V5, V6, V7, V8, V9, V10, V11, V12, V13, V14, V15, V16, V17, V18, V19)
