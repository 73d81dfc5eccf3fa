"""The arguments of `acre keeper`; kept apart, so that other roles start without the keeper."""

import argparse

from chain.client.cluster import CHAINS
from edge.cli.arguments.numbers import (
    decimal_argument,
    number_within,
    positive_argument,
    whole_within,
)
from edge.cli.arguments.urls import url_argument
from edge.core.settings import PORT_MAX

EXPLANATION = """
Performs permissionless keeper work for a fee: liquidates accounts below a health
of 1 (a liquidation fee) and processes mature settlement requests (the tips of their owners). It
uses public calls only, inspects every transaction before it signs, and acts when the act should
earn more than its network fee.

Its wallet pays the fees, so it needs some SOL. Give it a key of its own, which holds nothing else.

Try `acre keeper --key keeper.json --dry-run` first. See docs/keepers.md.
"""
JOBS = ("liquidation", "settlement")
SOL_DECIMALS = 9
USD_DECIMALS = 6


def add_arguments(role: argparse.ArgumentParser) -> None:
    """Add what a keeper can be asked for."""
    role.formatter_class = argparse.RawDescriptionHelpFormatter
    role.epilog = EXPLANATION
    role.add_argument(
        "--url",
        type=url_argument,
        help="the endpoint (the one of ACRE_PORT, http://127.0.0.1:8080)",
    )
    role.add_argument(
        "--key",
        required=True,
        metavar="FILE",
        help="a Solana key file, readable by you alone; made when it is missing",
    )
    role.add_argument(
        "--jobs", type=_jobs, default=JOBS, metavar="NAMES", help="liquidation,settlement (both)"
    )
    role.add_argument("--rpc", type=url_argument, help="the chain node (the endpoint's own /rpc)")
    role.add_argument(
        "--chain",
        choices=CHAINS,
        metavar="NAME",
        help="the chain that memos must name (what the text of the node's address says): "
        + ", ".join(CHAINS),
    )
    role.add_argument(
        "--fee-account",
        type=lambda text: whole_within(text, 0, 10**9 - 1),
        metavar="ID",
        help="own margin account that gets liquidation fees (they are paid to the wallet)",
    )
    role.add_argument(
        "--min-profit",
        type=lambda text: decimal_argument(text, USD_DECIMALS),
        default=0,
        metavar="X",
        help="what an act must earn after its fee, in collateral (0); below 0 it may cost so much",
    )
    role.add_argument(
        "--sol-price",
        type=lambda text: positive_argument(text, USD_DECIMALS),
        default=200 * 10**USD_DECIMALS,
        metavar="X",
        help="what one SOL is worth in collateral, to compare fees with earnings (200)",
    )
    role.add_argument(
        "--max-fee",
        type=lambda text: positive_argument(text, SOL_DECIMALS),
        default=50_000,
        metavar="SOL",
        help="the highest network fee of one act (0.00005)",
    )
    role.add_argument(
        "--hourly-fees",
        type=lambda text: positive_argument(text, SOL_DECIMALS),
        default=10_000_000,
        metavar="SOL",
        help="network fees of one hour, whatever the endpoint promises (0.01)",
    )
    role.add_argument(
        "--min-balance",
        type=lambda text: positive_argument(text, SOL_DECIMALS),
        default=10_000_000,
        metavar="SOL",
        help="it does nothing while the wallet has less (0.01)",
    )
    role.add_argument(
        "--parallel",
        type=lambda text: whole_within(text, 1, 16),
        default=4,
        metavar="N",
        help="acts in flight at once (4)",
    )
    role.add_argument(
        "--interval", type=_interval, default=5.0, metavar="S", help="seconds between rounds (5)"
    )
    role.add_argument(
        "--metrics-port",
        type=lambda text: whole_within(text, 1, PORT_MAX),
        metavar="PORT",
        help="serve Prometheus figures at http://127.0.0.1:PORT/metrics",
    )
    role.add_argument("--dry-run", action="store_true", help="print what it would do now, and end")


def _jobs(text: str) -> tuple[str, ...]:
    words = [word.strip() for word in text.split(",")]
    if not set(words) <= set(JOBS):
        raise argparse.ArgumentTypeError(f"must be some of {','.join(JOBS)}, not {text!r}")
    return tuple(name for name in JOBS if name in words)


def _interval(text: str) -> float:
    seconds = number_within(text, 3_600)
    if seconds < 1:
        raise argparse.ArgumentTypeError(f"must be a number from 1 to 3600, not {text!r}")
    return seconds
