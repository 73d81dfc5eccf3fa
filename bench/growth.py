"""How does each cost grow?

`python -m bench.growth [SIZES]` measures costs at growing sizes, the first 2 to 5 of each curve. It
fits a power law to each: the exponent is 0 where the size does not matter, 1 where twice the size
costs twice as much. It prints one JSON line; times are of the processor, the best of a few runs, in
microseconds. `last_to_first` is the cost at the largest size to that at the smallest.

- a first trade of a random account, and the copy of the state for a snapshot, against accounts
- valuing all accounts, against accounts; a trade, against the positions of its account
- an operation of the book, against resting orders and against levels
- a change of a book told to all of its sockets, against subscribers
- a check of an access token, against sessions
- a start from the first record and from a snapshot, against the length of the journal
"""

import json
from collections.abc import Sequence

from bench._arguments import Number, numbers
from bench._growth import book, service, state
from bench._growth.curve import Curve

SIZES_MAX = 5
ACCOUNTS = (1_000, 10_000, 100_000, 400_000, 1_000_000)
POSITIONS = (1, 2, 4, 8, 12)
RESTING = (1_000, 10_000, 100_000, 1_000_000, 5_000_000)
LEVELS = (19, 99, 999, 4_999, 9_999)
SOCKETS = (10, 50, 200, 1_000, 4_000)
SESSIONS = (10, 100, 1_000, 10_000, 100_000)
RECORDS = (3_000, 30_000, 100_000, 300_000, 1_000_000)


def curves(count: int) -> dict[str, Curve]:
    """Return every curve over its first `count` sizes."""
    trade, snapshot = state.trade_and_snapshot_by_accounts(ACCOUNTS[:count])
    whole, tail = service.open_by_length(RECORDS[:count])
    return {
        "trade_by_accounts": trade,
        "snapshot_by_accounts": snapshot,
        "scan_by_accounts": state.scan_by_accounts(ACCOUNTS[:count]),
        "trade_by_positions": state.trade_by_positions(POSITIONS[:count]),
        "book_by_resting_orders": book.by_orders(RESTING[:count]),
        "book_by_levels": book.by_levels(LEVELS[:count]),
        "message_by_subscribers": service.message_by_sockets(SOCKETS[:count]),
        "check_by_sessions": service.check_by_sessions(SESSIONS[:count]),
        "start_by_journal": whole,
        "start_from_snapshot_by_journal": tail,
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print one JSON line."""
    (count,) = numbers("growth", arguments, Number("SIZES", SIZES_MAX, 2, SIZES_MAX))
    made = {name: curve.as_json() for name, curve in curves(count).items()}
    print(json.dumps({"bench": "growth", "sizes": count, "curves": made}))


if __name__ == "__main__":
    main()
