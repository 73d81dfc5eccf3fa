"""One address has a share of the places in which reads of histories wait; others have the rest."""

import asyncio
from contextlib import asynccontextmanager
from ipaddress import ip_network

from edge.http.cache import CachedValue
from edge.http.limits import (
    HISTORY_CONNECTIONS_MAX,
    HISTORY_READS_PER_ADDRESS_MAX,
    HISTORY_READS_WAITING_MAX,
)
from edge.http.network import TrustedProxies, reader
from tests.edge.service_world import running_service

PATH = "/express/v1/trade-stream"


@asynccontextmanager
async def stuck(service):
    """Let reads of trades wait, as behind a slow statement."""
    async with service.context.store.pool.acquire() as connection, connection.transaction():
        await connection.execute("LOCK TABLE trade IN ACCESS EXCLUSIVE MODE")
        yield


async def reading(service, count: int) -> None:
    async with asyncio.timeout(10):
        while service.context.store.reading < count:  # noqa: ASYNC110 - a number, no event
            await asyncio.sleep(0.005)


async def test_an_address_that_fills_its_share_leaves_room_for_others(tmp_path, database_url):
    proxies = TrustedProxies((ip_network("127.0.0.1/32"),))
    async with running_service(tmp_path, database_url, proxies=proxies) as service:

        async def ask(address: str) -> tuple[int, str | None]:
            headers = {"X-Forwarded-For": address}
            async with service.client.get(PATH, headers=headers) as answer:
                await answer.read()
                return answer.status, answer.headers.get("Retry-After")

        async with stuck(service):
            first = [
                asyncio.create_task(ask("6.6.6.6")) for _ in range(HISTORY_READS_PER_ADDRESS_MAX)
            ]
            await reading(service, HISTORY_READS_PER_ADDRESS_MAX)
            assert await ask("6.6.6.6") == (429, "1")
            other = asyncio.create_task(ask("7.7.7.7"))
            await reading(service, HISTORY_READS_PER_ADDRESS_MAX + 1)
        assert await asyncio.gather(*first, other) == [(200, None)] * (len(first) + 1)
        assert await ask("6.6.6.6") == (200, None)  # the share is free again
    all_places = HISTORY_CONNECTIONS_MAX + HISTORY_READS_WAITING_MAX
    assert all_places > 3 * HISTORY_READS_PER_ADDRESS_MAX


async def test_a_figure_that_callers_share_counts_for_none_of_them():
    async def who() -> str | None:
        return reader.get()

    reader.set("6.6.6.6")
    assert await CachedValue(who, 0.0).get() is None
    assert reader.get() == "6.6.6.6"
