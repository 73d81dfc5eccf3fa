"""The thread of the synchronous client: what waits is ended, what cannot work is refused."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from acre_sdk.runner import Runner


def test_a_runner_ends_what_waits_and_says_so():
    runner, began = Runner(), threading.Event()

    async def hang():
        began.set()
        await asyncio.sleep(3_600)

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(lambda: runner.run(hang()))
        assert began.wait(10)
        runner.close()
        with pytest.raises(RuntimeError, match="closed meanwhile"):
            waiting.result(10)
    with pytest.raises(RuntimeError, match="is closed"):
        runner.run(hang())
    runner.close()
    assert not runner._thread.is_alive()


def test_a_runner_refuses_its_own_thread():
    runner = Runner()

    async def again():
        return runner.run(asyncio.sleep(0))

    with pytest.raises(RuntimeError, match="own thread"):
        runner.run(again())
    runner.close()


def test_an_iteration_that_is_left_is_ended():
    runner, ended = Runner(), []

    async def rows():
        try:
            for number in range(1_000):
                yield number
        finally:
            ended.append(True)

    seen = runner.iterate(rows())
    assert [next(seen), next(seen)] == [0, 1]
    seen.close()
    assert ended == [True]
    assert list(runner.iterate(rows())) == list(range(1_000))
    runner.close()
