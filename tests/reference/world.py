"""A seeded stream of commands, sensible and absurd, for the engine and its reference."""

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from math import isqrt
from random import Random

from engine.core.generated import messages as m
from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS
from tests.reference.basket_orders import BasketOrders
from tests.reference.delegates import Delegates
from tests.reference.distress import FIRST_ACCOUNT, Distress
from tests.reference.exchange import Reference
from tests.reference.parameters import ADOPTED
from tests.reference.rounding import DAY, E6, E8
from tests.reference.savings import (
    OPERATOR,
    SAVINGS_VARIANTS,
    SIGNATURES,
    SMALL_POOL,
    SMALL_POOL_RULES,
    Savings,
)

USERS = [*(bytes([i + 1]) * 32 for i in range(5)), OPERATOR]
START_S = 1_262_304_000  # 2010-01-01
PRICES = [100 * E8, 61_53_000_000, 3_1234_5678]
# Rules that some seeds have instead of the defaults, so that every cap is met.
VARIANTS: list[dict[str, int]] = [
    {},
    {"max_positions_per_account": 2},
    {"net_exposure_cap_rate_e12": 10**10},
    {"locked_open_interest_ratio_e12": 10**13},
]
# And with each of them, by turns, other rules of liquidation.
LIQUIDATION_RULES: list[dict[str, int]] = [
    {},
    {"liquidation_target_health_e12": 3 * 10**12, "min_liquidation_fee_e6": 0},
    {"max_liquidation_fee_e6": 20 * E6},
    {"min_trade_notional_e6": 300 * E6, "liquidation_target_health_e12": 11 * 10**11},
]
# Rules of the markets that some seeds have: little capacity of liquidations, none at all of it
# beside the skew, no surcharge, an endorsed liquidator (below).
SMALL_WINDOW = {"liquidation_capacity_multiplier_e12": 12 * 10**6}
MARKET_VARIANTS: list[dict[str, int]] = [
    {},
    {"level_n": 0},
    {"level_n": 0, **SMALL_WINDOW},
    {"level_n": 0, **SMALL_WINDOW, "max_liquidation_pd_e12": 10**6},
    {**SMALL_WINDOW, "liquidation_window_s": 5},
]


def create_exchange(time_s: int = START_S, **changes: int) -> m.CreateExchange:
    parameters = {p.name: p.default or 0 for p in EXCHANGE_PARAMETERS}
    return m.CreateExchange(
        time_s=time_s, exchange=b"x" * 32, operator=b"o" * 32, **(parameters | changes)
    )


def create_market(
    symbol: str, price_e8: int, time_s: int = START_S, **changes: int
) -> m.CreateMarket:
    parameters = {p.name: p.default or 0 for p in MARKET_PARAMETERS}
    side = E6 * E8 * E6 // price_e8
    parameters |= {"max_side_size_e6": side, "skew_scale_e6": 20 * side}
    return m.CreateMarket(
        time_s=time_s,
        operator=b"o" * 32,
        symbol=symbol,
        name=symbol,
        country="US",
        metric="sqft",
        category="city",
        price_feed=f"index:{symbol}",
        acre_id=len(symbol),
        price_e8=price_e8,
        published_at_s=time_s - 3600,
        **(parameters | changes),
    )


