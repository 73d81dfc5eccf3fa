"""The contest routes of both bases: shapes, texts, order of checks (API 4.4, 5.1)."""

import asyncio

from engine.core.generated import messages as m
from tests.edge.contest_world import (
    DAY_S,
    E6,
    EXPRESS,
    MAIN,
    ROW_KEYS,
    board,
    create,
    join,
    key_of,
    trading_player,
    until,
    user_of,
)
from tests.edge.prediction_world import operate, stranger

PRIZES = [
    {
        "rankFrom": 1,
        "rankTo": 1,
        "amount": "1000000000",
        "token": "USD",
        "description": "1st place",
    },
    {"rankFrom": 2, "rankTo": 2, "amount": "600000000", "token": "USD", "description": "2nd place"},
    {"rankFrom": 3, "rankTo": 3, "amount": "400000000", "token": "USD", "description": "3rd place"},
]
USER = "So11111111111111111111111111111111111111112"
READS = [
    f"{MAIN}/contest/{{}}/leaderboard",
    f"{MAIN}/contest/{{}}/leaderboard/user/{USER}",
    f"{MAIN}/contest/{{}}/participate?user={USER}",
    f"{MAIN}/contest/{{}}/prizes",
    f"{EXPRESS}/contest/{{}}",
    f"{EXPRESS}/contest/{{}}/leaderboard",
    f"{EXPRESS}/contest/{{}}/leaderboard/{USER}",
    f"{EXPRESS}/contest/{{}}/participants-count",
]


async def test_before_the_first_contest_there_is_none(service):
    assert await service.get(f"{EXPRESS}/contest") == {"contests": []}
    assert await service.get(f"{EXPRESS}/contest/ids") == {"contestIds": []}
    assert await service.get(f"{EXPRESS}/contest/filter") == {
        "live": 0,
        "upcoming": 0,
        "finished": 0,
        "joined": 0,
    }
    one = await stranger(service)
    for name in ("royale", "ROYALE", "a" * 41, "%20", "no_slug"):
        for path in READS:
            refused = await service.get(path.format(name), 404)
            assert refused["code"] == "CONTEST_NOT_FOUND", (path, name)
        entry = {"user": user_of(one), "address": user_of(one)}
        for path in (f"{MAIN}/contest/{name}/participate", f"{EXPRESS}/contest/{name}"):
            refused = await service.post(path, entry, 404, headers=one.headers)
            assert refused["code"] == "CONTEST_NOT_FOUND"


async def test_a_contest_as_it_is_shown(service):
    await create(
        service,
        "spring-2011",
        starts_in_s=DAY_S,
        lasts_s=DAY_S,
        name="Spring",
        description="A day of it.",
        metric=1,
        min_collateral_e6=250 * E6,
        prize_mint=2,
        prize_count=2,
        prize_ranks_to=(2, 23, 0, 0, 0, 0, 0, 0),
        prize_amounts_e6=(70 * E6, 5 * E6, 0, 0, 0, 0, 0, 0),
    )
    starts_at_s = service.context.now_s() + DAY_S
    prizes = [
        {
            "rankFrom": 1,
            "rankTo": 2,
            "amount": "70000000",
            "token": "ACRE",
            "description": "1st to 2nd place",
        },
        {
            "rankFrom": 3,
            "rankTo": 23,
            "amount": "5000000",
            "token": "ACRE",
            "description": "3rd to 23rd place",
        },
    ]
    shown = {
        "id": "spring-2011",
        "name": "Spring",
        "slug": "spring-2011",
        "description": "A day of it.",
        "status": "upcoming",
        "startsAt": starts_at_s,
        "endsAt": starts_at_s + DAY_S,
        "metric": "tokenChange",
        "minCollateral": "250000000",
        "prizes": prizes,
        "participantsCount": 0,
        "isJoined": None,
        "winners": None,
    }
    path = f"{EXPRESS}/contest/spring-2011"
    assert await service.get(path) == shown
    one = await stranger(service)
    assert await service.get(f"{path}?user={user_of(one)}") == shown | {"isJoined": False}
    await join(one, "spring-2011")
    joined = shown | {"isJoined": True, "participantsCount": 1}
    assert await service.get(f"{path}?user={user_of(one)}") == joined
    assert await service.get(path) == joined | {"isJoined": None}
    assert (await service.get(f"{EXPRESS}/contest"))["contests"] == [joined | {"isJoined": None}]
    assert (await service.get(f"{MAIN}/contest/spring-2011/prizes"))["info"] == {
        "prizes": prizes,
        "total": str(2 * 70 * E6 + 21 * 5 * E6),
        "raffle": None,
    }
    await until(service, starts_at_s)
    assert (await service.get(path))["status"] == "live"
    await until(service, starts_at_s + DAY_S - 1)
    assert (await service.get(path))["status"] == "live"
    await until(service, starts_at_s + DAY_S)
    finished = joined | {"isJoined": None, "status": "finished", "winners": []}
    assert await service.get(path) == finished


