"""The programmes as one fold of the journal: points, referrals, contests (API 7.4, 7.5).

It hears every command in lockstep with the exchange, live and in a replay, and looks at no clock:
what is due at a moment is done on the first command at or after it. So a journal always gives the
same book. Before a command's events come midnights and the freeze of an ended season, which the
command cannot change; after them come samples of equity, taken from the exchange as it left it.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Self

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.programmes import facts
from engine.programmes.command_facts import (
    LEDGER_FACTS,
    PROGRAMME_OF,
    contest_rules,
    final_row,
)
from engine.programmes.contests.contests import Contest, RaffleDraw
from engine.programmes.daily import DAY_S, MIDNIGHTS_MAX, DailyRows, next_midnight_s
from engine.programmes.equity import Worth, WorthReader, worth_of
from engine.programmes.errors import ProgrammeError
from engine.programmes.points import PointsLedger
from engine.programmes.points_rows import DayPoints, PointsRow
from engine.programmes.saved_state import SavedState, encode_state
from engine.programmes.seasons import Programme
from engine.schema.parameters import EXCHANGE_PARAMETERS
from engine.sequencer.applied import Applied

NEVER_S = 2**63
SAMPLE_INTERVAL_S = 60
FREEZE_AFTER_S = 23 * 3_600
CONTESTS_MAX = 1_024
REFUSALS_MAX = 1_024
# What had happened before the first journal began (API 7.4).
PAST = (Programme.SEASON_1, Programme.SEASON_2)
FIRST_OPEN = Programme.SEASON_3
_EPOCH_DURATION = {row.name: row.id for row in EXCHANGE_PARAMETERS}["epoch_duration_s"]
# The engine's events that points depend on; the others are passed over by their class alone.
_LEDGER_EVENTS = (
    m.PositionRemarked,
    m.LiquidationStarted,
    m.LiquidationEnded,
    m.AutoDeleveraged,
    m.PositionSettled,
    m.LiquidityModified,
    m.LpPositionClosed,
    m.Staked,
    m.Unstaked,
    m.UnstakeRequested,
)


class ProgrammeState:
    """State of all programmes after the journal up to `sequence`."""

    def __init__(self) -> None:
        self.sequence = 0
        self.now_s = 0
        self.ledger = PointsLedger()
        self.contests: dict[str, Contest] = {}  # by id, in order of creation
        self._unfrozen: list[Contest] = []
        self.high_risk: set[bytes] = set()
        self.replay_rate = 0  # engine seconds per second; 0: as the settings say
        self.daily: dict[Programme, DailyRows] = {name: DailyRows() for name in Programme}
        self._refusals: dict[int, ProgrammeError] = {}
        self._midnight_s = NEVER_S
        self._clock_s = NEVER_S  # the next midnight or freeze
        self._sample_s = NEVER_S
        self._worths = WorthReader()
        self._on_event: dict[type, Callable[[Any], None]] = {
            m.ParticipationStarted: self._on_participation,
            m.RiskSet: self._on_risk,
            m.PrintAccepted: self._on_price,
            m.MarketUpdated: self._on_price,
            m.PositionModified: self._on_traded,
            m.MarginTransferred: self._tell_contests,
            **{kind: self._on_points for kind in _LEDGER_EVENTS},
            m.PositionLiquidated: self._on_liquidated,
        }
        self._on_command: dict[type, Callable[[Any, Exchange], None]] = {
            m.CreateExchange: self._on_founded,
            m.SetExchangeParameter: self._on_parameter,
            m.CreateContest: self._on_contest,
            m.JoinContest: self._on_join,
            m.DrawRaffle: self._on_draw,
            m.SetFinalRow: self._on_final_row,
            m.SetReplaySpeed: self._on_speed,
            **{kind: self._on_fact for kind in LEDGER_FACTS},
        }

    def take(self, applied: Applied, exchange: Exchange) -> None:
        """Fold the next command, when `exchange` is right after it; others are passed over."""
        command, seq = applied.command, applied.command.seq
        if seq <= self.sequence:
            return
        assert seq == self.sequence + 1, (seq, self.sequence)
        self.sequence = seq
        self.now_s = time_s = command.time_s
        if time_s >= self._clock_s:
            self._pass_time()
        on_event = self._on_event
        for event in applied.events:
            if type(event) in on_event:
                self._try(on_event[type(event)], event)
        if type(command) in self._on_command and applied.rejection is None:
            self._try(self._on_command[type(command)], command, exchange)
        if time_s >= self._sample_s:
            self._sample(exchange)

    def save(self, exchange: Exchange) -> bytes:
        """Return a checkpoint of the book beside the exchange; `load` takes it, once decoded."""
        return encode_state(
            SavedState(
                sequence=self.sequence,
                now_s=self.now_s,
                slot=exchange.chain_cursor[0],
                midnight_s=self._midnight_s,
                ledger=self.ledger.save(),
                contests=[contest.save() for contest in self.contests.values()],
                high_risk=sorted(self.high_risk),
                replay_rate=self.replay_rate,
                days={name: daily.save() for name, daily in self.daily.items()},
            )
        )

    @classmethod
    def load(cls, saved: SavedState) -> Self:
        """Return the book that was saved; raise ValueError when it contradicts itself."""
        book = cls()
        if not 0 <= saved.ledger.now_s <= saved.now_s:
            raise ValueError("the points are ahead of their time")
        book.sequence, book.now_s = saved.sequence, saved.now_s
        book._midnight_s = saved.midnight_s
        book.ledger.load(saved.ledger)
        book.high_risk = set(saved.high_risk)
        book.replay_rate = saved.replay_rate
        for one in saved.contests:
            if any(row.collateral.since_s > saved.now_s for row in one.entrants.values()):
                raise ValueError("a contest is ahead of its time")
            book.contests[one.rules.contest_id] = Contest.load(one, book.high_risk)
        book.daily |= {name: DailyRows.load(rows) for name, rows in saved.days.items()}
        book._plan_clock()
        book._note_unfrozen()
        book._plan_samples()
        return book

    def refusal_of(self, seq: int) -> ProgrammeError | None:
        """Return why the programmes refused a command, which then changed nothing in them.

        Known of the last 1,024 refused ones since the start; ask in the `read` of its submission.
        """
        return self._refusals.get(seq)

    def days_until(self, programme: Programme, row: PointsRow) -> list[DayPoints]:
        """Return the last 30 days up to a row that was read at most a day ago."""
        place = self.ledger.place(programme, row.user)
        joined_at_s = self.ledger.participated_at_s(programme, row.user)
        if place is None or joined_at_s is None:
            return []
        return self.daily[programme].days(place, joined_at_s, row)

    def check_participate(self, programme: Programme) -> None:
        """Raise SEASON_CLOSED for a programme that has ended."""
        if self.ledger.ended_at_s(programme) is not None:
            raise ProgrammeError("SEASON_CLOSED", details={"programme": programme.value})

    def contest(self, contest_id: str) -> Contest:
        """Return a contest; raise CONTEST_NOT_FOUND."""
        found = self.contests.get(contest_id)
        if found is None:
            raise ProgrammeError("CONTEST_NOT_FOUND")
        return found

    def _try(self, change: Callable[..., None], *values: object) -> None:
        try:
            change(*values)
        except ProgrammeError as error:
            self._refusals[self.sequence] = error
            if len(self._refusals) > REFUSALS_MAX:
                del self._refusals[next(iter(self._refusals))]

    # What time does.

    def _pass_time(self) -> None:
        """Record the midnights that have passed, freeze what ended 23 hours ago."""
        running, last_s = self.ledger.running, next_midnight_s(self.now_s) - DAY_S
        if running is not None:
            first_s = max(self._midnight_s, last_s - MIDNIGHTS_MAX * DAY_S)
            for at_s in range(first_s, last_s + 1, DAY_S):
                self.daily[running].record(at_s, self.ledger.earned(running, at_s))
        self._midnight_s = last_s + DAY_S
        for programme, due_s in self._freezes():
            if due_s <= self.now_s:
                self.ledger.apply(facts.ProgrammeFinalised(time_s=due_s, programme=programme))
        self._plan_clock()

    def _freezes(self) -> list[tuple[Programme, int]]:
        """Return the programmes that have ended and are not final, with their time of freeze."""
        return [
            (programme, ended_at_s + FREEZE_AFTER_S)
            for programme in Programme
            if (ended_at_s := self.ledger.ended_at_s(programme)) is not None
            and not self.ledger.is_final(programme)
        ]

    def _plan_clock(self) -> None:
        self._clock_s = min([self._midnight_s, *(due_s for _, due_s in self._freezes())])

    def _sample(self, exchange: Exchange) -> None:
        """Value the participants of live contests, and a last time those of ended contests.

        The last sample is dated by the contest's end, though the command may be later.
        """
        due = [one for one in self._unfrozen if one.rules.starts_at_s <= self.now_s]
        users = {user for contest in due for user in contest.entrants}
        worths = self._worths.read(exchange, users, self.now_s) if users else {}
        for contest in due:
            for user in contest.entrants:
                self._value(contest, user, worths[user])
            if contest.rules.ends_at_s <= self.now_s:
                contest.freeze(self.now_s, self.sequence)
        self._note_unfrozen()
        self._plan_samples()

    def _value(self, contest: Contest, user: bytes, worth: Worth) -> None:
        contest.apply(
            facts.EquitySampled(
                time_s=min(self.now_s, contest.rules.ends_at_s),
                user=user,
                equity_e6=worth.equity_e6,
                collateral_e6=worth.collateral_e6,
                open_interest_e6=worth.open_interest_e6,
                position_count=worth.position_count,
            )
        )

    def _note_unfrozen(self) -> None:
        self._unfrozen = [one for one in self.contests.values() if one.final is None]

    def _plan_samples(self) -> None:
        """Samples are due at a contest's start, then every full minute, and at its end."""
        minute_s = (self.now_s // SAMPLE_INTERVAL_S + 1) * SAMPLE_INTERVAL_S
        self._sample_s = min(
            (
                rules.starts_at_s
                if self.now_s < rules.starts_at_s
                else min(minute_s, rules.ends_at_s)
                for rules in (contest.rules for contest in self._unfrozen)
            ),
            default=NEVER_S,
        )

    # What events and commands do.

    def _on_price(self, event: m.PrintAccepted | m.MarketUpdated) -> None:
        self.ledger.follow_price(event)

    def _on_points(self, event: Any) -> None:  # noqa: ANN401 - any event of the engine
        self.ledger.apply(event)

    def _on_traded(self, event: m.PositionModified) -> None:
        self.ledger.apply(event)
        self._tell_contests(event)

    def _on_liquidated(self, event: m.PositionLiquidated) -> None:
        self.ledger.apply(event)
        self._tell_contests(event, event.liquidator)

    def _tell_contests(
        self,
        event: m.PositionModified | m.MarginTransferred | m.PositionLiquidated,
        whom: bytes | None = None,
    ) -> None:
        """Hand an event to the contests that it concerns.

        The first command after a contest's end is part of its last sample. So what it moved is
        dated by the end as well: a deposit then is no gain.
        """
        for contest in self._unfrozen:
            if (whom or event.owner) in contest.entrants:
                at_s = min(event.time_s, contest.rules.ends_at_s)
                contest.apply(event if at_s == event.time_s else replace(event, time_s=at_s))

    def _on_risk(self, event: m.RiskSet) -> None:
        if event.is_high_risk in (1, 3):  # by the operator's word or his list
            self.high_risk.add(event.user)
        else:
            self.high_risk.discard(event.user)

    def _on_participation(self, event: m.ParticipationStarted) -> None:
        programme = PROGRAMME_OF[event.programme]
        self.ledger.apply(
            facts.Participated(time_s=event.time_s, programme=programme, user=event.user)
        )

    def _on_founded(self, command: m.CreateExchange, _exchange: Exchange) -> None:
        """Set the programmes as they are at launch."""
        self.ledger.set_epoch_duration(command.epoch_duration_s)
        for programme in PAST:
            self.ledger.install_final(programme, ())
        self.ledger.apply(facts.ProgrammeOpened(time_s=command.time_s, programme=FIRST_OPEN))
        self._midnight_s = next_midnight_s(command.time_s)
        self._plan_clock()

    def _on_parameter(self, command: m.SetExchangeParameter, _exchange: Exchange) -> None:
        if command.parameter == _EPOCH_DURATION:
            self.ledger.set_epoch_duration(command.value)

    def _on_speed(self, command: m.SetReplaySpeed, _exchange: Exchange) -> None:
        self.replay_rate = command.rate

    def _on_fact(self, command: Any, _exchange: Exchange) -> None:  # noqa: ANN401
        self.ledger.apply(LEDGER_FACTS[type(command)](command))
        self._plan_clock()

    def _on_final_row(self, command: m.SetFinalRow, _exchange: Exchange) -> None:
        self.ledger.set_final_row(PROGRAMME_OF[command.programme], final_row(command))

    def _on_contest(self, command: m.CreateContest, _exchange: Exchange) -> None:
        if command.contest_id in self.contests:
            raise ProgrammeError("VALIDATION", "There is a contest with this id already")
        if len(self.contests) >= CONTESTS_MAX:
            raise ProgrammeError("VALIDATION", f"There are {CONTESTS_MAX} contests already")
        contest = Contest(contest_rules(command), self.high_risk)
        self.contests[command.contest_id] = contest
        self._unfrozen.append(contest)
        self._sample_s = min(self._sample_s, max(command.starts_at_s, command.time_s))

    def _on_draw(self, command: m.DrawRaffle, _exchange: Exchange) -> None:
        self.contest(command.contest_id).take_draw(
            RaffleDraw(root_sequence=command.root_sequence, slot=command.slot, seed=command.seed)
        )

    def _on_join(self, command: m.JoinContest, exchange: Exchange) -> None:
        contest = self.contest(command.contest_id)
        if command.user in contest.entrants:
            return
        contest.check_join(command.user, command.time_s)
        contest.apply(
            facts.ContestJoined(
                time_s=command.time_s,
                contest_id=command.contest_id,
                user=command.user,
                is_asset_dash=bool(command.is_asset_dash),
            )
        )
        if command.time_s >= contest.rules.starts_at_s:  # results count from now on
            self._value(contest, command.user, worth_of(exchange, command.user, command.time_s))
