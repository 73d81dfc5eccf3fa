"""How fast are all margin accounts valued, and what does exactness cost?

`python -m bench.scan [ACCOUNTS]` makes an exchange whose accounts have 0 to 8 positions in 46
markets and values all of them, in one run and on one core: by `Exchange.account_scan`, by a loop
over columns in int64 compiled by numba, and by numpy. The peers have what such a kernel would have:
scaled integers that fit ordinary positions, prices, ratios and funding at 8 places, which wrap
without a word when they do not fit.

It prints one JSON line. `exact_to_numba` and `avx2_to_numba` are the exact scan without AVX2 and
with it: above 1 it is the faster one. Only such ratios of one run say something on a shared
machine. `int64_flags_wrong_when_large` is the part of the accounts of a second exchange, with large
positions, whose liquidatable flag the int64 kernel gets wrong. The hash is of all rows of the scan,
the same in every run of that many accounts and, or the run fails, with and without AVX2.

Instructions an account and a position, which do not depend on the machine's load:

    valgrind --tool=callgrind --toggle-collect='*scan_accounts*' python -m bench.scan 10000 --count

runs the exact scan alone, once; divide the instructions that it collects by the numbers printed.
"""

import json
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from bench._arguments import Number, numbers
from bench._portfolio import POSITION, with_market, with_portfolios
from engine.core.arrays import scan_rows
from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS

ACCOUNTS = 1_000_000
ACCOUNTS_MAX = 4_000_000
MARKETS = 46
HELD_MAX = 8
TIMES = 7  # the best of so many
E4, E6, E8, E10, E12 = 10**4, 10**6, 10**8, 10**10, 10**12
NOW_S = 20_000 * 86_400 + 43_200
OPERATOR = b"O" * 32
ORDINARY_E6 = 100 * E6  # largest position
LARGE_E6 = 10**11

Column = NDArray[np.int64]


class Accounts(NamedTuple):
    """Where an account's positions begin, one more than accounts, and what it has."""

    first: Column
    collateral: Column


class Held(NamedTuple):
    """Positions, by account."""

    market: NDArray[np.uint16]
    size: Column
    entry: Column
    entry_funding: Column


class Markets(NamedTuple):
    """Prices and rules, by market."""

    price: Column
    funding: Column
    scale: Column
    slope: Column
    least: Column
    fee_rate: Column
    proportion: Column
    dust: Column


Columns = tuple[Accounts, Held, Markets]


def small_exchange() -> Exchange:
    """Return an exchange with its markets and one empty account."""
    exchange = Exchange()
    rules = {p.name: p.default or 0 for p in EXCHANGE_PARAMETERS}
    commands: list[m.Command] = [
        m.CreateExchange(operator=OPERATOR, exchange=b"E" * 32, **rules),
    ]
    commands += [
        m.CreateMarket(
            operator=OPERATOR,
            symbol=f"CITY-{number}",
            name=f"City {number}",
            price_e8=(100 + 13 * number) * E8 + 1_234_567 * number,
            published_at_s=NOW_S - 43_200,
            **_market_rules(number),
        )
        for number in range(MARKETS)
    ]
    commands.append(
        m.CreateMarginAccount(
            user=b"\1" * 32, slot=1, expires_slot=1, nonce=1, account_id=1, attached_e6=E6,
            attached_mint=1, amount_e6=E6,
        )
    )  # fmt: skip
    for number, command in enumerate(commands):
        exchange.apply(replace(command, seq=number + 1, time_s=NOW_S))
    for number in range(MARKETS):
        price_e8 = exchange.market_view(number + 1, NOW_S).index_price_e8
        exchange = with_market(exchange, number, price_e8, (number - 20) * 10**17 + 12_345)
    return exchange


def _market_rules(number: int) -> dict[str, int]:
    rules = {p.name: p.default or 0 for p in MARKET_PARAMETERS}
    side = 10**12 * E6 // ((100 + 13 * number) * E6)
    return rules | {"max_side_size_e6": side, "skew_scale_e6": 20 * side}


