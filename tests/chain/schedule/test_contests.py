"""The contests of the demo: the calendar rule, and the keeper with engine and programmes."""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from solders.keypair import Keypair

from chain.operator_key import is_signed_by_operator, sign_operator_command
from chain.schedule.contest_keeper import CONTESTS_MAX, ContestKeeper
from chain.schedule.contests import (
    DAY_S,
    LEAD_S,
    ROYALE,
    WEEK_S,
    due_contests,
)
from engine.core.generated.messages import (
    CommandRejected,
    CreateContest,
    CreateExchange,
    Tick,
    encode,
)
from engine.programmes.contests.rules import DEFAULT_PRIZES, ContestStatus
from engine.programmes.programme_state import CONTESTS_MAX as BOOK_MAX
from engine.programmes.programme_state import ProgrammeState
from engine.schema.parameters import EXCHANGE_PARAMETERS
from engine.sequencer import EngineClock, ReplayListener, Sequencer
from tests.chain.world import HandClock

START_S = int(datetime(2010, 1, 1, tzinfo=UTC).timestamp())  # a Friday
RATE = 1440


class Demo:
    """The keeper around a sequencer whose clock moves by hand."""

    def __init__(self, home, hands, operator) -> None:
        self.home, self.hands, self.operator = home, hands, operator

    async def open(self) -> None:
        self.book = ProgrammeState()
        self.sequencer = await Sequencer.open(
            self.home / "journal",
            EngineClock(RATE, self.hands, START_S),
            listeners=(ReplayListener(0, self.book.take),),
        )
        self.sequencer.subscribe(lambda one: self.book.take(one, self.sequencer.exchange))
        self.keeper = self.new_keeper(self.operator)

    def new_keeper(self, operator) -> ContestKeeper:
        return ContestKeeper(self.sequencer, self.book.contests, operator, START_S)

    async def found(self) -> None:
        founding = CreateExchange(
            exchange=b"E" * 32,
            collateral_mint=b"\x03" * 32,
            token_mint=b"\x04" * 32,
            vault_authority=b"\x05" * 32,
            is_demo=1,
            **{row.name: row.default for row in EXCHANGE_PARAMETERS},
        )
        await self.submit(founding)

    async def submit(self, command):
        applied = await self.sequencer.submit(sign_operator_command(command, self.operator))
        assert not any(isinstance(event, CommandRejected) for event in applied.events), applied

    async def pass_time(self, engine_s: int) -> None:
        self.hands.ns += engine_s * 10**9 // RATE
        await self.sequencer.submit(Tick())

    @property
    def now_s(self) -> int:
        return self.sequencer.exchange.now_s

    def by_status(self, status: ContestStatus) -> list[str]:
        contests = self.book.contests.values()
        return [one.rules.contest_id for one in contests if one.rules.status(self.now_s) is status]


@asynccontextmanager
async def demo(home):
    world = Demo(home, HandClock(), Keypair())
    await world.open()
    try:
        await world.found()
        yield world
    finally:
        await world.sequencer.close()


async def test_the_first_round_creates_what_the_demo_promises(tmp_path):
    async with demo(tmp_path) as world:
        assert await world.keeper.round() == 7
        assert world.by_status(ContestStatus.LIVE) == [ROYALE, "week-2009-12-28", "month-2010-01"]
        assert world.by_status(ContestStatus.UPCOMING) == ["week-2010-01-04", "month-2010-02"]
        assert world.by_status(ContestStatus.FINISHED) == ["week-2009-12-21", "month-2009-12"]
        for name in ("week-2009-12-21", "month-2009-12"):
            assert world.book.contests[name].final == ()
        rules = world.book.contests["month-2010-02"].rules
        assert rules.prizes == DEFAULT_PRIZES
        assert rules.metric.value == "tokenChange"
        assert "play money" in rules.description
        assert (rules.name, rules.raffle, rules.raffle_winners) == (
            "Demo month of Feb 2010",
            "100 USD",
            1,
        )
        assert world.book.contests[ROYALE].rules.raffle == ""
        assert (rules.starts_at_s, rules.ends_at_s) == tuple(
            int(datetime(2010, month, 1, tzinfo=UTC).timestamp()) for month in (2, 3)
        )
        assert await world.keeper.round() == 0


