"""How a check ends when it does not end well."""


class Difference(Exception):
    """The first thing that is not as it must be; the text says what, where, expected and found."""


class CannotVerify(Exception):
    """The check could not be made; the text says why."""
