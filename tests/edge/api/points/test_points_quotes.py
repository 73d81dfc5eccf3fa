"""Points in quotes and of LP positions: from the ledger, for who takes part (API 3.4, 3.5)."""

import pytest

from chain.client.wallet import address_of
from engine.core.generated import messages as m
from engine.programmes.seasons import Programme
from tests.edge.points_world import (
    DAY_S,
    E6,
    EXPRESS,
    MAIN,
    exclude,
    hold_badges,
    member,
    set_phase,
)
from tests.edge.prediction_world import operate

NOTHING = {"perDay": "0", "multiplier": "1"}
ORDER = {"marginAccountId": 0, "marketId": 1, "side": "long"}
DELTA = {**ORDER, "input": str(2 * E6), "inputKind": "sizeDelta"}


async def trade_points(service, user: str, name: str = "modify-position", **changes) -> dict:
    body = {**(DELTA if name == "modify-position" else ORDER), **changes}
    quote = (await service.post(f"{MAIN}/user/{user}/quote/{name}", body))["info"]
    return {**quote["pointsQuote"], "of": abs(int(quote["openInterestDelta"]["notional"]))}


async def deposit_points(service, user: str, amount: int) -> dict:
    path = f"{MAIN}/user/{user}/quote/add-liquidity?liquidity={amount * E6}"
    return (await service.get(path))["info"]["pointsQuote"]


async def test_quotes_tell_what_a_participant_would_earn(service):
    one = await member(service, await service.trader())
    quoted = await trade_points(service, one.text)
    assert quoted == {**NOTHING, "of": quoted["of"]}
    assert await deposit_points(service, one.text, 100) == NOTHING

    await one.join()
    quoted = await trade_points(service, one.text)
    assert quoted["of"] > 0
    assert quoted == {"perDay": str(quoted["of"] * 5 // 2), "multiplier": "1", "of": quoted["of"]}
    assert await deposit_points(service, one.text, 100) == {
        "perDay": str(500 * E6),
        "multiplier": "1",
    }
    await hold_badges(service, one.address, 3)
    command = m.GrantSnapshotBoost(
        programme=3, user=one.address, snapshot_id="s1", name="First", tier=2
    )
    await operate(service, command)
    boosted = await trade_points(service, one.text)  # 1 + 0.20 + 2 x 0.05 + 0.15
    assert boosted["multiplier"] == "1.45"
    assert boosted["perDay"] == str(boosted["of"] * 5 * 145 // 200)
    await service.trade(one.wallet, 2 * E6)
    closing = await trade_points(service, one.text, "close-position")
    assert closing["of"] > 0
    assert closing["perDay"] == str(closing["of"] * 5 * 145 // 200)

    await exclude(service, one.address)
    assert await deposit_points(service, one.text, 100) == NOTHING
    await exclude(service, one.address, is_excluded=False)
    assert (await deposit_points(service, one.text, 100))["perDay"] == str(725 * E6)
    await set_phase(service, Programme.SEASON_3, 2)
    assert (await deposit_points(service, one.text, 100))["perDay"] == "0"


async def test_an_lp_position_has_its_part_of_the_lp_points(service):
    one = await member(service, await service.trader())
    await one.join()
    world, path = service.world, f"{MAIN}/user/{one.text}/lp-positions"
    for amount in (8, 2):
        await world.send(
            one.wallet, await world.builders.build(one.address, "add-liquidity", amount=amount * E6)
        )
    await hold_badges(service, one.address, 1)  # boosts are the user's, not a position's
    await world.advance(DAY_S // 2)
    points = [row["points"] for row in (await service.get(path))["info"]]
    assert points == [
        {"total": str(20 * E6), "perDay": str(40 * E6)},
        {"total": str(5 * E6), "perDay": str(10 * E6)},
    ]
    row = await service.get(f"{EXPRESS}/ppps3/leaderboard/{one.text}")
    assert row["lpPoints"] == str(sum(int(one["total"]) for one in points))
    portfolio = await service.get(f"{EXPRESS}/portfolio/{one.text}")
    assert [one["points"] for one in portfolio["lpPositions"]] == points

    await exclude(service, one.address)
    nothing = {"total": "0", "perDay": "0"}
    assert [row["points"] for row in (await service.get(path))["info"]] == [nothing] * 2
    stranger = await world.user()
    built = await world.builders.build(address_of(stranger), "add-liquidity", amount=8 * E6)
    await world.send(stranger, built)
    await world.advance(DAY_S)
    other = (await member(service, stranger)).text
    rows = (await service.get(f"{MAIN}/user/{other}/lp-positions"))["info"]
    assert [row["points"] for row in rows] == [nothing]


async def test_removed_shares_lose_the_points_of_their_deposit(service):
    one = await member(service)
    await one.join()
    world = service.world
    await world.send(
        one.wallet, await world.builders.build(one.address, "add-liquidity", amount=100 * E6)
    )
    (position,) = (await service.get(f"{MAIN}/user/{one.text}/lp-positions"))["info"]
    await world.advance(position["maturity"] - service.context.now_s())
    for share, lost in ((1, 500), (4, 125)):
        shares = int(position["shares"]) // share
        path = f"{MAIN}/user/{one.text}/quote/remove-liquidity?lpPositionId=1&shares={shares}"
        quote = (await service.get(path))["info"]
        assert quote["pointsQuote"] == {"perDay": str(lost * E6), "multiplier": "1"}


@pytest.mark.parametrize("user", ["", "x"])
async def test_a_deposit_is_quoted_to_a_wallet_alone(service, user):
    path = f"{MAIN}/quote/add-liquidity?liquidity=1000000&user={user}"
    code = "INVALID_ADDRESS" if user else "MISSING_ADDRESS"
    assert (await service.get(path, 400))["code"] == code
