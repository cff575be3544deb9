"""Decks of cards: the files that describe them, the shelf a table chooses from, the albums of how they look."""
