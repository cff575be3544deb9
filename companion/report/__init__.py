"""What a match that is over could have been: who missed what, everybody's worst moment, the best word, and the word
that everybody missed. Pure: a match in, a report out."""
