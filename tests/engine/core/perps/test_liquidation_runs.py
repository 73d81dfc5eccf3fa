"""What must hold after every command while accounts fail at random (rules/liquidation.md)."""

from random import Random
from typing import Any

import pytest

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from tests.engine.core.support.world import (
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

USERS = [wallet(number) for number in range(1, 7)]
KEEPER = wallet(9)
COMMANDS = 500
Sizes = dict[tuple[bytes, int], int]


class Run(World):
    """Much leverage, wide bands and a pool that is soon too small; the seed names the run."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        small = seed % 2 == 1
        super().__init__(
            locked_open_interest_ratio_e12=0 if small else E12 // 2,
            net_exposure_cap_rate_e12=10 * E12,
            min_trade_notional_e6=self.random.choice([0, E6, 50 * E6]),
        )
        self.add_liquidity((4_000 if small else 3_000_000) * E6)
        rules = {
            "min_initial_margin_ratio_e12": 3 * 10**10,
            "print_band_e12": E12 // 10,
            "print_band_pause_e12": E12 // 2,
            "max_side_notional_rate_e12": 10 * E12,
            "oracle_max_age_s": 40_000,
            "entry_window_before_s": 0,
            "entry_window_after_s": 0,
        }
        self.market(400 * E8, "MIA", **rules, skew_scale_e6=2_000 * E6)
        self.market(75 * E8, "NYC", **rules, skew_scale_e6=10_000 * E6, liquidation_window_s=60)
        self.market(20 * E8, "TEX", **rules, skew_scale_e6=0)
        for number in range(1, 7):
            self.account(number, 1, 4_000 * E6)
        self.account(9, 1, 0)

    def act(self) -> list[m.Event]:
        if self.random.random() < 0.6:
            self.now_s += self.random.choice([0, 1, 30, 60, 600, 3_000])
        acts = [self.trade, self.trade, self.print, self.print, self.print, self.liquidate]
        acts += [self.liquidate, self.pay, self.pay]
        return self.random.choice(acts)(self.random.choice(USERS))

    def trade(self, owner: bytes) -> list[m.Event]:
        market_id = self.random.choice([1, 2, 3])
        times = self.random.choice([3, 8, 16])
        room = max(E6, times * self.view(owner).available_margin_e6)
        worth = self.random.randint(-room, room)
        return self.modify(owner, worth * E8 // self.see(market_id).index_price_e8, market_id)

    def print(self, _: bytes) -> list[m.Event]:
        market_id = self.random.choice([1, 2, 3])
        price = self.see(market_id).index_price_e8
        if self.see(market_id).held_print is not None and self.random.random() < 0.7:
            return self.operate(m.ConfirmPrint, market_id=market_id)
        move = self.random.choice([1, -1, 7, -11, 25, -30, 50, -60, 80, -80, 130])
        return self.post(price + price * move // 1000, market_id)

    def liquidate(self, owner: bytes) -> list[m.Event]:
        candidates = self.exchange.liquidation_candidates(self.now_s, 10)
        if candidates and self.random.random() < 0.9:
            owner = self.random.choice(candidates).owner
        is_named = self.random.random() < 0.5
        fields = {"owner": owner, "account_id": 1, "fee_account_id": 1}
        return self.chain(m.Liquidate, KEEPER, has_fee_account=int(is_named), **fields)

    def pay(self, owner: bytes) -> list[m.Event]:
        amount = self.random.randint(1, 3_000) * E6
        pick = self.random.randrange(5)
        if pick == 0:
            return self.chain(m.WithdrawMargin, owner, account_id=1, amount_e6=amount)
        if pick == 1:
            return self.send(m.UnpauseMarket(operator=OPERATOR, market_id=1))
        if pick == 2:
            return self.chain(m.AddLiquidity, owner, amount, amount_e6=amount)
        owner = min(USERS, key=lambda user: self.view(user).collateral_e6)
        return self.chain(
            m.DepositMargin, owner, amount, owner=owner, account_id=1, amount_e6=amount
        )

    def sizes(self) -> Sizes:
        return {
            (owner, row.market_id): row.size_e6
            for owner in USERS
            for row in self.view(owner).positions
        }


def assert_sums(run: Run) -> None:
    views = [run.view(owner) for owner in [*USERS, KEEPER]]
    rows = [row for view in views for row in view.positions]
    pool = run.pool()
    assert sum(view.collateral_e6 for view in views) == pool.margin_e6
    assert all(view.collateral_e6 >= 0 for view in views)
    assert pool.reserve_e6 >= 0
    total = sum(row.pnl.total_e6 for row in rows)
    assert total <= pool.unrealized_pnl_e6 <= total + 2 * len(rows) + 3
    requests = run.exchange.open_settlement_requests()
    assert sum(request.amount_e6 for request in requests) == pool.unsettled_e6
    for view in views:
        if view.in_liquidation:
            assert view.can_liquidate
            assert view.positions
        else:
            assert view.accumulated_liquidation_fees_e6 == 0


def assert_pieces(run: Run, events: list[m.Event], before: Sizes, quote: Any) -> None:
    """Sizes shrink toward zero by what was closed; the quote said so."""
    after = run.sizes()
    pieces = of(events, m.PositionLiquidated)
    assert pieces
    for piece in pieces:
        old = before[piece.owner, piece.market_id]
        assert abs(old) - piece.size_e6 == abs(piece.new_size_e6)
        assert old * piece.new_size_e6 >= 0
        assert after.get((piece.owner, piece.market_id), 0) == piece.new_size_e6
    assert all(abs(size) <= abs(before[key]) for key, size in after.items())
    assert [piece.liquidation_fee_e6 for piece in pieces[:-1]] == [0] * (len(pieces) - 1)
    assert quote.code is ErrorCode.NONE
    assert [(row.market_id, row.size_e6) for row in quote.pieces] == [
        (piece.market_id, piece.size_e6) for piece in pieces
    ]
    assert quote.fee_e6 == pieces[-1].liquidation_fee_e6
    debts = of(events, m.BadDebtCovered)
    assert quote.bad_debt_e6 == sum(row.from_reserve_e6 + row.from_pool_e6 for row in debts)


@pytest.mark.parametrize("seed", [*range(8), 19])  # 7 and 19 deleverage
def test_liquidations_keep_the_books(seed):
    run = Run(seed)
    seen: dict[type, int] = {}
    for _ in range(COMMANDS):
        now = run.now_s
        before, sizes = run.exchange.state_hash(), run.sizes()
        events = run.act()
        for event in events:
            seen[type(event)] = seen.get(type(event), 0) + 1
        assert_vault(run)
        assert_sums(run)
        if of(events, m.PositionLiquidated):
            check_the_call(run, events, sizes)
        if run.rejected and run.now_s // DAY_S == now // DAY_S and len(events) == 1:
            assert run.exchange.state_hash() == before
    assert seen[m.PositionLiquidated] > 4
    assert seen[m.LiquidationEnded] <= seen[m.LiquidationStarted]
    assert seen.get(m.AutoDeleveraged, 0) == 0 or seed % 2 == 1
    assert_replay(run)


def check_the_call(run: Run, events: list[m.Event], sizes: Sizes) -> None:
    """Ask a copy that stands before the call what it would do."""
    copy = Exchange()
    copy.apply_batch(b"".join(m.encode(command) for command in run.journal[:-1]))
    command = run.journal[-1]
    quote = copy.quote_liquidation(command.owner, 1, run.now_s)
    assert_pieces(run, events, sizes, quote)
    fee = quote.fee_e6
    pool_before, pool_after = copy.exchange_view(run.now_s), run.pool()
    debts = of(events, m.BadDebtCovered)
    haircuts = sum(row.haircut_e6 for row in of(events, m.AutoDeleveraged))
    paid = sum(row.from_pool_e6 for row in debts)
    moved = (pool_after.lp_balance_e6 - pool_after.unrealized_pnl_e6) - (
        pool_before.lp_balance_e6 - pool_before.unrealized_pnl_e6
    )
    # Equity of the pool moves by what it paid and got back, but for the last units of floors.
    assert abs(moved + paid - haircuts) <= 40
    assert haircuts <= paid
    if debts:
        assert fee == 0
    before = copy.margin_account_view(command.owner, 1, run.now_s)
    assert before.can_liquidate
    after = run.view(command.owner)
    debt = sum(row.from_reserve_e6 + row.from_pool_e6 for row in debts)
    assert after.available_margin_e6 == before.available_margin_e6 - fee + debt


def assert_replay(run: Run) -> None:
    again = Exchange()
    again.apply_batch(b"".join(m.encode(command) for command in run.journal))
    assert again.state_hash() == run.exchange.state_hash()
