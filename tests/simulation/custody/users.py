"""Users of the chain: they deposit, trade, withdraw, make mistakes and send things twice."""

import random
from collections.abc import Awaitable, Callable
from typing import Any

from solders.instruction import Instruction
from solders.keypair import Keypair

from chain.builders.builders import Builders
from chain.client.errors import ChainError
from chain.client.facts import MINT_COLLATERAL, ChainFacts
from chain.client.instructions import compute_limit, memo, sign, signed, transfer_tokens
from chain.client.rpc import RpcError
from chain.client.wallet import address_of
from engine.core.exchange import Exchange
from engine.schema.errors import EngineError
from tests.simulation.custody.chain import SimRpc

E6 = 10**6
MISSPELLED = "Acre v1 localnet\ndeposit-margin\nacount 1"
REFUSALS = (ChainError, RpcError, EngineError)


class User:
    """One wallet; each act is one transaction, which may get lost."""

    def __init__(
        self, wallet: Keypair, facts: ChainFacts, rpc: SimRpc, chance: random.Random
    ) -> None:
        self.wallet = wallet
        self.address = address_of(wallet)
        self.sent: list[bytes] = []
        self._facts = facts
        self._rpc = rpc
        self._chance = chance
        self._limits = 0

    async def act(self, builders: Builders, exchange: Exchange) -> None:
        """Do something at random; a refusal, or silence, ends the act."""
        has_account = bool(exchange.user_view(self.address).margin_account_ids)
        acts: list[Callable[[Builders, Exchange], Awaitable[None]]] = [
            self._withdraw, self._withdraw, self._withdraw, self._trade, self._trade,
            self._deposit, self._deposit, self._provide, self._remove, self._transfer,
            self._misspell, self._claim, self._send_again,
        ]  # fmt: skip
        if not has_account:
            acts = [self._create, self._create, self._create, self._transfer, self._provide]
        await self._chance.choice(acts)(builders, exchange)

    def _amount(self, most_e6: int) -> int:
        return self._chance.choice((E6, 10_000, self._chance.randint(1, most_e6)))

    async def _build(self, builders: Builders, name: str, **values: Any) -> None:
        built = await builders.build(self.address, name, **values)
        await self._send(sign(built.tx, [self.wallet]))

    async def _send(self, transaction: bytes) -> None:
        self.sent.append(transaction)
        await self._rpc.send(transaction, skip_preflight=True)

    async def _create(self, builders: Builders, _exchange: Exchange) -> None:
        await self._build(builders, "create-margin-account", amount=self._amount(200 * E6))

    async def _deposit(self, builders: Builders, _exchange: Exchange) -> None:
        amount = self._amount(200 * E6)
        await self._build(builders, "deposit-margin", account=1, amount=amount)

    async def _withdraw(self, builders: Builders, exchange: Exchange) -> None:
        have = exchange.margin_account_view(self.address, 1, exchange.now_s).collateral_e6
        amount = max(10_000, min(have, self._amount(50 * E6)))
        tip = self._chance.choice((0, amount // 100))
        await self._build(builders, "withdraw-margin", account=1, amount=amount, tip=tip)

    async def _trade(self, builders: Builders, exchange: Exchange) -> None:
        size = self._chance.choice((-1, 1)) * self._chance.randint(10_000, E6)
        price = exchange.market_view(1, exchange.now_s).index_price_e8
        limit = price * (102 if size > 0 else 98) // 100
        await self._build(
            builders, "modify-position", account=1, market="AUS", size=size, limit=limit
        )

    async def _provide(self, builders: Builders, _exchange: Exchange) -> None:
        await self._build(builders, "add-liquidity", amount=self._amount(1000 * E6) + 100 * E6)

    async def _remove(self, builders: Builders, exchange: Exchange) -> None:
        for row in exchange.lp_positions(self.address, exchange.now_s):
            await self._build(
                builders, "remove-liquidity", position=row.lp_position_id,
                shares=max(1, row.shares_e6 // 2),
            )  # fmt: skip
            return

    async def _claim(self, builders: Builders, exchange: Exchange) -> None:
        for row in exchange.quarantined_deposits(self.address):
            await self._build(builders, "claim-deposit", deposit=row.deposit_id)
            return

    async def _transfer(self, _builders: Builders, _exchange: Exchange) -> None:
        """Tokens without a command."""
        await self._send_raw([self._tokens(self._chance.choice((1, 2)))])

    async def _misspell(self, _builders: Builders, _exchange: Exchange) -> None:
        """Tokens with a command that is ignored."""
        await self._send_raw([self._tokens(MINT_COLLATERAL), memo(MISSPELLED, self.address)])

    def _tokens(self, mint: int) -> Instruction:
        is_collateral = mint == MINT_COLLATERAL
        vault = self._facts.collateral_vault if is_collateral else self._facts.token_vault
        is_too_much = self._chance.random() < 0.1  # it fails on the chain
        amount = 10**12 if is_too_much else self._amount(20 * E6)
        return transfer_tokens(self.address, vault, self._facts.mint_address(mint), amount)

    async def _send_raw(self, instructions: list[Instruction]) -> None:
        self._limits += 1  # equal bytes would be one transaction
        blockhash, _last, _slot = await self._rpc.latest_blockhash()
        limit = compute_limit(200_000 + self._limits)
        await self._send(signed([limit, *instructions], [self.wallet], blockhash))

    async def _send_again(self, _builders: Builders, _exchange: Exchange) -> None:
        if self.sent:
            transaction = self._chance.choice(self.sent)
            await self._rpc.send(transaction, skip_preflight=True)
