"""What is printed on paper: print-and-play decks, result sheets and the mat."""
