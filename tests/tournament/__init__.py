"""Tournaments: pairings, standings, tie-breaks and files, held against strangers' programs."""
