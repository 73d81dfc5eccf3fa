"""What would have been allowed: the figures that go with a refusal of the engine."""

from typing import Any, Final

from chain.commands import UserCommand
from engine.core.errors import ErrorCode
from engine.core.exchange import Exchange
from engine.core.generated.messages import (
    AddLiquidity,
    ClosePosition,
    ModifyPosition,
    WithdrawMargin,
)

E12: Final = 10**12


def refusal_details(
    exchange: Exchange, command: UserCommand, code: ErrorCode, now_s: int
) -> dict[str, Any]:
    """Return the `details` object of the contract for a command that the engine refuses now."""
    rules = exchange.exchange_view(now_s).parameters
    match code, command:
        case ErrorCode.AMOUNT_TOO_SMALL, AddLiquidity():
            return {"minimum": str(rules["min_liquidity_e6"])}
        case ErrorCode.AMOUNT_TOO_SMALL, WithdrawMargin():
            return {"minimum": str(rules["min_settlement_amount_e6"])}
        case ErrorCode.KEEPER_TIP_TOO_HIGH, WithdrawMargin():
            most_e6 = command.amount_e6 * rules["max_keeper_tip_rate_e12"] // E12
            return {"maxKeeperTip": str(most_e6)}
        case ErrorCode.WITHDRAW_EXCEEDS_MAX, WithdrawMargin():
            account = exchange.margin_account_view(command.user, command.account_id, now_s)
            return {"maxWithdrawableAmount": str(account.max_withdrawable_e6)}
        case ErrorCode.SLIPPAGE_EXCEEDED, ModifyPosition() | ClosePosition():
            is_close = isinstance(command, ClosePosition)
            ask = exchange.quote_close_position if is_close else exchange.quote_modify_position
            quote = ask(
                command.owner, command.account_id, command.market_id, command.size_e6, now_s
            )
            return {"fillPrice": str(quote.fill_price_e8), "limit": str(command.limit_e8)}
        case _:
            return {}
