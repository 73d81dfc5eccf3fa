"""A run, day by day: prints at midnight, then those who know, organic flow, and snipers late.

| Time of day | What happens |
|---|---|
| 00:00:00 | the prints of all markets, and the call auctions of orders that wait |
| 00:00:05 | snipers leave or reduce; entries are refused in the window around the print |
| 00:10 | forecasters and agents that know, past the window |
| 12:00 | organic flow and holders, now or at the next print; lockers and the timing provider |
| 23:00 | snipers, who know half of the noise of the next print, and who knows all of it |
"""

import hashlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.programmes.index_series import DAY_S, Floats, Integers
from engine.simulation.estimating import Estimators
from engine.simulation.forecast import EngineForecast, Regression
from engine.simulation.holders import HOLDERS, Holders
from engine.simulation.informed import Rules
from engine.simulation.knowing import ACT_S, Planner
from engine.simulation.knowledge import Knowledge
from engine.simulation.ledger import Flows, Ledger, Year
from engine.simulation.locker import Locker, locked_part
from engine.simulation.options import KNOWING, Agent, Forecast, Options
from engine.simulation.organic import RETAIL, UNINFORMED, Organic
from engine.simulation.prints import History, Prints, make_prints
from engine.simulation.provider import LpTimer
from engine.simulation.venue import Venue

Booleans = NDArray[np.bool_]
BURN_IN_DAYS = 180  # prints only, so that averages and regressions have something to say
YEAR_DAYS = 365
ORGANIC_GROUPS = ("uninformed", "retail")
UNINFORMED_GROUP, RETAIL_GROUP, FIRST_AGENT_GROUP = 0, 1, 2
GROUP_NAMES = {
    Agent.FORECASTER: "forecasters",
    Agent.SNIPER: "snipers",
    Agent.SOURCE: "source",
    Agent.PEEK: "peek",
    Agent.AHEAD: "ahead",
    Agent.LOCKER: "lockers",
}
EXIT_S, ORGANIC_S, SNIPE_S = 5, DAY_S // 2, DAY_S - 3_600


