"""The table as a player: cards dealt by chance, what a seat may know, and what the table then says on it.

Rules and games know no chance; here is where it comes in. What an opponent says goes through the referee's door.
"""
