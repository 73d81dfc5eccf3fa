"""Contests: returns, ranks, eligibility, the frozen result (API 7.5).

A contest is a fold of joins, samples of equity, margin transfers and trades in journal order. The
first sample at or after max(join, start) is a user's starting equity; a later sample compares
itself with it, less the net deposits between the two. Samples count up to and including the end,
so that the last second is valued; trades count before it.

Ranks compare exact fractions. What is shown is rounded toward minus infinity at 1e-12.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from decimal import ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from operator import itemgetter
from typing import Any, Self

from engine.core.generated import messages as m
from engine.programmes.contests.rules import ContestMetric, ContestRules, ContestStatus
from engine.programmes.errors import ProgrammeError
from engine.programmes.facts import ContestJoined, EquitySampled
from engine.programmes.meter import Meter

E12 = 10**12
DAY_S = 86_400
YEAR_DAYS = 365
# A day's gain raised to 365 leaves every format: what is shown stops at the limit of a ratio.
ANNUALIZED_RETURN_MAX_E12 = 10**15
RANK_BITS = 160
_DIGITS = Context(prec=60, rounding=ROUND_FLOOR)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestRow:
    """A participant's result (API 3.7) `elapsed_s` after its start."""

    user: bytes
    joined_at_s: int
    token_change_e6: int
    percent_change_e12: int
    elapsed_s: int
    position_count: int
    collateral_e6: int
    open_interest_e6: int
    is_asset_dash: bool
    is_eligible: bool
    exact_change: Fraction

    @property
    def annualized_return_e12(self) -> int | None:
        """The return of a year, `None` in the first day; half a millisecond, so only when shown."""
        return annualized_return_floor_e12(self.exact_change, self.elapsed_s)

    def rank_key(self, metric: ContestMetric) -> tuple[int, int, int]:
        """Order of rank: the metric, then tokenChange, then the earlier join; smallest first.

        Two fractions whose denominators are below 2^80 differ by more than 2^-160, so that their
        whole parts at that scale compare as they do, and ten times faster.
        """
        by, change = self.token_change_e6, self.exact_change
        if metric is ContestMetric.PERCENT_CHANGE:
            by = (change.numerator << RANK_BITS) // change.denominator
        return (-by, -self.token_change_e6, self.joined_at_s)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class RaffleDraw:
    """The block whose hash is the seed: it holds the first state root at or after the freeze."""

    root_sequence: int
    slot: int
    seed: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedContest:
    """A contest as a checkpoint has it."""

    rules: ContestRules
    entrants: dict[bytes, Entrant]
    final: tuple[RankedContestRow, ...] | None
    frozen_seq: int = 0
    draw: RaffleDraw | None = None


