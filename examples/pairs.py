"""Trade two markets against each other: `pairs.py URL [DAYS]`.

The market that has risen less is bought, the other sold, both with the same notional: what is
left is their difference, not the direction of home prices.
"""

import asyncio
import sys

from solders.keypair import Keypair

from acre_sdk import AcreClient

NOTIONAL = 400


async def change(client: AcreClient, symbol: str, days: int) -> float:
    """Return by which part the index moved in these days."""
    clock = await client.clock()
    feed = await client.express.get_market_by_symbol_price_feed(symbol, window="1m")
    since = clock.now - days * 86_400
    points = [point for point in feed.points if point.timestamp >= since] or feed.points[-1:]
    return points[-1].value / points[0].value - 1


async def main(url: str, days: str = "30") -> None:
    async with AcreClient(url, Keypair()) as client:
        await client.faucet()
        symbols = [market.metadata.symbol for market in (await client.perps.markets())[:2]]
        moves = {symbol: await change(client, symbol, int(days)) for symbol in symbols}
        behind, ahead = sorted(symbols, key=lambda symbol: moves[symbol])
        print({symbol: f"{move:+.2%}" for symbol, move in moves.items()})
        fill = await client.perps.open(behind, "long", notional=NOTIONAL, leverage=2)
        print(f"long {behind}: {fill.size} at {fill.price}, fee {fill.fee}")
        fill = await client.perps.open(ahead, "short", notional=NOTIONAL, leverage=2)
        print(f"short {ahead}: {fill.size} at {fill.price}, fee {fill.fee}")
        for position in await client.perps.positions():
            print(f"{position.symbol}: {position.notional} USD, P&L {position.pnl}")
            await client.perps.close(position.symbol)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
