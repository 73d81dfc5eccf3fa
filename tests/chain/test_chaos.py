"""Random work with crashes everywhere: in the end everybody has exactly what is theirs."""

import contextlib
import random

import pytest

from chain.client.balances import token_balance
from chain.client.errors import ChainError
from chain.client.instructions import memo, transfer_tokens
from chain.client.wallet import address_of
from tests.chain.world import DAY_S, until

USD = 10**6
FAUCET_E6 = 10_000 * USD
USERS = 3
STEPS = 60


class Crash(Exception):
    pass


class Chaos:
    """A random mixture of honest work, mistakes and crashes."""

    def __init__(self, world, users, seed):
        self.world = world
        self.users = users
        self.random = random.Random(seed)
        self.settler = world.new_settler()
        self.keeper = world.new_keeper()

    async def step(self):
        action = self.random.choice(
            [
                self.deposit,
                self.withdraw,
                self.bare,
                self.mistake,
                self.claim,
                self.settle,
                self.settle,
                self.crash,
                self.restart,
                self.pass_day,
                self.drop_send,
            ]
        )
        try:
            await action(self.random.choice(self.users))
        except ChainError as error:
            if error.code == "NODE_UNAVAILABLE":
                raise

    async def deposit(self, user):
        await self.world.send(
            user,
            await self.world.builders.build(
                address_of(user),
                "deposit-margin",
                account=1,
                amount=self.random.randint(1, 90 * USD),
            ),
        )

    async def withdraw(self, user):
        amount_e6 = self.random.randint(10_000, 40 * USD)
        await self.world.send(
            user,
            await self.world.builders.build(
                address_of(user), "withdraw-margin", account=1, amount=amount_e6
            ),
        )

    async def bare(self, user):
        await self.world.send_raw([user], [self._to_vault(user, 3 * USD)])

    async def mistake(self, user):
        fields = {"account": 1, "amount": 2 * USD}
        text = self.world.memo("deposit-margin", fields, nonce=1)  # too low, or too little sent
        await self.world.send_raw([user], [self._to_vault(user, USD), memo(text, address_of(user))])

    async def claim(self, user):
        for deposit in self.world.sequencer.exchange.quarantined_deposits(address_of(user)):
            if not deposit.is_claimed:
                built = await self.world.builders.build(
                    address_of(user), "claim-deposit", deposit=deposit.deposit_id
                )
                await self.world.send(user, built)

    async def settle(self, _user):
        await self.keeper.round()
        await self.world.follow()
        await self.settler.step()

    async def crash(self, _user):
        """The settler dies before one of its journal entries or before its broadcast."""
        name = self.random.choice(["_submit", "_broadcast", "_record"])

        async def die(*_args):
            raise Crash

        setattr(self.settler, name, die)
        with contextlib.suppress(Crash):
            await self.settler.step()
        self.settler = self.world.new_settler()

    async def restart(self, _user):
        await self.world.restart_engine()
        await self.world.follow()
        self.settler = self.world.new_settler()
        self.keeper = self.world.new_keeper()

    async def pass_day(self, _user):
        await self.world.advance(DAY_S // 2)

    async def drop_send(self, _user):
        """The node loses the settler's next transaction."""
        if self.world.sequencer.exchange.open_settlement_requests():
            await self.world.rpc.call("acreFault", [{"dropSends": 1}])
            await self.settler.step()
            await self.world.rpc.call("acreFault", [{"dropSends": 0}])

    def _to_vault(self, user, amount_e6):
        facts = self.world.facts
        return transfer_tokens(
            address_of(user), facts.collateral_vault, facts.collateral_mint, amount_e6
        )

    async def finish(self):
        """Let everything that is owed be claimed, matured, processed and paid."""
        for user in self.users:
            await self.claim(user)
        await self.world.advance(DAY_S + 1)
        self.keeper = self.world.new_keeper()

        async def is_all_paid() -> bool:
            await self.settle(None)
            return self.world.sequencer.exchange.open_settlement_requests() == []

        unsubscribe = self.world.sequencer.subscribe(self.keeper._on_applied)
        await until(is_all_paid)
        unsubscribe()


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_everybody_ends_with_what_is_theirs(world, seed):
    users = [await world.user() for _ in range(USERS)]
    for user in users:
        built = await world.builders.build(
            address_of(user), "create-margin-account", account=1, amount=100 * USD
        )
        await world.send(user, built)
    chaos = Chaos(world, users, seed)
    for _ in range(STEPS):
        await chaos.step()
    await chaos.finish()
    mint = world.facts.collateral_mint
    for user in users:
        wallet_e6 = await token_balance(world.rpc, address_of(user), mint) or 0
        assert wallet_e6 + world.collateral_e6(address_of(user)) == FAUCET_E6
    vault_e6 = await token_balance(world.rpc, world.facts.vault_authority, mint)
    assert vault_e6 == world.vault_e6()
    before = world.sequencer.exchange.state_hash()
    await world.restart_engine()
    await world.follow()
    assert world.sequencer.exchange.state_hash() == before