@dataclass(frozen=True, slots=True)
class Timing:
    """What the provider who times the pool made of it."""

    profit_e6: int
    invested_e6: int
    days_in: int
    stays: int


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a run; amounts are whole units of collateral."""

    symbols: tuple[str, ...]
    groups: tuple[str, ...]  # organic flow, agents, and the holders at the end
    years: tuple[Year, ...]
    share_price: Floats  # after the prints of each traded day
    whole: Flows
    uninformed_usd_days: float  # open notional times days
    uninformed_funding_e6: int  # what the group received, negative: paid
    trip_cost_bp: Floats  # of each of HOLDERS, NaN without a trip
    trips: Integers
    locked: float  # part of the first provider's shares that cannot leave at the end
    timing: Timing | None
    refusals: dict[str, int]
    commands: int
    auctions: int
    digest: str


class Simulation:
    """One run over a history."""

    def __init__(self, history: History, options: Options) -> None:
        self._history = history
        self._options = options
        market = options.market_parameters()
        pool = options.exchange_parameters()
        seeds = np.random.SeedSequence(options.seed).spawn(3)
        noise, self._random, self._auction_random = (
            np.random.Generator(np.random.PCG64(seed)) for seed in seeds
        )
        reverts = options.is_mean_reverting
        self._prints: Prints = make_prints(
            history, options.noise, is_mean_reverting=reverts, random=noise
        )
        self._knowledge = Knowledge(history, self._prints, is_mean_reverting=reverts)
        traders = [agent for agent in options.agents if agent in GROUP_NAMES]
        habits = (UNINFORMED, RETAIL)
        counts = [habit.count for habit in habits]
        counts += [2 if agent is Agent.LOCKER else 1 for agent in traders]
        groups = np.repeat(np.arange(len(counts)), counts)
        groups = np.concatenate([groups, len(counts) + np.arange(len(HOLDERS))])
        self._groups = (
            *ORGANIC_GROUPS,
            *(GROUP_NAMES[agent] for agent in traders),
            *(holder.name for holder in HOLDERS),
        )
        self._slot = {
            agent: int(np.flatnonzero(groups == FIRST_AGENT_GROUP + place)[0])
            for place, agent in enumerate(traders)
        }
        self._organic_slots = sum(habit.count for habit in habits)
        markets = len(history.symbols)
        self._organic = Organic(markets, habits, options.organic)
        self._venue = venue = Venue(history.symbols, groups, market, pool)
        self._averages = EngineForecast(markets, market)
        self._regression = Regression(markets)
        rules = Rules.of(market, pool)
        self._estimators = Estimators(
            venue, rules, self._averages, self._regression, tuple(self._slot.values())
        )
        self._planners = {
            agent: Planner(venue, slot, self._regression)
            for agent, slot in self._slot.items()
            if agent in KNOWING
        }
        self._holders = Holders(venue, len(groups) - len(HOLDERS))
        self._locker = Locker(venue, self._slot.get(Agent.LOCKER, 0))
        self._timer = LpTimer(venue) if Agent.LP_TIMER in options.agents else None
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
        if self._sign < 0 and self._options.auction_share:
            raise ValueError("with the wrong sign the first print of a day is no price to fill at")
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
        for day in range(BURN_IN_DAYS, BURN_IN_DAYS + years * YEAR_DAYS):
            self._publish(day)
            shares.append(venue.nav_e6 / venue.lp_shares_e6)
            self._trade(day)
            held = np.abs(venue.position[:, : UNINFORMED.count]).sum(axis=1)
            usd_days += float((held * venue.shown.price).sum())
            if (day + 1 - BURN_IN_DAYS) % YEAR_DAYS == 0:
                self._close_year(ledger, first + day + 1)
        return self._result(ledger, shares, usd_days)

    def _close_year(self, ledger: Ledger, day: int) -> None:
        venue = self._venue
        nav_e6, balance_e6 = venue.pool()
        ledger.close(day, nav_e6, balance_e6, venue.unrealised(), venue.lp_flow_e6)
        venue.lp_flow_e6 = 0
        venue.flows = ledger.flows

    def _result(self, ledger: Ledger, shares: list[float], usd_days: float) -> Result:
        venue = self._venue
        open_funding = int(ledger.opened.funding_e6[:, UNINFORMED_GROUP].sum())
        timing = None
        if self._timer is not None:
            timer = self._timer
            profit_e6 = timer.profit_e6(venue.exchange.now_s)
            timing = Timing(profit_e6, timer.invested_e6, timer.days_in, timer.stays)
        return Result(
            symbols=venue.symbols,
            groups=self._groups,
            years=tuple(ledger.years),
            share_price=np.array(shares),
            whole=venue.whole,
            uninformed_usd_days=usd_days,
            uninformed_funding_e6=int(venue.whole.funding_e6[:, UNINFORMED_GROUP].sum())
            + open_funding,
            trip_cost_bp=self._holders.cost_bp,
            trips=self._holders.trips,
            locked=locked_part(venue),
            timing=timing,
            refusals=dict(sorted(venue.refusals.items())),
            commands=venue.commands,
            auctions=venue.auctions,
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
        venue.read_parameters(self._created, time_s)
        self._regression.learn(venue.shown.price)
        self._knowledge.learn(day)

    def _trade(self, day: int) -> None:
        time_s = (self._history.first_day + day) * DAY_S
        slots, estimators = self._slot, self._estimators
        at_print = self._options.acts_at_print
        self._holders.settle(day - BURN_IN_DAYS, self._created)
        orders = self._organic_orders()
        early = self._auction_random.random(orders.shape) < self._options.auction_share
        if Agent.SNIPER in slots:
            estimators.leave(slots[Agent.SNIPER], EXIT_S, time_s + EXIT_S)
        if Agent.FORECASTER in slots:
            estimators.forecast(slots[Agent.FORECASTER], ACT_S, time_s + ACT_S)
        for agent in self._planners:
            self._know(agent, day, time_s + ACT_S, knows_next=not at_print)
        self._send_organic(orders, early, time_s + ORGANIC_S)
        traded = day - BURN_IN_DAYS
        self._holders.act(traded, self._created, time_s + ORGANIC_S, has_auction=self._sign > 0)
        if Agent.LOCKER in slots:
            self._locker.act(traded, self._created, time_s + ORGANIC_S)
        if self._timer is not None:
            ahead = self._knowledge.expected(Agent.AHEAD, day)
            self._timer.act(self._created, ahead, time_s + ORGANIC_S)

        if Agent.SNIPER in slots and not at_print:
            move = self._prints.known_move[day]
            estimators.snipe(slots[Agent.SNIPER], move, SNIPE_S, time_s + SNIPE_S)
        if Agent.PEEK in slots:
            self._know(Agent.PEEK, day, time_s + SNIPE_S, knows_next=True, only_less=at_print)

    def _know(
        self, agent: Agent, day: int, time_s: int, *, knows_next: bool, only_less: bool = False
    ) -> None:
        prints = self._knowledge.expected(agent, day, knows_next=knows_next)
        self._planners[agent].act(self._created, prints, time_s, only_less=only_less)

    def _organic_orders(self) -> Floats:
        venue, slots = self._venue, self._organic_slots
        orders = np.zeros_like(venue.position)
        orders[:, :slots] = self._organic.decide(
            venue.position[:, :slots], venue.shown.price, self._is_open, self._random
        )
        return orders

    def _send_organic(self, orders: Floats, early: Booleans, time_s: int) -> None:
        """Trade, or wait for the next print where it is early for it."""
        agents = self._random.permutation(np.flatnonzero(orders))
        waits = early.ravel()[agents]
        size = orders.ravel()[agents]
        self._venue.place(agents[waits], size[waits], time_s)
        self._venue.trade(agents[~waits], size[~waits], time_s)


def _digest(venue: Venue, years: list[Year]) -> str:
    state = hashlib.blake2b(venue.exchange.state_hash(), digest_size=16)
    for year in years:
        state.update(year.parts_e6.tobytes())
        state.update(year.nav_end_e6.to_bytes(16, "little", signed=True))
    return state.hexdigest()
