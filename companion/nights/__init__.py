"""What many matches say together: players with their history, head-to-heads, words, seasons, teams. Pure folds of what
the journal has, made anew whenever it has changed; what people say themselves (who is who, when a season is) is in a
small notebook, the one file of this room (`keeping`)."""
