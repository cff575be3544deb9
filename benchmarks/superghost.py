"""How soon Superghost is solved on the shipped dictionaries, and who wins: `python -m benchmarks.superghost`.

    python -m benchmarks.superghost [--plain NAME] [DICTIONARY …]

For each dictionary the words, the factors, the processor time to solve it, the bytes held, the time of one question,
and the letters with which the first player wins. With `--plain` one dictionary is also solved as one would first write
it, with a set of all factors and a dictionary of who wins, in the same run; that takes minutes and most of a gigabyte.
"""

from __future__ import annotations

import argparse
import time

from companion import dictionaries
from companion.solvers.superghost import LETTERS, SHORTEST, A, Superghost

ASKED = 2_000


def solved_plainly(words: list[str]) -> dict[str, bool]:
    """Who wins on every factor, from the longest to the shortest."""
    listed = set(words)
    factors = {
        word[start:end] for word in words for start in range(len(word)) for end in range(start + 1, len(word) + 1)
    }
    signs = [chr(A + number) for number in range(LETTERS)]
    wins: dict[str, bool] = {}
    for factor in sorted(factors, key=len, reverse=True):
        made = [each for sign in signs for each in (sign + factor, factor + sign) if each in factors]
        wins[factor] = any(not wins[each] for each in made if not (each in listed and len(each) >= SHORTEST))
    return wins


def question_us(solved: Superghost, words: list[str]) -> float:
    """Microseconds of processor time of one question about half a word."""
    asked = [word[: len(word) // 2 + 1] for word in words[:: max(1, len(words) // ASKED)]]
    began = time.thread_time()
    for letters in asked:
        solved.wins(letters)
    return (time.thread_time() - began) / len(asked) * 1e6


def main() -> None:
    """Print a row for each dictionary."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dictionary", nargs="*", default=sorted(dictionaries.available()))
    parser.add_argument("--plain", metavar="NAME", help="a dictionary that is also solved without arrays")
    args = parser.parse_args()
    print(f"{'dictionary':<12}{'words':>9}{'factors':>11}{'s':>7}{'MB':>7}{'µs asked':>10}  the first player wins with")
    for name in args.dictionary:
        words = list(dictionaries.load(name).words())
        began = time.thread_time()
        solved = Superghost(words)
        took_s = time.thread_time() - began
        first = " ".join(added.letter for added in solved.winning("")) or "no letter"
        print(f"{name:<12}{len(words):>9}{len(solved):>11}{took_s:>7.1f}{solved.memory_bytes() / 1e6:>7.1f}", end="")
        print(f"{question_us(solved, words):>10.0f}  {first}", flush=True)
        if name == args.plain:
            began = time.thread_time()
            plain = solved_plainly(words)
            plain_s = time.thread_time() - began
            differ = sum(
                solved.wins(factor) not in (None, wins) for factor, wins in plain.items() if len(factor) <= SHORTEST
            )
            print(f"{'':<12}without arrays {plain_s:.1f} s, {plain_s / took_s:.0f}×; {differ} short factors differ")


if __name__ == "__main__":
    main()
