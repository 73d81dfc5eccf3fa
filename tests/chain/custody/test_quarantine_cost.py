"""Rows of quarantined tokens: what a sender pays for each, and that many slow nothing down."""

import time
from types import SimpleNamespace

from solders.pubkey import Pubkey
from spl.token.instructions import transfer
from spl.token.models import TransferParams

from chain.builders.builders import Builders
from chain.client.addresses import TOKEN_PROGRAM, token_account
from chain.client.balances import sol_balance
from chain.client.facts import MINT_COLLATERAL
from chain.client.instructions import TRANSACTION_BYTES_MAX, signed
from chain.client.wallet import address_of
from engine.core.generated.messages import DepositQuarantined, IgnoreTransaction
from tests.engine.core.support.world import World, wallet

STATE_BYTES_MAX = 64  # of one row, its place in the index included
JOURNAL_BYTES_MAX = 320
ROWS_A_TRANSACTION_MAX = 64
FEE_E9 = 5_000


def dust(world, user):
    """Return the smallest instruction that leaves a row."""
    return transfer(
        TransferParams(
            program_id=TOKEN_PROGRAM,
            source=Pubkey(token_account(address_of(user), world.facts.collateral_mint)),
            dest=Pubkey(world.facts.collateral_vault),
            owner=user.pubkey(),
            amount=1,
            signers=[],
        )
    )


async def test_cost_of_a_quarantine_row_for_sender_and_server(world):
    """As many rows as fit into a transaction: lamports a row, and bytes a row of state and journal.

    A million rows cost their sender 78,000,000 lamports and take less than 400 MB here.
    """
    user = await world.user()
    blockhash, _last_valid, _slot = await world.rpc.latest_blockhash()
    rows = [dust(world, user)]
    while len(signed([*rows, rows[0]], [user], blockhash)) <= TRANSACTION_BYTES_MAX:
        rows.append(rows[0])
    rows = rows[:ROWS_A_TRANSACTION_MAX]  # instructions that a cluster executes in a transaction
    before = len(world.sequencer.exchange.snapshot())
    lamports = await sol_balance(world.rpc, address_of(user))
    applied = await world.send_raw([user], rows)
    made = [event for row in applied for event in row.events]
    assert sum(isinstance(event, DepositQuarantined) for event in made) == len(rows)
    spent = lamports - await sol_balance(world.rpc, address_of(user))
    assert spent == FEE_E9
    assert 40 < len(rows) <= ROWS_A_TRANSACTION_MAX
    state = (len(world.sequencer.exchange.snapshot()) - before) / len(rows)
    assert state <= STATE_BYTES_MAX
    journal = [len(row.command.pack()) for row in applied]
    assert max(journal) <= JOURNAL_BYTES_MAX
    assert spent / len(rows) >= 78


def sender(count):
    """Return an engine in which the wallet 1 has so many quarantined deposits."""
    world = World()
    for _ in range(count):
        world.chain(IgnoreTransaction, wallet(1), 1, reason="bare transfer")
        assert not world.rejected, world.code
    return world


def test_a_claim_is_built_as_fast_with_10000_deposits_as_with_100():
    few, many = sender(100), sender(10_000)

    def cost_s(exchange):
        start_s = time.thread_time()
        for _ in range(1_000):
            assert exchange.quarantined_deposit(wallet(1), 1).amount_e6 == 1
        return time.thread_time() - start_s

    least = [min(cost_s(world.exchange) for _ in range(5)) for world in (few, many)]
    assert least[1] < 3 * least[0], least
    assert many.exchange.quarantined_deposit(wallet(1), 10_001) is None
    assert many.exchange.quarantined_deposit(wallet(2), 1) is None
    assert many.exchange.quarantined_deposits(wallet(1))[-1] == many.exchange.quarantined_deposit(
        wallet(1), 10_000
    )


async def test_the_builder_of_a_claim_reads_one_deposit():
    world = sender(10)
    read = []

    class OneRead:
        def quarantined_deposit(self, owner, deposit_id):
            read.append(deposit_id)
            return world.exchange.quarantined_deposit(owner, deposit_id)

    async def build(_user, order):
        return order

    facts = SimpleNamespace(collateral_vault=bytes(32))
    builders = Builders(SimpleNamespace(), OneRead(), facts, lambda: world.now_s)
    builders._transaction = build
    assert (
        await builders.build(wallet(1), "claim-deposit", deposit=7)
    ).paid_mint == MINT_COLLATERAL
    assert read == [7]
