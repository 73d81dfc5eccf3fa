"""Attacks through a price source or the path to it: the index does not follow.

Each attack leaves the exchange as it was, command for command, or moves it by its own rules only.
"""

from dataclasses import replace

import orjson
import pytest
from aiohttp import web
from solders.keypair import Keypair

from chain.oracle.source import SourceState
from engine.core.generated.messages import CommandRejected, ConfirmPrint
from engine.schema.errors import ErrorCode
from tests.chain.oracle.desk import AUS, DAL, START_E8
from tests.chain.oracle.hermes_server import AUSTIN, Feed, event, parsed, until, update
from tests.engine.sequencer.factories import DAY_S, E8, START_S

HOUR_S = 3_600


@pytest.fixture
async def stream(desk):
    """The desk, connected; the server has spoken of yesterday only."""
    await desk.open("hermes")
    for market_id in (AUS, DAL):
        desk.say(market_id, "10000", -HOUR_S)
    await desk.follow_stream()
    return desk


async def test_unusable_prices_never_reach_the_journal(stream):
    good = Feed("10000", "0", -2, START_S)
    before = stream.sequencer.sequence, stream.sequencer.exchange.state_hash()
    for change in (
        {"price": "-10000"},
        {"price": "0"},
        {"price": "99999999999999999999"},
        {"price": "10000.5"},
        {"price": "0x10"},
        {"conf": "10001"},
        {"conf": "-1"},
        {"expo": 19},
        {"expo": -2_147_483_648},
        {"expo": 9},
        {"publish_time": START_S + 61},
        {"publish_time": 4_102_444_800},
        {"publish_time": 0},
    ):
        stream.server.publish(AUSTIN, replace(good, **change))
    stream.server.push(event(b'{"parsed":[' + b"[" * 50_000) + event(b"\x00\xff"))
    await stream.hear(DAL, "10000", -60)
    assert await stream.post() == []
    assert (stream.sequencer.sequence, stream.sequencer.exchange.state_hash()) == before


async def test_a_price_from_the_near_future_waits_until_its_time(stream):
    await stream.hear(AUS, "10010", 30)
    assert await stream.post() == []
    stream.time.advance(29)
    assert await stream.post() == []
    stream.time.advance(1)
    assert await stream.post() == [(AUS, 100_10000000, 0, 30)]


async def test_a_replayed_print_is_not_taken_twice(stream):
    await stream.hear(AUS, "10010", 0)
    assert len(await stream.post()) == 1
    recorded = event(orjson.dumps(update({AUSTIN: Feed("10010", "0", -2, START_S)})))
    stream.time.advance(DAY_S)
    stream.server.push(recorded * 3)
    await stream.hear(DAL, "10000", DAY_S)
    assert await stream.post() == [(DAL, 100 * E8, 0, DAY_S)]
    assert stream.price() == (100_10000000, 0)


async def test_an_older_price_does_not_replace_a_newer_one(stream):
    stream.time.advance(60)
    await stream.hear(AUS, "10010", 50)
    stream.say(AUS, "10900", 40)
    await stream.hear(DAL, "10000", 60)
    assert [one[:2] for one in await stream.post()] == [(AUS, 100_10000000), (DAL, 100 * E8)]


async def test_a_lagging_source_makes_no_old_price_young(stream):
    stream.time.advance(5 * HOUR_S)
    await stream.hear(AUS, "10010", HOUR_S)
    assert await stream.post() == [(AUS, 100_10000000, 0, HOUR_S)]
    assert stream.price() == (100_10000000, HOUR_S)  # four hours old, and counted so
    limit_s = stream.view().parameters["oracle_max_age_s"]
    stream.time.advance(DAY_S + limit_s)
    await stream.hear(AUS, "10020", DAY_S + 4 * HOUR_S)
    assert await stream.post() == []  # older than the exchange takes
    assert stream.price() == (100_10000000, HOUR_S)


async def test_a_price_of_another_feed_moves_no_market(stream):
    before = stream.sequencer.sequence
    foreign = Feed("90000", "0", -2, START_S)
    stream.server.push(event(orjson.dumps(update({"11" * 32: foreign}))))
    stream.server.push(event(orjson.dumps({"parsed": [parsed(AUSTIN[:-2], foreign)]})))
    stream.server.push(event(orjson.dumps({"parsed": [parsed(f"pyth:{AUSTIN}", foreign)]})))
    await stream.hear(DAL, "10000", -60)
    assert await stream.post() == []
    assert stream.sequencer.sequence == before


