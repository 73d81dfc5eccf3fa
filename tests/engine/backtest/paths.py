"""Price paths, a strategy that does anything, and a run's orders sent one by one."""

import numpy as np

from engine.backtest.calls import compiled
from engine.backtest.run import TRADER, Run, Series, Strategy, Venue, open_exchange
from engine.backtest.view import KEEP, quote
from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.programmes.index_series import DAY_S, E8, DailyPrints
from engine.simulation.run import BURN_IN_DAYS
from engine.simulation.venue import ACCOUNT, PRICE_MAX, PROVIDER

FIRST_DAY = 3_700
HOUR_S = 3_600
ORDER_S = 600


def path(seed: int, days: int, noise: float = 0.004, jumps: float = 0.0) -> Series:
    """Return prints that wander; a jump is beyond the band in which prints are accepted."""
    random = np.random.default_rng(seed)
    steps = random.normal(0.0003, noise, days)
    steps += random.choice((-0.03, 0.0, 0.03), days, p=(jumps / 2, 1 - jumps, jumps / 2))
    price = np.clip(150 * np.exp(np.cumsum(steps)), 1, 90_000)
    at_s = (FIRST_DAY + np.arange(days)) * DAY_S
    return Series("AUSTIN", DailyPrints(at_s, np.rint(price * E8).astype(np.int64)))


@compiled
def _part(value):
    """What is beyond the whole, without `%` of floats: the x87 unit computes that, and a library
    of another test may have left its registers full; the first result is then not a number.
    """
    return np.abs(value) - np.floor(np.abs(value))


@compiled
def _anything(view, params):
    """Orders of every kind, some of them after a quote: too large, too small, flips, closes."""
    day = view.days[-1]
    chance = _part(np.sin(day * 12.9898 + params.seed) * 43_758.5453)
    if chance < 0.55:
        return KEEP
    if chance < 0.6:
        return 0.0
    size = (_part(np.sin(day * 78.233 + params.seed) * 12_543.123) - 0.5) * params.scale
    if chance < 0.7:
        size *= 0.00001
    if chance > 0.8 and quote(view, size * view.equity / view.price).code:
        return size / 2
    return size


ANYTHING = Strategy("anything", "orders of every kind", _anything, {"seed": 1.0, "scale": 24.0})


def head(exchange: Exchange, user: bytes, time_s: int) -> dict:
    number = exchange.sequence + 1
    slot = exchange.chain_cursor[0] + 1
    return {
        "seq": number,
        "time_s": time_s,
        "user": user,
        "slot": slot,
        "expires_slot": slot,
        "nonce": exchange.user_view(user).nonce + 1,
    }


class Replay:
    """The prints, orders and liquidations of a run through `Exchange.apply`, one by one."""

    def __init__(self, series: Series, run: Run, venue: Venue) -> None:
        self.events: list = []
        self.equity_e6: list[int] = []
        days = len(run.equity_e6)
        start = len(series.prints.price_e8) - days
        created = start - BURN_IN_DAYS
        self.exchange = open_exchange(series, created, venue)
        for row in range(created, start + days):
            at_s = int(series.prints.published_at_s[row])
            if row > created:
                self._post(at_s, int(series.prints.price_e8[row]))
            if row < start:
                continue
            for call in range(int(run.calls[row - start])):
                self._liquidate(at_s + call * HOUR_S)
            view = self.exchange.margin_account_view(TRADER, ACCOUNT, self.exchange.now_s)
            self.equity_e6.append(view.available_margin_e6)
            if run.orders_e6[row - start]:
                self._order(at_s + ORDER_S, int(run.orders_e6[row - start]))

    def named(self, kind: type) -> list:
        return [event for event in self.events if isinstance(event, kind)]

    def total(self, kind: type, name: str) -> int:
        return sum(getattr(event, name) for event in self.named(kind))

    def _apply(self, command: m.Command) -> None:
        self.events += self.exchange.apply(command)

    def _post(self, at_s: int, price_e8: int) -> None:
        number = self.exchange.sequence + 1
        self._apply(
            m.PostPrint(
                seq=number, time_s=at_s, market_id=1, price_e8=price_e8, published_at_s=at_s
            )
        )

    def _order(self, time_s: int, size_e6: int) -> None:
        self._apply(
            m.ModifyPosition(
                **head(self.exchange, TRADER, time_s),
                account_id=ACCOUNT,
                market_id=1,
                size_e6=size_e6,
                limit_e8=PRICE_MAX if size_e6 > 0 else 1,
            )
        )

    def _liquidate(self, time_s: int) -> None:
        self._apply(
            m.Liquidate(**head(self.exchange, PROVIDER, time_s), owner=TRADER, account_id=ACCOUNT)
        )