def portfolios(count: int, largest_e6: int) -> tuple[Exchange, Columns]:
    """Return an exchange of that many accounts, and the same as columns at 8 places."""
    random = np.random.default_rng(46)
    exchange = small_exchange()
    views = [exchange.market_view(number + 1, NOW_S) for number in range(MARKETS)]
    prices = np.array([view.index_price_e8 for view in views])
    funding = np.array([view.funding_per_unit_e18 for view in views])
    counts = random.integers(0, HELD_MAX, count, endpoint=True)
    total = int(counts.sum())
    order = np.argsort(random.random((count, MARKETS), np.float32), axis=1)[:, :HELD_MAX]
    chosen = np.arange(HELD_MAX) < counts[:, None]
    market = np.sort(np.where(chosen, order, MARKETS), axis=1)[chosen]
    size = random.integers(E6, largest_e6, total) * random.choice((-1, 1), total)
    entry = prices[market] * random.integers(920, 1080, total) // 1000
    entry_funding = funding[market] + random.integers(-(10**17), 10**17, total) * 10
    held = np.zeros(total, POSITION)
    held["market"], held["size_e6"], held["entry_price_e8"] = market, size, entry
    held["funding_low"] = entry_funding.astype(np.uint64)
    held["funding_high"] = entry_funding >> 63
    owner = np.repeat(np.arange(count), counts)
    notional = np.bincount(owner, np.abs(size) * (prices[market] / E8), count)
    collateral = (notional * random.uniform(0.02, 0.4, count)).astype(np.int64) + E6
    exchange = with_portfolios(exchange, collateral, counts, held)
    rules = [view.parameters for view in views]
    ratios = ("initial_margin_ratio", "min_initial_margin_ratio", "liquidation_fee_rate",
              "maintenance_margin_proportion")  # fmt: skip
    columns = (
        Accounts(np.concatenate(([0], np.cumsum(counts))), collateral),
        Held(market.astype(np.uint16), size, entry, entry_funding // E10),
        Markets(
            prices,
            funding // E10,
            np.array([each["skew_scale_e6"] for each in rules]),
            *(np.array([each[f"{name}_e12"] // E4 for each in rules]) for name in ratios),
            np.array([each["min_position_margin_e6"] for each in rules]),
        ),
    )
    return exchange, columns


def int64_loop(accounts: Accounts, held: Held, markets: Markets, out: Column) -> None:
    """Value each account into a row of `out`: what numba compiles."""
    for account in range(len(accounts.collateral)):
        gain = paid = initial = maintenance = fees = 0
        for place in range(accounts.first[account], accounts.first[account + 1]):
            at = held.market[place]
            size = held.size[place]
            price = markets.price[at]
            gain += size * (price - held.entry[place]) // 100_000_000
            paid += size * (markets.funding[at] - held.entry_funding[place]) // 100_000_000
            ratio = -(-abs(size) * markets.slope[at] // markets.scale[at]) + markets.least[at]
            notional = abs(size) * price // 100_000_000
            initial += -(-notional * ratio // 100_000_000) + markets.dust[at]
            ratio = -(-ratio * markets.proportion[at] // 100_000_000)
            maintenance += -(-notional * ratio // 100_000_000) + markets.dust[at]
            fees += -(-notional * markets.fee_rate[at] // 100_000_000)
        if accounts.first[account + 1] > accounts.first[account]:
            maintenance += min(max(fees, 5_000_000), 2_500_000_000)
        available = accounts.collateral[account] + gain + paid
        out[account, 0] = available
        out[account, 1] = gain
        out[account, 2] = paid
        out[account, 3] = maintenance
        out[account, 4] = initial
        out[account, 5] = maintenance > available


def by_numpy(columns: Columns, out: Column) -> None:
    """Value each account into a row of `out`, a column at a time."""
    accounts, held, markets = columns
    at = held.market
    held_count = np.diff(accounts.first)
    starts = accounts.first[:-1][held_count > 0]
    notional = np.abs(held.size) * markets.price[at] // E8
    ratio = -(-np.abs(held.size) * markets.slope[at] // markets.scale[at]) + markets.least[at]
    parts = np.stack(
        [
            held.size * (markets.price[at] - held.entry) // E8,
            held.size * (markets.funding[at] - held.entry_funding) // E8,
            -(-notional * -(-ratio * markets.proportion[at] // E8) // E8) + markets.dust[at],
            -(-notional * ratio // E8) + markets.dust[at],
            -(-notional * markets.fee_rate[at] // E8),
        ]
    )
    sums = np.zeros((5, len(accounts.collateral)), np.int64)
    sums[:, held_count > 0] = np.add.reduceat(parts, starts, axis=1)
    fee = np.clip(sums[4], 5 * E6, 2_500 * E6) * (held_count > 0)
    out[:, 0] = accounts.collateral + sums[0] + sums[1]
    out[:, 1:3] = sums[:2].T
    out[:, 3] = sums[2] + fee
    out[:, 4] = sums[3]
    out[:, 5] = out[:, 3] > out[:, 0]


def seconds(*calls: Callable[[], object]) -> list[float]:
    """Return the least processor time of each call in some turns; the first does not count."""
    best = [float("inf")] * len(calls)
    for turn in range(TIMES + 1):
        for place, call in enumerate(calls):
            begin = time.process_time()
            call()
            if turn:
                best[place] = min(best[place], time.process_time() - begin)
    return best


def lanes() -> list[int]:
    """Return how many positions at a time the scan can value on this processor: 1, 2, 4."""
    possible = []
    for each in (1, 2, 4):
        with suppress(ValueError):
            Exchange().account_scan(NOW_S, _lanes=each)
            possible.append(each)
    return possible


def hash_of(rows: NDArray[np.void]) -> str:
    """Return the beginning of the hash of all rows."""
    return sha256(rows.tobytes()).hexdigest()[:16]


def measure(count: int) -> dict[str, object]:
    """Return accounts a second of each, and how often the int64 kernel is wrong."""
    exchange, columns = portfolios(count, ORDINARY_E6)
    rows, out = scan_rows(count), np.zeros((count, 6), np.int64)
    compiled = numba.njit(int64_loop)
    exact, most = max(each for each in lanes() if each < 4), max(lanes())
    ours_s, widest_s, numba_s, numpy_s = seconds(
        lambda: exchange.account_scan(NOW_S, out=rows, _lanes=exact),
        lambda: exchange.account_scan(NOW_S, out=rows, _lanes=most),
        lambda: compiled(*columns, out),
        lambda: by_numpy(columns, out),
    )
    agree = float((out[:, 5] == rows["is_liquidatable"]).mean())
    result: dict[str, object] = {
        "bench": "scan",
        "accounts": count,
        "positions": int(columns[0].first[-1]),
        "liquidatable": int(rows["is_liquidatable"].sum()),
        "ours_millions_a_second": round(count / ours_s / 1e6, 1),
    }
    result["numpy_millions_a_second"] = round(count / numpy_s / 1e6, 1)
    result["ours_to_numpy"] = round(numpy_s / ours_s, 2)
    result["int64_flags_that_agree"] = round(agree, 6)
    result["numba_millions_a_second"] = round(count / numba_s / 1e6, 1)
    result["exact_to_numba"] = round(numba_s / ours_s, 2)
    if most == 4:
        result["avx2_millions_a_second"] = round(count / widest_s / 1e6, 1)
        result["avx2_to_numba"] = round(numba_s / widest_s, 2)
    large, columns = portfolios(count, LARGE_E6)
    by_numpy(columns, out)
    exact = large.account_scan(NOW_S)
    wrong = float((out[:, 5] != exact["is_liquidatable"]).mean())
    result["int64_flags_wrong_when_large"] = round(wrong, 4)
    (large_s,) = seconds(lambda: large.account_scan(NOW_S, out=rows))
    result["ours_large_millions_a_second"] = round(count / large_s / 1e6, 1)
    hashes = {
        each: hash_of(exchange.account_scan(NOW_S, out=rows, _lanes=each)) for each in lanes()
    }
    if len(set(hashes.values())) > 1:
        raise RuntimeError(f"answers of 1, 2 and 4 lanes differ: {hashes}")
    result["hash"] = hashes[1]
    return result


def main(arguments: Sequence[str] | None = None) -> None:
    """Run once and print the line."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    is_counted = "--count" in words
    numbered = [word for word in words if word != "--count"]
    (count,) = numbers("scan", numbered, Number("ACCOUNTS", ACCOUNTS, 1_000, ACCOUNTS_MAX))
    if not is_counted:
        sys.stdout.write(json.dumps(measure(count)) + "\n")
        return
    exchange, columns = portfolios(count, ORDINARY_E6)
    exchange.account_scan(NOW_S)
    sys.stdout.write(json.dumps({"accounts": count, "positions": int(columns[0].first[-1])}) + "\n")


if __name__ == "__main__":
    main()
