"""A seeded stream of prediction commands, sensible and absurd, for the engine and its reference.

`prediction_commands(seed, count)` gives a list of plain dicts (see `predictions`); who then
executes them. The first three are `IndexPrint`s: the prices with which the indexes begin.
Everything is drawn from one `random.Random`; the reference that follows the stream is looked at
to make commands that mean something.
"""

from collections import deque
from collections.abc import Callable
from random import Random

from tests.reference.book import ASK, BID, FOK, GTC, GTD, IOC
from tests.reference.predictions.figures import LEVELS, NO, YES, PredictionMarket, tick_of
from tests.reference.predictions.predictions import NaivePredictions
from tests.reference.rounding import DAY, E6, E8

START_S = 1_262_304_000  # 2010-01-01
USERS = [bytes([i + 1]) * 32 for i in range(6)]
STRANGER = USERS[5]  # takes part in no programme
LATECOMER = USERS[4]
FIRST_PRICES_E8 = {1: 250 * E8, 2: 61_53_000_000, 3: 412_1234_5678}
MARKETS_ALIVE = 4
HIGHEST_FEE_EACH = 200 * 50 * 50  # raw, of one contract at 50


class PredictionWorld:
    """Makes commands one by one; `watched` must have applied all that were made before."""

    def __init__(self, seed: int, watched: NaivePredictions) -> None:
        self.random = Random(seed)
        self.watched = watched
        self.now = START_S
        self.prices = dict(FIRST_PRICES_E8)
        self.mids: dict[int, int] = {}
        self.names = 0
        self.script: deque[Callable[[], dict]] = deque(self.genesis())
        self.actions: list[tuple[int, Callable[[], dict]]] = [
            (300, self.near_mid),
            (120, self.take),
            (60, self.cross_own),
            (40, self.exact_budget),
            (50, self.amend),
            (60, self.cancel),
            (40, self.special),
            (60, self.malformed),
            (25, self.repeat_client_id),
            (40, self.index_print),
            (30, self.tick),
            (15, self.start_cover),
            (15, self.cancel_all),
            (12, self.cancel_after),
            (20, self.programme),
            (40, self.operate),
            (12, self.start_race),
            (5, self.start_halt),
            (4, self.start_gamble),
            (1, self.start_crowd),
        ]

    def __call__(self) -> dict:
        if self.script:
            return self.script.popleft()()
        self.advance()
        alive = [m for m in self.watched.markets.values() if m.status in ("upcoming", "open")]
        if len(alive) < MARKETS_ALIVE and self.random.random() < 0.3:
            return self.create()
        weights = [weight for weight, _ in self.actions]
        return self.random.choices([make for _, make in self.actions], weights)[0]()

    # parts
    def genesis(self) -> list[Callable[[], dict]]:
        first = {"time_s": START_S, "published_at_s": START_S - 3600, "name": "IndexPrint"}
        prints = [first | {"acre_id": i, "price_e8": p} for i, p in FIRST_PRICES_E8.items()]
        joins = [self.by(u, "Participate", programme=1 + i % 3) for i, u in enumerate(USERS[:4])]
        grants = [self.by(u, "GrantPoints") for u in USERS[:4]]
        markets = [self.create(opens_in_s=0) for _ in range(3)]
        return [lambda c=c: c for c in prints + joins + grants + markets]

    def make(self, name: str, **fields: object) -> dict:
        return {"name": name, "time_s": self.now, **fields}

    def by(self, user: bytes, name: str, **fields: object) -> dict:
        return self.make(name, user=user, **fields)

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def advance(self) -> None:
        dice, r = self.random.random(), self.random
        if dice < 0.006:
            self.now += r.randint(7200, 3 * DAY // 2)
        elif dice < 0.03:
            self.now += r.randint(60, 7200)
        elif dice < 0.15:
            self.now += r.randint(5, 60)
        elif dice < 0.6:
            self.now += r.randint(0, 3)

    def user(self) -> bytes:
        return self.random.choices(USERS, [24, 24, 24, 10, 6, 1])[0]

    def market(self) -> PredictionMarket:
        """Return a market, open mostly."""
        markets = list(self.watched.markets.values())
        is_open = [m for m in markets if m.status == "open" and m.closes_at_s > self.now]
        return self.random.choice(markets if not is_open or self.chance(0.03) else is_open)

    def mid(self, market_id: int) -> int:
        mid = self.mids.setdefault(market_id, self.random.randint(10, 90))
        if self.chance(0.2):
            mid = max(4, min(96, mid + self.random.choice([-1, 1])))
        self.mids[market_id] = mid
        return mid

    def client_id(self) -> str:
        if self.chance(0.6):
            return ""
        self.names += 1
        return f"{self.random.choice(['a', 'B-', '_'])}{self.names}"

    def contracts(self) -> int:
        most = self.random.choice([3, 12, 40, 40, 120])
        return self.random.randint(1, most)

    def order(self, user: bytes, market_id: int, side: int, price: int, **changes: object) -> dict:
        fields = {
            "market_id": market_id,
            "order_type": 0,
            "side": side,
            "price": max(1, min(LEVELS, price)),
            "contracts": self.contracts(),
            "time_in_force": GTC,
            "expires_at_s": 0,
            "post_only": 0,
            "self_trade_prevention": self.random.choice([0, 0, 1, 2]),
            "client_order_id": self.client_id(),
        }
        return self.by(user, "PlaceOrder", **(fields | changes))

    def resting(self) -> list[int]:
        return sorted(i for m in self.watched.ledger.markets.values() for i in m.book.orders)

    def best_against(self, market_id: int, side: int) -> int:
        """Return the price at which a side could buy at once; without an order, about mid."""
        tick = self.watched.ledger.markets[market_id].book.best(1 - side)
        return tick_of(side, tick or self.mid(market_id))

    # placing
    def near_mid(self) -> dict:
        market, side = self.market(), self.random.choice([BID, ASK])
        price = tick_of(side, self.mid(market.market_id)) + self.random.randint(-5, 3)
        return self.order(self.user(), market.market_id, side, price)

    def take(self) -> dict:
        market, side = self.market(), self.random.choice([BID, ASK])
        price = self.best_against(market.market_id, side) + self.random.randint(-1, 4)
        kinds = [{"time_in_force": IOC}, {"time_in_force": FOK}, {"order_type": 1}]
        kind = self.random.choice(kinds)
        if "order_type" in kind:
            kind = kind | {"time_in_force": self.random.choice([GTC, IOC, FOK])}
            price = price if self.chance(0.5) else 0
        order = self.order(self.user(), market.market_id, side, price, **kind)
        return order | ({"price": 0} if price == 0 else {})

    def cross_own(self) -> dict:
        """Place an order that meets one of the same user's."""
        ids = self.resting()
        if not ids:
            return self.near_mid()
        own = self.watched.orders[self.random.choice(ids)]
        price = LEVELS + 1 - own.price + self.random.randint(0, 3)
        force = self.random.choice([GTC, GTC, IOC, FOK])
        post_only = int(force == GTC and self.chance(0.2))
        changes = {"time_in_force": force, "post_only": post_only}
        changes["self_trade_prevention"] = self.random.randint(0, 2)
        return self.order(own.user, own.market_id, 1 - own.side, price, **changes)

    def exact_budget(self) -> dict:
        """Place an order for all the points that a user has, or for one contract more."""
        market, side = self.market(), self.random.choice([BID, ASK])
        user = self.random.choices(USERS, [1, 1, 1, 12, 3, 0])[0]
        price = tick_of(side, self.mid(market.market_id)) + self.random.randint(-8, 2)
        price = max(1, min(LEVELS, price))
        each = price * E6 + min(HIGHEST_FEE_EACH, 200 * price * (100 - price))
        each = each if price <= 50 else price * E6 + HIGHEST_FEE_EACH
        opposite = self.watched.ledger.markets[market.market_id].held(user, 1 - side)
        affordable = self.watched.ledger.available(user) // each + opposite
        contracts = max(1, affordable + self.random.choice([-1, 0, 0, 1]))
        changes = {"contracts": min(contracts, 100_001), "time_in_force": self.force()}
        return self.order(user, market.market_id, side, price, **changes)

    def force(self) -> int:
        return self.random.choice([GTC, GTC, GTC, IOC, FOK])

    def special(self) -> dict:
        """Place a post-only or a gtd order, its time at an edge."""
        market, side = self.market(), self.random.choice([BID, ASK])
        price = tick_of(side, self.mid(market.market_id)) + self.random.randint(-4, 3)
        ends = [self.now + 1, self.now + self.random.randint(2, 7200), market.closes_at_s]
        ends += [self.random.choice([self.now, market.closes_at_s + 1, 0])]
        is_gtd = self.chance(0.6)
        changes = {"time_in_force": GTD if is_gtd else GTC}
        changes["expires_at_s"] = self.random.choice(ends) if is_gtd else 0
        changes["post_only"] = int(not is_gtd or self.chance(0.2))
        return self.order(self.user(), market.market_id, side, price, **changes)

    def malformed(self) -> dict:
        changes = self.random.choice(
            [
                {"price": 0},
                {"price": 100},
                {"price": 65_535},
                {"contracts": 0},
                {"contracts": 100_001},
                {"contracts": 4_294_967_295},
                {"contracts": 100_000},
                {"market_id": 0},
                {"market_id": 4_000_000},
                {"order_type": 2},
                {"side": 2},
                {"time_in_force": 4},
                {"self_trade_prevention": 3},
                {"post_only": 1, "time_in_force": IOC},
                {"post_only": 1, "time_in_force": FOK},
                {"post_only": 1, "order_type": 1},
                {"expires_at_s": self.now + 9},
                {"time_in_force": GTD, "expires_at_s": self.now},
                {"client_order_id": "with space"},
                {"client_order_id": "a.b"},
            ]
        )
        if "price" in changes:
            changes = changes | {"contracts": self.random.choice([0, 1, 5])}
        return self.near_mid_of_open() | changes

    def near_mid_of_open(self) -> dict:
        order = self.near_mid()
        return order | {"user": self.random.choice(USERS[:4])}

    def repeat_client_id(self) -> dict:
        named = [o for o in list(self.watched.orders.values())[-300:] if o.client_order_id]
        if not named:
            return self.near_mid()
        name = self.random.choice(named)
        user = name.user if self.chance(0.8) else self.user()
        return self.near_mid() | {"user": user, "client_order_id": name.client_order_id}

    # changing and cancelling
    def cancel(self) -> dict:
        ids = self.resting() or [1]
        order_id = self.random.choice(ids)
        order = self.watched.orders.get(order_id)
        user = order.user if order and self.chance(0.85) else self.user()
        if self.chance(0.15):
            order_id = self.random.choice([0, len(self.watched.orders) + 1, 2**64 - 1])
        if self.chance(0.1) and self.watched.orders:
            order = self.random.choice(list(self.watched.orders.values())[-40:])
            order_id, user = order.order_id, order.user
        return self.by(user, "CancelOrder", order_id=order_id)

    def cancel_all(self) -> dict:
        market_id = self.random.choice([0, 0, self.market().market_id, 77_777])
        return self.by(self.user(), "CancelAllOrders", market_id=market_id)

    def cancel_after(self) -> dict:
        timeout = self.random.choice([0, 5, 30, 600, DAY, 1440 * DAY, 1, 4, 1440 * DAY + 1])
        return self.by(self.user(), "SetCancelAfter", timeout_s=timeout)

    def amend(self) -> dict:
        ids = self.resting()
        if not ids:
            return self.near_mid()
        order = self.watched.orders[self.random.choice(ids)]
        if self.chance(0.05):
            order = self.random.choice(list(self.watched.orders.values())[-40:])
        price = order.price + self.random.choice([0, 0, 0, -1, 1, 3, 9])
        contracts = order.remaining + self.random.choice([-1, -3, 0, 1, 7, 60])
        if self.chance(0.1):
            price = self.random.choice([0, 1, 99, 100])
        if self.chance(0.05):
            contracts = self.random.choice([0, 100_000, 100_001])
        user = order.user if self.chance(0.95) else self.user()
        if self.chance(0.2):  # what is left out stays
            price, contracts = self.random.choice([(0, contracts), (price, 0), (0, 0)])
        fields = {"price": max(0, price), "contracts": max(0, contracts)}
        return self.by(user, "AmendOrder", order_id=order.order_id, **fields)

    # programmes, clock, oracle, operator
    def programme(self) -> dict:
        user = self.user() if self.chance(0.5) else self.random.choice([LATECOMER, STRANGER])
        if self.chance(0.5) or user == STRANGER:
            return self.by(user, "GrantPoints")
        return self.by(user, "Participate", programme=self.random.choice([0, 1, 2, 3, 4]))

    def tick(self) -> dict:
        return self.make("Tick")

    def index_print(self) -> dict:
        acre_id = self.random.choice(list(self.prices))
        published = max(self.now - self.random.choice([0, 0, 0, 30]), START_S)
        if published <= self.watched.prints[acre_id][1]:
            return self.tick()
        moved = self.prices[acre_id] * self.random.randint(9970, 10_031) // 10_000
        self.prices[acre_id] = moved
        fields = {"acre_id": acre_id, "price_e8": moved, "published_at_s": published}
        return self.make("IndexPrint", **fields)

    def create(self, opens_in_s: int | None = None) -> dict:
        r = self.random
        wait = r.choice([0, 5, 600, 3600]) if opens_in_s is None else opens_in_s
        opens = self.now + wait
        closes = opens + r.choice([60, 3600, DAY // 2, DAY, 3 * DAY])
        acre_id = r.choice([0, 1, 2, 3])
        strike = self.prices[acre_id] * r.randint(99, 101) // 100 if acre_id else 0
        return self.make(
            "CreatePrediction",
            title="Will it?",
            description="A question.",
            category="city",
            rules="By the index.",
            acre_id=acre_id,
            strike_e8=strike,
            opens_at_s=opens,
            closes_at_s=closes,
            resolves_at_s=closes + r.choice([0, 60, DAY]),
        )

    def operate(self) -> dict:
        """Resolve or void a market, more often a waiting one."""
        markets = list(self.watched.markets.values())
        waiting = [m for m in markets if m.status == "closed" and not m.acre_id]
        recorded = [m for m in markets if m.status == "closed" and m.recorded_at_s is not None]
        choices = self.random.choice([markets, waiting, recorded])
        market_id = self.random.choice(choices or markets).market_id
        if self.chance(0.05):
            market_id = self.random.choice([0, 88_888])
        if self.chance(0.12):
            alive = [m.market_id for m in markets if not m.is_over]
            market_id = self.random.choice([market_id, *alive])
            return self.make("VoidPrediction", market_id=market_id)
        if self.chance(0.06):
            times = {"opens_at_s": self.now + 9, "closes_at_s": self.now + 9}
            return self.create() | times
        outcome = self.random.choice([YES, NO, YES, NO, YES, NO, 0, 3])
        fields = {"value_e8": 0, "published_at_s": 0}
        return self.make("ResolvePrediction", market_id=market_id, outcome=outcome, **fields)

    # several commands that belong together
    def start_cover(self) -> dict:
        """Let a holder place several orders for the other side, more than the holding covers."""
        found = [
            (user, i, h.contracts) for user in USERS for i, h in self.watched.holdings(user).items()
        ]
        found = [x for x in found if self.watched.markets[x[1]].status == "open"]
        if not found:
            return self.near_mid()
        user, market_id, contracts = self.random.choice(found)
        side = ASK if contracts > 0 else BID

        def part() -> dict:
            price = tick_of(side, self.mid(market_id)) - self.random.randint(0, 12)
            size = max(1, abs(contracts) * self.random.randint(1, 6) // 6)
            return self.order(user, market_id, side, price, contracts=size)

        self.script.extend([part] * self.random.randint(2, 4))
        return self.script.popleft()()

    def start_race(self) -> dict:
        """Act on a market just before, at and after its close."""
        ahead = [m for m in self.watched.markets.values() if m.status == "open"]
        ahead = [m for m in ahead if m.closes_at_s > self.now + 1]
        if not ahead:
            return self.tick()
        market = min(ahead, key=lambda m: m.closes_at_s)
        if market.closes_at_s > self.now + 2 * DAY:
            return self.near_mid()

        def act(time_s: int) -> dict:
            self.now = max(self.now, time_s)
            make = self.random.choice([self.near_mid, self.near_mid, self.cancel, self.amend])
            command = make()
            if command["name"] == "PlaceOrder":
                command["market_id"] = market.market_id
                command["user"] = self.random.choice(USERS[:4])
                if time_s < market.closes_at_s and self.chance(0.5):
                    gtd = {"time_in_force": GTD, "expires_at_s": market.closes_at_s}
                    command |= gtd | {"order_type": 0, "post_only": 0}
            return command

        for late in (-1, -1, 0, 0, 1):
            self.script.append(lambda at=market.closes_at_s + late: act(at))
        return self.script.popleft()()

    def start_halt(self) -> dict:
        def wait() -> dict:
            self.now += self.random.choice([0, 1, 60, 7200])
            makes = [self.near_mid, self.cancel, self.amend, self.cancel_all, self.programme]
            return self.random.choice([*makes, self.index_print, self.operate, self.tick])()

        self.script.extend([wait] * self.random.randint(2, 12))
        self.script.append(lambda: self.make("Resume"))
        return self.make("Halt")

    def start_gamble(self) -> dict:
        """Let a user lose sight of all points until a market closes, and ask for a top-up."""
        ahead = [m for m in self.watched.markets.values() if m.status == "open"]
        ahead = [m for m in ahead if self.now < m.closes_at_s <= self.now + DAY]
        if not ahead:
            return self.create(opens_in_s=0)
        market = self.random.choice(ahead)
        user, other = self.random.sample(USERS[:4], 2)
        plain = {"client_order_id": "", "self_trade_prevention": 0}

        def offer() -> dict:
            changes = plain | {"contracts": 120}
            return self.order(other, market.market_id, ASK, 3, **changes)

        def risk_all() -> dict:
            count = self.watched.ledger.available(user) // (97 * E6 + HIGHEST_FEE_EACH)
            changes = plain | {"contracts": max(1, count), "time_in_force": IOC}
            return self.order(user, market.market_id, BID, 97, **changes)

        def wait() -> dict:
            self.now = max(self.now, market.closes_at_s)
            return self.create(opens_in_s=0)

        def ask() -> dict:
            return self.near_mid() | {"user": user}

        self.script.extend([offer, risk_all, wait, self.tick, ask, ask])
        return self.by(user, "CancelAllOrders", market_id=0)

    def start_crowd(self) -> dict:
        """Fill a user's open orders to the last one allowed, and try more."""
        ahead = [m for m in self.watched.markets.values() if m.status == "open"]
        ahead = [m for m in ahead if m.closes_at_s > self.now]
        if not ahead:
            return self.tick()
        market = max(ahead, key=lambda m: m.closes_at_s)
        user = max(USERS[:4], key=self.watched.ledger.available)

        def small() -> dict:
            changes = {"contracts": 1, "client_order_id": ""}
            return self.order(user, market.market_id, self.random.choice([0, 1]), 1, **changes)

        count = 205 - len(self.watched.open_orders(user))
        self.script.extend([small] * count)
        return small()


def prediction_commands(seed: int, count: int) -> list[dict]:
    """Return the first `count` commands of a seed's stream."""
    watched = NaivePredictions(START_S)
    world = PredictionWorld(seed, watched)
    commands = []
    for _ in range(count):
        commands.append(world())
        watched.apply(commands[-1])
    return commands
