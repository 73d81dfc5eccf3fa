"""What does a price update cost that many waiting orders look at?

`python -m bench.auction [ORDERS]` makes that many accounts in one market, each with one auction
order, half of them buys, and measures the command of the next price update in three cases:
`matched` (the sides are equal), `pool` (the buys are twice as large, the pool takes the rest) and
`capped` (the cap of the side binds the rest); `none` is the price update alone. It prints one JSON
line; times are of the processor, the best of a few rounds from one snapshot.

Instructions: callgrind with `--toggle-collect='*apply_records*'` on the same program.
"""

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import replace

from bench._arguments import Number, numbers
from bench._crowd import E6, E8, NEVER, OPERATOR, POOL_E6, address
from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.enums import PerpOrderKind
from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS

ORDERS, ORDERS_MAX = 10_000, 10_000
DAY_S = 86_400
START_S = 20_000 * DAY_S
PLACED_S = START_S + DAY_S // 2
PRICE_E8 = 100 * E8
SIZE_E6 = E6 // 10
SIDE_E6 = 10**15
CHUNK = 1_000
TIMES = 5


class Venue:
    """An exchange with one market, a large pool and an account for each order."""

    def __init__(self, orders: int, side_cap_e6: int) -> None:
        self.exchange = Exchange()
        self.orders = orders
        self._seq = 0
        self._slot = 0
        rules = {p.name: p.default or 0 for p in EXCHANGE_PARAMETERS}
        market = {p.name: p.default or 0 for p in MARKET_PARAMETERS}
        market |= {"skew_scale_e6": 10**17, "max_side_size_e6": side_cap_e6}
        market["skew_scale_rate_e12"] = 0  # the cap of the case stays
        self._send(
            [
                m.CreateExchange(operator=OPERATOR, exchange=b"E" * 32, **rules),
                m.CreateMarket(
                    operator=OPERATOR,
                    symbol="M1",
                    name="M1",
                    price_e8=PRICE_E8,
                    published_at_s=START_S,
                    **market,
                ),
            ],
            PLACED_S,
        )
        deposit = {"attached_e6": POOL_E6, "attached_mint": 1, "amount_e6": POOL_E6}
        self._send([m.AddLiquidity(user=b"\xff" * 32, nonce=1, **deposit)], PLACED_S)
        margin = {"attached_e6": 100 * E6, "attached_mint": 1, "amount_e6": 100 * E6}
        kinds = [
            m.CreateMarginAccount(user=address(user), nonce=1, account_id=1, **margin)
            for user in range(orders)
        ]
        self._send(kinds, PLACED_S)

    def _send(self, commands: Sequence[m.Command], time_s: int) -> None:
        batch = []
        for command in commands:
            self._seq += 1
            changes: dict[str, object] = {"seq": self._seq, "time_s": time_s}
            if hasattr(command, "slot"):
                self._slot += 1
                changes |= {"slot": self._slot, "expires_slot": NEVER}
            batch.append(m.encode(replace(command, **changes)))
        for first in range(0, len(batch), CHUNK):
            self.exchange.apply_batch(b"".join(batch[first : first + CHUNK]))

    def place(self, buy_e6: int, sell_e6: int) -> None:
        """One auction order of each account, buys and sells in turn."""
        self._send(
            [
                m.PlacePerpOrder(
                    user=address(user),
                    nonce=2,
                    owner=address(user),
                    account_id=1,
                    market_id=1,
                    kind=int(PerpOrderKind.AUCTION),
                    size_e6=sell_e6 if user % 2 else buy_e6,
                    worst_e8=1 if user % 2 else 10**13,
                    expires_at_s=PLACED_S + 30 * DAY_S,
                )
                for user in range(self.orders)
            ],
            PLACED_S,
        )

    def update_s(self) -> tuple[float, m.AuctionHeld | None]:
        """Return the time of the next price update, and the auction that it held."""
        snapshot = self.exchange.snapshot()
        at_s = START_S + DAY_S
        record = m.encode(
            m.PostPrint(
                seq=self._seq + 1,
                time_s=at_s,
                market_id=1,
                price_e8=PRICE_E8,
                published_at_s=at_s,
            )
        )
        best = float("inf")
        for _ in range(TIMES):
            exchange = Exchange.restore(snapshot)
            begin = time.process_time()
            events = exchange.apply_batch(record)
            best = min(best, time.process_time() - begin)
        found = [event for event in m.decode_all(events) if isinstance(event, m.AuctionHeld)]
        held = found[0] if found else None
        return best, held


def measure(orders: int) -> dict[str, object]:
    """Return milliseconds of each case, and what each auction took: orders, matched, pool."""
    line: dict[str, object] = {"bench": "auction", "orders": orders}
    cases = {
        "none": (0, 0, SIDE_E6),
        "matched": (SIZE_E6, -SIZE_E6, SIDE_E6),
        "pool": (2 * SIZE_E6, -SIZE_E6, SIDE_E6),
        "capped": (2 * SIZE_E6, -SIZE_E6, 7 * SIZE_E6 * orders // 10),
    }
    for name, (buy_e6, sell_e6, side_e6) in cases.items():
        venue = Venue(orders, side_e6)
        if buy_e6:
            venue.place(buy_e6, sell_e6)
        took_s, held = venue.update_s()
        line[f"{name}_ms"] = round(took_s * 1e3, 3)
        if held is not None:
            line[f"{name}_taken"] = [held.order_count, held.matched_e6, held.pool_e6]
    return line


def main(arguments: Sequence[str] | None = None) -> None:
    """Print one JSON line."""
    (orders,) = numbers("auction", arguments, Number("ORDERS", ORDERS, 2, ORDERS_MAX))
    json.dump(measure(orders), sys.stdout)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
