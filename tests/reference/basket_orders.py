"""Acts of the random world that order several legs at once."""

from collections.abc import Callable
from random import Random

from engine.core.generated import messages as m
from tests.reference.exchange import Reference
from tests.reference.rounding import E6, E8

WIDE = 10**13
Leg = tuple[int, int, int]  # market id, size, limit


class BasketOrders:
    """A part of the world; it opens, moves, turns and closes positions by baskets."""

    random: Random
    watched: Reference
    now: int
    users: list[bytes]
    prices: list[int]
    scripts: int
    user_command: Callable[..., m.Command]
    target: Callable[[], dict[str, object]]
    amount: Callable[[int], int]
    moves: Callable[[int, float], list[Callable[[], m.Command]]]

    def legs_command(self, user: int, owner: bytes, account: int, legs: list[Leg]) -> m.Command:
        padded = [*legs, *[(9, 9, 9)] * (8 - len(legs))]  # the others are not read
        return self.user_command(
            m.ModifyPositions,
            user,
            owner=owner,
            account_id=account,
            leg_count=len(legs),
            market_ids=tuple(leg[0] for leg in padded),
            sizes_e6=tuple(leg[1] for leg in padded),
            limits_e8=tuple(leg[2] for leg in padded),
        )

    def held(self, owner: bytes, account: int) -> dict[int, int]:
        user = self.watched.users.get(owner)
        row = user.accounts.get(account) if user else None
        return {i: x.size for i, x in row.positions.items()} if row else {}

    def any_size(self, held: int) -> int:
        """Most of what it could be: a purchase, a sale, a close, a part of one, a turn."""
        r = self.random
        fresh = self.amount(3_000 * E6) * r.choice([1, 1, -1])
        turns = [-held, -held // 2, -2 * held] if held else []
        size = r.choice([fresh, fresh, *turns])
        return max(-(2**63), min(2**63 - 1, size))

    def basket(self) -> m.Command:
        """Two or three legs, now and then too few, too many, one market twice or unknown."""
        r = self.random
        target = self.target()
        owner, account = bytes(target["owner"]), int(target["account_id"])  # type: ignore[call-overload]
        held = self.held(owner, account)
        ids = r.sample([1, 2, 3], r.choice([2, 2, 3]))
        if r.random() < 0.06:
            ids = r.choice([[1], [2, 2], [4, 1], [2**32 + 1, 2], [2, 4], [1, 2, 3] * 2, []])
        legs = []
        for i in ids:
            size = self.any_size(held.get(i, 0))
            limit = WIDE if size > 0 else 1
            legs.append((i, size, limit if r.random() < 0.95 else r.choice([0, 1, WIDE, WIDE + 1])))
        return self.legs_command(target["user"], owner, account, legs)  # type: ignore[arg-type]

    def pass_window(self) -> m.Command:
        """Go past the entry window that a first print of the day opens."""
        self.now += 400
        return m.Resume()

    def size_for(self, market: int, notional: int) -> int:
        return notional * E8 // self.prices[market]

    def delegated_legs(self) -> list[Callable[[], m.Command]]:
        """Baskets of a delegate: within its limits, beyond the day's, in another market, late."""
        user = self.random.randrange(4)
        delegate = (user + 1) % 4

        def name() -> m.Command:
            return self.user_command(
                m.SetDelegate,
                user,
                delegate=self.users[delegate],
                until_s=self.now + 9,
                day_notional_e6=4_000 * E6,
                market_count=2,
                market_ids=(1, 2, 0, 0, 0, 0, 0, 0),
            )

        def order(first: int, second: int, sign: int) -> m.Command:
            legs = [
                (i + 1, n * self.size_for(i, 1_500 * E6), WIDE if n > 0 else 1)
                for i, n in ((first, sign), (second, -sign))
            ]
            return self.legs_command(delegate, self.users[user], 0, legs)

        orders = [
            (0, 2, 1),
            (2, 0, 1),
            (0, 1, 1),
            (0, 1, 1),
            (0, 1, -1),
            (1, 0, 1),
            (0, 1, -1),
            (0, 1, -1),
        ]
        return [
            m.Resume,
            m.UnpauseExchange,
            *self.moves(0, 0.0),
            *self.moves(1, 0.0),
            self.pass_window,
            name,
            *((lambda order_=order_: order(*order_)) for order_ in orders),
        ]

    def won_elsewhere(self) -> list[Callable[[], m.Command]]:
        """Close a loss above the margin and another leg at once; a third market has the gain."""
        user, account = self.random.randrange(4), 500 + self.scripts
        self.scripts += 1
        owner, notional = self.users[user], 3_000 * E6
        move = self.random.choice([0.045, 0.06])

        def open_all() -> m.Command:
            legs = [(i + 1, self.size_for(i, notional), WIDE) for i in range(2)]
            small = (3, self.size_for(2, 20 * E6), WIDE)
            return self.legs_command(user, owner, account, [*legs, small])

        def leave(*ids: int) -> Callable[[], m.Command]:
            def order() -> m.Command:
                held = self.held(owner, account)
                if any(i not in held for i in ids):
                    return m.Resume()
                return self.legs_command(user, owner, account, [(i, -held[i], 1) for i in ids])

            return order

        return [
            m.Resume,
            m.UnpauseExchange,
            *self.moves(0, 0.0),
            *self.moves(1, 0.0),
            *self.moves(2, 0.0),
            self.pass_window,
            lambda: self.user_command(
                m.CreateMarginAccount, user, account_id=account, amount_e6=140 * E6
            ),
            open_all,
            *self.moves(0, -move),
            leave(1, 3),  # a loss that nothing pays
            *self.moves(1, move),
            leave(1, 3),
            leave(3, 1),
        ]

    def switched(self) -> list[Callable[[], m.Command]]:
        """Open a pair, move its legs to the other side at once, close both after prices moved.

        The margin is enough for the pair and not for both pairs together.
        """
        user, account = self.random.randrange(4), 300 + self.scripts
        self.scripts += 1
        owner, notional = self.users[user], 3_000 * E6
        move = self.random.choice([0.0, 0.02, 0.045, 0.06])

        def order(*signs: int) -> Callable[[], m.Command]:
            return lambda: self.legs_command(
                user,
                owner,
                account,
                [
                    (i + 1, sign * self.size_for(i, notional), WIDE if sign > 0 else 1)
                    for i, sign in enumerate(signs)
                ],
            )

        def leave() -> m.Command:
            held = self.held(owner, account)
            if len(held) < 2:
                return m.Resume()
            return self.legs_command(
                user, owner, account, [(i, -n, 1 if n > 0 else WIDE) for i, n in held.items()]
            )

        return [
            m.Resume,
            m.UnpauseExchange,
            *self.moves(0, 0.0),
            *self.moves(1, 0.0),
            self.pass_window,
            lambda: self.user_command(
                m.CreateMarginAccount, user, account_id=account, amount_e6=150 * E6
            ),
            order(1, -1),
            order(1, -1),
            order(-2, 2),
            *self.moves(0, move),
            *self.moves(1, -move / 2),
            leave,
            leave,
        ]
