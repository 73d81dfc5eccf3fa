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
from collections.abc import Iterator, Sequence
from itertools import chain

from bench._arguments import Number, numbers
from bench._crowd import E8, NEVER, NOW_S, SIDE_E6, SIZE_E6, Crowd, address, joined
from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.enums import PerpOrderKind

ORDERS, ORDERS_MAX = 10_000, 10_000
DAY_S = 86_400
UPDATED_S = NOW_S + DAY_S // 2
PRICE_E8 = 100 * E8
CHUNK = 1_000
TIMES = 5


def orders_of(crowd: Crowd, buy_e6: int, sell_e6: int) -> Iterator[bytes]:
    """One auction order of each account, buys and sells in turn."""
    for user in range(crowd.users):
        order = m.PlacePerpOrder(
            owner=address(user),
            account_id=1,
            market_id=1,
            kind=int(PerpOrderKind.AUCTION),
            size_e6=sell_e6 if user % 2 else buy_e6,
            worst_e8=1 if user % 2 else 10**13,
            expires_at_s=NOW_S + 30 * DAY_S,
            expires_slot=NEVER,
        )
        yield crowd.pack(order, address(user), 2)


def venue(orders: int, buy_e6: int, sell_e6: int, side_e6: int) -> tuple[bytes, bytes]:
    """Return the snapshot before a price update, and the record of it; sizes of 0: no orders."""
    crowd = Crowd(orders, 1, max_side_size_e6=side_e6, skew_scale_rate_e12=0)  # the cap stays
    exchange = Exchange()
    placed = orders_of(crowd, buy_e6, sell_e6) if buy_e6 else iter(())
    for batch in joined(chain(crowd.genesis(), crowd.accounts(), placed), CHUNK):
        exchange.apply_batch(batch)
    update = m.PostPrint(
        seq=crowd.seq + 1,
        time_s=UPDATED_S,
        market_id=1,
        price_e8=PRICE_E8,
        published_at_s=UPDATED_S,
    )
    return exchange.snapshot(), m.encode(update)


def update_s(snapshot: bytes, record: bytes) -> tuple[float, m.AuctionHeld | None]:
    """Return the time of the price update, and the auction that it held."""
    best = float("inf")
    for _ in range(TIMES):
        exchange = Exchange.restore(snapshot)
        begin = time.process_time()
        events = exchange.apply_batch(record)
        best = min(best, time.process_time() - begin)
    found = [event for event in m.decode_all(events) if isinstance(event, m.AuctionHeld)]
    return best, found[0] if found else None


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
        took_s, held = update_s(*venue(orders, buy_e6, sell_e6, side_e6))
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
