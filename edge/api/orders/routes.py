"""Waiting orders of a wallet, for it alone; auctions of a market (API 4.9, 5.2)."""

from edge.api.accounts.requests import AccountHistoryQuery
from edge.api.context import Call
from edge.api.markets.lookup import market_of_symbol
from edge.api.orders import encode
from edge.api.orders.reads import account_ids_of, open_order_views
from edge.api.orders.requests import OpenOrdersQuery
from edge.api.orders.schemas import Auction, ComingAuction, PerpOrder, PerpOrderEvent
from edge.api.pages import History, history_page
from edge.http import costs
from edge.http.codes import ACCOUNT
from edge.http.route import Base, Page, route
from edge.http.schema.base import Nothing
from edge.http.schema.inputs import HistoryQuery
from edge.store.tables import AuctionRow, PerpOrderRow

ORDER_EVENTS = History("perp_orders_of_user", PerpOrderRow, encode.perp_order_event)
AUCTIONS = History("auctions_of_market", AuctionRow, encode.auction)


@route(
    Base.MAIN,
    "GET",
    "/user/{user}/perp-orders",
    query=OpenOrdersQuery,
    returns=list[PerpOrder],
    cost=costs.OPEN_ORDERS,
    codes=(ACCOUNT,),
    needs_token=True,
    cache="private",
)
async def get_perp_orders(call: Call[OpenOrdersQuery, Nothing]) -> list[PerpOrder]:
    """Return the wallet's waiting orders, newest first; without an account of its first 20."""
    exchange, owner, query = call.context.exchange, call.wallet, call.query
    ids = account_ids_of(exchange, owner)
    if query.margin_account_id is not None:
        exchange.margin_account_view(owner, query.margin_account_id, call.now_s)  # it exists
        ids = (query.margin_account_id,)
    return [
        encode.perp_order(view)
        for view in open_order_views(exchange, owner, ids, call.now_s)
        if query.market_id in (None, view.market_id)
    ]


@route(
    Base.MAIN,
    "GET",
    "/user/{user}/history/perp-order",
    query=AccountHistoryQuery,
    returns=list[PerpOrderEvent],
    is_page=True,
    cost=costs.HISTORY,
    needs_token=True,
    cache="private",
)
@route(
    Base.EXPRESS,
    "GET",
    "/portfolio/{user}/history/perp-order",
    query=AccountHistoryQuery,
    returns=list[PerpOrderEvent],
    rows="events",
    cost=costs.HISTORY,
    needs_token=True,
    cache="private",
)
async def get_perp_order_events(call: Call[AccountHistoryQuery, Nothing]) -> Page:
    """Return what happened to the wallet's waiting orders."""
    filters = (call.query.margin_account_id, call.query.market_id)
    return await history_page(call.context, call.query, ORDER_EVENTS, (call.wallet,), filters)


@route(
    Base.EXPRESS,
    "GET",
    "/market/{symbol}/auction",
    returns=ComingAuction,
    codes=("MARKET_NOT_FOUND",),
)
async def get_coming_auction(call: Call[Nothing, Nothing]) -> ComingAuction:
    """Return the market's next auction: its time and, in two digits, its imbalance."""
    market = market_of_symbol(call.context, call.path["symbol"])
    return call.context.auctions.of(market.market_id, call.now_s)


@route(
    Base.EXPRESS,
    "GET",
    "/market/{symbol}/auctions",
    query=HistoryQuery,
    returns=list[Auction],
    rows="auctions",
    cost=costs.HISTORY,
    codes=("MARKET_NOT_FOUND",),
)
async def get_auctions(call: Call[HistoryQuery, Nothing]) -> Page:
    """Return the auctions that the market held."""
    market = market_of_symbol(call.context, call.path["symbol"])
    return await history_page(call.context, call.query, AUCTIONS, (market.market_id,), ())
