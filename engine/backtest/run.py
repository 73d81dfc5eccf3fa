"""One strategy in one market: a fresh pool, one trader, the published prints."""

from collections import namedtuple
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.backtest.kernel import BAD_TARGET, DONE, TARGET_MAX, Books, Prints, Rules, play
from engine.core.arrays import FLOWS, QUOTED, WORTH, Records
from engine.core.exchange import Exchange
from engine.core.generated.messages import (
    AddLiquidity,
    Command,
    CommandRejected,
    CreateExchange,
    CreateMarginAccount,
    CreateMarket,
)
from engine.programmes.index_series import DAY_S, E8, DailyPrints, Integers
from engine.schema.errors import ErrorCode
from engine.schema.parameters import first_sizes_e6
from engine.simulation.options import Options
from engine.simulation.run import BURN_IN_DAYS
from engine.simulation.venue import (
    ACCOUNT,
    E6,
    OPERATOR,
    PRICE_MAX,
    PROVIDER,
)

TRADER = b"T" * 32
PRINTS_MAX = 60 * 366


@dataclass(frozen=True, slots=True)
class Strategy:
    """A compiled function `(view, params) -> target`, its parameters and the values to fit.

    The target is a multiple of the equity, negative for a short; NaN keeps the position.
    """

    name: str
    summary: str
    target: Callable[..., float]
    params: Mapping[str, float]
    grid: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    _kinds: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def values(self, params: Mapping[str, float]) -> tuple[float, ...]:
        """Return parameters as the function gets them: one type a strategy."""
        if "kind" not in self._kinds:
            # Without a parameter there is a place that none reads: an empty tuple has no type.
            self._kinds["kind"] = namedtuple("Params", [*self.params] or ["none"])
        made: tuple[float, ...] = self._kinds["kind"](
            *([float(params[name]) for name in self.params] or [0.0])
        )
        return made


