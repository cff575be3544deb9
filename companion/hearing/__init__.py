"""A sound in, one of a few candidates out, or none: it never writes down what was said, it only chooses.

It knows sounds and how words are pronounced; no rules, players, displays or devices.
"""
