"""Worker: what a failing step does to its loop, its pauses and its alarm."""

import asyncio
import logging

import pytest

from chain import worker as module
from chain.client.errors import ChainError
from chain.worker import PAUSE_MAX_S, Worker


def failing(error: Exception, times: int):
    left = [times]

    async def step() -> None:
        if left[0]:
            left[0] -= 1
            raise error

    return step


def events(caplog) -> list[tuple[int, str]]:
    return [(row.levelno, row.message) for row in caplog.records]


async def test_expected_trouble_is_a_warning_and_a_bug_has_its_trace(caplog):
    caplog.set_level(logging.INFO)
    passing = Worker("roots", failing(ChainError("NODE_UNAVAILABLE"), 1), 1.0)
    await passing.attempt()
    await Worker("roots", failing(KeyError("bug"), 1), 1.0).attempt()
    own = Worker("values", failing(ZeroDivisionError(), 1), 1.0, (ZeroDivisionError,))
    await own.attempt()
    assert events(caplog) == [
        (logging.WARNING, "roots_waits"),
        (logging.ERROR, "roots_trouble"),
        (logging.WARNING, "values_waits"),
    ]
    assert caplog.records[1].exc_info is not None
    assert caplog.records[2].reason == "ZeroDivisionError()"  # an error without a text


async def test_pauses_double_up_to_a_minute_and_a_success_ends_them():
    worker = Worker("roots", failing(OSError("full"), 8), 1.0)
    pauses = [await worker.attempt() for _ in range(8)]
    assert pauses == [1, 2, 4, 8, 16, 32, PAUSE_MAX_S, PAUSE_MAX_S]
    assert worker.failures == 8
    assert await worker.attempt() == worker.failures == 0


async def test_one_alarm_after_five_minutes_and_one_line_when_it_is_over(caplog, monkeypatch):
    caplog.set_level(logging.INFO)
    clock = [0.0]
    monkeypatch.setattr(module, "monotonic", lambda: clock[0])
    worker = Worker("roots", failing(KeyError("bug"), 4), 1.0)
    for clock[0] in (0.0, 299.9, 300.0, 900.0, 901.0):
        await worker.attempt()
    rare = [one for one in events(caplog) if one[1] != "roots_trouble"]
    assert rare == [(logging.ERROR, "worker_failing"), (logging.INFO, "worker_recovered")]
    (alarm,) = [row for row in caplog.records if row.message == "worker_failing"]
    assert (alarm.worker, alarm.failures, alarm.reason) == ("roots", 3, "KeyError('bug')")
    caplog.clear()
    later = Worker("roots", failing(KeyError("bug"), 1), 1.0)
    for clock[0] in (1000.0, 2000.0):  # a failure alone is no alarm, whenever the next step is
        await later.attempt()
    assert events(caplog) == [(logging.ERROR, "roots_trouble")]


@pytest.mark.parametrize("period", [0.25, lambda: 0.25])
async def test_the_pause_is_the_longer_of_the_period_and_the_trouble(period, monkeypatch):
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 4:
            raise asyncio.CancelledError

    monkeypatch.setattr(module.asyncio, "sleep", sleep)
    worker = Worker("roots", failing(OSError("full"), 2), period)
    with pytest.raises(asyncio.CancelledError):
        await worker.run()
    assert slept == [1.0, 2.0, 0.25, 0.25]