@dataclass(frozen=True, slots=True)
class Series:
    """All published prints of one market."""

    symbol: str
    prints: DailyPrints

    def __post_init__(self) -> None:
        """Refuse what no exchange publishes."""
        at_s, price_e8 = self.prints.published_at_s, self.prints.price_e8
        if not 0 < len(price_e8) <= PRINTS_MAX or len(at_s) != len(price_e8):
            raise ValueError(f"{self.symbol} must have 1 to {PRINTS_MAX} prints")
        if (np.diff(at_s // DAY_S) != 1).any() or (at_s % DAY_S).any() or at_s[0] <= DAY_S:
            raise ValueError(f"the prints of {self.symbol} are not one each midnight")
        if (price_e8 < 1).any() or (price_e8 > PRICE_MAX).any():
            raise ValueError(f"a price of {self.symbol} is out of range")

    @property
    def first_day(self) -> int:
        """Day of the first print since 1970-01-01."""
        return int(self.prints.published_at_s[0]) // DAY_S

    @property
    def end_day(self) -> int:
        """The day after the last print."""
        return self.first_day + len(self.prints.price_e8)

    def covers(self, first_day: int, end_day: int) -> bool:
        """Tell whether a run over these days has its burn-in and all its prints."""
        return first_day - self.first_day >= BURN_IN_DAYS and end_day <= self.end_day


@dataclass(frozen=True, slots=True, kw_only=True)
class Venue:
    """The exchange of a run."""

    pool_e6: int = 10_000_000 * E6
    collateral_e6: int = 10_000 * E6
    band: float = 0.1  # no order for a smaller relative change
    changes: Mapping[str, int] = field(default_factory=dict)  # of the rules' parameters


@dataclass(frozen=True, slots=True)
class Run:
    """What a run did; amounts are whole units of collateral."""

    symbol: str
    start_e6: int
    equity_e6: Integers  # a row a day, after its print
    orders_e6: Integers
    calls: Integers
    flows: Records  # one row of FLOWS
    worth: Records  # one row of WORTH, at the end
    steps: int
    exchange: Exchange

    @property
    def end_e6(self) -> int:
        """Equity at the end; an open position counts at the last print."""
        return int(self.worth["equity_e6"][0])

    def parts_e6(self) -> dict[str, int]:
        """Return what the profit is made of; ValueError when the parts miss it by a unit."""
        flows, worth = self.flows[0], self.worth[0]
        impact = int(flows["impact_e6"])
        parts = {
            "price": int(flows["price_pnl_e6"]) + int(worth["price_pnl_e6"]) - impact,
            "impact": impact,
            "funding": int(flows["funding_pnl_e6"]) + int(worth["funding_pnl_e6"]),
            "fees": -int(flows["fees_e6"]),
            "surcharge": -int(flows["surcharge_e6"]),
            "liquidation_fees": -int(flows["liquidation_fees_e6"]),
            "bad_debt_covered": int(flows["bad_debt_e6"]),
        }
        if sum(parts.values()) != self.end_e6 - self.start_e6:
            raise ValueError(f"the parts of {self.symbol} miss its profit: {parts}")
        return parts


def open_exchange(series: Series, row: int, venue: Venue) -> Exchange:
    """Return an exchange with a pool, the market at one of its prints and the trader's account."""
    time_s, price_e8 = int(series.prints.published_at_s[row]), int(series.prints.price_e8[row])
    options = Options(changes=venue.changes)
    side_e6, scale_e6 = first_sizes_e6(venue.pool_e6, price_e8)
    market: dict[str, Any] = dict(options.market_parameters())
    pool: dict[str, Any] = dict(options.exchange_parameters())
    market["max_side_size_e6"] = market["max_side_size_e6"] or side_e6
    market["skew_scale_e6"] = market["skew_scale_e6"] or scale_e6
    commands: list[Command] = [
        CreateExchange(
            seq=1,
            time_s=time_s - 1,
            operator=OPERATOR,
            exchange=b"E" * 32,
            **pool,
        ),
        AddLiquidity(**_brought(2, time_s - 1, PROVIDER, venue.pool_e6)),
        CreateMarket(
            seq=3,
            time_s=time_s,
            operator=OPERATOR,
            symbol=series.symbol,
            name=series.symbol,
            metric="sqft",
            price_feed=f"index:{series.symbol}",
            price_e8=price_e8,
            published_at_s=time_s,
            **market,
        ),
        CreateMarginAccount(account_id=ACCOUNT, **_brought(4, time_s, TRADER, venue.collateral_e6)),
    ]
    exchange = Exchange()
    for command in commands:
        for event in exchange.apply(command):
            if isinstance(event, CommandRejected):
                raise ValueError(
                    f"the exchange refused {command.WIRE}: {ErrorCode(event.code).name}"
                )
    return exchange


def _brought(number: int, time_s: int, user: bytes, amount_e6: int) -> dict[str, Any]:
    """Return the head of a command that brings its tokens along."""
    return {
        "seq": number,
        "time_s": time_s,
        "user": user,
        "slot": number,
        "expires_slot": number,
        "nonce": number,
        "attached_e6": amount_e6,
        "attached_mint": 1,
        "amount_e6": amount_e6,
    }


def run(
    strategy: Strategy,
    params: Mapping[str, float],
    series: Series,
    first_day: int,
    end_day: int,
    venue: Venue,
) -> Run:
    """Run a strategy over the days from `first_day` to before `end_day`.

    The market exists for a burn-in before them, so that its averages have learned.
    """
    if not series.covers(first_day, end_day) or first_day >= end_day:
        raise ValueError(f"{series.symbol} has no prints for these days")
    start, end = first_day - series.first_day, end_day - series.first_day
    created = start - BURN_IN_DAYS
    exchange = open_exchange(series, created, venue)
    prints = Prints(
        *(column[:end] for column in (series.prints.price_e8, series.prints.published_at_s))
    )
    seen = np.full(end, np.nan)
    seen[:created] = prints.price_e8[:created] / E8
    equity, orders, calls = (np.zeros(end - start, np.int64) for _ in range(3))
    flows, worth, quoted = np.zeros(1, FLOWS), np.zeros(1, WORTH), np.zeros(1, QUOTED)
    books = Books(seen, equity, orders, calls, flows, worth, quoted)
    rules = Rules(created, start, venue.band, 1.0)
    address = exchange.state_address()
    status, row = play(strategy.target, strategy.values(params), address, prints, rules, books)
    if status == BAD_TARGET:
        raise ValueError(
            f"{strategy.name}: a target must be from -{TARGET_MAX:g} to {TARGET_MAX:g}"
        )
    if status != DONE:
        raise ValueError(f"{strategy.name} in {series.symbol}: the exchange stopped at print {row}")
    return Run(
        series.symbol,
        venue.collateral_e6,
        equity,
        orders,
        calls,
        flows,
        worth,
        end - created,
        exchange,
    )
