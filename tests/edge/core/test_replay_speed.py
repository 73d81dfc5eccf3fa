"""The speed of the replay: journaled, kept over a restart, set on the own machine only."""

import pytest

from chain.node.server.server import NodeServer
from edge.core.programme_keeper import ProgrammeKeeper
from engine.core.generated import messages as m
from tests.edge.core.web_platform import running_platform, web_settings
from tests.edge.service_world import running_service
from tests.engine.sequencer.factories import create_exchange, make_clock, open_sequencer

PATH = "/express/v1/replay-speed"
DAY_S = 86_400


async def opened(directory):
    keeper = ProgrammeKeeper(directory)
    clock, time = make_clock(rate=1440)
    sequencer = await open_sequencer(directory, clock, listeners=[keeper.listener])
    keeper.follow(sequencer)
    keeper.set_pace(sequencer)
    return sequencer, clock, time


@pytest.mark.parametrize("is_killed", [True, False])
async def test_the_newest_speed_of_the_journal_holds_after_a_restart(tmp_path, is_killed):
    sequencer, clock, time = await opened(tmp_path)
    await sequencer.submit(create_exchange())
    assert clock.rate == 1440
    for rate in (8_640, 43_200, 86_401, 0):  # the last two are refused
        await sequencer.submit(m.SetReplaySpeed(user=bytes(32), rate=rate))
    assert clock.rate == 43_200
    began_s = sequencer.now_s()
    time.advance(2)
    assert sequencer.now_s() == began_s + DAY_S
    if is_killed:
        sequencer._saver.saved_seq = 2**62  # no last snapshot
    await sequencer.close()
    sequencer, clock, _ = await opened(tmp_path)
    assert clock.rate == 43_200
    await sequencer.close()


async def test_every_process_runs_at_the_speed_that_one_of_them_set(tmp_path, database_url):
    node = await NodeServer.start(tmp_path / "chain", slot_ms=10)
    settings = await web_settings(tmp_path, database_url, node)
    async with running_platform(settings) as platform:

        async def rate_of(number: int) -> int:
            status, found, _ = await platform.call(number, "GET", "/express/v1/status")
            assert status == 200
            return found["clock"]["rate"]

        assert [await rate_of(number) for number in (0, 1, 2)] == [1440] * 3
        status, answer, headers = await platform.call(1, "POST", PATH, json={"secondsPerDay": 2})
        assert (status, answer["rate"]) == (200, 43_200)
        sequence = {"Acre-Sequence": headers["Acre-Sequence"]}
        for number in (1, 2, 0):
            _, found, _ = await platform.call(number, "GET", "/express/v1/status", headers=sequence)
            assert found["clock"]["rate"] == 43_200, number
        await platform.stop(2)
        platform.start(2)
        await platform.ready(2)
        assert await rate_of(2) == 43_200
    await node.stop()


async def test_a_speed_is_one_of_three_and_the_same_one_is_not_journaled_again(service):
    sequencer = service.context.sequencer
    for wrong in (0, 1, 3, 61, "60", None, 10.5, -10):
        answer = await service.post(PATH, {"secondsPerDay": wrong}, 400)
        assert answer["details"] == {"field": "secondsPerDay"}
    before = sequencer.sequence
    sequencer.clock.set_rate(DAY_S // 10)
    await service.post(PATH, {"secondsPerDay": 10})
    assert sequencer.sequence == before
    await service.post(PATH, {"secondsPerDay": 2})
    assert sequencer.sequence == before + 1


@pytest.mark.parametrize("change", [{"env": "dev"}, {"is_replay": False}])
async def test_nobody_sets_the_speed_of_an_exchange_that_others_use(tmp_path, database_url, change):
    async with running_service(tmp_path, database_url, **change) as service:
        sequence = service.context.sequencer.sequence
        answer = await service.post(PATH, {"secondsPerDay": 10}, 404)
        assert answer["code"] == "NOT_FOUND"
        assert service.context.sequencer.sequence == sequence
