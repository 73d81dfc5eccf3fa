"""The desk of the oracle's tests: real engine, real sources, a server on this machine."""

import pytest

from tests.chain.oracle.desk import Desk


@pytest.fixture
async def desk(tmp_path):
    made = Desk(tmp_path)
    yield made
    await made.close()
