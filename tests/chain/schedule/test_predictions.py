"""The schedule of questions: the calendar rule, and the keeper with the real engine."""

from collections import Counter
from contextlib import asynccontextmanager
from dataclasses import replace

import numpy as np
import pytest
from solders.keypair import Keypair

from chain.catalogue import Catalogue, Histories, MarketFacts
from chain.client.wallet import address_of
from chain.genesis import market_command
from chain.operator_key import is_signed_by_operator, sign_operator_command
from chain.oracle.build import build_oracle
from chain.oracle.options import OracleOptions
from chain.schedule.keeper import QUESTIONS_MAX, PredictionKeeper
from chain.schedule.questions import (
    CLOSES_BEFORE_S,
    IndexFacts,
    Slot,
    due_questions,
    plain_text,
    price_text,
    question,
    step_of,
    strike_near,
)
from engine.core.generated.messages import (
    CommandRejected,
    CreateExchange,
    CreatePrediction,
    PauseMarket,
    PredictionResolved,
    PredictionVoided,
    Tick,
    encode,
)
from engine.programmes.index_series import DailyPrints
from engine.schema.parameters import EXCHANGE_PARAMETERS
from engine.sequencer import EngineClock, Sequencer
from tests.chain.world import SEGMENT_BYTES, HandClock

DAY_S = 86_400
START_S = 14_700 * DAY_S + 30_000
RATE = 1440
E8 = 10**8
UPCOMING, OPEN, CLOSED = 0, 1, 2
COUNT = 8