async def test_contests_are_chosen_by_status_and_by_who_joined(service):
    now_s = service.context.now_s()
    await create(service, "old", starts_in_s=-2 * DAY_S, lasts_s=DAY_S)
    await create(service, "now", starts_in_s=-60)
    await create(service, "royale", starts_in_s=-3 * DAY_S, lasts_s=90 * DAY_S)
    await create(service, "next", starts_in_s=DAY_S)
    one = await stranger(service)
    await join(one, "next")
    user = f"user={user_of(one)}"

    async def ids(query: str = "") -> list[str]:
        answer = await service.get(f"{EXPRESS}/contest?{query}")
        return [contest["id"] for contest in answer["contests"]]

    assert await ids() == ["next", "now", "old", "royale"]
    assert await service.get(f"{EXPRESS}/contest/ids") == {
        "contestIds": ["next", "now", "old", "royale"]
    }
    assert await ids("live=true") == ["now", "royale"]
    assert await ids("upcoming=1&live=false") == ["next"]
    assert await ids("finished=true") == ["old"]
    assert await ids("finished=true&upcoming=TRUE") == ["next", "old"]
    assert await ids(f"joined=true&{user}") == ["next"]
    assert await ids(f"joined=true&live=true&{user}") == ["next", "now", "royale"]
    assert await ids("live=0&joined=0") == await ids(user) == await ids()
    counts = {"live": 2, "upcoming": 1, "finished": 1, "joined": 0}
    assert await service.get(f"{EXPRESS}/contest/filter") == counts
    assert await service.get(f"{EXPRESS}/contest/filter?{user}") == counts | {"joined": 1}
    listed = (await service.get(f"{EXPRESS}/contest?{user}"))["contests"]
    assert [contest["isJoined"] for contest in listed] == [True, False, False, False]
    # an old contest is final at once: it was over when it was created
    assert [contest["winners"] for contest in listed] == [None, None, [], None]
    assert listed[2]["endsAt"] == now_s - DAY_S
    for query, code in (
        ("joined=true", "MISSING_ADDRESS"),
        ("joined=true&user=%20", "MISSING_ADDRESS"),
        ("joined=true&user=x", "INVALID_ADDRESS"),
        ("user=x", "INVALID_ADDRESS"),
        ("live=maybe", "VALIDATION"),
    ):
        refused = await service.get(f"{EXPRESS}/contest?{query}", 400)
        assert refused["code"] == code, query
        if code == "MISSING_ADDRESS":
            assert refused["message"].startswith("Missing user address")
    for path in ("contest/filter", "contest/now"):
        assert (await service.get(f"{EXPRESS}/{path}?user=x", 400))["code"] == "INVALID_ADDRESS"