async def test_a_jump_is_held_and_only_a_second_print_confirms_it(stream):
    await stream.hear(AUS, "10300", 0)  # 3 %: over printBand, within printBandPause
    assert await stream.post() == [(AUS, 103 * E8, 0, 0)]
    assert "PrintHeld" in stream.outcome()
    assert stream.price() == (START_E8, -DAY_S)
    for second in range(1, 60):  # the same liar again at once confirms nothing
        stream.time.advance(1)
        await stream.hear(AUS, "10300", second)
        assert await stream.post() == []
    assert stream.price() == (START_E8, -DAY_S)
    stream.time.advance(DAY_S - 59)
    await stream.hear(AUS, "10310", DAY_S)
    assert await stream.post() == [(AUS, 103_10000000, 0, DAY_S)]
    assert "PrintAccepted" in stream.outcome()
    assert stream.price() == (103_10000000, DAY_S)


async def test_after_a_held_print_a_sane_one_clears_it(stream):
    await stream.hear(AUS, "9700", 0)
    await stream.post()
    assert stream.view().held_print is not None
    stream.time.advance(DAY_S)
    await stream.hear(AUS, "10010", DAY_S)
    await stream.post()
    assert stream.view().held_print is None
    assert stream.price() == (100_10000000, DAY_S)


async def test_a_wild_price_pauses_the_market_and_no_repetition_accepts_it(stream):
    await stream.hear(AUS, "20000", 0)
    await stream.post()
    assert {"PrintHeld", "StatusChanged"} <= stream.outcome()
    for day in range(1, 4):
        stream.time.advance(DAY_S)
        await stream.hear(AUS, "20000", day * DAY_S)
        assert len(await stream.post()) == 1
        assert stream.price() == (START_E8, -DAY_S)
    view = stream.view()
    assert view.is_paused
    assert view.held_print.price_e8 == 200 * E8
    assert stream.price(DAL) == (START_E8, -DAY_S)


async def test_a_held_print_is_not_posted_again_after_a_restart(stream):
    await stream.hear(AUS, "10300", 0)
    assert len(await stream.post()) == 1
    await stream.shut()
    await stream.open("hermes")
    await stream.follow_stream()
    await until(lambda: stream.sources["hermes"].status().last_observation_at_s == START_S)
    assert await stream.post() == []
    assert stream.price() == (START_E8, -DAY_S)


async def test_a_wide_confidence_is_refused_by_the_exchange(stream):
    await stream.hear(AUS, "10000", 0, conf="101")
    assert len(await stream.post()) == 1
    codes = [one.code for one in stream.posted[-1].events if isinstance(one, CommandRejected)]
    assert codes == [ErrorCode.PRINT_REJECTED]
    assert stream.price() == (START_E8, -DAY_S)


async def test_a_flood_of_refused_prices_is_a_trickle_in_the_journal(stream):
    await stream.hear(AUS, "10000", 0, conf="101")
    for second in range(1, 600):
        stream.time.advance(1)
        await stream.hear(AUS, "10000", second, conf="101")
        await stream.post()
    assert len(stream.posted) == 2  # one in five minutes


async def test_a_frozen_source_lets_the_price_age(stream):
    await stream.hear(AUS, "10010", 0)
    await stream.post()
    stream.time.advance(2 * DAY_S)
    for _ in range(3):
        stream.server.push(event(orjson.dumps(update({AUSTIN: Feed("10010", "0", -2, START_S)}))))
    assert await stream.post() == []
    assert stream.price() == (100_10000000, 0)
    status = stream.oracle.status()
    assert (status.markets_late, status.is_healthy, status.last_print_at_s) == (2, False, START_S)
    assert stream.view().increase_blocked_until_s is not None


async def test_two_sources_that_disagree_make_no_print_and_raise_the_alarm(desk, caplog):
    await desk.open("hermes", "csv")
    desk.say(AUS, "10000", 0)
    desk.say(DAL, "10000", 0)
    await desk.follow_stream()
    before = desk.sequencer.sequence, desk.sequencer.exchange.state_hash()
    await desk.write("AUS,2010-01-01,100.50000001,0", "DAL,2010-01-01,105,0")
    assert await desk.post() == []
    assert (desk.sequencer.sequence, desk.sequencer.exchange.state_hash()) == before
    assert desk.oracle.status().markets_disputed == 2
    assert caplog.messages.count("oracle_sources_disagree") == 2


