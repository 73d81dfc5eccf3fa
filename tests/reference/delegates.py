"""Acts of the random world about delegates and their limits."""

from collections.abc import Callable
from random import Random

from engine.core.generated import messages as m
from tests.reference.rounding import DAY, E6, E8


class Delegates:
    """A part of the world; it names delegates, some with limits, and trades as them."""

    random: Random
    now: int
    users: list[bytes]
    prices: list[int]
    delegates: dict[int, int]
    user_command: Callable[..., m.Command]
    amount: Callable[[int], int]
    moves: Callable[[int, float], list[Callable[[], m.Command]]]

    def delegated(self) -> list[Callable[[], m.Command]]:
        """Trades of a delegate under a limit, in a market of the list and in another, and late."""
        user = self.random.randrange(4)
        delegate = (user + 1) % 4

        def name() -> m.Command:
            return self.user_command(
                m.SetDelegate,
                user,
                delegate=self.users[delegate],
                until_s=self.now + 8,
                day_notional_e6=4_000 * E6,
                market_count=1,
                market_ids=(1,) * 8,
            )

        def trade(market: int, sign: int) -> m.Command:
            return self.user_command(
                m.ModifyPosition,
                delegate,
                owner=self.users[user],
                account_id=0,
                market_id=market + 1,
                size_e6=sign * 1_500 * E6 * E8 // self.prices[market],
                limit_e8=10**13 if sign > 0 else 1,
            )

        trades = [(0, 1), (1, 1), (0, 1), (0, 1), (0, -1), (0, 1), (0, -1), (0, 1), (0, -1)]
        return [
            m.Resume,
            m.UnpauseExchange,
            *self.moves(0, 0.0),
            name,
            *((lambda place=place: trade(*place)) for place in trades),
        ]

    def delegation(self, user: int) -> m.Command:
        """A delegate, half of them with terms, some of which are refused."""
        r = self.random
        delegate = r.choice([*self.users, bytes(32)])
        if delegate in self.users:
            self.delegates[user] = self.users.index(delegate)
        if r.random() < 0.5:
            return self.user_command(m.SetDelegate, user, delegate=delegate)
        ids = tuple(
            r.choice([1, 2, 3]) if r.random() < 0.97 else r.choice([0, 4]) for _ in range(8)
        )
        return self.user_command(
            m.SetDelegate,
            user,
            delegate=delegate,
            until_s=r.choice([0, 0, self.now + 1, self.now + DAY, self.now - 1, 2**62]),
            day_notional_e6=r.choice([0, self.amount(100_000 * E6), self.amount(100 * E6)]),
            market_count=r.choice([0, 0, 0, 1, 1, 2, 9]),
            market_ids=ids,
        )
