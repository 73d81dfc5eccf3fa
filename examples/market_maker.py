"""Quote both sides of a prediction market: `market_maker.py URL [SECONDS]`.

Its orders are cancelled by the exchange when it is not heard of for a minute.
"""

import asyncio
import sys
from typing import Literal

from solders.keypair import Keypair

from acre_sdk import AcreClient, Market, NewOrder

SPREAD, CONTRACTS = 6, 10


def bid(market: Market, side: Literal["yes", "no"], price: int) -> NewOrder:
    """Return an order that only rests."""
    return NewOrder(
        market_id=market.market_id,
        side=side,
        price=min(max(price, 1), 99),
        contracts=CONTRACTS,
        post_only=True,
    )


async def quote(client: AcreClient, market: Market) -> None:
    """Replace the quotes of a market by new ones around the last price."""
    fair = market.last_yes_price or 50
    await client.predictions.cancel_all(market.market_id)
    orders = [
        bid(market, "yes", fair - SPREAD // 2),
        bid(market, "no", 100 - fair - SPREAD // 2),
    ]
    for order, result in zip(orders, await client.predictions.place_orders(orders), strict=True):
        said = result.error or f"{order.side} at {order.price}"
        print(market.title, said)


async def main(url: str, seconds: str = "60") -> None:
    end_s = asyncio.get_running_loop().time() + float(seconds)
    async with AcreClient(url, Keypair()) as client:
        await client.predictions.participate()
        await client.predictions.portfolio()  # the first read brings the points
        while True:
            await client.predictions.cancel_after(60)
            async for market in client.predictions.markets(is_resolved=False):
                if market.status == "open":
                    await quote(client, market)
                    break
            left_s = end_s - asyncio.get_running_loop().time()
            if left_s <= 0:
                break
            await asyncio.sleep(min(10.0, left_s))
        await client.predictions.cancel_all()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
