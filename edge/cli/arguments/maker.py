"""The arguments of `acre maker`; kept apart, so that other roles start without the client."""

import argparse

from edge.cli.arguments.numbers import is_whole, number_within, whole_within
from edge.cli.arguments.urls import url_argument

EXPLANATION = """
The bot signs in with its key file, takes part in the season (that brings 10,000 points) and keeps
offers to buy YES and to buy NO in every open market, around the probability that the index
implies. It moves them when the index or its holding moves, stays inside its budget of points, and
takes them out before a market closes and when it is stopped with Ctrl-C. When it loses its
connection, the server itself cancels its orders after --dead-man seconds.

Give it a key of its own: all open orders of the key are the bot's. Two bots with one key cancel
each other's orders. Points have no cash value.

Try `acre maker --key maker.json --dry-run` first. See docs/market-makers.md.
"""
MARKETS_MAX = 1_000
PORT_MAX = 65_535


def add_arguments(role: argparse.ArgumentParser) -> None:
    """Add what a maker can be asked for."""
    role.formatter_class = argparse.RawDescriptionHelpFormatter
    role.epilog = EXPLANATION
    role.add_argument(
        "--url", type=url_argument, help="the server (the one of ACRE_PORT, http://127.0.0.1:8080)"
    )
    role.add_argument(
        "--key",
        required=True,
        metavar="FILE",
        help="a Solana key file, readable by you alone; made when it is missing",
    )
    role.add_argument(
        "--markets", type=_markets, metavar="all|ID,ID", help="ids of prediction markets (all)"
    )
    role.add_argument(
        "--levels", type=_levels, default=3, metavar="N", help="prices of each side (3)"
    )
    role.add_argument(
        "--size", type=_size, default=5, metavar="N", help="contracts at each price (5)"
    )
    role.add_argument(
        "--spread",
        type=_spread,
        default=4,
        metavar="N",
        help="points between the best bid and the best ask (4)",
    )
    role.add_argument(
        "--skew",
        type=_skew,
        default=1.0,
        metavar="X",
        help="points by which quotes move for each --size contracts that are held (1)",
    )
    role.add_argument(
        "--volatility",
        type=_volatility,
        default=0.03,
        metavar="X",
        help="of the index, for the square root of a year (0.03 is 3 %%)",
    )
    role.add_argument(
        "--metrics-port",
        type=lambda text: whole_within(text, 1, PORT_MAX),
        metavar="PORT",
        help="serve Prometheus figures at http://127.0.0.1:PORT/metrics",
    )
    role.add_argument(
        "--budget",
        type=_budget,
        metavar="N",
        help="points of one market (an equal part of all that the bot has)",
    )
    role.add_argument(
        "--dead-man",
        type=_dead_man,
        default=30,
        metavar="S",
        help="seconds without a sign of the bot after which its orders are cancelled (30)",
    )
    role.add_argument(
        "--withdraw",
        type=_withdraw,
        default=10,
        metavar="S",
        help="seconds before a market closes at which quotes are taken out (10)",
    )
    role.add_argument(
        "--dry-run", action="store_true", help="print what it would quote now, and end"
    )


def _markets(text: str) -> frozenset[int] | None:
    if text == "all":
        return None
    words = [word.strip() for word in text.split(",")]
    if not all(is_whole(word) for word in words) or len(words) > MARKETS_MAX:
        raise argparse.ArgumentTypeError(f"must be 'all' or ids such as 3,7, not {text!r}")
    return frozenset(int(word) for word in words)


def _levels(text: str) -> int:
    return whole_within(text, 1, 50)


def _size(text: str) -> int:
    return whole_within(text, 1, 100_000)


def _spread(text: str) -> int:
    return whole_within(text, 1, 98)


def _budget(text: str) -> int:
    return whole_within(text, 1, 100_000_000)


def _dead_man(text: str) -> int:
    return whole_within(text, 5, 3_600)


def _withdraw(text: str) -> int:
    return whole_within(text, 0, 86_400)


def _skew(text: str) -> float:
    return number_within(text, 50)


def _volatility(text: str) -> float:
    return number_within(text, 10)
