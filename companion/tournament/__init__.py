"""Tournaments: who plays, in which rounds, against whom and at which table, and how everybody stands. Pure: an
organiser's acts and the tables' outcomes go in; pairings, standings and files come out."""
