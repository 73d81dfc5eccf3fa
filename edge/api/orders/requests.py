"""Bodies and queries of waiting orders (API 4.6, 4.9)."""

from typing import Annotated, Literal

from msgspec import Meta

from edge.http.schema.base import Request
from edge.http.schema.examples import condition, example, has
from edge.http.schema.units import (
    AddressInput,
    AmountInput,
    Count32,
    Count64,
    PriceInput,
    SlippageInput,
    TimeInput,
)

OrderType = Literal["auction", "limit", "stop", "takeProfit", "trailing"]
TrailInput = Annotated[
    str,
    Meta(
        description="decimal above 0 and below 1, at most 6 fraction digits",
        extra_json_schema={"pattern": r"^0\.[0-9]{1,6}$", "x-amount": True},
    ),
]


def _needs(kinds: list[str], field: str) -> dict[str, object]:
    is_kind = {"properties": {"orderType": {"enum": kinds}}, "required": ["orderType"]}
    return {"if": is_kind, "then": has(field)}


_IS_WHOLE = {"properties": {"wholePosition": {"const": True}}, "required": ["wholePosition"]}
ORDER_FIELDS = {
    "allOf": [
        _needs(["limit", "stop", "takeProfit"], "triggerPrice"),
        _needs(["trailing"], "trailRate"),
        {"if": {"not": _IS_WHOLE}, "then": {"allOf": [has("side"), has("input")]}},
    ]
}


@condition(ORDER_FIELDS)
@example(
    marginAccountId=0,
    marketId=1,
    orderType="auction",
    side="long",
    input="500000000",
    inputKind="notionalDelta",
)
class PerpOrderBody(Request):
    """An order that waits for its price (rules/orders.md); `user` only on the alias paths."""

    margin_account_id: Count32
    market_id: Count32
    order_type: OrderType
    side: Literal["long", "short"] | None = None
    input: AmountInput | None = None
    input_kind: Literal["sizeDelta", "notionalDelta"] = "sizeDelta"
    trigger_by: Literal["index", "market"] = "index"
    reduce_only: bool = False
    whole_position: bool = False
    trigger_price: PriceInput | None = None
    trail_rate: TrailInput | None = None
    acceptable_price: PriceInput | None = None
    slippage_rate: SlippageInput = "0.01"
    group: Count32 = 0
    expires_at: TimeInput | None = None
    stop_price: PriceInput | None = None
    target_price: PriceInput | None = None
    user: AddressInput | None = None


@condition(ORDER_FIELDS)
@example(
    marginAccountId=0,
    marketId=1,
    orderType="stop",
    wholePosition=True,
    triggerPrice="9000000000",
)
class PlacePerpOrderBody(PerpOrderBody):
    """Place a waiting order by a transaction."""

    owner: AddressInput | None = None


@example(marginAccountId=0, orderId=1, triggerPrice="9000000000")
class AmendPerpOrderBody(Request):
    """Amend a waiting order; what is left out stays as it is."""

    margin_account_id: Count32
    order_id: Count64
    side: Literal["long", "short"] | None = None
    input: AmountInput | None = None
    input_kind: Literal["sizeDelta", "notionalDelta"] = "sizeDelta"
    trigger_price: PriceInput | None = None
    trail_rate: TrailInput | None = None
    acceptable_price: PriceInput | None = None
    expires_at: TimeInput | None = None
    owner: AddressInput | None = None


class OpenOrdersQuery(Request):
    """Waiting orders of a wallet."""

    margin_account_id: Count32 | None = None
    market_id: Count32 | None = None
