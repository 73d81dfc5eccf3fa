"""Points of all programmes: a fold of events and facts (API 7.4).

All accrual is exact: amounts x seconds are added up, rates and rounding come once, on reading. So
hourly steps and one step at the end give the same points. `SCALE` raw amount-seconds at a rate of
1 raw point per 1.0 a day make one raw point.

Trading points pay open interest at entry notional and liquidations; LP points pay deposited
liquidity (not its value) and LOCKED stake. Nothing accrues before participation or opening, nor
after the end. At most one programme accrues at a time.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.core.generated import messages as m
from engine.programmes import facts
from engine.programmes.boosts import (
    E12,
    REFERRED_BOOST_E12,
    SNAPSHOT_BOOST_E12,
    BadgeMarks,
    badge_rates_e12,
)
from engine.programmes.clusters import OpposedCluster, opposed_clusters
from engine.programmes.errors import ProgrammeError
from engine.programmes.holdings import (
    EPOCH_DURATION_S,
    Holdings,
    HoldingsBook,
    SavedHoldingsBook,
)
from engine.programmes.meter import Meter
from engine.programmes.points_rows import (
    PointsQuote,
    PointsRow,
    Ranked,
    SnapshotBoost,
    points_quote,
    ranked,
    without_points,
)
from engine.programmes.referrals import ReferralBook, ReferralUser
from engine.programmes.seasons import DEFAULT_RULES, Programme, ProgrammeRules

E6 = 10**6
DAY_S = 86_400
SCALE = E6 * DAY_S
REFERRAL_SHARE_PERCENT = 10
SNAPSHOTS_MAX = 64  # of one user in one programme
FINAL_ROWS_MAX = 100_000  # of one programme that ended before the journal
_NO_POINTS = points_quote(0, 0, E12)


@dataclass(slots=True)
class Account:
    """A participant of one programme."""

    participated_at_s: int
    place: int  # in the order of joining, from 0
    trading: Meter = field(default_factory=Meter)
    deposits: dict[int, Meter] = field(default_factory=dict)
    stake: Meter = field(default_factory=Meter)
    liquidations: int = 0
    badges: BadgeMarks = field(default_factory=BadgeMarks)
    snapshots: dict[str, SnapshotBoost] = field(default_factory=dict)
    referral_mark: int | None = None  # own base when it began to count for the referrer
    is_excluded: bool = False

    def start(self, holdings: Holdings, now_s: int) -> None:
        """Begin to count what the user holds."""
        self.trading, self.stake = Meter(0, now_s), Meter(0, now_s)
        self.follow(holdings, now_s)

    def follow(self, holdings: Holdings, now_s: int) -> None:
        """Count until now what was held, from now on what is held."""
        self.trading.set(holdings.entry_notional_e6, now_s)
        self.stake.set(holdings.locked_e6, now_s)
        for lp_id in sorted(self.deposits.keys() | holdings.deposits.keys()):
            meter = self.deposits.setdefault(lp_id, Meter(0, now_s))
            meter.set(holdings.deposits.get(lp_id, 0), now_s)

    def stop(self, now_s: int) -> None:
        """Count until now and no further."""
        for meter in (self.trading, self.stake, *self.deposits.values()):
            meter.set(0, now_s)


@dataclass(frozen=True, slots=True)
class Base:
    """Points before boosts and referrals, in raw points x SCALE."""

    positions: int
    liquidations: int
    deposits: int
    stake: int

    @property
    def all(self) -> int:
        """The sum: what boosts and the referrer's share are counted on."""
        return self.positions + self.liquidations + self.deposits + self.stake


