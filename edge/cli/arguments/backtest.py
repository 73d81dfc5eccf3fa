"""The arguments of `acre backtest`; kept apart, so that other roles start without the engine."""

import argparse
from collections.abc import Callable

from edge.cli.arguments.numbers import number_within

FIRST_YEAR, LAST_YEAR = 1970, 2100


def add_arguments(role: argparse.ArgumentParser) -> None:
    """Add what a backtest can be asked for."""
    role.add_argument(
        "strategies",
        nargs="*",
        metavar="STRATEGY",
        help="names of shipped strategies, or files of your own that end in .py, which are run as"
        " programs (all shipped ones)",
    )
    role.add_argument("--markets", type=_within(1, 100), help="so many of the catalogue (all)")
    role.add_argument("--symbols", metavar="SYMBOL,SYMBOL", help="these markets")
    role.add_argument("--from", dest="from_year", type=_year, help="first year of the prints")
    role.add_argument("--to", dest="to_year", type=_year, help="last year of the prints")
    role.add_argument("--fit-years", type=_within(1, 60), default=10, help="of each fit (10)")
    role.add_argument("--test-years", type=_within(1, 60), default=5, help="of each test (5)")
    role.add_argument(
        "--whole",
        action="store_true",
        help="fit and test on all days; parameters that are fitted get a warning",
    )
    role.add_argument(
        "--pool", type=_within(1_000, 10**9), default=10_000_000, help="in USD (10000000)"
    )
    role.add_argument(
        "--collateral",
        type=_within(1, 10**9),
        default=10_000,
        help="of a strategy in each market and test, in USD (10000)",
    )
    role.add_argument(
        "--band",
        type=_share,
        default=0.1,
        help="send no order for a smaller relative change of a position (0.1)",
    )
    role.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="PARAMETER=VALUE",
        help="a parameter of the rules, for example kDrift=0.5; may be repeated",
    )
    role.add_argument("--save", metavar="FILE", help="write the run as JSON, too")


def _within(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        is_whole = text.isascii() and text.isdecimal() and len(text) <= len(str(high))
        if not is_whole or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(
                f"must be a whole number from {low} to {high}, not {text!r}"
            )
        return int(text)

    return read


def _year(text: str) -> int:
    return _within(FIRST_YEAR, LAST_YEAR)(text)


def _share(text: str) -> float:
    return number_within(text, 1)
