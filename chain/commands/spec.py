"""The one table of wallet commands (rules/chain-commands.md).

A row has the message of the engine, the lines of the memo in order with the field that each one
fills, the tokens that come along, and the token account that a payout needs. The memo, the command,
its transaction and its route follow from it; a golden file in the tests shows its text.
"""

from dataclasses import dataclass
from enum import StrEnum

from chain.client.facts import MINT_COLLATERAL, MINT_NONE, MINT_TOKEN
from engine.core.generated import messages as m
from engine.schema.commands import COMMANDS

UserCommand = (
    m.CreateMarginAccount
    | m.CloseMarginAccount
    | m.DepositMargin
    | m.WithdrawMargin
    | m.ModifyPosition
    | m.ClosePosition
    | m.ModifyPositions
    | m.PlacePerpOrder
    | m.AmendPerpOrder
    | m.CancelPerpOrder
    | m.CancelPerpOrders
    | m.SetDelegate
    | m.AddLiquidity
    | m.ProcessSettlementRequests
    | m.ClaimDeposit
    | m.Liquidate
    | m.RemoveLiquidity
    | m.CloseLpPosition
    | m.UpgradeLpAccount
    | m.CreateStakeAccount
    | m.Stake
    | m.Unstake
    | m.WithdrawStake
)


_DEPOSITS = {message.tag: message.deposit for message in COMMANDS}


class FieldKind(StrEnum):
    """The text format of a memo line's value."""

    ID32 = "id32"
    ID64 = "id64"
    AMOUNT = "amount"  # 6 decimals, unsigned
    SIZE = "size"  # 6 decimals, always signed
    CLOSE_SIZE = "closeSize"  # 6 decimals, written with +, above zero
    PRICE = "price"  # 8 decimals, unsigned
    SYMBOL = "symbol"
    NAME = "name"  # printable ASCII
    ADDRESS = "address"
    DELEGATE = "delegate"  # an address or `none`
    IDS = "ids"  # one to eight ids, comma
    SYMBOLS = "symbols"  # one to eight market symbols in ascending order, comma
    LEGS = "legs"  # a line for each of two to eight legs: symbol, size, limit
    TIME = "time"  # UTC as 2026-12-01T00:00:00Z, after 1970 began
    ORDER = "order"  # what a waiting order waits for, as a word
    SOURCE = "source"  # `market-price`; the line is left out for the index
    YES = "yes"  # the word itself; the line is left out for no


# Kinds of which an optional zero is left out.
_NO_ZERO = frozenset({FieldKind.AMOUNT, FieldKind.PRICE, FieldKind.SIZE, FieldKind.SOURCE})


