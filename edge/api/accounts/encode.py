"""Engine views of a wallet into the contract's entities."""

from chain.client import addresses
from chain.client.facts import ChainFacts
from edge.api.accounts.schemas import (
    Change,
    DelegateTerms,
    LpAccount,
    LpPoints,
    LpPosition,
    MarginAccount,
    Margins,
    PnlInfo,
    Position,
    QuarantinedDeposit,
    SettlementRequest,
    StakeSchedule,
    Staking,
    Unvested,
)
from edge.api.markets.encode import optional_rate
from edge.api.markets.schemas import Amounts
from edge.http.addresses import address_text, optional_address, signature_text
from edge.http.amounts import E10, E12, rate
from edge.http.failures import quarantine_reason
from edge.store.tables import QuarantinedDepositRow
from engine.core.views import (
    DelegateTermsView,
    LpAccountView,
    LpPositionView,
    MarginAccountView,
    PnlView,
    PositionView,
    SettlementRequestView,
    StakingView,
)
from engine.schema.enums import RequestState

_STATES = ("pending", "payable", "authorised", "settled")


def _change(value_e6: int, percent_e12: int) -> Change:
    return Change(value=str(value_e6), percent_change=rate(percent_e12))


def pnl_info(view: PnlView) -> PnlInfo:
    """Return profit and loss in its parts."""
    return PnlInfo(
        total_pnl=_change(view.total_e6, view.total_percent_e12),
        price_component=_change(view.price_e6, view.price_percent_e12),
        accrued_funding=_change(view.funding_e6, view.funding_percent_e12),
    )


