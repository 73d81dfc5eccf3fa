"""A service with a row in every list: trades, liquidations, liquidity, stakes, orders, refusals."""

from dataclasses import dataclass

from solders.keypair import Keypair

from chain.client.faucet import Faucet
from chain.client.instructions import transfer_tokens
from chain.client.wallet import address_of
from engine.core.generated import messages as m
from engine.programmes.seasons import Programme
from tests.chain.world import DAY_S
from tests.contract.answers.parts import CLIENT_ID, CONTEST
from tests.contract.known import call_oneself, remember
from tests.edge.api.transactions.test_trading_path import build, send_built
from tests.edge.contest_world import create
from tests.edge.points_world import set_final_row
from tests.edge.prediction_world import Player, open_market, operate
from tests.edge.service_world import Service, text_of

E6 = 10**6
E8 = 10**8
EXPRESS = "/express/v1"
HOUR_S = 3_600
NAME = "Alice_1"
CODE = "bobs"
FINISHED = "sprint"


@dataclass
class Inhabited:
    """The service, two signed-in wallets that have everything, and two that lost."""

    service: Service
    alice: Player
    bob: Player
    ruined: Keypair  # was liquidated
    doomed: Keypair  # can be
    spent_order: int  # cancelled
    resting_order: int

    @property
    def user(self) -> str:
        return text_of(self.alice.wallet)

    @property
    def other(self) -> str:
        return text_of(self.bob.wallet)


async def inhabit(service: Service) -> Inhabited:
    """Let everything happen once."""
    alice, bob = await service.trader(), await service.trader()
    ruined, doomed = await service.trader(1_000 * E6), await service.trader(1_000 * E6)
    await remember(service)
    await compete(service, alice, bob)
    await grant(service, alice)
    await save(service, alice)
    for wallet, size in ((alice, 4 * E6), (bob, -3 * E6), (ruined, 25 * E6), (doomed, 25 * E6)):
        await service.trade(wallet, size)
    await service.trade(alice, -2 * E6, market_id=2)
    await wait(service, alice, "auction", side="short")
    await wait(service, bob, "auction", side="long")  # they meet at the next price
    for price in (295, 290, 285, 280, 276):
        await fall(service, price)
    await leave(service, alice, bob)
    await fall(service, 272)
    await service.world.advance(3 * HOUR_S)
    await send_built(
        service, alice, await build(service, text_of(alice), "process-settlement-requests", {})
    )
    take = {"marginAccountId": 0, "margin": str(2 * E6), "keeperTip": "7"}
    await send_built(service, alice, await build(service, text_of(alice), "withdraw-margin", take))
    body = {"owner": text_of(ruined), "marginAccountId": 0}
    await send_built(service, bob, await build(service, text_of(bob), "liquidate", body))
    players = [await joined(service, wallet) for wallet in (alice, bob)]
    await introduce(service, *players)
    orders = await predict(service, *players)
    await wait(service, alice, "limit", side="long", triggerPrice=str(100 * E8))
    await service.settle()
    return Inhabited(service, *players, ruined, doomed, *orders)


async def wait(service: Service, wallet: Keypair, kind: str, **fields: str) -> None:
    """Place an order that waits, in the market that stays at its price."""
    body = {"marginAccountId": 0, "marketId": 2, "orderType": kind, "input": str(E6), **fields}
    built = await build(service, text_of(wallet), "place-perp-order", body)
    await send_built(service, wallet, built)


async def compete(service: Service, *wallets: Keypair) -> None:
    """Hold a contest that continues, one that will be over and one that is to come."""
    await create(service, CONTEST, lasts_s=60 * DAY_S)
    await create(service, FINISHED, lasts_s=3 * DAY_S)
    await create(service, "later", starts_in_s=30 * DAY_S)
    for contest_id in (CONTEST, FINISHED):
        for wallet in wallets:
            joins = m.JoinContest(user=address_of(wallet), contest_id=contest_id)
            await service.context.sequencer.submit(joins)


async def introduce(service: Service, alice: Player, bob: Player) -> None:
    """Name one, let the other have a code, and give one a past."""
    await call_oneself(alice, NAME)
    path, body = "/api/v1/points/referrals/generate-code", {"referralCode": CODE}
    await service.post(path, body, headers=bob.headers)
    for season in (Programme.SEASON_1, Programme.SEASON_2):
        await set_final_row(service, season, alice.address, lp_points_e6=5 * E6)


