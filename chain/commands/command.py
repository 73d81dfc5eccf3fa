"""Memo → command of the engine: what the words of `chain.commands.spec` mean."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from chain.client.facts import MINT_NONE
from chain.commands.lines import REQUESTS_MAX, FieldValue
from chain.commands.memo import Memo
from engine.core.generated.messages import (
    AddLiquidity,
    ClaimDeposit,
    CloseLpPosition,
    CloseMarginAccount,
    ClosePosition,
    CreateMarginAccount,
    CreateStakeAccount,
    DepositMargin,
    Liquidate,
    ModifyPosition,
    ProcessSettlementRequests,
    RemoveLiquidity,
    SetDelegate,
    Stake,
    Unstake,
    UpgradeLpAccount,
    WithdrawMargin,
    WithdrawStake,
)

UNKNOWN_MARKET_ID = 2**32 - 1  # no exchange gets there; the engine refuses it by name

UserCommand = (
    CreateMarginAccount
    | CloseMarginAccount
    | DepositMargin
    | WithdrawMargin
    | ModifyPosition
    | ClosePosition
    | SetDelegate
    | AddLiquidity
    | ProcessSettlementRequests
    | ClaimDeposit
    | Liquidate
    | RemoveLiquidity
    | CloseLpPosition
    | UpgradeLpAccount
    | CreateStakeAccount
    | Stake
    | Unstake
    | WithdrawStake
)
MarketIdOf = Callable[[str], int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainOrigin:
    """Where on the chain a command is, who signed it and which tokens came with it."""

    user: bytes
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    attached_e6: int = 0
    attached_mint: int = MINT_NONE

    @property
    def order_key(self) -> tuple[int, int, int]:
        """The total order of the chain."""
        return self.slot, self.transaction_index, self.instruction_index

    def as_fields(self) -> dict[str, Any]:
        """Return the fields of a command's origin block, without nonce and expiry."""
        return {
            "user": self.user,
            "signature": self.signature,
            "slot": self.slot,
            "transaction_index": self.transaction_index,
            "instruction_index": self.instruction_index,
            "attached_e6": self.attached_e6,
            "attached_mint": self.attached_mint,
        }


def to_command(memo: Memo, origin: ChainOrigin, market_id_of: MarketIdOf) -> UserCommand:
    """Return the engine's command for a parsed memo; header fields are left to the sequencer.

    An absent owner means the acting user; a market that does not exist (yet) gets an id that the
    engine refuses with MARKET_NOT_FOUND.
    """
    shell = origin.as_fields() | {"nonce": memo.nonce, "expires_slot": memo.expires}
    build = _BUILDERS[memo.name]
    return build(shell, _Reader(memo.fields, origin.user, market_id_of))


@dataclass(frozen=True, slots=True)
class _Reader:
    fields: Any
    user: bytes
    market_id_of: MarketIdOf

    def number(self, name: str) -> int:
        value: FieldValue | None = self.fields.get(name)
        assert value is None or isinstance(value, int), name
        return value or 0

    def owner(self) -> bytes:
        value: bytes = self.fields.get("owner", self.user)
        return value

    def market_id(self) -> int:
        market_id = self.market_id_of(self.fields["market"])
        return UNKNOWN_MARKET_ID if market_id is None else market_id


def _create(shell: dict[str, Any], memo: _Reader) -> UserCommand:
    return CreateMarginAccount(
        **shell,
        account_id=memo.number("account"),
        name=memo.fields.get("name", ""),
        amount_e6=memo.number("amount"),
    )


def _close_account(shell: dict[str, Any], memo: _Reader) -> UserCommand:
    return CloseMarginAccount(**shell, account_id=memo.number("account"))


def _deposit(shell: dict[str, Any], memo: _Reader) -> UserCommand:
    return DepositMargin(
        **shell,
        owner=memo.owner(),
        account_id=memo.number("account"),
        amount_e6=memo.number("amount"),
    )


