"""The arguments of `acre verify`; kept apart, so that other roles start without the engine."""

import argparse

from chain.client.cluster import CHAINS
from edge.cli.arguments.urls import url_argument

NUMBER_DIGITS_MAX = 18


def add_arguments(role: argparse.ArgumentParser) -> None:
    """Add what a check can be asked for."""
    role.add_argument("--journal", metavar="DIR", help="the journal (journal below ACRE_HOME)")
    role.add_argument(
        "--snapshots", metavar="DIR", help="snapshots to compare (snapshots in the journal's DIR)"
    )
    role.add_argument(
        "--rpc",
        action="append",
        type=url_argument,
        metavar="URL",
        help="JSON-RPC of the chain (the embedded node); several must agree",
    )
    role.add_argument(
        "--chain",
        choices=CHAINS,
        metavar="NAME",
        help="the chain that memos name (what the text of the first URL says): "
        + ", ".join(CHAINS),
    )
    role.add_argument(
        "--root-signer",
        metavar="ADDRESS",
        help="who signs the state roots (the settler's fee payer below ACRE_HOME)",
    )
    role.add_argument(
        "--from-slot", type=_number, default=0, metavar="SLOT", help="compare from there on (0)"
    )
    role.add_argument(
        "--to-slot",
        type=_number,
        metavar="SLOT",
        help="compare up to there (150 slots before the newest final one)",
    )
    role.add_argument(
        "--to-sequence", type=_number, metavar="NUMBER", help="stop after that command (none)"
    )
    role.add_argument("--quiet", action="store_true", help="no progress")


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= NUMBER_DIGITS_MAX):
        raise argparse.ArgumentTypeError(f"must be a whole number, not {text!r}")
    return int(text)
