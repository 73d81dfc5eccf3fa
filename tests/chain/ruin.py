"""An account that falls below a health of 1: a long position and falling prints."""

from solders.keypair import Keypair

from chain.client.wallet import address_of
from chain.operator_key import sign_operator_command
from engine.core.generated.messages import PostPrint, SetMarketParameter
from engine.schema.parameters import MARKET_PARAMETERS
from tests.chain.world import DAY_S, World

USD = 10**6
E8 = 10**8
MARGIN_E6 = 1_000 * USD
SIZE_E6 = 25 * USD
FALL = (295, 290, 285, 280, 276, 272)


async def long_position(world: World, account_id: int = 1, size_e6: int = SIZE_E6) -> Keypair:
    """Return a wallet whose account is long in market 1 at 300."""
    wallet = await world.user()
    owner, builders = address_of(wallet), world.builders
    await world.send(
        wallet,
        await builders.build(owner, "create-margin-account", account=account_id, amount=MARGIN_E6),
    )
    built = await builders.build(
        owner,
        "modify-position",
        owner=owner,
        account=account_id,
        market=1,
        size=size_e6,
        limit=10**13,
    )
    await world.send(wallet, built)
    return wallet


async def fall(world: World, *prices: int) -> None:
    """Let a print of market 1 come on each of the next days."""
    for price in prices:
        now_s = world.sequencer.clock.now_s()
        midnight_s = now_s // DAY_S * DAY_S + DAY_S
        await world.advance(midnight_s - now_s + 3_600)
        await world.sequencer.submit(
            PostPrint(market_id=1, price_e8=price * E8, published_at_s=midnight_s)
        )


async def ruined(world: World) -> Keypair:
    """Return a wallet whose account 1 may be liquidated."""
    wallet = await long_position(world)
    await fall(world, *FALL)
    return wallet


async def set_market_parameter(world: World, name: str, value: int) -> None:
    """Change a parameter of market 1 by the operator's signed command."""
    place = [row.name for row in MARKET_PARAMETERS].index(name) + 1
    command = SetMarketParameter(market_id=1, parameter=place, value=value)
    await world.sequencer.submit(sign_operator_command(command, world.keys.operator))
