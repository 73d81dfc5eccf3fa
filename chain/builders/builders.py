"""`Builders`: an engine check, a simulation, and then the bytes that a wallet signs."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, cast

from solders.instruction import Instruction

from chain.builders.fees import PriorityFee
from chain.builders.nonces import Nonces
from chain.builders.refusals import refusal_details
from chain.builders.simulation import UNITS_DEFAULT, limit_units
from chain.client.addresses import token_account
from chain.client.balances import token_balance
from chain.client.errors import ChainError
from chain.client.facts import MINT_COLLATERAL, MINT_NONE, ChainFacts
from chain.client.instructions import (
    TRANSACTION_BYTES_MAX,
    BuiltTransaction,
    compute_limit,
    compute_price,
    create_token_account,
    memo,
    transfer_lamports,
    transfer_tokens,
    unsigned,
)
from chain.client.rpc import Rpc
from chain.commands.command import ChainOrigin, to_command
from chain.commands.lines import NO_DELEGATE, REQUESTS_MAX, FieldValue, Leg
from chain.commands.memo import Memo, MemoError, render
from chain.commands.spec import WALLET_COMMANDS, FieldKind, Line, WalletCommand
from chain.custody.receiver import ReceiverState, receiver_state
from engine.core.exchange import Exchange
from engine.schema.errors import EngineError, ErrorCode

EXPIRY_SLOTS: Final = 150
TOP_UP_MIN: Final = 1_000_000  # lamports; above what a new account has to keep
TOP_UP_MAX: Final = 50_000_000


def unix_ms() -> int:
    """Wall time, for nonces."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class _Order:
    """Parts of a transaction: memo, tokens to their vault, an own account of `paid_mint`, SOL for
    the fees of the delegate that the memo names.
    """

    spec: WalletCommand
    fields: dict[str, FieldValue]
    deposit_e6: int
    paid_mint: int
    is_quoted: bool
    top_up_lamports: int


