"""The programmes over HTTP after a restart of everything on the same directory."""

from engine.programmes.seasons import Programme
from tests.edge.points_world import (
    DAY_S,
    E6,
    EXPRESS,
    MAIN,
    exclude,
    hold_badges,
    member,
    set_final_row,
)
from tests.edge.service_world import running_service


async def answers(service, people) -> dict:
    """Return every answer about some users that does not accrue meanwhile."""
    found = {}
    for one in people:
        for path in (
            f"{EXPRESS}/ppps3/participants/{one.text}",
            f"{EXPRESS}/user/{one.text}/ppps1",
            f"{EXPRESS}/points/leaderboard/{one.text}",
            f"{EXPRESS}/ppps3/leaderboard/{one.text}",
            f"{EXPRESS}/ppps3/breakdown/{one.text}",
            f"{MAIN}/points/leaderboard/user/{one.text}",
            f"{MAIN}/perpetual-points/participate?user={one.text}",
        ):
            found[path] = await service.get(path)
        for name in ("user-info", "user-referred-by"):
            found[one.text, name] = await one.info(name)
    return found


async def test_nothing_is_lost_by_a_restart(tmp_path, database_url):
    async with running_service(tmp_path, database_url) as service:
        # whose season is over for them, so that the rows stops
        owner, referee = await member(service, await service.trader()), await member(service)
        for one in (owner, referee):
            await one.join()
        await owner.refer("generate-code", "Kept")
        await referee.refer("use-code", "kept")
        await service.trade(owner.wallet, 3 * E6)
        await set_final_row(service, Programme.SEASON_1, owner.address, lp_points_e6=5)
        await hold_badges(service, owner.address, 2)
        await service.world.advance(DAY_S)
        await service.trade(owner.wallet, -3 * E6)
        await exclude(service, referee.address)
        path = f"{MAIN}/perpetual-points/participate"
        await service.post(path, {}, headers=referee.headers)
        before = await answers(service, (owner, referee))
        wallets = (owner.wallet, referee.wallet)
    async with running_service(tmp_path, database_url) as service:
        people = [await member(service, wallet) for wallet in wallets]
        after = await answers(service, people)
        assert after == before
        row = after[f"{EXPRESS}/ppps3/leaderboard/{people[0].text}"]
        assert int(row["tradingPoints"]) > 0
        assert row["additionalHoaBoost"] == "0.05"
        stranger = await member(service)
        await stranger.join()
        taken = await stranger.refer("generate-code", "KEPT", 409)
        assert taken["code"] == "REFERRAL_CODE_TAKEN"
        used = await people[1].refer("use-code", "Kept", 409)
        assert used["code"] == "REFERRAL_ALREADY_USED"