async def test_one_captured_source_of_two_cannot_move_the_index_past_the_tolerance(desk):
    await desk.open("hermes", "csv")
    desk.say(AUS, "10050", 0)
    desk.say(DAL, "10051", 0)
    await desk.follow_stream()
    await desk.write("AUS,2010-01-01,100,0", "DAL,2010-01-01,100,0")
    await desk.post()
    assert desk.price() == (100_25000000, 0)  # half the tolerance at the most
    assert desk.price(DAL) == (START_E8, -DAY_S)


async def test_a_captured_source_cannot_hide_the_other_where_one_is_enough(desk):
    await desk.open("hermes", "csv", quorum=1)
    await desk.write("AUS,2010-01-01,100,0")
    desk.say(AUS, "20000", 0)
    desk.say(DAL, "10000", 0)
    await desk.follow_stream()
    desk.time.advance(HOUR_S)
    posted = await desk.post()
    assert [one[0] for one in posted] == [DAL]
    assert desk.price() == (START_E8, -DAY_S)


async def test_a_file_that_is_rewritten_changes_no_print_of_the_past(desk):
    await desk.open("csv")
    await desk.write("AUS,2010-01-01,100.10,0")
    await desk.post()
    before = desk.sequencer.sequence, desk.sequencer.exchange.state_hash()
    await desk.write("AUS,2010-01-01,101.10,0", "AUS,2009-12-31,150,0")
    assert await desk.post() == []
    await desk.write("AUS,2010-01-01T00:00:01Z,101.10,0")
    desk.time.advance(1)
    assert await desk.post() == []
    assert (desk.sequencer.sequence, desk.sequencer.exchange.state_hash()) == before


async def test_a_forged_row_that_contradicts_another_stops_the_print(desk):
    await desk.open("csv")
    await desk.write("AUS,2010-01-01,100.10,0")
    await desk.write("AUS,2010-01-01,101.90,0", name="zz.csv")
    assert await desk.post() == []
    assert desk.sources["csv"].status().state is SourceState.FAILED
    assert desk.price() == (START_E8, -DAY_S)


async def test_half_a_number_is_no_price(desk):
    await desk.open("csv")
    (desk.prints / "prints.csv").write_text(
        "market,published_at,price\nDAL,2010-01-01,100\nAUS,2010-01-01,99"
    )
    await desk.sources["csv"].look()
    assert await desk.post() == [(DAL, 100 * E8, 0, 0)]
    with (desk.prints / "prints.csv").open("a") as file:
        file.write(".9\n")
    await desk.sources["csv"].look()
    assert await desk.post() == [(AUS, 99_90000000, 0, 0)]


async def test_a_server_that_sends_us_elsewhere_gets_no_key_and_no_print_there(stream):
    elsewhere = []

    async def away(request):
        elsewhere.append(request)
        return web.Response(status=307, headers={"Location": "http://127.0.0.1:1/"})

    stream.server.latest = stream.server.stream = away
    stream.server.push(None)
    source = stream.sources["hermes"]
    await until(lambda: source.status().state is SourceState.FAILED)
    assert source.status().detail == "The server redirects (HTTP 307), which is not followed."
    assert not stream.oracle.status().is_healthy
    assert await stream.post() == []


async def test_only_the_operator_releases_a_wild_price(stream):
    await stream.hear(AUS, "20000", 0)
    await stream.post()
    stranger = ConfirmPrint(operator=bytes(Keypair().pubkey()), market_id=AUS)
    applied = await stream.sequencer.submit(stranger)
    assert any(isinstance(one, CommandRejected) for one in applied.events)
    assert stream.price() == (START_E8, -DAY_S)
    await stream.sequencer.submit(ConfirmPrint(operator=b"\x01" * 32, market_id=AUS))
    assert stream.price() == (200 * E8, 0)


async def test_the_journal_alone_gives_the_same_state_again(stream):
    await stream.hear(AUS, "10010", 0)
    await stream.post()
    stream.time.advance(DAY_S)
    await stream.hear(AUS, "10300", DAY_S)
    await stream.hear(DAL, "10050", DAY_S)
    await stream.post()
    before = stream.sequencer.sequence, stream.sequencer.exchange.state_hash()
    await stream.shut()
    await stream.server.__aexit__()  # no source anywhere
    await stream.open("hermes")
    assert (stream.sequencer.sequence, stream.sequencer.exchange.state_hash()) == before
