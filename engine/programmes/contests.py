"""Contests: returns, ranks, eligibility, the frozen result (contract 7.5).

A contest is a fold of joins, samples of equity, margin transfers, trades and risk flags in journal
order. The first sample at or after max(join, start) is a user's starting equity; a later sample
compares itself with it, less the net deposits between the two. Samples count up to and including
the end, so that the last second is valued; trades count before it.

Ranks compare exact fractions. What is shown is rounded toward minus infinity at 1e-12.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from decimal import ROUND_FLOOR, Context, Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any

from engine.core.generated import messages as m
from engine.programmes.errors import ProgrammeError
from engine.programmes.facts import ContestJoined, EquitySampled
from engine.programmes.meter import Meter

E6 = 10**6
E12 = 10**12
DAY_S = 86_400
YEAR_DAYS = 365
MIN_COLLATERAL_E6 = 100 * E6
# A day's gain raised to 365 leaves every format: what is shown stops at the limit of a ratio.
ANNUALIZED_RETURN_MAX_E12 = 10**15
_DIGITS = Context(prec=60, rounding=ROUND_FLOOR)


class ContestStatus(StrEnum):
    """Where a contest stands at a moment."""

    UPCOMING = "upcoming"
    LIVE = "live"
    FINISHED = "finished"


class ContestMetric(StrEnum):
    """What a contest ranks by."""

    PERCENT_CHANGE = "percentChange"
    TOKEN_CHANGE = "tokenChange"  # noqa: S105 - a metric, no secret


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestRules:
    """A contest as the operator created it; live from `starts_at_s`, over at `ends_at_s`."""

    contest_id: str
    starts_at_s: int
    ends_at_s: int
    metric: ContestMetric = ContestMetric.PERCENT_CHANGE
    min_collateral_e6: int = MIN_COLLATERAL_E6

    def status(self, now_s: int) -> ContestStatus:
        """Return upcoming < start <= live < end <= finished."""
        if now_s < self.starts_at_s:
            return ContestStatus.UPCOMING
        return ContestStatus.LIVE if now_s < self.ends_at_s else ContestStatus.FINISHED


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestRow:
    """A participant's result (contract 3.7); `annualized_return_e12` is `None` in the first day."""

    user: bytes
    joined_at_s: int
    token_change_e6: int
    percent_change_e12: int
    annualized_return_e12: int | None
    position_count: int
    collateral_e6: int
    open_interest_e6: int
    is_asset_dash: bool
    is_eligible: bool
    exact_change: Fraction

    def rank_key(self, metric: ContestMetric) -> tuple[Fraction, int, int]:
        """Order of rank: the metric, then tokenChange, then the earlier join; smallest first."""
        by = self.exact_change if metric is ContestMetric.PERCENT_CHANGE else self.token_change_e6
        return (-Fraction(by), -self.token_change_e6, self.joined_at_s)


@dataclass(frozen=True, slots=True)
class RankedContestRow:
    """A row and its rank; rows equal in everything that ranks share the lower number."""

    rank: int
    row: ContestRow


@dataclass(slots=True)
class Entrant:
    """One participant's running figures."""

    joined_at_s: int
    is_asset_dash: bool
    started_at_s: int | None = None
    start_equity_e6: int = 0
    net_deposits_e6: int = 0
    largest_deposits_e6: int = 0
    token_change_e6: int = 0
    trade_count: int = 0
    collateral: Meter = field(default_factory=Meter)
    open_interest_e6: int = 0
    position_count: int = 0

    def sample(self, fact: EquitySampled) -> None:
        """Take a value of the account: the first is the start, later ones the result so far."""
        if self.started_at_s is None:
            self.started_at_s = fact.time_s
            self.start_equity_e6 = fact.equity_e6
            self.collateral = Meter(fact.collateral_e6, fact.time_s)
        self.token_change_e6 = fact.equity_e6 - self.start_equity_e6 - self.net_deposits_e6
        self.collateral.set(fact.collateral_e6, fact.time_s)
        self.open_interest_e6 = fact.open_interest_e6
        self.position_count = fact.position_count

    def transfer(self, amount_e6: int) -> None:
        """Count a deposit, or a withdrawal below 0; the largest level is the ratio's floor."""
        if self.started_at_s is not None:
            self.net_deposits_e6 += amount_e6
            self.largest_deposits_e6 = max(self.largest_deposits_e6, self.net_deposits_e6)

    def change(self) -> Fraction:
        """Return tokenChange / max(equity at start, largest net deposits); 0 without either."""
        base_e6 = max(self.start_equity_e6, self.largest_deposits_e6)
        return Fraction(self.token_change_e6, base_e6) if base_e6 > 0 else Fraction(0)

    def has_collateral(self, min_collateral_e6: int, now_s: int) -> bool:
        """Return whether the collateral was the minimum or more on average over time."""
        if self.started_at_s is None:
            return False
        elapsed_s = now_s - self.started_at_s
        if elapsed_s == 0:
            return self.collateral.amount_e6 >= min_collateral_e6
        return self.collateral.total_at(now_s) >= min_collateral_e6 * elapsed_s


