"""Cost of the worst legal request of a route, and its rate tokens.

A token pays for 1,000 units of work; a unit is about a microsecond of the loop's processor time.
"""

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter

from chain.commands.lines import LEGS_MAX
from edge.http.limits import (
    CSV_ROWS_MAX,
    IDS_PER_LIMITS_QUOTE_MAX,
    LEADERBOARD_ROWS_MAX,
    MARKETS_MAX,
    PAGE_ROWS_MAX,
    PAST_MARKETS_MAX,
    PREDICTION_BATCH_MAX,
    PROOFS_MAX,
    SERIES_POINTS_MAX,
    SYMBOLS_PER_QUERY_MAX,
)
from edge.http.windows import points_of

UNITS_PER_TOKEN = 1_000
UNITS_PER_KIB = 2
# Fields of queries and bodies that choose the rows.
_IDS, _LIMIT, _ORDERS_OF = attrgetter("ids"), attrgetter("limit"), attrgetter("orders")
_SYMBOLS_OF, _USER, _WINDOW = attrgetter("symbols"), attrgetter("user"), attrgetter("window")
Count = Callable[[], int]
Asked = Callable[[object, object, Count], int]  # of a query, a body and the number of markets


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Work of one request: a base, so much for each row, so much for each KiB."""

    base: int = 100
    rows: int = 0  # at most, of the answer or of what it is made from
    row: int = 5
    kib: int = 0  # of an answer that is not made of rows
    asked: Asked | None = None  # rows of one request; None: always `rows`
    by: str = ""  # what chooses the rows

    @property
    def fixed_tokens(self) -> int | None:
        """What each request takes of its rate; None where the request chooses."""
        return self.of_rows(self.rows) if self.asked is None else None

    def tokens(self, query: object, body: object, count: Count) -> int:
        """Return what a request takes of its rate."""
        if self.asked is None:
            return self.of_rows(self.rows)
        return self.of_rows(min(self.rows, self.asked(query, body, count)))

    def of_rows(self, rows: int) -> int:
        """Return the tokens of a request with so many rows."""
        units = self.base + rows * self.row + self.kib * UNITS_PER_KIB
        return max(1, units // UNITS_PER_TOKEN)


def _limit(query: object, _body: object, _count: Count) -> int:
    return int(_LIMIT(query))


def _points(query: object, _body: object, _count: Count) -> int:
    return points_of(
        _WINDOW(query),
        getattr(query, "from_s", None),
        getattr(query, "to_s", None),
        getattr(query, "interval", None),
    )


def _all_markets(_query: object, _body: object, count: Count) -> int:
    return count()


def _some_markets(query: object, body: object, count: Count) -> int:
    ids = _IDS(query)
    return _all_markets(query, body, count) if ids is None else len(ids)


def _symbols(query: object, _body: object, _count: Count) -> int:
    return len(_SYMBOLS_OF(query))


def _proofs(query: object, _body: object, _count: Count) -> int:
    return 0 if _USER(query) is None else PROOFS_MAX


def _orders(_query: object, body: object, _count: Count) -> int:
    return len(_ORDERS_OF(body))


def of_markets(row: int, asked: Asked = _all_markets) -> Cost:
    """Return the cost of a read of every market, at so many units each."""
    return Cost(rows=MARKETS_MAX, row=row, asked=asked, by="markets of the exchange")


SMALL = Cost()
DOCUMENT = Cost(kib=1_024)
FEED = Cost(kib=256)
PAGE = Cost(rows=PAGE_ROWS_MAX, asked=_limit, by="`limit`")
HISTORY = Cost(rows=CSV_ROWS_MAX, asked=_limit, by="`limit`; more than 200 as CSV only")
LEADERBOARD = Cost(rows=LEADERBOARD_ROWS_MAX, asked=_limit, by="`limit`")
SERIES = Cost(rows=SERIES_POINTS_MAX, asked=_points, by="window, range and interval")
LIST = Cost(rows=PAGE_ROWS_MAX)
SYMBOLS = Cost(rows=SYMBOLS_PER_QUERY_MAX, row=50, asked=_symbols, by="`symbols`")
ORDERS = Cost(base=0, rows=PREDICTION_BATCH_MAX, row=UNITS_PER_TOKEN, asked=_orders, by="`orders`")
OPEN_ORDERS = Cost(rows=2_000)
ORDER_QUOTE = Cost(rows=3, row=50)
LEGS = Cost(rows=LEGS_MAX, row=50)
SOME_IDS = Cost(rows=IDS_PER_LIMITS_QUOTE_MAX, row=50)
SOME_MARKETS = of_markets(40, _some_markets)
CANDIDATES = Cost(rows=500, row=10)
PROOFS = Cost(rows=PROOFS_MAX, row=10, asked=_proofs, by="`user`: its proofs")
ANALYSIS = Cost(base=2_000)
CORRELATIONS = Cost(rows=PAST_MARKETS_MAX, row=50)
PORTFOLIO = Cost(rows=2 * PAGE_ROWS_MAX)
