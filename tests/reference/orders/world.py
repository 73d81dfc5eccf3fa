"""A random world in which most of what happens has to do with orders that wait."""

from collections.abc import Callable

from engine.core.generated import messages as m
from engine.schema.enums import PerpOrderKind as Kind
from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS
from tests.reference.exchange import Reference
from tests.reference.figures import Order
from tests.reference.rounding import DAY, E6, E12
from tests.reference.world import USERS, World

WIDE = 10**13
INDEX, MARKET = 0, 1
Step = Callable[[], m.Command]
# What binds the auctions of a seed: nothing, the side's size, its share of the NAV, net exposure,
# the locked part of the balance.
TIGHT_MARKETS: list[dict[str, int]] = [
    {},
    {"max_side_size_e6": 40 * E6},
    {"max_side_notional_rate_e12": 6 * 10**8},
    {},
    {},
    {"level_n": 0, "skew_scale_e6": 3_000 * E6},
]
TIGHT_EXCHANGES: list[dict[str, int]] = [
    {},
    {},
    {},
    {"net_exposure_cap_rate_e12": 3 * 10**8},
    {"locked_open_interest_ratio_e12": 10 * E12},
    {"order_margin_e6": 200 * E6},
]
EXCHANGE_PLACES = {x.name: i + 1 for i, x in enumerate(EXCHANGE_PARAMETERS)}
MARKET_PLACES = {x.name: i + 1 for i, x in enumerate(MARKET_PARAMETERS)}


