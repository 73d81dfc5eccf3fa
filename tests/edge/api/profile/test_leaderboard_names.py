"""Usernames beside the rows of a leaderboard, which is served from memory."""

from tests.edge.api.profile.test_profile import Owner
from tests.edge.contest_world import create, join
from tests.edge.points_world import member

BOARDS = (
    "/express/v1/ppps3/leaderboard",
    "/api/v1/points/leaderboard",
    "/express/v1/contest/royale/leaderboard",
    "/api/v1/contest/royale/leaderboard",
)


async def _named(service, path: str) -> tuple[list[dict], int]:
    body = await service.get(path)
    answer = body.get("info", body)
    return answer["usernames"], len(answer["leaderboard"])


async def test_leaderboards_name_their_rows_and_do_without_the_database(service, monkeypatch):
    await create(service, "royale")
    one, other = await member(service), await member(service)
    for each in (one, other):
        await each.join()
        await join(each, "royale")
    profile = Owner(service, one.wallet, one.headers)
    await profile.put({"username": "demo_trader_1"})  # a name alone makes no wallet the demo's
    named = [{"user": one.text, "username": "demo_trader_1", "isDemo": False}]
    for path in BOARDS:
        assert await _named(service, path) == (named, 2), path
        body = await service.get(f"{path}?limit=1")
        first = body.get("info", body)
        mine = first["leaderboard"][0]["user"] == one.text
        assert first["usernames"] == (named if mine else []), path
        assert await _named(service, f"{path}?offset=2") == ([], 0), path

    async def is_away(*_wanted):
        raise OSError

    monkeypatch.setattr(service.context.store, "rows", is_away)
    for path in BOARDS:
        assert await _named(service, path) == ([], 2), path
