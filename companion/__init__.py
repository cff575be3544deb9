"""Tableside: everything that needs no device (cards, lexicon, rules, vision, match, referee, displays, web)."""

__version__ = "0.1.0"
