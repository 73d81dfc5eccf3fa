"""Liquidity out of the pool and stakes of tokens, through the service."""

from chain.client.wallet import address_of
from tests.edge.api.liquidations.test_liquidation_path import fall
from tests.edge.api.transactions.test_trading_path import build, send_built
from tests.edge.service_world import text_of

MAIN = "/api/v1"
EXPRESS = "/express/v1"
E6 = 10**6
WEEK_S = 7 * 86_400


async def provider(service):
    """Return a wallet with an LP position of 100 that is mature and may leave at the price."""
    wallet = await service.world.user()
    built = await service.world.builders.build(address_of(wallet), "add-liquidity", amount=100 * E6)
    await service.world.send(wallet, built)
    return wallet


def quote_path(user: str, shares: str) -> str:
    return f"{MAIN}/user/{user}/quote/remove-liquidity?lpPositionId=1&shares={shares}"


async def test_a_refused_withdrawal_has_a_reason(service):
    user = text_of(await provider(service))
    (position,) = (await service.get(f"{MAIN}/user/{user}/lp-positions"))["info"]
    body = {"lpPositionId": 1, "shares": position["shares"]}
    refused = await build(service, user, "remove-liquidity", body, 409)
    assert refused["code"] == "LP_NOT_MATURE"
    assert refused["details"] == {"maturity": position["maturity"]}
    path = quote_path(user, position["shares"])
    assert (await service.get(path, 409))["code"] == "LP_NOT_MATURE"
    unknown = path.replace("lpPositionId=1", "lpPositionId=7")
    assert (await service.get(unknown, 404))["code"] == "LP_POSITION_NOT_FOUND"
    nothing = path.partition("shares=")[0] + "shares=0"
    assert (await service.get(nothing, 400))["code"] == "INPUT_NOT_POSITIVE"
    full = await build(service, user, "close-lp-position", {"lpPositionId": 1}, 409)
    assert full["code"] == "LP_POSITION_NOT_EMPTY"
    none = await build(service, user, "upgrade-lp-account", {}, 409)
    assert none["code"] == "CANNOT_UPGRADE"


async def test_liquidity_leaves_and_its_position_is_closed(service):
    wallet = await provider(service)
    user = text_of(wallet)
    (position,) = (await service.get(f"{MAIN}/user/{user}/lp-positions"))["info"]
    body = {"lpPositionId": 1, "shares": position["shares"]}
    path = quote_path(user, position["shares"])
    await service.world.advance(position["maturity"] - service.context.now_s())
    await fall(service, 300)
    quote = (await service.get(path))["info"]
    assert quote["shares"] == position["shares"]
    assert quote["liquidity"] == str(100 * E6)
    alias = f"{MAIN}/quote/remove-liquidity?user={user}&{path.partition('?')[2]}"
    assert (await service.get(alias))["info"] == quote
    more = {**body, "shares": str(int(position["shares"]) + 1)}
    refused = await build(service, user, "remove-liquidity", more, 409)
    assert refused["code"] == "SHARES_EXCEED_REMOVABLE"
    assert refused["details"] == {"maxRemovableShares": position["shares"]}
    refused = await build(service, user, "remove-liquidity", {**body, "keeperTip": "99000000"}, 409)
    assert refused["code"] == "KEEPER_TIP_TOO_HIGH"
    assert refused["details"] == {"maxKeeperTip": "1000000"}

    await send_built(service, wallet, await build(service, user, "remove-liquidity", body))
    (drained,) = (await service.get(f"{MAIN}/user/{user}/lp-positions"))["info"]
    assert (drained["shares"], drained["canClose"], drained["isClosed"]) == ("0", True, False)
    (request,) = (await service.get(f"{MAIN}/user/{user}/settlement-requests"))["info"]
    assert (request["amount"], request["status"]) == (quote["liquidity"], "pending")
    removed, added = (await service.get(f"{MAIN}/user/{user}/history/lp"))["info"]
    assert (removed["modifyLiquidityKind"], added["modifyLiquidityKind"]) == ("remove", "add")
    assert removed["liquidity"] == quote["liquidity"]
    assert (removed["newSharesAmount"], removed["lpPositionId"]) == ("0", 1)

    close = await build(service, user, "close-lp-position", {"lpPositionId": 1})
    await send_built(service, wallet, close)
    assert (await service.get(f"{MAIN}/user/{user}/lp-positions"))["info"] == []
    (closed,) = (await service.get(f"{MAIN}/user/{user}/lp-positions?includeClosed=1"))["info"]
    assert (closed["canClose"], closed["isClosed"]) == (False, True)
    assert (await service.get(f"{MAIN}/user/{user}/lp-account"))["info"] is None


async def stake_build(service, user: str, name: str, body: dict | None, status=200) -> dict:
    return await service.post(f"{EXPRESS}/staking/{user}/{name}", body, status)