class Contest:
    """One contest: feed it everything in journal order, read rows at any time.

    `high_risk` are the users named as such now; the owner of the set keeps it up to date.
    """

    def __init__(self, rules: ContestRules, high_risk: set[bytes] | None = None) -> None:
        assert rules.starts_at_s < rules.ends_at_s
        self.rules = rules
        self.final: tuple[RankedContestRow, ...] | None = None
        self.frozen_seq = 0  # number of the command at which it became final
        self.draw: RaffleDraw | None = None
        self.entrants: dict[bytes, Entrant] = {}
        self._high_risk = set() if high_risk is None else high_risk
        self._on: dict[type, Callable[[Any], None]] = {
            ContestJoined: self._on_joined,
            EquitySampled: self._on_sampled,
            m.MarginTransferred: self._on_transferred,
            m.PositionModified: self._on_traded,
            m.PositionLiquidated: self._on_liquidated,
        }

    def save(self) -> SavedContest:
        """Return everything that was folded; it is not to be changed."""
        return SavedContest(
            rules=self.rules,
            entrants=self.entrants,
            final=self.final,
            frozen_seq=self.frozen_seq,
            draw=self.draw,
        )

    @classmethod
    def load(cls, saved: SavedContest, high_risk: set[bytes]) -> Self:
        """Return the contest that was saved; raise ValueError for one that cannot be."""
        if not saved.rules.starts_at_s < saved.rules.ends_at_s:
            raise ValueError("a contest ends before it starts")
        contest = cls(saved.rules, high_risk)
        contest.entrants, contest.final = saved.entrants, saved.final
        contest.frozen_seq, contest.draw = saved.frozen_seq, saved.draw
        return contest

    @property
    def participants_count(self) -> int:
        """The number of participants."""
        return len(self.entrants)

    def joined_at_s(self, user: bytes) -> int | None:
        """Return when a user joined, `None` if they did not."""
        entrant = self.entrants.get(user)
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
        rows = [self._row(user, entrant, at_s) for user, entrant in self.entrants.items()]
        return ranked_contest(rows, self.rules.metric)

    def freeze(self, now_s: int, seq: int = 0) -> tuple[RankedContestRow, ...]:
        """Fix the result for ever once the contest is over, and return it; `seq` is the command."""
        assert self.rules.status(now_s) is ContestStatus.FINISHED
        if self.final is None:
            self.final = tuple(self.leaderboard(now_s))
            self.frozen_seq = seq
        return self.final

    @property
    def awaits_draw(self) -> bool:
        """Whether its raffle can be drawn: it is final, has eligible wallets and was not drawn."""
        return (
            self.rules.raffle_winners > 0
            and self.draw is None
            and self.final is not None
            and any(place.row.is_eligible for place in self.final)
        )

    def take_draw(self, draw: RaffleDraw) -> None:
        """Take the seed of the raffle, once and for ever; raise VALIDATION where none is due."""
        if not self.awaits_draw or draw.root_sequence < self.frozen_seq:
            raise ProgrammeError("VALIDATION", "This contest has no raffle to draw with this root")
        self.draw = draw

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
            elapsed_s=elapsed_s,
            position_count=entrant.position_count,
            collateral_e6=entrant.collateral.amount_e6,
            open_interest_e6=entrant.open_interest_e6,
            is_asset_dash=entrant.is_asset_dash,
            is_eligible=is_eligible,
            exact_change=change,
        )

    def _on_joined(self, fact: ContestJoined) -> None:
        if fact.contest_id != self.rules.contest_id or fact.user in self.entrants:
            return
        self.check_join(fact.user, fact.time_s)
        self.entrants[fact.user] = Entrant(fact.time_s, fact.is_asset_dash)

    def _on_sampled(self, fact: EquitySampled) -> None:
        entrant = self.entrants.get(fact.user)
        if entrant is not None and self.rules.starts_at_s <= fact.time_s <= self.rules.ends_at_s:
            entrant.sample(fact)

    def _on_transferred(self, event: m.MarginTransferred) -> None:
        entrant = self.entrants.get(event.owner)
        if entrant is not None and event.time_s <= self.rules.ends_at_s:
            entrant.transfer(-event.margin_e6 if event.is_withdraw else event.margin_e6)

    def _on_liquidated(self, event: m.PositionLiquidated) -> None:
        """A fee from another wallet's account is a deposit: liquidating a friend gains nothing.

        Between accounts of one wallet it moves nothing.
        """
        entrant = self.entrants.get(event.liquidator)
        if entrant is None or not event.has_fee_account or event.liquidator == event.owner:
            return
        if event.time_s <= self.rules.ends_at_s:
            entrant.transfer(event.liquidation_fee_e6)

    def _on_traded(self, event: m.PositionModified) -> None:
        entrant = self.entrants.get(event.owner)
        if entrant is not None and self.rules.status(event.time_s) is ContestStatus.LIVE:
            entrant.trade_count += 1


def ranked_contest(rows: Iterable[ContestRow], metric: ContestMetric) -> list[RankedContestRow]:
    """Order rows by rank, then by address; rows equal in all that ranks share the lower rank."""
    ordered = sorted(((row.rank_key(metric), row.user, row) for row in rows), key=itemgetter(0, 1))
    result: list[RankedContestRow] = []
    key_before = None
    for place, (key, _, row) in enumerate(ordered, 1):
        result.append(RankedContestRow(result[-1].rank if key == key_before else place, row))
        key_before = key
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
