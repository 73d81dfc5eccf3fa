"""Routes of points: shapes, ties, parts of lists, wrong input, caching (API 4.5, 5.5)."""

import pytest

from edge.http.route import ROUTES
from engine.programmes.seasons import Programme
from tests.edge.points_world import (
    DAY_S,
    E6,
    EXPRESS,
    MAIN,
    ZERO_ROW,
    exclude,
    member,
    provider,
    set_final_row,
)
from tests.edge.service_world import text_of

pytestmark = pytest.mark.asyncio(loop_scope="module")
ROW_KEYS = {"user", *ZERO_ROW}
ROWS = {  # where one user's row is, and whether its answer is under `info`
    f"{MAIN}/points/leaderboard/user/{{}}": True,
    f"{MAIN}/perpetual-points/leaderboard/user/{{}}": True,
    f"{EXPRESS}/points/leaderboard/{{}}": False,
    f"{EXPRESS}/points/ppps2/final-leaderboard/{{}}": False,
    f"{EXPRESS}/user/{{}}/ppps1": False,
    f"{EXPRESS}/ppps3/leaderboard/{{}}": False,
}
BREAKDOWNS = (f"{EXPRESS}/points/breakdown/{{}}", f"{EXPRESS}/ppps3/breakdown/{{}}")
LISTS = {
    f"{MAIN}/points/leaderboard": True,
    f"{MAIN}/perpetual-points/leaderboard": True,
    f"{EXPRESS}/points/leaderboard": False,
    f"{EXPRESS}/ppps3/leaderboard": False,
}
FINAL = (f"{EXPRESS}/points/ppps1-final", f"{EXPRESS}/points/ppps2/final-leaderboard")


async def read(service, path: str, is_info: bool) -> dict:
    body = await service.get(path)
    if is_info:
        assert body.keys() == {"info"}
        return body["info"]
    return body


async def test_a_wallet_never_seen_has_a_row_of_zeros_without_a_rank(shared_service):
    stranger = text_of((await member(shared_service)).wallet)
    zeros = {"user": stranger, **ZERO_ROW, "rank": None}
    for path, is_info in ROWS.items():
        assert await read(shared_service, path.format(stranger), is_info) == zeros, path
    for path in BREAKDOWNS:
        assert await shared_service.get(path.format(stranger)) == {**zeros, "daily": []}
    balance = await shared_service.get(f"{MAIN}/points/balance?user={stranger}")
    assert balance == {"info": {"user": stranger, "points": "0"}}
    status = await shared_service.get(f"{MAIN}/perpetual-points/user-status?user={stranger}")
    assert status == {"info": {"isParticipating": False, "participatedAt": None, "rank": None}}
    summary = await shared_service.get(f"{MAIN}/perpetual-points/points-summary?user={stranger}")
    names = ("tradingPoints", "lpPoints", "referralPoints", "boosts", "points", "perDay")
    assert summary == {"info": dict.fromkeys(names, "0")}


async def test_an_invalid_wallet_is_refused(shared_service):
    for path, is_info in ROWS.items():
        for key in ("no-such-user", "1" * 50, "%20"):
            refused = await shared_service.get(path.format(key), 400 if is_info else 404)
            blank = "MISSING_ADDRESS" if key == "%20" else "INVALID_ADDRESS"
            assert refused["code"] == (blank if is_info else "NOT_FOUND"), path
    for path in BREAKDOWNS:
        assert (await shared_service.get(path.format("no-such-user"), 404))["code"] == "NOT_FOUND"
    for path in (
        f"{MAIN}/points/balance",
        f"{MAIN}/perpetual-points/user-status",
        f"{MAIN}/perpetual-points/points-summary",
    ):
        assert (await shared_service.get(path, 400))["code"] == "MISSING_ADDRESS"
        assert (await shared_service.get(f"{path}?user=x", 400))["code"] == "INVALID_ADDRESS"


