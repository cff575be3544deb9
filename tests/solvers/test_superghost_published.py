"""A published solution of Superghost reproduced.

Peter Norvig, “Ghost” (pytudes, `ipynb/Ghost.ipynb`, section SuperGhost), with the word list ENABLE (`enable1`, in the
public domain; packed as `enable1.words`): with words of four letters or more whoever begins wins, by U. By his numbers
the list is the same: 172,724 words of three letters or more, with 387,878 beginnings.
"""

from pathlib import Path

from companion.lexicon import Lexicon
from companion.lexicon.wordfile import unpack
from companion.solvers.retrograde import lost_runs
from companion.solvers.superghost import SHORTEST, Added, Superghost


def test_whoever_begins_wins_by_u_with_the_words_of_enable1() -> None:
    listed, _ = unpack(Path(__file__).with_name("enable1.words").read_bytes())
    words = [word for word in listed if len(word) >= 3]
    assert len(words) == 172_724
    assert SHORTEST == 4, "letters of a word that ends a round"
    lexicon = Lexicon.from_words(words)
    game = Superghost(lost_runs(lexicon.groups()), lexicon)
    assert Added("right", "u") in game.winning("")
    assert game.wins("u") is False
