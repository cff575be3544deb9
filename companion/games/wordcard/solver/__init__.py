"""The best that a hand can lay: how lines grow, how they rank, and three searches from quick to exact.

`search` asks them; the rules ask only `search`.
"""