async def test_parts_of_a_leaderboard_are_bounded(shared_service):
    for path in (*LISTS, *FINAL):
        for query, field in (
            ("limit=0", "limit"),
            ("limit=501", "limit"),
            ("limit=x", "limit"),
            ("limit=1e2", "limit"),
            ("offset=-1", "offset"),
            ("offset=0.5", "offset"),
            ("limit=1&offset=99999999999", "offset"),
        ):
            refused = await shared_service.get(f"{path}?{query}", 400)
            assert (refused["code"], refused["details"]) == ("VALIDATION", {"field": field}), query
        is_info = LISTS.get(path, False)
        for query in ("limit=500", "limit=1&offset=4294967295"):
            assert "leaderboard" in await read(shared_service, f"{path}?{query}", is_info)


async def test_the_excluded_are_shown_with_nothing_until_they_count_again(shared_service):
    service = shared_service
    one = await provider(service, 3)
    await service.world.advance(DAY_S)
    path = f"{EXPRESS}/ppps3/leaderboard/{one.text}"
    before = await service.get(path)
    assert int(before["points"]) > 0
    await exclude(service, one.address)
    shown = await service.get(path)
    assert shown == {"user": one.text, **ZERO_ROW, "rank": shown["rank"]}
    balance = await service.get(f"{MAIN}/points/balance?user={one.text}")
    assert balance["info"]["points"] == "0"
    daily = (await service.get(f"{EXPRESS}/ppps3/breakdown/{one.text}"))["daily"]
    assert {day["lpPoints"] for day in daily} == {"0"}
    await exclude(service, one.address, is_excluded=False)
    assert await service.get(path) == before


async def test_balances_are_told_once_each_while_people_join(shared_service):
    service = shared_service
    known = {(await provider(service, 0)).text for _ in range(5)}
    path, rows, cursor = f"{MAIN}/points/balances?limit=2", [], ""
    while cursor is not None:
        page = await service.get(path + (f"&cursor={cursor}" if cursor else ""))
        assert page.keys() == {"info", "pagination"}
        assert page["pagination"]["limit"] == 2
        assert len(page["info"]) <= 2
        rows += page["info"]
        cursor = page["pagination"]["nextCursor"]
        await provider(service, 0)
    assert all(row.keys() == {"user", "points"} for row in rows)
    users = [row["user"] for row in rows]
    assert len(set(users)) == len(users)
    assert known <= set(users)
    foreign = (await service.get(f"{MAIN}/points/balances?limit=1"))["pagination"]["nextCursor"]
    trades = f"{EXPRESS}/trade-stream?cursor={foreign}"
    assert (await service.get(trades, 400))["code"] == "BAD_CURSOR"
    for query, code in (
        ("cursor=x", "BAD_CURSOR"),
        ("limit=0", "VALIDATION"),
        ("limit=201", "VALIDATION"),
    ):
        assert (await service.get(f"{MAIN}/points/balances?{query}", 400))["code"] == code