@dataclass(slots=True)
class ProgrammeState:
    """One programme: its participants, and its rows once it is final."""

    rules: ProgrammeRules
    opened_at_s: int | None = None
    ended_at_s: int | None = None
    accounts: dict[bytes, Account] = field(default_factory=dict)
    frozen: dict[bytes, Ranked] | None = None  # by user, in order of rank
    past: dict[bytes, PointsRow] | None = None  # of a programme that ended before the journal

    @property
    def is_running(self) -> bool:
        """Whether it accrues."""
        return self.opened_at_s is not None and self.ended_at_s is None

    @property
    def final(self) -> dict[bytes, Ranked] | None:
        """The rows of a final programme by user, in order of rank; `None` before."""
        if self.frozen is None and self.past is not None:
            self.frozen = _by_user(ranked(self.past.values()))
        return self.frozen


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedProgramme:
    """One programme as a checkpoint has it; rows in order of rank, or of their commands."""

    opened_at_s: int | None
    ended_at_s: int | None
    accounts: dict[bytes, Account]
    frozen: list[Ranked] | None
    past: list[PointsRow] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedLedger:
    """The points of all programmes as a checkpoint has them."""

    now_s: int
    programmes: dict[Programme, SavedProgramme]
    holdings: SavedHoldingsBook
    referrals: dict[bytes, ReferralUser]
    badge_counts: dict[bytes, int]
    unrewarded: list[tuple[bytes, int]]


