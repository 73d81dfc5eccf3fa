"""`Builders`: an engine check, a simulation, and then the bytes that a wallet signs."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from solders.instruction import Instruction

from chain.builders.fees import PriorityFee
from chain.builders.nonces import Nonces
from chain.builders.refusals import refusal_details
from chain.builders.simulation import UNITS_DEFAULT, limit_units
from chain.client.addresses import token_account
from chain.client.balances import token_balance
from chain.client.errors import ChainError
from chain.client.facts import MINT_COLLATERAL, MINT_NONE, MINT_TOKEN, ChainFacts
from chain.client.instructions import (
    TRANSACTION_BYTES_MAX,
    BuiltTransaction,
    compute_limit,
    compute_price,
    create_token_account,
    memo,
    transfer_tokens,
    unsigned,
)
from chain.client.rpc import Rpc
from chain.commands.command import ChainOrigin, to_command
from chain.commands.lines import NO_DELEGATE, REQUESTS_MAX, FieldValue
from chain.commands.memo import Memo, MemoError, render
from chain.custody.receiver import ReceiverState, receiver_state
from engine.core.exchange import Exchange
from engine.schema.errors import EngineError, ErrorCode

EXPIRY_SLOTS: Final = 150


def unix_ms() -> int:
    """Wall time, for nonces."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class _Order:
    """What one builder wants: a memo, tokens to their vault, an own account of `paid_mint`."""

    name: str
    fields: dict[str, FieldValue | None]
    deposit_e6: int = 0
    deposit_mint: int = MINT_COLLATERAL
    paid_mint: int = MINT_NONE


