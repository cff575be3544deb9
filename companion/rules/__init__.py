"""The rules core: one module per game, pure. `core` has the words all games share."""
