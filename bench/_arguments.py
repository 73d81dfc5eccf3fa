"""The numbers that a benchmark can be asked for on its command line."""

import argparse
from collections.abc import Sequence
from typing import NamedTuple


class Number(NamedTuple):
    """A number that may be given: its word in the help, what it is without, and its range."""

    word: str
    default: int
    low: int
    high: int


def numbers(name: str, arguments: Sequence[str] | None, *wanted: Number) -> list[int]:
    """Return the numbers of the command line; a wrong one ends the program with a sentence."""
    parser = argparse.ArgumentParser(prog=f"bench {name}")
    for number in wanted:
        parser.add_argument(
            number.word.lower(),
            metavar=number.word,
            nargs="?",
            type=int,
            default=number.default,
            help=f"{number.low} to {number.high} ({number.default})",
        )
    parsed = vars(parser.parse_args(arguments))
    values = [parsed[number.word.lower()] for number in wanted]
    for number, value in zip(wanted, values, strict=True):
        if not number.low <= value <= number.high:
            parser.error(f"{number.word} is {number.low} to {number.high}")
    return values
