"""The card a table starts from (docs/image.md): its settings, its two slots, and how a new version comes into one.

Only a card made by `make image` uses it; a table installed into a system knows nothing of it.
"""
