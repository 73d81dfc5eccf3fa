"""The trader of `examples` compiles strictly against the packed SDK, trades, and begins again."""

import json
import re
import shutil
from decimal import Decimal
from pathlib import Path

import pytest
import pytest_asyncio

from acre_sdk import AcreClient, load_or_create_key
from tests.edge.keeper.conftest import following, url_of
from tests.edge.service_world import running_service
from tests.sdk.typescript.test_package import (
    NODE,
    TSC,
    WEB,
    install,
    packed,
    printed,
    run,
    strictly,
)
from tests.tidy.tree import ROOT

__all__ = ["packed"]

NUMBER = r"-?\d+(?:\.\d+)?"
pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(
        NODE is None or not TSC.exists(), reason="needs node and web/node_modules: `npm ci` in web/"
    ),
]


@pytest.fixture(scope="module")
def project(packed, tmp_path_factory) -> Path:
    """The folder of a user: the package from its archive, and the program compiled."""
    place = tmp_path_factory.mktemp("trader")
    for name in ("package.json", "trader.ts"):
        shutil.copy(ROOT / "examples" / name, place)
    install(packed, place)
    options = strictly(
        types=["node"],
        typeRoots=[str(WEB / "node_modules" / "@types")],
        skipLibCheck=True,  # the types of Node have an error of their own
    )
    config = {"compilerOptions": options, "include": ["trader.ts"]}
    (place / "tsconfig.json").write_text(json.dumps(config))
    run(TSC, "-p", place, at=place)
    return place


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def live(tmp_path_factory, postgres_cluster):
    """A service that follows its chain."""
    home, url = tmp_path_factory.mktemp("trading"), postgres_cluster.create_database("trader")
    async with running_service(home, url) as service, following(service):
        yield service


async def test_it_opens_with_a_stop_and_keeps_after_a_restart(project, live):
    words = ("trader.js", url_of(live), "key.json", "1")
    first = (await printed(project, *words)).splitlines()
    opened = rf"(\S+): opened {NUMBER} at {NUMBER}, stop {NUMBER}"
    symbols = [re.fullmatch(opened, line)[1] for line in first]
    assert len(set(symbols)) == 2
    again = (await printed(project, *words)).splitlines()
    assert len(again) == 2
    for symbol, line in zip(symbols, again, strict=True):
        assert re.fullmatch(rf"{symbol}: keeps {NUMBER}, P&L {NUMBER} before fees", line)


async def test_a_position_against_the_trend_is_closed_and_its_fees_count(project, live):
    key = load_or_create_key(project / "turned.json")
    async with AcreClient(url_of(live), key) as client:
        await client.faucet()
        market, *_ = await client.perps.markets()
        symbol = market.metadata.symbol
        prices = (await client.history.candles(symbol, window="3m")).columns["close"]
        side = "short" if prices[-1] >= prices[-30:][0] else "long"
        await client.perps.open(symbol, side, notional=400, leverage=2)
        first, *_ = (
            await printed(project, "trader.js", url_of(live), "turned.json", "1")
        ).splitlines()
        closed = rf"{symbol}: closed at {NUMBER}, P&L ({NUMBER}) before fees, ({NUMBER}) after them"
        before, after = map(Decimal, re.fullmatch(closed, first).groups())
        await live.settle()
        paid = (await client.history.fills(symbol)).columns
    assert paid["kind"] == ["open", "close"]
    assert before == paid["pnl"][-1]
    assert after == before - sum(paid["fee"]) - sum(paid["surcharge"]) < before
