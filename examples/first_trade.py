"""Open a position and close it: `first_trade.py URL [SYMBOL]`."""

import asyncio
import sys

from solders.keypair import Keypair

from acre_sdk import AcreClient


async def main(url: str, symbol: str | None = None) -> None:
    async with AcreClient(url, Keypair()) as client:
        await client.faucet()  # test money, on a local exchange
        symbol = symbol or (await client.perps.markets())[0].metadata.symbol
        await client.margin.create(100, name="First")
        quote = await client.perps.quote(symbol, "long", notional=500)
        print(f"{symbol}: 500 USD at {quote.price}, fee {quote.fee}, impact {quote.impact}")
        fill = await client.perps.open(symbol, "long", notional=500, leverage=3)
        print(f"opened {fill.size} at {fill.price} by {fill.signature}")
        (position,) = await client.perps.positions()
        print(f"liquidation at {position.liquidation_price}")
        closed = await client.perps.close(symbol)
        print(f"closed at {closed.price}, P&L {closed.pnl}")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
