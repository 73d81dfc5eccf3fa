"""Queries and bodies of the transactions routes."""

from typing import Annotated

import msgspec
from msgspec import Meta

from chain.commands.lines import SYMBOLS_MAX
from edge.api.quotes.requests import LEGS, ClosePositionBody, LegBody, PositionBody
from edge.http.schema.base import Request
from edge.http.schema.examples import OTHER_WALLET, example
from edge.http.schema.units import (
    REQUIRED,
    AddressInput,
    AmountInput,
    Count32,
    PriceInput,
    SlippageInput,
    TimeInput,
    TopUpInput,
)


@example(
    marginAccountId=0,
    marketId=1,
    side="long",
    input="500000000",
    inputKind="notionalDelta",
    slippageRate="0.01",
)
class ModifyPositionBody(PositionBody):
    """Change a position by a transaction, with a stop and a target on what it leaves."""

    owner: AddressInput | None = None
    acceptable_price: PriceInput | None = None
    slippage_rate: SlippageInput = "0.01"
    stop_price: PriceInput | None = None
    target_price: PriceInput | None = None


@example(marketId=2, side="short", input="1000000", slippageRate="0.005")
class LegTransactionBody(LegBody):
    """A change of one position of a basket, and its worst price."""

    acceptable_price: PriceInput | None = None
    slippage_rate: SlippageInput = "0.01"


@example(
    marginAccountId=0,
    legs=[
        {"marketId": 1, "side": "long", "input": "500000000", "inputKind": "notionalDelta"},
        {"marketId": 2, "side": "short", "input": "1000000", "slippageRate": "0.005"},
    ],
)
class ModifyPositionsBody(Request):
    """Change 2 to 8 positions by one transaction, all or none."""

    margin_account_id: Count32
    legs: Annotated[list[LegTransactionBody], LEGS]
    owner: AddressInput | None = None


@example(marginAccountId=0, marketId=1, slippageRate="0.01")
class CloseTransactionBody(ClosePositionBody):
    """Close a position by a transaction."""

    owner: AddressInput | None = None
    acceptable_price: PriceInput | None = None
    slippage_rate: SlippageInput = "0.01"


@example(delegate=OTHER_WALLET)
class DelegateBody(Request):
    """The wallet that may trade for the user (null: none), its limits, SOL for its fees."""

    delegate: Annotated[AddressInput | msgspec.UnsetType | None, REQUIRED] = msgspec.UNSET
    expires_at: TimeInput | None = None
    notional_per_day: AmountInput | None = None
    markets: Annotated[list[Count32], Meta(max_length=SYMBOLS_MAX)] | None = None
    delegate_top_up: TopUpInput | None = None
