"""Deck files of a table's own, one for every kind of game, as players write them."""

from tests.rules.villains_table import MONSTERS, VILLAINS

SCRIBBLE = """
name = "scribble"
title = "Scribble"
reads = "letters"
cards = [
  { kind = "letter", label = "Z", value = 7 },
  { kind = "letter", label = "O", value = 2 },
  { kind = "letter", label = "K" },
]
"""
BRIDGE = """
name = "bridge"
title = "Bridge"
reads = "wordcard"
cards = [
  { kind = "letter", label = "A", rank = "A", value = 14 },
  { kind = "letter", label = "B", rank = "A", value = 14 },
  { kind = "letter", label = "C", rank = "K", value = 10 },
]
"""
JUMBLES = """
name = "jumbles"
title = "Our jumbles"
reads = "anagrascramble"
cards = [
  { kind = "jumble", label = "TUERNEV", colour = "red", answers = "venture never" },
  { kind = "jumble", label = "LYOYWLE", colour = "green" },
]
"""
ZOO = "\n".join([
    'name = "zoo"', 'title = "Zoo"', 'reads = "villains"',
    *(f'[[cards]]\nkind = "villain"\nlabel = "{name}"\ndna = "{dna}"' for name, dna in VILLAINS.items()),
    *(f'[[cards]]\nkind = "monster"\nlabel = "{name}"\ndna = "{dna}"'
      for dna, names in MONSTERS.items() for name in names),
    'trait = { timing = "immediate", effect = "draw" }',
])  # fmt: skip
