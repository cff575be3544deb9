"""Cases of wrong readings: what somebody at a table has pointed out, kept with its picture as long as there is room.

They are read again with today's eyes, handed on as one file, made into tests, and learned from (`tableside cases`).
"""
