"""Express base, liquidations of all wallets and the candidates (API 5.9)."""

from edge.api.accounts.schemas import Candidate, Candidates
from edge.api.context import Call
from edge.api.history import encode as history
from edge.api.history.schemas import Liquidation
from edge.api.liquidations.requests import MarketHistoryQuery
from edge.api.pages import History, history_page
from edge.http import costs
from edge.http.addresses import address_text
from edge.http.amounts import rate
from edge.http.route import Base, Page, route
from edge.http.schema.base import Nothing
from edge.store.tables import LiquidationRow

CANDIDATES_MAX = 500
LIQUIDATIONS = History("liquidations", LiquidationRow, history.liquidation)


@route(
    Base.EXPRESS,
    "GET",
    "/liquidations",
    query=MarketHistoryQuery,
    returns=list[Liquidation],
    rows="liquidations",
    cache="accounts",
    cost=costs.HISTORY,
)
async def get_all_liquidations(call: Call[MarketHistoryQuery, Nothing]) -> Page:
    """Return the pieces of positions that liquidations closed, of all wallets."""
    filters = (call.query.market_id,)
    return await history_page(call.context, call.query, LIQUIDATIONS, (), filters)


@route(
    Base.EXPRESS,
    "GET",
    "/liquidations/candidates",
    returns=Candidates,
    cache="markets",
    cost=costs.CANDIDATES,
)
async def get_candidates(call: Call[Nothing, Nothing]) -> Candidates:
    """Return the margin accounts that can be liquidated now, worst health first."""
    exchange, now_s = call.context.exchange, call.now_s
    rows = []
    for found in exchange.liquidation_candidates(now_s, CANDIDATES_MAX):
        view = exchange.margin_account_view(found.owner, found.account_id, now_s)
        rows.append(
            Candidate(
                owner=address_text(found.owner),
                margin_account_id=found.account_id,
                health_ratio=rate(found.health_ratio_e12),
                in_liquidation=view.in_liquidation,
                open_interest=str(view.open_interest_e6),
            )
        )
    return Candidates(accounts=rows)
