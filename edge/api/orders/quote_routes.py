"""Main base, quotes of waiting orders (API 4.6)."""

from edge.api.context import Call
from edge.api.orders.order_input import terms_of
from edge.api.orders.quoting import quote_order
from edge.api.orders.requests import PerpOrderBody
from edge.api.orders.schemas import PerpOrderQuote
from edge.api.quotes.routes import quote_route
from edge.http import costs
from edge.http.codes import QUOTED_TRADE
from edge.http.schema.base import Request


@quote_route(
    "place-perp-order",
    PerpOrderQuote,
    body=PerpOrderBody,
    codes=(*QUOTED_TRADE, "BAD_PRICE"),
    cost=costs.ORDER_QUOTE,
)
async def quote_place_perp_order(call: Call[Request, PerpOrderBody]) -> PerpOrderQuote:
    """Return what a waiting order would do: at its price, now, and what waiting saves."""
    body, user, context = call.body, call.user, call.context
    terms, held_e6 = terms_of(context, user, body, call.now_s)
    return quote_order(context, user, body, terms, held_e6, call.now_s)
