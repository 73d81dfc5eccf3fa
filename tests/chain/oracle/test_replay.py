import asyncio

import numpy as np
import pytest

from chain.catalogue import AreaHistory, Catalogue, Histories, load_catalogue
from chain.oracle import poster as module
from chain.oracle.build import build_oracle
from chain.oracle.options import OracleOptions
from chain.oracle.poster import OraclePoster
from engine.core.generated.messages import PostPrint, PrintAccepted, PrintHeld
from engine.sequencer import Sequencer, SequencerFailedError
from engine.sequencer import sequencer as sequencer_module
from tests.engine.sequencer.factories import (
    DAY_S,
    E8,
    START_S,
    GatedSync,
    ManualTime,
    create_exchange,
    create_market,
    make_clock,
    open_sequencer,
    start_sequencer,
)

REAL_DAY_S = 60  # at rate 1440
SYMBOLS = ("AUS", "DAL", "HOU")


@pytest.fixture(scope="module")
def texas() -> Catalogue:
    return load_catalogue(None, "texas")


def acre_id_of(catalogue: Catalogue, symbol: str) -> int:
    return next(market.acre_id for market in catalogue.markets if market.symbol == symbol)


async def create_markets(sequencer: Sequencer, catalogue: Catalogue) -> None:
    await sequencer.submit(create_exchange())
    for symbol in SYMBOLS:
        acre_id = acre_id_of(catalogue, symbol)
        first = catalogue.print_at(acre_id, catalogue.start_s - 1)
        assert first is not None
        published_at_s, price_e8 = first
        await sequencer.submit(create_market(symbol, acre_id, price_e8, published_at_s))


def replay(catalogue: Catalogue, sequencer: Sequencer) -> OraclePoster:
    return build_oracle(OracleOptions(), catalogue, sequencer)


def times(oracle: OraclePoster) -> tuple[int | None, int | None, bool]:
    """Return when the last print was, when the next is due, and whether there is none."""
    status = oracle.status()
    return status.last_print_at_s, status.next_print_at_s, status.has_ended


async def start(tmp_path, catalogue) -> tuple[Sequencer, ManualTime, list]:
    clock, time = make_clock(start_s=catalogue.start_s)
    sequencer = await open_sequencer(tmp_path, clock)
    posted: list = []

    def keep(applied) -> None:
        if isinstance(applied.command, PostPrint):
            posted.append(applied)

    sequencer.subscribe(keep)
    await create_markets(sequencer, catalogue)
    return sequencer, time, posted


def accepted(posted: list) -> list[tuple[int, int, int]]:
    return [
        (event.market_id, event.published_at_s, event.price_e8)
        for applied in posted
        for event in applied.events
        if isinstance(event, PrintAccepted)
    ]


def expected(catalogue: Catalogue, days: range) -> list[tuple[int, int, int]]:
    found = []
    for day in days:
        at_s = catalogue.start_s + day * DAY_S
        for market_id, symbol in enumerate(SYMBOLS, start=1):
            out = catalogue.print_at(acre_id_of(catalogue, symbol), at_s)
            assert out is not None
            assert out[0] == at_s
            found.append((market_id, *out))
    return found


async def test_the_print_of_midnight_is_posted_for_every_market(tmp_path, texas):
    sequencer, time, posted = await start(tmp_path, texas)
    oracle = replay(texas, sequencer)
    assert await oracle.post_due() == len(SYMBOLS)
    assert accepted(posted) == expected(texas, range(1))
    assert all(applied.command.confidence_e8 == 0 for applied in posted)
    assert await oracle.post_due() == 0
    time.advance(REAL_DAY_S - 1)
    assert await oracle.post_due() == 0
    time.advance(1)
    assert await oracle.post_due() == len(SYMBOLS)
    assert accepted(posted) == expected(texas, range(2))
    await sequencer.close()


async def test_the_prints_of_a_day_share_one_flush(tmp_path, texas):
    sync = GatedSync()
    sync.open()
    sequencer = start_sequencer(tmp_path, sync)
    await create_markets(sequencer, texas)
    flushes = sync.count
    assert await replay(texas, sequencer).post_due() == len(SYMBOLS)
    assert sync.count == flushes + 1
    await sequencer.close()


async def test_a_restart_neither_repeats_nor_skips(tmp_path, texas):
    sequencer, time, posted = await start(tmp_path, texas)
    oracle = replay(texas, sequencer)
    for _ in range(3):
        await oracle.post_due()
        time.advance(REAL_DAY_S)
    await sequencer.close()
    clock, time = make_clock(start_s=texas.start_s)
    sequencer = await open_sequencer(tmp_path, clock)
    sequencer.subscribe(posted.append)
    oracle = replay(texas, sequencer)
    assert await oracle.post_due() == 0
    time.advance(REAL_DAY_S)
    assert await oracle.post_due() == len(SYMBOLS)
    assert accepted(posted) == expected(texas, range(4))
    await sequencer.close()


async def test_a_day_missed_within_the_age_limit_is_caught_up(tmp_path, texas):
    sequencer, time, posted = await start(tmp_path, texas)
    oracle = replay(texas, sequencer)
    time.advance(REAL_DAY_S + 1)
    assert await oracle.post_due() == 2 * len(SYMBOLS)
    assert accepted(posted) == expected(texas, range(2))
    await sequencer.close()


async def test_prints_that_the_exchange_would_refuse_as_too_old_are_left_out(tmp_path, texas):
    sequencer, time, posted = await start(tmp_path, texas)
    oracle = replay(texas, sequencer)
    time.advance(10 * REAL_DAY_S)
    assert await oracle.post_due() == 2 * len(SYMBOLS)  # those of the last 26 hours
    assert accepted(posted) == expected(texas, range(9, 11))
    await sequencer.close()


