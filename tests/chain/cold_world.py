"""A world whose vault belongs to a multisig of cold keys; the settler's key has an allowance."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from solders.keypair import Keypair

from chain.client.facts import MINT_COLLATERAL, MINT_TOKEN
from chain.client.faucet import airdrop_if_low
from chain.client.rpc import Rpc
from chain.client.wallet import address_of
from chain.custody.ceremony import (
    Allowance,
    Ceremony,
    propose_allowances,
    propose_revocation,
    send_ceremony,
)
from chain.custody.custody import DelegateCustody
from chain.custody.multisig import Multisig, create_multisig
from chain.custody.vault import vault_account
from tests.chain.world import World

USD = 10**6
ALLOWANCE_E6 = 50 * USD
THRESHOLD = 2


@dataclass
class ColdWorld:
    """The world, the keys that lie in a safe, and the one at hand."""

    world: World
    multisig: Multisig
    cold: list[Keypair]
    payer: Keypair
    hot: Keypair

    @property
    def signers(self) -> tuple[Multisig, list[bytes]]:
        """The multisig and those two of three who sign as a rule."""
        return self.multisig, [address_of(key) for key in self.cold[:THRESHOLD]]

    def custody(self, former: Sequence[bytes] = ()) -> DelegateCustody:
        return DelegateCustody(
            facts=self.world.facts,
            hot_key=self.hot,
            fee_payer=self.world.keys.settler_fee_payer,
            former=tuple(former),
        )

    def allowances(self, amount_e6: int, mints: Sequence[int]) -> list[Allowance]:
        return [Allowance(address_of(self.hot), mint, amount_e6) for mint in mints]

    async def propose(
        self, amount_e6: int = ALLOWANCE_E6, mints: Sequence[int] = (MINT_COLLATERAL, MINT_TOKEN)
    ) -> Ceremony:
        world = self.world
        return await propose_allowances(
            world.rpc, world.facts, self.payer, self.signers, self.allowances(amount_e6, mints)
        )

    async def approve(
        self, amount_e6: int = ALLOWANCE_E6, mints: Sequence[int] = (MINT_COLLATERAL, MINT_TOKEN)
    ) -> None:
        """Hold the ceremony, and wait until it is final."""
        await self.finish(await self.propose(amount_e6, mints))

    async def revoke(self) -> None:
        world = self.world
        await self.finish(
            await propose_revocation(world.rpc, world.facts, self.payer, self.signers)
        )

    async def finish(self, ceremony: Ceremony) -> None:
        for key in self.cold[:THRESHOLD]:
            ceremony = ceremony.signed_by(key)
        await send_ceremony(self.world.rpc, ceremony, self.payer)
        await self.world.wait_finalized(await self.world.rpc.slot())

    async def allowance_e6(self, mint: int = MINT_COLLATERAL) -> int:
        account = await vault_account(self.world.rpc, self.world.facts, mint)
        assert account is not None
        return account.allowance_of_e6(address_of(self.hot))

    async def vault_e6(self, mint: int = MINT_COLLATERAL) -> int:
        account = await vault_account(self.world.rpc, self.world.facts, mint)
        assert account is not None
        return account.balance_e6


@asynccontextmanager
async def cold_world(home: Path) -> AsyncIterator[ColdWorld]:
    cold, payer = [Keypair() for _ in range(3)], Keypair()
    made: list[Multisig] = []

    async def make(rpc: Rpc) -> bytes:
        await airdrop_if_low(rpc, address_of(payer))
        signers = [address_of(key) for key in cold]
        made.append(await create_multisig(rpc, payer, THRESHOLD, signers))
        return made[0].address

    world = await World.open(home, make_multisig=make)
    opened = ColdWorld(world, made[0], cold, payer, Keypair())
    world.custody = opened.custody()
    try:
        yield opened
    finally:
        await world.close()
