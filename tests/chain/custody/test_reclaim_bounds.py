"""A round of the reclaimer costs no more for wallets with many requests."""

import time
from types import SimpleNamespace

from solders.keypair import Keypair

from chain.custody.lent_guards import LentGuard
from chain.custody.reclaimer import ASKED_AT_ONCE, ROWS_MAX, Reclaimer
from engine.core.generated.messages import (
    AuthorisePayout,
    ProcessSettlementRequests,
    RecordPayout,
    WithdrawMargin,
)
from tests.engine.core.support.world import World

USD = 10**6
ROWS = 10_000


def settled_wallet(world, count):
    """Give the wallet 1 so many settled requests; an engine alone, without a chain."""
    owner = world.account(1, 1, 50_000 * USD)
    for first in range(1, count + 1, 8):
        numbers = range(first, min(first + 8, count + 1))
        for _ in numbers:
            world.chain(WithdrawMargin, owner, account_id=1, amount_e6=USD // 50)
        world.now_s += 86_400
        ids = (*numbers, *(0,) * 8)[:8]
        world.chain(
            ProcessSettlementRequests,
            owner,
            owner=owner,
            request_count=len(numbers),
            request_ids=ids,
        )
        for number in numbers:
            named = {"owner": owner, "request_id": number, "payout_signature": bytes([1] * 64)}
            world.send(AuthorisePayout(**named, last_valid_block_height=0))
            world.send(RecordPayout(**named, slot=1))
            assert not world.rejected, world.code
    return owner


class CountingExchange:
    """Counts the requests that are read of an exchange."""

    def __init__(self, exchange):
        self._exchange = exchange
        self.read = 0

    def settlement_requests(self, owner):
        rows = self._exchange.settlement_requests(owner)
        self.read += len(rows)
        return rows

    def settlement_request(self, owner, request_id):
        self.read += 1
        return self._exchange.settlement_request(owner, request_id)


def in_turns(work, exchange):
    """Run a coroutine; return how many requests each of its turns has read, and its result."""
    turns = []
    while True:
        before = exchange.read
        try:
            work.send(None)
        except StopIteration as end:
            return [*turns, exchange.read - before], end.value
        turns.append(exchange.read - before)


def test_a_round_reads_no_more_requests_than_it_has_guards():
    """A wallet of 10,000 requests: 512 are read in a round, 64 before others have their turn."""
    world = World()
    owner = settled_wallet(world, ROWS)
    exchange = CountingExchange(world.exchange)
    reclaimer = Reclaimer(
        [], SimpleNamespace(exchange=exchange), None, Keypair(), SimpleNamespace()
    )
    rows = [LentGuard(bytes([2] * 32), (owner, number)) for number in range(1, ROWS_MAX + 2)]
    rows[-1] = LentGuard(bytes([2] * 32), (owner, ROWS + 1))  # of which this journal knows nothing
    turns, settled = in_turns(reclaimer._settled(rows), exchange)
    assert settled == rows[:-1]
    assert sum(turns) == len(rows)
    assert max(turns) == ASKED_AT_ONCE


def test_a_request_is_found_as_fast_among_10000_as_among_100():
    few, many = World(), World()
    settled_wallet(few, 100)
    owner = settled_wallet(many, ROWS)

    def cost_s(exchange):
        start_s = time.thread_time()
        for _ in range(1_000):
            assert exchange.settlement_request(owner, 1).request_id == 1
        return time.thread_time() - start_s

    least = [min(cost_s(world.exchange) for _ in range(5)) for world in (few, many)]
    assert least[1] < 3 * least[0], least
