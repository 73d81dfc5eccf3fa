"""Errors of a verification."""


class Difference(Exception):
    """The first thing that is not as it must be; the text says what, where, expected and found."""


class CannotVerify(Exception):
    """The check could not be made; the text says why."""