def _withdraw(shell: dict[str, Any], memo: _Reader) -> UserCommand:
    return WithdrawMargin(
        **shell,
        account_id=memo.number("account"),
        amount_e6=memo.number("amount"),
        tip_e6=memo.number("tip"),
    )


def _modify(shell: dict[str, Any], memo: _Reader) -> UserCommand:
    return ModifyPosition(
        **shell,
        owner=memo.owner(),
        account_id=memo.number("account"),
        market_id=memo.market_id(),
        size_e6=memo.number("size"),
        limit_e8=memo.number("limit"),
    )


def _close_position(shell: dict[str, Any], memo: _Reader) -> UserCommand:
    return ClosePosition(
        **shell,
        owner=memo.owner(),
        account_id=memo.number("account"),
        market_id=memo.market_id(),
        size_e6=memo.number("size"),
        limit_e8=memo.number("limit"),
    )


def _delegate(shell: dict[str, Any], memo: _Reader) -> UserCommand:
    return SetDelegate(**shell, delegate=memo.fields["delegate"])


def _add_liquidity(shell: dict[str, Any], memo: _Reader) -> UserCommand:
    return AddLiquidity(**shell, amount_e6=memo.number("amount"))


def _process(shell: dict[str, Any], memo: _Reader) -> UserCommand:
    ids: tuple[int, ...] = memo.fields["requests"]
    padded = ids + (0,) * (REQUESTS_MAX - len(ids))
    return ProcessSettlementRequests(
        **shell, owner=memo.owner(), request_count=len(ids), request_ids=padded
    )


def _claim(shell: dict[str, Any], memo: _Reader) -> UserCommand:
    return ClaimDeposit(**shell, deposit_id=memo.number("deposit"))


def _liquidate(shell: dict[str, Any], memo: _Reader) -> UserCommand:
    return Liquidate(
        **shell,
        owner=memo.owner(),
        account_id=memo.number("account"),
        has_fee_account=int("fee-account" in memo.fields),
        fee_account_id=memo.number("fee-account"),
    )


def _remove_liquidity(shell: dict[str, Any], memo: _Reader) -> UserCommand:
    return RemoveLiquidity(
        **shell,
        lp_position_id=memo.number("position"),
        shares_e6=memo.number("shares"),
        tip_e6=memo.number("tip"),
    )


def _close_lp_position(shell: dict[str, Any], memo: _Reader) -> UserCommand:
    return CloseLpPosition(**shell, lp_position_id=memo.number("position"))


def _upgrade_lp_account(shell: dict[str, Any], _memo: _Reader) -> UserCommand:
    return UpgradeLpAccount(**shell)


def _create_stake_account(shell: dict[str, Any], _memo: _Reader) -> UserCommand:
    return CreateStakeAccount(**shell)


def _stake(shell: dict[str, Any], memo: _Reader) -> UserCommand:
    return Stake(
        **shell,
        amount_e6=memo.number("amount"),
        is_creating_account=memo.number("create-account"),
    )


def _unstake(shell: dict[str, Any], memo: _Reader) -> UserCommand:
    return Unstake(**shell, amount_e6=memo.number("amount"))


def _withdraw_stake(shell: dict[str, Any], memo: _Reader) -> UserCommand:
    return WithdrawStake(**shell, amount_e6=memo.number("amount"))


_BUILDERS: dict[str, Callable[[dict[str, Any], _Reader], UserCommand]] = {
    "create-margin-account": _create,
    "close-margin-account": _close_account,
    "deposit-margin": _deposit,
    "withdraw-margin": _withdraw,
    "modify-position": _modify,
    "close-position": _close_position,
    "set-delegate": _delegate,
    "add-liquidity": _add_liquidity,
    "process-settlement-requests": _process,
    "claim-deposit": _claim,
    "liquidate": _liquidate,
    "remove-liquidity": _remove_liquidity,
    "close-lp-position": _close_lp_position,
    "upgrade-lp-account": _upgrade_lp_account,
    "stake-create": _create_stake_account,
    "stake": _stake,
    "unstake": _unstake,
    "stake-withdraw": _withdraw_stake,
}
