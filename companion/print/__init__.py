"""What is printed on paper: print-and-play decks, contact sheets and the mat."""
