"""Details of an engine refusal: the allowed amounts."""

from typing import Any, Final

from chain.builders.waits import pool_wait_details, wait_details
from chain.commands.spec import UserCommand
from engine.core.exchange import Exchange
from engine.core.generated.messages import (
    AddLiquidity,
    AmendPerpOrder,
    Liquidate,
    PlacePerpOrder,
    RemoveLiquidity,
    Unstake,
    WithdrawMargin,
    WithdrawStake,
)
from engine.core.orders.order_views import PerpOrderView
from engine.core.views import LpPositionView
from engine.schema.errors import ErrorCode

E12: Final = 10**12
ORDERS_OF_MARKET_MAX: Final = 20  # rule 53
ORDERS_OF_ACCOUNT_MAX: Final = 100
ORDER_LONGEST_S: Final = 90 * 86_400  # rule 54


def refusal_details(
    exchange: Exchange, command: UserCommand, code: ErrorCode, now_s: int
) -> dict[str, Any]:
    """Return the `details` object of the contract for a command that the engine refuses now."""
    rules = exchange.exchange_view(now_s).parameters
    match code, command:
        case ErrorCode.AMOUNT_TOO_SMALL, AddLiquidity():
            return {"minimum": str(rules["min_liquidity_e6"])}
        case ErrorCode.AMOUNT_TOO_SMALL, WithdrawMargin() | RemoveLiquidity():
            return {"minimum": str(rules["min_settlement_amount_e6"])}
        case ErrorCode.KEEPER_TIP_TOO_HIGH, WithdrawMargin():
            most_e6 = command.amount_e6 * rules["max_keeper_tip_rate_e12"] // E12
            return {"maxKeeperTip": str(most_e6)}
        case ErrorCode.WITHDRAW_EXCEEDS_MAX, WithdrawMargin():
            account = exchange.margin_account_view(command.user, command.account_id, now_s)
            return {"maxWithdrawableAmount": str(account.max_withdrawable_e6)}
        case (
            ErrorCode.LP_NOT_MATURE
            | ErrorCode.SHARES_EXCEED_REMOVABLE
            | ErrorCode.KEEPER_TIP_TOO_HIGH,
            RemoveLiquidity(),
        ):
            return _removal_details(exchange, command, code, now_s)
        case ErrorCode.UNSTAKE_EXCEEDS_STAKED, Unstake():
            row = exchange.staking_view(command.user, now_s)
            return {"maxUnstakeAmount": str(row.locking_e6 + row.locked_e6)}
        case ErrorCode.WITHDRAW_EXCEEDS_UNLOCKED, WithdrawStake():
            row = exchange.staking_view(command.user, now_s)
            return {"maxWithdrawableAmount": str(row.withdrawable_e6)}
        case _, PlacePerpOrder() | AmendPerpOrder():
            return _order_details(exchange, command, code, now_s)
        case _:
            return _wait_details(exchange, command, code, now_s)


def _order_details(
    exchange: Exchange, command: PlacePerpOrder | AmendPerpOrder, code: ErrorCode, now_s: int
) -> dict[str, Any]:
    """Return the bound that a waiting order is beyond (rules 53 and 54)."""
    if code is ErrorCode.BAD_EXPIRY:
        return {"latest": now_s + ORDER_LONGEST_S}
    if code is ErrorCode.INSUFFICIENT_MARGIN:
        rules = exchange.exchange_view(now_s).parameters
        return {"required": str(rules["order_margin_e6"])}
    if code is ErrorCode.TOO_MANY_OPEN_ORDERS and isinstance(command, PlacePerpOrder):
        orders = exchange.perp_orders(command.owner, command.account_id, now_s)
        slots = 1 + bool(command.stop_e8) + bool(command.target_e8)
        here = slots + sum(_slots(each) for each in orders if each.market_id == command.market_id)
        if here > ORDERS_OF_MARKET_MAX:
            return {"maximum": ORDERS_OF_MARKET_MAX}
        if slots + sum(map(_slots, orders)) > ORDERS_OF_ACCOUNT_MAX:
            return {"maximum": ORDERS_OF_ACCOUNT_MAX}
    return {}


def _slots(order: PerpOrderView) -> int:
    return 1 + bool(order.stop_e8) + bool(order.target_e8)


def _wait_details(
    exchange: Exchange, command: UserCommand, code: ErrorCode, now_s: int
) -> dict[str, Any]:
    """Return the end of a price-related refusal."""
    if isinstance(command, AddLiquidity | RemoveLiquidity):
        return pool_wait_details(exchange, code, now_s)
    if isinstance(command, Liquidate):
        account = exchange.margin_account_view(command.owner, command.account_id, now_s)
        markets = [exchange.market_view(each.market_id, now_s) for each in account.positions]
        return wait_details(code, markets, now_s)
    return {}


def _removal_details(
    exchange: Exchange, command: RemoveLiquidity, code: ErrorCode, now_s: int
) -> dict[str, Any]:
    if code is ErrorCode.KEEPER_TIP_TOO_HIGH:
        rules = exchange.exchange_view(now_s).parameters
        quote = exchange.quote_remove_liquidity(
            command.user, command.lp_position_id, command.shares_e6, now_s
        )
        most_e6 = quote.liquidity_e6 * rules["max_keeper_tip_rate_e12"] // E12
        return {"maxKeeperTip": str(most_e6)}
    position = _lp_position(exchange, command, now_s)
    if code is ErrorCode.LP_NOT_MATURE:
        return {"maturity": position.maturity_s}
    return {"maxRemovableShares": str(position.max_removable_shares_e6)}


def _lp_position(exchange: Exchange, command: RemoveLiquidity, now_s: int) -> LpPositionView:
    """Return the position of a command that was refused for what the position is."""
    position = exchange.lp_position(command.user, command.lp_position_id, now_s)
    assert position is not None
    return position
