"""Cost of the worst legal request of each route, and its rate tokens.

A token pays for 1,000 units of work; a unit is about a microsecond of the loop's processor time.
A request of a row that is not in the table cannot be served.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from edge.http.limits import (
    CSV_ROWS_MAX,
    IDS_PER_LIMITS_QUOTE_MAX,
    LEADERBOARD_ROWS_MAX,
    MARKETS_MAX,
    PAGE_ROWS_MAX,
    PREDICTION_BATCH_MAX,
    PROOFS_MAX,
    SERIES_POINTS_MAX,
    SYMBOLS_PER_QUERY_MAX,
)
from edge.http.windows import points_of

UNITS_PER_TOKEN = 1_000
UNITS_PER_KIB = 2
Count = Callable[[], int]
Asked = Callable[[Any, Any, Count], int]  # of a query, a body and the number of markets


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Work of one request: a base, so much for each row, so much for each KiB."""

    base: int = 100
    rows: int = 0  # at most, of the answer or of what it is made from
    row: int = 5
    kib: int = 0  # of an answer that is not made of rows
    asked: Asked | None = None  # rows of one request; None: always `rows`
    by: str = ""  # what chooses the rows

    def tokens(self, query: Any, body: Any, count: Count) -> int:  # noqa: ANN401 - of any route
        """Return what a request takes of its rate."""
        if self.asked is None:
            return self.of_rows(self.rows)
        return self.of_rows(min(self.rows, self.asked(query, body, count)))

    def of_rows(self, rows: int) -> int:
        """Return the tokens of a request with so many rows."""
        units = self.base + rows * self.row + self.kib * UNITS_PER_KIB
        return max(1, units // UNITS_PER_TOKEN)


def _limit(query: Any, _body: Any, _count: Count) -> int:  # noqa: ANN401
    return int(query.limit)


def _points(query: Any, _body: Any, _count: Count) -> int:  # noqa: ANN401
    return points_of(
        query.window,
        getattr(query, "from_s", None),
        getattr(query, "to_s", None),
        getattr(query, "interval", None),
    )


def _markets(_query: Any, _body: Any, count: Count) -> int:  # noqa: ANN401
    return count()


def _some_markets(query: Any, body: Any, count: Count) -> int:  # noqa: ANN401
    ids = query.ids
    return _markets(query, body, count) if ids is None else len(ids)


def _symbols(query: Any, _body: Any, _count: Count) -> int:  # noqa: ANN401
    return len(query.symbols)


def _proofs(query: Any, _body: Any, _count: Count) -> int:  # noqa: ANN401
    return 0 if query.user is None else PROOFS_MAX


def _orders(_query: Any, body: Any, _count: Count) -> int:  # noqa: ANN401
    return len(body.orders)


def of_markets(row: int, asked: Asked = _markets) -> Cost:
    """Return the cost of what looks at every market."""
    return Cost(rows=MARKETS_MAX, row=row, asked=asked, by="markets of the exchange")


SMALL = Cost()
DOCUMENT = Cost(kib=1_024)
PAGE = Cost(rows=PAGE_ROWS_MAX, asked=_limit, by="`limit`")
HISTORY = Cost(rows=CSV_ROWS_MAX, asked=_limit, by="`limit`; more than 200 as CSV only")
LEADERBOARD = Cost(rows=LEADERBOARD_ROWS_MAX, asked=_limit, by="`limit`")
SERIES = Cost(rows=SERIES_POINTS_MAX, asked=_points, by="window, range and interval")
LIST = Cost(rows=PAGE_ROWS_MAX)
SYMBOLS = Cost(rows=SYMBOLS_PER_QUERY_MAX, row=50, asked=_symbols, by="`symbols`")
ORDERS = Cost(base=0, rows=PREDICTION_BATCH_MAX, row=UNITS_PER_TOKEN, asked=_orders, by="`orders`")
SOME_IDS = Cost(rows=IDS_PER_LIMITS_QUOTE_MAX, row=50)
SOME_MARKETS = of_markets(40, _some_markets)


_BOTH: tuple[tuple[Cost, str], ...] = (
    (DOCUMENT, "GET /openapi.json, GET /docs"),
    (
        SMALL,
        """GET /health, POST /auth/login, POST /auth/hardware-wallet-login,
        POST /auth/login/hardware-wallet, POST /auth/challenge, POST /auth/refresh-token,
        POST /auth/logout, GET /auth/sessions, POST /auth/sessions/{sessionId}/revoke,
        POST /auth/logout-all""",
    ),
)
_MAIN: tuple[tuple[Cost, str], ...] = (
    (
        SMALL,
        """GET /auth/login/message, GET /account/cluster-health, GET /account/lp-return,
        GET /account/lp-scenarios, GET /points/leaderboard/user/{user}, GET /points/balance,
        GET /points/participate, GET /perpetual-points/participate, POST /points/participate,
        POST /perpetual-points/participate, GET /perpetual-points/leaderboard/user/{user},
        GET /perpetual-points/user-status, GET /perpetual-points/points-summary,
        GET /perpetual-points/grand-total-points, GET /user/{user}/profile/settings,
        PUT /user/{user}/profile/settings, GET /user/{user}/profile/communication-methods,
        GET /user/{user}/profile/onboard, POST /user/{user}/profile/onboard,
        GET /user/{user}/profile/margin-account-ids,
        POST /user/{user}/profile/margin-account-ids/remove,
        GET /user/{user}/quote/add-liquidity, GET /quote/add-liquidity,
        GET /user/{user}/quote/remove-liquidity, GET /quote/remove-liquidity,
        GET /user/{user}/quote/withdraw-margin, GET /quote/withdraw-margin,
        POST /user/{user}/quote/modify-position, POST /quote/modify-position,
        POST /user/{user}/quote/close-position, POST /quote/close-position,
        POST /points/referrals/generate-code, POST /referrals/generate-code,
        POST /perpetual-points/referrals/generate-code, POST /points/referrals/use-code,
        POST /referrals/use-code, POST /perpetual-points/referrals/use-code,
        GET /points/referrals/user-referred-by, GET /referrals/user-referred-by,
        GET /perpetual-points/referrals/user-referred-by, GET /user/{user}/risk-screening,
        GET /user/{user}/sol-balance, GET /user/{user}/collateral-balance,
        GET /user/{user}/prcl-balance, GET /user/{user}/margin-account,
        GET /user/{user}/lp-position, GET /user/{user}/lp-account,
        GET /user/{user}/staking-addresses, GET /user/{user}/event/airdrop_claim,
        GET /contest/{contestName}/leaderboard/user/{user}, GET /contest/{contestName}/participate,
        POST /contest/{contestName}/participate, GET /contest/{contestName}/prizes,
        POST /user/{user}/transaction/create-margin-account,
        POST /user/{user}/transaction/deposit-margin,
        POST /user/{user}/transaction/withdraw-margin,
        POST /user/{user}/transaction/modify-position,
        POST /user/{user}/transaction/close-position,
        POST /user/{user}/transaction/close-margin-account,
        POST /user/{user}/transaction/add-liquidity,
        POST /user/{user}/transaction/remove-liquidity,
        POST /user/{user}/transaction/close-lp-position,
        POST /user/{user}/transaction/upgrade-lp-account,
        POST /user/{user}/transaction/liquidate,
        POST /user/{user}/transaction/process-settlement-requests,
        POST /user/{user}/transaction/set-delegate, POST /user/{user}/transaction/claim-deposit,
        GET /real-estate-data/price-feed""",
    ),
    (
        of_markets(2),
        """GET /account/exchange, GET /account/market/{market}, GET /metadata/acre-ids,
        GET /metadata/acre, GET /real-estate-data/acre-ids""",
    ),
    (of_markets(10), "GET /account/paused, GET /collections/{collection}"),
    (SOME_MARKETS, "GET /account/markets"),
    (
        SOME_IDS,
        """GET /real-estate-data/acre-info, POST /real-estate-data/acre-infos,
        POST /user/{user}/quote/position-modification-limits,
        POST /quote/position-modification-limits""",
    ),
    (
        LEADERBOARD,
        """GET /points/leaderboard, GET /perpetual-points/leaderboard,
        GET /contest/{contestName}/leaderboard""",
    ),
    (PAGE, "GET /points/balances"),
    (
        SERIES,
        """GET /time-series/cumulative-notional-volume, GET /time-series/cumulative-lp-fee,
        GET /time-series/aggregate-pnl, GET /time-series/lp-share-price""",
    ),
    (
        LIST,
        """GET /points/referrals/user-info, GET /referrals/user-info,
        GET /perpetual-points/referrals/user-info, GET /user/{user}/margin-accounts,
        GET /user/{user}/lp-positions, GET /user/{user}/settlement-requests,
        GET /user/{user}/quarantined-deposits""",
    ),
    (
        HISTORY,
        """GET /user/{user}/commands, GET /user/{user}/history/trade,
        GET /user/{user}/history/margin-transfer, GET /user/{user}/history/lp,
        GET /user/{user}/history/liquidation""",
    ),
)
_EXPRESS: tuple[tuple[Cost, str], ...] = (
    (
        SMALL,
        """GET /auth/login, GET /hoa-staking/{user}, GET /market/{symbol},
        GET /market/{symbol}/volumes, GET /market/{symbol}/price-feed,
        GET /market/{symbol}/price-feed-stats, GET /status, GET /ready, POST /faucet,
        GET /portfolio/{user}/history/value, GET /predictions/portfolio,
        GET /predictions/orders/by-client-id/{id}, GET /predictions/markets/{marketId},
        GET /predictions/markets/{marketId}/order-book,
        POST /predictions/markets/{marketId}/orders,
        POST /predictions/orders/{orderId}/amend, POST /predictions/orders/{orderId}/cancel,
        POST /predictions/orders/cancel-all, POST /predictions/orders/cancel-after,
        GET /user/{id}/ppps1, GET /points/leaderboard/{key}, GET /points/breakdown/{key},
        GET /points/ppps2/final-leaderboard/{key}, GET /points/participants/{key},
        POST /points/participants, GET /ppps3/leaderboard/{key}, GET /ppps3/breakdown/{key},
        GET /ppps3/participants/{key}, POST /ppps3/participants,
        GET /staking, GET /staking/{user}/balance, GET /staking/{user}/epoch-period,
        GET /staking/epoch-period, GET /staking/{user}/locked-epoch-period,
        GET /staking/locked-epoch-period, GET /staking/{user}/locked-epoch-period-estimate,
        GET /staking/locked-epoch-period-estimate, POST /staking/{user}/create-account,
        POST /staking/{user}/stake, POST /staking/{user}/unstake, POST /staking/{user}/withdraw,
        GET /market/{symbol}/financials, GET /market/{symbol}/absorption-rate-history,
        GET /market/{symbol}/sales-history, GET /market/{symbol}/listings-history,
        GET /market/{symbol}/current-inventory, GET /market/{symbol}/demographics,
        GET /contest, GET /contest/filter, GET /contest/ids, GET /contest/{contestId},
        GET /contest/{contestId}/leaderboard/{user},
        GET /contest/{contestId}/participants-count, POST /contest/{contestId}""",
    ),
    (
        of_markets(20),
        "GET /market/search, GET /market/market-filter-distribution",
    ),
    (SYMBOLS, "GET /market/symbols"),
    (Cost(rows=500, row=10), "GET /liquidations/candidates"),
    (Cost(rows=PROOFS_MAX, row=10, asked=_proofs, by="`user`: its proofs"), "GET /solvency"),
    (Cost(base=2_000), "GET /deal-analysis/{symbol}, GET /deal-analysis/{symbol}/sensitivity"),
    (
        SERIES,
        """GET /market/{symbol}/candles, GET /market/{symbol}/funding-history,
        GET /market-time-series/{marketId}, GET /predictions/markets/{marketId}/history""",
    ),
    (
        HISTORY,
        """GET /liquidations, GET /trade-stream, GET /trade-stream/{marketId},
        GET /portfolio/{user}/history/trade, GET /portfolio/{user}/history/margin-transfer,
        GET /portfolio/{user}/history/lp, GET /portfolio/{user}/history/liquidation""",
    ),
    (
        PAGE,
        """GET /settlement-requests, GET /predictions/orders, GET /predictions/trades,
        GET /predictions/markets, GET /predictions/markets/{marketId}/trades""",
    ),
    (LIST, "GET /predictions/positions"),
    (Cost(rows=2 * PAGE_ROWS_MAX), "GET /portfolio/{user}"),
    (ORDERS, "POST /predictions/orders/batch"),
    (
        LEADERBOARD,
        """GET /points/ppps1-final, GET /points/leaderboard, GET /points/ppps2/final-leaderboard,
        GET /ppps3/leaderboard, GET /contest/{contestId}/leaderboard""",
    ),
)


def _table() -> dict[str, Cost]:
    bases = {"/api/v1": _BOTH + _MAIN, "/express/v1": _BOTH + _EXPRESS}
    table: dict[str, Cost] = {}
    for base, rows in bases.items():
        for cost, names in rows:
            for name in names.split(","):
                method, path = name.split()
                assert f"{method} {base}{path}" not in table, name
                table[f"{method} {base}{path}"] = cost
    return table


COSTS = _table()
