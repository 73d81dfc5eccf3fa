"""Details of an engine refusal: the allowed amounts."""

from typing import Any, Final

from chain.builders.waits import pool_wait_details, wait_details
from chain.commands.spec import UserCommand
from engine.core.exchange import Exchange
from engine.core.generated.messages import (
    AddLiquidity,
    Liquidate,
    RemoveLiquidity,
    Unstake,
    WithdrawMargin,
    WithdrawStake,
)
from engine.core.views import LpPositionView
from engine.schema.errors import ErrorCode

E12: Final = 10**12


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
        case _:
            return _wait_details(exchange, command, code, now_s)


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
