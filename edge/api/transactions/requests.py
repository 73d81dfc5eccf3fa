"""Queries and bodies of the transactions routes."""

from typing import Annotated

import msgspec
from msgspec import Meta

from edge.api.quotes.requests import ClosePositionBody, PositionBody
from edge.http.schema.base import Request
from edge.http.schema.inputs import NameInput
from edge.http.schema.units import (
    REQUIRED,
    AddressInput,
    AmountInput,
    AmountOrZero,
    Count32,
    Count64,
    PriceInput,
    SlippageInput,
)


class CreateMarginAccountBody(Request):
    """Create a margin account."""

    margin_account_id: Count32 | None = None
    margin: AmountOrZero | None = None
    name: NameInput | None = None


class DepositMarginBody(Request):
    """Deposit margin."""

    margin_account_id: Count32
    margin: AmountInput
    owner: AddressInput | None = None


class WithdrawMarginBody(Request):
    """Withdraw margin."""

    margin_account_id: Count32
    margin: AmountInput
    keeper_tip: AmountOrZero = "0"


class ModifyPositionBody(PositionBody):
    """Change a position by a transaction."""

    owner: AddressInput | None = None
    acceptable_price: PriceInput | None = None
    slippage_rate: SlippageInput = "0.01"


class CloseTransactionBody(ClosePositionBody):
    """Close a position by a transaction."""

    owner: AddressInput | None = None
    acceptable_price: PriceInput | None = None
    slippage_rate: SlippageInput = "0.01"


class AccountBody(Request):
    """One margin account."""

    margin_account_id: Count32


class AddLiquidityBody(Request):
    """Deposit into the pool."""

    liquidity: AmountInput


class RemoveLiquidityBody(Request):
    """Remove shares of a position from the pool."""

    lp_position_id: Count64
    shares: AmountInput
    keeper_tip: AmountOrZero = "0"


class LpPositionBody(Request):
    """One LP position."""

    lp_position_id: Count64


class LiquidateBody(Request):
    """Liquidate a margin account; the fee goes to the wallet or to an own margin account."""

    owner: AddressInput
    margin_account_id: Count32
    fee_margin_account_id: Count32 | None = None


class ProcessBody(Request):
    """Process mature settlement requests."""

    owner: AddressInput | None = None
    settlement_request_ids: Annotated[list[Count64], Meta(max_length=8)] | None = None


class DelegateBody(Request):
    """The wallet that may trade for the user; null for none."""

    delegate: Annotated[AddressInput | msgspec.UnsetType | None, REQUIRED] = msgspec.UNSET


class ClaimBody(Request):
    """A quarantined deposit."""

    deposit_id: Count64