def position(view: PositionView) -> Position:
    """Return API 3.3, position; funding per unit is shown in whole price units, floored."""
    price = view.liquidation_price_e8
    return Position(
        market_id=view.market_id,
        side="long" if view.size_e6 > 0 else "short",
        open_interest=Amounts(size=str(abs(view.size_e6)), notional=str(abs(view.notional_e6))),
        pnl_info=pnl_info(view.pnl),
        last_interaction_price=str(view.entry_price_e8),
        last_interaction_funding_per_unit=str(view.entry_funding_per_unit_e18 // E10),
        initial_margin_ratio=rate(view.initial_margin_ratio_e12),
        maintenance_margin_ratio=rate(view.maintenance_margin_ratio_e12),
        accrued_funding_estimate_one_hour=str(view.funding_estimate_one_hour_e6),
        total_required_margin=str(view.required_margin_e6),
        liquidation_price=None if price is None else str(price),
        initial_margin=str(view.initial_margin_e6),
        leverage_multiple=optional_rate(view.leverage_e12),
        return_on_margin=rate(view.return_e12),
    )


def delegate_terms(view: DelegateTermsView | None) -> DelegateTerms | None:
    """Return the limits of a delegate."""
    if view is None:
        return None
    limit_e6 = view.day_notional_e6
    return DelegateTerms(
        expires_at=view.until_s,
        notional_per_day=None if limit_e6 is None else str(limit_e6),
        used_today=str(view.used_today_e6),
        markets=list(view.market_ids),
    )


def margin_account(view: MarginAccountView, exchange: bytes) -> MarginAccount:
    """Return API 3.3, margin account."""
    return MarginAccount(
        address=address_text(addresses.margin_account(exchange, view.owner, view.account_id)),
        name=view.name or f"Account {view.account_id}",
        id=view.account_id,
        margin_collateral=str(view.collateral_e6),
        open_interest=str(view.open_interest_e6),
        leverage_multiple=optional_rate(view.leverage_e12),
        health_ratio=optional_rate(view.health_ratio_e12),
        can_close=view.can_close,
        can_liquidate=view.can_liquidate,
        in_liquidation=view.in_liquidation,
        was_recently_liquidated=view.was_recently_liquidated,
        margins=Margins(
            available_margin=str(view.available_margin_e6),
            total_required_margin=str(view.total_required_margin_e6),
            total_required_margin_ratio=optional_rate(view.total_required_margin_ratio_e12),
            required_initial_margin=str(view.required_initial_margin_e6),
            required_maintenance_margin=str(view.required_maintenance_margin_e6),
            required_liquidation_fee_margin=str(view.required_liquidation_fee_margin_e6),
            accumulated_liquidation_fees=str(view.accumulated_liquidation_fees_e6),
        ),
        pnl_info=pnl_info(view.pnl),
        positions=[position(item) for item in view.positions],
        delegate=optional_address(view.delegate),
        delegate_terms=delegate_terms(view.delegate_terms),
        max_withdrawable_amount=str(view.max_withdrawable_e6),
    )


_NO_CHANGE = Change(value="0", percent_change="0")


def closed_margin_account(
    owner: bytes, account_id: int, name: str, exchange: bytes
) -> MarginAccount:
    """Return an account after its end, as the user's stream shows it once."""
    zero = "0"
    return MarginAccount(
        address=address_text(addresses.margin_account(exchange, owner, account_id)),
        name=name or f"Account {account_id}",
        id=account_id,
        margin_collateral=zero,
        open_interest=zero,
        leverage_multiple=None,
        health_ratio=None,
        can_close=False,
        can_liquidate=False,
        in_liquidation=False,
        was_recently_liquidated=False,
        margins=Margins(
            available_margin=zero,
            total_required_margin=zero,
            total_required_margin_ratio=None,
            required_initial_margin=zero,
            required_maintenance_margin=zero,
            required_liquidation_fee_margin=zero,
            accumulated_liquidation_fees=zero,
        ),
        pnl_info=PnlInfo(
            total_pnl=_NO_CHANGE, price_component=_NO_CHANGE, accrued_funding=_NO_CHANGE
        ),
        positions=[],
        delegate=None,
        delegate_terms=None,
        max_withdrawable_amount=zero,
        is_closed=True,
    )


def lp_position(view: LpPositionView, exchange: bytes, points: LpPoints) -> LpPosition:
    """Return API 3.4, LP position; its percent change is rounded down."""
    pnl_e6 = view.share_value_e6 - view.liquidity_e6
    percent = pnl_e6 * E12 // view.liquidity_e6 if view.liquidity_e6 else 0
    is_drained = view.shares_e6 == 0
    address = addresses.lp_position(exchange, view.owner, view.lp_position_id)
    return LpPosition(
        id=view.lp_position_id,
        address=address_text(address),
        liquidity=str(view.liquidity_e6),
        shares=str(view.shares_e6),
        maturity=view.maturity_s,
        has_reached_maturity=view.has_reached_maturity,
        max_removable_shares=str(view.max_removable_shares_e6),
        share_value=str(view.share_value_e6),
        share_price=str(view.entry_share_price_e8),
        pnl=_NO_CHANGE if is_drained else _change(pnl_e6, percent),
        points=points,
        can_close=is_drained and not view.is_closed,
        is_closed=view.is_closed,
    )


def lp_account(view: LpAccountView, exchange: bytes) -> LpAccount:
    """Return API 3.4, legacy LP account."""
    return LpAccount(
        address=address_text(addresses.lp_account(exchange, view.owner)),
        liquidity=str(view.liquidity_e6),
        shares=str(view.shares_e6),
        stake=rate(view.stake_e12),
        share_value=str(view.share_value_e6),
        last_add_liquidity_timestamp=view.added_at_s,
        min_lp_duration_maturity=view.maturity_s,
        min_lp_duration_elapsed=view.has_reached_maturity,
        max_removable_shares=str(view.max_removable_shares_e6),
        delegate=optional_address(view.delegate),
        delegate_terms=delegate_terms(view.delegate_terms),
        can_close=view.shares_e6 == 0,
        can_upgrade=view.shares_e6 > 0,
    )


def staking(view: StakingView) -> Staking:
    """Return API 3.8, staking balance."""
    unvested = view.unvested
    return Staking(
        locking=str(view.locking_e6),
        locked=str(view.locked_e6),
        unlocking=str(view.unlocking_e6),
        unlocked=str(view.unlocked_e6),
        unlocking_schedule=[
            StakeSchedule(amount=str(row.amount_e6), epoch=row.epoch)
            for row in view.unlocking_schedule
        ],
        unvested=Unvested(
            total=str(unvested.total_e6),
            locking=str(unvested.locking_e6),
            locked=str(unvested.locked_e6),
            preunlocking=str(unvested.preunlocking_e6),
            unlocking=str(unvested.unlocking_e6),
            unlocked=str(unvested.unlocked_e6),
        ),
        is_account_full=view.is_account_full,
        has_account=view.has_account,
        preunlocking=str(view.preunlocking_e6),
    )


def settlement_request(
    view: SettlementRequestView, facts: ChainFacts, now_s: int
) -> SettlementRequest:
    """Return API 3.4, settlement request."""
    is_mature = view.state == RequestState.PENDING and now_s >= view.maturity_s
    mint = facts.mint_address(view.mint)
    address = addresses.settlement_request(facts.exchange, view.owner, view.request_id)
    return SettlementRequest(
        address=address_text(address),
        id=view.request_id,
        maturity=view.maturity_s,
        amount=str(view.amount_e6),
        keeper_tip=str(view.tip_e6),
        exchange=address_text(facts.exchange),
        owner=address_text(view.owner),
        owner_token_account=address_text(addresses.token_account(view.owner, mint)),
        status="mature" if is_mature else _STATES[view.state],
        processor=optional_address(view.processor),
        signature=signature_text(view.payout_signature),
        mint=address_text(mint),
    )


def quarantined_deposit(row: QuarantinedDepositRow, facts: ChainFacts) -> QuarantinedDeposit:
    """Return a stored deposit in quarantine (API 4.9)."""
    reason, explanation = quarantine_reason(row.reason)
    return QuarantinedDeposit(
        deposit_id=row.deposit_id,
        amount=str(row.amount_e6),
        mint=address_text(facts.mint_address(row.mint)),
        signature=signature_text(row.signature),
        slot=row.slot,
        reason=reason,
        explanation=explanation,
        claimed=row.is_claimed,
    )
