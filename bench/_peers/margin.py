"""Margin and profit of accounts by `driftpy`, the published SDK of Drift, a Solana perpetuals DEX.

`python -m bench._peers.margin FILE` reads positions in Drift's units and values each account by the
SDK's own functions: the profit at the oracle price, and the initial margin requirement.
`bench.margin` runs it in an environment of its own, as driftpy needs an older numpy and solana.
"""

import importlib
import json
import sys
import time
from importlib.metadata import version
from types import SimpleNamespace
from typing import Any

from bench._peers.environment import PeerMissingError

PACKAGE = "driftpy"
TIMES = 2


def modules() -> tuple[Any, Any, Any]:
    """Return the SDK's margin, position and type modules."""
    names = ("driftpy.math.margin", "driftpy.math.perp_position", "driftpy.types")
    try:
        margin, position, types = map(importlib.import_module, names)
    except ImportError as error:
        raise PeerMissingError(f"{PACKAGE} is not installed: make bench-peers") from error
    return margin, position, types


def values(said: dict[str, Any]) -> dict[str, Any]:
    """Return profit and initial margin of each account, and the processor time of all of them."""
    margin, position, types = modules()
    initial = margin.MarginCategory.INITIAL
    active = types.MarketStatus.Active()
    market = SimpleNamespace(
        status=active,
        margin_ratio_initial=said["ratio_e4"],
        margin_ratio_maintenance=said["ratio_e4"],
        high_leverage_margin_ratio_initial=0,
        high_leverage_margin_ratio_maintenance=0,
        imf_factor=0,
    )
    oracles = [SimpleNamespace(price=price) for price in said["prices_e6"]]
    accounts = [
        [
            (oracles[at], SimpleNamespace(base_asset_amount=base, quote_asset_amount=quote))
            for at, base, quote in account
        ]
        for account in said["accounts"]
    ]

    def value_all() -> list[tuple[int, int]]:
        found = []
        for account in accounts:
            profit = required = 0
            for oracle, held in account:
                profit += position.calculate_position_pnl_with_oracle(market, held, oracle)
                worth = position.calculate_perp_liability_value(
                    held.base_asset_amount, oracle.price, is_prediction_market=False
                )
                ratio = margin.calculate_market_margin_ratio(
                    market, abs(held.base_asset_amount), initial
                )
                required += worth * ratio // margin.MARGIN_PRECISION
            found.append((profit, required))
        return found

    best = float("inf")
    for _ in range(TIMES):
        begin = time.process_time()
        found = value_all()
        best = min(best, time.process_time() - begin)
    return {"values": found, "seconds": best, "version": version(PACKAGE)}


def main(path: str) -> None:
    """Print one line of JSON."""
    with open(path) as file:
        said = json.load(file)
    try:
        found = values(said)
    except PeerMissingError as error:
        found = {"missing": str(error)}
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1])
