import asyncio
import logging

import pytest

from chain.oracle import poster as module
from chain.oracle.poster import GRACE_S, LATE_S, REFUSED_PAUSE_S
from chain.oracle.source import SourceState
from engine.core.generated.messages import CommandRejected, PauseMarket
from engine.sequencer import sequencer as sequencer_module
from tests.chain.oracle.desk import AUS, DAL, START_E8
from tests.chain.oracle.hermes_server import until
from tests.engine.sequencer.factories import DAY_S, E8, START_S, create_market

HOUR_S = 3_600


async def test_a_streamed_price_becomes_the_index_price_exactly(desk, monkeypatch):
    monkeypatch.setattr(module, "IDLE_S", 0.005)
    await desk.open("hermes")
    desk.say(AUS, "0", 0)
    desk.say(DAL, "9950", 0)
    running = asyncio.create_task(desk.oracle.run())
    await running_until(running, lambda: desk.price(DAL) == (99 * E8 + E8 // 2, 0))
    desk.time.advance(2)
    await until(lambda: desk.server.streams)
    desk.say(AUS, "10012345678901", 1, conf="30000000000", expo=-11)
    await running_until(running, lambda: desk.price() == (100_12345679, 1))
    posted = [one.command for one in desk.posted]
    assert [(one.market_id, one.confidence_e8) for one in posted] == [(DAL, 0), (AUS, 30000000)]
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


async def running_until(running, condition) -> None:
    await until(lambda: running.done() or condition())
    assert not running.done(), running


async def test_a_schedule_has_one_print_however_many_prices_come(desk):
    await desk.open("hermes")
    desk.say(AUS, "10000", -HOUR_S)
    desk.say(DAL, "10000", -HOUR_S)
    await desk.follow_stream()
    assert await desk.post() == []  # of yesterday, as the last print is
    await desk.hear(AUS, "10010", 0)
    assert await desk.post() == [(AUS, 100_10000000, 0, 0)]
    for second in range(1, 4):
        desk.time.advance(1)
        await desk.hear(AUS, "10020", second)
        assert await desk.post() == []
    desk.time.advance(DAY_S - 4)
    await desk.hear(AUS, "10020", DAY_S - 1)
    assert await desk.post() == []
    desk.time.advance(1)
    await desk.hear(AUS, "10030", DAY_S)
    assert await desk.post() == [(AUS, 100_30000000, 0, DAY_S)]


async def test_of_a_late_start_the_newest_price_of_the_day_counts(desk):
    await desk.open("hermes")
    desk.time.advance(HOUR_S)
    desk.say(AUS, "10010", HOUR_S - 1)
    desk.say(DAL, "10010", HOUR_S - 1)
    await desk.follow_stream()
    await desk.hear(AUS, "10020", HOUR_S)
    assert await desk.post() == [(AUS, 100_20000000, 0, HOUR_S), (DAL, 100_10000000, 0, HOUR_S - 1)]


async def test_files_are_posted_day_by_day_and_nothing_twice_after_a_restart(desk):
    await desk.open("csv")
    desk.time.advance(DAY_S + HOUR_S)
    rows = ("AUS,2010-01-01,100.10,0.5", "AUS,2010-01-02,100.20,0", "AUS,2010-01-03,100.30,0")
    await desk.write(*rows)
    assert await desk.post() == [(AUS, 100_10000000, E8 // 2, 0), (AUS, 100_20000000, 0, DAY_S)]
    await desk.shut()
    await desk.open("csv")
    await desk.write(*rows, "AUS,2010-01-02T00:30:00Z,999,0")
    assert await desk.post() == []
    desk.time.advance(DAY_S)
    assert await desk.post() == [(AUS, 100_30000000, 0, 2 * DAY_S)]
    assert desk.price() == (100_30000000, 2 * DAY_S)


async def test_a_row_of_tomorrow_waits_and_one_that_is_too_old_is_never_sent(desk):
    await desk.open("csv")
    desk.time.advance(3 * DAY_S)
    await desk.write("AUS,2010-01-02,100.10,0", "AUS,2010-01-05,100.20,0")
    assert await desk.post() == []  # 48 hours old; oracleMaxAge is 26
    desk.time.advance(DAY_S - 1)
    assert await desk.post() == []
    desk.time.advance(1)
    assert await desk.post() == [(AUS, 100_20000000, 0, 4 * DAY_S)]


async def test_a_print_at_the_age_limit_is_posted_and_a_second_older_is_not(desk):
    await desk.open("csv")
    await desk.write("AUS,2010-01-01,100,0", "DAL,2010-01-01T00:00:01Z,100,0")
    desk.time.advance(desk.view().parameters["oracle_max_age_s"] + 1)
    assert await desk.post() == [(DAL, 100 * E8, 0, 1)]
    assert "PrintAccepted" in desk.outcome()


async def test_two_sources_are_one_print(desk):
    await desk.open("hermes", "csv")
    desk.time.advance(HOUR_S)
    desk.say(AUS, "10040", HOUR_S, conf="3")
    desk.say(DAL, "20000", HOUR_S)
    await desk.follow_stream()
    await desk.write("AUS,2010-01-01,100.00,0.05")
    # (100.40 + 100.00) / 2; half of 0.40; the older time
    assert await desk.post() == [(AUS, 100_20000000, 20000000, 0)]
    assert desk.price(DAL) == (START_E8, -DAY_S)


async def test_a_silent_source_holds_the_print_up_where_two_must_speak(desk):
    await desk.open("hermes", "csv")
    desk.say(AUS, "10000", 0)
    desk.say(DAL, "10000", 0)
    await desk.follow_stream()
    for _ in range(3):
        desk.time.advance(GRACE_S)
        assert await desk.post() == []
    await desk.write("AUS,2010-01-01T00:10:00Z,100,0")
    assert await desk.post() == [(AUS, 100 * E8, 0, 0)]


async def test_where_one_is_enough_the_other_has_its_time_to_speak(desk):
    await desk.open("hermes", "csv", quorum=1)
    desk.say(AUS, "10040", 0)
    desk.say(DAL, "10000", 0)
    await desk.follow_stream()
    desk.time.advance(GRACE_S - 1)
    assert await desk.post() == []
    await desk.write("AUS,2010-01-01,100,0")
    assert await desk.post() == [(AUS, 100_20000000, 20000000, 0)]
    desk.time.advance(1)
    assert await desk.post() == [(DAL, 100 * E8, 0, 0)]


async def test_a_dispute_is_an_alarm_once_and_ends_with_the_next_agreement(desk, caplog):
    await desk.open("hermes", "csv")
    desk.say(AUS, "10000", 0)
    desk.say(DAL, "10000", 0)
    await desk.follow_stream()
    await desk.write("AUS,2010-01-01,101,0", "DAL,2010-01-01,100,0")
    assert await desk.post() == [(DAL, 100 * E8, 0, 0)]
    assert await desk.post() == []
    status = desk.oracle.status()
    assert (status.markets_disputed, status.is_healthy) == (1, False)
    said = [one.prices_e8 for one in caplog.records if one.msg == "oracle_sources_disagree"]
    assert said == [{"hermes": 100 * E8, "csv": 101 * E8}]
    desk.time.advance(60)
    await desk.hear(AUS, "10060", 60)
    assert await desk.post() == [(AUS, 100_80000000, 20000000, 0)]
    assert desk.oracle.status().markets_disputed == 0


async def test_disputes_of_two_days_are_one_alarm_of_the_last(desk, caplog):
    await desk.open("hermes", "csv")
    desk.time.advance(DAY_S)
    desk.say(AUS, "10000", DAY_S - 1)
    desk.say(DAL, "10000", DAY_S - 1)
    await desk.follow_stream()
    await desk.hear(AUS, "10000", DAY_S)
    await desk.write("AUS,2010-01-01,101,0", "AUS,2010-01-02,102,0")
    for _ in range(3):
        assert await desk.post() == []
    said = [one for one in caplog.records if one.msg == "oracle_sources_disagree"]
    assert [one.schedule_s for one in said] == [START_S + DAY_S]


async def test_a_refused_print_rests_and_is_not_sent_a_second_time(desk, caplog):
    await desk.open("hermes")
    desk.say(AUS, "10000", 0, conf="101")
    desk.say(DAL, "10000", 0)
    await desk.follow_stream()
    assert await desk.post() == [(AUS, 100 * E8, 101_000000, 0), (DAL, 100 * E8, 0, 0)]
    assert any(isinstance(event, CommandRejected) for event in desk.posted[0].events)
    assert caplog.messages.count("print_refused") == 1
    await desk.hear(AUS, "10001", 1, conf="100")
    desk.time.advance(REFUSED_PAUSE_S - 1)
    assert await desk.post() == []
    desk.time.advance(1)
    assert await desk.post() == [(AUS, 100_01000000, 100_000000, 1)]
    assert "PrintAccepted" in desk.outcome()


async def test_the_same_refused_print_is_not_sent_again_ever(desk):
    await desk.open("csv")
    await desk.write("AUS,2010-01-01,100,1.01")
    assert len(await desk.post()) == 1
    for _ in range(5):
        desk.time.advance(HOUR_S)
        assert await desk.post() == []
    await desk.write("AUS,2010-01-01,100,1.00")
    assert await desk.post() == [(AUS, 100 * E8, E8, 0)]


async def test_a_full_sequencer_takes_the_print_later(desk, monkeypatch):
    await desk.open("csv")
    await desk.write("AUS,2010-01-01,100.10,0", "DAL,2010-01-01,100.20,0")
    monkeypatch.setattr(sequencer_module, "WAITING_COMMANDS_MAX", 1)
    assert await desk.post() == [(AUS, 100_10000000, 0, 0)]
    assert await desk.post() == [(DAL, 100_20000000, 0, 0)]


async def test_a_missing_print_is_late_once_a_schedule(desk, caplog):
    await desk.open("csv")
    await desk.write("DAL,2010-01-01,100,0")
    desk.time.advance(LATE_S)
    await desk.post()
    assert desk.oracle.status().is_healthy
    desk.time.advance(1)
    await desk.post()
    await desk.post()
    status = desk.oracle.status()
    assert (status.markets_late, status.is_healthy) == (1, False)
    assert [one.market_id for one in caplog.records if one.msg == "print_late"] == [AUS]
    await desk.write("AUS,2010-01-01,100,0", "DAL,2010-01-01,100,0")
    await desk.post()
    assert desk.oracle.status().markets_late == 0


async def test_a_missing_print_of_a_paused_market_raises_no_alarm(desk):
    await desk.open("csv")
    await desk.write("DAL,2010-01-01,100,0")
    for market_id in (AUS, DAL):
        await desk.sequencer.submit(PauseMarket(operator=b"\x01" * 32, market_id=market_id))
    desk.time.advance(LATE_S + 1)
    assert await desk.post() == [(DAL, 100 * E8, 0, 0)]  # prints continue
    assert desk.oracle.status().is_healthy


async def test_a_market_that_no_source_knows_is_left_alone(desk, caplog):
    await desk.open("hermes")
    await desk.sequencer.submit(create_market("HOU"))  # its feed is index:HOU
    desk.say(AUS, "10000", 0)
    desk.say(DAL, "10000", 0)
    await desk.follow_stream()
    assert [one[0] for one in await desk.post()] == [AUS, DAL]
    assert desk.oracle.status().is_healthy
    assert [one.market_id for one in caplog.records if one.msg == "market_without_feed"] == [3]


async def test_a_market_that_too_few_sources_know_is_named_and_not_printed(desk, caplog):
    await desk.open("hermes", "csv")
    await desk.sequencer.submit(create_market("HOU"))  # its feed is index:HOU
    desk.say(AUS, "10000", 0)
    desk.say(DAL, "10000", 0)
    await desk.follow_stream()
    await desk.write("HOU,2010-01-01,100,0")
    assert await desk.post() == []
    assert desk.oracle.status().markets_without_quorum == 1
    named = [one for one in caplog.records if one.msg == "market_without_quorum"]
    assert [(one.market_id, one.sources) for one in named] == [(3, ["csv"])]


async def test_status_tells_the_last_and_the_next_print(desk):
    await desk.open("csv")
    await desk.write("AUS,2010-01-01,100,0", "DAL,2010-01-01,100,0")
    await desk.post()
    status = desk.oracle.status()
    assert (status.last_print_at_s, status.next_print_at_s) == (START_S, START_S + DAY_S)
    assert not status.has_ended
    assert [(one.name, one.state) for one in status.sources] == [("csv", SourceState.CONNECTED)]
    (desk.prints / "bad.csv").write_text("nonsense\n")
    await desk.sources["csv"].look()
    assert not desk.oracle.status().is_healthy


async def test_a_failed_source_restarts_and_stops_no_other(desk, monkeypatch, caplog):
    monkeypatch.setattr(module, "IDLE_S", 0.005)
    monkeypatch.setattr(module, "CRASH_PAUSE_S", 0.005)
    await desk.open("csv", "hermes", quorum=1)
    desk.time.advance(GRACE_S)
    runs = []

    async def broken():
        runs.append(1)
        raise KeyError("unexpected")

    monkeypatch.setattr(desk.sources["hermes"], "run", broken)
    await desk.write("AUS,2010-01-01,100.10,0")
    running = asyncio.create_task(desk.oracle.run())
    await running_until(running, lambda: len(runs) >= 3 and desk.price() == (100_10000000, 0))
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert caplog.messages.count("oracle_source_trouble") >= 3
    assert {one.levelno for one in caplog.records} == {logging.ERROR}