async def test_six_weeks_with_restarts_create_each_contest_once(tmp_path):
    async with demo(tmp_path) as world:
        await world.keeper.round()
        for half_day in range(84):
            await world.pass_time(DAY_S // 2)
            if half_day % 28 == 3:  # on a Sunday, in the middle of the round of the next but one
                assert due_contests(world.now_s, START_S, world.book.contests)
                round_ = asyncio.ensure_future(world.keeper.round())
                await asyncio.sleep(0)  # the first command is on its way
                round_.cancel()
                await world.sequencer.submit(Tick())
                await world.sequencer.close()
                await world.open()
            await world.keeper.round()
            assert ROYALE in world.by_status(ContestStatus.LIVE)
            assert len(world.by_status(ContestStatus.LIVE)) == 3
            assert world.by_status(ContestStatus.UPCOMING)
            assert world.by_status(ContestStatus.FINISHED)
        rows = [applied.command for applied in await world.sequencer.read(0, 1_000)]
        created = [row for row in rows if isinstance(row, CreateContest)]
        assert len(created) == len({row.contest_id for row in created}) == len(world.book.contests)
        assert all(is_signed_by_operator(row) for row in created)
        assert len(created) == 1 + 9 + 4


async def test_a_contest_that_the_operator_created_is_left_as_it_is(tmp_path):
    async with demo(tmp_path) as world:
        by_hand = replace(due_contests(START_S, START_S, ())[0], name="By hand")
        await world.submit(by_hand)
        await world.keeper.round()
        assert world.book.contests[ROYALE].rules.name == "By hand"
        assert await world.keeper.round() == 0


async def test_the_last_places_are_left_to_the_operator(tmp_path, monkeypatch):
    async with demo(tmp_path) as world:
        monkeypatch.setattr("chain.schedule.contest_keeper.CONTESTS_MAX", 3)
        assert await world.keeper.round() == 3
        assert await world.keeper.round() == 0
        assert CONTESTS_MAX < BOOK_MAX


async def test_a_refused_contest_waits_a_day_and_the_others_are_created(tmp_path, monkeypatch):
    async with demo(tmp_path) as world:

        def spoiled(*values):
            return [
                replace(row, name="") if row.contest_id == ROYALE else row
                for row in due_contests(*values)
            ]

        monkeypatch.setattr("chain.schedule.contest_keeper.due_contests", spoiled)
        assert await world.keeper.round() == 6
        monkeypatch.undo()
        assert await world.keeper.round() == 0
        await world.pass_time(DAY_S)
        await world.keeper.round()
        assert ROYALE in world.book.contests


async def test_without_the_operators_key_the_keeper_ends(tmp_path):
    async with demo(tmp_path) as world:
        await world.new_keeper(Keypair()).run()
        assert not world.book.contests


# The rule of the calendar alone.


def test_over_three_years_there_is_always_one_of_each():
    taken: dict[str, CreateContest] = {}
    for now_s in range(START_S, START_S + 3 * 365 * DAY_S, 21_600):
        for row in due_contests(now_s, START_S, taken):
            assert row.contest_id not in taken
            taken[row.contest_id] = row
        live = [row for row in taken.values() if row.starts_at_s <= now_s < row.ends_at_s]
        assert next(row.contest_id for row in live) == ROYALE
        assert len(live) == 3
        assert any(now_s < row.starts_at_s for row in taken.values())
        assert any(row.ends_at_s <= now_s for row in taken.values())
    assert len(taken) < 200


@pytest.mark.parametrize("lead_s", [0, 1])
def test_the_next_but_one_is_there_a_day_before_the_next_begins(lead_s):
    monday_s = START_S + 3 * DAY_S
    at_s = monday_s - LEAD_S - lead_s
    week = datetime.fromtimestamp(monday_s + WEEK_S, UTC).strftime("week-%Y-%m-%d")
    found = {row.contest_id for row in due_contests(at_s, START_S, ())}
    assert (week in found) is (lead_s == 0)


def test_contests_of_a_series_follow_each_other_without_a_gap():
    found = {}
    for day in range(400):
        for row in due_contests(START_S + day * DAY_S, START_S, ()):
            found[row.contest_id] = row
    for kind in ("week", "month"):
        rows = sorted(
            (row for name, row in found.items() if name.startswith(kind)),
            key=lambda row: row.starts_at_s,
        )
        for before, after in pairwise(rows):
            assert before.ends_at_s == after.starts_at_s
    assert all(encode(row) for row in found.values())
