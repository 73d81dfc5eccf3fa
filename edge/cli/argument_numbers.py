"""Numbers on the command line that are measures, not money."""

import argparse


def number_within(text: str, high: float) -> float:
    """Return a number from 0 to `high`; anything else is an error of the argument."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= high:
        raise argparse.ArgumentTypeError(f"must be a number from 0 to {high:g}, not {text!r}")
    return value
