"""What must hold after every command of a random run (rules/invariants.md)."""

from dataclasses import replace
from random import Random

import pytest

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from tests.engine.core.support.world import DAY_S, E6, E8, OPERATOR, World, assert_vault, wallet

USERS = [wallet(number) for number in range(1, 6)]
COMMANDS = 400


class Run(World):
    """A world that acts at random; the seed is in the test's name."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.random = Random(seed)
        self.add_liquidity()
        self.market()
        self.market(75 * E8, "TX", skew_scale_e6=10**11)
        for number in range(1, 6):
            self.account(number, 1, 20_000 * E6)

    def act(self) -> list[m.Event]:
        pick = self.random.random
        if pick() < 0.5:
            self.now_s += self.random.choice([0, 1, 60, 3600, 20_000])
        owner = self.random.choice(USERS)
        acts = [self.trade, self.trade, self.trade, self.print, self.move_money, self.operate_on]
        return self.random.choice(acts)(owner)

    def trade(self, owner: bytes) -> list[m.Event]:
        market_id = self.random.choice([1, 2])
        if self.random.random() < 0.3:
            return self.close(owner, 0, market_id)
        size = self.random.randint(-60 * E6, 60 * E6)
        return self.modify(owner, size, market_id)

    def print(self, _: bytes) -> list[m.Event]:
        market_id = self.random.choice([1, 2])
        price = self.see(market_id).index_price_e8
        move = self.random.choice([0, 1, -3, 5, 12, -15, 40, 90])
        return self.post(price + price * move // 1000, market_id)

    def move_money(self, owner: bytes) -> list[m.Event]:
        amount = self.random.randint(0, 3_000 * E6)
        pick = self.random.randrange(6)
        if pick == 0:
            return self.chain(
                m.DepositMargin, owner, amount, owner=owner, account_id=1, amount_e6=amount
            )
        if pick == 1:
            return self.chain(m.WithdrawMargin, owner, account_id=1, amount_e6=amount)
        if pick == 2:
            return self.chain(m.AddLiquidity, owner, amount, amount_e6=amount)
        if pick == 3:
            return self.chain(m.IgnoreTransaction, owner, amount, reason="no memo")
        if pick == 4:
            return self.chain(m.ClaimDeposit, owner, deposit_id=self.random.randint(1, 4))
        ids = tuple(self.random.randint(1, 6) for _ in range(8))
        return self.chain(
            m.ProcessSettlementRequests, owner, owner=owner, request_count=8, request_ids=ids
        )

    def operate_on(self, owner: bytes) -> list[m.Event]:
        market_id = self.random.choice([1, 2])
        request = {"owner": owner, "request_id": self.random.randint(1, 6)}
        return self.send(
            self.random.choice(
                [
                    m.ConfirmPrint(operator=OPERATOR, market_id=market_id),
                    m.UnpauseMarket(operator=OPERATOR, market_id=market_id),
                    m.UnpauseMarket(operator=OPERATOR, market_id=market_id),
                    m.PauseMarket(operator=OPERATOR, market_id=market_id),
                    m.AuthorisePayout(**request),
                    m.RecordPayout(**request),
                    m.Tick(),
                ]
            )
        )


def recorded(seed: int) -> tuple[Run, list[bytes]]:
    """A random run, and the records of its commands."""
    run = Run(seed)
    for _ in range(COMMANDS):
        run.act()
    return run, [m.encode(command) for command in run.journal]


def assert_sums(run: Run) -> None:
    """Claims, open interest and profit of the parts make up the shown totals."""
    views = [run.view(owner) for owner in USERS]
    pool = run.pool()
    assert sum(view.collateral_e6 for view in views) == pool.margin_e6
    rows = [position for view in views for position in view.positions]
    for market_id in run.exchange.market_ids():
        sizes = [row.size_e6 for row in rows if row.market_id == market_id]
        market = run.see(market_id)
        assert sum(size for size in sizes if size > 0) == market.long.size_e6
        assert -sum(size for size in sizes if size < 0) == market.short.size_e6
    total = sum(row.pnl.total_e6 for row in rows)
    assert total <= pool.unrealized_pnl_e6 <= total + 2 * len(rows) + 2
    requests = run.exchange.open_settlement_requests()
    assert sum(request.amount_e6 for request in requests) == pool.unsettled_e6
    for view in views:
        assert view.collateral_e6 >= 0
    assert pool.reserve_e6 >= 0
    assert pool.protocol_fees_e6 >= 0


@pytest.mark.parametrize("seed", range(8))
def test_the_books_balance_after_every_command(seed):
    run = Run(seed)
    applied = 0
    for _ in range(COMMANDS):
        before, day = run.exchange.state_hash(), run.now_s // DAY_S
        events = run.act()
        applied += run.rejected is None
        assert_vault(run)
        assert_sums(run)
        same_day = run.now_s // DAY_S == day
        if run.rejected and same_day and len(events) == 1:
            assert run.exchange.state_hash() == before
    assert applied > COMMANDS // 4


@pytest.mark.parametrize("seed", range(4))
def test_apply_batch_and_replay_end_in_the_same_state(seed):
    run, records = recorded(seed)
    whole, single = Exchange(), Exchange()
    events = whole.apply_batch(b"".join(records))
    apart = b"".join(single.apply_batch(memoryview(record)) for record in records)
    assert events == apart
    assert whole.state_hash() == single.state_hash() == run.exchange.state_hash()
    assert whole.sequence == single.sequence == run.seq
    assert whole.chain_cursor == run.exchange.chain_cursor
    assert list(m.decode_all(events))[-1].seq <= run.seq


@pytest.mark.parametrize("seed", range(4))
def test_a_replay_without_events_ends_in_the_same_snapshot(seed):
    run, records = recorded(seed)
    exchange = Exchange()
    for at in range(0, len(records), 7):
        exchange.replay_batch(b"".join(records[at : at + 7]))
    assert exchange.snapshot() == run.exchange.snapshot()
    with pytest.raises(ValueError, match="not a command record"):
        exchange.replay_batch(records[0][:-1])
    assert exchange.snapshot() == run.exchange.snapshot()


@pytest.mark.parametrize("seed", range(4))
def test_after_every_command_of_a_replay_the_state_is_what_it_is_with_events(seed):
    """A replay defers figures that only events show; its state must be exact wherever it ends."""
    _run, records = recorded(seed)
    heard, silent = Exchange(), Exchange()
    sizes = Random(seed)
    at = 0
    while at < len(records):
        size = sizes.choice((1, 1, 2, 3, 9))
        chunk = b"".join(records[at : at + size])
        heard.apply_batch(chunk)
        silent.replay_batch(chunk)
        assert silent.snapshot_body() == heard.snapshot_body(), at
        at += size
        if at < len(records) and sizes.random() < 0.2:  # a reader again
            assert silent.apply_batch(records[at]) == heard.apply_batch(records[at])
            at += 1


def test_a_replay_leaves_no_events_behind():
    _run, records = recorded(1)
    told, silent = Exchange(), Exchange()
    told.apply_batch(b"".join(records[:-1]))
    silent.replay_batch(b"".join(records[:-1]))
    assert silent.apply_batch(records[-1]) == told.apply_batch(records[-1])
    assert silent.apply_batch(b"") == b""


def test_the_order_of_independent_accounts_does_not_matter():
    balances = []
    for order in (1, -1):
        world = World()
        world.add_liquidity()
        for number in range(1, 4):
            world.market(400 * E8, f"M{number}")
        owners = [world.account(number, 1, 5_000 * E6) for number in (1, 2, 3)]
        for number in (1, 2, 3)[::order]:
            world.modify(owners[number - 1], number * E6, number)
        balances.append([world.view(owner).collateral_e6 for owner in owners])
    assert balances[0] == balances[1]


def test_many_users_and_accounts_survive_growth_and_rollback():
    world = World()
    for number in range(1, 300):
        world.chain(m.CreateMarginAccount, wallet(number), number, account_id=1, amount_e6=number)
        assert not world.rejected
        world.chain(m.CreateMarginAccount, wallet(1000 + number), account_id=1, name="bad\x01")
        assert world.rejected
    for number in range(1, 300):
        assert world.view(wallet(number)).collateral_e6 == number
        assert world.exchange.user_view(wallet(1000 + number)).nonce == 0
    again = Exchange()
    again.apply_batch(b"".join(m.encode(command) for command in world.journal))
    assert again.state_hash() == world.exchange.state_hash()
    assert replace(world.pool(), margin_e6=0, balance_e6=0) == replace(
        again.exchange_view(0), margin_e6=0, balance_e6=0
    )


def test_the_hash_knows_money_and_rules_but_not_the_clock():
    world = World()
    before = world.exchange.state_hash()
    world.tick(50)
    assert world.exchange.state_hash() == before
    world.chain(m.SetDelegate, wallet(1), delegate=wallet(2))
    assert world.exchange.state_hash() != before
    assert len(before) == 32
    other = World(min_liquidity_e6=2 * E6)
    assert other.exchange.state_hash() != before
