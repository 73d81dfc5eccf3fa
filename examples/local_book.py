"""Keep an order book current by the stream: `local_book.py URL [CHANGES]`."""

import asyncio
import sys

from solders.keypair import Keypair

from acre_sdk import AcreClient


async def main(url: str, changes: str = "20") -> None:
    async with AcreClient(url, Keypair()) as client:
        markets = [each async for each in client.predictions.markets(is_resolved=False)]
        market = next(each for each in markets if each.status == "open")
        print(market.title)
        async with client.stream() as stream:
            book = await stream.subscribe_book(market.market_id)
            left = int(changes)
            async for _ in stream:
                if book.is_current:
                    left -= 1
                    print(f"yes {book.best_yes_bid}, no {book.best_no_bid}")
                if left <= 0:
                    break


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
