"""The errors a person may see. Each message is one sentence: what is wrong, where, and what was expected."""


class TablesideError(Exception):
    """Base of every error this program raises on purpose; the command prints it and exits with status 2."""


class BadInput(TablesideError, ValueError):
    """Something given to the program (a file, an option, a document, a request) cannot be used."""
