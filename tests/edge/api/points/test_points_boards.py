"""Leaderboards of points over a service of their own (API 1.5, 4.5, 5.5)."""

from fractions import Fraction

from engine.programmes.points import PointsLedger
from engine.programmes.seasons import Programme
from tests.edge.api.points.test_points_routes import FINAL, LISTS, ROW_KEYS, read
from tests.edge.points_world import (
    DAY_S,
    E6,
    EXPRESS,
    MAIN,
    exclude,
    hold_badges,
    member,
    provider,
    set_phase,
)
from tests.edge.prediction_world import user_text


async def test_ties_share_the_lower_rank_and_stand_by_address(service):
    empty = {"leaderboard": [], "total": 0, "usernames": []}
    for path, is_info in LISTS.items():
        shown = await read(service, path, is_info)
        assert shown == {**empty, "updatedAt": service.context.now_s()}
    for path in FINAL:
        assert await service.get(path) == {**empty, "isFinal": True}
    first = await provider(service, 2)
    ties = [await provider(service, size) for size in (1, 1, 1, 0, 0)]
    sizes = {one.text: size for one, size in zip(ties, (1, 1, 1, 0, 0), strict=True)}
    same = sorted(text for text, size in sizes.items() if size)
    none = sorted(text for text, size in sizes.items() if not size)
    await exclude(service, ties[0].address)
    same.remove(ties[0].text)
    none = sorted([*none, ties[0].text])
    await service.world.advance(DAY_S)
    now_s = service.context.now_s()
    shown = await service.get(f"{EXPRESS}/ppps3/leaderboard")
    assert (shown["total"], shown["updatedAt"]) == (6, now_s)
    assert [row["user"] for row in shown["leaderboard"]] == [first.text, *same, *none]
    ranks = [row["rank"] for row in shown["leaderboard"]]
    assert len({row["points"] for row in shown["leaderboard"][1:3]}) == 1
    assert ranks == [1, 2, 2, 4, 4, 4]
    assert all(row.keys() == {*ROW_KEYS, "rank"} for row in shown["leaderboard"])
    part = await service.get(f"{EXPRESS}/ppps3/leaderboard?limit=2&offset=2")
    assert part == {**shown, "leaderboard": shown["leaderboard"][2:4]}
    beyond = await service.get(f"{EXPRESS}/ppps3/leaderboard?offset=6")
    assert beyond == {**shown, "leaderboard": []}
    # season 2 is another list, the main base shows the sum of the seasons
    assert (await service.get(f"{EXPRESS}/points/leaderboard"))["total"] == 0
    assert (await service.get(f"{MAIN}/points/leaderboard"))["info"] == shown


async def test_there_is_no_final_leaderboard_before_the_end(service):
    service.context.programmes.ledger = PointsLedger()  # in which nothing has ended
    one = user_text(await member(service))
    for path in (
        *FINAL,
        f"{EXPRESS}/points/ppps2/final-leaderboard/{one}",
        f"{EXPRESS}/user/{one}/ppps1",
    ):
        assert (await service.get(path, 409))["code"] == "SEASON_NOT_FINAL"


async def test_the_perpetual_programme_counts_on_its_own(service):
    await set_phase(service, Programme.SEASON_3, 2)
    await set_phase(service, Programme.PERPETUAL, 1)
    one, other = await member(service, await service.trader()), await member(service)
    lead = f"{MAIN}/perpetual-points"
    for who in (one, other):
        await service.post(f"{lead}/participate", {}, headers=who.headers)
    joined_s = service.context.now_s()
    await other.refer("generate-code", "other")
    await one.refer("use-code", "other", lead="/perpetual-points")
    await hold_badges(service, one.address, 2)
    await service.trade(one.wallet, 4 * E6)
    await service.world.send(
        one.wallet, await service.world.builders.build(one.address, "add-liquidity", amount=30 * E6)
    )
    account = (await service.get(f"{MAIN}/user/{one.text}/margin-account"))["info"]
    (position,) = account["positions"]
    notional = 4 * int(position["lastInteractionPrice"]) // 100  # price e8, size 4: to e6
    await service.world.advance(DAY_S // 2)
    trading, lp = notional * 5 // 2 // 2, 30 * E6 * 5 // 2
    brought = (Fraction(notional * 5, 4) + lp) / 10
    points = (trading + lp) * 130 // 100
    summary = (await service.get(f"{lead}/points-summary?user={one.text}"))["info"]
    assert summary == {
        "tradingPoints": str(trading),
        "lpPoints": str(lp),
        "referralPoints": "0",
        "boosts": "0.3",
        "points": str(points),
        "perDay": str(int((Fraction(notional * 5, 2) + 2 * lp) * 130 / 100)),
    }
    status = (await service.get(f"{lead}/user-status?user={other.text}"))["info"]
    assert status == {"isParticipating": True, "participatedAt": joined_s, "rank": 2}
    info = await other.info(lead="/perpetual-points")
    assert info["referralPoints"] == str(int(brought))
    assert (await other.info())["referralPoints"] == "0"  # in the seasons
    total = (await service.get(f"{lead}/grand-total-points"))["info"]
    assert total == {
        "points": str(points + int(brought)),
        "participants": 2,
        "asOf": service.context.now_s(),
    }
    board = (await service.get(f"{lead}/leaderboard"))["info"]
    assert [row["user"] for row in board["leaderboard"]] == [one.text, other.text]
    row = (await service.get(f"{lead}/leaderboard/user/{one.text}"))["info"]
    assert row == board["leaderboard"][0]
    assert (row["points"], row["rank"]) == (str(points), 1)
    sums = (await service.get(f"{MAIN}/points/leaderboard"))["info"]
    assert sums["leaderboard"] == []
