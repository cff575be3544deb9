"""Dictionaries and the questions games ask of them. Pure: `companion.dictionaries` reads the files."""
