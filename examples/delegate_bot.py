"""Let another key trade one market: `delegate_bot.py URL`.

The delegate pays the network's fees, trades within its bounds, and cannot withdraw.
"""

import asyncio
import sys

from solders.keypair import Keypair

from acre_sdk import AcreClient, AcreError


async def main(url: str) -> None:
    async with AcreClient(url, Keypair()) as owner:
        await owner.faucet()
        allowed, other = (market.metadata.symbol for market in (await owner.perps.markets())[:2])
        await owner.margin.create(1_000)
        key = await owner.delegates.create(days=7, notional_per_day=600, markets=[allowed])
        print(f"{key.pubkey()} may trade {allowed} for {owner.address}")
        async with AcreClient(url, key, owner=owner.address) as bot:
            fill = await bot.perps.open(allowed, "long", notional=500)
            print(f"bought {fill.size} {allowed} at {fill.price}")
            for symbol in (other, allowed):  # another market, and more than a day's notional
                try:
                    await bot.perps.open(symbol, "long", notional=500)
                except AcreError as refusal:
                    print(f"{symbol}: {refusal.code}")
        await owner.delegates.revoke()
        print("revoked")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
