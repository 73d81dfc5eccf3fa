"""Markets whose prints stop: late, dead, and ended by settle-market, with all else going on."""

from collections.abc import Iterator
from dataclasses import replace

from engine.core.generated import messages as m
from tests.reference.distress import Step
from tests.reference.rounding import DAY, E6, sign
from tests.reference.ruin import NO_CAPS, OPEN_MARKET
from tests.reference.world import (
    LIQUIDATION_RULES,
    PRICES,
    USERS,
    World,
    create_exchange,
    create_market,
)

AGES = [DAY, 7 * DAY, 7 * DAY, 40 * DAY]  # of oracleMaxAgeDecrease
SILENCES_S = [DAY, 8 * DAY, 29 * DAY, 30 * DAY - 600, 31 * DAY, 31 * DAY, 41 * DAY]
MARKETS: list[dict[str, int]] = [
    {},
    {"skew_scale_e6": 0},
    {"level_n": 90, "k_drift_e12": 10**12},
    {"liquidation_capacity_multiplier_e12": 30 * 10**6},
]
ACCOUNTS = [(user, account) for user in range(4) for account in (0, 1, 2)]


class Silence(World):
    """Positions on both sides, then no print for days or weeks in some of the markets."""

    def stream(self) -> Iterator[m.Command]:
        """Yield the commands of a whole run, made while the reference follows."""
        self.silent: set[int] = set()
        yield from self.first()
        for _ in range(3):
            yield from self.steps(self.positions())
            yield from self.steps(self.fall_silent())
            yield from self.steps([self.leave_or_call] * 25)
            yield from self.steps(self.endings())
            self.silent.clear()
            yield from self.steps([self.leave_or_call] * 8)

    def steps(self, steps: list[Step]) -> Iterator[m.Command]:
        for step in steps:
            self.now += self.random.choice([0, 1, 1, 7, 60])
            yield self.number(step())

    def first(self) -> Iterator[m.Command]:
        r = self.random
        age = self.age = r.choice(AGES)
        rules = NO_CAPS | r.choice(LIQUIDATION_RULES) | {"min_lp_duration_s": DAY}
        yield self.number(create_exchange(**rules))
        for i, price in enumerate(PRICES):
            changes = OPEN_MARKET | {"oracle_max_age_s": DAY, "oracle_max_age_decrease_s": age}
            market = create_market(f"M{i}", price, **(changes | r.choice(MARKETS)))
            endorsed = r.choice([USERS[3], bytes(32)])
            yield self.number(replace(market, authorized_liquidator=endorsed))
        pool = r.choice([400, 2_000, 9_000]) * E6 + r.randrange(E6)
        yield self.number(self.user_command(m.AddLiquidity, 4, amount_e6=pool))
        for user in range(4):
            yield self.number(self.user_command(m.AddLiquidity, user, amount_e6=300 * E6))
        for user, account in ACCOUNTS:
            amount = r.choice([60, 250, 900]) * E6 + r.randrange(E6)
            yield self.number(self.fund(user, account, amount)())

    def positions(self) -> list[Step]:
        """Prints everywhere, then both sides of all markets."""
        r = self.random
        steps: list[Step] = [m.Resume, m.UnpauseExchange]
        for place in range(3):
            steps += self.moves(place, 0.0)
        steps.append(self.wait(400))
        for _ in range(36):
            leg = (r.randrange(3), r.choice([1, -1]))
            steps.append(self.take(*r.choice(ACCOUNTS), leg, r.randrange(300, 5_000) * E6))
        for place in range(3):
            steps += self.moves(place, r.choice([-0.12, -0.04, 0.0, 0.05, 0.12]))
        return steps

    def fall_silent(self) -> list[Step]:
        """Some markets get no more prints; one may hold one back; the others continue at times."""
        r = self.random
        open_ones = [x.id - 1 for x in self.watched.markets.values() if not x.settled]
        self.silent = set(r.sample(open_ones, min(len(open_ones), r.choice([1, 1, 2, 3]))))
        steps: list[Step] = []
        held = [place for place in self.silent if r.random() < 0.4]
        steps += [self.hold(x, r.choice([-0.045, -0.03, 0.03, 0.045, 0.07])) for x in held]
        if r.random() < 0.5:  # a removal that is mature while the print is late, not yet dead
            steps += [self.leave_something, self.wait(DAY + 600), self.process]
        steps.append(self.wait(r.choice(SILENCES_S) + r.choice([-1, 0, 1, 3600])))
        for place in range(3):
            if place not in self.silent:
                steps += self.moves(place, r.choice([-0.04, 0.0, 0.03]))
        steps.append(self.wait(400))
        return steps

    def leave_or_call(self) -> m.Command:
        """Whatever a wallet does while it waits for a print."""
        r = self.random
        user, account = r.choice(ACCOUNTS)
        market = r.randrange(3)
        pick = r.randrange(13)
        if pick < 4:
            return self.liquidate(*self.fallen())()
        if pick < 6:
            return self.reduce()
        if pick == 6:
            return self.take(user, account, (market, r.choice([1, -1])), 500 * E6)()
        if pick == 7:
            return self.user_command(
                m.WithdrawMargin, user, account_id=account, amount_e6=r.randrange(1, 90) * E6
            )
        if pick == 8:
            return self.deposit()
        if pick == 9:
            return self.leave_something()
        if pick == 10:
            return self.process()
        if pick == 11 and market not in self.silent:
            return self.moves(market, r.choice([-0.01, 0.01]))[0]()
        return self.settle_some(r.choice(sorted(self.silent) or [market]))

    def deposit(self) -> m.Command:
        r = self.random
        return self.user_command(
            m.AddLiquidity, r.randrange(4), amount_e6=r.randrange(100, 900) * E6
        )

    def fallen(self) -> tuple[int, int]:
        """Mostly an account that is liquidatable, where there is one."""
        x = self.watched
        found = [
            (USERS.index(owner), account_id)
            for owner, account_id, account in x.accounts_in_order()
            if x.is_liquidatable(account)
        ]
        return self.random.choice(found if found and self.random.random() < 0.8 else ACCOUNTS)

    def reduce(self) -> m.Command:
        """Close a position or a part of one, in any market."""
        r = self.random
        held = [
            (USERS.index(owner), account_id, i, x.size)
            for owner, account_id, account in self.watched.accounts_in_order()
            for i, x in account.positions.items()
        ]
        user, account, market_id, size = r.choice(held or [(0, 0, 1, 1)])
        return self.user_command(
            m.ClosePosition,
            user,
            owner=USERS[user],
            account_id=account,
            market_id=market_id,
            size_e6=r.choice([0, 0, 3 * E6, abs(size) // 2]),
            limit_e8=(1 if size > 0 else 10**13) if r.random() < 0.9 else PRICES[0],
        )

    def endings(self) -> list[Step]:
        """Settle the silent markets in pieces, with other acts between them."""
        r = self.random
        steps: list[Step] = []
        for place in sorted(self.silent):
            if r.random() < 0.6:  # a print speaks up; while it is young nothing is settled
                against = -sign(self.watched.markets[place + 1].skew)  # most positions in it
                move = r.choice([-0.045, 0.045, 0.045 * against])
                steps += [self.hold(place, move), self.settle_now(place)]
                steps += [self.wait(self.age + 600), self.leave_or_call, self.deposit]
                if r.random() < 0.5:  # the operator accepts it when the market is dead again
                    steps += [self.confirm(place), self.leave_or_call, self.process]
            for _ in range(r.choice([2, 4, 8])):
                steps.append(self.settle_now(place))
                if r.random() < 0.4:
                    steps.append(self.leave_or_call)
            if r.random() < 0.5:
                steps += self.moves(place, 0.01)
        return steps

    def confirm(self, place: int) -> Step:
        return lambda: m.ConfirmPrint(market_id=place + 1)

    def settle_now(self, place: int) -> Step:
        return lambda: self.settle_some(place)

    def settle_some(self, place: int) -> m.Command:
        """Close some positions: mostly at the price of the first command, where it is begun."""
        r = self.random
        market = self.watched.markets[place + 1]
        price = market.price
        if not market.settled:
            price = max(1, int(price * r.choice([0.3, 0.6, 0.9, 0.97, 1, 1, 1.04, 1.15, 1.9, 3])))
        if r.random() < 0.12:
            price = r.choice([0, -1, price + 1, 10**13 + 1])
        return m.SettleMarket(
            market_id=place + 1 if r.random() < 0.98 else r.choice([0, 9]),
            price_e8=price,
            limit=r.choice([1, 1, 2, 3, 256] if r.random() < 0.96 else [0, 257, 2**32 - 1]),
        )
