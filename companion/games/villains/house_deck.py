"""The house deck, our own invention (decks/villains.toml says the same, and a test compares the two)."""

from companion.games.villains.deck import DeckCard, InlineDeck, Trait, checked

HOUSE = InlineDeck(
    name="house",
    cards=(
        DeckCard("Professor Muddle", "villain", "ABCD", "gold", Trait("minted", "draw", amount=2)),
        DeckCard("Madame Topsy", "villain", "BBxx", "red", Trait("minted", "burn")),
        DeckCard("Baron Backwards", "villain", "CCxy", "blue", Trait("timed", "flip", "own")),
        DeckCard("Queen Clutter", "villain", "xxyy", "green", Trait("constant", "draw", amount=1)),
        DeckCard("Inkling", "monster", "A", "red", Trait("immediate", "draw")),
        DeckCard("Mothwing", "monster", "A", "gold", Trait("immediate", "bounce")),
        DeckCard("Grumbler", "monster", "A", "green", Trait("timed", "negate", "any")),
        DeckCard("Old Sock", "monster", "A", "blue"),
        DeckCard("Cinder", "monster", "B", "red", Trait("immediate", "burn")),
        DeckCard("Somersault", "monster", "B", "gold", Trait("immediate", "flip")),
        DeckCard("Lurker", "monster", "B", "green", Trait("timed", "drop", "own")),
        DeckCard("Tanglefoot", "monster", "B", "blue", Trait("timed", "bounce", "opponent")),
        DeckCard("Echo", "monster", "C", "red", Trait("immediate", "copy")),
        DeckCard("Trapdoor", "monster", "C", "gold", Trait("immediate", "drop")),
        DeckCard("Hiccup", "monster", "C", "green", Trait("timed", "flip", "opponent")),
        DeckCard("Dust Bunny", "monster", "C", "blue", Trait("constant", "shield")),
        DeckCard("Ringleader", "monster", "D", "red", Trait("immediate", "play")),
        DeckCard("Magpie", "monster", "D", "gold", Trait("timed", "draw", "own", amount=2)),
        DeckCard("Mirror Imp", "monster", "D", "green", Trait("timed", "copy", "any")),
        DeckCard("Snuffer", "monster", "D", "blue", Trait("timed", "negate", "opponent")),
    ),
)

HOUSE_CARDS = checked(HOUSE, "the house deck")
