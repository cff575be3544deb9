"""The best that cards allow: searches for hindsight, and for the final count where a game compares with the best.

Here belongs what looks for the best of many ways to play, with bounds of its own, and knows of a game no more than how
its cards are read and scored: no turns, no players, no rulings. WORDCARD's laydown: how lines grow, how they rank, and
the searches: exact ones for few cards, exact ones with a bound for a whole hand, and one that finds what it can.
`search` asks them; games ask `search`, with the words of `growing`. And the row of Disorder!: `superghost` reads what
`retrograde` has solved of a whole dictionary, `face_down` solves from a row on, wilds and all. Pure.
"""