async def save(service: Service, wallet: Keypair) -> None:
    """Bring liquidity twice and stakes, an account without money, tokens without a command."""
    user, facts = text_of(wallet), service.context.facts
    empty = await service.world.builders.build(
        address_of(wallet), "create-margin-account", account=5, amount=0
    )
    await service.world.send(wallet, empty)
    for amount in (90 * E6, 10 * E6):
        body = {"liquidity": str(amount)}
        await send_built(service, wallet, await build(service, user, "add-liquidity", body))
    stake, back = {"amount": str(500 * E6), "createAccount": True}, {"amount": str(50 * E6)}
    for name, body in (("stake", stake), ("unstake", back)):
        built = await service.post(f"{EXPRESS}/staking/{user}/{name}", body)
        await send_built(service, wallet, built)
    stray = transfer_tokens(address_of(wallet), facts.collateral_vault, facts.collateral_mint, 7)
    await service.world.send_raw([wallet], [stray])


async def fall(service: Service, price: int) -> None:
    """Let a day pass and its print come."""
    now_s = service.context.now_s()
    midnight_s = now_s // DAY_S * DAY_S + DAY_S
    await service.world.advance(midnight_s - now_s + HOUR_S)
    for market_id, price_e8 in ((1, price * E8), (2, 300 * E8)):
        await service.context.sequencer.submit(
            m.PostPrint(market_id=market_id, price_e8=price_e8, published_at_s=midnight_s)
        )


async def leave(service: Service, wallet: Keypair, other: Keypair) -> None:
    """Unstake, drain a position, withdraw margin; one withdrawal is refused after it landed."""
    user = text_of(wallet)
    unstake = {"amount": str(200 * E6)}
    built = await service.post(f"{EXPRESS}/staking/{user}/unstake", unstake)
    await send_built(service, wallet, built)
    take = {"marginAccountId": 0, "margin": str(E6)}
    # of two that were built together, the second to land has the lower nonce
    takes = [await build(service, user, "withdraw-margin", take) for _ in range(2)]
    for built in reversed(takes):
        await send_built(service, wallet, built)
    built = await build(service, text_of(other), "withdraw-margin", take)
    await send_built(service, other, built)
    (position,) = [
        row
        for row in (await service.get(f"/api/v1/user/{user}/lp-positions"))["info"]
        if row["id"] == 2
    ]
    drain = {"lpPositionId": 2, "shares": position["shares"]}
    await service.world.advance(3 * HOUR_S)  # out of the entry window
    await send_built(service, wallet, await build(service, user, "remove-liquidity", drain))


async def grant(service: Service, wallet: Keypair) -> None:
    """Give a wallet the account of before there were LP positions."""
    world, facts = service.world, service.context.facts
    operator = address_of(world.keys.operator)
    await Faucet(world.rpc, facts, world.keys.faucet).drop(operator)
    funds = transfer_tokens(operator, facts.collateral_vault, facts.collateral_mint, 50 * E6)
    await world.send_raw([world.keys.operator], [funds])
    (deposit,) = service.exchange.quarantined_deposits(operator)
    command = m.GrantLpAccount(owner=address_of(wallet), deposit_id=deposit.deposit_id)
    await operate(service, command)


async def joined(service: Service, wallet: Keypair) -> Player:
    """Sign a wallet in and let it take part."""
    session = await service.login(wallet)
    found = Player(service, wallet, {"Authorization": f"Bearer {session['accessToken']}"})
    await service.post(f"{EXPRESS}/ppps3/participants", {}, 201, headers=found.headers)
    await found.points()
    return found


async def predict(service: Service, alice: Player, bob: Player) -> tuple[int, int]:
    """Let two wallets trade with each other; returns a cancelled order and one that rests."""
    market_id, second_id = await open_market(service), await open_market(service)
    await alice.order(market_id, price=40, contracts=5, clientOrderId=CLIENT_ID)
    await bob.order(market_id, side="no", price=60, contracts=3)
    spent = await alice.order(market_id, price=10)
    await alice.cancel(spent["orderId"])
    resting = await alice.order(market_id, price=10)
    await alice.order(second_id, price=10)
    return spent["orderId"], resting["orderId"]
