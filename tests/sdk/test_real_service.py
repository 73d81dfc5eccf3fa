"""The client against the service itself: signing in, tokens, the clock, indexes, the stream."""

from solders.keypair import Keypair

from acre_sdk import AcreClient
from tests.sdk.test_stream import next_of


async def test_the_client_signs_in_and_reads(service):
    url = str(service.client.make_url("/"))
    async with AcreClient(url, Keypair()) as client:
        await client.login()
        assert client._transport._sequence == service.context.sequencer.sequence > 0
        clock = await client.clock()
        assert clock.now == service.context.now_s()
        indexes = await client.index_prices()
        exchange, now_s = service.context.exchange, service.context.now_s()
        views = [exchange.market_view(market_id, now_s) for market_id in exchange.market_ids()]
        assert {row.acre_id: row.price_e8 for row in indexes.values()} == {
            view.acre_id: view.index_price_e8 for view in views
        }


async def test_tokens_that_have_ended_are_renewed(service):
    url = str(service.client.make_url("/"))
    async with AcreClient(url, Keypair()) as client:
        await client.login()
        first = await client._login.token()
        service.wall.s += 1_000
        second = await client._login.renew(first)
        assert second != first
        assert await client._login.renew(first) == second
        service.wall.s += 40 * 86_400  # the refresh token has ended as well
        assert await client._login.renew(second) not in (first, second)


async def test_the_stream_authenticates(service):
    url = str(service.client.make_url("/"))
    async with AcreClient(url, Keypair()) as client, client.stream() as live:
        await live.subscribe("markets", f"user:{client.address}", "orderBook:999999")
        assert (await next_of(live, "snapshot", "markets"))["markets"]
        assert "orders" in await next_of(live, "snapshot", f"user:{client.address}")
        assert (await next_of(live, "error"))["code"] == "UNKNOWN_CHANNEL"