async def test_tokens_are_staked_and_taken_back(service):
    wallet = await service.world.user()
    user = text_of(wallet)
    balance = await service.get(f"{EXPRESS}/staking/{user}/balance")
    assert balance["hasAccount"] is False
    assert balance["unvested"]["total"] == "0"
    missing = await stake_build(service, user, "stake", {"amount": "5"}, 409)
    assert missing["code"] == "STAKE_ACCOUNT_MISSING"
    await send_built(service, wallet, await stake_build(service, user, "create-account", {}))
    again = await stake_build(service, user, "create-account", None, 409)  # needs no body
    assert again["code"] == "STAKE_ACCOUNT_EXISTS"
    poor = await stake_build(service, user, "stake", {"amount": str(10**12)}, 409)
    assert poor["code"] == "INSUFFICIENT_TOKEN"
    bad = await stake_build(service, user, "stake", {"amount": "0"}, 400)
    assert bad["code"] == "INPUT_NOT_POSITIVE"
    amount = {"amount": str(500 * E6)}
    await send_built(service, wallet, await stake_build(service, user, "stake", amount))
    balance = await service.get(f"{EXPRESS}/staking/{user}/balance")
    assert (balance["locking"], balance["hasAccount"]) == (str(500 * E6), True)
    beyond = await stake_build(service, user, "unstake", {"amount": str(501 * E6)}, 409)
    assert beyond["code"] == "UNSTAKE_EXCEEDS_STAKED"
    assert beyond["details"] == {"maxUnstakeAmount": str(500 * E6)}
    await send_built(service, wallet, await stake_build(service, user, "unstake", amount))
    beyond = await stake_build(service, user, "withdraw", {"amount": str(501 * E6)}, 409)
    assert beyond["code"] == "WITHDRAW_EXCEEDS_UNLOCKED"
    await send_built(service, wallet, await stake_build(service, user, "withdraw", amount))
    (request,) = (await service.get(f"{MAIN}/user/{user}/settlement-requests"))["info"]
    assert (request["amount"], request["status"]) == (str(500 * E6), "payable")
    portfolio = await service.get(f"{EXPRESS}/portfolio/{user}")
    assert portfolio["staking"]["hasAccount"] is True


async def test_epochs_are_told_with_and_without_a_wallet(service):
    user = text_of(await service.world.user())
    epoch = await service.get(f"{EXPRESS}/staking/epoch-period")
    assert epoch["duration"] == WEEK_S
    assert epoch["start"] == epoch["epoch"] * WEEK_S
    assert epoch["end"] - epoch["start"] == WEEK_S
    estimate = await service.get(f"{EXPRESS}/staking/{user}/locked-epoch-period-estimate")
    later = await service.get(f"{EXPRESS}/staking/locked-epoch-period-estimate?addOneEpoch=1")
    rules = service.exchange.exchange_view(service.context.now_s()).parameters
    assert estimate["unlockingEpoch"] == epoch["epoch"] + 1 + rules["unlocking_duration_epochs"]
    assert later["unlockingEpoch"] == estimate["unlockingEpoch"] + 1
    assert estimate["end"] == estimate["unlockingEpoch"] * WEEK_S
    past = await service.get(f"{EXPRESS}/staking/locked-epoch-period?unlockingEpoch=1")
    assert (past["end"], past["secondsRemaining"]) == (WEEK_S, 0)
    missing = await service.get(f"{EXPRESS}/staking/locked-epoch-period", 400)
    assert missing["code"] == "VALIDATION"


async def test_total_stake(service):
    epoch = await service.get(f"{EXPRESS}/staking/epoch-period")
    nothing = {
        "totalLocked": "0",
        "totalLocking": "0",
        "totalUnlocking": "0",
        "stakers": 0,
        "epoch": epoch["epoch"],
        "epochDuration": WEEK_S,
        "epochEnd": epoch["end"],
        "apr": "0",
    }
    assert await service.get(f"{EXPRESS}/staking") == nothing
    wallets = [await service.world.user() for _ in range(3)]
    for wallet, amount in zip(wallets, (500, 70), strict=False):
        body = {"amount": str(amount * E6), "createAccount": True}
        await send_built(
            service, wallet, await stake_build(service, text_of(wallet), "stake", body)
        )
    built = await stake_build(service, text_of(wallets[2]), "create-account", {})
    await send_built(service, wallets[2], built)  # an account without stake is no staker
    begun = {**nothing, "totalLocking": str(570 * E6), "stakers": 2}
    assert await service.get(f"{EXPRESS}/staking") == begun
    await service.world.advance(epoch["end"] - service.context.now_s())
    next_epoch = {"epoch": epoch["epoch"] + 1, "epochEnd": epoch["end"] + WEEK_S}
    locked = {**begun, **next_epoch, "totalLocking": "0", "totalLocked": str(570 * E6)}
    assert await service.get(f"{EXPRESS}/staking") == locked
    unstake = await stake_build(service, text_of(wallets[0]), "unstake", {"amount": str(200 * E6)})
    await send_built(service, wallets[0], unstake)
    waiting = {**locked, "totalLocked": str(370 * E6), "totalUnlocking": str(200 * E6)}
    assert await service.get(f"{EXPRESS}/staking") == waiting
    await service.world.advance(2 * WEEK_S)
    over = {**waiting, "totalUnlocking": "0", "epoch": epoch["epoch"] + 3}
    over["epochEnd"] = epoch["end"] + 3 * WEEK_S
    assert await service.get(f"{EXPRESS}/staking") == over