class Builders:
    """One method per command; each raises `ChainError` with the contract's code."""

    def __init__(
        self,
        rpc: Rpc,
        exchange: Exchange,
        facts: ChainFacts,
        now_s: Callable[[], int],
        now_ms: Callable[[], int] = unix_ms,
    ) -> None:
        self._rpc = rpc
        self._exchange = exchange
        self._facts = facts
        self._now_s = now_s
        self._nonces = Nonces(now_ms)
        self._fee = PriorityFee(rpc, [facts.collateral_vault])

    async def create_margin_account(
        self,
        user: bytes,
        account_id: int | None = None,
        margin_e6: int | None = None,
        name: str | None = None,
    ) -> BuiltTransaction:
        """Open a margin account (the lowest free id unless named), with collateral if given."""
        chosen = self._free_account_id(user) if account_id is None else account_id
        fields: dict[str, FieldValue | None] = {
            "account": chosen,
            "name": name or None,
            "amount": margin_e6 or None,
        }
        return await self._build(
            user,
            _Order(name="create-margin-account", fields=fields, deposit_e6=margin_e6 or 0),
        )

    async def close_margin_account(self, user: bytes, account_id: int) -> BuiltTransaction:
        """Close an empty margin account."""
        return await self._build(
            user, _Order(name="close-margin-account", fields={"account": account_id})
        )

    async def deposit_margin(
        self, user: bytes, account_id: int, margin_e6: int, owner: bytes | None = None
    ) -> BuiltTransaction:
        """Move collateral from the user's wallet into a margin account."""
        fields: dict[str, FieldValue | None] = {
            "owner": _other(owner, user),
            "account": account_id,
            "amount": margin_e6,
        }
        return await self._build(
            user, _Order(name="deposit-margin", fields=fields, deposit_e6=margin_e6)
        )

    async def withdraw_margin(
        self, user: bytes, account_id: int, margin_e6: int, tip_e6: int = 0
    ) -> BuiltTransaction:
        """Request a withdrawal; it matures after the settlement delay."""
        fields: dict[str, FieldValue | None] = {
            "account": account_id,
            "amount": margin_e6,
            "tip": tip_e6 or None,
        }
        return await self._build(
            user, _Order(name="withdraw-margin", fields=fields, paid_mint=MINT_COLLATERAL)
        )

    async def modify_position(
        self,
        user: bytes,
        owner: bytes | None,
        account_id: int,
        market_id: int,
        size_e6: int,
        limit_e8: int,
    ) -> BuiltTransaction:
        """Change a position by a signed size, at `limit_e8` or better."""
        fields: dict[str, FieldValue | None] = {
            "owner": _other(owner, user),
            "account": account_id,
            "market": self._symbol(market_id),
            "size": size_e6,
            "limit": limit_e8,
        }
        return await self._build(user, _Order(name="modify-position", fields=fields))

    async def close_position(
        self,
        user: bytes,
        owner: bytes | None,
        account_id: int,
        market_id: int,
        size_e6: int,
        limit_e8: int,
    ) -> BuiltTransaction:
        """Close `size_e6` of a position (0: all), at `limit_e8` or better."""
        fields: dict[str, FieldValue | None] = {
            "owner": _other(owner, user),
            "account": account_id,
            "market": self._symbol(market_id),
            "size": size_e6 or None,
            "limit": limit_e8,
        }
        return await self._build(user, _Order(name="close-position", fields=fields))

    async def set_delegate(self, user: bytes, delegate: bytes | None) -> BuiltTransaction:
        """Name the one wallet that may also modify and close the user's positions."""
        fields: dict[str, FieldValue | None] = {"delegate": delegate or NO_DELEGATE}
        return await self._build(user, _Order(name="set-delegate", fields=fields))

    async def add_liquidity(self, user: bytes, liquidity_e6: int) -> BuiltTransaction:
        """Move collateral from the user's wallet into the pool."""
        return await self._build(
            user,
            _Order(name="add-liquidity", fields={"amount": liquidity_e6}, deposit_e6=liquidity_e6),
        )

    async def process_settlement_requests(
        self, user: bytes, owner: bytes | None = None, request_ids: tuple[int, ...] = ()
    ) -> BuiltTransaction:
        """Process mature requests of an owner; without ids the oldest mature ones.

        The user's own token account is made inside where it is missing, for the tip or the user's
        own payouts; that of a foreign owner never is: it would be a way to be given its rent.
        """
        ids = request_ids or self.mature_request_ids(owner or user)
        if not ids:
            raise ChainError("NOTHING_TO_SETTLE")
        fields: dict[str, FieldValue | None] = {"owner": _other(owner, user), "requests": ids}
        state = await receiver_state(self._rpc, user, self._facts.collateral_mint)
        paid_mint = MINT_COLLATERAL if state is ReceiverState.MISSING else MINT_NONE
        return await self._build(
            user,
            _Order(name="process-settlement-requests", fields=fields, paid_mint=paid_mint),
        )

    async def claim_deposit(self, user: bytes, deposit_id: int) -> BuiltTransaction:
        """Claim tokens that came with a refused command, or without one."""
        deposit = self._exchange.quarantined_deposit(user, deposit_id)
        order = _Order(
            name="claim-deposit",
            fields={"deposit": deposit_id},
            # without a deposit the engine refuses
            paid_mint=MINT_NONE if deposit is None else deposit.mint,
        )
        return await self._build(user, order)

    async def liquidate(
        self, user: bytes, owner: bytes, account_id: int, fee_account_id: int | None = None
    ) -> BuiltTransaction:
        """Liquidate an account; the fee goes to an own margin account, or to the wallet."""
        fields: dict[str, FieldValue | None] = {
            "owner": owner,
            "account": account_id,
            "fee-account": fee_account_id,
        }
        paid_mint = MINT_COLLATERAL if fee_account_id is None else MINT_NONE
        return await self._build(user, _Order(name="liquidate", fields=fields, paid_mint=paid_mint))

    async def remove_liquidity(
        self, user: bytes, lp_position_id: int, shares_e6: int, tip_e6: int = 0
    ) -> BuiltTransaction:
        """Request the worth of shares; it matures after the settlement delay."""
        fields: dict[str, FieldValue | None] = {
            "position": lp_position_id,
            "shares": shares_e6,
            "tip": tip_e6 or None,
        }
        return await self._build(
            user, _Order(name="remove-liquidity", fields=fields, paid_mint=MINT_COLLATERAL)
        )

    async def close_lp_position(self, user: bytes, lp_position_id: int) -> BuiltTransaction:
        """Close an LP position that has no shares left."""
        return await self._build(
            user, _Order(name="close-lp-position", fields={"position": lp_position_id})
        )

    async def upgrade_lp_account(self, user: bytes) -> BuiltTransaction:
        """Turn the legacy LP account into an LP position."""
        return await self._build(user, _Order(name="upgrade-lp-account", fields={}))

    async def create_stake_account(self, user: bytes) -> BuiltTransaction:
        """Open the wallet's stake account."""
        return await self._build(user, _Order(name="stake-create", fields={}))

    async def stake(
        self, user: bytes, amount_e6: int, *, is_creating_account: bool = False
    ) -> BuiltTransaction:
        """Move ACRE tokens from the user's wallet into a stake."""
        fields: dict[str, FieldValue | None] = {
            "amount": amount_e6,
            "create-account": 1 if is_creating_account else None,
        }
        return await self._build(
            user,
            _Order(name="stake", fields=fields, deposit_e6=amount_e6, deposit_mint=MINT_TOKEN),
        )

    async def unstake(self, user: bytes, amount_e6: int) -> BuiltTransaction:
        """Take back what is not locked yet, then start to unlock the rest of the amount."""
        return await self._build(user, _Order(name="unstake", fields={"amount": amount_e6}))

    async def withdraw_stake(self, user: bytes, amount_e6: int) -> BuiltTransaction:
        """Request unlocked tokens; they are paid at once."""
        return await self._build(
            user,
            _Order(name="stake-withdraw", fields={"amount": amount_e6}, paid_mint=MINT_TOKEN),
        )

    def mature_request_ids(self, owner: bytes) -> tuple[int, ...]:
        """Return the owner's oldest requests that can be processed now, at most eight."""
        now_s = self._now_s()
        mature = self._exchange.unsettled_request_page(owner, limit=REQUESTS_MAX, mature_at_s=now_s)
        return tuple(request.request_id for request in mature)

    # how a transaction comes about

    async def _build(self, user: bytes, order: _Order) -> BuiltTransaction:
        (blockhash, last_valid, slot), price = await asyncio.gather(
            self._rpc.latest_blockhash(), self._fee.price()
        )
        text = self._checked_memo(user, order, slot)
        await self._require_tokens(user, order)

        def transaction(units: int) -> bytes:
            return unsigned(self._instructions(user, order, text, units, price), user, blockhash)

        draft = transaction(UNITS_DEFAULT)
        if len(draft) > TRANSACTION_BYTES_MAX:
            raise ChainError("VALIDATION", {"reason": "the transaction would be too large"})
        units = limit_units(await self._rpc.simulate(draft))
        return BuiltTransaction(
            tx=transaction(units), blockhash=blockhash, last_valid_block_height=last_valid
        )

    def _checked_memo(self, user: bytes, order: _Order, slot: int) -> str:
        """Write the memo after the engine has agreed to the command it spells."""
        nonce = self._nonces.next(user, self._exchange.user_view(user).nonce)
        fields = {name: value for name, value in order.fields.items() if value is not None}
        command_memo = Memo(
            name=order.name, fields=fields, nonce=nonce, expires=slot + EXPIRY_SLOTS
        )
        try:
            text = render(self._facts.chain_name, command_memo)
        except MemoError as error:
            raise ChainError("VALIDATION", {"reason": error.reason}) from error
        origin = ChainOrigin(
            user=user,
            slot=max(slot, self._exchange.chain_cursor[0] + 1),
            attached_e6=order.deposit_e6,
            attached_mint=order.deposit_mint if order.deposit_e6 else MINT_NONE,
        )
        command = to_command(command_memo, origin, self._exchange.market_id_of)
        now_s = self._now_s()
        code = self._exchange.check(replace(command, time_s=now_s))
        if code is not ErrorCode.NONE:
            raise ChainError(code.name, refusal_details(self._exchange, command, code, now_s))
        return text

    def _instructions(
        self, user: bytes, order: _Order, text: str, units: int, price: int
    ) -> list[Instruction]:
        facts = self._facts
        instructions = [compute_limit(units, facts.exchange), compute_price(price)]
        if order.paid_mint != MINT_NONE:
            mint = facts.mint_address(order.paid_mint)
            instructions.append(create_token_account(user, user, mint))
        if order.deposit_e6:
            mint = facts.mint_address(order.deposit_mint)
            vault = token_account(facts.vault_authority, mint)
            instructions.append(transfer_tokens(user, vault, mint, order.deposit_e6))
        instructions.append(memo(text, user))
        return instructions

    async def _require_tokens(self, user: bytes, order: _Order) -> None:
        need_e6 = order.deposit_e6
        if need_e6 == 0:
            return
        mint = self._facts.mint_address(order.deposit_mint)
        have_e6 = await token_balance(self._rpc, user, mint) or 0
        if have_e6 < need_e6:
            is_collateral = order.deposit_mint == MINT_COLLATERAL
            code = "INSUFFICIENT_COLLATERAL" if is_collateral else "INSUFFICIENT_TOKEN"
            raise ChainError(code, {"have": str(have_e6), "need": str(need_e6)})

    # facts from the engine

    def _symbol(self, market_id: int) -> str:
        try:
            return self._exchange.market_view(market_id, self._now_s()).symbol
        except EngineError as error:
            raise ChainError(error.code.name) from error

    def _free_account_id(self, user: bytes) -> int:
        taken = set(self._exchange.user_view(user).margin_account_ids)
        return next(number for number in range(1, len(taken) + 2) if number not in taken)


def _other(owner: bytes | None, user: bytes) -> bytes | None:
    """Return the owner only where it is not the acting user, who is never spelled out."""
    return None if owner is None or owner == user else owner
