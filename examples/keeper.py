"""Work for the exchange, for a fee: `keeper.py URL KEY_FILE [ROUNDS]`.

It liquidates accounts below a health of 1 and processes withdrawals that have matured. Only the
key is kept: after a restart it looks again, and the exchange refuses what was done before.
"""

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from functools import partial

from acre_sdk import AcreClient, AcreError, Keep, load_or_create_key

PAUSE_S, REST_S = 5.0, 60.0  # between rounds; after an act, of its place
ACTS_MAX = 4  # in a round: a lying server can make it pay the network fees of these
TIP_MIN = 10_000  # 0.01 USD: less does not pay the fee
SOL_MIN = 0.01

Act = Callable[[], Awaitable[Keep]]


async def acts(client: AcreClient) -> dict[str, Act]:
    """Return what can be done now, by place."""
    found: dict[str, Act] = {}
    for row in await client.keeper.candidates():
        act = partial(client.keeper.liquidate, row.owner, row.margin_account_id)
        found[f"account {row.owner}/{row.margin_account_id}"] = act
    owners: dict[str, list[int]] = {}
    for request in await client.keeper.requests():
        if request.keeper_tip >= TIP_MIN and request.owner != client.address:
            owners.setdefault(request.owner, []).append(request.id)
    for owner, ids in owners.items():
        found[f"requests of {owner}"] = partial(client.keeper.process, owner, ids[:8])
    return found


async def work(client: AcreClient, resting: dict[str, float]) -> None:
    """Do what is possible now, except where something was done or refused a moment ago."""
    found, now = await acts(client), time.monotonic()
    for place in [place for place, until in resting.items() if until <= now]:
        del resting[place]
    for place in [place for place in found if place not in resting][:ACTS_MAX]:
        resting[place] = now + REST_S
        try:
            kept = await found[place]()
            print(f"{place}: earned {kept.earned}, network fee {kept.network_fee} SOL")
        except AcreError as error:  # another keeper was faster, or its outcome is not known yet
            print(f"{place}: {error.code}")


async def main(url: str, key_file: str, rounds: str = "1000") -> None:
    async with AcreClient(url, load_or_create_key(key_file)) as client:
        if (await client.balances()).sol < SOL_MIN:
            await client.faucet()  # on a local exchange; elsewhere send it some SOL
        resting: dict[str, float] = {}
        for left in reversed(range(int(rounds))):
            try:
                await work(client, resting)
            except AcreError as error:
                print(f"waits: {error}")
            if left:
                await asyncio.sleep(PAUSE_S)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
