"""The one writer and its own: the desk it works at, the match it runs, the journal it keeps, how long somebody has.

Whoever wants to change a match hands the referee an event; whoever shows one gets a view (`tableview`).
"""
