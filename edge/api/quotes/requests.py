"""Queries and bodies of the quotes routes."""

from typing import Annotated, Literal

from msgspec import Meta

from chain.commands.lines import LEGS_MAX, LEGS_MIN
from edge.http.limits import IDS_PER_LIMITS_QUOTE_MAX
from edge.http.schema.base import Request
from edge.http.schema.examples import condition, example, without
from edge.http.schema.inputs import up_to
from edge.http.schema.units import (
    REQUIRED,
    AddressInput,
    AmountInput,
    AmountText,
    Count32,
    Count64,
    WalletInput,
)

LEGS = Meta(min_length=LEGS_MIN, max_length=LEGS_MAX, description="each market once")


class AliasQuery(Request):
    """The wallet that a quote is for, where neither path nor body name it."""

    user: AddressInput | None = None


class WithdrawQuoteQuery(Request):
    """Parameters of a withdrawal quote."""

    margin_account_id: Count32


class WithdrawAliasQuery(WithdrawQuoteQuery):
    """Parameters of a withdrawal quote for a wallet."""

    user: WalletInput = None


class LiquidityQuoteQuery(Request):
    """Parameters of a deposit quote."""

    liquidity: AmountText


class LiquidityAliasQuery(LiquidityQuoteQuery):
    """Parameters of a deposit quote for a wallet."""

    user: WalletInput = None


class RemovalQuoteQuery(Request):
    """Parameters of a removal quote."""

    lp_position_id: Count64
    shares: AmountText


class RemovalAliasQuery(RemovalQuoteQuery):
    """Parameters of a removal quote for a wallet."""

    user: WalletInput = None


@example(marginAccountId=0, marketId=1, side="long", input="500000000", inputKind="notionalDelta")
class PositionBody(Request):
    """A change of a position; `user` only on the alias paths."""

    margin_account_id: Count32
    market_id: Count32
    side: Literal["long", "short"]
    input: Annotated[AmountInput | None, REQUIRED] = None
    input_kind: Literal["sizeDelta", "notionalDelta"] = "sizeDelta"
    user: AddressInput | None = None


@example(marketId=1, side="long", input="500000000", inputKind="notionalDelta")
class LegBody(Request):
    """A change of one position of a basket."""

    market_id: Count32
    side: Literal["long", "short"]
    input: Annotated[AmountInput | None, REQUIRED] = None
    input_kind: Literal["sizeDelta", "notionalDelta"] = "sizeDelta"


@example(
    marginAccountId=0,
    legs=[
        {"marketId": 1, "side": "long", "input": "500000000", "inputKind": "notionalDelta"},
        {"marketId": 2, "side": "short", "input": "500000000", "inputKind": "notionalDelta"},
    ],
)
class BasketBody(Request):
    """Changes of 2 to 8 positions of one account, each in another market, in their order."""

    margin_account_id: Count32
    legs: Annotated[list[LegBody], LEGS]
    user: AddressInput | None = None


@example(marginAccountId=0, marketId=1)
class ClosePositionBody(Request):
    """A close of a position; without input all of it."""

    margin_account_id: Count32
    market_id: Count32
    input: AmountInput | None = None
    input_kind: Literal["sizeDelta", "notionalDelta"] = "sizeDelta"
    user: AddressInput | None = None


@condition(without("marketId", "marketIds"))
@example(marginAccountId=0, marketIds=[1, 2])
class LimitsBody(Request):
    """Markets whose largest and smallest modification is asked for."""

    margin_account_id: Count32
    market_ids: Annotated[list[Count32], up_to(IDS_PER_LIMITS_QUOTE_MAX)] | None = None
    market_id: Count32 | None = None
    side: Literal["long", "short"] | None = None
    user: AddressInput | None = None
