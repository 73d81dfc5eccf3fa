"""A run, day by day: prints at midnight, then those who know, organic flow, and snipers late.

| Time of day | What happens |
|---|---|
| 00:00:00 | the prints of all markets |
| 00:00:05 | snipers leave or reduce; entries are refused in the window around the print |
| 00:10 | forecasters, past the window |
| 12:00 | organic flow |
| 23:00 | snipers, who know half of the noise of the next print |
"""

import hashlib
from dataclasses import dataclass

import numpy as np

from engine.programmes.index_series import DAY_S, Floats, Integers
from engine.simulation.forecast import EngineForecast, Regression, SkewResponse
from engine.simulation.informed import Optimiser, Rules, Situation, View, within_exposure
from engine.simulation.ledger import Flows, Ledger, Year
from engine.simulation.options import Forecast, Options
from engine.simulation.organic import RETAIL, UNINFORMED, Organic
from engine.simulation.prints import KNOWN_PART, History, Prints, make_prints
from engine.simulation.venue import E6, Venue

BURN_IN_DAYS = 180  # prints only, so that averages and regressions have something to say
YEAR_DAYS = 365
GROUPS = ("uninformed", "retail", "forecasters", "snipers")
UNINFORMED_GROUP, RETAIL_GROUP, FORECASTER_GROUP, SNIPER_GROUP = range(len(GROUPS))
FORECAST_DAYS = np.array([2.0, 5.0, 10.0, 30.0, 60.0])
SNIPER_DAYS = np.array([0.0, 1.0, 3.0, 7.0, 15.0])  # 0: at once after the print
EXIT_S, FORECAST_S, ORGANIC_S, SNIPE_S = 5, 600, DAY_S // 2, DAY_S - 3_600


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a run; amounts are whole units of collateral."""

    symbols: tuple[str, ...]
    years: tuple[Year, ...]
    share_price: Floats  # after the prints of each traded day
    whole: Flows
    uninformed_usd_days: float  # open notional times days
    uninformed_funding_e6: int  # what the group received, negative: paid
    refusals: dict[str, int]
    commands: int
    digest: str


class Simulation:
    """One run over a history."""

    def __init__(self, history: History, options: Options) -> None:
        self._history = history
        self._options = options
        market = options.market_parameters()
        pool = options.exchange_parameters()
        seeds = np.random.SeedSequence(options.seed).spawn(2)
        noise, self._random = (np.random.Generator(np.random.PCG64(seed)) for seed in seeds)
        self._prints: Prints = make_prints(
            history, options.noise, is_mean_reverting=options.is_mean_reverting, random=noise
        )
        habits = (UNINFORMED, RETAIL)
        counts = [*(habit.count for habit in habits), 1, 1]
        groups = np.repeat(np.arange(len(GROUPS)), counts)
        self._forecaster, self._sniper = len(groups) - 2, len(groups) - 1
        markets = len(history.symbols)
        self._organic = Organic(markets, habits, options.organic)
        self._rules = Rules.of(market, pool)
        self._optimiser = Optimiser(self._rules)
        self._venue = Venue(history.symbols, groups, market, pool)
        self._averages = EngineForecast(markets, market)
        self._regression = Regression(markets)
        self._responses = {s: SkewResponse(markets) for s in (self._forecaster, self._sniper)}
        # What is left of a distance from the level after a print.
        self._decay = 1 - 1 / self._rules.level_n if self._rules.level_n else 0.0
        self._sign = -1.0 if options.forecast is Forecast.WRONG_SIGN else 1.0
        self._created = 0
        self._is_open = np.zeros(markets, np.int64)

    def run(self) -> Result:
        """Play all days; whole years after the burn-in count, days beyond them are not played."""
        venue = self._venue
        first = self._history.first_day
        years = (len(self._prints.price_e8) - BURN_IN_DAYS - 1) // YEAR_DAYS
        if years < 1:
            raise ValueError(f"the history is shorter than {BURN_IN_DAYS} days and a year")
        venue.open(first * DAY_S - 1)
        for day in range(BURN_IN_DAYS):
            self._publish(day)
        nav_e6, balance_e6 = venue.pool()
        empty = Flows.none(len(venue.symbols), venue.group_count)
        start = first + BURN_IN_DAYS
        ledger = Ledger(empty, venue.unrealised(), nav_e6, balance_e6, start)
        venue.flows = ledger.flows
        shares: list[float] = []
        usd_days = 0.0
        uninformed = [UNINFORMED.count]
        for day in range(BURN_IN_DAYS, BURN_IN_DAYS + years * YEAR_DAYS):
            self._publish(day)
            shares.append(venue.nav_e6 / venue.lp_shares_e6)
            self._trade(day)
            held = np.abs(venue.position[:, : uninformed[0]]).sum(axis=1)
            usd_days += float((held * venue.shown.price).sum())
            if (day + 1 - BURN_IN_DAYS) % YEAR_DAYS == 0:
                nav_e6, balance_e6 = venue.pool()
                ledger.close(first + day + 1, nav_e6, balance_e6, venue.unrealised())
                venue.flows = ledger.flows
        open_funding = int(ledger.opened.funding_e6[:, UNINFORMED_GROUP].sum())
        funding = int(venue.whole.funding_e6[:, UNINFORMED_GROUP].sum()) + open_funding
        return Result(
            symbols=venue.symbols,
            years=tuple(ledger.years),
            share_price=np.array(shares),
            whole=venue.whole,
            uninformed_usd_days=usd_days,
            uninformed_funding_e6=funding,
            refusals=dict(sorted(venue.refusals.items())),
            commands=venue.commands,
            digest=_digest(venue, ledger.years),
        )

    def _publish(self, day: int) -> None:
        """Create the markets that begin today, post the prints of the others, learn from them."""
        venue = self._venue
        time_s = (self._history.first_day + day) * DAY_S
        prices = self._prints.price_e8[day]
        rows = np.arange(self._created)
        if self._created:
            before = venue.shown.price.copy()
            if self._sign < 0:
                # The first print of a day is what the averages and the level learn from; a second
                # one on the same day changes only the price. So they see every return mirrored.
                mirrored = 2 * np.rint(before[rows] * 1e8).astype(np.int64) - prices[rows]
                venue.post(rows, mirrored, time_s)
                time_s += 1
            venue.post(rows, prices[rows], time_s)
            with np.errstate(divide="ignore", invalid="ignore"):
                move = np.where(before > 0, venue.shown.price / before - 1, 0.0)
            self._averages.learn(self._sign * move)
        while self._created < len(prices) and prices[self._created] > 0:
            venue.create_market(self._created, int(prices[self._created]), time_s)
            self._is_open[self._created] = 1
            self._created += 1
        self._regression.learn(venue.shown.price)

    def _trade(self, day: int) -> None:
        time_s = (self._history.first_day + day) * DAY_S
        if self._venue.position[:, self._sniper].any():
            gap = self._gap(EXIT_S)
            view = self._view(self._sniper, SNIPER_DAYS[1:], np.zeros_like(gap), gap)
            self._act(self._sniper, view, gap, time_s + EXIT_S, only_less=True)

        gap = self._gap(FORECAST_S)
        view = self._view(self._forecaster, FORECAST_DAYS, np.zeros_like(gap), gap)
        self._act(self._forecaster, view, gap, time_s + FORECAST_S)

        self._trade_organic(time_s + ORGANIC_S)

        gap = self._gap(SNIPE_S)
        move = self._prints.known_move[day]
        unknown = self._decay * self._regression.sigma * KNOWN_PART
        gap_then = (gap + move - self._averages.mid / 24) * self._decay
        view = self._view(self._sniper, SNIPER_DAYS, move, gap_then, unknown)
        self._act(self._sniper, view, gap, time_s + SNIPE_S)

    def _trade_organic(self, time_s: int) -> None:
        venue = self._venue
        slots = self._forecaster  # the organic traders precede the informed
        orders = np.zeros_like(venue.position)
        orders[:, :slots] = self._organic.decide(
            venue.position[:, :slots], venue.shown.price, self._is_open, self._random
        )
        agents = self._random.permutation(np.flatnonzero(orders))
        venue.trade(agents, orders.ravel()[agents], time_s)

    def _view(
        self, slot: int, days: Floats, jump: Floats, gap: Floats, sigma: Floats | None = None
    ) -> View:
        """Return what an agent expects `days` after now, or after the next print with a `jump`.

        `gap` and `sigma`: the distance from the level then, and what is not known of it.
        """
        rest_left, answer = self._responses[slot].expected(days)
        left = self._decay**days
        noise = self._regression.sigma * self._decay
        known = np.zeros_like(gap) if sigma is None else sigma
        later = (1 - left**2) / (1 - self._decay**2)
        return View(
            days=days,
            move=jump[:, None] + self._regression.expected(days),
            gap=gap[:, None] * left,
            gap_sigma=np.sqrt((known[:, None] * left) ** 2 + noise[:, None] ** 2 * later),
            rest_left=rest_left,
            answer=answer,
        )

    def _gap(self, seconds: int) -> Floats:
        """Return price less level, advanced to these seconds after the print, relative."""
        shown = self._venue.shown
        level = shown.level * (1 + self._averages.mid * seconds / DAY_S)
        return np.where(shown.price > 0, 1 - level / np.where(shown.price > 0, shown.price, 1), 0.0)

    def _act(
        self, slot: int, view: View, gap: Floats, time_s: int, *, only_less: bool = False
    ) -> None:
        """Let the agent of each market choose its position and send what changes."""
        venue = self._venue
        at = self._situation(slot, gap)
        if not only_less:
            self._responses[slot].learn((at.skew - at.position) / at.scale)
        size, gain = self._optimiser.order(at, view, only_less=only_less)
        cap = self._rules.exposure_rate * venue.nav_e6 / E6
        size = within_exposure(size, gain, at.skew, at.price, cap)
        rows: Integers = np.flatnonzero(size)
        rows = rows[np.argsort(-gain[rows], kind="stable")]
        venue.trade(rows * venue.slots + slot, size[rows], time_s)
        if not only_less:
            own = venue.position[:, slot] / at.scale
            self._responses[slot].note(venue.shown.skew / at.scale - own, own)

    def _situation(self, slot: int, gap: Floats) -> Situation:
        venue, rules = self._venue, self._rules
        shown = venue.shown
        price = np.where(shown.price > 0, shown.price, 1.0)
        nav = max(venue.nav_e6 / E6, 0.0)
        side = np.minimum(venue.side_size, rules.side_rate * nav / price) * 0.999
        s_ref = np.maximum(rules.s_ref_rate * rules.side_rate * nav / price, 1e-6)
        scale = np.maximum(venue.skew_scale, 1e-6)
        mid, half = self._averages.mid, self._averages.half
        tilt = np.clip(shown.skew / s_ref, -1, 1)
        spread = tilt * (rules.spread + rules.k_drift * half)
        return Situation(
            position=venue.position[:, slot],
            price=price,
            skew=shown.skew,
            long=shown.long,
            short=shown.short,
            scale=scale,
            side=side,
            s_ref=s_ref,
            crowding=shown.funding - rules.k_drift * mid - spread,
            mid=mid,
            half=half,
            gap_now=gap,
            is_open=self._is_open,
        )


def _digest(venue: Venue, years: list[Year]) -> str:
    state = hashlib.blake2b(venue.exchange.state_hash(), digest_size=16)
    for year in years:
        state.update(year.parts_e6.tobytes())
        state.update(year.nav_end_e6.to_bytes(16, "little", signed=True))
    return state.hexdigest()
