"""A fake server, a client of it, and a clock that only sleeping moves."""

import asyncio

import pytest
from solders.keypair import Keypair

from acre_sdk import AcreClient
from acre_sdk.pacing import Timer
from tests.edge.conftest import service
from tests.sdk.fake_server import FakeServer, serving

__all__ = ["service"]


class FakeTimer(Timer):
    """Every sleep is over at once and remembered; the clock is the sum of them."""

    def __init__(self) -> None:
        self.s = 1_000.0
        self.slept: list[float] = []
        super().__init__(lambda: self.s, self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.s += seconds
        await asyncio.sleep(0)


@pytest.fixture
async def server():
    made = FakeServer()
    yield made
    assert made.floats == []  # no request ever holds a float


@pytest.fixture
async def url(server):
    async with serving(server) as address:
        yield address


@pytest.fixture
def timer() -> FakeTimer:
    return FakeTimer()


@pytest.fixture
async def client(url, timer):
    async with AcreClient(url, Keypair(), timer=timer) as made:
        yield made