async def test_final_rows_stand_in_their_season_alone(shared_service):
    service = shared_service
    one = await member(service)
    figures = {"trading_points_e6": 100, "lp_points_e6": 11, "referral_points_e6": 7}
    boosts = {
        "referred_boost_e12": 5 * 10**10,
        "first_hoa_boost_e12": 2 * 10**11,
        "additional_hoa_boost_e12": 10**11,
    }
    await set_final_row(service, Programme.SEASON_1, one.address, **figures, **boosts)
    row = {
        "user": one.text,
        "points": str(111 * 135 // 100 + 7),
        "tradingPoints": "100",
        "lpPoints": "11",
        "referralPoints": "7",
        "referredBoost": "0.05",
        "firstHoaBoost": "0.2",
        "additionalHoaBoost": "0.1",
        "snapshotBoosts": [],
        "rank": 1,
    }
    assert await service.get(f"{EXPRESS}/user/{one.text}/ppps1") == row
    final = await service.get(f"{EXPRESS}/points/ppps1-final")
    assert final == {"leaderboard": [row], "total": 1, "isFinal": True, "usernames": []}
    zeros = {"user": one.text, **ZERO_ROW, "rank": None}
    assert await service.get(f"{EXPRESS}/points/ppps2/final-leaderboard/{one.text}") == zeros
    await set_final_row(service, Programme.SEASON_2, one.address, lp_points_e6=5)
    second = {**zeros, "points": "5", "lpPoints": "5", "rank": 1}
    assert await service.get(f"{EXPRESS}/points/ppps2/final-leaderboard/{one.text}") == second
    assert await service.get(f"{EXPRESS}/points/leaderboard/{one.text}") == second
    assert await service.get(f"{EXPRESS}/points/breakdown/{one.text}") == {**second, "daily": []}
    assert (await service.get(f"{EXPRESS}/points/leaderboard"))["leaderboard"] == [second]
    assert await service.get(f"{EXPRESS}/ppps3/leaderboard/{one.text}") == zeros


async def test_a_breakdown_has_a_row_a_day(shared_service):
    service = shared_service
    one = await provider(service, 0)
    built = await service.world.builders.build(one.address, "add-liquidity", amount=8 * E6)
    await service.world.send(one.wallet, built)
    joined_s = service.context.now_s()
    first_s = joined_s // DAY_S * DAY_S
    path = f"{EXPRESS}/ppps3/breakdown/{one.text}"
    per_day = 5 * 8 * E6
    await service.world.advance(1_000)
    body = await service.get(path)
    now = {"date": first_s, "tradingPoints": "0", "referralPoints": "0"}
    assert body["daily"] == [{**now, "lpPoints": str(per_day * 1_000 // DAY_S)}]
    await service.world.advance(2 * DAY_S)
    now_s = service.context.now_s()
    body = await service.get(path)
    assert body.keys() == {*ROW_KEYS, "rank", "daily"}
    dates = [day["date"] for day in body["daily"]]
    assert dates == [first_s, first_s + DAY_S, first_s + 2 * DAY_S]
    midnights = [first_s + DAY_S, first_s + 2 * DAY_S, now_s]
    earned = [per_day * (at_s - joined_s) // DAY_S for at_s in midnights]
    days = [earned[0], earned[1] - earned[0], earned[2] - earned[1]]
    assert [int(day["lpPoints"]) for day in body["daily"]] == days
    assert sum(days) == int(body["lpPoints"])
    for _ in range(3):
        await service.world.advance(10 * DAY_S)
    body = await service.get(path)
    dates = [day["date"] for day in body["daily"]]
    today_s = service.context.now_s() // DAY_S * DAY_S
    assert dates == [today_s - DAY_S * (29 - number) for number in range(30)]
    assert {int(day["lpPoints"]) for day in body["daily"][1:-1]} == {per_day}


async def test_answers_are_cached_as_the_contract_says(shared_service):
    stranger = (await member(shared_service)).text
    ages = {
        **dict.fromkeys((*LISTS, *(path.format(stranger) for path in (*ROWS, *BREAKDOWNS))), 15),
        **dict.fromkeys(FINAL, 3_600),
        f"{EXPRESS}/user/{stranger}/ppps1": 3_600,
        f"{EXPRESS}/points/ppps2/final-leaderboard/{stranger}": 3_600,
        f"{MAIN}/points/balances": 2,
        f"{MAIN}/points/balance?user={stranger}": 2,
        f"{MAIN}/points/participate?user={stranger}": 2,
        f"{EXPRESS}/ppps3/participants/{stranger}": 2,
    }
    for path, age in ages.items():
        async with shared_service.client.get(path) as answer:
            assert answer.headers["Cache-Control"] == f"max-age={age}", path
            assert answer.headers["ETag"]
    path = FINAL[0]
    async with shared_service.client.get(path) as answer:
        tag = answer.headers["ETag"]
    async with shared_service.client.get(path, headers={"If-None-Match": tag}) as answer:
        assert answer.status == 304


async def test_every_write_has_the_class_of_participation():
    paths = ("/points/", "/perpetual-points/", "/ppps3/", "/referrals/")
    writes = [route for route in ROUTES if route.method == "POST" and route.path.startswith(paths)]
    assert len(writes) == 3 * 2 + 2 + 2
    assert {route.rate for route in writes} == {"participation"}
    assert all(route.needs_token and route.is_idempotent for route in writes)