class PointsLedger:
    """The points of every user in every programme; feed it everything in journal order."""

    def __init__(
        self,
        rules: dict[Programme, ProgrammeRules] | None = None,
        epoch_duration_s: int = EPOCH_DURATION_S,
    ) -> None:
        table = dict(DEFAULT_RULES) if rules is None else rules
        self.referrals = ReferralBook()
        self.now_s = 0
        self._programmes = {name: ProgrammeState(rule) for name, rule in table.items()}
        self._running: ProgrammeState | None = None
        self._holdings = HoldingsBook(epoch_duration_s)
        self.badge_counts: dict[bytes, int] = {}  # as last journaled
        self._unrewarded: set[tuple[bytes, int]] = set()
        self._on: dict[type, Callable[[Any], None]] = {
            m.LiquidationStarted: self._on_liquidation_started,
            m.PositionLiquidated: self._on_liquidated,
            m.LiquidationEnded: self._on_liquidation_ended,
            facts.ProgrammeOpened: self._on_opened,
            facts.ProgrammeEnded: self._on_ended,
            facts.ProgrammeFinalised: self._on_finalised,
            facts.Participated: self._on_participated,
            facts.ReferralCodeGenerated: self.referrals.generate,
            facts.ReferralUsed: self._on_referral_used,
            facts.BadgesSampled: self._on_badges,
            facts.SnapshotBoostGranted: self._on_snapshot,
            facts.ExclusionSet: self._on_exclusion,
        }

    def apply(self, event: Any) -> None:  # noqa: ANN401 - any event or fact
        """Take one event or fact; raise ProgrammeError for a fact that the rules refuse."""
        assert event.time_s >= self.now_s, (event.time_s, self.now_s)
        self.now_s = event.time_s
        owner = getattr(event, "owner", None)
        if owner is not None:
            self._activate_stake(owner)
        if self._holdings.apply(event) and owner is not None:
            self._follow(owner)
        change = self._on.get(type(event))
        if change is not None:
            change(event)

    def save(self) -> SavedLedger:
        """Return everything that was folded; it is not to be changed."""
        return SavedLedger(
            now_s=self.now_s,
            programmes={name: _saved(state) for name, state in self._programmes.items()},
            holdings=self._holdings.save(),
            referrals=self.referrals.save(),
            badge_counts=self.badge_counts,
            unrewarded=sorted(self._unrewarded),
        )

    def load(self, saved: SavedLedger) -> None:
        """Take over what was saved; raise ValueError when it contradicts itself."""
        if set(saved.programmes) != set(self._programmes):
            raise ValueError("these are other programmes")
        self.now_s = saved.now_s
        for name, one in saved.programmes.items():
            _load(self._programmes[name], one, saved.now_s)
        running = [one for one in self._programmes.values() if one.is_running]
        if len(running) > 1:
            raise ValueError("more than one programme accrues")
        self._running = running[0] if running else None
        self._holdings.load(saved.holdings)
        self.referrals.load(saved.referrals)
        self.badge_counts = saved.badge_counts
        self._unrewarded = set(saved.unrewarded)

    def follow_price(self, event: m.PrintAccepted | m.MarketUpdated) -> None:
        """Take the price of a market: what `apply` would do with it, and cheap."""
        self._holdings.apply(event)

    def install_final(self, programme: Programme, rows: Iterable[PointsRow]) -> None:
        """Set a programme that ended before this journal began; its rows never change."""
        state = self._programmes[programme]
        assert state.opened_at_s is None
        state.opened_at_s = state.ended_at_s = 0
        state.past = {row.user: row for row in rows}

    def set_final_row(self, programme: Programme, row: PointsRow) -> None:
        """Set or replace one row of a programme that ended before this journal began."""
        state = self._programmes[programme]
        if state.past is None:
            raise ProgrammeError("VALIDATION", "This programme did not end before the journal")
        if len(state.past) >= FINAL_ROWS_MAX and row.user not in state.past:
            raise ProgrammeError("VALIDATION", f"A season has at most {FINAL_ROWS_MAX} final rows")
        state.past[row.user] = row
        state.frozen = None

    def set_epoch_duration(self, epoch_duration_s: int) -> None:
        """Count the epochs of stakes to come in this length."""
        self._holdings.set_epoch_duration(epoch_duration_s)

    # What is asked of it.

    @property
    def running(self) -> Programme | None:
        """The programme that accrues now."""
        return next((name for name, one in self._programmes.items() if one is self._running), None)

    def opened_at_s(self, programme: Programme) -> int | None:
        """Return since when a programme accrues; `None` before, 0 before this journal."""
        return self._programmes[programme].opened_at_s

    def ended_at_s(self, programme: Programme) -> int | None:
        """Return when a programme ended; `None` before, 0 before this journal."""
        return self._programmes[programme].ended_at_s

    def is_final(self, programme: Programme) -> bool:
        """Return whether the leaderboard of a programme is fixed for ever."""
        return self._programmes[programme].final is not None

    def participants(self, programme: Programme) -> Collection[bytes]:
        """Return who joined a programme, in that order; of one before this journal its rows."""
        state = self._programmes[programme]
        return (state.accounts if state.past is None else state.past).keys()

    def participated_at_s(self, programme: Programme, user: bytes) -> int | None:
        """Return when a user joined a programme, `None` if they did not."""
        account = self._programmes[programme].accounts.get(user)
        return None if account is None else account.participated_at_s

    def place(self, programme: Programme, user: bytes) -> int | None:
        """Return a participant's place in the order of joining, from 0."""
        account = self._programmes[programme].accounts.get(user)
        return None if account is None else account.place

    def row(self, programme: Programme, user: bytes, now_s: int) -> PointsRow:
        """Return the points of a user; zeros for one who does not participate."""
        state = self._programmes[programme]
        if state.final is not None:
            place = state.final.get(user)
            return PointsRow(user=user) if place is None else place.row
        account = state.accounts.get(user)
        if account is None:
            return PointsRow(user=user)
        return self._row(state, user, account, now_s)

    def leaderboard(self, programme: Programme, now_s: int) -> list[Ranked]:
        """Return every participant by rank; of a final programme always the same."""
        state = self._programmes[programme]
        if state.final is not None:
            return list(state.final.values())
        return ranked(
            self._row(state, user, account, now_s) for user, account in state.accounts.items()
        )

    def quote_trading(self, user: bytes, notional_e6: int) -> PointsQuote:
        """Quote open interest at the running programme's rate; 0 a day to those outside it."""
        rate_e6 = 0 if self._running is None else self._running.rules.trading_rate_e6
        return self._quote(user, notional_e6, rate_e6)

    def quote_liquidity(self, user: bytes, liquidity_e6: int) -> PointsQuote:
        """Quote a deposit at the running programme's rate; 0 a day to those outside it."""
        rate_e6 = 0 if self._running is None else self._running.rules.lp_rate_e6
        return self._quote(user, liquidity_e6, rate_e6)

    def per_day_e6(self, programme: Programme, user: bytes, now_s: int) -> int:
        """Return what a user's holdings earn a day in a programme, boosted, rounded down.

        Only the running programme pays, and only its participants; referees are not counted.
        """
        state = self._programmes[programme]
        account = state.accounts.get(user)
        if state is not self._running or account is None or account.is_excluded:
            return 0
        held, rules = self._holdings.of(user), state.rules
        is_active = held.locking_e6 > 0 and held.active_from_s <= now_s
        locked_e6 = held.locked_e6 + (held.locking_e6 if is_active else 0)
        base = (
            held.entry_notional_e6 * rules.trading_rate_e6
            + sum(held.deposits.values()) * rules.lp_rate_e6
            + locked_e6 * rules.staking_rate_e6
        )
        return base * self._multiplier_e12(user, account) // (E6 * E12)

    def deposit_per_day_e6(self, user: bytes, liquidity_e6: int) -> int:
        """Return the base points a day of a deposit in the running programme, rounded down."""
        account = None if self._running is None else self._running.accounts.get(user)
        if self._running is None or account is None or account.is_excluded:
            return 0
        return liquidity_e6 * self._running.rules.lp_rate_e6 // E6

    def deposit_points_e6(self, user: bytes, lp_position_id: int, now_s: int) -> int:
        """Return the base points that one LP position has earned, rounded down.

        Those of all programmes in which the user is not excluded.
        """
        earned = 0
        for state in self._programmes.values():
            account = state.accounts.get(user)
            if account is None or account.is_excluded:
                continue
            meter = account.deposits.get(lp_position_id)
            if meter is not None:
                earned += meter.total_at(_end_of(state, now_s)) * state.rules.lp_rate_e6
        return earned // SCALE

    def earned(self, programme: Programme, now_s: int) -> Iterator[tuple[int, int, int]]:
        """Yield trading, LP and referral points of every participant, in order of joining.

        Those of an excluded user, too: what is shown is for the reader to decide.
        """
        state = self._programmes[programme]
        for user, account in state.accounts.items():
            base = self._base(state, user, account, now_s)
            yield (
                (base.positions + base.liquidations) // SCALE,
                (base.deposits + base.stake) // SCALE,
                self._referral_points_e6(state, user, now_s),
            )

    def opposed_clusters(self) -> list[OpposedCluster]:
        """Return the referral clusters that hold both sides of a market now."""
        return opposed_clusters(self._holdings.all(), self.referrals)

    # How it is counted.

    def _quote(self, user: bytes, amount_e6: int, rate_e6: int) -> PointsQuote:
        account = None if self._running is None else self._running.accounts.get(user)
        if account is None or account.is_excluded:
            return _NO_POINTS
        return points_quote(amount_e6, rate_e6, self._multiplier_e12(user, account))

    def _multiplier_e12(self, user: bytes, account: Account) -> int:
        """1 + the boosts of what is earned from now on."""
        first_e12, further_e12 = badge_rates_e12(self.badge_counts.get(user, 0))
        return E12 + self._kept_boosts_e12(user, account) + first_e12 + further_e12

    def _kept_boosts_e12(self, user: bytes, account: Account) -> int:
        is_referred = self.referrals.of(user).referred_at_s is not None
        snapshots_e12 = sum(boost.boost_e12 for boost in account.snapshots.values())
        return (REFERRED_BOOST_E12 if is_referred else 0) + snapshots_e12

    def _base(self, state: ProgrammeState, user: bytes, account: Account, now_s: int) -> Base:
        if state.opened_at_s is None:
            return Base(0, 0, 0, 0)
        at_s = _end_of(state, now_s)
        stake = account.stake.total_at(at_s)
        holdings = self._holdings.of(user)
        if state.ended_at_s is None and holdings.locking_e6 > 0:
            stake += holdings.locking_e6 * max(0, at_s - holdings.active_from_s)
        deposits = sum(meter.total_at(at_s) for meter in account.deposits.values())
        return Base(
            account.trading.total_at(at_s) * state.rules.trading_rate_e6,
            account.liquidations * state.rules.liquidation_reward_e6 * SCALE,
            deposits * state.rules.lp_rate_e6,
            stake * state.rules.staking_rate_e6,
        )

    def _row(self, state: ProgrammeState, user: bytes, account: Account, now_s: int) -> PointsRow:
        base = self._base(state, user, account, now_s)
        first_e12, further_e12 = account.badges.boosts_e12(base.all)
        referred_at_s = self.referrals.of(user).referred_at_s
        is_referred = referred_at_s is not None and (
            state.ended_at_s is None or referred_at_s < state.ended_at_s
        )
        row = PointsRow(
            user=user,
            trading_points_e6=(base.positions + base.liquidations) // SCALE,
            lp_points_e6=(base.deposits + base.stake) // SCALE,
            referral_points_e6=self._referral_points_e6(state, user, now_s),
            liquidation_points_e6=base.liquidations // SCALE,
            staking_points_e6=base.stake // SCALE,
            referred_boost_e12=REFERRED_BOOST_E12 if is_referred else 0,
            first_hoa_boost_e12=first_e12,
            additional_hoa_boost_e12=further_e12,
            snapshot_boosts=tuple(account.snapshots.values()),
        )
        return without_points(row) if account.is_excluded else row

    def _referral_points_e6(self, state: ProgrammeState, user: bytes, now_s: int) -> int:
        """A tenth of the direct referees' base after use, rounded down once over all of them."""
        earned = 0
        for referee in self.referrals.of(user).referees:
            account = state.accounts.get(referee)
            if account is None or account.referral_mark is None or account.is_excluded:
                continue
            earned += self._base(state, referee, account, now_s).all - account.referral_mark
        return earned * REFERRAL_SHARE_PERCENT // (100 * SCALE)

    def _activate_stake(self, user: bytes) -> None:
        """Count tokens that locked meanwhile from their epoch on; done before a user's changes.

        So locking tokens never date from before the account began to count.
        """
        holdings = self._holdings.of(user)
        active_from_s = holdings.active_from_s
        if holdings.activate(self.now_s) and self._running is not None:
            account = self._running.accounts.get(user)
            if account is not None:
                account.stake.set(holdings.locked_e6, active_from_s)

    def _follow(self, user: bytes) -> None:
        account = None if self._running is None else self._running.accounts.get(user)
        if account is not None:
            account.follow(self._holdings.of(user), self.now_s)

    # What facts and events do.

    def _open_state(self, programme: Programme) -> ProgrammeState:
        state = self._programmes[programme]
        if state.ended_at_s is not None:
            raise ProgrammeError("SEASON_CLOSED", details={"programme": programme.value})
        return state

    def _unfrozen_account(self, programme: Programme, user: bytes) -> Account:
        state = self._programmes[programme]
        if state.final is not None:
            raise ProgrammeError("SEASON_CLOSED", details={"programme": programme.value})
        account = state.accounts.get(user)
        if account is None:
            raise ProgrammeError("NOT_PARTICIPATING")
        return account

    def _on_opened(self, fact: facts.ProgrammeOpened) -> None:
        state = self._open_state(fact.programme)
        if state.opened_at_s is not None or self._running is not None:
            raise ProgrammeError("VALIDATION", "At most one programme accrues at a time")
        for user, account in state.accounts.items():
            self._activate_stake(user)
            account.start(self._holdings.of(user), fact.time_s)
        state.opened_at_s = fact.time_s
        self._running = state

    def _on_ended(self, fact: facts.ProgrammeEnded) -> None:
        state = self._programmes[fact.programme]
        if state is not self._running:
            raise ProgrammeError("VALIDATION", "Only the running programme ends")
        for user, account in state.accounts.items():
            self._activate_stake(user)
            account.stop(fact.time_s)
        state.ended_at_s = fact.time_s
        self._running = None

    def _on_finalised(self, fact: facts.ProgrammeFinalised) -> None:
        state = self._programmes[fact.programme]
        if state.ended_at_s is None:
            raise ProgrammeError("SEASON_NOT_FINAL")
        if state.final is None:
            state.frozen = _by_user(self.leaderboard(fact.programme, fact.time_s))

    def _on_participated(self, fact: facts.Participated) -> None:
        state = self._open_state(fact.programme)
        if fact.user in state.accounts:
            return
        self._activate_stake(fact.user)
        account = Account(fact.time_s, len(state.accounts))
        account.badges.set_count(self.badge_counts.get(fact.user, 0), 0)
        state.accounts[fact.user] = account
        if state.opened_at_s is not None:
            account.start(self._holdings.of(fact.user), fact.time_s)
        self.referrals.participate(fact)
        known = self.referrals.of(fact.user)
        for user in (fact.user, *known.referees):
            self._mark_referral(state, user)

    def _mark_referral(self, state: ProgrammeState, referee: bytes) -> None:
        """Let a referee count for the referrer from now on, once both participate."""
        account = state.accounts.get(referee)
        referrer = self.referrals.of(referee).referred_by
        if account is not None and referrer in state.accounts:
            account.referral_mark = self._base(state, referee, account, self.now_s).all

    def _on_referral_used(self, fact: facts.ReferralUsed) -> None:
        self.referrals.use(fact)
        for state in self._programmes.values():
            if state.ended_at_s is None:
                self._mark_referral(state, fact.user)

    def _on_badges(self, fact: facts.BadgesSampled) -> None:
        self.badge_counts[fact.user] = fact.badge_count
        for state in self._programmes.values():
            account = state.accounts.get(fact.user)
            if account is not None and state.ended_at_s is None:
                base = self._base(state, fact.user, account, fact.time_s)
                account.badges.set_count(fact.badge_count, base.all)

    def _on_snapshot(self, fact: facts.SnapshotBoostGranted) -> None:
        account = self._unfrozen_account(fact.programme, fact.user)
        is_new = fact.snapshot_id not in account.snapshots
        if is_new and len(account.snapshots) >= SNAPSHOTS_MAX:
            raise ProgrammeError("VALIDATION", f"A user has at most {SNAPSHOTS_MAX} snapshots")
        account.snapshots[fact.snapshot_id] = SnapshotBoost(
            id=fact.snapshot_id, name=fact.name, boost_e12=SNAPSHOT_BOOST_E12[fact.tier]
        )

    def _on_exclusion(self, fact: facts.ExclusionSet) -> None:
        self._unfrozen_account(fact.programme, fact.user).is_excluded = fact.is_excluded

    def _on_liquidation_started(self, event: m.LiquidationStarted) -> None:
        self._unrewarded.add((event.owner, event.account_id))

    def _on_liquidated(self, event: m.PositionLiquidated) -> None:
        """Reward a liquidation once, however many pieces and calls it takes.

        Not one's own: a margin account costs far less than what the reward is worth.
        """
        key = (event.owner, event.account_id)
        if key not in self._unrewarded or event.liquidator == event.owner:
            return
        self._unrewarded.remove(key)
        account = None if self._running is None else self._running.accounts.get(event.liquidator)
        if account is not None:
            account.liquidations += 1

    def _on_liquidation_ended(self, event: m.LiquidationEnded) -> None:
        self._unrewarded.discard((event.owner, event.account_id))


def _end_of(state: ProgrammeState, now_s: int) -> int:
    return now_s if state.ended_at_s is None else state.ended_at_s


def _by_user(places: list[Ranked]) -> dict[bytes, Ranked]:
    return {place.row.user: place for place in places}


def _saved(state: ProgrammeState) -> SavedProgramme:
    return SavedProgramme(
        opened_at_s=state.opened_at_s,
        ended_at_s=state.ended_at_s,
        accounts=state.accounts,
        frozen=None
        if state.frozen is None or state.past is not None  # which follows from its rows
        else list(state.frozen.values()),
        past=None if state.past is None else list(state.past.values()),
    )


def _load(state: ProgrammeState, saved: SavedProgramme, now_s: int) -> None:
    for place, account in enumerate(saved.accounts.values()):
        meters = (account.trading, account.stake, *account.deposits.values())
        if account.place != place or any(meter.since_s > now_s for meter in meters):
            raise ValueError("an account of points is out of place or ahead of its time")
    state.opened_at_s, state.ended_at_s = saved.opened_at_s, saved.ended_at_s
    state.accounts = saved.accounts
    state.frozen = None if saved.frozen is None else _by_user(saved.frozen)
    state.past = None if saved.past is None else {row.user: row for row in saved.past}
