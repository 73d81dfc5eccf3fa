"""The keeper of `examples` earns on a whole service, also after a restart with the same key."""

import asyncio
import re
import sys

from tests.edge.api.liquidations.test_liquidation_path import ruined
from tests.edge.conftest import service
from tests.edge.keeper.conftest import following, url_of
from tests.edge.keeper.test_keeper import withdrawal
from tests.edge.service_world import text_of
from tests.tidy.tree import ROOT

__all__ = ["service"]


async def run(*words: str) -> str:
    """Return what a round of the keeper prints."""
    running = await asyncio.create_subprocess_exec(
        sys.executable,
        str(ROOT / "examples/keeper.py"),
        *words,
        "1",
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    printed, errors = await running.communicate()
    assert running.returncode == 0, errors.decode()
    return printed.decode().strip()


async def test_it_earns_liquidates_and_begins_again(service, tmp_path):
    words = (url_of(service), str(tmp_path / "keeper.json"))
    debtor, owner = text_of(await ruined(service)), text_of(await withdrawal(service))
    async with following(service):
        lines = (await run(*words)).splitlines()
        assert await run(*words) == ""  # nothing is left, and it needs nothing but its key
    other = text_of(await withdrawal(service))
    async with following(service):
        (again,) = (await run(*words)).splitlines()
    amount = r"earned (\S+), network fee 0\.0000\d+ SOL"
    assert len(lines) == 2
    assert float(re.fullmatch(rf"account {debtor}/0: {amount}", lines[0])[1]) > 0
    assert re.fullmatch(rf"requests of {owner}: {amount}", lines[1])[1] == "0.300000"
    assert re.fullmatch(rf"requests of {other}: {amount}", again)[1] == "0.300000"
