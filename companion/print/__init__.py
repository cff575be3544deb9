"""Print-and-play decks and the mat as PDF; drawn tables: the same cards as a camera would see them."""
