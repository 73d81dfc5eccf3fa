"""Attribution of the pool's return: whole units from the engine's events, never estimated."""

from dataclasses import dataclass, field

import numpy as np

from engine.core.arrays import Records
from engine.programmes.index_series import Floats, Integers

# The parts of the provider's return, each a gain of the pool.
PARTS = ("fees", "surcharge", "price", "funding")
FEES, SURCHARGE, PRICE, FUNDING = range(len(PARTS))


@dataclass(frozen=True, slots=True)
class Unrealised:
    """Open profit of traders by market and group, as the engine shows it per position."""

    price_e6: Integers  # markets by groups
    funding_e6: Integers
    positions: int


@dataclass(frozen=True, slots=True)
class Year:
    """One simulated year; the parts and the rounding sum to the change of the pool's equity."""

    first_day: int
    days: int
    nav_start_e6: int
    nav_end_e6: int
    parts_e6: Integers  # PARTS by markets
    rounding_e6: int  # the engine rounds open profit up once per market, views down per position
    by_market_e6: Integers  # profit of traders, markets by groups
    protocol_e6: int  # the protocol's and the reserve's part of the fees
    lp_flow_e6: int = 0  # what providers brought less what they took

    @property
    def total_e6(self) -> int:
        """What the pool earned: the change of its equity less what providers brought."""
        return self.nav_end_e6 - self.nav_start_e6 - self.lp_flow_e6


@dataclass(slots=True)
class Flows:
    """Trade totals of a span, by market and group."""

    lp_fees_e6: Integers
    fees_e6: Integers
    surcharge_e6: Integers
    price_e6: Integers  # realised by traders
    funding_e6: Integers
    volume_usd: Floats
    impact_usd: Floats

    @classmethod
    def none(cls, markets: int, groups: int) -> "Flows":
        """Return a span without trades."""
        shape = (markets, groups)
        return cls(
            lp_fees_e6=np.zeros(shape, np.int64),
            fees_e6=np.zeros(shape, np.int64),
            surcharge_e6=np.zeros(shape, np.int64),
            price_e6=np.zeros(shape, np.int64),
            funding_e6=np.zeros(shape, np.int64),
            volume_usd=np.zeros(shape),
            impact_usd=np.zeros(shape),
        )

    def add(self, trades: Records, group: Integers, lp_fee_e6: Integers) -> None:
        """Add trades of one batch with the group of each and the fee that the pool kept."""
        at = (trades["market_id"].astype(np.int64) - 1, group)
        np.add.at(self.lp_fees_e6, at, lp_fee_e6)
        np.add.at(self.fees_e6, at, trades["trade_fee_e6"])
        np.add.at(self.surcharge_e6, at, trades["surcharge_e6"])
        np.add.at(self.price_e6, at, trades["price_performance_e6"])
        np.add.at(self.funding_e6, at, trades["funding_performance_e6"])
        size = trades["size_delta_e6"] / 1e6
        np.add.at(self.volume_usd, at, np.abs(size) * trades["index_price_e8"] / 1e8)
        over = (trades["fill_price_e8"] - trades["index_price_e8"]) / 1e8
        np.add.at(self.impact_usd, at, size * over)


@dataclass(slots=True)
class Ledger:
    """Collects trades and closes years; the identities are checked to the last unit."""

    flows: Flows
    opened: Unrealised
    nav_e6: int
    lp_balance_e6: int
    first_day: int
    years: list[Year] = field(default_factory=list)

    def close(
        self, day: int, nav_e6: int, lp_balance_e6: int, now: Unrealised, lp_flow_e6: int = 0
    ) -> None:
        """End a year before `day`; raise ValueError when a part does not add up."""
        flows = self.flows
        by_group = flows.price_e6 + flows.funding_e6
        open_price = now.price_e6 - self.opened.price_e6
        open_funding = now.funding_e6 - self.opened.funding_e6
        parts = np.stack(
            [
                flows.lp_fees_e6.sum(axis=1),
                flows.surcharge_e6.sum(axis=1),
                -(flows.price_e6 + open_price).sum(axis=1),
                -(flows.funding_e6 + open_funding).sum(axis=1),
            ]
        )
        realised = int(flows.lp_fees_e6.sum() + flows.surcharge_e6.sum() - by_group.sum())
        if realised != lp_balance_e6 - self.lp_balance_e6 - lp_flow_e6:
            raise ValueError(f"the pool's balance moved otherwise than its trades: {realised}")
        rounding = (nav_e6 - self.nav_e6 - lp_flow_e6) - int(parts.sum())
        slack = 2 * (now.positions + self.opened.positions) + 2 * len(flows.fees_e6)
        if abs(rounding) > slack:
            raise ValueError(f"the parts miss the pool's equity by {rounding} units")
        costs = flows.fees_e6 + flows.surcharge_e6
        traders = by_group + open_price + open_funding - costs
        self.years.append(
            Year(
                self.first_day,
                day - self.first_day,
                self.nav_e6,
                nav_e6,
                parts,
                rounding,
                traders,
                int(flows.fees_e6.sum() - flows.lp_fees_e6.sum()),
                lp_flow_e6,
            )
        )
        self.nav_e6, self.lp_balance_e6 = nav_e6, lp_balance_e6
        self.opened, self.first_day = now, day
        self.flows = Flows.none(*flows.fees_e6.shape)
