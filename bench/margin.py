"""How fast are margin and profit of an account, to the published SDK of another exchange?

`python -m bench.margin [ACCOUNTS]` makes accounts with 0 to 8 positions in 30 markets, in a model
that both have: a margin ratio that does not grow with the size, no funding, no fees. It values them
by `Exchange.account_scan` and by the functions of `driftpy`, which `make bench-peers` installs, in
one run and on one core. Profit and initial margin of every account must be equal to the last unit,
or the run fails. It prints one JSON line; without driftpy the line says so.
"""

import json
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench._arguments import Number, numbers
from bench._crowd import OPENED_S, Crowd
from bench._peers import environment
from bench._peers import margin as peer
from bench._portfolio import POSITION, with_market, with_portfolios
from engine.core.arrays import scan_rows
from engine.core.exchange import Exchange

ACCOUNTS = 5_000
ACCOUNTS_MAX = 100_000
MARKETS = 30
HELD_MAX = 8
TIMES = 20
RATIO_E12, RATIO_E4 = 10**11, 10**3  # a tenth, in our units and in Drift's
# Sizes in hundredths and prices in thousandths: every product has at most 5 places, so that no
# figure of either exchange is rounded.
SIZE_STEP_E6, PRICE_STEP_E8 = 10**4, 10**5
SIZE_MAX, PRICE_MAX = 10_000, 1_000_000  # steps
DRIFT_BASE, DRIFT_PRICE = 10**9, 10**6

Column = NDArray[np.int64]


class Portfolios(NamedTuple):
    """Prices by market; for each account its number of positions; the positions by account."""

    prices_e8: Column
    counts: Column
    held: NDArray[np.void]


def portfolios(count: int) -> Portfolios:
    """Return accounts made from a fixed seed."""
    random = np.random.default_rng(12)
    prices = random.integers(1, PRICE_MAX, MARKETS) * PRICE_STEP_E8
    counts = random.integers(0, HELD_MAX, count, endpoint=True)
    held = np.zeros(int(counts.sum()), POSITION)
    chosen = [np.sort(random.choice(MARKETS, each, replace=False)) for each in counts]
    held["market"] = np.concatenate(chosen)
    sides = random.choice((-1, 1), len(held))
    held["size_e6"] = random.integers(1, SIZE_MAX, len(held)) * SIZE_STEP_E6 * sides
    held["entry_price_e8"] = random.integers(1, PRICE_MAX, len(held)) * PRICE_STEP_E8
    return Portfolios(prices, counts, held)


def exchange_of(made: Portfolios) -> Exchange:
    """Return an exchange with these accounts."""
    crowd = Crowd(
        1,
        MARKETS,
        min_initial_margin_ratio_e12=RATIO_E12,
        initial_margin_ratio_e12=0,
        min_position_margin_e6=0,
    )
    exchange = Exchange()
    exchange.apply_batch(b"".join([*crowd.genesis(), *crowd.accounts()]))
    for market, price_e8 in enumerate(made.prices_e8.tolist()):
        exchange = with_market(exchange, market, price_e8, 0)
    collateral = np.full(len(made.counts), 10**12, np.int64)
    return with_portfolios(exchange, collateral, made.counts, made.held)


def in_drift_units(made: Portfolios) -> dict[str, Any]:
    """Return the same positions as Drift has them: base at 9 places, the quote of the entry."""
    base = made.held["size_e6"] * (DRIFT_BASE // 10**6)
    entry = made.held["entry_price_e8"] // (10**8 // DRIFT_PRICE)
    rows = [
        (int(at), int(size), -int(size) * int(price) // DRIFT_BASE)
        for at, size, price in zip(made.held["market"], base, entry, strict=True)
    ]
    ends = np.cumsum(made.counts).tolist()
    starts = [0, *ends[:-1]]
    return {
        "ratio_e4": RATIO_E4,
        "prices_e6": (made.prices_e8 // (10**8 // DRIFT_PRICE)).tolist(),
        "accounts": [rows[start:end] for start, end in zip(starts, ends, strict=True)],
    }


def by_peer(said: dict[str, Any]) -> dict[str, Any]:
    """Value the accounts by driftpy, here or in its own environment."""
    try:
        return peer.values(said)
    except environment.PeerMissingError:
        with tempfile.TemporaryDirectory(prefix="acre-bench-") as folder:
            path = Path(folder) / "accounts.json"
            path.write_text(json.dumps(said))
            return environment.call("peers-margin", peer.__name__, str(path))


def measure(count: int) -> dict[str, Any]:
    """Return accounts a second of both; fails when a figure differs."""
    made = portfolios(count)
    exchange, rows = exchange_of(made), scan_rows(count)
    best = float("inf")
    for _ in range(TIMES):
        begin = time.process_time()
        exchange.account_scan(OPENED_S, out=rows)
        best = min(best, time.process_time() - begin)
    report: dict[str, Any] = {
        "bench": "margin",
        "accounts": count,
        "positions": len(made.held),
        "ours_per_s": round(count / best),
    }
    try:
        found = by_peer(in_drift_units(made))
    except environment.PeerMissingError as error:
        return report | {"driftpy": str(error)}
    ours = np.stack([rows["price_pnl_e6"], rows["initial_e6"]], axis=1)
    differing = int((ours != np.array(found["values"], np.int64)).any(axis=1).sum())
    if differing:
        raise SystemExit(f"bench margin: {differing} of {count} accounts differ from driftpy")
    return report | {
        "driftpy": found["version"],
        "driftpy_per_s": round(count / found["seconds"]),
        "equal_accounts": count,
        "ours_to_driftpy": round(found["seconds"] / best, 1),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Run once and print the line."""
    (count,) = numbers("margin", arguments, Number("ACCOUNTS", ACCOUNTS, 100, ACCOUNTS_MAX))
    print(json.dumps(measure(count)))


if __name__ == "__main__":
    main()
