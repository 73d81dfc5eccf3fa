"""Main base, builders of waiting orders (API 4.9)."""

from edge.api.context import Call
from edge.api.orders.order_input import OrderTerms, amended, terms_of
from edge.api.orders.requests import AmendPerpOrderBody, PlacePerpOrderBody
from edge.api.quotes.schemas import Transaction
from edge.api.transactions.commands import built, owner_of, refuse_high_risk
from edge.api.transactions.routes import builder
from edge.http.codes import PERP_ORDER
from edge.http.errors import ApiError
from edge.http.schema.base import Nothing


def lines_of(terms: OrderTerms) -> dict[str, int]:
    """Return the terms by the lines of the memo."""
    return {
        "fill": int(terms.kind),
        "trigger_by": int(terms.source),
        "reduce_only": int(terms.is_reduce_only),
        "whole_position": int(terms.is_whole),
        "size": terms.size_e6,
        "trigger": terms.trigger_e8,
        "trail": terms.trail_e6,
        "worst_price": terms.worst_e8,
        "until": terms.expires_at_s,
        "group": terms.group,
        "stop": terms.stop_e8,
        "target": terms.target_e8,
    }


@builder("place-perp-order", PlacePerpOrderBody, *PERP_ORDER)
async def build_place_order(call: Call[Nothing, PlacePerpOrderBody]) -> Transaction:
    """Build the transaction that places a waiting order."""
    body, context, user = call.body, call.context, call.user
    owner = owner_of(body) or user
    terms, _ = terms_of(context, owner, body, call.now_s)
    if not terms.is_reduce_only:
        refuse_high_risk(call, owner)
    return built(
        await context.builders.build(
            user,
            "place-perp-order",
            owner=owner,
            account=body.margin_account_id,
            market=body.market_id,
            **lines_of(terms),
        )
    )


@builder("amend-perp-order", AmendPerpOrderBody, *PERP_ORDER, "ORDER_LOCKED", "ORDER_NOT_FOUND")
async def build_amend_order(call: Call[Nothing, AmendPerpOrderBody]) -> Transaction:
    """Build the transaction that amends a waiting order; what is left out stays as it is."""
    body, context, user = call.body, call.context, call.user
    owner = owner_of(body) or user
    if owner != user and context.exchange.user_view(owner).delegate != user:
        raise ApiError("NOT_OWNER")
    orders = context.exchange.perp_orders(owner, body.margin_account_id, call.now_s)
    order = next((each for each in orders if each.order_id == body.order_id), None)
    if order is None:
        raise ApiError("ORDER_NOT_FOUND")
    if not order.is_reduce_only:
        refuse_high_risk(call, owner)
    return built(
        await context.builders.build(
            user,
            "amend-perp-order",
            owner=owner,
            account=body.margin_account_id,
            order=body.order_id,
            **amended(body, order),
        )
    )