@dataclass(frozen=True, slots=True)
class Line:
    """One `name value` line and the field of the message that it fills."""

    name: str
    kind: FieldKind
    field: str
    is_optional: bool = False
    presence: str = ""  # field of the message that says whether an optional line is there

    def leaves_out(self, value: object) -> bool:
        """Return whether the line is absent for a value: an optional one that is zero."""
        is_optional_id = self.kind is FieldKind.ID32 and not self.presence
        return self.is_optional and value == 0 and (self.kind in _NO_ZERO or is_optional_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class WalletCommand:
    """One row; `paid` is the mint whose token account the transaction opens where it is missing."""

    message: type[UserCommand]
    lines: tuple[Line, ...] = ()
    paid: int = MINT_NONE

    @property
    def name(self) -> str:
        """The second line of its memo, which is its name on the wire too."""
        return self.message.WIRE

    @property
    def deposit(self) -> int:
        """The mint of which `amount` comes along, as the engine expects it."""
        return _DEPOSITS[self.message.TAG]


def _may(name: str, kind: FieldKind, field: str, presence: str = "") -> Line:
    return Line(name, kind, field, is_optional=True, presence=presence)


_ACCOUNT = Line("account", FieldKind.ID32, "account_id")
_OWNER = _may("owner", FieldKind.ADDRESS, "owner")
_LP_POSITION = Line("position", FieldKind.ID64, "lp_position_id")
_AMOUNT = Line("amount", FieldKind.AMOUNT, "amount_e6")
_TIP = _may("tip", FieldKind.AMOUNT, "tip_e6")
_MARKET = Line("market", FieldKind.SYMBOL, "market_id")
_SIZE = Line("size", FieldKind.SIZE, "size_e6")
_LIMIT = Line("limit", FieldKind.PRICE, "limit_e8")
_ORDER = Line("order", FieldKind.ID64, "order_id")
_BRACKET = (
    _may("stop", FieldKind.PRICE, "stop_e8"),
    _may("target", FieldKind.PRICE, "target_e8"),
)
# What amending replaces.
_TERMS = (
    _may("size", FieldKind.SIZE, "size_e6"),
    _may("trigger", FieldKind.PRICE, "trigger_e8"),
    _may("trail", FieldKind.AMOUNT, "trail_e6"),
    _may("worst-price", FieldKind.PRICE, "worst_e8"),
    Line("until", FieldKind.TIME, "expires_at_s"),
)

_ROWS = (
    WalletCommand(
        message=m.CreateMarginAccount,
        lines=(
            _ACCOUNT,
            _may("name", FieldKind.NAME, "name"),
            _may("amount", FieldKind.AMOUNT, "amount_e6"),
        ),
    ),
    WalletCommand(message=m.CloseMarginAccount, lines=(_ACCOUNT,)),
    WalletCommand(message=m.DepositMargin, lines=(_OWNER, _ACCOUNT, _AMOUNT)),
    WalletCommand(message=m.WithdrawMargin, lines=(_ACCOUNT, _AMOUNT, _TIP), paid=MINT_COLLATERAL),
    WalletCommand(
        message=m.ModifyPosition, lines=(_OWNER, _ACCOUNT, _MARKET, _SIZE, _LIMIT, *_BRACKET)
    ),
    WalletCommand(
        message=m.ClosePosition,
        lines=(
            _OWNER,
            _ACCOUNT,
            _MARKET,
            _may("size", FieldKind.CLOSE_SIZE, "size_e6"),
            _LIMIT,
        ),
    ),
    WalletCommand(
        message=m.ModifyPositions,
        lines=(_OWNER, _ACCOUNT, Line("leg", FieldKind.LEGS, "market_ids", presence="leg_count")),
    ),
    WalletCommand(
        message=m.PlacePerpOrder,
        lines=(
            _OWNER,
            _ACCOUNT,
            _MARKET,
            Line("fill", FieldKind.ORDER, "kind"),
            _may("trigger-by", FieldKind.SOURCE, "source"),
            _may("reduce-only", FieldKind.YES, "is_reduce_only"),
            _may("whole-position", FieldKind.YES, "is_whole"),
            *_TERMS,
            _may("group", FieldKind.ID32, "group"),
            *_BRACKET,
        ),
    ),
    WalletCommand(message=m.AmendPerpOrder, lines=(_OWNER, _ACCOUNT, _ORDER, *_TERMS)),
    WalletCommand(message=m.CancelPerpOrder, lines=(_OWNER, _ACCOUNT, _ORDER)),
    WalletCommand(
        message=m.CancelPerpOrders,
        lines=(_OWNER, _ACCOUNT, _may("market", FieldKind.SYMBOL, "market_id")),
    ),
    WalletCommand(
        message=m.SetDelegate,
        lines=(
            Line("delegate", FieldKind.DELEGATE, "delegate"),
            _may("until", FieldKind.TIME, "until_s"),
            _may("notional-per-day", FieldKind.AMOUNT, "day_notional_e6"),
            _may("markets", FieldKind.SYMBOLS, "market_ids", presence="market_count"),
        ),
    ),
    WalletCommand(message=m.AddLiquidity, lines=(_AMOUNT,)),
    WalletCommand(
        message=m.ProcessSettlementRequests,
        lines=(_OWNER, Line("requests", FieldKind.IDS, "request_ids", presence="request_count")),
    ),
    WalletCommand(message=m.ClaimDeposit, lines=(Line("deposit", FieldKind.ID64, "deposit_id"),)),
    WalletCommand(
        message=m.Liquidate,
        lines=(
            Line("owner", FieldKind.ADDRESS, "owner"),
            _ACCOUNT,
            _may("fee-account", FieldKind.ID32, "fee_account_id", presence="has_fee_account"),
        ),
    ),
    WalletCommand(
        message=m.RemoveLiquidity,
        lines=(_LP_POSITION, Line("shares", FieldKind.AMOUNT, "shares_e6"), _TIP),
        paid=MINT_COLLATERAL,
    ),
    WalletCommand(message=m.CloseLpPosition, lines=(_LP_POSITION,)),
    WalletCommand(message=m.UpgradeLpAccount),
    WalletCommand(message=m.CreateStakeAccount),
    WalletCommand(
        message=m.Stake,
        lines=(_AMOUNT, _may("create-account", FieldKind.YES, "is_creating_account")),
    ),
    WalletCommand(message=m.Unstake, lines=(_AMOUNT,)),
    WalletCommand(message=m.WithdrawStake, lines=(_AMOUNT,), paid=MINT_TOKEN),
)
WALLET_COMMANDS = {row.name: row for row in _ROWS}
