"""All laws of rules/invariants.md after every step of runs that hypothesis makes up and shortens.

`HYPOTHESIS_PROFILE=nightly` runs many long ones from fresh seeds; `make test` a few fixed ones.
"""

import os
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from engine.schema.parameters import ADOPTED_PARAMETERS, Parameter
from tests.engine.core.support.laws import Lawful, records
from tests.engine.core.support.stage import EXCHANGE_PLACE, MARKET_PLACE
from tests.engine.core.support.world import DAY_S, E6, E8, E12, OPERATOR, wallet

USERS = tuple(wallet(number) for number in range(1, 5))
KEEPER = wallet(9)
SETTINGS = (
    settings()
    if os.environ.get("HYPOTHESIS_PROFILE") == "nightly"
    else settings(max_examples=40, stateful_step_count=40, derandomize=True)
)

users = st.sampled_from(USERS)
markets = st.sampled_from([1, 2])
sides = st.booleans()
sizes = st.one_of(
    st.integers(-60, 60).map(lambda units: units * E6 + units),
    st.integers(-60, 60).map(lambda units: units * E6 // 7),
    st.sampled_from([1, -1, 2_500, -2_499, 13_334, 10**13, -(10**13)]),
).filter(bool)
amounts = st.one_of(
    st.integers(1, 5_000).map(lambda units: units * E6 + 1), st.sampled_from([1, 9_999, 10_000])
)
# A waiting order: market, size, kind, trigger in per mille, reduce-only and whole, group.
Wish = tuple[int, int, int, int, tuple[int, int], int]
wishes = st.tuples(
    markets,
    sizes,
    st.sampled_from([0, 0, 0, 1, 1, 2, 3, 4]),
    st.integers(-60, 60),
    st.sampled_from([(0, 0), (0, 0), (0, 0), (1, 0), (1, 1)]),
    st.sampled_from([0, 0, 1]),
)
MARKET_VALUES = {
    "taker_fee_rate_e12": [0, 15 * 10**8, 5 * 10**10],
    "skew_scale_e6": [0, 10**10, 20 * 10**11],
    "level_n": [0, 5],
    "k_drift_e12": [0, E12],
    "min_initial_margin_ratio_e12": [E12 // 100, E12 // 10],
    "max_funding_rate_e12": [0, 2_500_000_000, 5 * 10**10],
    "liquidation_capacity_multiplier_e12": [0, 10**6, 2 * 10**9],
    "max_side_size_e6": [0, 10**11],
}
EXCHANGE_VALUES = {
    "min_liquidation_fee_e6": [0, 5 * E6],
    "locked_open_interest_ratio_e12": [0, E12 // 2, 10 * E12],
    "net_exposure_cap_rate_e12": [0, E12 // 2],
    "reserve_fee_share_e12": [0, 10**11, E12],
    "liquidation_target_health_e12": [101 * 10**10, 125 * 10**10],
    "min_trade_notional_e6": [0, E6],
}

# Each parameter that an operator may adopt, from none to the most, and what is out of its range.
ADOPTED_VALUES = {
    "max_side_notional_rate_e12": [0, E12 // 20, 10 * E12],
    "n_fast": [1, 10],
    "n_slow": [60, 1_000],
    "spread_rate_e12": [0, 2 * 10**8, 10**10],
    "s_ref_rate_e12": [0, 3 * E12 // 4, E12],
    "level_n": [0, 5, 20],
    "crowding_knee_e12": [0, 5 * 10**10, E12],
    "skew_scale_rate_e12": [0, 2 * E12, 1_000 * E12],
    "max_noise_e12": [0, 3 * 10**9, 2 * 10**10],
}
adoptions = st.fixed_dictionaries({n: st.sampled_from(v) for n, v in ADOPTED_VALUES.items()})
spoilt = st.sampled_from([None] * 15 + [*ADOPTED_PARAMETERS])


class Books(RuleBasedStateMachine):
    """Users, markets, prices, time, pauses, liquidations, liquidity, stakes, parameters."""

    @initialize(
        pool=st.sampled_from([50_000, 10_000_000]),
        opening=st.lists(st.tuples(markets, sides, st.integers(0, 100)), min_size=4, max_size=4),
        waiting=st.lists(st.tuples(users, wishes), min_size=4, max_size=12),
    )
    def begin(
        self,
        pool: int,
        opening: list[tuple[int, bool, int]],
        waiting: list[tuple[bytes, Wish]],
    ) -> None:
        self.world = Lawful(min_lp_duration_s=DAY_S // 2, settlement_delay_s=3600)
        self.world.users = (*USERS, KEEPER, OPERATOR, wallet(999))
        self.world.add_liquidity(pool * E6)
        bands = {"print_band_e12": 8 * 10**10, "print_band_pause_e12": 12 * 10**10}
        self.world.market(**bands)
        self.world.market(75 * E8, "TX", skew_scale_e6=10**11, **bands)
        for number in (1, 2, 3, 4, 9):
            self.world.account(number, 1, 3_000 * E6)
        for user, (market_id, is_long, part) in zip(USERS, opening, strict=True):
            self.lean(user, market_id, is_long, part)
        for user, wish in waiting:
            self.place(user, wish)
        self.saved = (self.world.exchange.snapshot(), len(self.world.journal))

    # Trading.

    @rule(user=users, market_id=markets, size=sizes)
    def trade(self, user: bytes, market_id: int, size: int) -> None:
        self.world.quoted_trade(user, market_id, size)

    @rule(user=users, market_id=markets, is_long=sides, part=st.integers(1, 101))
    def lean(self, user: bytes, market_id: int, is_long: bool, part: int) -> None:
        """A part of the largest trade there is; all of it executes and more does not."""
        world = self.world
        limits = world.exchange.quote_limits(user, 1, market_id, is_long, world.now_s)
        if limits.maximum is None:
            return
        most = limits.maximum.size_delta_e6
        size = most + (1 if is_long else -1) if part > 100 else most * part // 100
        if size:
            world.quoted_trade(user, market_id, size)
            assert part != 100 or not world.rejected
            assert part <= 100 or world.rejected

    @rule(user=users, market_id=markets, part=st.integers(-100, -1))
    def decrease(self, user: bytes, market_id: int, part: int) -> None:
        size = self.world.position(user, market_id) * part // 100
        if size:
            self.world.quoted_trade(user, market_id, size)

    @rule(user=users, market_id=markets)
    def close(self, user: bytes, market_id: int) -> None:
        if self.world.position(user, market_id):
            self.world.quoted_close(user, market_id)

    @rule(user=users, market_id=markets, size=sizes, part=st.integers(1, 99))
    def split(self, user: bytes, market_id: int, size: int, part: int) -> None:
        """Two orders never beat one by more than a tick times the size.

        Beside it, the one order may lose a last unit more in its fee, its surcharge and in each of
        the four profits that it realises and leaves; and where it crosses zero skew, the fee of its
        two parts is taken on one fill, that of two orders on each one's own.
        """
        first = size * part // 100
        if first in (0, size):
            return
        once, twice = self.world.copy(), self.world.copy()
        once.modify(user, size, market_id)
        if once.rejected:
            return
        twice.modify(user, first, market_id)
        if twice.rejected:
            return
        twice.modify(user, size - first, market_id)
        if not twice.rejected:
            gain = twice.view(user).available_margin_e6 - once.view(user).available_margin_e6
            most = abs(size) // E8 + 1 + 6 + self.fee_of_crossing(market_id, size)
            assert gain <= most, (gain, most)

    def fee_of_crossing(self, market_id: int, size: int) -> int:
        """(taker - maker) * p * a * b / 2k, rounded up: a brings the skew to 0, b continues."""
        market = self.world.see(market_id)
        rules = market.parameters
        closing = min(abs(market.skew_size_e6), abs(size)) if market.skew_size_e6 * size < 0 else 0
        if rules["skew_scale_e6"] == 0:
            return 0
        rate = abs(rules["taker_fee_rate_e12"] - rules["maker_fee_rate_e12"])
        held = market.held_print.price_e8 if market.held_print else 0
        price = max(market.index_price_e8, held)
        product = rate * price * closing * (abs(size) - closing)
        return -(-product // (2 * rules["skew_scale_e6"] * E8 * E12))

    @rule(pair=st.permutations(USERS), first=sizes, second=sizes)
    def swap(self, pair: list[bytes], first: int, second: int) -> None:
        """Trades of two users in two markets give the same balances in either order."""
        shown = []
        for order in ((0, 1), (1, 0)):
            world = self.world.copy()
            codes = {}
            for place in order:
                world.modify(pair[place], (first, second)[place], place + 1)
                codes[place] = world.code
            shown.append((codes, [world.view(user) for user in pair[:2]]))
        if set(shown[0][0].values()) | set(shown[1][0].values()) == {ErrorCode.NONE}:
            assert shown[0][1] == shown[1][1]

    # Waiting orders; those on the market price would answer the trades whose quotes are compared.

    @rule(user=users, wish=wishes)
    def place(self, user: bytes, wish: Wish) -> None:
        market_id, size, kind, move, (is_reduce_only, is_whole), group = wish
        world = self.world
        price = world.see(market_id).index_price_e8
        is_buy = world.position(user, market_id) < 0 if is_whole else size > 0
        fields = {
            "owner": user,
            "account_id": 1,
            "market_id": market_id,
            "kind": kind,
            "size_e6": 0 if is_whole else size,
            "is_reduce_only": is_reduce_only,
            "is_whole": is_whole,
            "trigger_e8": price + price * move // 1_000 if 0 < kind < 4 else 0,
            "trail_e6": 10_000 + abs(move) * 1_000 if kind == 4 else 0,
            "worst_e8": 0 if kind == 1 else 10**13 if is_buy else 1,
            "group": group,
            "expires_at_s": world.now_s + 10 * DAY_S,
        }
        if 0 < move < 20 and kind < 2 and not is_reduce_only:  # an entry with a bracket
            low, high = price * 7 // 10, price * 13 // 10
            fields |= {
                "stop_e8": low if is_buy else high,
                "target_e8": high if is_buy else low,
            }
        world.chain(m.PlacePerpOrder, user, **fields)

    @rule(user=users, place=st.integers(0, 5), size=sizes)
    def amend(self, user: bytes, place: int, size: int) -> None:
        world = self.world
        for row in world.exchange.perp_orders(user, 1, world.now_s)[place : place + 1]:
            fields = {
                "owner": user,
                "account_id": 1,
                "order_id": row.order_id,
                "size_e6": 0 if row.is_whole else abs(size) if row.is_buy else -abs(size),
                "trigger_e8": 0 if row.kind == 4 else row.trigger_e8,
                "trail_e6": row.trail_e6,
                "worst_e8": row.worst_e8,
                "expires_at_s": world.now_s + 2 * DAY_S,
            }
            world.chain(m.AmendPerpOrder, user, **fields)
            assert not row.is_locked or world.rejected

    @rule(user=users, place=st.integers(0, 5))
    def cancel(self, user: bytes, place: int) -> None:
        world = self.world
        for row in world.exchange.perp_orders(user, 1, world.now_s)[place : place + 1]:
            fields = {"owner": user, "account_id": 1, "order_id": row.order_id}
            world.chain(m.CancelPerpOrder, user, **fields)
            assert bool(world.rejected) == row.is_locked

    @rule(user=users, market_id=st.integers(0, 2))
    def cancel_all(self, user: bytes, market_id: int) -> None:
        fields = {"owner": user, "account_id": 1, "market_id": market_id}
        self.world.chain(m.CancelPerpOrders, user, **fields)

    @rule(user=users)
    def liquidate(self, user: bytes) -> None:
        self.world.quoted_liquidation(KEEPER, user)

    @rule()
    def liquidate_all(self) -> None:
        world = self.world
        rows = world.exchange.liquidation_candidates(world.now_s, 10)
        assert {(row.owner, row.account_id) for row in rows} == {
            (view.owner, view.account_id) for view in world.accounts() if view.can_liquidate
        }
        for row in rows:
            if row.account_id == 1:
                world.quoted_liquidation(KEEPER, row.owner)

    # Prices and time.

    @rule(market_id=markets, move=st.integers(-130, 130))
    def print(self, market_id: int, move: int) -> None:
        price = self.world.see(market_id).index_price_e8
        self.world.post(price + price * move // 1_000, market_id)

    @rule(first=st.integers(-119, 119), second=st.integers(-119, 119))
    def morning(self, first: int, second: int) -> None:
        """Scheduled prints of both markets, confirmed; then liquidate accounts short of margin."""
        world = self.world
        world.now_s = (world.now_s // DAY_S + 1) * DAY_S
        for market_id, move in ((1, first), (2, second)):
            price = world.see(market_id).index_price_e8
            world.post(price + price * move // 1_000, market_id)
            world.operate(m.ConfirmPrint, market_id=market_id)
        world.tick(600)
        self.liquidate_all()

    @rule(seconds=st.sampled_from([1, 60, 600, 3_600, 20_000, DAY_S]))
    def wait(self, seconds: int) -> None:
        self.world.tick(seconds)

    @rule(market_id=markets)
    def accrue_twice(self, market_id: int) -> None:
        """Setting a parameter to what it is stores the accrual; a second time adds nothing."""
        world = self.world
        level_n = world.see(market_id).parameters["level_n"]
        fields = {"parameter": MARKET_PLACE["level_n"], "value": level_n, "market_id": market_id}
        world.operate(m.SetMarketParameter, **fields)
        once = (world.see(market_id), world.accounts(), world.pool())
        world.operate(m.SetMarketParameter, **fields)
        assert (world.see(market_id), world.accounts(), world.pool()) == once

    # Money.

    @rule(user=users, amount=amounts)
    def deposit(self, user: bytes, amount: int) -> None:
        fields = {"owner": user, "account_id": 1, "amount_e6": amount}
        self.world.chain(m.DepositMargin, user, amount, **fields)

    @rule(user=users, amount=amounts, tip=st.sampled_from([0, 10, 10**4]))
    def withdraw(self, user: bytes, amount: int, tip: int) -> None:
        most = self.world.view(user).max_withdrawable_e6
        fields = {"account_id": 1, "amount_e6": amount, "tip_e6": tip}
        self.world.chain(m.WithdrawMargin, user, **fields)
        assert self.world.rejected or amount <= most

    @rule(user=users, amount=amounts)
    def add(self, user: bytes, amount: int) -> None:
        self.world.quoted_deposit(user, amount)

    @rule(user=st.sampled_from([*USERS, wallet(999)]), part=st.integers(1, 120))
    def remove(self, user: bytes, part: int) -> None:
        for row in self.world.exchange.lp_positions(user, self.world.now_s)[:1]:
            shares = row.shares_e6 * part // 100
            if shares:
                self.world.quoted_removal(user, row.lp_position_id, shares)

    @rule(user=users, amount=amounts, mint=st.sampled_from([1, 2]))
    def send_without_a_command(self, user: bytes, amount: int, mint: int) -> None:
        world = self.world
        world.chain(m.IgnoreTransaction, user, amount, attached_mint=mint)
        number = len(world.exchange.quarantined_deposits(user))
        world.chain(m.ClaimDeposit, user, deposit_id=number)

    @rule(user=users)
    def pay(self, user: bytes) -> None:
        """Bring every request of a wallet one step further."""
        world = self.world
        rows = world.exchange.settlement_requests(user)
        pending = [row.request_id for row in rows if row.state == 0][:8]
        if pending:
            ids = tuple(pending + [0] * (8 - len(pending)))
            fields = {"owner": user, "request_count": len(pending), "request_ids": ids}
            world.chain(m.ProcessSettlementRequests, KEEPER, **fields)
        for row in rows:
            key = {"owner": user, "request_id": row.request_id}
            if row.state == 1:
                world.send(m.AuthorisePayout(**key, payout_signature=b"p" * 64))
            if row.state == 2:
                world.send(m.RecordPayout(**key, payout_signature=b"p" * 64))

    @rule(user=users, amount=amounts, kind=st.sampled_from([m.Stake, m.Unstake, m.WithdrawStake]))
    def stake(self, user: bytes, amount: int, kind: type[Any]) -> None:
        if kind is m.Stake:
            fields = {"attached_mint": 2, "is_creating_account": 1}
            self.world.chain(kind, user, amount, amount_e6=amount, **fields)
        else:
            self.world.chain(kind, user, amount_e6=amount)

    # The operator.

    @rule(kind=st.sampled_from([m.UnpauseExchange, m.UnpauseExchange, m.PauseExchange]))
    def pause(self, kind: type[Any]) -> None:
        self.world.operate(kind)

    @rule(market_id=markets, kind=st.sampled_from([m.UnpauseMarket, m.ConfirmPrint, m.PauseMarket]))
    def operate(self, market_id: int, kind: type[Any]) -> None:
        self.world.operate(kind, market_id=market_id)

    @rule(seconds=st.integers(0, 4_000))
    def halt(self, seconds: int) -> None:
        """While halted nothing accrues."""
        world = self.world
        world.operate(m.Halt)
        before = [world.see(number).funding_per_unit_e18 for number in (1, 2)]
        world.tick(seconds)
        world.operate(m.Resume)
        assert [world.see(number).funding_per_unit_e18 for number in (1, 2)] == before

    @rule(data=st.data(), market_id=st.integers(0, 2))
    def set_parameter(self, data: Any, market_id: int) -> None:
        table = MARKET_VALUES if market_id else EXCHANGE_VALUES
        name = data.draw(st.sampled_from(sorted(table)))
        value = data.draw(st.sampled_from(table[name]))
        if market_id:
            fields = {"market_id": market_id, "parameter": MARKET_PLACE[name], "value": value}
            self.world.operate(m.SetMarketParameter, **fields)
        else:
            fields = {"parameter": EXCHANGE_PLACE[name], "value": value}
            self.world.operate(m.SetExchangeParameter, **fields)
        assert not self.world.rejected

    @rule(market_id=st.sampled_from([1, 1, 2, 2, 3]), values=adoptions, spoil=spoilt)
    def adopt(self, market_id: int, values: dict[str, int], spoil: Parameter | None) -> None:
        if spoil is not None:
            values = values | {spoil.name: spoil.high + 1}
        self.world.previewed_adoption(market_id, values)
        refusal = ErrorCode.VALIDATION if spoil else ErrorCode.NONE
        assert self.world.code is (ErrorCode.MARKET_NOT_FOUND if market_id == 3 else refusal)

    # Other ways to the same state.

    @rule()
    def save(self) -> None:
        self.saved = (self.world.exchange.snapshot(), len(self.world.journal))

    def teardown(self) -> None:
        if not hasattr(self, "world"):
            return
        world = self.world
        batch, single = Exchange(), Exchange()
        batch.apply_batch(records(world.journal))
        for command in world.journal:
            single.apply(command)
        snapshot, length = self.saved
        restored = Exchange.restore(snapshot)
        restored.apply_batch(records(world.journal[length:]))
        hashes = {e.state_hash() for e in (batch, single, restored, world.exchange)}
        assert len(hashes) == 1
        assert batch.snapshot() == restored.snapshot() == world.exchange.snapshot()


TestBooks = Books.TestCase
TestBooks.settings = SETTINGS
TestBooks = pytest.mark.timeout(0)(TestBooks) if SETTINGS.max_examples > 100 else TestBooks