async def test_a_wallet_joins_once_on_either_base(service):
    await create(service, "cup", starts_in_s=600, lasts_s=DAY_S)
    one, other = await stranger(service), await stranger(service)
    main, express = f"{MAIN}/contest/cup/participate", f"{EXPRESS}/contest/cup"
    newcomer = {"user": user_of(one), "isParticipating": False, "participatedAt": None}
    assert (await service.get(f"{main}?user={user_of(one)}"))["info"] == newcomer
    assert await service.get(f"{express}/participants-count") == {"participantsCount": 0}
    now_s = service.context.now_s()
    entry = {"user": user_of(one), "isParticipating": True, "participatedAt": now_s}
    body = {"user": user_of(one)}
    assert (await service.post(main, body, headers=one.headers))["info"] == entry
    assert await service.get(f"{express}/participants-count") == {"participantsCount": 1}
    await service.world.advance(3_600)  # live now
    sequence = service.context.sequencer.sequence
    assert (await service.post(main, body, headers=one.headers))["info"] == entry
    again = await service.post(express, {"address": user_of(one)}, headers=one.headers)
    assert again == {"contestId": "cup", "address": user_of(one), "joinedAt": now_s}
    assert (await service.get(f"{main}?user={user_of(one)}"))["info"] == entry
    assert service.context.sequencer.sequence == sequence
    assert await service.get(f"{express}/participants-count") == {"participantsCount": 1}

    answers = await asyncio.gather(*(join(other, "cup") for _ in range(5)))
    later_s = service.context.now_s()
    assert answers == [{"contestId": "cup", "address": user_of(other), "joinedAt": later_s}] * 5
    assert await service.get(f"{express}/participants-count") == {"participantsCount": 2}


async def test_refusals_come_in_order_and_change_nothing(service):
    cup = await create(service, "cup", lasts_s=DAY_S)
    one, other = await stranger(service), await stranger(service)
    risky, joined = await stranger(service), await stranger(service)
    await join(joined, "cup")
    await operate(service, m.SetRisk(user=key_of(risky), is_high_risk=1))
    sequence = service.context.sequencer.sequence
    for path, name in (
        (f"{MAIN}/contest/cup/participate", "user"),
        (f"{EXPRESS}/contest/cup", "address"),
    ):
        own = {name: user_of(one)}
        refused = await service.post(path, own, 401)
        assert (refused["code"], refused["expiredToken"]) == ("NO_TOKEN", False)
        assert (await service.post(path, [], 401))["code"] == "NO_TOKEN"
        elsewhere = path.replace("cup", "nothing")
        for body, status, code in (
            ({name: user_of(other)}, 403, "WRONG_USER"),
            ({name: ""}, 400, "MISSING_ADDRESS"),
            ({name: "x"}, 400, "INVALID_ADDRESS"),
            ({}, 400, "MISSING_ADDRESS"),
            ({name: 5}, 400, "VALIDATION"),
        ):
            refused = await service.post(path, body, status, headers=one.headers)
            assert refused["code"] == code, (path, body)
            if status == 400:
                assert refused["details"] == {"field": name}
        refused = await service.post(elsewhere, {name: user_of(other)}, 403, headers=one.headers)
        assert refused["code"] == "WRONG_USER"
        refused = await service.post(elsewhere, {name: user_of(risky)}, 404, headers=risky.headers)
        assert refused["code"] == "CONTEST_NOT_FOUND"
        refused = await service.post(path, {name: user_of(risky)}, 403, headers=risky.headers)
        assert refused["code"] == "HIGH_RISK_USER"
    assert service.context.sequencer.sequence == sequence
    await until(service, cup.ends_at_s - 1)
    await join(other, "cup")
    await until(service, cup.ends_at_s)
    sequence = service.context.sequencer.sequence
    assert (await join(one, "cup", 409))["code"] == "CONTEST_CLOSED"
    assert (await join(risky, "cup", 403))["code"] == "HIGH_RISK_USER"
    assert (await join(joined, "cup"))["joinedAt"] == cup.starts_at_s
    assert service.context.sequencer.sequence == sequence
    assert await service.get(f"{EXPRESS}/contest/cup/participants-count") == {
        "participantsCount": 2
    }


