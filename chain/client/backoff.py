"""Pauses between tries that double up to a bound."""


def longer(pause_s: float, first_s: float, longest_s: float) -> float:
    """Return the pause after one of `pause_s`, 0 for none: from `first_s` to `longest_s`."""
    return min(max(2 * pause_s, first_s), longest_s)
