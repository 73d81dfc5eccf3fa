"""What if prices moved: which accounts would be liquidatable, and how much bad debt.

A scenario gives new prices to some markets; F, collateral and positions stay as they are, and so
does the exchange. Floats only leave out accounts that are safe beyond their possible error. Every
figure that is returned comes from the engine's own integers at the shocked prices.

Why the screen misses nothing. Let B be an account's required less its available margin now, exact
in integers. Only its positions in shocked markets change it, each by at most

    D = -n * d / 1e8 + |n| * d * MMR / 1e20 + max(0, |n| * d * fee / 1e20) + 3

for a size n and a price change d: the P&L is floored, the maintenance margin and the fee are
rounded up, and the differences of two floors or ceilings are within 1 of the difference of their
arguments; the clamp of the account's fee margin changes it by no more than the sum of the fees
changes, and not upwards when that falls. So an account with B + sum D <= 0 is not liquidatable.
n, d, MMR and the rate are whole numbers below 2**53, hence exact as floats; so are both parts of B,
unless the account is wide (below). A term D has under ten rounded operations and a sum at most
twelve terms and B, so that the float is off by at most 32 * 2**-53 times |B| and the sum of
G = |n| * |d| * (2 + MMR / 1e12) / 1e8, which is at least |D| - 3 as a fee rate is below 1; SLACK is
four times that, and the 1 beside it is more than the threes can add. Accounts whose amounts or sum
of G reach WIDE are never left out. Below it no sum comes near the limit at which the engine holds
amounts, before or after: P&L moves by G at most, fees are at most fifty times the maintenance
margin, as MMR is at least 0.001 and a fee rate at most 0.05.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.core.arrays import Records
from engine.core.exchange import Exchange
from engine.core.numbers.arithmetic import mul_div_floor

E12 = 10**12
PRICE_MAX = 10**13
SLACK = 2.0**-46
WIDE = 2.0**52  # of amounts in e6


@dataclass(frozen=True, slots=True)
class AtRisk:
    """An account that would be liquidatable, and by how much."""

    owner: bytes
    account_id: int
    available_e6: int
    required_e6: int
    shortfall_e6: int  # required less available
    bad_debt_e6: int  # what it owes beyond its margin


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """Largest shortfall first, then owner, then id."""

    accounts: tuple[AtRisk, ...]
    bad_debt_e6: int
    screened: int  # accounts that the floats did not leave out


def shocked_price_e8(price_e8: int, change_e12: int) -> int:
    """Return price * (1 + change), rounded down and within the engine's limits."""
    return max(1, min(PRICE_MAX, mul_div_floor(price_e8, max(0, E12 + change_e12), E12)))


def markets_of_state(exchange: Exchange, state: str) -> list[int]:
    """Return the ids of a state's markets."""
    now_s = exchange.now_s
    return [n for n in exchange.market_ids() if exchange.market_view(n, now_s).state == state]


class ScenarioScan:
    """Scenarios on one state of the exchange, at one time.

    The columns are taken once; a scenario then looks only at positions in the markets that it
    shocks. Take a new one after the exchange has applied anything.
    """

    def __init__(self, exchange: Exchange, now_s: int) -> None:
        self._exchange = exchange
        self._now_s = max(now_s, exchange.now_s)
        self._sequence = exchange.sequence
        views = [exchange.market_view(n, self._now_s) for n in exchange.market_ids()]
        self._prices_e8 = np.array([view.index_price_e8 for view in views], np.int64)
        self._fee_rates = np.array(
            [view.parameters["liquidation_fee_rate_e12"] for view in views], np.float64
        )
        self._base = exchange.account_scan(self._now_s)
        amounts = ("collateral_e6", "available_e6", "required_e6", "price_pnl_e6", "funding_pnl_e6")
        self._is_wide = np.zeros(len(self._base), bool)
        for name in amounts:
            self._is_wide |= np.abs(self._base[name].astype(np.float64)) >= WIDE
        self._shortfall = self._base["required_e6"].astype(np.float64) - self._base["available_e6"]
        positions = exchange.position_rows()
        order = np.argsort(positions["market_id"], kind="stable")
        self._positions = positions[order]
        self._places = np.searchsorted(self._base["account"], self._positions["account"])
        self._starts = np.searchsorted(
            self._positions["market_id"], np.arange(1, len(views) + 2), side="left"
        )

    def run(self, changes_e12: dict[int, int]) -> ScenarioResult:
        """Return who would be liquidatable with these relative price changes by market id.

        KeyError for a market that is not there; ValueError when the exchange went on.
        """
        if self._exchange.sequence != self._sequence:
            raise ValueError("the exchange has applied commands since the scan was taken")
        prices = self._prices_e8.copy()
        for market_id, change_e12 in changes_e12.items():
            if not 1 <= market_id <= len(prices):
                raise KeyError(market_id)
            prices[market_id - 1] = shocked_price_e8(int(prices[market_id - 1]), change_e12)
        wanted = self._base["account"][self._may_be_liquidatable(prices)]
        rows = self._exchange.account_scan(
            self._now_s, prices_e8=prices, accounts=np.ascontiguousarray(wanted)
        )
        return self._result(rows[rows["is_liquidatable"] == 1], len(wanted))

    def _may_be_liquidatable(self, prices_e8: NDArray[np.int64]) -> NDArray[np.bool_]:
        """The screen: true where the account is not surely safe."""
        count = len(self._base)
        change = np.zeros(count)
        reach = np.zeros(count)
        for market in np.flatnonzero(prices_e8 != self._prices_e8):
            held = slice(self._starts[market], self._starts[market + 1])
            places = self._places[held]
            size = self._positions["size_e6"][held].astype(np.float64)
            ratio = self._positions["maintenance_ratio_e12"][held].astype(np.float64)
            moved = float(prices_e8[market] - self._prices_e8[market])
            worth = np.abs(size) * (moved / 1e8)
            most = worth * (ratio / 1e12) - size * (moved / 1e8) + 3.0
            most += np.maximum(0.0, worth * (self._fee_rates[market] / 1e12))
            change[places] += most  # an account has one position in a market
            reach[places] += np.abs(worth) * (2.0 + ratio / 1e12)
        slack = SLACK * (reach + np.abs(self._shortfall)) + 1.0
        is_wide = self._is_wide | (reach >= WIDE)
        may: NDArray[np.bool_] = is_wide | (self._shortfall + change + slack > 0)
        return may

    def _result(self, rows: Records, screened: int) -> ScenarioResult:
        found = []
        for row in rows:
            owner, account_id = self._exchange.scan_owner(int(row["account"]))
            available, required = int(row["available_e6"]), int(row["required_e6"])
            found.append(
                AtRisk(
                    owner=owner,
                    account_id=account_id,
                    available_e6=available,
                    required_e6=required,
                    shortfall_e6=required - available,
                    bad_debt_e6=max(0, -available),
                )
            )
        found.sort(key=lambda each: (-each.shortfall_e6, each.owner, each.account_id))
        return ScenarioResult(tuple(found), sum(each.bad_debt_e6 for each in found), screened)
