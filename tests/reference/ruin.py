"""A small pool whose traders lose more than it owns: bad debt that only winners can pay."""

from collections.abc import Callable
from dataclasses import replace

from engine.core.generated import messages as m
from tests.reference.distress import Step
from tests.reference.rounding import E6
from tests.reference.world import (
    LIQUIDATION_RULES,
    PRICES,
    USERS,
    World,
    create_exchange,
    create_market,
)

POOL_E6 = 2_000 * E6
# Everything that would keep positions small beside such a pool is switched off.
NO_CAPS = {"net_exposure_cap_rate_e12": 10**13, "locked_open_interest_ratio_e12": 0}
OPEN_MARKET = {
    "max_side_notional_rate_e12": 10**13,
    "min_initial_margin_ratio_e12": 10**10,
    "level_n": 0,
}
MARKETS: list[dict[str, int]] = [
    {},
    {"liquidation_capacity_multiplier_e12": 30 * 10**6},
    {"liquidation_capacity_multiplier_e12": 30 * 10**6, "liquidation_window_s": 7},
    {"skew_scale_e6": 0},
    {"liquidation_fee_rate_e12": 5 * 10**10, "maintenance_margin_proportion_e12": 10**11},
    {"maintenance_margin_proportion_e12": 95 * 10**10, "min_position_margin_e6": 0},
]
Holder = tuple[int, int]  # user, account


class Ruin(World):
    """Losers on one side and winners on the other; the price runs away; everybody is called."""

    def whole(self) -> list[m.Command]:
        """Return the commands of a whole run."""
        commands = self.genesis()
        while self.script:
            commands.append(self.next())
        return commands

    def genesis(self) -> list[m.Command]:
        r = self.random
        commands: list[m.Command] = [create_exchange(**(NO_CAPS | r.choice(LIQUIDATION_RULES)))]
        for i, price in enumerate(PRICES):
            market = create_market(f"M{i}", price, **(OPEN_MARKET | r.choice(MARKETS)))
            endorsed = r.choice([USERS[3], bytes(32), bytes(32)])
            commands.append(replace(market, authorized_liquidator=endorsed))
        pool = POOL_E6 + r.randrange(E6)
        commands.append(self.user_command(m.AddLiquidity, 4, amount_e6=pool))
        commands += [self.fund(user, 0, 5 * E6)() for user in range(4)]
        self.script.extend(self.ruin())
        return [self.number(c) for c in commands]

    def ruin(self) -> list[Step]:
        r = self.random
        side = r.choice([1, -1])
        places = r.sample(range(3), r.choice([1, 2]))
        other = next(place for place in range(3) if place not in places)
        winners = [(user, account) for user in range(4) for account in range(1, 4)]
        winners = r.sample(winners, r.randrange(2, 8))
        losers = [(user, account) for user in range(4) for account in range(10, 12)]
        losers = r.sample(losers, r.randrange(2, 5))
        steps = [step for place in range(3) for step in self.moves(place, 0.0)]
        steps.append(self.wait(400))
        steps += [self.fund(*x, r.choice([150, 300, 900]) * E6) for x in winners]
        steps += [self.fund(*x, r.choice([120, 250]) * E6) for x in losers]
        for place in places:
            steps += self.sides(place, side, winners, losers)
        # Some winners hold a loser of their own, so that their margin is below nothing.
        for x in winners[:2]:
            steps.append(self.take(*x, (other, 1), r.randrange(500, 9_000) * E6))
        for place in places:
            for _ in range(r.randrange(1, 4)):
                steps += self.moves(place, side * r.choice([0.06, 0.12, 0.2]))
        steps += self.moves(other, r.choice([0.0, -0.02, -0.2]))
        return steps + self.calls(places, side, winners, losers)

    def sides(
        self, place: int, side: int, winners: list[Holder], losers: list[Holder]
    ) -> list[Step]:
        """Open both sides in turn, about as large as each other."""
        r = self.random
        size = r.randrange(2_000, 6_000) * E6
        share = size * len(losers) // len(winners)
        steps: list[Step] = []
        for i in range(max(len(winners), len(losers))):
            if i < len(winners):
                gain = share + r.choice([0, r.randrange(300 * E6)])
                steps.append(self.take(*winners[i], (place, side), gain))
            if i < len(losers):
                steps.append(self.take(*losers[i], (place, -side), size))
        return steps

    def calls(
        self, places: list[int], side: int, winners: list[Holder], losers: list[Holder]
    ) -> list[Step]:
        """Call for the losers, then for everybody, then the winners leave."""
        r = self.random
        first = r.choice([losers, losers, [*winners, *losers]])
        steps = [self.liquidate(*x) for x in r.sample(first, len(first)) * 2]
        steps += [self.wait(3_601), *(self.liquidate(*x) for x in [*losers, *winners])]
        if r.random() < 0.5:
            for place in places:
                steps += self.moves(place, -side * r.choice([0.1, 0.3]))
        steps += [self.liquidate(*x) for x in [*winners, *losers]]
        return steps + [self.exit(x, place, side) for place in places for x in winners]

    def exit(self, holder: Holder, place: int, side: int) -> Callable[[], m.Command]:
        user, account = holder
        return lambda: self.user_command(
            m.ClosePosition,
            user,
            owner=self.users[user],
            account_id=account,
            market_id=place + 1,
            limit_e8=1 if side > 0 else 10**13,
        )
