"""The slow reference of one market, written from docs/rules."""

from dataclasses import dataclass, field
from fractions import Fraction

from tests.reference.rounding import DAY, E6, E8, E12, E18, clamp, down, q, sign, trunc, up

LIMIT_PRICE = 10**13


@dataclass
class Held:
    price: int
    published: int
    operator_only: bool


@dataclass
class Market:
    id: int
    symbol: str
    p: dict[str, int]
    price: int
    published: int
    arrived: int
    touched: int
    long: int = 0
    short: int = 0
    mu_fast: int = 0
    mu_slow: int = 0
    level: int = 0
    rate: int = 0  # integrator, e18 per day
    funding: int = 0  # F, e18
    s_ref: int = 0
    hold_rate: int = 0  # of the holding charge, e18 per day
    holding: int = 0  # G, e18: what a unit of either side has been charged
    paused: bool = False
    held: Held | None = None
    entry_sum: int = 0  # Σ n·e, e14
    funding_sum: int = 0  # Σ n·f, e24
    holding_sum: int = 0  # Σ |n|·g, e24
    noise: int = 0  # variance of a print's error, e18
    auction_only: bool = False
    settled: bool = False  # by settle-market, for good: its price is that of the settlement
    authorized: bytes = bytes(32)  # endorsed liquidator; zero: none
    closures: list[tuple[int, int]] = field(default_factory=list)  # (time, size) by liquidations
    closing_limit: int = 0  # of their window, when the last of them was
    projected: tuple[tuple[int, ...], tuple[int, int]] | None = None  # state, (F, rate)

    @property
    def skew(self) -> int:
        return self.long - self.short

    def row(self) -> dict[str, object]:
        """All that is stored of it, for a comparison."""
        return {**vars(self), "projected": None, "p": dict(self.p), "closures": len(self.closures)}

    # funding -------------------------------------------------------------------------------
    def mid(self) -> int:
        return clamp(trunc(q(self.mu_fast + self.mu_slow, 2)), self.p["drift_max_e12"])

    def half(self) -> int:
        return min(trunc(q(abs(self.mu_fast - self.mu_slow), 2)), self.p["drift_max_e12"])

    def drift(self) -> int:
        return trunc(q(self.p["k_drift_e12"] * self.mid(), E6))

    def spread(self) -> int:
        full = self.p["spread_rate_e12"] * E6 + trunc(q(self.p["k_drift_e12"] * self.half(), E6))
        if self.s_ref == 0:
            return sign(self.skew) * full
        return trunc(q(clamp(self.skew, self.s_ref) * full, self.s_ref))

    def crowded(self) -> int:
        """Return the skew that pushes the integrator: below the knee less than there is."""
        skew = clamp(self.skew, self.p["skew_scale_e6"])
        knee = down(q(self.p["skew_scale_e6"] * self.p["crowding_knee_e12"], E12))
        if knee <= abs(skew):
            return skew
        return sign(skew) * down(q(skew**2, knee))

    def stale_from(self) -> int:
        return self.published + self.p["oracle_max_age_s"]

    def is_stale(self, now: int) -> bool:
        return now - self.published > self.p["oracle_max_age_s"]

    def is_dead(self, now: int) -> bool:
        """Whether no print was accepted for oracleMaxAgeDecrease (rule 46)."""
        return self.settled or now - self.published > self.p["oracle_max_age_decrease_s"]

    def may_settle(self, now: int) -> bool:
        """Whether it is dead and had no accepted print for 30 days."""
        return self.is_dead(now) and now - self.published >= 30 * DAY

    def is_late(self, now: int) -> bool:
        return self.is_stale(now) and not self.is_dead(now)

    def rate_after(self, dt: int) -> int:
        k, tau = self.p["skew_scale_e6"], self.p["funding_decay_s"]
        if k == 0:
            return 0
        velocity = q(self.p["max_funding_velocity_e12"] * self.crowded(), k)
        push = trunc(velocity * E6 * q(dt, DAY))
        decay = trunc(q(self.rate * min(dt, tau), tau)) if tau else 0
        return clamp(self.rate + push - decay, self.p["max_funding_rate_e12"] * E6)

    def project(self, now: int, halted: bool) -> tuple[int, int]:
        """Return (F, rate) at `now` from the stored state; remembers the last answer."""
        state = (
            *(
                now,
                halted,
                self.settled,
                self.touched,
                self.funding,
                self.rate,
                self.paused,
                self.published,
            ),
            *(self.price, self.long, self.short, self.mu_fast, self.mu_slow, self.s_ref),
            *self.p.values(),
        )
        if self.projected is None or self.projected[0] != state:
            self.projected = state, self.projection(now, halted)
        return self.projected[1]

    def projection(self, now: int, halted: bool) -> tuple[int, int]:
        dt = now - self.touched
        if halted or self.settled or dt <= 0:
            return self.funding, self.rate
        fresh = 0 if self.paused else max(0, min(now, self.stale_from()) - self.touched)
        rate = self.rate_after(fresh) if fresh else self.rate
        crowding = trunc(q(self.rate + rate, 2))
        weighted = (crowding + self.spread()) * fresh + self.drift() * dt
        return self.funding + down(q(-weighted * self.price, DAY * E8)), rate

    def held_for(self, now: int, halted: bool) -> int:
        """Return G at `now`: charged while the price is fresh and the market is not paused."""
        if halted or self.settled or self.paused:
            return self.holding
        days = q(max(0, min(now, self.stale_from()) - self.touched), DAY)
        return self.holding + up(self.hold_rate * days * q(self.price, E8))

    def touch(self, now: int, halted: bool) -> None:
        self.holding = self.held_for(now, halted)
        self.funding, self.rate = self.project(now, halted)
        self.touched = max(now, self.touched)

    def schedule_of(self, published: int) -> int:
        """Return the newest schedule whose window has begun at a time."""
        interval = self.p["print_interval_s"]
        return (published + self.p["entry_window_before_s"]) // interval * interval

    def window_start(self, now: int) -> int:
        """Return the start of the entry window of the newest schedule whose window has begun."""
        return self.schedule_of(now) - self.p["entry_window_before_s"]

    # prints ----------------------------------------------------------------------------------
    def days_to(self, published: int) -> int:
        """Whole days to another publish time, each taken at the nearest midnight."""
        half_day = DAY // 2
        return (published + half_day) // DAY - (self.published + half_day) // DAY

    def measure(self, price: int, g: int) -> None:
        """Update the noise at a print that changes the forecast, too (rule 65)."""
        change = clamp(trunc(q((price - self.price) * E12, self.price)), E12)
        surprise = change - g * self.mid()
        counted = min(trunc(q(surprise**2, E6)), max(9 * 10**12, 18 * self.noise))
        self.noise += trunc(q(down(q(counted, 2)) - self.noise, 60))
        self.noise = min(self.noise, down(q(E18, 18)))
        self.judge()

    def sigma_of_max(self) -> Fraction:
        """The square of sigma / maxNoise, which is not 0."""
        return Fraction(self.noise, E18) / Fraction(self.p["max_noise_e12"], E12) ** 2

    def judge(self) -> None:
        """Decide whether increases wait for the auction."""
        if self.p["max_noise_e12"] == 0 or self.sigma_of_max() < Fraction(25, 36):
            self.auction_only = False
        elif self.sigma_of_max() > 1:
            self.auction_only = True

    def memory(self) -> int:
        """Prints of the level."""
        n = self.p["level_n"]
        if n == 0 or self.p["max_noise_e12"] == 0:
            return n
        ratio = self.sigma_of_max()
        return max(n, 5 if ratio < Fraction(1, 9) else 10 if ratio < Fraction(4, 25) else 20)

    def follow(self, nav: int, g: int) -> None:
        """Move both sizes toward their parts of NAV at the present price (rule 66)."""
        rates = {
            "skew_scale_e6": self.p["skew_scale_rate_e12"],
            "max_side_size_e6": self.p["max_side_notional_rate_e12"],
        }
        if not rates["skew_scale_e6"] or nav <= 0 or g < 1:
            return
        largest = {"skew_scale_e6": 10**17, "max_side_size_e6": 10**15}
        for name, rate in rates.items():
            size = self.p[name]
            step = down(q(size * min(g, 30), 50))
            target = min(largest[name], down(q(rate * nav * E8, E12 * self.price)))
            if rate:
                self.p[name] = min(max(target, size - step), size + step)

    def learn(self, price: int, published: int) -> None:
        """Update noise, forecast and level at an accepted print; the caller accrued before."""
        g = self.days_to(published)
        p0, p1 = self.price, price
        if g > 365:
            self.mu_fast = self.mu_slow = 0
            self.level = p1
        elif g > 0:
            mid0 = self.mid()
            self.measure(price, g)
            n = self.memory()
            level = self.level + g * trunc(q(self.level * mid0, E12))
            level = level + trunc(q(p1 - level, n)) if n else p1
            self.level = max(1, min(LIMIT_PRICE, level))
            x = clamp(trunc(q((p1 - p0) * E12, p0 * g)), self.p["return_clip_e12"])
            for _ in range(min(g, 30)):
                self.mu_fast += trunc(q(x - self.mu_fast, self.p["n_fast"]))
                self.mu_slow += trunc(q(x - self.mu_slow, self.p["n_slow"]))
        self.price, self.published = p1, published

    def level_at(self, now: int) -> int:
        dt = min(max(0, now - self.published), DAY)
        return self.level + trunc(q(self.level * self.mid() * dt, DAY * E12))

    # trade -----------------------------------------------------------------------------------
    def fill(self, base: int, d: int) -> int:
        k = self.p["skew_scale_e6"]
        if k == 0:
            return base
        exact = base * (1 + q(2 * self.skew + d, 2 * k))
        return up(exact) if d > 0 else down(exact)

    def fee(self, d: int, fill: int) -> int:
        towards_zero = min(abs(d), abs(self.skew)) if sign(d) == -sign(self.skew) else 0
        return self.fee_of_parts(towards_zero, abs(d) - towards_zero, fill)

    def fee_of_parts(self, maker: int, taker: int, fill: int) -> int:
        weighted = maker * self.p["maker_fee_rate_e12"] + taker * self.p["taker_fee_rate_e12"]
        return up(q(weighted * fill, E8 * E12))

    def surcharge(self, d: int, base: int, fee: int, now: int) -> int:
        if self.p["level_n"] == 0:
            return 0
        against = up(q(d * (self.level_at(now) - base), E8))
        return max(0, against - fee)

    # margin ----------------------------------------------------------------------------------
    def imr(self, n: int) -> int:
        k = self.p["skew_scale_e6"]
        slope = up(q(abs(n) * self.p["initial_margin_ratio_e12"], k)) if k else 0
        return slope + self.p["min_initial_margin_ratio_e12"]

    def mmr(self, n: int) -> int:
        return up(q(self.imr(n) * self.p["maintenance_margin_proportion_e12"], E12))

    def initial_margin(self, n: int, price: int) -> int:
        return up(q(abs(n) * price * self.imr(n), E8 * E12)) + self.p["min_position_margin_e6"]

    def maintenance_margin(self, n: int, price: int) -> int:
        return up(q(abs(n) * price * self.mmr(n), E8 * E12)) + self.p["min_position_margin_e6"]

    def liquidation_fee_part(self, n: int, price: int) -> int:
        return up(q(abs(n) * price * self.p["liquidation_fee_rate_e12"], E8 * E12))

    def unrealized(self, now: int, halted: bool, price: int | None = None) -> int:
        funding, _ = self.project(now, halted)
        exact = (
            q(self.skew * (self.price if price is None else price), E8)
            + q(self.skew * funding, E18)
            - q(self.entry_sum, E8)
            - q(self.funding_sum, E18)
            - q((self.long + self.short) * self.held_for(now, halted) - self.holding_sum, E18)
        )
        return up(exact)
