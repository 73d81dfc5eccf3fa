"""One line of JSON for each row of the table, as `report.mjs` writes them.

Usage of each client's program: CLIENT.py <url of /rpc> <confirmations>
"""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable

PAUSE_S = 0.4
ROW_S = 60.0
URL = sys.argv[1]
WS_URL = URL.replace("http", "ws")
CONFIRMATIONS = int(sys.argv[2])
SOL = 1_000_000_000
LAMPORTS = 1_000_000


def check(condition: object, what: object) -> None:
    """Fail a row whose answer is wrong."""
    if not condition:
        raise ValueError(f"wrong answer: {what}")


async def row(name: str, work: Callable[[], Awaitable[object]], limit_s: float = ROW_S) -> None:
    """Make a row and print what came of it."""
    await asyncio.sleep(PAUSE_S)
    outcome = "ok"
    try:
        async with asyncio.timeout(limit_s):
            await work()
    except Exception as error:
        outcome = f"{type(error).__name__}: {error}"[:300]
    print(json.dumps({"row": name, "outcome": outcome}), flush=True)


async def confirms_all(send_one: Callable[[int], Awaitable[object]]) -> None:
    """Send and confirm one transaction after the other."""

    async def work() -> None:
        for count in range(CONFIRMATIONS):
            await send_one(count)

    await row("confirmations", work, 10 * CONFIRMATIONS)