async def test_rows_and_parts_of_a_leaderboard(service):
    await create(service, "cup")
    one = await trading_player(service, 1_000 * E6)
    others = [await stranger(service) for _ in range(2)]
    await join(one, "cup")
    await service.context.sequencer.submit(
        m.JoinContest(user=key_of(others[0]), contest_id="cup", is_asset_dash=1)
    )
    await join(others[1], "cup")
    await service.trade(one.wallet, E6)
    await service.world.advance(60)
    whole = await board(service, "cup")
    assert set(whole) == {"leaderboard", "total", "updatedAt", "isFinal", "usernames"}
    assert (whole["total"], whole["isFinal"]) == (3, False)
    assert whole["updatedAt"] == service.context.now_s()
    rows = whole["leaderboard"]
    assert all(set(row) == ROW_KEYS | {"rank"} for row in rows)
    mine = rows[-1]  # the fee of the trade is a loss
    assert mine["user"] == user_of(one)
    assert (mine["positionCount"], mine["openInterest"], mine["rank"]) == (1, "300000000", 3)
    account = (await service.get(f"{MAIN}/user/{user_of(one)}/margin-account"))["info"]
    assert mine["collateralAmount"] == account["marginCollateral"]
    assert {row["user"]: row["assetDash"] for row in rows} == {
        user_of(one): False,
        user_of(others[0]): True,
        user_of(others[1]): False,
    }
    main = (await service.get(f"{MAIN}/contest/cup/leaderboard"))["info"]
    shared = ("leaderboard", "total", "updatedAt", "usernames")
    assert main == {name: whole[name] for name in shared}
    for query, part in (
        ("limit=1", rows[:1]),
        ("limit=500", rows),
        ("limit=2&offset=1", rows[1:]),
        ("offset=3", []),
    ):
        shown = await service.get(f"{EXPRESS}/contest/cup/leaderboard?{query}")
        assert shown == whole | {"leaderboard": part}, query
    for query, name in (
        ("limit=0", "limit"),
        ("limit=501", "limit"),
        ("limit=x", "limit"),
        ("offset=-1", "offset"),
    ):
        for base in (MAIN, EXPRESS):
            refused = await service.get(f"{base}/contest/cup/leaderboard?{query}", 400)
            assert (refused["code"], refused["details"]) == ("VALIDATION", {"field": name})


async def test_the_place_of_one_wallet(service):
    await create(service, "cup")
    one, other = await stranger(service), await stranger(service)
    await join(one, "cup")
    (row,) = (await board(service, "cup"))["leaderboard"]
    paths = (f"{MAIN}/contest/cup/leaderboard/user", f"{EXPRESS}/contest/cup/leaderboard")
    for path in paths:
        shown = await service.get(f"{path}/{user_of(one)}")
        assert shown == ({"info": row} if path.startswith(MAIN) else row)
        refused = await service.get(f"{path}/{user_of(other)}", 404)
        assert refused["code"] == "NOT_PARTICIPATING"
        assert (await service.get(f"{path}/x", 400))["code"] == "INVALID_ADDRESS"
        assert (await service.get(f"{path}/%20", 400))["code"] == "MISSING_ADDRESS"
    await join(other, "cup")  # no leaderboard shows it yet; its place is shown immediately
    assert (await service.get(f"{paths[0]}/{user_of(other)}"))["info"]["rank"] in (1, 2)


async def test_a_leaderboard_is_made_at_most_every_fifteen_seconds(service):
    await create(service, "cup")
    path = f"{EXPRESS}/contest/cup/leaderboard"
    first = await board(service, "cup")
    await join(await stranger(service), "cup")
    await service.world.advance(3_600)
    service.wall.s += 14
    assert await service.get(path) == first
    service.wall.s += 1
    second = await service.get(path)
    assert (second["total"], second["updatedAt"]) == (1, service.context.now_s())


async def test_reads_may_be_kept_for_a_while(service):
    await create(service, "cup", lasts_s=DAY_S)
    for path, age_s in (
        (f"{MAIN}/contest/cup/leaderboard", 15),
        (f"{MAIN}/contest/cup/participate?user={USER}", 2),
        (f"{MAIN}/contest/cup/prizes", 60),
        (f"{EXPRESS}/contest", 2),
        (f"{EXPRESS}/contest/filter", 2),
        (f"{EXPRESS}/contest/ids", 3_600),
        (f"{EXPRESS}/contest/cup", 2),
        (f"{EXPRESS}/contest/cup/leaderboard", 15),
        (f"{EXPRESS}/contest/cup/participants-count", 2),
    ):
        async with service.client.get(path) as answer:
            assert answer.headers["Cache-Control"] == f"max-age={age_s}", path
            tag = answer.headers["ETag"]
        async with service.client.get(path, headers={"If-None-Match": tag}) as answer:
            assert answer.status == 304
    prizes = (await service.get(f"{MAIN}/contest/cup/prizes"))["info"]
    assert prizes == {"prizes": PRIZES, "total": str(2_000 * E6), "raffle": None}
