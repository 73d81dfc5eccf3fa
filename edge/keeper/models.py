"""API models of the keeper: 1.1 (builders), 3.1, 3.3, 3.4, 3.6, 4.9 and 5.9."""

from decimal import Decimal
from typing import Generic, TypeVar

import msgspec

from acre_sdk.models import Model, Raw

T = TypeVar("T")


class Info(Model, Generic[T]):
    """The envelope of the main base."""

    info: T


class Built(Model):
    """An unsigned transaction in base64."""

    tx: str
    last_valid_block_height: int


class Specification(Model):
    """The parameters of the exchange that say what a liquidation pays."""

    collateral_mint: str
    min_liquidation_fee: Raw
    max_liquidation_fee: Raw
    liquidation_target_health: Decimal


class Exchange(Model):
    """The exchange."""

    specification: Specification


class Margins(Model):
    """Collateral and margin requirements of an account."""

    available_margin: Raw
    total_required_margin: Raw
    required_liquidation_fee_margin: Raw
    accumulated_liquidation_fees: Raw


class MarginAccount(Model):
    """A margin account."""

    can_liquidate: bool
    margins: Margins


class Candidate(Model):
    """A margin account that can be liquidated."""

    owner: str
    margin_account_id: int
    open_interest: Raw


class Candidates(Model):
    """Accounts that can be liquidated, worst health first."""

    accounts: list[Candidate]


class SettlementRequest(Model):
    """A request that waits for its settlement."""

    id: int
    owner: str
    keeper_tip: Raw
    maturity: int
    processor: str | None = None


class SettlementRequests(Model):
    """A page of requests, oldest first."""

    settlement_requests: list[SettlementRequest]
    next_cursor: str | None = None


class Liquidation(Model):
    """A piece that a liquidation closed; the fee of a call is on its last."""

    signature: str | None
    liquidator: str
    liquidation_fee: Raw


class Liquidations(Model):
    """The newest pieces."""

    liquidations: list[Liquidation]


class Command(Model):
    """The outcome of a command."""

    signature: str | None
    status: str
    code: str | None = None
    details: dict[str, object] = msgspec.field(default_factory=dict)