class OrderWorld(World):
    """Places, amends, cancels; auctions, brackets, trails, cascades, and all the rest besides."""

    def __init__(self, seed: int, watched: Reference) -> None:
        super().__init__(seed, watched)
        self.kind_of_seed = seed % len(TIGHT_MARKETS)
        self.may_end = seed % 3 == 0
        self.funded = 900  # accounts of scripts

    def genesis(self) -> list[m.Command]:
        commands = super().genesis()
        for name, value in TIGHT_EXCHANGES[self.kind_of_seed].items():
            place = EXCHANGE_PLACES[name]
            commands.append(self.number(m.SetExchangeParameter(parameter=place, value=value)))
        for name, value in TIGHT_MARKETS[self.kind_of_seed].items():
            place = MARKET_PLACES[name]
            for market_id in (1, 3):
                command = m.SetMarketParameter(market_id=market_id, parameter=place, value=value)
                commands.append(self.number(command))
        return commands

    def next(self) -> m.Command:
        r = self.random
        if self.script or r.random() < 0.3:
            return super().next()
        if r.random() < 0.06:
            scripts = [self.auction, self.auction, self.auction, self.cascade, self.protected]
            scripts += [self.ended, self.exposed, self.late, self.by_delegate, self.crowded]
            scripts += [self.indebted, self.indebted, self.cascade]
            if self.may_end and r.random() < 0.3:
                self.may_end = False
                scripts = [self.demise]
            self.script.extend(r.choice(scripts)())
        if r.random() < 0.3:
            self.now += r.choice([0, 1, 60, 600, 3600, 20_000])
        acts = [self.place, self.amend, self.cancel, self.cancel_all, self.bracketed, self.print]
        return self.number(r.choices(acts, [46, 14, 10, 2, 10, 18])[0]())

    # single acts -----------------------------------------------------------------------------
    def near(self, market: int, rate: float) -> int:
        return max(1, min(WIDE, int(self.prices[market] * (1 + rate))))

    def any_order(self, market: int, buy: bool) -> dict[str, int]:
        """Fields of an order that makes sense, most of the time."""
        r = self.random
        side = 1 if buy else -1
        kind = r.choices(list(Kind), [34, 24, 16, 14, 12])[0]
        source = INDEX if kind == Kind.AUCTION or r.random() < 0.55 else MARKET
        spread = r.choice([1e-6, 2e-5, 1e-4, 1e-3]) if source == MARKET else 0.002 * r.random()
        rises = buy == (kind in (Kind.STOP, Kind.TRAILING))
        trigger = self.near(market, spread if rises else -spread)
        if kind == Kind.LIMIT and source == INDEX and r.random() < 0.5:
            trigger = self.near(market, side * spread)
        slip = r.choice([0.0, 1e-4, 0.004, 0.03])
        base = trigger if kind not in (Kind.AUCTION, Kind.TRAILING) else self.prices[market]
        reduce_only = r.random() < 0.35
        worst = 0 if kind == Kind.LIMIT else self.near(market, side * (slip + spread))
        if kind == Kind.STOP:
            worst = max(1, int(base * (1 + side * slip)))
        whole = reduce_only and r.random() < 0.4
        size = 0 if whole else max(1, self.size_for(market, self.amount(2_000 * E6))) * side
        has_bracket = not reduce_only and r.random() < 0.25
        return {
            "kind": int(kind),
            "source": source,
            "is_reduce_only": int(reduce_only),
            "is_whole": int(whole),
            "size_e6": max(-(2**62), min(2**62, size)),
            "trigger_e8": 0 if kind in (Kind.AUCTION, Kind.TRAILING) else trigger,
            "trail_e6": r.choice([1, 20, 500, 3000]) if kind == Kind.TRAILING else 0,
            "worst_e8": 0 if reduce_only and r.random() < 0.5 else worst,
            "group": r.choice([0, 0, 0, 1, 2]),
            "expires_at_s": self.now + r.choice([600, DAY, 2 * DAY, 90 * DAY, 90 * DAY]),
            "stop_e8": int(base * (1 - side * 0.003)) if has_bracket else 0,
            "target_e8": int(base * (1 + side * 0.003)) if has_bracket and r.random() < 0.7 else 0,
        }

    def absurd(self, fields: dict[str, int]) -> None:
        """Spoil one field."""
        r = self.random
        name = r.choice([x for x in fields if x not in ("group",)])
        wide = {"kind": [5, 255], "source": [2], "is_reduce_only": [2], "is_whole": [2, 1, 0]}
        values = [0, 1, -1, WIDE, WIDE + 1, self.now, self.now + 1, self.now + 90 * DAY + 1]
        fields[name] = r.choice(wide.get(name, values))

    def place(self) -> m.Command:
        r = self.random
        target = self.target()
        market = (int(str(target["market_id"])) - 1) % 3
        fields = self.any_order(market, r.random() < 0.5)
        if r.random() < 0.06:
            self.absurd(fields)
        return self.user_command(m.PlacePerpOrder, **target, **fields)

    def some_order(self) -> Order | None:
        """One that waits, an old one more often."""
        rows = self.watched.orders
        return rows[int(len(rows) * self.random.random() ** 2)] if rows else None

    def of_order(self, order: Order | None) -> dict[str, object]:
        r = self.random
        if order is None or r.random() < 0.03:
            return {"user": r.randrange(4), "owner": USERS[r.randrange(4)], "account_id": 0} | {
                "order_id": r.randrange(3)
            }
        owner = USERS.index(order.owner)
        other = self.delegates.get(owner, owner) if r.random() < 0.6 else r.randrange(5)
        return {
            "user": owner if r.random() < 0.88 else other,
            "owner": order.owner,
            "account_id": order.account_id,
            "order_id": order.id,
        }

    def amend(self) -> m.Command:
        r = self.random
        order = self.some_order()
        place = order.market_id - 1 if order else 0
        fields = self.any_order(place, order.buy if order else True)
        if order:
            side = 1 if order.buy else -1
            kind, near = order.kind, self.near(place, side * 0.001)
            has_trigger = kind not in (Kind.AUCTION, Kind.TRAILING)
            fields |= {
                "size_e6": 0 if order.whole else order.size * r.choice([1, 1, 2, -1]),
                "trigger_e8": r.choice([order.trigger, near]) if has_trigger else 0,
                "trail_e6": r.choice([order.trail, 700]) if kind == Kind.TRAILING else 0,
                "worst_e8": 0 if kind == Kind.LIMIT else r.choice([order.worst, near]),
            }
        if r.random() < 0.1:
            self.absurd(fields)
        names = ("size_e6", "trigger_e8", "trail_e6", "worst_e8", "expires_at_s")
        return self.user_command(
            m.AmendPerpOrder, **self.of_order(order), **{x: fields[x] for x in names}
        )

    def cancel(self) -> m.Command:
        return self.user_command(m.CancelPerpOrder, **self.of_order(self.some_order()))

    def cancel_all(self) -> m.Command:
        fields = self.of_order(self.some_order())
        del fields["order_id"]
        market = self.random.choice([0, 0, 1, 2, 3, 3, 9])
        return self.user_command(m.CancelPerpOrders, market_id=market, **fields)

    def bracketed(self) -> m.Command:
        """A trade with stop and target."""
        r = self.random
        target = self.target()
        market = (int(str(target["market_id"])) - 1) % 3
        side = r.choice([1, -1])
        size = side * max(1, self.size_for(market, abs(self.amount(2_000 * E6)) % 2**62))
        held = self.held(bytes(target["owner"]), int(str(target["account_id"])))  # type: ignore[call-overload]
        if held.get(market + 1) and r.random() < 0.1:
            size = -held[market + 1]
            side = 1 if size > 0 else -1
        return self.user_command(
            m.ModifyPosition,
            size_e6=max(-(2**62), min(2**62, size)),
            limit_e8=WIDE if side > 0 else 1,
            stop_e8=self.near(market, -side * r.choice([0.001, 0.004])) if r.random() < 0.9 else 0,
            target_e8=self.near(market, side * r.choice([0.001, -0.004, 0.002])),
            **target,
        )

    # scripts ---------------------------------------------------------------------------------
    def open_again(self, market: int) -> list[Step]:
        return [m.Resume, m.UnpauseExchange, *self.moves(market, 0.0), self.pass_window]

    def wait_for_print(self, market: int, move: float) -> list[Step]:
        """The next schedule, its print a little later."""

        def wait() -> m.Command:
            self.now += DAY
            return m.Tick()

        return [wait, *self.moves(market, move)]

    def enter(self, user: int, market: int, size: int, worst: int, **fields: object) -> Step:
        """An order for the auction, or what `fields` say."""

        def step() -> m.Command:
            given = {
                "owner": USERS[user],
                "account_id": 0,
                "market_id": market + 1,
                "kind": 0,
                "size_e6": size,
                "worst_e8": worst,
                "expires_at_s": self.now + 9 * DAY,
            }
            return self.user_command(m.PlacePerpOrder, user, **(given | fields))

        return step

    def auction(self) -> list[Step]:
        """Several accounts on both sides meet at the next print, what is left at later ones."""
        r = self.random
        market = r.randrange(3)
        steps = self.open_again(market)
        for _ in range(r.choice([1, 2, 4, 7, 11])):
            side = r.choice([1, -1])
            notional = r.choice([20, 300, 900, 4_000]) * E6 + r.randrange(E6)
            size = side * self.size_for(market, notional) + r.randrange(3)
            slip = r.choice([0.0, 1e-5, 3e-5, 1e-4, 0.01, 0.04])
            extra: dict[str, object] = {"group": r.choice([0, 0, 0, 3])}
            if r.random() < 0.2:
                extra["is_reduce_only"] = 1
            if r.random() < 0.15:
                extra |= {"kind": 1, "trigger_e8": self.near(market, side * slip), "worst_e8": 0}
            worst = self.near(market, side * slip)
            steps.append(self.enter(r.randrange(4), market, size, worst, **extra))
        move = r.choice([0.0, 2e-5, -2e-5, 0.004, -0.004])
        steps += self.wait_for_print(market, move)
        if r.random() < 0.5:
            steps += self.wait_for_print(market, -move)
        return steps

    def cascade(self) -> list[Step]:
        """Many stops on the market price, met one after the other by one trade."""
        r = self.random
        market, user = r.randrange(3), r.randrange(4)
        side = r.choice([1, -1])
        accounts = [self.funded + i for i in (1, 2, 3)]
        self.funded += 3
        row = self.watched.markets[market + 1]
        shown = self.prices[market] * (1 + row.skew / max(1, row.p["skew_scale_e6"]))
        steps = self.open_again(market)
        steps += [self.fund(user, x, 2_500 * E6) for x in accounts]
        for i in range(r.choice([8, 24, 24])):
            trigger = int(shown * (1 + side * (2e-6 + 1e-7 * i)))
            size = side * self.size_for(market, 5 * E6)
            fields = {"kind": 2, "source": 1, "trigger_e8": trigger, "account_id": accounts[i % 2]}
            worst = WIDE if side > 0 else 1
            steps.append(self.enter(user, market, size, worst, **fields))
        push = self.take(user, accounts[2], (market, side), 2_000 * E6)

        def later() -> m.Command:
            self.now += r.choice([1, 1, DAY, 2 * DAY])
            return m.Tick()

        return [*steps, push, later, push, later, m.Tick]

    def crowded(self) -> list[Step]:
        """As many orders as an account may have in a market, and one more."""
        r = self.random
        user, market = r.randrange(4), r.randrange(3)
        self.funded += 1
        account = {"account_id": self.funded}
        brackets = {"stop_e8": 1, "target_e8": WIDE}
        entry = self.enter(user, market, 5, WIDE, **account, **r.choice([{}, brackets]))
        fund = self.fund(user, self.funded, 4_000 * E6)
        return [*self.open_again(market), fund, *[entry] * 21]

    def indebted(self) -> list[Step]:
        """An account with orders of all classes loses, is liquidated in parts, and orders more."""
        r = self.random
        user, market, side = r.randrange(4), r.randrange(3), r.choice([1, -1])
        self.funded += 1
        account = {"account_id": self.funded}
        size = side * self.size_for(market, 300 * E6)
        rate = 0.02 if market < 2 else 0.12
        hold = 10 * E6 + self.watched.p["order_margin_e6"]
        falls = self.near(market, -side * 0.3)
        worst = WIDE if side > 0 else 1
        entry = self.enter(user, market, size, worst, kind=3, trigger_e8=falls, **account)
        leave = {"is_reduce_only": 1, "is_whole": 1, "kind": 2}
        exits = [
            self.enter(
                user, market, 0, 0, trigger_e8=self.near(market, -side * x), **leave, **account
            )
            for x in (0.025, 0.03)
        ]
        call = self.liquidate(user, self.funded)
        loss = [0.012, 0.018] if market < 2 else [0.07, 0.1]
        lost = [*self.moves(market, -side * r.choice(loss))]
        more = [entry, exits[1], call, *self.moves(market, -side * 0.019), m.Tick, call]
        return [
            *self.open_again(market),
            self.fund(user, self.funded, int(2_600 * E6 * rate) + hold),
            self.take(user, self.funded, (market, side), 2_500 * E6),
            entry,
            *exits,
            *lost,
            call,
            *more,
        ]

    def demise(self) -> list[Step]:
        """A market without prints for a month ends with orders in it."""
        user = self.random.randrange(4)

        def wait() -> m.Command:
            self.now += 31 * DAY
            return m.Tick()

        def settle() -> m.Command:
            return m.SettleMarket(market_id=3, price_e8=self.prices[2], limit=256)

        order = self.enter(user, 2, 900, WIDE)
        expires = {"expires_at_s": self.now + 80 * DAY}
        lasting = self.enter(user, 2, 900, WIDE, **expires)
        return [*self.open_again(2), order, lasting, lasting, wait, settle, settle, lasting, order]

    def protected(self) -> list[Step]:
        """A position with a bracket; a print meets one leg, often both at once never."""
        r = self.random
        market, user, side = r.randrange(3), r.randrange(4), r.choice([1, -1])
        size = side * self.size_for(market, 400 * E6)
        brackets = {
            "stop_e8": self.near(market, -side * 0.002),
            "target_e8": self.near(market, side * 0.002),
        }
        worst = self.near(market, side * 0.02)
        steps = [*self.open_again(market), self.enter(user, market, size, worst, **brackets)]
        for _ in range(3):
            steps += self.wait_for_print(market, r.choice([0.0, 0.003, -0.003]))
        return steps

    def ended(self) -> list[Step]:
        """A wallet becomes high risk, or a market is paused, while its orders wait."""
        r = self.random
        market, user, side = r.randrange(3), r.randrange(4), r.choice([1, -1])

        def amend() -> m.Command:
            waiting = [x for x in self.watched.orders if x.owner == USERS[user] and x.kind == 0]
            order = next((x for x in waiting if not x.reduce_only), None)
            return self.user_command(
                m.AmendPerpOrder,
                size_e6=size // 2,
                worst_e8=WIDE if size > 0 else 1,
                expires_at_s=self.now + DAY,
                **(self.of_order(order) | {"user": user}),
            )

        size = side * self.size_for(market, 400 * E6)
        order = self.enter(user, market, size, WIDE if side > 0 else 1)
        stop = self.enter(
            user,
            market,
            side * self.size_for(market, 30 * E6),
            WIDE if side > 0 else 1,
            kind=2,
            trigger_e8=self.near(market, side * 0.001),
        )
        trouble: list[Step] = r.choice(
            [
                [lambda: m.SetRisk(user=USERS[user], is_high_risk=1), amend],
                [lambda: m.PauseMarket(market_id=market + 1)],
                [m.PauseExchange],
                [m.Halt],
            ]
        )
        after: list[Step] = [
            m.Resume,
            m.UnpauseExchange,
            lambda: m.UnpauseMarket(market_id=market + 1),
            lambda: m.SetRisk(user=USERS[user], is_high_risk=2),
        ]
        print_only = self.wait_for_print(market, side * 0.002)[:2]
        again = self.wait_for_print(market, side * 0.001)
        return [*self.open_again(market), order, stop, *trouble, *print_only, *after, *again]

    def exposed(self) -> list[Step]:
        """A print is held while orders wait for it, then confirmed."""
        r = self.random
        market, user, side = r.randrange(3), r.randrange(4), r.choice([1, -1])
        size = side * self.size_for(market, 600 * E6)
        move = side * r.choice([0.025, -0.025])

        def cancel() -> m.Command:
            order = next((x for x in self.watched.orders if x.owner == USERS[user]), None)
            return self.user_command(m.CancelPerpOrder, **self.of_order(order))

        def wait() -> m.Command:
            self.now += DAY
            return m.Tick()

        def post() -> m.Command:
            self.prices[market] = self.near(market, move)
            return m.PostPrint(
                market_id=market + 1, price_e8=self.prices[market], published_at_s=self.now
            )

        order = self.enter(user, market, size, self.near(market, side * 0.05))
        return [
            *self.open_again(market),
            order,
            self.enter((user + 1) % 4, market, -size, self.near(market, -side * 0.05)),
            wait,
            cancel,
            post,
            cancel,
            lambda: m.ConfirmPrint(market_id=market + 1),
            lambda: m.UnpauseMarket(market_id=market + 1),
        ]

    def late(self) -> list[Step]:
        """Orders on a price that becomes stale, and what a trade triggers meanwhile."""
        r = self.random
        market, user = r.randrange(3), r.randrange(4)
        size = self.size_for(market, 300 * E6)

        def wait() -> m.Command:
            self.now += r.choice([DAY, 2 * DAY, 8 * DAY])
            return m.Tick()

        steps = [
            *self.open_again(market),
            self.enter(user, market, size, WIDE),
            self.enter(
                user,
                market,
                0,
                0,
                kind=2,
                source=1,
                is_reduce_only=1,
                is_whole=1,
                trigger_e8=self.near(market, -1e-5),
            ),
            wait,
        ]
        closes = [self.shut((user + sign) % 4, market, sign) for sign in (-1, 1)]
        return [*steps, *closes, *self.wait_for_print(market, 0.0)]

    def shut(self, user: int, market: int, sign: int) -> Step:
        return lambda: self.user_command(
            m.ClosePosition,
            user,
            owner=USERS[user],
            account_id=0,
            market_id=market + 1,
            limit_e8=WIDE if sign > 0 else 1,
        )

    def by_delegate(self) -> list[Step]:
        """Orders of a delegate whose terms end, or who is replaced, before they run."""
        r = self.random
        market, user = r.randrange(3), r.randrange(4)
        delegate = (user + 1) % 4
        side = r.choice([1, -1])

        def name(who: bytes, until: int, limit: int, market_id: int) -> Step:
            return lambda: self.user_command(
                m.SetDelegate,
                user,
                delegate=who,
                until_s=self.now + until if until else 0,
                day_notional_e6=limit,
                market_count=1 if market_id else 0,
                market_ids=(market_id,) * 8,
            )

        size = side * self.size_for(market, 900 * E6)

        def amend() -> m.Command:
            order = next((x for x in self.watched.orders if x.owner == USERS[user]), None)
            fields = self.of_order(order) | {"user": delegate}
            return self.user_command(
                m.AmendPerpOrder,
                size_e6=size // 3,
                worst_e8=self.near(market, side * 0.03),
                expires_at_s=self.now + r.choice([DAY, 0, 91 * DAY]),
                **fields,
            )

        def enter(share: int, **fields: object) -> Step:
            def step() -> m.Command:
                self.delegates[user] = delegate
                given = {
                    "owner": USERS[user],
                    "account_id": 0,
                    "market_id": market + 1,
                    "size_e6": size // share,
                    "worst_e8": self.near(market, side * 0.03),
                    "expires_at_s": self.now + 9 * DAY,
                }
                return self.user_command(m.PlacePerpOrder, delegate, **(given | fields))

            return step

        changes = [
            name(USERS[(user + 2) % 4], 0, 0, 0),
            name(USERS[delegate], 2 * DAY, 0, market % 3 + 2 if market < 2 else 1),
            name(USERS[delegate], 2 * DAY, 500 * E6, 0),
            name(USERS[delegate], 60, 0, 0),
            m.Tick,
        ]
        return [
            *self.open_again(market),
            name(USERS[delegate], 5 * DAY, r.choice([0, 5_000 * E6]), 0),
            enter(1),
            enter(2),
            enter(1, is_reduce_only=1),
            r.choice(changes),
            amend,
            enter(3),
            *self.wait_for_print(market, 0.0),
            *self.wait_for_print(market, 0.0),
        ]