class Builders:
    """Builds the transaction of any wallet command."""

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

    async def build(
        self, user: bytes, name: str, /, **values: FieldValue | None
    ) -> BuiltTransaction:
        """Return the transaction of a command; raises `ChainError` with the contract's code.

        Values are those of the memo's lines, with `_` for `-`; `market` may be an id, `markets` and
        those of `leg` are ids. None, an optional amount of zero and the user as owner leave the
        line out.
        """
        return await self._build(user, name, values)

    async def build_delegation(
        self, user: bytes, top_up_lamports: int, /, **values: FieldValue | None
    ) -> BuiltTransaction:
        """Return a `set-delegate` that also moves SOL from the user to the delegate; 0: none.

        An amount outside of `TOP_UP_MIN` to `TOP_UP_MAX` and no delegate are the caller's errors.
        """
        if top_up_lamports:
            assert TOP_UP_MIN <= top_up_lamports <= TOP_UP_MAX, top_up_lamports
            assert values.get("delegate"), "a top-up needs a delegate"
        return await self._build(user, "set-delegate", values, top_up_lamports=top_up_lamports)

    async def build_quoted(
        self, user: bytes, name: str, /, **values: FieldValue | None
    ) -> BuiltTransaction:
        """Return the transaction of a command that has an executable quote.

        The quote was of this user and limit price, so the rule does not run again: only halt,
        nonce, expiry and risk are checked. Values and errors are those of `build`.
        """
        return await self._build(user, name, values, is_quoted=True)

    async def _build(
        self,
        user: bytes,
        name: str,
        values: dict[str, FieldValue | None],
        *,
        is_quoted: bool = False,
        top_up_lamports: int = 0,
    ) -> BuiltTransaction:
        spec = WALLET_COMMANDS[name]
        given = {key.replace("_", "-"): value for key, value in values.items()}
        unknown = given.keys() - {line.name for line in spec.lines}
        if unknown:
            raise TypeError(f"{name} has no line {', '.join(sorted(unknown))}")
        paid_mint = await self._complete(user, spec, given)
        fields = {
            line.name: self._value(line, value)
            for line in spec.lines
            if (value := given.get(line.name)) is not None and not _is_left_out(line, value, user)
        }
        amount_e6 = fields.get("amount", 0) if spec.deposit != MINT_NONE else 0
        assert isinstance(amount_e6, int)
        order = _Order(
            spec=spec,
            fields=fields,
            deposit_e6=amount_e6,
            paid_mint=paid_mint,
            is_quoted=is_quoted,
            top_up_lamports=top_up_lamports,
        )
        return await self._transaction(user, order)

    async def _complete(
        self, user: bytes, spec: WalletCommand, given: dict[str, FieldValue | None]
    ) -> int:
        """Choose what the caller left open; return the mint whose own token account is opened."""
        match spec.name:
            case "create-margin-account" if given.get("account") is None:
                given["account"] = self._free_account_id(user)
            case "set-delegate":
                given["delegate"] = given.get("delegate") or NO_DELEGATE
            case "process-settlement-requests":
                owner = given.get("owner") or user
                assert isinstance(owner, bytes)
                given["requests"] = given.get("requests") or self.mature_request_ids(owner)
                if not given["requests"]:
                    raise ChainError("NOTHING_TO_SETTLE")
                # The user's own token account is made inside where it is missing, for the tip or
                # the user's own payouts; that of a foreign owner never is: it would be a way to be
                # given its rent.
                state = await receiver_state(self._rpc, user, self._facts.collateral_mint)
                return MINT_COLLATERAL if state is ReceiverState.MISSING else MINT_NONE
            case "claim-deposit":
                deposit_id = given["deposit"]
                assert isinstance(deposit_id, int)
                deposit = self._exchange.quarantined_deposit(user, deposit_id)
                return MINT_NONE if deposit is None else deposit.mint  # the engine refuses none
            case "liquidate" if given.get("fee-account") is None:
                return MINT_COLLATERAL  # the fee goes to the wallet
        return spec.paid

    def _value(self, line: Line, value: FieldValue) -> FieldValue:
        if line.kind is FieldKind.SYMBOL and isinstance(value, int):
            return self._symbol(value)
        if line.kind is FieldKind.SYMBOLS and isinstance(value, tuple):
            ids = cast("tuple[int, ...]", value)
            return tuple(sorted({self._symbol(market_id) for market_id in ids}))
        if line.kind is FieldKind.LEGS:
            legs = cast("tuple[Leg, ...]", value)
            return tuple((self._symbol(int(leg[0])), leg[1], leg[2]) for leg in legs)
        return value

    def mature_request_ids(self, owner: bytes) -> tuple[int, ...]:
        """Return the owner's oldest requests that can be processed now, at most eight."""
        now_s = self._now_s()
        mature = self._exchange.unsettled_request_page(owner, limit=REQUESTS_MAX, mature_at_s=now_s)
        return tuple(request.request_id for request in mature)

    # the transaction of an order

    async def _transaction(self, user: bytes, order: _Order) -> BuiltTransaction:
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
        command_memo = Memo(
            name=order.spec.name, fields=order.fields, nonce=nonce, expires=slot + EXPIRY_SLOTS
        )
        try:
            text = render(self._facts.chain_name, command_memo)
        except MemoError as error:
            raise ChainError("VALIDATION", {"reason": error.reason}) from error
        origin = ChainOrigin(
            user=user,
            slot=max(slot, self._exchange.chain_cursor[0] + 1),
            attached_e6=order.deposit_e6,
            attached_mint=order.spec.deposit if order.deposit_e6 else MINT_NONE,
        )
        command = to_command(command_memo, origin, self._exchange.market_id_of)
        now_s = self._now_s()
        check = self._exchange.check_admission if order.is_quoted else self._exchange.check
        code = check(replace(command, time_s=now_s))
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
            mint = facts.mint_address(order.spec.deposit)
            vault = token_account(facts.vault_authority, mint)
            instructions.append(transfer_tokens(user, vault, mint, order.deposit_e6))
        if order.top_up_lamports:
            delegate = order.fields["delegate"]
            assert isinstance(delegate, bytes)
            instructions.append(transfer_lamports(user, delegate, order.top_up_lamports))
        instructions.append(memo(text, user))
        return instructions

    async def _require_tokens(self, user: bytes, order: _Order) -> None:
        need_e6 = order.deposit_e6
        if need_e6 == 0:
            return
        mint = self._facts.mint_address(order.spec.deposit)
        have_e6 = await token_balance(self._rpc, user, mint) or 0
        if have_e6 < need_e6:
            is_collateral = order.spec.deposit == MINT_COLLATERAL
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


def _is_left_out(line: Line, value: FieldValue, user: bytes) -> bool:
    """Return whether a value is spelled by the absence of its line."""
    if not line.is_optional:
        return False
    if line.kind is FieldKind.ADDRESS:
        return value == user
    return line.leaves_out(value) or (line.kind is not FieldKind.ID32 and not value)