def flat_catalogue(months: int, jump: float = 1.0) -> Catalogue:
    """The three markets with prices of their own: flat, then times `jump` from February on."""
    first_month = 478  # 2009-11: known from 2010-01-01
    price = np.full(months, 100.0)
    price[1:] *= jump
    history = AreaHistory(first_month, price, None, is_smoothed=True, activity=())
    whole = load_catalogue(None, "texas")
    markets = tuple(market for market in whole.markets if market.symbol in SYMBOLS)
    return Catalogue(
        markets,
        START_S + DAY_S,
        Histories(lambda: dict.fromkeys((market.acre_id for market in markets), history)),
    )


async def test_the_replay_ends_with_the_history_and_says_so(tmp_path):
    catalogue = flat_catalogue(months=1)  # prints of January only
    sequencer, time, posted = await start(tmp_path, catalogue)
    oracle = replay(catalogue, sequencer)
    assert times(oracle) == (None, None, False)
    await oracle.post_due()
    assert times(oracle) == (catalogue.start_s, catalogue.start_s + DAY_S, False)
    for _ in range(40):
        time.advance(REAL_DAY_S)
        await oracle.post_due()
    last_s = START_S + 30 * DAY_S
    assert times(oracle) == (last_s, None, True)
    assert oracle.status().is_healthy  # the end is foreseen
    assert len(accepted(posted)) == 30 * len(SYMBOLS)
    await sequencer.close()


async def test_a_held_print_is_not_posted_again_after_a_restart(tmp_path):
    catalogue = flat_catalogue(months=1)
    sequencer, time, _ = await start(tmp_path, catalogue)
    held_at_s = catalogue.start_s
    held = await sequencer.submit(
        PostPrint(market_id=1, price_e8=103 * E8, published_at_s=held_at_s)
    )
    assert any(isinstance(event, PrintHeld) for event in held.events)
    oracle = replay(catalogue, sequencer)
    assert await oracle.post_due() == len(SYMBOLS) - 1
    time.advance(REAL_DAY_S)
    assert await oracle.post_due() == len(SYMBOLS)
    await sequencer.close()


async def test_work_in_one_turn_is_bounded_and_the_next_goes_on(tmp_path, texas, monkeypatch):
    monkeypatch.setattr(module, "SCHEDULES_PER_TURN_MAX", 1)
    sequencer, time, posted = await start(tmp_path, texas)
    oracle = replay(texas, sequencer)
    time.advance(REAL_DAY_S)
    assert await oracle.post_due() == len(SYMBOLS)
    assert await oracle.post_due() == len(SYMBOLS)
    assert accepted(posted) == expected(texas, range(2))
    await sequencer.close()


async def test_a_full_sequencer_loses_no_print(tmp_path, texas, monkeypatch):
    sequencer, _, posted = await start(tmp_path, texas)
    oracle = replay(texas, sequencer)
    monkeypatch.setattr(sequencer_module, "WAITING_COMMANDS_MAX", 2)
    assert await oracle.post_due() == 2
    assert await oracle.post_due() == 1
    assert accepted(posted) == expected(texas, range(1))
    await sequencer.close()


async def test_markets_created_later_are_taken_up_and_foreign_ones_left_alone(tmp_path, texas):
    sequencer, time, posted = await start(tmp_path, texas)
    oracle = replay(texas, sequencer)
    await oracle.post_due()
    await sequencer.submit(create_market("FOREIGN", 9))
    acre_id = acre_id_of(texas, "ELP")
    await sequencer.submit(create_market("ELP", acre_id, 70 * E8, texas.start_s))
    posted.clear()
    time.advance(REAL_DAY_S)
    await oracle.post_due()
    assert {applied.command.market_id for applied in posted} == {1, 2, 3, 5}
    await sequencer.close()


async def test_a_day_that_has_its_print_gets_no_other(tmp_path, texas, caplog):
    sequencer, time, posted = await start(tmp_path, texas)
    oracle = replay(texas, sequencer)
    await oracle.post_due()
    time.advance(REAL_DAY_S + 1)
    price_e8 = sequencer.exchange.market_view(1, 0).index_price_e8
    ahead = PostPrint(market_id=1, price_e8=price_e8, published_at_s=texas.start_s + DAY_S + 1)
    await sequencer.submit(ahead)
    assert await oracle.post_due() == len(SYMBOLS) - 1
    assert await oracle.post_due() == 0
    assert "print_refused" not in caplog.messages
    assert len(accepted(posted)) == 2 * len(SYMBOLS)
    await sequencer.close()


async def test_a_failed_sequencer_ends_the_oracle(tmp_path, texas):
    sequencer, _, _ = await start(tmp_path, texas)

    def broken(_applied):
        raise KeyError("view")

    sequencer.subscribe(broken)
    with pytest.raises(SequencerFailedError):
        await replay(texas, sequencer).run()
    with pytest.raises(SequencerFailedError):
        await sequencer.failed
    await sequencer.close()


async def test_the_oracle_wakes_at_each_midnight_until_cancelled(tmp_path, texas, monkeypatch):
    sequencer, time, posted = await start(tmp_path, texas)
    sleep, done = asyncio.sleep, asyncio.Event()

    async def advance(seconds: float) -> None:
        assert 0 < seconds <= 1
        time.advance(seconds)
        if len(posted) == 4 * len(SYMBOLS):
            done.set()
            await sleep(3600)  # until cancelled
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", advance)
    running = asyncio.create_task(replay(texas, sequencer).run())
    await done.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert accepted(posted) == expected(texas, range(4))
    for applied in posted:
        delay_s = applied.command.time_s - applied.command.published_at_s
        assert 0 <= delay_s <= 1440 // 100  # one pause
    await sequencer.close()