class World(Savings, Distress, Delegates, BasketOrders):
    """Makes commands; looks at the reference that follows them to make plausible ones."""

    def __init__(self, seed: int, watched: Reference) -> None:
        self.random = Random(seed)
        self.watched = watched
        self.users = USERS
        self.number_of_accounts = 1000
        self.now = START_S
        self.slot = 1
        self.nonces = dict.fromkeys(USERS, 0)
        self.prices = list(PRICES)
        self.published = [START_S - 3600] * len(PRICES)
        self.seq = 0
        self.noise = 0.0
        rules = LIQUIDATION_RULES[seed // len(VARIANTS) % len(LIQUIDATION_RULES)]
        self.variant = VARIANTS[seed % len(VARIANTS)] | rules | SAVINGS_VARIANTS[seed % 3]
        self.fills_stakes = seed % 3 == 1
        self.has_small_pool = seed % 12 in (4, 9)
        if self.has_small_pool:
            self.variant |= SMALL_POOL_RULES
        self.aside = Random(seed)  # for what must not move the rest of the stream
        self.adoptions = 0
        self.max_noise = [{}, {"max_noise_e12": 10**8}, {}, {"max_noise_e12": 0}][seed // 3 % 4]
        self.script: deque[Callable[[], m.Command]] = deque()
        self.scripts = 0
        self.falls = 0
        self.delegates: dict[int, int] = {}  # the last one that each user named
        self.market_variant = MARKET_VARIANTS[seed % len(MARKET_VARIANTS)]
        self.endorsed = seed % 3  # the place of the market where the fourth user is endorsed

    def genesis(self) -> list[m.Command]:
        commands: list[m.Command] = [create_exchange(**self.variant)]
        classical = {"k_drift_e12": 0, "spread_rate_e12": 0, "funding_decay_s": 0, "level_n": 0}
        for i, price in enumerate(PRICES):
            changes = classical if i == 2 else {"min_initial_margin_ratio_e12": 10**10}
            side_rate = 10**13 if self.has_small_pool else 10**11
            changes = changes | {"max_side_notional_rate_e12": side_rate}
            changes = changes | (self.market_variant if i != 1 else self.max_noise)
            market = create_market(f"M{i}", price, **changes)
            endorsed = USERS[3] if i == self.endorsed else bytes(32)
            commands.append(replace(market, authorized_liquidator=endorsed))
        pool = SMALL_POOL if self.has_small_pool else 10_000_000 * E6
        commands.append(self.user_command(m.AddLiquidity, 4, amount_e6=pool))
        for user in range(4):
            amount = self.random.choice([500, 5_000, 60_000]) * E6 + self.random.randrange(E6)
            commands.append(
                self.user_command(m.CreateMarginAccount, user, account_id=0, amount_e6=amount)
            )
        self.noise = 0.02
        return [self.number(c) for c in commands]

    def number(self, command: m.Command) -> m.Command:
        self.seq += 1
        return replace(command, seq=self.seq, time_s=self.now)

    def user_command(self, kind: type, /, user: int, **fields: object) -> m.Command:
        r = self.random
        self.slot += 1
        key = USERS[user]
        nonce = self.nonces[key] + r.choice([1, 1, 1, 1, 7])
        attached = 0
        if kind in (m.CreateMarginAccount, m.DepositMargin, m.AddLiquidity, m.Stake):
            attached = int(fields.get("amount_e6", 0))  # type: ignore[call-overload]
        mint = 1 if (kind is m.Stake) == (r.random() < self.noise) else 2
        if r.random() < self.noise:
            attached = max(0, attached + r.choice([-1, 1, 1000]))
        if r.random() < self.noise:
            nonce = max(0, nonce - r.randrange(10))
        self.nonces[key] = max(self.nonces[key], nonce)
        expires = self.slot + (150 if r.random() >= self.noise else -1)
        attached = max(0, attached)
        return kind(
            user=key,
            signature=self.slot.to_bytes(8, "little") * 8,
            slot=self.slot,
            nonce=nonce,
            expires_slot=expires,
            attached_e6=attached,
            attached_mint=mint if attached else 0,
            **fields,
        )

    def next(self) -> m.Command:
        r = self.random
        if self.seq // 150 > self.adoptions and not self.script:  # whatever the chances are
            self.adoptions += 1
            last = self.collapse if self.has_small_pool else self.adopting
            turns = [self.adopting, self.noisy_days, self.won_elsewhere, last]
            self.script.extend(turns[self.adoptions % 4]())
        if self.script:
            self.now += 1
            return self.number(self.script.popleft()())
        if r.random() < 0.014:
            self.script.extend(self.squeeze())
        elif r.random() < 0.022:
            scripts = [
                self.saving,
                self.paying,
                self.paying,
                self.epochs,
                self.vested,
                self.old_accounts,
                self.edge_rule,
                self.leave_pool,
                self.delegated,
                self.switched,
                self.won_elsewhere,
                self.delegated_legs,
            ]
            if self.has_small_pool:
                scripts += [self.collapse] * 3
            self.script.extend(r.choice(scripts)())
        elif self.fills_stakes and r.random() < 0.002:
            self.fills_stakes = False
            self.script.extend(self.fill_stakes())
        elif r.random() < 0.035:
            self.script.extend(self.fall())
        if r.random() < 0.5:
            self.now += r.choice([0, 1, 1, 59, 600, 600, 3600, 3600, 20_000, DAY])
        if r.random() < 0.002:
            self.now += r.choice([3, 8, 30, 400]) * DAY
        return self.number(self.any_act())

    def any_act(self) -> m.Command:
        makers = [
            self.trade,
            self.close,
            self.print,
            self.money,
            self.operator,
            self.settle,
            self.some_save,
            self.any_wallet,
            self.basket,
        ]
        return self.random.choices(makers, [40, 15, 30, 12, 5, 6, 20, 4, 16])[0]()

    def any_wallet(self) -> m.Command:
        """Call for the liquidation of some account, mostly of one that fell before."""
        r = self.random
        account = FIRST_ACCOUNT + r.randrange(max(1, self.falls)) if r.random() < 0.6 else 0
        return self.liquidate(r.randrange(4), account)()

    def squeeze(self) -> list[Callable[[], m.Command]]:
        """Lose in one market more than the margin, win in another, then close the loser."""
        user, account = self.random.randrange(4), 50 + self.scripts
        loser = self.scripts % 2
        self.scripts += 1
        move = self.random.choice([0.045, 0.06])
        amount = 140 * E6 + self.random.randrange(E6)
        return [
            m.Resume,
            m.UnpauseExchange,
            *self.moves(0, 0.0),
            *self.moves(1, 0.0),
            lambda: self.user_command(
                m.CreateMarginAccount, user, account_id=account, amount_e6=amount
            ),
            lambda: self.order(user, account, 0),
            lambda: self.order(user, account, 1),
            *self.moves(loser, -move),
            *self.moves(1 - loser, move),
            lambda: self.leave(user, account, loser),
            lambda: self.leave(user, account, 1 - loser),
        ]

    def moves(self, market: int, move: float) -> list[Callable[[], m.Command]]:
        """A print, confirmed where it was held, and a market that is open."""

        def post() -> m.Command:
            self.prices[market] = max(1, int(self.prices[market] * (1 + move)))
            return m.PostPrint(
                market_id=market + 1, price_e8=self.prices[market], published_at_s=self.now
            )

        return [
            post,
            lambda: m.ConfirmPrint(market_id=market + 1),
            lambda: m.UnpauseMarket(market_id=market + 1),
        ]

    def order(self, user: int, account: int, market: int) -> m.Command:
        """A purchase of about 3,000 of notional."""
        return self.user_command(
            m.ModifyPosition,
            user,
            owner=USERS[user],
            account_id=account,
            market_id=market + 1,
            size_e6=3000 * E6 * E8 // self.prices[market],
            limit_e8=10**13,
        )

    def leave(self, user: int, account: int, market: int) -> m.Command:
        return self.user_command(
            m.ClosePosition,
            user,
            owner=USERS[user],
            account_id=account,
            market_id=market + 1,
            limit_e8=1,
        )

    def target(self) -> dict[str, object]:
        r = self.random
        owner = r.randrange(4)
        other = self.delegates.get(owner, owner) if r.random() < 0.5 else r.randrange(5)
        return {
            "user": owner if r.random() < 0.9 else other,
            "owner": USERS[owner],
            "account_id": 0 if r.random() < 0.93 else r.randrange(3),
            "market_id": r.randrange(1, 4) if r.random() < 0.98 else r.choice([0, 4, 99]),
        }

    def amount(self, top: int) -> int:
        r = self.random
        if r.random() < 0.04:
            return r.choice([0, 1, -1, 2**63 - 1, -(2**63), 10**13, 10**13 + 1])
        return int(10 ** (r.random() * 6) * top / 10**5)

    def trade(self) -> m.Command:
        r = self.random
        target = self.target()
        size = self.amount(3_000 * E6) * r.choice([1, 1, -1])
        size = max(-(2**63), min(2**63 - 1, size))
        wide = 10**13 if size > 0 else 1
        limit = wide if r.random() < 0.9 else r.choice([0, 1, -5, PRICES[0], 10**13])
        return self.user_command(m.ModifyPosition, size_e6=size, limit_e8=limit, **target)

    def close(self) -> m.Command:
        r = self.random
        size = 0 if r.random() < 0.5 else self.amount(1_000 * E6)
        limit = r.choice([1, 10**13])
        return self.user_command(m.ClosePosition, size_e6=size, limit_e8=limit, **self.target())

    def print(self) -> m.Command:
        r = self.random
        i = r.randrange(3)
        move = r.choice([0, 1e-5, -1e-5, 8e-4, -8e-4, 3e-3, 0.0199, -0.02, 0.021, -0.03, 0.06])
        if abs(move) > 0.019 and r.random() < 0.95:
            move /= 30
        self.prices[i] = max(1, int(self.prices[i] * (1 + move)))
        late = r.choice([0, 0, 0, 5, 3600, DAY])
        published = self.now - late if r.random() < 0.97 else self.now + 5
        return m.PostPrint(
            market_id=i + 1 if r.random() < 0.99 else 7,
            price_e8=self.prices[i] if r.random() < 0.99 else r.choice([0, -1, 10**13 + 1]),
            confidence_e8=0 if r.random() < 0.98 else self.prices[i] // 50,
            published_at_s=published,
        )

    def money(self) -> m.Command:
        r = self.random
        user, account = r.randrange(4), 0 if r.random() < 0.9 else r.randrange(1, 24)
        pick = r.randrange(7)
        amount = self.amount(5_000 * E6)
        if pick == 0:
            return self.user_command(
                m.CreateMarginAccount, user, account_id=account, amount_e6=amount
            )
        if pick == 1:
            owner = USERS[r.randrange(5)]
            return self.user_command(
                m.DepositMargin, user, owner=owner, account_id=account, amount_e6=amount
            )
        if pick in (2, 3):
            tip = r.choice([0, 0, amount // 100, amount // 99, -1])
            tip = max(-(2**63), min(2**63 - 1, tip))
            return self.user_command(
                m.WithdrawMargin, user, account_id=account, amount_e6=amount, tip_e6=tip
            )
        if pick == 4:
            return self.user_command(m.CloseMarginAccount, user, account_id=account)
        if pick == 5:
            return self.user_command(m.AddLiquidity, user, amount_e6=amount)
        return self.delegation(user)

    def operator(self) -> m.Command:
        r = self.random
        market = r.randrange(1, 4)
        if r.random() < 0.06:
            return r.choice([m.PauseExchange, m.PauseExchange, m.Halt])()
        if r.random() < 0.1:
            return m.PauseMarket(market_id=market)
        pick = r.randrange(6)
        if pick < 2:
            return m.UnpauseMarket(market_id=market)
        if pick < 4:
            return m.ConfirmPrint(market_id=market)
        return m.Resume() if pick == 4 else m.UnpauseExchange()

    def adopting(self) -> list[Callable[[], m.Command]]:
        return [self.adopt]

    def adopt(self) -> m.Command:
        """Give a market new economic parameters, now and then one beyond its range."""
        a = self.aside
        values = {
            p.name: a.choice([p.default or 0, p.default or 0, p.low, p.high])
            for p in MARKET_PARAMETERS
            if p.name in ADOPTED
        }
        # A pool that takes no side, or a memory of a thousand prints, would end the stream.
        values |= {"max_side_notional_rate_e12": a.choice([10**11, 2 * 10**11])}
        values |= {"max_noise_e12": a.choice([0, 10**8, 3 * 10**9])}
        if a.random() < 0.2:
            values[a.choice(ADOPTED)] = -1
        return m.AdoptParameters(market_id=a.choice([1, 2, 3, 3, 9]), **values)

    def noisy_days(self) -> list[Callable[[], m.Command]]:
        """A market that noise closes, orders in it, and a calm price update that opens it."""
        user = self.aside.randrange(4)

        def defaults(max_noise: int) -> m.Command:
            values = {p.name: p.default or 0 for p in MARKET_PARAMETERS if p.name in ADOPTED}
            return m.AdoptParameters(market_id=2, **(values | {"max_noise_e12": max_noise}))

        def at_the_edge() -> m.Command:
            return defaults(isqrt(self.watched.markets[2].noise * E6) * 6 // 5)

        def update(move: float) -> Callable[[], m.Command]:
            def post() -> m.Command:
                self.now = (self.now // DAY + 1) * DAY
                self.prices[1] = int(self.prices[1] * (1 + move))
                return m.PostPrint(market_id=2, price_e8=self.prices[1], published_at_s=self.now)

            return post

        def both(notional: int = 50 * E6) -> m.Command:
            legs = [(i + 1, self.size_for(i, notional), 10**13) for i in range(2)]
            return self.legs_command(user, USERS[user], 0, legs)

        return [
            m.Resume,
            m.UnpauseExchange,
            lambda: m.ConfirmPrint(market_id=2),
            lambda: m.UnpauseMarket(market_id=2),
            lambda: defaults(10**7),
            update(0.002),
            *self.moves(0, 0.0),
            self.pass_window,
            lambda: self.order(user, 0, 1),
            both,
            at_the_edge,
            update(0.0),
            *self.moves(0, 0.0),
            self.pass_window,
            both,
            lambda: both(600_000 * E6),
            lambda: defaults(3 * 10**9),
        ]

    def settle(self) -> m.Command:
        r = self.random
        user, owner, request = r.randrange(5), USERS[r.randrange(4)], r.randrange(7)
        pick = r.randrange(5)
        if pick == 0:
            ids = tuple(r.randrange(6) for _ in range(8))
            return self.user_command(
                m.ProcessSettlementRequests,
                user,
                owner=owner,
                request_count=r.randrange(10),
                request_ids=ids,
            )
        if pick == 1:
            return self.user_command(m.ClaimDeposit, user, deposit_id=r.randrange(4))
        if pick == 2:
            signature = SIGNATURES[request % 2]
            return m.AuthorisePayout(owner=owner, request_id=request, payout_signature=signature)
        if pick == 3:
            return m.ExpirePayout(owner=owner, request_id=request)
        signature = SIGNATURES[(request if r.random() < 0.6 else request + 1) % 2]
        return m.RecordPayout(
            owner=owner, request_id=request, payout_signature=signature, slot=self.slot
        )