class WalkingHistories(Histories):
    """Index number i walks by a tenth of a per cent a day, up or down."""

    def __init__(self, days: int) -> None:
        super().__init__(dict)
        day = np.arange(14_690, 14_700 + days, dtype=np.int64)
        self._series = {
            number: DailyPrints(
                day * DAY_S,
                (100 + 25 * number) * E8 + (-1) ** number * (day - 14_690) * (E8 // 8),
            )
            for number in range(COUNT)
        }

    def prints(self, acre_id: int) -> DailyPrints:
        return self._series[acre_id - 100]


def catalogue(days: int = 400) -> Catalogue:
    markets = tuple(
        MarketFacts(
            acre_id=100 + number,
            symbol=f"CITY{number}",
            name=f"City {number}",
            state="TX",
            country="US",
            category="city",
            metric="sqft",
            price_feed=f"index:{number}",
            latitude=0.0,
            longitude=0.0,
            median_sqft=1800,
            tags=(),
            source="test",
            attribution="test",
        )
        for number in range(COUNT)
    )
    return Catalogue(markets, START_S, WalkingHistories(days))


class Demo:
    """The keeper and the oracle around a sequencer whose clock moves by hand."""

    def __init__(self, home, hands, operator, days) -> None:
        self.home, self.hands, self.operator = home, hands, operator
        self.catalogue = catalogue(days)
        self.events = []

    async def open(self) -> None:
        self.sequencer = await Sequencer.open(
            self.home / "journal",
            EngineClock(RATE, self.hands, START_S),
            segment_bytes=SEGMENT_BYTES,
        )
        self.sequencer.subscribe(lambda applied: self.events.extend(applied.events))
        self.oracle = build_oracle(OracleOptions(), self.catalogue, self.sequencer)
        self.keeper = PredictionKeeper(self.sequencer, self.catalogue, self.operator, COUNT)

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
        for market in self.catalogue.markets:
            first = self.catalogue.print_at(market.acre_id, START_S)
            await self.submit(market_command(market, first, 10**13))

    async def submit(self, command):
        applied = await self.sequencer.submit(sign_operator_command(command, self.operator))
        assert not any(isinstance(event, CommandRejected) for event in applied.events), applied
        return applied

    async def pass_time(self, engine_s: int) -> None:
        self.hands.ns += engine_s * 10**9 // RATE
        await self.oracle.post_due()
        await self.sequencer.submit(Tick())

    @property
    def now_s(self) -> int:
        return self.sequencer.exchange.now_s

    def questions(self):
        exchange = self.sequencer.exchange
        return [exchange.prediction_market(each) for each in exchange.prediction_market_ids()]

    def asked(self) -> int:
        return len(self.sequencer.exchange.prediction_market_ids())


@asynccontextmanager
async def demo(home, days=400):
    world = Demo(home, HandClock(), Keypair(), days)
    await world.open()
    try:
        await world.found()
        yield world
    finally:
        await world.sequencer.close()


def check_what_is_promised(world) -> None:
    """At least six open, three of them for more than three days, and some that are to come."""
    open_now = [row for row in world.questions() if row.status == OPEN]
    assert len(open_now) >= 6
    assert sum(row.closes_at_s > world.now_s + 3 * DAY_S for row in open_now) >= 3
    assert any(row.status == UPCOMING for row in world.questions())


async def test_sixty_days_with_the_real_engine(tmp_path):
    async with demo(tmp_path) as world:
        for hour in range(0, 60 * 24, 3):
            await world.keeper.round()
            if hour:
                check_what_is_promised(world)
            await world.pass_time(3 * 3_600)
        rows = world.questions()
        slots = Counter((row.acre_id, row.resolves_at_s) for row in rows)
        assert max(slots.values()) == 1
        assert 40 < len(rows) < 80
        resolved = [event for event in world.events if isinstance(event, PredictionResolved)]
        assert len(resolved) >= 10
        assert {event.outcome for event in resolved} == {1, 2}
        assert not [event for event in world.events if isinstance(event, PredictionVoided)]
        assert not [event for event in world.events if isinstance(event, CommandRejected)]
        for row in rows:
            near = world.catalogue.print_at(row.acre_id, START_S)[1]
            assert abs(row.strike_e8 - near) * 10 < near
            assert row.closes_at_s == row.resolves_at_s - CLOSES_BEFORE_S
            if row.value_e8 is not None:
                first = world.catalogue.print_at(row.acre_id, row.resolves_at_s)
                assert (row.published_at_s, row.value_e8) == first
                assert row.published_at_s == row.resolves_at_s
                assert (row.recorded_outcome == 1) == (row.value_e8 >= row.strike_e8)


async def test_everything_is_asked_at_once_and_a_second_round_asks_nothing(tmp_path):
    async with demo(tmp_path) as world:
        assert await world.keeper.round() >= 2 * COUNT - 2
        asked = world.asked()
        assert await world.keeper.round() == 0
        world.keeper = PredictionKeeper(world.sequencer, world.catalogue, world.operator, COUNT)
        assert await world.keeper.round() == 0
        assert world.asked() == asked


async def test_a_restart_in_the_middle_of_a_round_asks_nothing_twice(tmp_path):
    async with demo(tmp_path) as world:
        due = world.keeper.round()
        due.send(None)  # the first command is on its way
        due.close()
        await world.sequencer.submit(Tick())
        await world.sequencer.close()
        await world.open()
        await world.keeper.round()
        slots = [(row.acre_id, row.resolves_at_s) for row in world.questions()]
        assert len(slots) == len(set(slots)) >= 2 * COUNT - 2


async def test_commands_carry_the_operators_signature(tmp_path):
    async with demo(tmp_path) as world:
        await world.keeper.round()
        rows = [row.command for row in await world.sequencer.read(0, 1_000)]
        questions = [row for row in rows if isinstance(row, CreatePrediction)]
        assert len(questions) == world.asked()
        assert all(is_signed_by_operator(row) for row in questions)
        assert {row.operator for row in questions} == {address_of(world.operator)}


async def test_a_question_of_the_operator_is_not_asked_again(tmp_path):
    async with demo(tmp_path) as world:
        first, *_rest = due_questions(world.now_s, world.keeper._indexes(world.now_s), taken=set())
        await world.submit(replace(first, title="By hand", strike_e8=first.strike_e8 + E8))
        await world.keeper.round()
        places = [(row.acre_id, row.resolves_at_s) for row in world.questions()]
        assert places.count((first.acre_id, first.resolves_at_s)) == 1


async def test_paused_and_silent_indexes_are_left_out(tmp_path):
    async with demo(tmp_path) as world:
        await world.submit(PauseMarket(market_id=1))
        await world.keeper.round()
        assert 100 not in {row.acre_id for row in world.questions()}
        asked = world.asked()
        world.hands.ns += 30 * DAY_S * 10**9 // RATE  # a month without a print
        await world.sequencer.submit(Tick())
        assert await world.keeper.round() == 0
        assert world.asked() == asked


async def test_nothing_is_asked_that_the_history_cannot_answer(tmp_path):
    async with demo(tmp_path, days=30) as world:
        end_s = world.catalogue.end_s
        for _ in range(30):
            await world.keeper.round()
            await world.pass_time(DAY_S)
        assert world.asked()
        assert max(row.resolves_at_s for row in world.questions()) <= end_s


async def test_a_refused_question_waits_a_day_and_the_others_are_asked(tmp_path, monkeypatch):
    async with demo(tmp_path) as world:
        real = due_questions

        def spoiled(now_s, indexes, taken):
            due = real(now_s, indexes, taken)
            return [replace(row, closes_at_s=1) if row.acre_id == 100 else row for row in due]

        monkeypatch.setattr("chain.schedule.keeper.due_questions", spoiled)
        await world.keeper.round()
        refusals = [event for event in world.events if isinstance(event, CommandRejected)]
        assert len(refusals) >= 1
        assert world.asked() >= 12
        await world.keeper.round()
        after = [event for event in world.events if isinstance(event, CommandRejected)]
        assert len(after) == len(refusals)
        await world.pass_time(DAY_S)
        monkeypatch.undo()
        await world.keeper.round()
        assert 100 in {row.acre_id for row in world.questions()}


async def test_without_the_operators_key_the_keeper_ends(tmp_path):
    async with demo(tmp_path) as world:
        stranger = PredictionKeeper(world.sequencer, world.catalogue, Keypair(), COUNT)
        await stranger.run()
        assert world.asked() == 0
        assert not [event for event in world.events if isinstance(event, CommandRejected)]


async def test_the_last_places_are_left_to_the_operator(tmp_path, monkeypatch):
    async with demo(tmp_path) as world:
        monkeypatch.setattr("chain.schedule.keeper.QUESTIONS_MAX", 5)
        assert QUESTIONS_MAX == 3_584
        assert await world.keeper.round() == 5
        assert await world.keeper.round() == 0


# The rule of the calendar alone.


def indexes(count=COUNT, last_print_at_s=None):
    return [
        IndexFacts(100 + number, f"City {number}", "sqft", 123 * E8, last_print_at_s)
        for number in range(count)
    ]


def test_over_two_years_the_promise_holds_at_every_hour_looked_at():
    taken: dict[Slot, CreatePrediction] = {}
    for now_s in range(START_S, START_S + 730 * DAY_S, 10_800):
        for row in due_questions(now_s, indexes(), taken):
            taken[Slot(row.acre_id, row.resolves_at_s)] = row
        open_now = [row for row in taken.values() if row.opens_at_s <= now_s < row.closes_at_s]
        assert len(open_now) >= 6, now_s
        assert sum(row.closes_at_s > now_s + 3 * DAY_S for row in open_now) >= 3, now_s
        assert any(row.opens_at_s > now_s for row in taken.values()), now_s
        assert len(open_now) <= 2 * COUNT
    assert len(taken) < 420  # 4,096 last for more than fourteen years


def test_strikes_lie_on_both_sides_of_the_index():
    index = indexes(1)[0]
    strikes = [question(index, turn, START_S, 15_000 * DAY_S).strike_e8 for turn in range(5)]
    assert [strike / E8 for strike in strikes] == [123, 123.5, 122.5, 124, 122]


@pytest.mark.parametrize(
    ("price", "step"),
    [(1, 1), (99, 1), (400, 2), (1_000, 5), (12_300, 50), (41_250, 200), (10**11, 5 * 10**8)],
)
def test_steps_are_round(price, step):
    cent = E8 // 100
    assert step_of(price * cent) == step * cent


def test_a_strike_is_never_zero():
    assert strike_near(1, -2) == E8 // 100


def test_texts_say_what_counts_and_fit_the_record():
    row = question(indexes(1)[0], 1, START_S, 15_000 * DAY_S)
    assert row.title == "Will City 0's index be at or above 123.50 on 2011-01-26?"
    assert "(acre id 100)" in row.rules
    for words in ("published at or after 2011-01-26 00:00 UTC", "24 hours", "14 days", "void"):
        assert words in row.rules
    longest = IndexFacts(2**32 - 1, "Ünïcödé " + "W" * 90, "sqm", 10**13, None)
    row = question(longest, 3, START_S, 4_000_000_000 // DAY_S * DAY_S)
    assert len(row.title) == 80
    assert max(len(row.rules), len(row.description)) <= 400
    assert encode(row)


def test_names_become_plain():
    assert plain_text("San José\n", 30) == "San Jose"
    assert price_text(12_345_678_901) == "123.45"
