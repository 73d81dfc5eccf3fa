"""A cancellation is never lost, and no reader waits for an ended projection."""

import asyncio
from pathlib import Path

import pytest

from edge.projector.projector import ProjectionEndedError, Projector
from edge.store.pool import with_deadline

ROOT = Path(__file__).parents[2]
TURNS = 12  # of the loop between the end of a query and the one who waits for it, at most


@pytest.mark.parametrize("turns", range(TURNS))
async def test_a_cancellation_that_meets_the_end_of_a_query_is_kept(turns):
    end = asyncio.Event()

    async def query():
        await end.wait()
        return 1

    async def caller():
        await with_deadline(query())
        await asyncio.sleep(3600)  # the next step of one who should have ended

    task = asyncio.create_task(caller())
    for _ in range(5):
        await asyncio.sleep(0)
    end.set()
    for _ in range(turns):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait({task}, timeout=5)
    assert task.cancelled()


def test_no_source_waits_with_the_function_that_loses_cancellations():
    """`asyncio.wait_for` of Python 3.11 does; `asyncio.timeout` does not."""
    folders = ("engine", "chain", "edge")
    sources = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    assert len(sources) > 100
    assert [path for path in sources if "asyncio.wait_for(" in path.read_text()] == []


class Silent:
    """A source without commands."""

    async def read(self, _after_seq, _limit):
        await asyncio.sleep(0)
        return []


async def test_waiters_learn_that_the_projection_ended():
    projector = Projector(store=None)
    running = asyncio.create_task(projector.run(Silent()))
    waiting = asyncio.create_task(projector.wait_for(7))
    for _ in range(5):
        await asyncio.sleep(0)
    assert not waiting.done()
    running.cancel()
    with pytest.raises(ProjectionEndedError):
        async with asyncio.timeout(5):
            await waiting
    with pytest.raises(ProjectionEndedError):  # and so does one who asks later
        async with asyncio.timeout(5):
            await projector.wait_for(7)
    await projector.wait_for(0)  # what is there is there