class Contest:
    """One contest: feed it everything in journal order, read rows at any time."""

    def __init__(self, rules: ContestRules) -> None:
        assert rules.starts_at_s < rules.ends_at_s
        self.rules = rules
        self.final: tuple[RankedContestRow, ...] | None = None
        self._entrants: dict[bytes, Entrant] = {}
        self._high_risk: set[bytes] = set()
        self._on: dict[type, Callable[[Any], None]] = {
            ContestJoined: self._on_joined,
            EquitySampled: self._on_sampled,
            m.MarginTransferred: self._on_transferred,
            m.PositionModified: self._on_traded,
            m.RiskSet: self._on_risk,
        }

    @property
    def participants_count(self) -> int:
        """How many have joined."""
        return len(self._entrants)

    def joined_at_s(self, user: bytes) -> int | None:
        """Return when a user joined, `None` if they did not."""
        entrant = self._entrants.get(user)
        return None if entrant is None else entrant.joined_at_s

    def check_join(self, user: bytes, now_s: int) -> None:
        """Raise CONTEST_CLOSED after the end, HIGH_RISK_USER for a screened user."""
        if self.rules.status(now_s) is ContestStatus.FINISHED:
            raise ProgrammeError("CONTEST_CLOSED")
        if user in self._high_risk:
            raise ProgrammeError("HIGH_RISK_USER")

    def apply(self, event: object) -> None:
        """Take an event or fact; nothing changes a frozen contest."""
        change = self._on.get(type(event))
        if change is not None and self.final is None:
            change(event)

    def leaderboard(self, now_s: int) -> list[RankedContestRow]:
        """Return every participant by rank, as of the last samples; frozen rows once frozen."""
        if self.final is not None:
            return list(self.final)
        at_s = min(now_s, self.rules.ends_at_s)
        rows = [self._row(user, entrant, at_s) for user, entrant in self._entrants.items()]
        return ranked_contest(rows, self.rules.metric)

    def freeze(self, now_s: int) -> tuple[RankedContestRow, ...]:
        """Fix the result for ever once the contest is over, and return it."""
        assert self.rules.status(now_s) is ContestStatus.FINISHED
        if self.final is None:
            self.final = tuple(self.leaderboard(now_s))
        return self.final

    def _row(self, user: bytes, entrant: Entrant, at_s: int) -> ContestRow:
        change = entrant.change()
        elapsed_s = 0 if entrant.started_at_s is None else at_s - entrant.started_at_s
        is_eligible = (
            entrant.trade_count > 0
            and user not in self._high_risk
            and entrant.has_collateral(self.rules.min_collateral_e6, at_s)
        )
        return ContestRow(
            user=user,
            joined_at_s=entrant.joined_at_s,
            token_change_e6=entrant.token_change_e6,
            percent_change_e12=floor_e12(change),
            annualized_return_e12=annualized_return_floor_e12(change, elapsed_s),
            position_count=entrant.position_count,
            collateral_e6=entrant.collateral.amount_e6,
            open_interest_e6=entrant.open_interest_e6,
            is_asset_dash=entrant.is_asset_dash,
            is_eligible=is_eligible,
            exact_change=change,
        )

    def _on_joined(self, fact: ContestJoined) -> None:
        if fact.contest_id != self.rules.contest_id or fact.user in self._entrants:
            return
        self.check_join(fact.user, fact.time_s)
        self._entrants[fact.user] = Entrant(fact.time_s, fact.is_asset_dash)

    def _on_sampled(self, fact: EquitySampled) -> None:
        entrant = self._entrants.get(fact.user)
        if entrant is not None and self.rules.starts_at_s <= fact.time_s <= self.rules.ends_at_s:
            entrant.sample(fact)

    def _on_transferred(self, event: m.MarginTransferred) -> None:
        entrant = self._entrants.get(event.owner)
        if entrant is not None and event.time_s <= self.rules.ends_at_s:
            entrant.transfer(-event.margin_e6 if event.is_withdraw else event.margin_e6)

    def _on_traded(self, event: m.PositionModified) -> None:
        entrant = self._entrants.get(event.owner)
        if entrant is not None and self.rules.status(event.time_s) is ContestStatus.LIVE:
            entrant.trade_count += 1

    def _on_risk(self, event: m.RiskSet) -> None:
        if event.is_high_risk:
            self._high_risk.add(event.user)
        else:
            self._high_risk.discard(event.user)


def ranked_contest(rows: Iterable[ContestRow], metric: ContestMetric) -> list[RankedContestRow]:
    """Order rows by rank, then by address; rows equal in all that ranks share the lower rank."""
    ordered = sorted(rows, key=lambda row: (row.rank_key(metric), row.user))
    result: list[RankedContestRow] = []
    for place, row in enumerate(ordered, 1):
        is_tie = bool(result) and result[-1].row.rank_key(metric) == row.rank_key(metric)
        result.append(RankedContestRow(result[-1].rank if is_tie else place, row))
    return result


def floor_e12(value: Fraction) -> int:
    """Return a ratio as e12, rounded toward minus infinity."""
    return value.numerator * E12 // value.denominator


def annualized_return_floor_e12(change: Fraction, elapsed_s: int) -> int | None:
    """Return (1 + change)^(365 days / elapsed) - 1 as e12, floored; `None` before one full day.

    Worked out with 60 decimal digits. A loss of everything or more is -1; the result stops at
    ANNUALIZED_RETURN_MAX_E12.
    """
    if elapsed_s < DAY_S:
        return None
    growth = 1 + change
    if growth <= 0:
        return -E12
    exponent = _ratio(Fraction(YEAR_DAYS * DAY_S, elapsed_s))
    power = _DIGITS.power(_ratio(growth), exponent)
    if power >= 1 + ANNUALIZED_RETURN_MAX_E12 // E12:
        return ANNUALIZED_RETURN_MAX_E12
    scaled = _DIGITS.multiply(_DIGITS.subtract(power, Decimal(1)), Decimal(E12))
    return int(scaled.to_integral_value(rounding=ROUND_FLOOR))


def _ratio(value: Fraction) -> Decimal:
    return _DIGITS.divide(Decimal(value.numerator), Decimal(value.denominator))
