"""Scripts of the random world that end in liquidation: each a list of steps that make a command."""

from collections.abc import Callable
from random import Random

from engine.core.generated import messages as m
from tests.reference.rounding import E6, E8

Step = Callable[[], m.Command]
Leg = tuple[int, int]  # place of the market, side

OWNERS = 4  # users 0…3 trade; the fifth provides liquidity
FIRST_ACCOUNT = 200
# Margin that a position of each market needs, as part of its notional, with something to spare.
MARGIN_RATES = [0.018, 0.018, 0.115]


class Distress:
    """Falls of accounts; `World` gives numbers, prices and the clock."""

    random: Random
    users: list[bytes]
    prices: list[int]
    now: int
    falls: int
    legs_command: Callable[..., m.Command]

    def user_command(self, kind: type, user: int, **fields: object) -> m.Command:
        raise NotImplementedError

    def moves(self, market: int, move: float) -> list[Step]:
        raise NotImplementedError

    # steps -----------------------------------------------------------------------------------
    def wait(self, seconds: int) -> Step:
        def step() -> m.Command:
            self.now += seconds - 1  # the world adds the second of the step
            return m.Tick()

        return step

    def fund(self, user: int, account: int, amount: int) -> Step:
        return lambda: self.user_command(
            m.CreateMarginAccount, user, account_id=account, amount_e6=amount
        )

    def take(self, user: int, account: int, leg: Leg, notional: int) -> Step:
        """Open or raise a position of a leg at any price."""
        market, side = leg
        return lambda: self.user_command(
            m.ModifyPosition,
            user,
            owner=self.users[user],
            account_id=account,
            market_id=market + 1,
            size_e6=side * max(1, notional * E8 // self.prices[market]),
            limit_e8=10**13 if side > 0 else 1,
        )

    def liquidate(self, owner: int, account: int) -> Step:
        """Make a call by any wallet, sometimes with a fee account, right or wrong."""

        def step() -> m.Command:
            r = self.random
            fee_account = r.choices([0, account, 77], [90, 5, 5])[0]
            return self.user_command(
                m.Liquidate,
                r.choice([0, 1, 2, 3, 3, 3, 4]),
                owner=self.users[owner],
                account_id=account,
                has_fee_account=r.choices([0, 1, 2], [50, 47, 3])[0],
                fee_account_id=fee_account,
            )

        return step

    def deposit(self, owner: int, account: int, amount: int) -> Step:
        return lambda: self.user_command(
            m.DepositMargin,
            self.random.randrange(OWNERS),
            owner=self.users[owner],
            account_id=account,
            amount_e6=amount,
        )

    def hold(self, market: int, move: float) -> Step:
        """Post a print that waits for confirmation; the price is left as it was."""
        return lambda: m.PostPrint(
            market_id=market + 1,
            price_e8=max(1, int(self.prices[market] * (1 + move))),
            published_at_s=self.now,
        )

    # scripts ---------------------------------------------------------------------------------
    def fall(self) -> list[Step]:
        """Open near the limit in one to three markets, move against it, liquidate, continue."""
        r = self.random
        user, account = r.randrange(OWNERS), FIRST_ACCOUNT + self.falls
        self.falls += 1
        places = r.sample(range(3), r.choice([1, 2, 2, 3]))
        legs = [(place, r.choice([1, -1])) for place in places]
        notionals = [r.randrange(500, 12_000) * E6 + r.randrange(E6) for _ in legs]
        need = sum(MARGIN_RATES[x[0]] * n for x, n in zip(legs, notionals, strict=True))
        amount = int(need * r.choice([1.05, 1.3, 1.6])) + 10 * E6
        steps: list[Step] = [m.Resume, m.UnpauseExchange]
        for place in sorted(places):
            steps += self.moves(place, 0.0)
        steps += [self.wait(301), self.fund(user, account, amount)]
        for leg, notional in zip(legs, notionals, strict=True):
            steps.append(self.take(user, account, leg, notional))
        steps += self.adverse(legs, notionals, amount)
        steps += r.choice([self.plain, self.in_parts, self.in_parts, self.blocked])(
            user, account, legs
        )
        return steps

    def adverse(self, legs: list[Leg], notionals: list[int], amount: int) -> list[Step]:
        """Prints that lose a part of the margin, or more than all of it."""
        r = self.random
        lost = r.choice([0.5, 0.55, 0.6, 0.65, 0.7, 0.8, 0.9, 1.1, 1.5, 2.5])
        steps: list[Step] = []
        chosen = r.randrange(len(legs))
        for i, (place, side) in enumerate(legs):
            if i == chosen or r.random() < 0.3:
                move = min(0.3, lost * amount / notionals[i])
                steps += self.moves(place, -side * move)
            elif r.random() < 0.4:
                gain = min(0.3, lost * amount / notionals[i])
                steps += self.moves(place, side * r.choice([0.002, 0.01, gain, 0.8 * gain]))
        return steps

    def plain(self, user: int, account: int, _: list[Leg]) -> list[Step]:
        return [self.liquidate(user, account) for _ in range(3)]

    def in_parts(self, user: int, account: int, legs: list[Leg]) -> list[Step]:
        """Use the windows up, try what is forbidden meanwhile, continue to the last second."""
        r = self.random
        place, side = legs[0]
        steps = [self.liquidate(user, account), self.liquidate(user, account)]
        steps.append(
            lambda: self.user_command(
                m.WithdrawMargin, user, account_id=account, amount_e6=E6, tip_e6=0
            )
        )
        steps.append(self.take(user, account, (place, -side), 50 * E6))
        legs_too = [(1, E6, 10**13), (2, E6, 10**13)]
        steps.append(lambda: self.legs_command(user, self.users[user], account, legs_too))
        for _ in range(r.randrange(1, 5)):
            steps += [self.wait(r.choice([5, 3595, 3597, 3599, 3600]))]
            steps += [self.liquidate(user, account)]
        ending = r.choice([0, 0, 0, 1, 2, 3, 4])
        recovery = self.moves(place, side * r.choice([0.004, 0.015, 0.03]))
        if ending == 0:
            steps.append(self.deposit(user, account, r.randrange(20, 1_500) * E6))
        elif ending == 1:
            steps += recovery
        elif ending == 2:
            steps += [m.Halt, *recovery, self.liquidate(user, account), m.Resume]
        elif ending == 3:
            steps.append(m.PauseExchange)
        steps += [self.wait(3601), self.liquidate(user, account), self.wait(86_400), m.Tick]
        return steps

    def blocked(self, user: int, account: int, legs: list[Leg]) -> list[Step]:
        """Hold a print or let prices grow old while the account should be liquidated."""
        r = self.random
        place, side = legs[0]
        steps: list[Step] = []
        if r.random() < 0.5:
            steps.append(self.wait(93_700))
            for fresh, _ in legs[1:]:
                steps += self.moves(fresh, 0.0)
        if r.random() < 0.6:
            held = r.choice(legs)[0]
            steps.append(self.hold(held, -side * r.choice([0.025, 0.04, 0.07])))
        steps += [self.liquidate(user, account), self.liquidate(user, account)]
        steps += self.moves(place, 0.0)
        steps += [self.liquidate(user, account), self.liquidate(user, account)]
        return steps
