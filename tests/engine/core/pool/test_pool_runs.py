"""Random runs of deposits, removals and payouts against sums made again from the journal."""

from collections import Counter
from random import Random

import pytest

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.core.views import SettlementRequestView
from engine.schema.errors import ErrorCode
from tests.engine.core.support.world import (
    CLASSICAL,
    DAY_S,
    E6,
    E8,
    E12,
    OPERATOR,
    World,
    assert_vault,
    of,
    wallet,
)

USERS = [wallet(number) for number in range(1, 5)]
COMMANDS = 600
HOUR_S = 3_600


class Run(World):
    """A pool, its providers and one trader, at random; what passed the line is noted."""

    def __init__(self, seed: int) -> None:
        super().__init__(
            min_lp_duration_s=DAY_S // 4,
            settlement_delay_s=HOUR_S,
            net_exposure_cap_rate_e12=10 * E12,
            outflow_hourly_rate_e12=2 * E12 // 100,
            outflow_daily_rate_e12=E12 // 10,
            outflow_floor_e6=500 * E6,
        )
        self.random = Random(seed)
        self.line: list[tuple[bytes, int]] = []
        self.seen: Counter[str] = Counter()
        self.passed: list[tuple[int, int]] = []  # (time, amount)
        for user in USERS:
            self.chain(m.AddLiquidity, user, 20_000 * E6, amount_e6=20_000 * E6)
        self.market(100 * E8, **(CLASSICAL | {"print_band_e12": 5 * 10**10}))
        self.account(9, 1, 100_000 * E6)

    def act(self) -> None:
        self.now_s += self.random.choice([0, 0, 30, 600, 2_500, 9_000])
        acts = [self.add, self.remove, self.remove, self.process, self.process, self.pay]
        acts += [self.pay, self.pay, self.trade, self.move, self.claim, self.close_position]
        self.random.choice(acts)(self.random.choice(USERS))

    def add(self, user: bytes) -> None:
        amount = self.random.randint(1, 3_000 * E6)
        self.chain(m.AddLiquidity, user, amount, amount_e6=amount)

    def remove(self, user: bytes) -> None:
        view = self.random.choice(self.exchange.lp_positions(user, self.now_s))
        most = view.max_removable_shares_e6
        shares = self.random.choice([most, most + 1, view.shares_e6, most // 3, most // 50, 1])
        tip = self.random.choice([0, 0, shares // 200])
        events = self.chain(
            m.RemoveLiquidity,
            user,
            lp_position_id=view.lp_position_id,
            shares_e6=shares,
            tip_e6=tip,
        )
        self.seen[self.code.name] += 1
        if self.rejected:
            return
        self.seen["removed"] += 1
        assert 0 < shares <= most
        pool = self.pool()
        assert pool.lp_balance_e6 >= pool.required_minimum_balance_e6
        (event,) = of(events, m.LiquidityModified)
        assert event.liquidity_e6 * E8 <= shares * (event.share_price_e8 + 1)

    def process(self, user: bytes) -> None:
        ids = tuple(self.random.randint(1, 12) for _ in range(8))
        asked = {row.request_id: row.amount_e6 for row in self.exchange.settlement_requests(user)}
        events = self.chain(
            m.ProcessSettlementRequests, USERS[0], owner=user, request_count=8, request_ids=ids
        )
        for event in of(events, m.SettlementProcessed):
            assert 0 <= event.tip_e6 <= event.amount_e6 <= asked[event.request_id]
            self.seen["processed"] += 1
            self.seen["repriced"] += event.amount_e6 < asked[event.request_id]
            if event.amount_e6:
                self.line.append((user, event.request_id))

    def claim(self, user: bytes) -> None:
        amount = self.random.randint(1, 1_000 * E6)
        self.chain(m.IgnoreTransaction, user, amount, reason="no memo")
        deposit_id = len(self.exchange.quarantined_deposits(user))
        if user == USERS[3]:
            self.chain(m.IgnoreTransaction, OPERATOR, 2 * E6, reason="no memo")
            number = len(self.exchange.quarantined_deposits(OPERATOR))
            self.operate(m.GrantLpAccount, owner=user, deposit_id=number)
            self.chain(m.UpgradeLpAccount, user)
        assert of(self.chain(m.ClaimDeposit, user, deposit_id=deposit_id), m.DepositClaimed)

    def within(self, length_s: int) -> int:
        return sum(amount for at, amount in self.passed if self.now_s - at < length_s)

    def pay(self, user: bytes) -> None:
        """Try any payable request, as a rule the first of the line, or end one in flight."""
        wanted = 0
        if self.line and self.random.random() < 0.7:
            user, wanted = self.line[0]
        rows = [
            row
            for row in self.exchange.settlement_requests(user)
            if row.state in (1, 2) and wanted in (0, row.request_id)
        ]
        if not rows:
            return
        row = self.random.choice(rows)
        if row.state == 1:
            self.authorise(row)
        elif self.random.random() < 0.5:
            self.send(m.ExpirePayout(owner=user, request_id=row.request_id))
            assert not self.rejected
        else:
            self.send(
                m.RecordPayout(owner=user, request_id=row.request_id, payout_signature=b"s" * 64)
            )
            assert not self.rejected

    def expected(self, row: SettlementRequestView) -> ErrorCode:
        """What the line and the sums say must come of an authorisation."""
        key = (row.owner, row.request_id)
        if key not in self.line:
            assert row.payable_order is None
            return ErrorCode.NONE
        assert row.payable_order == self.line.index(key) + 1
        pool = self.pool()
        total = pool.margin_e6 + pool.lp_balance_e6
        is_full = any(
            self.within(length)
            and self.within(length) + row.amount_e6 > max(total * rate // 100, 500 * E6)
            for length, rate in ((HOUR_S, 2), (DAY_S, 10))
        )
        return ErrorCode.OUTFLOW_LIMIT if is_full or key != self.line[0] else ErrorCode.NONE

    def authorise(self, row: SettlementRequestView) -> None:
        key = (row.owner, row.request_id)
        expected = self.expected(row)
        self.send(
            m.AuthorisePayout(
                owner=row.owner, request_id=row.request_id, payout_signature=b"s" * 64
            )
        )
        assert self.code is expected
        self.seen[expected.name] += 1
        if expected is ErrorCode.NONE and key in self.line:
            self.line.remove(key)
            self.passed.append((self.now_s, row.amount_e6))
        view = self.exchange.outflow_view(self.now_s)
        assert (view.hour_used_e6, view.day_used_e6) == (self.within(HOUR_S), self.within(DAY_S))

    def trade(self, _: bytes) -> None:
        self.modify(wallet(9), self.random.randint(-90 * E6, 90 * E6))

    def move(self, _: bytes) -> None:
        self.now_s += 1
        price = self.see().index_price_e8
        self.post(price * self.random.choice([970, 990, 1000, 1003, 1012, 1040]) // 1000)

    def close_position(self, user: bytes) -> None:
        view = self.random.choice(self.exchange.lp_positions(user, self.now_s))
        self.chain(m.CloseLpPosition, user, lp_position_id=view.lp_position_id)
        assert (view.shares_e6 == 0 and not view.is_closed) == (not self.rejected)


@pytest.mark.parametrize("seed", range(6))
def test_line_limits_and_shares_agree_with_the_journal(seed):
    run = Run(seed)
    for _ in range(COMMANDS):
        run.act()
        assert_vault(run)
        pool = run.pool()
        rows = run.exchange.open_settlement_requests()
        assert sum(row.amount_e6 for row in rows) == pool.unsettled_e6
        held = 1_000 + sum(
            view.shares_e6 for user in USERS for view in run.exchange.lp_positions(user, 0)
        )
        legacy = run.exchange.lp_account(USERS[3], 0)
        assert pool.lp_shares_e6 == held + (legacy.shares_e6 if legacy else 0)
    assert len(run.passed) > 10
    assert min(run.seen[what] for what in ("removed", "processed", "OUTFLOW_LIMIT")) > 10
    assert run.seen["repriced"]
    records = b"".join(m.encode(command) for command in run.journal)
    again = Exchange()
    again.apply_batch(records)
    assert again.state_hash() == run.exchange.state_hash()
