"""A request that is settled is in the list at every moment, also before it is projected."""

import asyncio

from chain.client.wallet import address_of
from tests.edge.service_world import text_of

E6 = 10**6


async def test_a_request_that_is_not_projected_yet_is_not_missing(service):
    world, wallet = service.world, await service.trader(100 * E6)
    address, projector = address_of(wallet), service.context.projector
    await world.send(
        wallet, await world.builders.build(address, "withdraw-margin", account=0, amount=20 * E6)
    )
    await world.advance(86_400)
    await world.send(wallet, await world.builders.build(address, "process-settlement-requests"))
    await service.settle()
    path = f"/api/v1/user/{text_of(wallet)}/settlement-requests?includeSettled=true"
    (row,) = (await service.get(path))["info"]
    assert row["status"] == "payable"

    write, held = projector._write_some, asyncio.Event()

    async def slow_write() -> None:
        await held.wait()
        await write()

    projector._write_some = slow_write
    settler = world.new_settler()
    async with asyncio.timeout(30):
        while service.exchange.unsettled_request_page(address, limit=9):
            await settler.step()
            await world.wait_finalized(await world.rpc.slot("finalized") + 1)
    assert projector.projected_seq < service.context.sequencer.sequence
    asking = asyncio.create_task(service.get(path))
    await asyncio.sleep(0.1)
    held.set()
    (row,) = (await asking)["info"]
    assert row["status"] == "settled"
